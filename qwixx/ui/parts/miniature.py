"""A miniature sheet."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.rules.moves import Color
from qwixx.ui.parts.html import Node, h
from qwixx.ui.parts.sheet.look import size_attributes

if TYPE_CHECKING:
    from qwixx.rules.boxes import RowSpec
    from qwixx.rules.sheet import Sheet


@lru_cache(maxsize=64)
def miniature(sheet: Sheet) -> Node:
    """Return a small sheet: a box for each number, crossed out or empty, and each row's lock."""
    rows = (
        h(
            "span",
            {"class": f"{Color(index).name.lower()}{' mixed' if row.dice else ''}"},
            *(
                h("i", {"class": _box_class(row, place, sheet.rows[index] >> place & 1)})
                for place in range(len(row.numbers))
            ),
            h("i", {"class": f"row-lock {Color(index).name.lower()}" if row.dice else "row-lock"}),
        )
        for index, row in enumerate(sheet.variant.rows)
    )
    columns = size_attributes(sheet.variant)["data-columns"]
    return h("span", {"class": "miniature", "data-columns": columns, "aria-hidden": "true"}, *rows)


def _box_class(row: RowSpec, place: int, is_crossed: int) -> str | None:
    """Return the CSS classes of a box: its color in a row of several, and its cross."""
    color = [row.dice[place].name.lower()] if row.dice else []
    return " ".join(color + ["crossed"] * is_crossed) or None
