"""Game: the view of a game on one device, whose end leads to a challenge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui import late
from qwixx.ui.parts.controls import button
from qwixx.ui.screens.game.view import Parts, game_view
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.ui.model import ModelOf
    from qwixx.ui.parts.html import Node
    from qwixx.ui.screens.game.model import GameScreen


def game_view_with_challenge(model: ModelOf[GameScreen], title: Node) -> tuple[Node, Node]:
    """Return the header and the main element, with the button for a challenge at the end."""
    board = model.board
    kinds = tuple(seat.kind for seat in board.seats)
    if not (board.shows_result and late.challenge_link.can_be_challenge(board.game, kinds)):
        return game_view(model, title)
    _ = texts_of(model)
    if board.policy.origin:
        action = button("challenge", _("Compare and reply"), "primary")
    else:
        action = button("challenge", _("Challenge a friend"))
    return game_view(model, title, Parts(end_actions=(action,)))
