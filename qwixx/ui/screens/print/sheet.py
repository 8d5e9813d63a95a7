"""A printed sheet, as nodes: only text, lines, and areas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.rules.moves import Color
from qwixx.rules.variants import CLASSIC
from qwixx.ui.parts.html import Node, h, untranslated
from qwixx.ui.parts.sheet.extras import extras_below_rows
from qwixx.ui.parts.sheet.look import SheetLook
from qwixx.ui.parts.sheet.printed import printed_cross
from qwixx.ui.parts.sheet.rows import sheet_rows
from qwixx.ui.parts.sheet.sums import points_by_crosses_table
from qwixx.ui.texts import sentences as texts

if TYPE_CHECKING:
    from collections.abc import Collection

    from qwixx.rules.sheet import Sheet
    from qwixx.ui.texts.languages import Texts


def printed_sheet(
    _: Texts, sheet: Sheet, name: str, day: str, closed: Collection[int], *, blank: bool
) -> Node:
    """Return a sheet for printing.

    Args:
        _: the texts of the language.
        sheet: the sheet.
        name: name of the player; "" for a line to write on.
        day: day of the game; "" for a line to write on.
        closed: indexes of the closed rows.
        blank: whether to leave the points and the lucky numbers blank, too.
    """
    variant = sheet.variant
    rows = range(len(variant.rows))
    locked_elsewhere = (row in closed and not sheet.locked(row) for row in rows)
    look = SheetLook(tuple(locked_elsewhere), is_printed=True)
    title = "Qwixx" if variant is CLASSIC else f"Qwixx {texts.variant_name(_, variant)}"
    if sheet.card:
        title = f"{title} · {sheet.card}"
    return h(
        "article",
        {"class": "printed"},
        h(
            "header",
            None,
            h("b", None, title),
            _lucky_boxes(sheet, blank=blank) if variant.lucky_pairs else None,
            _line_to_write_on(_("Name"), name),
            _line_to_write_on(_("Date"), day, "short"),
        ),
        h(
            "div",
            {"class": "printed-rows", "dir": "ltr"},
            *sheet_rows(_, sheet, look),
        ),
        extras_below_rows(_, sheet),
        _points_boxes(_, sheet, blank=blank),
        points_by_crosses_table(_, variant),
    )


def _line_to_write_on(label: str, text: str, css_class: str = "") -> Node:
    """Return a labeled line to write on, with the text if there is one."""
    return h(
        "span", {"class": f"line {css_class}".strip()}, h("small", None, label), untranslated(text)
    )


def _lucky_boxes(sheet: Sheet, *, blank: bool) -> Node:
    """Return the boxes for lucky numbers."""
    numbers = ("", "") if blank or not sheet.lucky else tuple(map(str, sheet.lucky))
    return h(
        "span",
        {"class": "lucky-boxes", "dir": "ltr"},
        "★",
        *(h("i", None, each) for each in numbers),
    )


def _points_boxes(_: Texts, sheet: Sheet, *, blank: bool) -> Node:
    """Return the boxes for the points of each row, the penalties, and the total."""
    variant = sheet.variant

    def box(label: str, points: int, kind: str) -> Node:
        number = "" if blank else str(points)
        return h("span", {"class": f"box {kind}"}, h("small", None, label), h("b", None, number))

    return h(
        "div",
        {"class": "printed-foot", "dir": "ltr"},
        *(
            box(
                texts.row_name(_, variant, color),
                sheet.row_points(color),
                color.name.lower(),
            )
            for color in Color
        ),
        box("+", sheet.extra_points, "extra") if variant.tables.points else None,
        h("span", {"class": "operator"}, f"− {variant.penalty_points} ×"),
        *(
            h(
                "span",
                {"class": "penalty-box"},
                printed_cross() if number < sheet.penalties else None,
            )
            for number in range(variant.penalty_boxes)
        ),
        h("span", {"class": "operator"}, "="),
        box(_("Points"), sheet.points, "grand-total"),
    )
