"""Test rolls: codes, validation, fairness, and rolls derived from a seed."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx import CLASSIC, LONGO, Roll, Variant
from qwixx.rules.dice import (
    MAX_SEED,
    bot_rng,
    check_seed,
    draw_first_player,
    roll_dice,
    seeded_roll,
)

OPEN = (False,) * 4


class ScriptedRandom(random.Random):
    """Returns the given values from `random()`; fails on any other use."""

    def __init__(self, *values: float) -> None:
        super().__init__(0)
        self._values = iter(values)

    def random(self) -> float:
        return next(self._values)

    def getrandbits(self, k: int, /) -> int:
        raise AssertionError(k)


def test_roll_without_closed_rows() -> None:
    roll = Roll(white=(4, 1), colored=(3, 6, None, 6))
    assert roll.white_sum == 5
    assert roll.code == "4,1:3,6,-,6"
    assert roll.without((True, False, True, False)).code == "4,1:-,6,-,6"
    assert roll.without(OPEN) == roll


die_values = st.integers(1, 99)


@given(
    st.tuples(die_values, die_values),
    st.lists(st.none() | die_values, min_size=1).map(tuple),
)
def test_roll_code_round_trip(white: tuple[int, int], colored: tuple[int | None, ...]) -> None:
    roll = Roll(white, colored)
    assert Roll.from_code(roll.code) == roll


@pytest.mark.parametrize(
    "code",
    [
        "",
        "4,1",
        "4,1:",
        "4:1,2,3,4",
        "4,1,1:1,1,1,1",
        "a,b:1,1,1,1",
        "4,1:1,1,1,+",
        "04,1:1",
        "100,1:1",
        None,
        "4,٤:1",
    ],
)
def test_invalid_roll_codes(code: str) -> None:
    with pytest.raises(ValueError, match="not a roll"):
        Roll.from_code(code)


@pytest.mark.parametrize(
    ("white", "colored"),
    [
        ((1,), (1, 1, 1, 1)),
        ((1, 2, 3), (1, 1, 1, 1)),
        ((1, 0), (1, 1, 1, 1)),
        ((1, 100), (1, 1, 1, 1)),
        ((1, True), (1, 1, 1, 1)),
        ((1, 2), (1, 1, 1, 100)),
        ((1, 2), ()),
        ((1, "2"), (1, 1, 1, 1)),
        ((1, 2), (1, 1, 1, 0)),
        ((1, 2), (1, 1, 1, "-")),
        ([1, 2], (1, 1, 1, 1)),
        ((1, 2), [1, 1, 1, 1]),
        (None, (1, 1, 1, 1)),
    ],
)
def test_roll_rejects_invalid_dice(
    white: tuple[int, int], colored: tuple[int | None, ...]
) -> None:
    with pytest.raises(ValueError, match="a roll needs"):
        Roll(white, colored)


def test_each_die_takes_one_random_value() -> None:
    values = (0.0, 0.999, 0.5, 0.1667, 0.1666, 0.84)
    assert roll_dice(ScriptedRandom(*values), CLASSIC, OPEN) == Roll((1, 6), (4, 2, 1, 6))
    assert roll_dice(ScriptedRandom(*values), LONGO, OPEN) == Roll((1, 8), (5, 2, 2, 7))


def test_closed_row_does_not_change_other_dice() -> None:
    all_dice = roll_dice(random.Random(1), CLASSIC, OPEN)
    open_dice = roll_dice(random.Random(1), CLASSIC, (False, True, False, False))
    assert open_dice == all_dice.without((False, True, False, False))


# Upper 0.1% points of the chi-square distribution, from a statistics table
CRITICAL_VALUES = {1: 10.83, 4: 18.47, 5: 20.52, 7: 24.32, 35: 66.62, 63: 103.44}


def chi_square(counts: Counter[object], category_count: int) -> float:
    expected_count = counts.total() / category_count
    empty = (category_count - len(counts)) * expected_count
    return sum((count - expected_count) ** 2 / expected_count for count in counts.values()) + empty


def die_values_of(roll: Roll) -> list[int]:
    return [*roll.white, *(die for die in roll.colored if die is not None)]


@pytest.mark.no_cover  # slow when traced
@pytest.mark.parametrize("variant", [CLASSIC, LONGO], ids=lambda variant: variant.name)
@pytest.mark.parametrize("source", ["one stream", "turns of one game", "first turns of games"])
def test_dice_are_fair(variant: Variant, source: str) -> None:
    sides, count = variant.die_sides, 20_000
    if source == "one stream":
        rng = random.Random(2026)
        rolls = [roll_dice(rng, variant, OPEN) for _ in range(count)]
    elif source == "turns of one game":
        rolls = [seeded_roll(2026, turn, variant, OPEN) for turn in range(count)]
    else:
        rolls = [seeded_roll(seed, 0, variant, OPEN) for seed in range(count)]
    dice_by_roll = [die_values_of(roll) for roll in rolls]
    for die in range(6):
        counts = Counter[object](row[die] for row in dice_by_roll)
        assert chi_square(counts, sides) < CRITICAL_VALUES[sides - 1]
    for first, second in [(0, 1), (1, 2), (0, 5), (4, 5)]:  # independent of each other
        pairs = Counter[object]((row[first], row[second]) for row in dice_by_roll)
        assert chi_square(pairs, sides**2) < CRITICAL_VALUES[sides**2 - 1]
    for die in (0, 5):  # independent of the previous roll
        pairs = Counter[object]((a[die], b[die]) for a, b in pairwise(dice_by_roll))
        assert chi_square(pairs, sides**2) < CRITICAL_VALUES[sides**2 - 1]


def test_chi_square_detects_loaded_die() -> None:
    rng = random.Random(2026)
    loaded = Counter[object](min(6, 1 + int(rng.random() * 6.1)) for _ in range(20_000))
    assert chi_square(loaded, 6) > CRITICAL_VALUES[5]


def test_seeded_rolls_are_stable() -> None:
    # A save contains the seed, not the dice.
    codes = [seeded_roll(7, turn, CLASSIC, OPEN).code for turn in range(3)]
    assert codes == ["3,2:6,6,6,5", "6,1:6,5,1,5", "4,6:5,2,1,4"]
    assert seeded_roll(MAX_SEED, 0, LONGO, OPEN).code == "1,2:4,8,1,1"
    assert [draw_first_player(seed, 5) for seed in range(10)] == [4, 2, 0, 2, 3, 4, 0, 1, 2, 1]


def test_seeds_and_turns_give_different_dice() -> None:
    rolls = {seeded_roll(seed, turn, LONGO, OPEN) for seed, turn in product(range(40), range(40))}
    assert len(rolls) > 1590  # about five of 1,600 coincide with others


def test_first_player_draw_is_fair() -> None:
    for players in (2, 5):
        first_players = Counter[object](draw_first_player(seed, players) for seed in range(20_000))
        assert chi_square(first_players, players) < CRITICAL_VALUES[players - 1]


@pytest.mark.parametrize("seed", [-1, MAX_SEED + 1, 1.0, True, "1", None])
def test_invalid_seeds(seed: object) -> None:
    with pytest.raises(ValueError, match="a seed must be"):
        check_seed(seed)


def test_valid_seeds() -> None:
    assert [check_seed(seed) for seed in (0, 7, MAX_SEED)] == [0, 7, MAX_SEED]


def test_bot_randomness_does_not_correlate_with_dice() -> None:
    count = 1000
    bot_draws = [1 + int(bot_rng(7, event).random() * 6) for event in range(count)]
    rolled = [seeded_roll(7, turn, CLASSIC, OPEN).white[0] for turn in range(count)]
    for offset in range(-2, 3):
        matches = sum(a == b for a, b in zip(bot_draws[2:-2], rolled[2 + offset :], strict=False))
        assert matches < count / 4  # a sixth is expected by chance
    assert bot_rng(7, 3).random() == bot_rng(7, 3).random()
