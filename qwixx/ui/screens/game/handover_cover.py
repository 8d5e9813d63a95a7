"""Game: the cover over the large sheet while the device is handed over, as nodes.

`show_position` covers the sheet when another person is to act, and `on_board_timer` uncovers it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.parts.html import Node, h
from qwixx.ui.parts.token import seat_token
from qwixx.ui.texts import game_texts
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.ui.model import Model


def handover_cover(model: Model) -> Node:
    """Return the cover, with the name of the next person."""
    board = model.board
    headline = game_texts.headline_text(
        texts_of(model), board.game, board.shown, model.sole_local_person
    )
    return h(
        "div",
        {"class": f"handover-cover seat-{board.shown + 1}"},
        seat_token(board.seats[board.shown].kind, board.shown),
        h("p", None, headline),
        key="handover-cover",
    )
