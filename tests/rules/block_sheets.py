"""Blocks for the second implementation of the rules: it works them out from the text of the rules.

Source: rules, "Block by code", "Block by hand".
"""

from __future__ import annotations

import hashlib
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING

from tests.rules import printed_sheets

if TYPE_CHECKING:
    from collections.abc import Iterator

DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
Sheet = tuple[dict[str, list[int]], dict[str, str]]
"""The numbers of each row, and the colors of its boxes."""


def sheet_of_code(code: str) -> Sheet:
    """Return the random sheet of a code."""
    mixed = ("numbers and colors", "numbers", "colors")[DIGITS.index(code[0]) % 3]
    number = int(hashlib.sha256(b"qwixx block 1 " + code.encode()).hexdigest(), 16)

    def draw(things: list[int] | list[str]) -> int:
        nonlocal number
        place = number % len(things)
        number //= len(things)
        return place

    rows = {letter: [*numbers] for letter, numbers in printed_sheets.PLAIN_ROWS.items()}
    if "numbers" in mixed:
        for letter in "rygb":
            left = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
            rows[letter] = []
            while left:
                rows[letter].append(left.pop(draw(left)))
    colors = {letter: [letter] * 11 for letter in "rygb"}
    if "colors" in mixed:
        for each in range(2, 13):
            left_colors = [c for c in "rygb" if rows[c][10] != each]
            for letter in "rygb":
                at = rows[letter].index(each)
                ends_here = at == 10
                color = letter if ends_here else left_colors.pop(draw(left_colors))
                colors[letter][at] = color
    return rows, {letter: "".join(boxes) for letter, boxes in colors.items()}


def sheet_of_own_code(code: str) -> Sheet:
    """Return the sheet that an own code holds, by counting up its number digit by digit."""
    number = 0
    for digit in code[1:38]:
        number = 32 * number + DIGITS.index(digit)
    bases = [*range(11, 0, -1), *[4] * 10] * 4
    places: list[int] = []
    for base in bases[::-1]:
        places = [number % base, *places]
        number //= base
    assert number == 0
    rows, colors = {}, {}
    for at, letter in zip(count(step=21), "rygb", strict=False):
        left = [*range(2, 13)]
        rows[letter] = [left.pop(place) for place in places[at : at + 11]]
        colors[letter] = "".join("rygb"[place] for place in places[at + 11 : at + 21]) + letter
    return rows, colors


@contextmanager
def learned(name: str) -> Iterator[Sheet]:
    """Teach the second implementation a block, until the context ends."""
    family, code = name.split(":")
    rows, colors = sheet_of_code(code) if family == "block" else sheet_of_own_code(code)
    printed_sheets.ROWS[name] = rows
    printed_sheets.LOCKING_NUMBERS[name] = {letter: row[-1:] for letter, row in rows.items()}
    printed_sheets.CROSSES_TO_LOCK[name] = 5
    printed_sheets.COLORS_OF_BOXES[name] = colors
    try:
        yield rows, colors
    finally:
        for facts in (
            printed_sheets.ROWS,
            printed_sheets.LOCKING_NUMBERS,
            printed_sheets.CROSSES_TO_LOCK,
            printed_sheets.COLORS_OF_BOXES,
        ):
            del facts[name]
