"""Test the bots: names, legal moves, hidden information, and lazy imports."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx import CLASSIC, VARIANTS, Game, Move, Phase, State, new_game, parse_position
from qwixx.bots import BOTS, THINKING, find_bot, play_game, plays
from qwixx.games.events import Decision
from qwixx.rules.dice import roll_dice
from tests.rules import strategies


@pytest.mark.no_cover  # slow when traced
@pytest.mark.parametrize("name", BOTS)
@given(data=st.data(), seed=strategies.seeds)
def test_bots_make_legal_and_reproducible_moves(name: str, data: st.DataObject, seed: int) -> None:
    bot = find_bot(name)
    playable = [variant for variant in VARIANTS.values() if plays(bot, variant, 2)]
    state = data.draw(strategies.states(st.sampled_from(playable)))
    for player in state.to_act:
        view = state.view(player)
        move = find_bot(name).choose_move(view, player, random.Random(seed))
        assert move in state.legal_moves(player)
        assert find_bot(name).choose_move(view, player, random.Random(seed)) == move


def test_random_bot_plays_all_legal_moves() -> None:
    state = new_game()
    state = state.apply_roll(roll_dice(random.Random(1), state.variant, state.closed))
    rng = random.Random(1)
    moves = [find_bot("random").choose_move(state, 0, rng) for _ in range(500)]
    assert {moves.count(move) > 60 for move in state.legal_moves(0)} == {True}


class RecordingBot:
    """Plays at random and records the states that it receives."""

    def __init__(self) -> None:
        self.seen_views: list[tuple[State, int]] = []

    def choose_move(self, state: State, player: int, rng: random.Random) -> Move:
        self.seen_views.append((state, player))
        return find_bot("random").choose_move(state, player, rng)


@given(seed=strategies.seeds)
def test_play_game_shows_bots_only_their_view(seed: int) -> None:
    bot, game = RecordingBot(), Game(CLASSIC, ["A", "B", "C"], seed)
    game = play_game(game, [bot] * 3, random.Random(seed))
    assert game.state.phase is Phase.OVER
    decisions = [event for event in game.events if isinstance(event, Decision)]
    assert len(bot.seen_views) == len(decisions)
    for state, player in bot.seen_views:
        assert state == state.view(player)


# In each position, the other player's sheet is empty.
@pytest.mark.parametrize(
    ("sheet", "phase", "dice", "move"),
    [
        ("r/y/g/b/0", "white", "1,1:1,1,1,1", "r2"),  # skips none
        ("r/y/g/b/0", "white", "2,2:1,1,1,1", "r4"),  # skips two
        ("r/y/g/b/0", "white", "2,3:1,1,1,1", "-"),  # does not skip three
        ("r/y/g/b/0", "passed", "2,3:3,1,1,1", "y3"),
        ("r2/y2/g12/b12/0", "passed", "3,3:3,3,5,5", "r6"),  # skips three to avoid a penalty
        ("r2/y2/g12/b12/0", "passed", "4,4:3,3,3,3", "-"),  # does not skip four
        ("r3/y2,3/g/b/0", "white", "2,3:1,1,1,1", "y5"),  # equal skips: prefers more crosses
        ("r2,3/y2,3/g/b/0", "crossed", "1,3:2,1,1,1", "y4"),  # prefers to skip none
    ],
)
def test_greedy_bot(sheet: str, phase: str, dice: str, move: str) -> None:
    step, decided = ("white", "?,?") if phase == "white" else ("color", phase)
    position = f"classic 5 0 {step} {dice} {decided} {sheet} r/y/g/b/0"
    state = parse_position(position)
    assert find_bot("greedy").choose_move(state, 0, random.Random(1)).code == move


@pytest.mark.parametrize("name", ["", "Random", None, []])
def test_find_bot_rejects_unknown_names(name: str) -> None:
    with pytest.raises(ValueError, match=f"known: {', '.join(BOTS)}"):
        find_bot(name)


def test_thinking_lists_all_lazy_imports_in_order() -> None:
    # Each module comes after its dependencies, so each import loads a single module.
    program = """
import importlib, random, sys
from qwixx import Roll, new_game, CLASSIC
from qwixx.bots import THINKING, find_bot
loaded = lambda: {name for name in sys.modules if name.startswith("qwixx.bots")}
for name in THINKING:
    before = loaded()
    importlib.import_module(name)
    print(*sorted(loaded() - before))
before = loaded()
state = new_game(CLASSIC, 2).apply_roll(Roll((1, 2), (3, 4, 5, 6)))
find_bot("hard").choose_move(state.view(0), 0, random.Random(1))
print(*sorted(loaded() - before), "end")
"""
    result = subprocess.run(  # noqa: S603 - constant arguments
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    *modules_by_import, modules_loaded_by_move = result.stdout.splitlines()
    # The first import also loads the package.
    assert modules_by_import.pop(0).split() == ["qwixx.bots.planning", THINKING[0]]
    assert modules_by_import == list(THINKING[1:])
    assert modules_loaded_by_move.strip() == "end"
