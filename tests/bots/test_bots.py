"""The bots as a package: names, levels, and moves that the rules allow."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest
from hypothesis import given

from qwixx import CLASSIC, Game, Move, Phase, State, new_game, parse_position
from qwixx.bots import BOTS, THINKING, find_bot, play_game
from qwixx.games.events import Decision
from qwixx.rules.dice import roll_dice
from tests.rules import strategies


@pytest.mark.parametrize("name", BOTS)
@given(state=strategies.states(), seed=strategies.seeds)
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


class Spy:
    """Plays at random and keeps what it was shown."""

    def __init__(self) -> None:
        self.shown: list[tuple[State, int]] = []

    def choose_move(self, state: State, player: int, rng: random.Random) -> Move:
        self.shown.append((state, player))
        return find_bot("random").choose_move(state, player, rng)


@given(seed=strategies.seeds)
def test_bots_are_shown_only_what_they_may_know(seed: int) -> None:
    spy, game = Spy(), Game(CLASSIC, ["A", "B", "C"], seed)
    game = play_game(game, [spy] * 3, random.Random(seed))
    assert game.state.phase is Phase.OVER
    decisions = [event for event in game.events if isinstance(event, Decision)]
    assert len(spy.shown) == len(decisions)
    for state, player in spy.shown:
        assert state == state.view(player)


# What the greedy bot does with one sheet: the other player's is empty.
@pytest.mark.parametrize(
    ("sheet", "phase", "dice", "move"),
    [
        ("r/y/g/b/0", "white", "1,1:1,1,1,1", "r2"),  # skips none
        ("r/y/g/b/0", "white", "2,2:1,1,1,1", "r4"),  # skips two
        ("r/y/g/b/0", "white", "2,3:1,1,1,1", "-"),  # three are too many
        ("r/y/g/b/0", "passed", "2,3:3,1,1,1", "y3"),
        ("r2/y2/g12/b12/0", "passed", "3,3:3,3,5,5", "r6"),  # three to avoid a penalty
        ("r2/y2/g12/b12/0", "passed", "4,4:3,3,3,3", "-"),  # but not four
        ("r3/y2,3/g/b/0", "white", "2,3:1,1,1,1", "y5"),  # equal: the longer row
        ("r2,3/y2,3/g/b/0", "crossed", "1,3:2,1,1,1", "y4"),  # none rather than one
    ],
)
def test_greedy(sheet: str, phase: str, dice: str, move: str) -> None:
    step, decided = ("white", "?,?") if phase == "white" else ("color", phase)
    position = f"classic 5 0 {step} {dice} {decided} {sheet} r/y/g/b/0"
    state = parse_position(position)
    assert find_bot("greedy").choose_move(state, 0, random.Random(1)).code == move


@pytest.mark.parametrize("name", ["", "Random", None, []])
def test_unknown_bot(name: str) -> None:
    with pytest.raises(ValueError, match="known: easy, medium, hard, greedy, heuristic, random"):
        find_bot(name)


def test_what_a_bot_loads_to_think() -> None:
    """All of it is in the list, each module after those it needs: so none loads two at once."""
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
    done = subprocess.run(  # noqa: S603 - our own
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    *each, end = done.stdout.splitlines()
    assert each.pop(0).split() == ["qwixx.bots.planning", THINKING[0]]  # and its package
    assert each == list(THINKING[1:])
    assert end.strip() == "end"
