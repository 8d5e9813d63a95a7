"""The levels: in the right order, at a size that suits every run of the tests."""

from __future__ import annotations

import random
from itertools import chain
from typing import TYPE_CHECKING

import pytest

from qwixx import (
    CLASSIC,
    LONGO,
    PASS,
    VARIANTS,
    Game,
    Mark,
    Phase,
    State,
    Variant,
    parse_position,
)
from qwixx.bots import BOTS, LEVELS, find_bot, play_game
from qwixx.bots.network_bot import MAX_CHANCE_LOST, plausible_choices
from qwixx.bots.planning.choices import (
    PENALTY_WASTE,
    WIN_VALUE,
    Choice,
    MarkOption,
    best_choice,
    win_probability,
)
from qwixx.bots.planning.factory import network_planner
from qwixx.research.arena import Contest, run

if TYPE_CHECKING:
    from collections.abc import Iterator
    from unittest.mock import Mock


SLOW = pytest.mark.no_cover
"""Of tests that play many games: being traced, they take four times as long."""


@SLOW
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
    tally, _ = run(Contest("classic", (stronger, weaker), games, seed=3)).by_bot
    assert tally.win_share > 0.55


@SLOW
def test_ladder_of_longo() -> None:
    tally, _ = run(Contest("longo", ("hard", "greedy"), 60)).by_bot
    assert tally.win_share > 0.65


@SLOW
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
@pytest.mark.parametrize("players", range(2, 6))
@pytest.mark.parametrize("level", LEVELS)
def test_whole_games_that_can_be_repeated(variant: Variant, players: int, level: str) -> None:
    games = [Game(variant, ["P"] * players, 4) for _ in range(2)]
    bots = [find_bot(level)] * players
    over = [play_game(game, bots, random.Random(9)) for game in games]
    assert all(game.state.phase is Phase.OVER for game in over)
    assert over[0].events == over[1].events


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


def rolled(variant: Variant, players: int, seed: int) -> Iterator[tuple[State, int]]:
    """Yield each decision of a game of players who err, as the one who decides may know it."""
    game, rng = Game(variant, ["P"] * players, seed), random.Random(seed)
    while game.state.phase is not Phase.OVER:
        if game.state.phase is Phase.ROLL:
            game = game.roll()
            continue
        player = game.state.to_act[0]
        view = game.state.view(player)
        yield view, player
        bot = find_bot(rng.choice(["greedy", "random", "easy", "easy"]))
        game = game.play(player, bot.choose_move(view, player, rng))


@SLOW
@pytest.mark.parametrize("level", ["easy", "medium"])
@pytest.mark.parametrize(
    ("variant", "players", "games"), [(CLASSIC, 2, 12), (LONGO, 2, 6), (CLASSIC, 4, 6)], ids=str
)
def test_no_error_is_absurd(level: str, variant: Variant, players: int, games: int) -> None:
    """Whatever the position: none costs much, loses what is plain, or is a penalty."""
    erred = plain = 0
    for view, player in chain.from_iterable(rolled(variant, players, n) for n in range(games)):
        choices = network_planner(variant, players).choices(view, player)
        top = best_choice(choices)
        move = find_bot(level).choose_move(view, player, random.Random(view.turn))
        if move == top.move:
            continue
        erred += 1
        chosen = next(choice for choice in choices if choice.move == move)
        assert win_probability(top.value) - win_probability(chosen.value) <= MAX_CHANCE_LOST
        assert win_probability(chosen.value) >= win_probability(top.value) / 2 > 0
        if top.option and not top.option.skips:
            plain += 1
            assert chosen.option
            assert not chosen.option.skips
            assert not view.sheets[player].cross(top.option.mark).locked(top.option.row)
        fined = move is PASS and view.phase is Phase.COLOR and view.penalty_due
        assert not fined
    assert erred > 30
    assert plain > 3


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("position", "player", "codes"),
    [
        # Yellow 8 skips nothing, and to pass would cost a penalty.
        ("color 2,2:-,6,1,1 passed r/y3,5,7/g12,5/b12,10/1 r2,3,4,5,6,12/y3/g12/b/0", 0, "y8"),
        # The first cross of a game is none that skips seven numbers.
        ("white 4,5:1,1,1,1 ?,? r/y/g/b/0 r/y/g/b/0", 1, "-,g9,b9"),
        ("white 4,5:1,1,1,1 ?,? r/y/g/b/0 r/y/g/b/0", 0, "-,g9,b9"),
        # A lock that is free.
        ("white 6,6:1,1,1,1 ?,? r2,3,4,6,8,9/y2/g12/b12/0 r2,3/y3/g12/b12,11/0", 0, "r12"),
        ("white 6,6:1,1,1,1 ?,? r2,3/y3/g12/b12,11/0 r2,3,4,6,8,9/y2/g12/b12/0", 1, "r12"),
        # A fourth penalty would end the game, and other numbers are free.
        ("color 3,4:2,2,5,1 passed r/y2,3/g12/b/3 r2,3,4/y2,4/g12/b/0", 0, "r5,r6,y5,y6,g9,g8"),
    ],
)  # fmt: skip
def test_blunders_that_people_saw(level: str, position: str, player: int, codes: str) -> None:
    state = parse_position(f"classic 20 0 {position}")
    bot = find_bot(level)
    seen = {bot.choose_move(state, player, random.Random(seed)).code for seed in range(100)}
    assert seen <= set(codes.split(","))


def test_what_is_a_forgivable_error() -> None:
    """The best; what costs little; of plain choices only such; a penalty only if it is best."""

    def cross(row: int, skips: int) -> MarkOption:
        return MarkOption(Mark(row, 5), row, 4, skips)

    plain = Choice(0.0, cross(0, 0))
    also = Choice(-0.3, cross(1, 0))
    later = Choice(-0.2, None, cross(2, 0))
    skipping = Choice(-0.1, cross(3, 2), None, 2)
    idle = Choice(-0.1, None)
    fined = Choice(-0.1, None, None, PENALTY_WASTE)
    dear = Choice(-0.6, cross(2, 0))
    everything = [idle, plain, also, later, skipping, dear]
    assert plausible_choices(everything, 9) == [plain, also]
    assert plausible_choices(everything, 4) == [plain]
    first = later._replace(value=0.1)
    assert plausible_choices([first, *everything], 9) == [first, plain, also, later]
    better = skipping._replace(value=0.1)
    assert plausible_choices([better, idle, plain, fined, dear], 9) == [better, idle, plain]
    penalty = fined._replace(value=0.1)
    assert plausible_choices([skipping, penalty], 9) == [skipping, penalty]
    low = [choice._replace(value=choice.value - 4) for choice in (better, plain, dear)]
    low[2] = dear._replace(value=-5.0)
    assert plausible_choices(low, 9) == low[:2]
    lost, hopeless = Choice(-WIN_VALUE, cross(0, 0)), Choice(-4.0, cross(1, 3), None, 3)
    assert plausible_choices([lost, hopeless], 9) == [hopeless]
    assert plausible_choices([lost, idle._replace(value=-WIN_VALUE)], 9) == [lost]


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


@SLOW
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
@pytest.mark.parametrize("players", [2, 5])
def test_a_decision_in_small_parts_is_the_same(
    variant: Variant, players: int, evaluations: Mock
) -> None:
    """A page thinks in them: each judges few positions, however much there is to think of."""
    game = Game(variant, ["P"] * players, 4)
    hard, source, parts = LEVELS["hard"], random.Random(1), 0
    while game.state.phase is not Phase.OVER:
        if game.state.phase is Phase.ROLL:
            game = game.roll()
            continue
        player = game.state.to_act[0]
        view = game.state.view(player)
        network_planner.cache_clear()
        move = hard.choose_move(view, player, source)
        network_planner.cache_clear()
        evaluations.reset_mock()
        while hard.continue_preparation(view, player):
            parts += 1
            assert evaluations.call_count <= 28
            evaluations.reset_mock()
        assert hard.choose_move(view, player, source) == move
        assert evaluations.call_count <= 28
        game = game.play(player, move)
    assert parts > game.state.turn


def test_what_decisions_have_in_common_is_thought_of_once() -> None:
    state = parse_position("classic 5 0 white 3,4:3,3,3,3 ?,? r2/y/g/b/0 r/y3/g/b/0")
    network_planner.cache_clear()
    assert LEVELS["hard"].continue_preparation(state, 0)
    while LEVELS["hard"].continue_preparation(state, 0):
        pass
    assert not LEVELS["easy"].continue_preparation(state.view(1), 1)
    assert not LEVELS["hard"].continue_preparation(state.play(0, PASS).play(1, PASS), 0)
