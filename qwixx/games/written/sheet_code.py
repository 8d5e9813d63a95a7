"""The sheet code: a final sheet as 12 characters or a few more, for reading aloud or typing.

Each row is stored as its index among all legal rows. Rows, penalties, and seat are packed into one
integer, with a check for typing errors and a tag that distinguishes tables.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.games.written.join_code import SameDiceError, normalize_typed
from qwixx.rules.base32 import decode_base32, encode_base32
from qwixx.rules.sheet import Sheet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.games.written.join_code import SharedSetup
    from qwixx.rules.layout import Variant

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
    for every, crosses in zip(_legal_rows(variant), sheet.rows, strict=True):
        rank = bisect_left(every, crosses)
        if rank == len(every) or every[rank] != crosses:
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
    for every in reversed(_legal_rows(setup.variant)):
        number, rank = divmod(number, len(every))
        rows.insert(0, every[rank])
    seat, penalties = divmod(number, setup.variant.penalty_boxes + 1)
    blank = setup.blank_sheet(seat)
    return seat, Sheet(setup.variant, tuple(rows), penalties, blank.lucky, blank.card)


def _code_length(variant: Variant) -> int:
    """Return the number of letters in a code, a multiple of three."""
    limit = max(variant.players) * (variant.penalty_boxes + 1) * _TABLE_TAG_COUNT * _CHECK_PRIME
    for every in _legal_rows(variant):
        limit *= len(every)
    group = 3 * _BITS_PER_LETTER
    return 3 * -(-(limit - 1).bit_length() // group)


def _table_tag(setup: SharedSetup) -> int:
    """Return the tag of a table, a multiplicative hash of its setup."""
    return (setup.packed_number * 2654435761 >> 9) % _TABLE_TAG_COUNT


def _legal_rows(variant: Variant) -> list[Sequence[int]]:
    """Return all legal bitmasks of each part of `Sheet.rows`, in ascending order.

    Crosses in one part that depend on those in another are not checked.

    Source: rules, "Left to right", "Locking", "Longo: locking".
    """
    rows: list[Sequence[int]] = [
        # second crosses count for the lock, so how many the row itself has is open
        _enumerate_rows(
            len(row.numbers), row.lock_cells, 0 if row.second_cells else row.lock_needs
        )
        for row in variant.rows
    ]
    return rows + [
        range(1 << width) for _start, width, _lock in variant.tables.strips[len(rows) :]
    ]


@lru_cache(maxsize=8)
def _enumerate_rows(numbers: int, lock_cells: int, lock_needs: int) -> tuple[int, ...]:
    free = numbers - lock_cells
    rows = range(1 << free)
    enough = [row for row in rows if row.bit_count() >= lock_needs]
    locks = [1 << cell | 1 << numbers for cell in range(free, numbers)]
    return (*rows, *(row | lock for lock in locks for row in enough))
