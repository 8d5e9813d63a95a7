"""Rolls: their codes, which dice can be, and how a seed gives them."""

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


class Scripted(random.Random):
    """Gives the values it was made with, and fails if anything else is asked of it."""

    def __init__(self, *values: float) -> None:
        super().__init__(0)
        self._values = iter(values)

    def random(self) -> float:
        return next(self._values)

    def getrandbits(self, k: int, /) -> int:
        raise AssertionError(k)


def test_roll() -> None:
    roll = Roll(white=(4, 1), colored=(3, 6, None, 6))
    assert roll.white_sum == 5
    assert roll.code == "4,1:3,6,-,6"
    assert roll.without((True, False, True, False)).code == "4,1:-,6,-,6"
    assert roll.without(OPEN) == roll


faces_of_dice = st.integers(1, 99)


@given(
    st.tuples(faces_of_dice, faces_of_dice),
    st.lists(st.none() | faces_of_dice, min_size=1).map(tuple),
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
def test_what_is_no_roll(code: str) -> None:
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
def test_dice_that_cannot_be(white: tuple[int, int], colored: tuple[int | None, ...]) -> None:
    with pytest.raises(ValueError, match="a roll needs"):
        Roll(white, colored)


def test_only_random_is_drawn_on_once_a_die() -> None:
    values = (0.0, 0.999, 0.5, 0.1667, 0.1666, 0.84)
    assert roll_dice(Scripted(*values), CLASSIC, OPEN) == Roll((1, 6), (4, 2, 1, 6))
    assert roll_dice(Scripted(*values), LONGO, OPEN) == Roll((1, 8), (5, 2, 2, 7))


def test_a_closed_row_changes_no_other_die() -> None:
    every = roll_dice(random.Random(1), CLASSIC, OPEN)
    some = roll_dice(random.Random(1), CLASSIC, (False, True, False, False))
    assert some == every.without((False, True, False, False))


# Upper 0.1 % points of the chi-square distribution (any statistics table).
CRITICAL = {1: 10.83, 4: 18.47, 5: 20.52, 7: 24.32, 35: 66.62, 63: 103.44}


def chi_square(counts: Counter[object], cells: int) -> float:
    expected = counts.total() / cells
    empty = (cells - len(counts)) * expected
    return sum((count - expected) ** 2 / expected for count in counts.values()) + empty


def faces(roll: Roll) -> list[int]:
    return [*roll.white, *(die for die in roll.colored if die is not None)]


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
    table = [faces(roll) for roll in rolls]
    for die in range(6):
        counts = Counter[object](row[die] for row in table)
        assert chi_square(counts, sides) < CRITICAL[sides - 1]
    for first, second in [(0, 1), (1, 2), (0, 5), (4, 5)]:  # independent of each other
        pairs = Counter[object]((row[first], row[second]) for row in table)
        assert chi_square(pairs, sides**2) < CRITICAL[sides**2 - 1]
    for die in (0, 5):  # independent of the roll before
        pairs = Counter[object]((a[die], b[die]) for a, b in pairwise(table))
        assert chi_square(pairs, sides**2) < CRITICAL[sides**2 - 1]


def test_the_fairness_test_notices_a_loaded_die() -> None:
    rng = random.Random(2026)
    loaded = Counter[object](min(6, 1 + int(rng.random() * 6.1)) for _ in range(20_000))
    assert chi_square(loaded, 6) > CRITICAL[5]


def test_seeded_rolls_do_not_change() -> None:
    # A saved game holds its seed, not its dice: these may never come out otherwise.
    codes = [seeded_roll(7, turn, CLASSIC, OPEN).code for turn in range(3)]
    assert codes == ["3,2:6,6,6,5", "6,1:6,5,1,5", "4,6:5,2,1,4"]
    assert seeded_roll(MAX_SEED, 0, LONGO, OPEN).code == "1,2:4,8,1,1"
    assert [draw_first_player(seed, 5) for seed in range(10)] == [4, 2, 0, 2, 3, 4, 0, 1, 2, 1]


def test_seeds_and_turns_give_different_dice() -> None:
    rolls = {seeded_roll(seed, turn, LONGO, OPEN) for seed, turn in product(range(40), range(40))}
    assert len(rolls) > 1590  # of 262144 kinds, about five coincide


def test_the_lot_is_fair() -> None:
    for players in (2, 5):
        lots = Counter[object](draw_first_player(seed, players) for seed in range(20_000))
        assert chi_square(lots, players) < CRITICAL[players - 1]


@pytest.mark.parametrize("seed", [-1, MAX_SEED + 1, 1.0, True, "1", None])
def test_what_is_no_seed(seed: object) -> None:
    with pytest.raises(ValueError, match="a seed must be"):
        check_seed(seed)


def test_seeds() -> None:
    assert [check_seed(seed) for seed in (0, 7, MAX_SEED)] == [0, 7, MAX_SEED]


def test_what_bots_draw_tells_nothing_of_the_dice() -> None:
    count = 1000
    drawn = [1 + int(bot_rng(7, event).random() * 6) for event in range(count)]
    shown = [seeded_roll(7, turn, CLASSIC, OPEN).white[0] for turn in range(count)]
    for later in range(-2, 3):
        same = sum(a == b for a, b in zip(drawn[2:-2], shown[2 + later :], strict=False))
        assert same < count / 4  # a sixth by chance
    assert bot_rng(7, 3).random() == bot_rng(7, 3).random()
