"""Test blocks by code and by hand: what their codes give, and that they play like any sheet."""

from __future__ import annotations

import random
from collections import Counter
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx import CLASSIC, VARIANTS, Color, Variant, find_variant
from qwixx.rules.base32 import LETTERS
from qwixx.rules.variants import FAMILY_NUMBERS, block, families, known_variant, own
from qwixx.rules.variants.families import FAMILIES, BlockCodeError
from tests.example_counts import scale_examples
from tests.rules import strategies
from tests.rules.block_sheets import learned
from tests.rules.side_by_side import play_random_game

CODES = st.text(LETTERS, min_size=block.LENGTH, max_size=block.LENGTH)
ROWS = st.lists(st.permutations(own.NUMBERS), min_size=4, max_size=4)
COLORS = st.lists(st.sampled_from(Color), min_size=10, max_size=10)


@st.composite
def own_blocks(draw: st.DrawFn) -> Variant:
    """Blocks by hand."""
    return own.design(draw(ROWS), [(*draw(COLORS), color) for color in Color])


BLOCKS = own_blocks() | CODES.map(lambda code: find_variant(f"block:{code}"))
"""Blocks of both families."""


def letters_of(variant: Variant) -> list[str]:
    """Return the letters of the colors of each row's boxes."""
    return ["".join(row.color_of(number).letter for number in row.numbers) for row in variant.rows]


# By code


@given(CODES)
def test_random_block_has_each_number_and_color_as_promised(code: str) -> None:
    variant = find_variant(f"block:{code}")
    letters = letters_of(variant)
    assert variant.name == f"block:{code}"
    assert [row[-1] for row in letters] == [*"rygb"]
    assert Counter(chain(*letters)) == dict.fromkeys("rygb", 11)
    for row in variant.rows:
        assert sorted(row.numbers) == [*range(2, 13)]
        assert (row.lock_cells, row.lock_needs) == (1, 5)
    boxes = [
        (number, color)
        for row, colors in zip(variant.rows, letters, strict=True)
        for number, color in zip(row.numbers, colors, strict=True)
    ]
    kind = block.kind_of_code(code)
    if kind != "numbers":
        assert len(set(boxes)) == len(boxes)  # each number once in every color
    assert any(row.dice for row in variant.rows) == (kind != "numbers")
    plain = [row.numbers for row in CLASSIC.rows]
    assert ([row.numbers for row in variant.rows] == plain) == (kind == "colors")


def test_a_code_has_the_same_block_for_ever() -> None:
    variant = find_variant("block:R7K2M9")
    assert [row.numbers for row in variant.rows] == [
        (5, 11, 7, 6, 2, 12, 10, 8, 4, 3, 9),
        (4, 8, 12, 10, 3, 2, 6, 11, 5, 9, 7),
        (10, 4, 12, 2, 7, 6, 9, 3, 5, 8, 11),
        (3, 6, 7, 2, 4, 9, 8, 11, 12, 10, 5),
    ]
    assert letters_of(variant) == ["yyrrgbbggyr", "rrygbbbbryy", "yyrygybrgbg", "ggbrbgyrgrb"]


@given(st.integers(0, 2**30 - 1), st.sampled_from(block.KINDS))
def test_drawn_code_is_of_the_wanted_kind(number: int, kind: str) -> None:
    code = block.random_code(number, kind)
    assert block.kind_of_code(code) == kind
    assert find_variant(f"block:{code}").summary == block.SUMMARIES[kind]


@given(CODES)
def test_code_may_be_typed_carelessly(code: str) -> None:
    typed = code.lower().replace("0", "o").replace("1", "l")
    for text in (typed, f"{code[:3]}-{code[3:]}", f" {code[:3]} {code[3:]} "):
        assert find_variant(f"block:{text}") == find_variant(f"block:{code}")
        assert known_variant(f"block:{text}") is None or text == code  # saves hold exact names


# By hand


@given(ROWS, st.lists(COLORS, min_size=4, max_size=4))
def test_own_code_holds_the_block(rows: list[list[int]], colors: list[list[Color]]) -> None:
    dice = [(*boxes, color) for boxes, color in zip(colors, Color, strict=True)]
    variant = own.design(rows, dice)
    assert len(variant.name) <= 64  # what live tables accept
    assert [list(row.numbers) for row in variant.rows] == rows
    expected = ["".join(color.letter for color in boxes) for boxes in dice]
    assert letters_of(variant) == expected
    assert find_variant(variant.name) == find_variant(variant.name.lower().replace("1", "i"))


PLAIN_DICE = [[color] * 11 for color in Color]
PLAIN_ROWS = [row.numbers for row in CLASSIC.rows]


def test_plain_block_by_hand_plays_like_classic() -> None:
    variant = own.design(PLAIN_ROWS, PLAIN_DICE)
    assert variant.rows == CLASSIC.rows
    assert variant.is_plain


@pytest.mark.parametrize(
    ("row", "numbers", "message"),
    [
        (0, (2, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12), "RED row must have each number"),
        (3, (12, 11, 10, 9, 8, 7, 6, 5, 4, 3), "BLUE row must have each number"),
        (2, (1, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2), "GREEN row must have each number"),
    ],
)
def test_rows_without_each_number_once_are_refused(
    row: int, numbers: tuple[int, ...], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        own.design([*PLAIN_ROWS[:row], numbers, *PLAIN_ROWS[row + 1 :]], PLAIN_DICE)


def test_row_that_cannot_be_locked_with_its_own_die_is_refused() -> None:
    dice = [*PLAIN_DICE[:1], [*[Color.YELLOW] * 10, Color.RED], *PLAIN_DICE[2:]]
    with pytest.raises(ValueError, match="YELLOW row can never be locked"):
        own.design(PLAIN_ROWS, dice)


@given(own_blocks(), st.data())
def test_wrong_letter_in_own_code_is_refused(variant: Variant, data: st.DataObject) -> None:
    code = variant.block_code
    at = data.draw(st.integers(0, len(code) - 1))
    letter = data.draw(st.sampled_from([*LETTERS]).filter(lambda each: each != code[at]))
    with pytest.raises(BlockCodeError):
        find_variant(f"own:{code[:at]}{letter}{code[at + 1 :]}")


def test_own_code_of_newer_version_or_with_too_large_a_number_is_refused() -> None:
    for data in ("2" + "0" * 37, "1" + "Z" * 37):
        code = data + own._check_letters(data)  # noqa: SLF001 - a code that no version writes
        with pytest.raises(BlockCodeError, match="damaged"):
            find_variant(f"own:{code}")


# Names


@pytest.mark.parametrize(
    "name",
    [
        *("block:", "block", "own:", "own", ":", ":R7K2M9", "blocks:R7K2M9", "block:R7K2M"),
        *("block:R7K2M9A", "block:R7K2MU", "block:R7K2M9:A", "block:R7K2M*", "BLOCK:R7K2M9"),
        *("own:R7K2M9", f"own:{'0' * 42}", f"own:{'1' * 10**6}", f"block:{' ' * 10**6}R7K2M9"),
        *(None, 5, [], "block:\u0661\u0662\u0663\u0664\u0665"),
    ],
)
def test_invalid_names_are_refused(name: object) -> None:
    with pytest.raises(ValueError, match=r"unknown variant|cut off|damaged") as error:
        find_variant(name)  # type: ignore[arg-type]
    assert len(str(error.value)) < 300
    assert known_variant(name) is None


def test_blocks_are_neither_registered_nor_all_kept() -> None:
    before = [*VARIANTS]
    for number in range(1000):
        find_variant(f"block:{block.random_code(number, 'both')}")
    assert [*VARIANTS] == before
    assert families._block.cache_info().currsize <= 32  # noqa: SLF001 - the cache is bounded


def test_families_have_numbers_and_short_enough_typed_codes() -> None:
    assert {name: family.number for name, family in FAMILIES.items()} == FAMILY_NUMBERS
    assert [family.is_typed for family in FAMILIES.values()] == [True, False]
    assert own.block_of_code(own.design(PLAIN_ROWS, PLAIN_DICE).block_code).short_code != ""


# The second implementation


@given(BLOCKS)
def test_second_implementation_works_out_the_same_block(variant: Variant) -> None:
    with learned(variant.name) as (rows, colors):
        assert [rows[letter] for letter in "rygb"] == [[*row.numbers] for row in variant.rows]
        assert [colors[letter] for letter in "rygb"] == letters_of(variant)


@pytest.mark.no_cover  # four times slower when traced
@scale_examples(0.5)
@given(variant=BLOCKS, seed=strategies.seeds)
def test_random_games_on_blocks_agree(variant: Variant, seed: int) -> None:
    with learned(variant.name):
        play_random_game(variant.name, seed)


def test_blocks_show_a_color_without_die() -> None:
    seen: set[str] = set()
    rng = random.Random(4)
    while "color without die" not in seen:
        name = f"block:{block.random_code(int(rng.random() * 2**30), 'both')}"
        with learned(name):
            seen |= play_random_game(name, 1).reference.seen
