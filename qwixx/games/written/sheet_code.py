"""A player's sheet as a few letters, to be read out when a game with the same dice is over.

A row that the rules allow has a number among all of them, and a sheet is these four numbers,
its penalties and whose it is, as one. That is told apart from what somebody has mistyped, and
from what belongs to another table.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.games.written.join_code import DealError, read_letters, typed_letters, write_letters

if TYPE_CHECKING:
    from qwixx.games.written.join_code import Deal
    from qwixx.rules.layout import RowSpec, Variant
    from qwixx.rules.sheet import Sheet

_SLIPS = 61
"""Every code is a multiple of this prime. Any one wrong letter, and any two that changed places,
change it by what is none, since the prime is larger than 31."""
_TABLES = 97
"""How many tables are told apart."""
_LETTER = 5
"""How many bits a letter holds."""


def write_end(deal: Deal, seat: int, sheet: Sheet) -> str:
    """Return the letters of a player's sheet, in groups.

    Raises:
        ValueError: no game leads to such a row.
    """
    variant = deal.variant
    number = seat * (variant.penalty_boxes + 1) + sheet.penalties
    for spec, crosses in zip(variant.rows, sheet.rows, strict=True):
        every = _rows(spec)
        rank = bisect_left(every, crosses)
        if every[rank : rank + 1] != (crosses,):
            msg = f"no row of a sheet: {crosses:b}"
            raise ValueError(msg)
        number = number * len(every) + rank
    number = (number * _TABLES + _table(deal)) * _SLIPS
    length = _length(variant)
    letters = write_letters(number, length)
    step = length // 3
    return " ".join(letters[at : at + step] for at in range(0, length, step))


def read_end(deal: Deal, text: object) -> tuple[int, Sheet]:
    """Read back whose sheet it is, and the sheet.

    Raises:
        DealError: the text is none. `why` is "length" for too few or too many letters, "slip"
            for a wrong one, "other-table" for a code of another game.
    """
    letters = typed_letters(text)
    if len(letters) != _length(deal.variant):
        msg = f"{_length(deal.variant)} letters and digits, not {len(letters)}"
        raise DealError(msg, "length")
    number, slip = divmod(read_letters(letters), _SLIPS)
    number, table = divmod(number, _TABLES)
    if slip:
        msg = "there is a slip in it"
        raise DealError(msg)
    if table != _table(deal):
        msg = "it is of another table"
        raise DealError(msg, "other-table")
    rows: list[int] = []
    for spec in reversed(deal.variant.rows):
        every = _rows(spec)
        number, rank = divmod(number, len(every))
        rows.insert(0, every[rank])
    seat, penalties = divmod(number, deal.variant.penalty_boxes + 1)
    return seat, replace(deal.blank_sheet(seat), rows=tuple(rows), penalties=penalties)


def _length(variant: Variant) -> int:
    """Return how many letters a code has: three groups of as many."""
    most = max(variant.players) * (variant.penalty_boxes + 1) * _TABLES * _SLIPS
    for spec in variant.rows:
        most *= len(_rows(spec))
    group = 3 * _LETTER
    return 3 * -(-(most - 1).bit_length() // group)


def _table(deal: Deal) -> int:
    """Return what tells a table from others."""
    return (deal.number * 2654435761 >> 9) % _TABLES


def _rows(spec: RowSpec) -> tuple[int, ...]:
    """Return all rows that the rules allow, as `Sheet.rows` has them, in their order.

    Source: rules, "Left to right", "Locking", "Longo: locking".
    """
    return _all_rows(len(spec.numbers), spec.lock_cells, spec.lock_needs)


@lru_cache(maxsize=8)
def _all_rows(numbers: int, lock_cells: int, lock_needs: int) -> tuple[int, ...]:
    free = numbers - lock_cells
    rows = range(1 << free)
    enough = [row for row in rows if row.bit_count() >= lock_needs]
    locks = [1 << cell | 1 << numbers for cell in range(free, numbers)]
    return (*rows, *(row | lock for lock in locks for row in enough))
