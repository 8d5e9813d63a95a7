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
    lines, here = variant.printed_lines, Mark.from_code(code)
    row = next(at for at, line in enumerate(lines) if here in line)
    cell, last = lines[row].index(here), len(lines[row]) - 1
    row += {"ArrowUp": -1, "ArrowDown": 1}.get(key, 0)
    cell += {"ArrowLeft": -1, "ArrowRight": 1, "Home": -cell, "End": last - cell}.get(key, 0)
    line = lines[min(max(row, 0), len(lines) - 1)]
    return line[min(max(cell, 0), last, len(line) - 1)]
