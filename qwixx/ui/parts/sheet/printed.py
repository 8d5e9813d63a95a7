"""A row on paper."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.rules.moves import Mark
from qwixx.ui.parts.html import Node, h
from qwixx.ui.parts.sheet.one_row import (
    box_class,
    link_direction,
    row_class,
    row_letters,
    sheet_of_row,
)
from qwixx.ui.texts import sentences as texts

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant
    from qwixx.rules.sheet import Sheet
    from qwixx.ui.parts.sheet.look import SheetLook
    from qwixx.ui.texts.languages import Texts

_CROSS = "M2 2.5 8 7.5M8 2 2 8"
_PADLOCK = ("M2.500 4.800h5v3.700h-5z", "M3.500 4.800v-1a1.500 1.500 0 0 1 3 0v1")


def printed_row(
    _: Texts, variant: Variant, row: int, crosses: int, card: str, look: SheetLook
) -> Node:
    """Return a row on paper; see `rows.sheet_rows`."""
    sheet = sheet_of_row(variant, crosses, card)
    is_between = row >= len(variant.rows)
    signs, links = variant.signs(card), variant.links(card)
    return h(
        "div",
        {"class": f"printed-row {row_class(variant, row)}", "data-closed": look.closed[0]},
        h("i", None, row_letters(_, variant, row)),
        *(
            _printed_box(_, sheet, mark, signs.get(mark, ""), links.get(mark))
            for mark in variant.marks[row]
        ),
        None if is_between else _printed_lock(sheet, row),
    )


def _printed_box(_: Texts, sheet: Sheet, mark: Mark, sign: str, partner: Mark | None) -> Node:
    """Return a number on paper, with room for a second cross if it has one."""
    variant = sheet.variant
    spec = variant.rows[mark.row] if mark.row < len(variant.rows) else None
    is_mixed = spec is not None and bool(spec.dice)
    locks = spec is not None and bool(spec.bits[mark.number] & spec.locking_bits)
    kind = [box_class(variant, mark)] * is_mixed + ["locking-number"] * locks
    second = Mark(mark.row, mark.number, second=True)
    return h(
        "span",
        {
            "class": " ".join(kind) or None,
            "data-sign": sign or None,
            "data-link": None if partner is None else link_direction(mark, partner),
        },
        str(mark.number),
        h("small", None, texts.color_letter(_, variant.color_of(mark))) if is_mixed else None,
        h("span", {"class": f"sign {sign}"}) if sign else None,
        h(
            "span",
            {"class": "second"},
            printed_cross() if sheet.crosses & variant.bit(second) else None,
        )
        if variant.bit(second)
        else None,
        printed_cross() if sheet.crosses & variant.bit(mark) else None,
    )


def _printed_lock(sheet: Sheet, row: int) -> Node:
    """Return a lock on paper, with the number of crosses that it needs."""
    return h(
        "span",
        {"class": "printed-lock"},
        _printed_shape("padlock", *_PADLOCK),
        h("small", None, f"{sheet.variant.rows[row].lock_needs} ×"),
        printed_cross() if sheet.locked(row) else None,
    )


def printed_cross() -> Node:
    """Return a cross on paper."""
    return _printed_shape("cross", _CROSS)


@lru_cache(maxsize=4)
def _printed_shape(kind: str, *paths: str) -> Node:
    shapes = (h("path", {"d": path}) for path in paths)
    return h("svg", {"class": kind, "viewBox": "0 0 10 10", "aria-hidden": "true"}, *shapes)
