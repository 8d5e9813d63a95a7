"""A row on paper."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.ui.parts.html import Node, h
from qwixx.ui.parts.sheet.one_row import row_class, sheet_of_row
from qwixx.ui.texts import sentences as texts

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant
    from qwixx.ui.parts.sheet.look import SheetLook

_CROSS = "M2 2.5 8 7.5M8 2 2 8"
_PADLOCK = ("M2.500 4.800h5v3.700h-5z", "M3.500 4.800v-1a1.500 1.500 0 0 1 3 0v1")


def printed_row(language: str, variant: Variant, row: int, crosses: int, look: SheetLook) -> Node:
    """Return a row on paper; see `rows.sheet_rows`."""
    spec, sheet = variant.rows[row], sheet_of_row(variant, row, crosses)
    return h(
        "div",
        {"class": f"printed-row {row_class(variant, row)}", "data-closed": look.closed[0]},
        h("i", None, "" if spec.dice else texts.color_letter(language, row)),
        *(
            h(
                "span",
                {
                    "class": " ".join(
                        [spec.color_of(number).name.lower()] * bool(spec.dice)
                        + ["locking-number"] * bool(bit & spec.locking_bits)
                    )
                    or None
                },
                str(number),
                h("small", None, texts.color_letter(language, spec.color_of(number)))
                if spec.dice
                else None,
                printed_cross() if crosses & bit else None,
            )
            for number, bit in spec.bits.items()
        ),
        h(
            "span",
            {"class": "printed-lock"},
            _printed_shape("padlock", *_PADLOCK),
            h("small", None, f"{spec.lock_needs} ×"),
            printed_cross() if sheet.locked(row) else None,
        ),
    )


def printed_cross() -> Node:
    """Return a cross on paper."""
    return _printed_shape("cross", _CROSS)


@lru_cache(maxsize=4)
def _printed_shape(kind: str, *paths: str) -> Node:
    shapes = (h("path", {"d": path}) for path in paths)
    return h("svg", {"class": kind, "viewBox": "0 0 10 10", "aria-hidden": "true"}, *shapes)
