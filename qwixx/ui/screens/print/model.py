"""The model of what is printed: blank sheets, or those of a game that is over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from qwixx.rules.sheet import Sheet
    from qwixx.ui.model import Model

COUNTS = (1, 2, 4)
"""How many sheets a page can hold."""
SIZES = ("a4", "letter")
INKS = ("outlines", "color")


@dataclass(frozen=True, slots=True)
class PrintScreen:
    """Sheets for the printer.

    Args:
        back: the page as it was before, to which it returns. Its session is no longer looked at.
        variant: the name of the rules.
        arrived: whether the page was opened with it, so that the browser's way back leads out.
        sheets: names and sheets of a game that is over; () if none was looked at.
        filled: whether they are, and not blank ones.
        count: how many sheets lie on a page, one of `COUNTS`.
        size: of the paper, one of `SIZES`.
        ink: how much of it is used, one of `INKS`.
    """

    back: Model
    variant: str
    arrived: bool = False
    sheets: tuple[tuple[str, Sheet], ...] = ()
    filled: bool = False
    count: int = 1
    size: str = "a4"
    ink: str = "outlines"
