"""The sheet code: a final sheet as 12 characters (15 in Longo), for reading aloud or typing.

Each row is stored as its index among all legal rows. Rows, penalties, and seat are packed into one
integer, with a check for typing errors and a tag that distinguishes tables.
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
"""Every encoded number is a multiple of this prime. Since the prime is larger than 31, this check
detects any single wrong letter and any swap of two neighbors."""
_TABLE_TAG_COUNT = 97
"""Number of different table tags."""
_BITS_PER_LETTER = 5


def encode_sheet(setup: SharedSetup, seat: int, sheet: Sheet) -> str:
    """Return the code of a player's sheet: three groups of letters.

    Raises:
        ValueError: a row is not legal, or `setup` has no join code.
    """
    variant = setup.variant
    number = seat * (variant.penalty_boxes + 1) + sheet.penalties
    for spec, crosses in zip(variant.rows, sheet.rows, strict=True):
        every = _legal_rows(spec)
        rank = bisect_left(every, crosses)
        if every[rank : rank + 1] != (crosses,):
            msg = f"not a legal row: {crosses:b}"
            raise ValueError(msg)
        number = number * len(every) + rank
    number = (number * _TABLE_TAG_COUNT + _table_tag(setup)) * _CHECK_PRIME
    length = _code_length(variant)
    letters = encode_base32(number, length)
    step = length // 3
    return " ".join(letters[at : at + step] for at in range(0, length, step))


def decode_sheet(setup: SharedSetup, text: object) -> tuple[int, Sheet]:
    """Parse a sheet code that a person typed; return the seat and the sheet.

    Raises:
        SameDiceError: the code is invalid. `reason` is "length" for a wrong number of letters,
            "slip" for a wrong letter, or "other-table" for a code from another table.
    """
    letters = normalize_typed(text)
    length = _code_length(setup.variant)
    if len(letters) != length:
        msg = f"a sheet code has {length} letters and digits, not {len(letters)}"
        raise SameDiceError(msg, "length")
    number, remainder = divmod(decode_base32(letters), _CHECK_PRIME)
    number, tag = divmod(number, _TABLE_TAG_COUNT)
    if remainder:
        msg = "mistyped: the check does not match"
        raise SameDiceError(msg)
    if tag != _table_tag(setup):
        msg = "the code belongs to another table"
        raise SameDiceError(msg, "other-table")
    rows: list[int] = []
    for spec in reversed(setup.variant.rows):
        every = _legal_rows(spec)
        number, rank = divmod(number, len(every))
        rows.insert(0, every[rank])
    seat, penalties = divmod(number, setup.variant.penalty_boxes + 1)
    return seat, replace(setup.blank_sheet(seat), rows=tuple(rows), penalties=penalties)


def _code_length(variant: Variant) -> int:
    """Return the number of letters in a code, a multiple of three."""
    limit = max(variant.players) * (variant.penalty_boxes + 1) * _TABLE_TAG_COUNT * _CHECK_PRIME
    for spec in variant.rows:
        limit *= len(_legal_rows(spec))
    group = 3 * _BITS_PER_LETTER
    return 3 * -(-(limit - 1).bit_length() // group)


def _table_tag(setup: SharedSetup) -> int:
    """Return the tag of a table, a multiplicative hash of its setup."""
    return (setup.packed_number * 2654435761 >> 9) % _TABLE_TAG_COUNT


def _legal_rows(spec: RowSpec) -> tuple[int, ...]:
    """Return all legal rows as bitmasks, as in `Sheet.rows`, in ascending order.

    Source: rules, "Left to right", "Locking", "Longo: locking".
    """
    return _enumerate_rows(len(spec.numbers), spec.lock_cells, spec.lock_needs)


@lru_cache(maxsize=8)
def _enumerate_rows(numbers: int, lock_cells: int, lock_needs: int) -> tuple[int, ...]:
    free = numbers - lock_cells
    rows = range(1 << free)
    enough = [row for row in rows if row.bit_count() >= lock_needs]
    locks = [1 << cell | 1 << numbers for cell in range(free, numbers)]
    return (*rows, *(row | lock for lock in locks for row in enough))
