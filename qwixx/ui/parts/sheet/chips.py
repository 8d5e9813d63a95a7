"""Cells beside or in a text: chips and tiles."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.rules.moves import Mark
from qwixx.ui.parts.html import Node, h
from qwixx.ui.parts.sheet.one_row import box_class

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Move


@lru_cache(maxsize=256)
def cell_chip(variant: Variant, mark: Mark, *, is_new: bool = False) -> Node:
    """Return a crossed cell for use in a line of text.

    Args:
        variant: the variant.
        mark: the mark.
        is_new: whether it was just made.
    """
    return h(
        "span",
        {
            "class": f"move-chip {box_class(variant, mark)}",
            "data-cross": True,
            "data-new": is_new,
            "aria-hidden": "true",
            "translate": "no",
        },
        str(mark.number),
        key=mark.code,
    )


@lru_cache(maxsize=256)
def tile(variant: Variant, move: Move, *, is_crossed: bool = True) -> Node:
    """Return the cell of a move for use beside a text, or a dash for a pass."""
    color = box_class(variant, move) if isinstance(move, Mark) else ""
    return h(
        "span",
        {
            "class": f"tile {color}".rstrip(),
            "data-crossed": is_crossed and isinstance(move, Mark),
            "aria-hidden": "true",  # the text names it
            "translate": "no",
        },
        str(move.number) if isinstance(move, Mark) else "–",
    )
