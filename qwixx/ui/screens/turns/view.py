"""Games by turns: the view, which shows the list, an invitation, a game, or its board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.turns.record import Stage
from qwixx.games.turns.turn_game import Step
from qwixx.ui.parts.controls import closable_header, icon_button
from qwixx.ui.parts.html import Node, h
from qwixx.ui.screens.game.view import game_main
from qwixx.ui.screens.turns import game_view, list_view
from qwixx.ui.screens.turns.model import record_in, turn_game
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.games.turns.turn_game import TurnGame
    from qwixx.ui.screens.turns.model import TurnsModel


def turns_view(model: TurnsModel, title: Node) -> tuple[Node, Node]:
    """Return the header and the main element."""
    _, screen = texts_of(model), model.screen
    header = closable_header(
        _, "leave-turns", title, _("By turns"), icon_button("rules", _("Rules"))
    )
    game, record = turn_game(model, screen.game_id), record_in(screen.link)
    if screen.board is not None and game is not None:
        return header, game_main(model, game_view.board_parts(model, game))
    if game is not None:
        stage, nodes = _stage(model, game), game_view.game_page(model, game)
    elif record is not None and record.stage is Stage.INVITED:
        stage, nodes = "invited", list_view.invitation(model, record)
    elif record is not None:
        stage, nodes = "look", list_view.foreign_game(model, record)
    else:
        stage, nodes = "list", list_view.game_list(model)
    main = h(
        "main",
        {"class": "challenge turns", "tabindex": "-1", "data-turn": stage},
        *nodes,
        key=f"turns {stage} {screen.game_id}",
    )
    return header, main


def _stage(model: TurnsModel, game: TurnGame) -> str:
    """Return the public name of a game's page."""
    if game.record.is_finished:
        return "over"
    if game.step is Step.AWAIT:
        return "send"
    return "decided" if model.screen.moves else "reply"
