"""Game: the cover over the large sheet while the device is handed over, as nodes.

`show_position` covers the sheet when another person is to act, and `on_board_timer` uncovers it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.parts.html import Node, h, untranslated
from qwixx.ui.parts.token import seat_token

if TYPE_CHECKING:
    from qwixx.ui.model import Model


def handover_cover(model: Model) -> Node:
    """Return the cover, with the name of the next person; the headline above says what to do."""
    board = model.board
    return h(
        "div",
        {"class": f"handover-cover seat-{board.shown + 1}"},
        seat_token(board.seats[board.shown].kind, board.shown),
        h("p", None, untranslated(board.game.names[board.shown])),
        key="handover-cover",
    )
