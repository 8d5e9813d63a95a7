"""A miniature sheet."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.rules.moves import Color
from qwixx.ui.parts.html import Node, h
from qwixx.ui.parts.sheet import size_attributes

if TYPE_CHECKING:
    from qwixx.rules.sheet import Sheet


@lru_cache(maxsize=64)
def miniature(sheet: Sheet) -> Node:
    """Return a small sheet: a box for each number, crossed out or empty, and each row's lock."""
    rows = (
        h(
            "span",
            {"class": Color(index).name.lower()},
            *(
                h("i", {"class": "crossed" if sheet.rows[index] >> place & 1 else None})
                for place in range(len(row.numbers))
            ),
            h("i", {"class": "row-lock"}),
        )
        for index, row in enumerate(sheet.variant.rows)
    )
    columns = size_attributes(sheet.variant)["data-columns"]
    return h("span", {"class": "miniature", "data-columns": columns, "aria-hidden": "true"}, *rows)
