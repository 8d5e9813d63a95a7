"""Test that the engine and the second implementation agree in games of every registered variant.

Games depend on a seed alone, so a failure can be played again; its message holds the whole record.
"""

from __future__ import annotations

import pytest
from hypothesis import given

from qwixx import VARIANTS
from tests.example_counts import scale_examples
from tests.rules import strategies
from tests.rules.printed_sheets import CROSSES_TO_LOCK, LOCKING_NUMBERS, ROWS
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
"""What happens somewhere in the games of a few seeds, as `ReferenceGame.seen` names it."""


def test_second_implementation_has_every_variant() -> None:
    assert VARIANTS.keys() <= ROWS.keys() == LOCKING_NUMBERS.keys() == CROSSES_TO_LOCK.keys()


@pytest.mark.no_cover  # four times slower when traced
@pytest.mark.parametrize("name", VARIANTS)
@scale_examples(0.3)
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
