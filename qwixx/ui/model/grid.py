"""Keyboard navigation on a sheet, which runs from left to right in every language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.rules.moves import Mark

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant

WAYS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End")


def neighbor_cell(variant: Variant, code: str, key: str) -> Mark:
    """Return the cell that a key leads to; at an edge, the cell itself.

    Args:
        variant: the variant.
        code: code of the focused cell, such as "r7".
        key: one of `WAYS`.
    """
    marks, here = variant.marks, Mark.from_code(code)
    row, cell = here.row, marks[here.row].index(here)
    last = len(marks[row]) - 1
    row += {"ArrowUp": -1, "ArrowDown": 1}.get(key, 0)
    cell += {"ArrowLeft": -1, "ArrowRight": 1, "Home": -cell, "End": last - cell}.get(key, 0)
    return marks[min(max(row, 0), len(marks) - 1)][min(max(cell, 0), last)]
