"""Game: the cover over the large sheet while the device is handed over, as nodes.

`show_position` covers the sheet when another person is to act, and `on_board_timer` uncovers it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.ui.parts.html import Node, h, untranslated
from qwixx.ui.parts.token import seat_token

if TYPE_CHECKING:
    from qwixx.ui.model import Model


def handover_cover(model: Model) -> Node:
    """Return the cover, lifted or not, with the name of the person whose sheet it covers."""
    board = model.board
    kind, name = board.seats[board.shown].kind, board.game.names[board.shown]
    return _cover(kind, board.shown, name, is_lifted=not board.is_covered)


@lru_cache(maxsize=16)
def _cover(kind: str, seat: int, name: str, *, is_lifted: bool) -> Node:
    """Return the cover; the style sheet shows how it is lifted. The headline says what to do."""
    return h(
        "div",
        {"class": f"handover-cover {'lifted ' if is_lifted else ''}seat-{seat + 1}"},
        seat_token(kind, seat),
        h("p", None, untranslated(name)),
        key="handover-cover",
    )
