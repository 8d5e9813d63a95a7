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

from qwixx.games.written.join_code import (
    SameDiceError,
    decode_base32,
    encode_base32,
    normalize_typed,
)

if TYPE_CHECKING:
    from qwixx.games.written.join_code import SharedSetup
    from qwixx.rules.layout import RowSpec, Variant
    from qwixx.rules.sheet import Sheet

_CHECK_PRIME = 61
"""Every code is a multiple of this prime. Any one wrong letter, and any two that changed places,
change it by what is none, since the prime is larger than 31."""
_TABLE_TAG_COUNT = 97
"""How many tables are told apart."""
_BITS_PER_LETTER = 5
"""How many bits a letter holds."""


def encode_sheet(deal: SharedSetup, seat: int, sheet: Sheet) -> str:
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
    number = (number * _TABLE_TAG_COUNT + _table_tag(deal)) * _CHECK_PRIME
    length = _length(variant)
    letters = encode_base32(number, length)
    step = length // 3
    return " ".join(letters[at : at + step] for at in range(0, length, step))


def decode_sheet(deal: SharedSetup, text: object) -> tuple[int, Sheet]:
    """Read back whose sheet it is, and the sheet.

    Raises:
        SameDiceError: the text is none. `why` is "length" for too few or too many letters, "slip"
            for a wrong one, "other-table" for a code of another game.
    """
    letters = normalize_typed(text)
    if len(letters) != _length(deal.variant):
        msg = f"{_length(deal.variant)} letters and digits, not {len(letters)}"
        raise SameDiceError(msg, "length")
    number, slip = divmod(decode_base32(letters), _CHECK_PRIME)
    number, table = divmod(number, _TABLE_TAG_COUNT)
    if slip:
        msg = "there is a slip in it"
        raise SameDiceError(msg)
    if table != _table_tag(deal):
        msg = "it is of another table"
        raise SameDiceError(msg, "other-table")
    rows: list[int] = []
    for spec in reversed(deal.variant.rows):
        every = _rows(spec)
        number, rank = divmod(number, len(every))
        rows.insert(0, every[rank])
    seat, penalties = divmod(number, deal.variant.penalty_boxes + 1)
    return seat, replace(deal.blank_sheet(seat), rows=tuple(rows), penalties=penalties)


def _length(variant: Variant) -> int:
    """Return how many letters a code has: three groups of as many."""
    most = max(variant.players) * (variant.penalty_boxes + 1) * _TABLE_TAG_COUNT * _CHECK_PRIME
    for spec in variant.rows:
        most *= len(_rows(spec))
    group = 3 * _BITS_PER_LETTER
    return 3 * -(-(most - 1).bit_length() // group)


def _table_tag(deal: SharedSetup) -> int:
    """Return what tells a table from others."""
    return (deal.number * 2654435761 >> 9) % _TABLE_TAG_COUNT


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
