"""The levels: in the right order, at a size that suits every run of the tests."""

from __future__ import annotations

import random

import pytest

from qwixx import PASS, VARIANTS, Game, Phase, Variant, parse_position
from qwixx.arena import Contest, run
from qwixx.bots import BOTS, LEVELS, find_bot, play_game
from qwixx.bots.minds import network_planner


@pytest.mark.parametrize(
    ("stronger", "weaker", "games"),
    [
        ("medium", "easy", 120),
        ("hard", "easy", 60),
        ("hard", "greedy", 100),
        ("easy", "random", 20),
    ],
)
def test_ladder(stronger: str, weaker: str, games: int) -> None:
    """With these seeds, always the same games: no chance in it."""
    tally, _ = run(Contest("classic", (stronger, weaker), games, seed=3)).tallies
    assert tally.share > 0.55


def test_ladder_of_longo() -> None:
    tally, _ = run(Contest("longo", ("hard", "greedy"), 60)).tallies
    assert tally.share > 0.65


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
@pytest.mark.parametrize("players", range(2, 6))
@pytest.mark.parametrize("level", LEVELS)
def test_whole_games_that_can_be_repeated(variant: Variant, players: int, level: str) -> None:
    games = [Game(variant, ["P"] * players, 4) for _ in range(2)]
    for game in games:
        play_game(game, [find_bot(level)] * players, random.Random(9))
        assert game.state.phase is Phase.OVER
    assert games[0].events == games[1].events


def test_levels_are_bots() -> None:
    assert list(LEVELS) == ["easy", "medium", "hard"]
    assert all(BOTS[name] is level for name, level in LEVELS.items())


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_misses_a_win(level: str) -> None:
    """A cross that ends the game while one leads is never missed, however the bot errs."""
    state = parse_position(
        "classic 30 0 color 1,5:-,6,1,6 crossed r2,3,4,5,6,12/y/g12,11,10,9,8,7/b/0 r/y2,3/g/b/0"
    )
    for seed in range(50):
        move = find_bot(level).choose_move(state, 0, random.Random(seed))
        assert move.code == "g2"


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_errors_are_those_of_a_person(level: str) -> None:
    """It confuses what is close, and does not skip most of a row at the start."""
    state = parse_position("classic 0 0 white 5,6:1,1,1,1 ?,? r/y/g/b/0 r/y/g/b/0")
    seen = {find_bot(level).choose_move(state, 1, random.Random(seed)).code for seed in range(200)}
    assert len(seen) > 1
    assert not seen & {"r11", "y11"}


def test_a_level_plays_on_from_anywhere() -> None:
    """The planner's memory of the last prediction never answers for another position."""
    positions = [
        f"classic 5 0 white {dice}:3,3,3,3 ?,? r2/y/g/b/0 r/y3/g/b/0"
        for dice in ("1,2", "3,3", "6,6", "2,4")
    ]
    hard = find_bot("hard")
    fresh = [
        hard.choose_move(parse_position(position), player, random.Random(1))
        for position in positions
        for player in (0, 1)
    ]
    mixed = {
        (position, player): hard.choose_move(parse_position(position), player, random.Random(1))
        for player in (1, 0)
        for position in reversed(positions)
    }
    assert fresh == [mixed[position, player] for position in positions for player in (0, 1)]


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
@pytest.mark.parametrize("players", [2, 5])
def test_a_decision_in_small_parts_is_the_same(variant: Variant, players: int) -> None:
    game = Game(variant, ["P"] * players, 4)
    hard, source, parts = LEVELS["hard"], random.Random(1), 0
    while game.state.phase is not Phase.OVER:
        if game.state.phase is Phase.ROLL:
            game.roll()
            continue
        player = game.state.to_act[0]
        view = game.state.view(player)
        network_planner.cache_clear()
        move = hard.choose_move(view, player, source)
        network_planner.cache_clear()
        while hard.prepare(view, player):
            parts += 1
        assert hard.choose_move(view, player, source) == move
        game.play(player, move)
    assert parts > game.state.turn


def test_what_decisions_have_in_common_is_thought_of_once() -> None:
    state = parse_position("classic 5 0 white 3,4:3,3,3,3 ?,? r2/y/g/b/0 r/y3/g/b/0")
    network_planner.cache_clear()
    assert LEVELS["hard"].prepare(state, 0)
    while LEVELS["hard"].prepare(state, 0):
        pass
    assert not LEVELS["easy"].prepare(state.view(1), 1)
    assert not LEVELS["hard"].prepare(state.play(0, PASS).play(1, PASS), 0)
