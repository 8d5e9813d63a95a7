"""The answer to a tap: what the next frame shows ahead of the rest of the page.

On a slow phone, a page takes several frames to render. The cross, the dice, or the next button
does not wait for the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.events import Decision
from qwixx.rules.moves import InvalidMoveError, Mark
from qwixx.ui.model.messages import CellTapped, ControlUsed
from qwixx.ui.parts.sheet.cell import crossed_out

if TYPE_CHECKING:
    from qwixx.ui.model import Model
    from qwixx.ui.model.messages import Message
    from qwixx.ui.parts.html import Node

_DICE, _BUTTONS = ".tray-wrapper", ".controls"
_ANSWERS = {"roll": _DICE, "tray": _DICE, "pass": _BUTTONS, "done": _BUTTONS}
"""CSS selector of the part of a game that answers a tap, by action."""


def answering_part(message: Message) -> str:
    """Return the CSS selector of the part of a game that answers a tap on a button, or ""."""
    return _ANSWERS.get(message.action, "") if isinstance(message, ControlUsed) else ""


def answered_cell(before: Model, message: Message, after: Model, cell: Node) -> Node | None:
    """Return a tapped cell as it looks after the tap if it is now crossed out, or else None.

    Args:
        before: the model before the tap.
        message: the tap.
        after: the model after the tap.
        cell: the cell before the tap.
    """
    if not isinstance(message, CellTapped) or before.game is None or after.game is None:
        return None
    try:
        mark = Mark.from_code(message.code)
    except InvalidMoveError:
        return None
    player = message.player
    is_pending = _is_pending(after, player, mark)
    new_events = after.game.events[len(before.game.events) :]
    is_new = Decision(player, mark) in new_events or is_pending
    if not is_new or _is_pending(before, player, mark):
        return None
    return crossed_out(cell, is_pending=is_pending, is_written=after.is_moving)


def _is_pending(model: Model, player: int, mark: Mark) -> bool:
    return model.board.pending_mark(player) == mark
