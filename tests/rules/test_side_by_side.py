"""Test that the engine and the second implementation agree in games of every registered variant.

Games depend on a seed alone, so a failure can be played again; its message holds the whole record.
"""

from __future__ import annotations

import pytest
from hypothesis import given

from qwixx import VARIANTS
from qwixx.rules.variants import bonus_a, bonus_b, connected_a, connected_b, x_change
from tests.example_counts import scale_examples
from tests.rules import strategies
from tests.rules.printed_sheets import (
    BONUS_ROWS,
    BOXED_NUMBERS,
    COLOR_BAR,
    COLORS_OF_BOXES,
    CROSSES_TO_LOCK,
    LOCKING_NUMBERS,
    PARTNERS,
    REWARDS,
    ROWS,
    SECOND_CROSSES,
    STEPS,
    SWAPS,
)
from tests.rules.side_by_side import play_random_game

SPECIAL_RULES = {
    "mixx-a": {"color without die"},
    "big-points": {
        "bonus row, white step",
        "bonus row, color step",
        "bonus row beside closed row",
    },
    "bonus-a": {
        "ordered cross",
        "chain",
        "ordered cross locks",
        "impossible ordered cross",
        "fields of closed row",
    },
    "bonus-b": {
        "two in fewest",
        "one in each",
        "lowest twice",
        "thirteen",
        "free penalties",
        "choice of row, white step",
        "choice of row, color step",
        "reward locks",
        "reward is lost",
    },
    "connected-b": {
        "partner",
        "partner in closed row",
        "partner left of last cross",
        "partner is fifth cross",
    },
    "x-change": {"swap"},
    "double-a": {"second cross, white step", "second cross, color step"},
}
"""Special rules that are applied in the games of a few seeds, by their names in
`ReferenceGame.seen`."""


def test_second_implementation_has_every_variant() -> None:
    assert VARIANTS.keys() <= ROWS.keys() == LOCKING_NUMBERS.keys() == CROSSES_TO_LOCK.keys()


@pytest.mark.parametrize("name", VARIANTS)
def test_rows_of_engine_are_as_printed(name: str) -> None:
    variant = VARIANTS[name]
    for row, letter in zip(variant.rows, "rygb", strict=True):
        assert list(row.numbers) == ROWS[name][letter]
        assert list(row.numbers[-row.lock_cells :]) == LOCKING_NUMBERS[name][letter]
        assert row.lock_needs == CROSSES_TO_LOCK[name]
        dice = "".join(color.letter for color in row.dice) or letter * len(row.numbers)
        assert dice == COLORS_OF_BOXES.get(name, {}).get(letter, dice)
        assert row.second_cells == (name in SECOND_CROSSES) * (len(row.numbers) - 1)
    between = ["".join(color.letter for color in row.between) for row in variant.bonus_rows]
    assert between == list(BONUS_ROWS.get(name, {}))
    fields = [*COLOR_BAR.get(name, ""), *SWAPS.get(name, [])]
    assert variant.track_length == len(fields)


def test_lists_of_engine_are_as_printed() -> None:
    assert {mark.code for mark in bonus_a.BOXED} == {*BOXED_NUMBERS["bonus-a"]}
    assert "".join("rygb"[color] for color in bonus_a.BAR) == COLOR_BAR["bonus-a"]
    assert [pair.split() for pair in bonus_b.SYMBOLS] == [*REWARDS["bonus-b"].values()]
    assert {c: pairs.split() for c, pairs in connected_b.PAIRS.items()} == PARTNERS["connected-b"]
    assert STEPS["connected-a"] == connected_a.STEPS
    assert [[*swap] for swap in x_change.SWAPS] == SWAPS["x-change"]


@pytest.mark.no_cover  # slow when traced
@pytest.mark.no_cover  # four times slower when traced
@pytest.mark.parametrize("name", VARIANTS)
@scale_examples(0.5)
@given(seed=strategies.seeds)
def test_random_games_agree(name: str, seed: int) -> None:
    play_random_game(name, seed)


@pytest.mark.no_cover
@pytest.mark.parametrize("name", [name for name in SPECIAL_RULES if name in VARIANTS])
def test_games_agree_on_every_special_rule(name: str) -> None:
    missing = set(SPECIAL_RULES[name])
    for seed in range(100):
        missing -= play_random_game(name, seed).reference.seen
        if not missing:
            return
    pytest.fail(f"no game shows {missing}")
