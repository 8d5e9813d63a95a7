"""A person's unfinished action at a board, and the page's answer: one value of each.

They never occur together: a tap that does not count yet, a covered sheet, a last cross that is
shown for a moment, and a hint; a refusal, the scores, and the reason why there is no hint.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from qwixx.ui.model.values import Value

if TYPE_CHECKING:
    from qwixx.coach import Advice
    from qwixx.ui.model.messages import CellTapped


class Covered(Value):
    """The large sheet is covered while the device is handed over.

    Args:
        seat: seat of the covered sheet.
    """

    seat: int


class Held(Value):
    """The last cross of the game is shown for a moment before the result."""


class Tentative(Value):
    """A tap by a person at a shared device does not count yet.

    Args:
        tap: the tap.
    """

    tap: CellTapped


class Hinted(Value):
    """A hint is shown.

    Args:
        advice: advice on the legal moves, best first.
    """

    advice: tuple[Advice, ...]


Hand: TypeAlias = Covered | Held | Tentative | Hinted | None
"""The unfinished action of the person at the board, or None."""


class Refused(Value):
    """The last tap was illegal, so the status says why.

    Args:
        tap: the tap.
    """

    tap: CellTapped


class Scores(Value):
    """The status shows the scores."""


class NoHint(Value):
    """A hint was requested when there was nothing to decide."""


Note: TypeAlias = Refused | Scores | NoHint | None
"""The page's answer to the last control or tap; None for none."""


class Weights(Enum):
    """The weights for the bots of a game."""

    AS_LOADED = "as loaded"
    """The loaded weights suffice, or no others were requested."""
    REQUESTED = "requested"
    """Some were requested, and a bot waits for them."""
    FAILED = "failed"
    """Some failed to load, so bots use heuristics."""
