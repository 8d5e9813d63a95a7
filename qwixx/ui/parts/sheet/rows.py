"""The rows of a sheet, on the screen and on paper."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.rules.moves import Color, Mark
from qwixx.ui.parts.html import Node, h
from qwixx.ui.parts.sheet.cell import cell
from qwixx.ui.parts.sheet.lock import lock
from qwixx.ui.parts.sheet.one_row import row_class, sheet_of_row
from qwixx.ui.parts.sheet.printed import printed_row
from qwixx.ui.texts import sentences as texts

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant
    from qwixx.rules.sheet import Sheet
    from qwixx.ui.parts.sheet.look import Offer, SheetLook


@lru_cache(maxsize=128)
def sheet_rows(language: str, sheet: Sheet, look: SheetLook) -> tuple[Node, ...]:
    """Return the rows of a sheet."""
    draw = printed_row if look.is_printed else _row
    offers: list[list[Offer]] = [[] for _ in sheet.rows]
    for offer in look.offers:
        offers[offer.mark.row].append(offer)
    return tuple(
        draw(language, sheet.variant, row, crosses, look.in_row(row, tuple(offers[row])))
        for row, crosses in enumerate(sheet.rows)
    )


@lru_cache(maxsize=512)
def _row(language: str, variant: Variant, row: int, crosses: int, look: SheetLook) -> Node:
    """Return a row.

    Args:
        language: code of the language.
        variant: the variant.
        row: index of the row.
        crosses: its crosses, as in `Sheet.rows`; crosses in other rows do not matter.
        look: the look of this row; see `SheetLook.in_row`.
    """
    spec, sheet = variant.rows[row], sheet_of_row(variant, row, crosses)
    points = sheet.row_points(row)
    offered = {offer.mark.number: offer for offer in look.offers}
    flagged = {flag.code: flag for flag in look.flags}
    expected = next((flag.code for flag in look.flags if flag.best), look.expected)
    cells = []
    for mark in variant.marks[row]:
        state = _cell_state(crosses, spec.bits[mark.number], is_row_closed=look.closed[0])
        offer, code = offered.get(mark.number), mark.code
        color = spec.color_of(mark.number)
        cells.append(
            cell(
                language,
                mark,
                color,
                "pending" if mark in look.pending else state,
                offer.when if offer else "",
                _points_gained(variant, row, crosses, mark.number) if offer else 0,
                offer.dice if offer else "",
                mark in look.last_marks,
                mark in look.written,
                look.gain if look.gain and look.gain.code == code else None,
                "wanted" if code == expected else "",
                code == look.tab_stop,
                flagged.get(code),
                letter=texts.color_letter(language, color) if spec.dice else "",
            )
        )
    letter = Color(row).letter
    return h(
        "div",
        {
            "class": f"row {row_class(variant, row)}",
            "role": "group",
            "aria-label": _row_label(language, variant, row),
            "data-row": letter,
        },
        _color_letter(language, variant, row) if "letters" in look.shows else None,
        *cells,
        lock(
            language,
            variant,
            row,
            "crossed" if sheet.locked(row) else "closed" if look.closed_locks[0] else "open",
            spec.lock_needs,
            min(spec.lock_needs, sheet.count(row)),
            shows_pips="pips" in look.shows,
            action=f"{look.lock_action}:{letter}" if look.lock_action else "",
        ),
        h("span", {"class": "points", "aria-hidden": "true"}, str(points))
        if "points" in look.shows
        else None,
    )


@lru_cache(maxsize=1024)
def _points_gained(variant: Variant, row: int, crosses: int, number: int) -> int:
    """Return the points that a row gains from a cross."""
    sheet = sheet_of_row(variant, row, crosses)
    return sheet.cross(Mark(row, number)).row_points(row) - sheet.row_points(row)


def _cell_state(crosses: int, bit: int, *, is_row_closed: bool) -> str:
    """Return the state of a cell: "crossed", "skipped", "closed" with its row, or "open".

    Args:
        crosses: the row's crosses, as in `Sheet.rows`.
        bit: the cell's bit.
        is_row_closed: whether the row is shown as closed.
    """
    if crosses & bit:
        return "crossed"
    return "skipped" if crosses > bit else "closed" if is_row_closed else "open"


@lru_cache(maxsize=64)
def _row_label(language: str, variant: Variant, row: int) -> str:
    return texts.row_name(language, variant, row)


def _color_letter(language: str, variant: Variant, row: int) -> Node:
    """Return the letter of a row's color, for color-blind players; boxes have it in mixed rows."""
    letter = {"class": "letter", "aria-hidden": "true", "translate": "no"}
    return h("span", letter, "" if variant.rows[row].dice else texts.color_letter(language, row))
