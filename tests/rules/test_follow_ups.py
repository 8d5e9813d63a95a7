"""Test the consequences of a mark beside its own cross."""

from __future__ import annotations

import pytest

from qwixx import Mark, new_game
from qwixx.rules.follow_ups import NOTHING, follow_ups, follow_ups_of_move
from qwixx.rules.sheet import Sheet
from qwixx.rules.variants import VARIANTS
from qwixx.rules.variants.bonus_b import REWARDS, SYMBOLS


def marks(codes: str) -> tuple[Mark, ...]:
    return tuple(map(Mark.from_code, codes.split()))


def sheet_with(name: str, codes: str) -> Sheet:
    sheet = Sheet(name, card=(*VARIANTS[name].cards, "")[0])
    for mark in marks(codes):
        sheet = sheet.cross(mark)
    return sheet


@pytest.mark.parametrize(
    ("name", "before", "mark", "brought", "skipped"),
    [
        ("classic", "r2", "r5", "", ""),
        ("big-points", "r2", "ry2", "", ""),
        ("double-a", "r2", "r2+", "", ""),
        ("connected-b", "", "r6", "y6", "y2 y3 y4 y5"),
        ("connected-b", "r6 y8", "g9", "b9", "b12 b11 b10"),
        ("connected-b", "y8", "y12", "", ""),
        ("bonus-a", "", "r3", "r4", ""),
        ("bonus-b", "y11 r2", "g9", "b12 b11", ""),
        ("bonus-b", "y11", "g9", "", ""),
        ("bonus-b", "y7 r2", "b7", "r3 y8 g12 b6", ""),
    ],
)
def test_boxes_that_follow(name: str, before: str, mark: str, brought: str, skipped: str) -> None:
    sheet = sheet_with(name, before)
    made = Mark.from_code(mark)
    effects = follow_ups(sheet, sheet.cross(made), made)
    assert effects.marks == marks(brought)
    assert effects.skipped == marks(skipped)
    assert effects.swapped is None


def test_chain_uses_fields() -> None:
    sheet = sheet_with("bonus-a", "r2")
    made = Mark.from_code("y5")
    effects = follow_ups(sheet, sheet.cross(made), made)  # red 3 is framed, too
    assert effects.marks == marks("r3 y6")
    assert effects.fields == (0, 1)


def test_swap_is_told_from_the_white_sum() -> None:
    sheet, made = Sheet("x-change"), Mark.from_code("r5")
    swapped = follow_ups(sheet, sheet.cross(made, white_sum=8), made, 8)
    assert (swapped.swapped, swapped.fields) == (8, (0,))
    assert follow_ups(sheet, sheet.cross(made, white_sum=5), made, 5) == NOTHING
    assert follow_ups(sheet, sheet.cross(made), made) == NOTHING


def test_second_symbol_earns_the_reward() -> None:
    for pair, reward in zip(SYMBOLS, REWARDS, strict=True):
        one, other = marks(pair)
        sheet = Sheet("bonus-b").cross(one)
        assert follow_ups(Sheet("bonus-b"), sheet, one).rewards == ()
        assert follow_ups(sheet, sheet.cross(other), other).rewards == (reward,)


def test_move_of_a_state_counts_closed_rows() -> None:
    state = new_game("bonus-a")
    effects = follow_ups_of_move(state, 0, Mark.from_code("r3"))
    assert effects.marks == marks("r4")
