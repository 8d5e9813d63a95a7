"""Examples in the rules: small sheets with a caption, and the cells that their dice offer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.rules.moves import Color, Mark
from qwixx.rules.sheet import Sheet
from qwixx.ui.dialogs.rule_pictures import figure
from qwixx.ui.parts.html import Node, h
from qwixx.ui.parts.sheet.look import Offer, SheetLook
from qwixx.ui.parts.sheet.sums import sum_line
from qwixx.ui.texts import sentences as texts

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant
    from qwixx.ui.texts.languages import Texts

WHITES = (4, 1)
"""Values of the white dice in the examples, possible on any dice with four or more sides."""


def sheet_with_crosses(variant: Variant, row: Color, *places: int) -> Sheet:
    """Return a sheet with crosses in one row, at places counted from 0 on the left."""
    rows = [0] * len(variant.rows)
    rows[row] = sum(1 << place for place in places)
    return Sheet(variant, tuple(rows))


def example(_: Texts, sheet: Sheet, caption: str, *offers: Offer, is_closed: bool = False) -> Node:
    """Return a captioned figure of the rows that have crosses or offers."""
    rows = [
        color.letter
        for color in Color
        if sheet.rows[color] or any(offer.mark.row == color for offer in offers)
    ]
    look = SheetLook((is_closed,) * len(sheet.variant.rows), offers=offers)
    return figure(_, sheet, look, caption, rows)


def number_offers(sheet: Sheet, number: int) -> list[Offer]:
    """Return an offer of a number in each row where it may be crossed out."""
    return _legal_offers(sheet, [Mark(row.value, number) for row in Color])


def die_offers(sheet: Sheet, color: Color, die: int) -> list[Offer]:
    """Return an offer of each box that a colored die and a white die cross out."""
    return [
        Offer(mark, "now", f"{white}+{die}")
        for white in WHITES
        for mark in boxes_of_color(sheet.variant, color, white + die)
        if sheet.may_cross(mark)
    ]


def lucky_offers(sheet: Sheet) -> list[Offer]:
    """Return offers for a lucky sum: the first free number in rows with the fewest crosses."""
    closed = (False,) * len(sheet.variant.rows)
    marks = [
        Mark(row.color.value, number)
        for row in sheet.variant.rows
        for number, bit in row.bits.items()
        if bit == sheet.lucky_bit(row.color.value, closed)
    ]
    return _legal_offers(sheet, marks)


def _legal_offers(sheet: Sheet, marks: list[Mark]) -> list[Offer]:
    return [Offer(mark, "now", "") for mark in marks if sheet.may_cross(mark)]


def boxes_of_color(variant: Variant, color: Color, number: int) -> list[Mark]:
    """Return the boxes of a color with a number."""
    return [
        Mark(at, number)
        for at, row in enumerate(variant.rows)
        if number in row.numbers and row.color_of(number) is color
    ]


def green_value_with_most_marks(sheet: Sheet) -> int:
    """Return the value of the green die with the most legal sums, preferably 6."""
    sides: int = sheet.variant.die_sides
    values: list[int] = [min(6, sides), *range(1, sides + 1)]
    return max(values, key=lambda value: len(die_offers(sheet, Color.GREEN, value)))


def points_sum(_: Texts, sheet: Sheet) -> Node:
    """Return the points of a sheet: the sum line, and the total as a caption."""
    points = sheet.points
    text = _.ngettext("{points} point.", "{points} points.", abs(points))
    return h(
        "figure",
        {"class": "example"},
        h(
            "div",
            {"class": "sheet large", "inert": True, "aria-hidden": "true"},
            sum_line(_, sheet),
        ),
        h("figcaption", None, text.format(points=texts.points_number(points))),
    )


def scored_sheet(variant: Variant) -> Sheet:
    """Return the sheet of the worked example. Source: rules, "Score", "Longo: score"."""
    counts = (4, 3, 8, 7) if not variant.lucky_pairs else (4, 3, 9, 8)
    rows = tuple(
        (1 << min(count, len(spec.numbers) - spec.lock_cells)) - 1
        for count, spec in zip(counts, variant.rows, strict=True)
    )
    return Sheet(variant, rows, penalties=2)
