from __future__ import annotations

import random

import pytest
from hypothesis import given

from qwixx import State, new_game
from qwixx.bots import BOTS, find_bot
from qwixx.dice import roll_dice
from tests.engine import strategies


@pytest.mark.parametrize("name", BOTS)
@given(state=strategies.positions(), seed=strategies.seeds)
def test_bots_decide_legally_and_by_their_source_of_chance(
    name: str, state: State, seed: int
) -> None:
    for player in state.to_act:
        view = state.view(player)
        move = find_bot(name).choose_move(view, player, random.Random(seed))
        assert move in state.legal_moves(player)
        assert find_bot(name).choose_move(view, player, random.Random(seed)) == move


def test_random_bot_plays_every_move() -> None:
    state = new_game()
    state = state.apply_roll(roll_dice(random.Random(1), state.variant, state.closed))
    rng = random.Random(1)
    seen = [find_bot("random").choose_move(state, 0, rng) for _ in range(500)]
    assert {seen.count(move) > 60 for move in state.legal_moves(0)} == {True}


@pytest.mark.parametrize("name", ["", "Random", None, []])
def test_unknown_bot(name: str) -> None:
    with pytest.raises(ValueError, match="known: random"):
        find_bot(name)
