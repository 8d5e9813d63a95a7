"""A miniature sheet."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.rules.moves import Mark
from qwixx.ui.parts.html import Node, h
from qwixx.ui.parts.sheet.look import size_attributes
from qwixx.ui.parts.sheet.one_row import box_class, color_class, row_class

if TYPE_CHECKING:
    from qwixx.rules.sheet import Sheet


@lru_cache(maxsize=64)
def miniature(sheet: Sheet) -> Node:
    """Return a small sheet: a box for each number, crossed out or empty, and each row's lock."""
    rows = (_row(sheet, row) for row in sheet.variant.row_order)
    columns = size_attributes(sheet.variant)["data-columns"]
    track = [
        h("i", {"class": field.color.name.lower() if field.color is not None else None})
        for field in sheet.variant.track
    ]
    return h(
        "span",
        {"class": "miniature", "data-columns": columns, "aria-hidden": "true"},
        *rows,
        h("span", {"class": "track"}, *track) if track else None,
    )


def _row(sheet: Sheet, row: int) -> Node:
    """Return a row: its boxes, and its lock if it has one."""
    variant = sheet.variant
    is_between = row >= len(variant.rows)
    is_mixed = not is_between and bool(variant.rows[row].dice)
    color = color_class(variant, row)
    lock = h("i", {"class": f"row-lock {color}" if is_mixed else "row-lock"})
    return h(
        "span",
        {"class": row_class(variant, row)},
        *(h("i", {"class": _box_class(sheet, mark, is_mixed)}) for mark in variant.marks[row]),
        None if is_between else lock,
    )


def _box_class(sheet: Sheet, mark: Mark, is_mixed: bool) -> str | None:  # noqa: FBT001 - private
    """Return the CSS classes of a box: its color in a row of several, its sign, and its cross."""
    variant = sheet.variant
    is_crossed = sheet.crosses & variant.bit(mark) != 0
    has_sign = mark in variant.signs(sheet.card) or mark in variant.links(sheet.card)
    is_twice = variant.bit(Mark(mark.row, mark.number, second=True)) != 0
    kinds = [box_class(variant, mark)] * is_mixed + ["signed"] * has_sign
    return " ".join(kinds + ["twice"] * is_twice + ["crossed"] * is_crossed) or None
