"""Parts of a row that its drawings share, on the screen and on paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.rules.moves import ROW_LETTERS, Color
from qwixx.rules.sheet import Sheet
from qwixx.ui.texts import sentences as texts

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Mark
    from qwixx.ui.texts.languages import Texts


def crosses_of_row(sheet: Sheet, row: int) -> int:
    """Return the crosses that matter for a row: its own, and those that count for its points."""
    table = sheet.variant.tables.rows[row]
    return sheet.crosses & (table.counted | table.scored)


def sheet_of_row(variant: Variant, crosses: int, card: str) -> Sheet:
    """Return a sheet with crosses in one row only; see `crosses_of_row`."""
    return Sheet(variant, crosses=crosses, card=card)


def cell_state(sheet: Sheet, mark: Mark, *, is_row_closed: bool) -> str:
    """Return the state of a cell: "crossed", "skipped", "closed" with its row, or "open".

    Args:
        sheet: the sheet; crosses in other rows do not matter.
        mark: the cell.
        is_row_closed: whether the row is shown as closed.
    """
    bit, tables = sheet.variant.tables.bits, sheet.variant.tables
    if sheet.crosses & sheet.variant.bit(mark):
        return "crossed"
    first = bit[(mark.row << 7 | mark.number) << 1]
    is_skipped = (sheet.crosses & tables.rows[mark.row].path) >= 2 * first
    return "skipped" if is_skipped else "closed" if is_row_closed else "open"


def color_class(variant: Variant, row: int) -> str:
    """Return the CSS class of a row's color, or of both colors of a row between two."""
    if row < len(variant.rows):
        return Color(row).name.lower()
    return ROW_LETTERS[row]


def box_class(variant: Variant, mark: Mark) -> str:
    """Return the CSS class of the color of a box, or of both colors in a bonus row."""
    if mark.row < len(variant.rows):
        return variant.color_of(mark).name.lower()
    return color_class(variant, mark.row)


def row_class(variant: Variant, row: int) -> str:
    """Return the CSS classes of a row: its color, and "mixed" if its boxes have several."""
    if row >= len(variant.rows):
        return f"{color_class(variant, row)} between"
    return f"{color_class(variant, row)}{' mixed' if variant.rows[row].dice else ''}"


def row_letters(_: Texts, variant: Variant, row: int) -> str:
    """Return the letter of a row's color, or of both in a bonus row; "" in a mixed row."""
    if row >= len(variant.rows):
        between = variant.bonus_rows[row - len(variant.rows)].between
        return " ".join(texts.color_letter(_, color) for color in between)
    return "" if variant.rows[row].dice else texts.color_letter(_, row)


def link_direction(mark: Mark, partner: Mark) -> str:
    """Return the direction of a linked box: "below" or "above"."""
    return "below" if partner.row > mark.row else "above"
