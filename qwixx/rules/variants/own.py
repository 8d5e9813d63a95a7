"""Blocks by hand: sheets whose numbers and colors a player has set, as codes that hold them."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING

from qwixx.rules.base32 import decode_base32, encode_base32
from qwixx.rules.boxes import RowSpec
from qwixx.rules.moves import N_, Color
from qwixx.rules.variants.block import DIFFICULTIES, SUMMARIES
from qwixx.rules.variants.classic import CLASSIC

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.rules.layout import Variant

NAME = "own"
VERSION = "1"
"""The first letter of a code; a newer form of code begins with another one."""
NUMBERS = tuple(range(2, 13))
"""The numbers of each row."""
_DATA, _CHECK = 37, 4
LENGTH = len(VERSION) + _DATA + _CHECK
"""Number of letters in a code."""
_SEED = "qwixx own block "


def design(rows: Sequence[Sequence[int]], dice: Sequence[Sequence[Color]]) -> Variant:
    """Return the block with these numbers and colors.

    Args:
        rows: for each row, its numbers, from left to right.
        dice: for each row, the color of each box.

    Raises:
        ValueError: a row does not have each number from 2 to 12 once, or its last box does not
            have the color of its lock, so that the row could not be locked with its own die.

    Source: rules, "Block by hand".
    """
    return block_of_code(_code_of(rows, dice))


def _code_of(rows: Sequence[Sequence[int]], dice: Sequence[Sequence[Color]]) -> str:
    """Return the code of a block. Source: rules, "Block by hand".

    Raises:
        ValueError: see `design`.
    """
    number = 0
    for color, row, boxes in zip(Color, rows, dice, strict=True):
        if sorted(row) != [*NUMBERS]:
            msg = f"the {color.name} row must have each number from 2 to 12 once, got {[*row]}"
            raise ValueError(msg)
        if len(boxes) != len(NUMBERS) or boxes[-1] != color:
            msg = f"the {color.name} row can never be locked: its last box must be {color.name}"
            raise ValueError(msg)
        rest = [*NUMBERS]
        for each in row:
            number = number * len(rest) + rest.index(each)
            rest.remove(each)
        for box in boxes[:-1]:
            number = number * len(Color) + Color(box)
    data = VERSION + encode_base32(number, _DATA)
    return data + _check_letters(data)


def block_of_code(code: str) -> Variant:
    """Return the block that a code of `LENGTH` letters in base 32 holds.

    Raises:
        ValueError: the code is damaged, or was written by a newer version.

    Source: rules, "Block by hand".
    """
    data = code[:-_CHECK]
    if code[0] != VERSION or code[-_CHECK:] != _check_letters(data):
        msg = "the code of the block is damaged, or from a newer version"
        raise ValueError(msg)
    number, places = decode_base32(data[1:]), []
    radixes = [*range(len(NUMBERS), 0, -1), *[len(Color)] * (len(NUMBERS) - 1)]
    for radix in reversed(radixes * len(Color)):
        number, place = divmod(number, radix)
        places.append(place)
    if number:
        msg = "the code of the block is damaged"
        raise ValueError(msg)
    places.reverse()
    rows, dice = [], []
    for color in Color:
        rest = [*NUMBERS]
        rows.append(tuple(rest.pop(places.pop(0)) for _ in NUMBERS))
        dice.append((*(Color(places.pop(0)) for _ in NUMBERS[1:]), color))
    is_mixed = any({*boxes} != {color} for color, boxes in zip(Color, dice, strict=True))
    is_shuffled = rows != [row.numbers for row in CLASSIC.rows]
    kind = "numbers" if not is_mixed else "both" if is_shuffled else "colors"
    return replace(
        CLASSIC,
        name=f"{NAME}:{code}",
        rows=tuple(
            RowSpec(color, row, 1, 5, dice=boxes if is_mixed else ())
            for color, row, boxes in zip(Color, rows, dice, strict=True)
        ),
        number=None,
        title=N_("Own block {code}"),
        summary=SUMMARIES[kind],
        difficulty=DIFFICULTIES[kind],
    )


def _check_letters(data: str) -> str:
    """Return the last letters of a code, which follow from the others."""
    digest = sha256((_SEED + data).encode("ascii")).digest()
    return encode_base32(int.from_bytes(digest, "big") % 32**_CHECK, _CHECK)
