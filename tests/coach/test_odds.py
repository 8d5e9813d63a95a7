"""Test the odds against brute force: the engine tries every roll."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from qwixx import CLASSIC, VARIANTS, Mark, Phase, Roll, State, Variant, new_game, parse_position
from qwixx.coach.odds import Chance, cell_chance, chance_in_turns, sum_chance
from tests.rules import strategies

SMALL = replace(CLASSIC, name="small", die_sides=3)
"""A variant with three-sided dice: there are only 729 rolls."""


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_sum_chance_matches_enumeration(variant: Variant) -> None:
    chances = {number: sum_chance(variant, number) for number in range(20)}
    assert sum(chance.rolls for chance in chances.values()) == variant.die_sides**2
    assert {n for n, chance in chances.items() if chance.rolls} == set(variant.white_sums)
    sides = range(1, variant.die_sides + 1)
    for number, chance in chances.items():
        assert chance.rolls == [a + b for a, b in product(sides, sides)].count(number)
    assert sum_chance(CLASSIC, 7).value == pytest.approx(1 / 6)


def test_cell_chance_matches_manual_count() -> None:
    # Red 2 needs two ones: both white dice or, for the active player, a white die and the red die.
    state, mark = new_game(), Mark(0, 2)
    assert cell_chance(state, 0, mark, active=False) == Chance(6, 216)
    # Three ones or exactly two: 1 + 3 * 5 of the rolls of three dice
    assert cell_chance(state, 0, mark, active=True) == Chance(16, 216)


@lru_cache(maxsize=8)
def all_rolls(variant: Variant, closed: tuple[bool, ...]) -> list[Roll]:
    sides = range(1, variant.die_sides + 1)
    dice = [(None,) if is_closed else tuple(sides) for is_closed in closed]
    return [
        Roll((first, second), colored)
        for first, second in product(sides, repeat=2)
        for colored in product(*dice)
    ]


def legal_marks(state: State, player: int, roll: Roll, *, active: bool) -> set[Mark]:
    """Return the legal marks, including those of the color step if the player is active."""
    state = state.apply_roll(roll)
    marks = {move for move in state.legal_moves(player) if isinstance(move, Mark)}
    if active:
        color_step = replace(state, phase=Phase.COLOR, decisions=())
        marks |= {move for move in color_step.legal_moves(player) if isinstance(move, Mark)}
    return marks


@pytest.mark.no_cover  # four times slower when traced
@settings(max_examples=25, suppress_health_check=list(HealthCheck), deadline=None)
@given(state=strategies.states_before_roll(), data=st.data())
def test_cell_chance_matches_brute_force(state: State, data: st.DataObject) -> None:
    lucky = [data.draw(st.sampled_from([(2, 3), (4, 5), ()])) for _ in state.sheets]
    sheets = tuple(
        replace(sheet, variant=SMALL, lucky=pair)
        for sheet, pair in zip(state.sheets, lucky, strict=True)
    )
    if state.variant is not CLASSIC:
        return
    state = replace(state, variant=SMALL, sheets=sheets)
    active = data.draw(st.booleans())
    state = replace(state, active=0 if active else 1)
    rolls = all_rolls(SMALL, state.closed)
    marks_by_roll = [legal_marks(state, 0, roll, active=active) for roll in rolls]
    for mark in (mark for marks in SMALL.marks for mark in marks):
        expected = sum(mark in roll_marks for roll_marks in marks_by_roll)
        chance = cell_chance(state, 0, mark, active=active)
        assert chance.value == pytest.approx(expected / len(rolls)), mark


def test_chance_is_zero_for_illegal_cells() -> None:
    state = parse_position("classic 3 0 roll - - r5/y/g/b/0 r/y2,3,4,5,6,12/g/b/0")
    for code in ("r4", "r5", "r12", "y7"):
        assert cell_chance(state, 0, Mark.from_code(code), active=True).rolls == 0


def test_chance_in_turns() -> None:
    state = parse_position("classic 3 1 roll - - r/y/g/b/0 r/y/g/b/0")
    mark = Mark.from_code("r7")
    passive, active = 1 - 36 / 216, 1 - cell_chance(state, 0, mark, active=True).value
    assert chance_in_turns(state, 0, mark, 0) == 0
    assert chance_in_turns(state, 0, mark, 1) == pytest.approx(1 - passive)
    assert chance_in_turns(state, 1, mark, 1) == pytest.approx(1 - active)
    assert chance_in_turns(state, 0, mark, 3) == pytest.approx(1 - passive * active * passive)
    rolled = state.apply_roll(Roll((1, 1), (1, 1, 1, 1)))
    assert chance_in_turns(rolled, 0, mark, 1) == pytest.approx(1 - active)
