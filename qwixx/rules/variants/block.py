"""Blocks by code: random sheets, each of which follows from a short code."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING, TypeVar

from qwixx.rules.base32 import LETTERS, encode_base32
from qwixx.rules.boxes import RowSpec
from qwixx.rules.moves import N_, Color
from qwixx.rules.variants.classic import CLASSIC

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.rules.layout import Variant

T = TypeVar("T")

NAME = "block"
LENGTH = 6
"""Number of letters in a code."""
KINDS = ("both", "numbers", "colors")
"""The kinds of blocks, by the remainder of the first letter's value divided by 3."""
SUMMARIES = {
    "both": N_("Numbers and colors mixed within the rows"),
    "numbers": N_("Numbers mixed within the rows"),
    "colors": N_("Colors mixed within the rows"),
}
DIFFICULTIES = {"both": 3, "numbers": 2, "colors": 2}
_SEED = "qwixx block 1 "
"""Precedes the code in the hashed text; it never changes."""


class _Draws:
    """Random draws that follow from a text. Source: rules, "Block by code"."""

    def __init__(self, text: str) -> None:
        self._number = int.from_bytes(sha256(text.encode("ascii")).digest(), "big")

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return the items in random order, drawn one after another."""
        rest, drawn = [*items], []
        while rest:
            self._number, place = divmod(self._number, len(rest))
            drawn.append(rest.pop(place))
        return drawn


def kind_of_code(code: str) -> str:
    """Return the kind of block of a code, one of `KINDS`. Source: rules, "Block by code"."""
    return KINDS[LETTERS.index(code[0]) % len(KINDS)]


def random_code(number: int, kind: str) -> str:
    """Return a code of a kind, from a random number below 2 ** 30.

    Source: rules, "Block by code".
    """
    letters = encode_base32(number, LENGTH)
    first = LETTERS.index(letters[0])
    first = first - first % len(KINDS) + KINDS.index(kind)
    return LETTERS[first - len(KINDS) * (first >= len(LETTERS))] + letters[1:]


def block_of_code(code: str) -> Variant:
    """Return the block of a code of `LENGTH` letters in base 32; every such code has one.

    Source: rules, "Block by code".
    """
    kind, draws = kind_of_code(code), _Draws(_SEED + code)
    numbers = [row.numbers for row in CLASSIC.rows]
    if kind != "colors":
        numbers = [tuple(draws.shuffled(sorted(row))) for row in numbers]
    dice: list[tuple[Color, ...]] = [()] * len(numbers)
    if kind != "numbers":
        dice = _mixed_colors(numbers, draws)
    return replace(
        CLASSIC,
        name=f"{NAME}:{code}",
        rows=tuple(
            RowSpec(color, row, 1, 5, dice=colors)
            for color, row, colors in zip(Color, numbers, dice, strict=True)
        ),
        number=None,
        title=N_("Block {code}"),
        summary=SUMMARIES[kind],
        difficulty=DIFFICULTIES[kind],
    )


def _mixed_colors(numbers: Sequence[Sequence[int]], draws: _Draws) -> list[tuple[Color, ...]]:
    """Return the colors of each row's boxes: each number once in every color.

    Source: rules, "Block by code".
    """
    colors: list[dict[int, Color]] = [{} for _ in numbers]
    for number in sorted(numbers[0]):
        ends = [color for color in Color if numbers[color][-1] == number]
        others = [color for color in Color if color not in ends]
        for row, color in zip([*ends, *others], [*ends, *draws.shuffled(others)], strict=True):
            colors[row][number] = color
    return [
        tuple(by_number[number] for number in row)
        for by_number, row in zip(colors, numbers, strict=True)
    ]
