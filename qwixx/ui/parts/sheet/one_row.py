"""What the drawings of one row share, on the screen and on paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.rules.moves import Color
from qwixx.rules.sheet import Sheet

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant


def sheet_of_row(variant: Variant, row: int, crosses: int) -> Sheet:
    """Return a sheet with crosses in one row only."""
    return Sheet(variant, tuple(crosses if each == row else 0 for each in range(len(Color))))


def row_class(variant: Variant, row: int) -> str:
    """Return the CSS classes of a row: its color, and "mixed" if its boxes have several."""
    return f"{Color(row).name.lower()}{' mixed' if variant.rows[row].dice else ''}"
