"""The rows of a sheet, on the screen and on paper."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.rules.moves import ROW_LETTERS, Mark
from qwixx.ui.parts.html import Node, h
from qwixx.ui.parts.sheet.cell import PrintedCell, cell
from qwixx.ui.parts.sheet.lock import lock
from qwixx.ui.parts.sheet.one_row import (
    box_class,
    cell_state,
    crosses_of_row,
    link_direction,
    row_class,
    row_letters,
    sheet_of_row,
)
from qwixx.ui.parts.sheet.printed import printed_row
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.boxes import box_label

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant
    from qwixx.rules.sheet import Sheet
    from qwixx.ui.parts.sheet.look import Offer, SheetLook
    from qwixx.ui.texts.languages import Texts


@lru_cache(maxsize=128)
def sheet_rows(_: Texts, sheet: Sheet, look: SheetLook) -> tuple[Node, ...]:
    """Return the rows of a sheet."""
    draw = printed_row if look.is_printed else _row
    variant = sheet.variant
    offers: list[list[Offer]] = [[] for _ in variant.marks]
    for offer in look.offers:
        offers[offer.mark.row].append(offer)
    return tuple(
        draw(
            _,
            variant,
            row,
            crosses_of_row(sheet, row),
            sheet.card,
            look.in_row(row, tuple(offers[row])),
        )
        for row in variant.row_order
    )


@lru_cache(maxsize=512)
def _row(_: Texts, variant: Variant, row: int, crosses: int, card: str, look: SheetLook) -> Node:
    """Return a row.

    Args:
        _: the texts of the language.
        variant: the variant.
        row: index of the row.
        crosses: its crosses; see `crosses_of_row`.
        card: letter of the printed card; "" if there is none.
        look: the look of this row; see `SheetLook.in_row`.
    """
    sheet = sheet_of_row(variant, crosses, card)
    letters = ROW_LETTERS[row]
    return h(
        "div",
        {
            "class": f"row {row_class(variant, row)}",
            "role": "group",
            "aria-label": _row_label(_, variant, row),
            "data-row": letters,
        },
        _letter(row_letters(_, variant, row)) if "letters" in look.shows else None,
        *_cells(_, sheet, row, look),
        _lock(_, sheet, row, look) if row < len(variant.rows) else None,
        _points(
            str(sheet.row_points(row)) if row < len(variant.rows) else "",
            look.gain and look.gain.part_before(row),
            look.gain and look.gain.after,
        )
        if "points" in look.shows
        else None,
        *(_cells(_, sheet, row, look, second=True) if variant.second_marks(row) else ()),
    )


@lru_cache(maxsize=64)
def _letter(letters: str) -> Node:
    return h("span", {"class": "letter", "aria-hidden": "true", "translate": "no"}, letters)


@lru_cache(maxsize=256)
def _points(points: str, before: str | None, after: str | None) -> Node:
    """Return the points of a row, which replace the old ones once the gain has landed."""
    return h(
        "span",
        {
            "class": "points",
            "aria-hidden": "true",
            "data-was": before,
            "data-after": after if before else None,
        },
        points,
        key=points,  # new points need a new element, which is animated
    )


@lru_cache(maxsize=128)
def _printed_cells(
    _: Texts, variant: Variant, row: int, card: str, *, second: bool
) -> tuple[PrintedCell, ...]:
    """Return the printed parts of a row's cells, or of its second crosses."""
    signs, links = variant.signs(card), variant.links(card)
    cells = []
    for mark in variant.second_marks(row) if second else variant.marks[row]:
        sign, partner = signs.get(mark, ""), links.get(mark)
        has_letter = mark.row < len(variant.rows) and bool(variant.rows[mark.row].dice)
        cells.append(
            PrintedCell(
                variant,
                mark,
                box_label(_, variant, mark, sign, partner),
                _cell_class(variant, mark, has_color=has_letter),
                texts.color_letter(_, variant.color_of(mark)) if has_letter else "",
                sign,
                "" if partner is None else link_direction(mark, partner),
            )
        )
    return tuple(cells)


def _cells(
    _: Texts, sheet: Sheet, row: int, look: SheetLook, *, second: bool = False
) -> list[Node]:
    """Return the cells of a printed line: the numbers of a row, or their second crosses."""
    offered = {offer.mark: offer for offer in look.offers}
    flagged = {flag.code: flag for flag in look.flags}
    expected = next((flag.code for flag in look.flags if flag.best), look.expected)
    cells = []
    first_new = _first_skipped_by_pen(sheet, row, look) if look.written else None
    for at, printed in enumerate(_printed_cells(_, sheet.variant, row, sheet.card, second=second)):
        mark, code = printed.mark, printed.code
        state = cell_state(sheet, mark, is_row_closed=look.closed[0])
        offer = offered.get(mark) if offered else None
        cells.append(
            cell(
                _,
                printed,
                "pending" if mark in look.pending else state,
                offer,
                _points_gained(sheet, mark) if offer and offer.gain is None else 0,
                mark in look.last_marks,
                mark in look.written
                or (first_new is not None and at >= first_new and state == "skipped"),
                look.gain if look.gain and look.gain.code == code else None,
                "wanted" if code == expected else "",
                code == look.tab_stop,
                flagged.get(code),
            )
        )
    return cells


def _first_skipped_by_pen(sheet: Sheet, row: int, look: SheetLook) -> int | None:
    """Return the position of the first cell that a mark skips as the pen writes it.

    Return None for a large sheet, which answers a tap at once.
    """
    if look.shows:
        return None
    marks = sheet.variant.marks[row]
    return max(
        (
            at + 1
            for at, mark in enumerate(marks)
            if mark not in look.written and sheet.crosses & sheet.variant.bit(mark)
        ),
        default=0,
    )


def _cell_class(variant: Variant, mark: Mark, *, has_color: bool) -> str:
    """Return the CSS classes of a cell: its color in a mixed row, and its second cross."""
    kinds = [box_class(variant, mark)] * has_color + ["second"] * mark.second
    has_second = variant.bit(Mark(mark.row, mark.number, second=True)) and not mark.second
    return " ".join(kinds + ["twice"] * bool(has_second))


@lru_cache(maxsize=1024)
def _points_gained(sheet: Sheet, mark: Mark) -> int:
    """Return the points that a row gains from a cross."""
    return sheet.cross(mark).row_points(mark.row) - sheet.row_points(mark.row)


@lru_cache(maxsize=64)
def _row_label(_: Texts, variant: Variant, row: int) -> str:
    return texts.row_name(_, variant, row)


def _lock(_: Texts, sheet: Sheet, row: int, look: SheetLook) -> Node:
    """Return the lock of a row."""
    variant = sheet.variant
    needs = variant.rows[row].lock_needs
    return lock(
        _,
        variant,
        row,
        "crossed" if sheet.locked(row) else "closed" if look.closed_locks[0] else "open",
        needs,
        min(needs, sheet.count(row)),
        shows_pips="pips" in look.shows,
        action=f"{look.lock_action}:{ROW_LETTERS[row]}" if look.lock_action else "",
    )
