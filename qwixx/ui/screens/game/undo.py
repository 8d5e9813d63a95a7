"""Game: undo and redo on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.rules.state import Phase
from qwixx.ui import late
from qwixx.ui.model import DialogState, Model, Result
from qwixx.ui.model.board import Board, find_person_to_act
from qwixx.ui.model.effects import FocusElement
from qwixx.ui.model.policy import Undo
from qwixx.ui.model.values import replace
from qwixx.ui.screens.game import coaching
from qwixx.ui.screens.game.advance import Change, play_step, show_position

if TYPE_CHECKING:
    from qwixx.games.game import Game
    from qwixx.ui.screens.game.advance import OwnerStep


def undo_person_step(model: Model, play: OwnerStep, player: int | None = None) -> Result:
    """Undo a person's last step and the bots' steps after it; see `game_before_person_step`."""
    if model.game is None or not model.board.can_undo:
        return model, []
    if model.board.tentative_tap is not None:
        return show_position(model, model.game, Change.BACK)
    game = game_before_person_step(model.board, player)
    return play_step(model.with_board(planned_mark=None), play, game, Change.BACK)


def game_before_person_step(board: Board, player: int | None = None) -> Game:
    """Return the game before the last step of a person at this device, which must exist.

    If people may undo only their open decisions, undo the given player's one in the white step.
    """
    if board.policy.undo is Undo.OWN_OPEN and player is not None:
        return late.visibility.without_secret_decision(board.game, player)
    game = board.game.undo()
    while find_person_to_act(game.state, board.local_people) is None:
        game = game.undo()
    return game


def redo_person_step(model: Model, play: OwnerStep) -> Result:
    """Redo a person's next step and the bots' steps after it."""
    if model.game is None or not model.game.can_redo:
        return model, []
    game = model.game.redo()
    while find_person_to_act(game.state, model.local_people) is None and game.can_redo:
        game = game.redo()
    return play_step(model.with_board(planned_mark=None), play, game, Change.BACK)


def return_to_result(model: Model, play: OwnerStep) -> Result:
    """Redo all undone events of a finished game."""
    game = model.game
    if game is None or game.furthest.phase is not Phase.OVER:
        return model, []
    while game.can_redo:
        game = game.redo()
    return play_step(model.with_board(planned_mark=None), play, game, Change.BACK)


def show_decision_with_hint(model: Model, event_index: int, play: OwnerStep) -> Result:
    """Undo back to a decision, and show a hint for it; the undone events can be redone."""
    game = model.game
    if game is None or event_index >= len(game.events):
        return model, []
    while len(game.events) > event_index:
        game = game.undo()
    closed = replace(model, dialog=DialogState())
    model, effects = play_step(closed.with_board(planned_mark=None), play, game, Change.BACK)
    advised, more = coaching.toggle_hint(model)
    return advised, [*effects, *more, FocusElement("main")]
