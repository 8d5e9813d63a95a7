"""Test the levels: relative strength in small matches, kinds of errors, and time slices."""

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
from qwixx.bots import BOTS, FILES, LEVELS, find_bot, play_game
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


TRAINED = [VARIANTS[name] for name in dict.fromkeys(file.variant for file in FILES)]
"""The variants with weights."""

SLOW = pytest.mark.no_cover
"""Marks tests that play many games, which are four times slower when traced."""


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
def test_stronger_bot_wins_more_often(stronger: str, weaker: str, games: int) -> None:
    # The seeds are fixed, so the results are reproducible.
    tally, _ = run(Contest("classic", (stronger, weaker), games, seed=3)).by_bot
    assert tally.win_share > 0.55


@SLOW
def test_hard_beats_greedy_in_longo() -> None:
    tally, _ = run(Contest("longo", ("hard", "greedy"), 60)).by_bot
    assert tally.win_share > 0.65


@SLOW
@pytest.mark.parametrize("variant", TRAINED, ids=str)
@pytest.mark.parametrize("players", range(2, 6))
@pytest.mark.parametrize("level", LEVELS)
def test_whole_games_are_reproducible(variant: Variant, players: int, level: str) -> None:
    games = [Game(variant, ["P"] * players, 4) for _ in range(2)]
    bots = [find_bot(level)] * players
    finished_games = [play_game(game, bots, random.Random(9)) for game in games]
    assert all(game.state.phase is Phase.OVER for game in finished_games)
    assert finished_games[0].events == finished_games[1].events


def test_levels_are_registered_bots() -> None:
    assert list(LEVELS) == ["easy", "medium", "hard"]
    assert all(BOTS[name] is level for name, level in LEVELS.items())


@pytest.mark.parametrize("level", LEVELS)
def test_levels_never_miss_a_win(level: str) -> None:
    # Green 2 locks the second row and ends the game while player 0 leads.
    state = parse_position(
        "classic 30 0 color 1,5:-,6,1,6 crossed r2,3,4,5,6,12/y/g12,11,10,9,8,7/b/0 r/y2,3/g/b/0"
    )
    for seed in range(50):
        move = find_bot(level).choose_move(state, 0, random.Random(seed))
        assert move.code == "g2"


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_errors_resemble_human_errors(level: str) -> None:
    # A level confuses marks of similar value but does not skip most of a row at the start.
    state = parse_position("classic 0 0 white 5,6:1,1,1,1 ?,? r/y/g/b/0 r/y/g/b/0")
    codes_played = {
        find_bot(level).choose_move(state, 1, random.Random(seed)).code for seed in range(200)
    }
    assert len(codes_played) > 1
    assert not codes_played & {"r11", "y11"}


def decisions_of_erratic_game(
    variant: Variant, players: int, seed: int
) -> Iterator[tuple[State, int]]:
    """Yield the view and the index of the player for each decision in a game of weak bots."""
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
def test_errors_are_never_absurd(level: str, variant: Variant, players: int, games: int) -> None:
    """No error is costly, forgoes a lock that skips nothing, or incurs a penalty."""
    error_count = missed_free_mark_count = 0
    for view, player in chain.from_iterable(
        decisions_of_erratic_game(variant, players, n) for n in range(games)
    ):
        choices = network_planner(variant, players).choices(view, player)
        best = best_choice(choices)
        move = find_bot(level).choose_move(view, player, random.Random(view.turn))
        if move == best.move:
            continue
        error_count += 1
        chosen = next(choice for choice in choices if choice.move == move)
        assert win_probability(best.value) - win_probability(chosen.value) <= MAX_CHANCE_LOST
        assert win_probability(chosen.value) >= win_probability(best.value) / 2 > 0
        if best.option and not best.option.skips:
            missed_free_mark_count += 1
            assert chosen.option
            assert not chosen.option.skips
            assert not view.sheets[player].cross(best.option.mark).locked(best.option.row)
        takes_penalty = move is PASS and view.phase is Phase.COLOR and view.penalty_due
        assert not takes_penalty
    assert error_count > 30
    assert missed_free_mark_count > 3


@pytest.mark.no_cover  # slow when traced
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("position", "player", "accepted_codes"),
    [
        # Yellow 8 skips nothing, and passing would cost a penalty.
        ("color 2,2:-,6,1,1 passed r/y3,5,7/g12,5/b12,10/1 r2,3,4,5,6,12/y3/g12/b/0", 0, "y8"),
        # The first mark of a game must not skip seven numbers.
        ("white 4,5:1,1,1,1 ?,? r/y/g/b/0 r/y/g/b/0", 1, "-,g9,b9"),
        ("white 4,5:1,1,1,1 ?,? r/y/g/b/0 r/y/g/b/0", 0, "-,g9,b9"),
        # A lock that skips nothing must not be missed.
        ("white 6,6:1,1,1,1 ?,? r2,3,4,6,8,9/y2/g12/b12/0 r2,3/y3/g12/b12,11/0", 0, "r12"),
        ("white 6,6:1,1,1,1 ?,? r2,3/y3/g12/b12,11/0 r2,3,4,6,8,9/y2/g12/b12/0", 1, "r12"),
        # A fourth penalty would end the game, and there are legal marks.
        ("color 3,4:2,2,5,1 passed r/y2,3/g12/b/3 r2,3,4/y2,4/g12/b/0", 0, "r5,r6,y5,y6,g9,g8"),
    ],
)  # fmt: skip
def test_reported_blunders_do_not_recur(
    level: str, position: str, player: int, accepted_codes: str
) -> None:
    state = parse_position(f"classic 20 0 {position}")
    bot = find_bot(level)
    codes_played = {
        bot.choose_move(state, player, random.Random(seed)).code for seed in range(100)
    }
    assert codes_played <= set(accepted_codes.split(","))


def test_plausible_choices() -> None:
    """Test the choices that an error may pick.

    They are the best choice and those of slightly lower value. If the best choice skips nothing,
    the others must skip nothing either. A penalty is included only if it is best.
    """

    def mark_option(row: int, skips: int) -> MarkOption:
        return MarkOption(Mark(row, 5), row, 4, skips)

    best = Choice(0.0, mark_option(0, 0))
    second = Choice(-0.3, mark_option(1, 0))
    third = Choice(-0.2, None, mark_option(2, 0))
    skipping = Choice(-0.1, mark_option(3, 2), None, 2)
    passing = Choice(-0.1, None)
    penalty_choice = Choice(-0.1, None, None, PENALTY_WASTE)
    costly = Choice(-0.6, mark_option(2, 0))
    choices = [passing, best, second, third, skipping, costly]
    assert plausible_choices(choices, 9) == [best, second]
    assert plausible_choices(choices, 4) == [best]
    better_plan = third._replace(value=0.1)
    assert plausible_choices([better_plan, *choices], 9) == [
        better_plan,
        best,
        second,
        third,
    ]
    better_skip = skipping._replace(value=0.1)
    assert plausible_choices([better_skip, passing, best, penalty_choice, costly], 9) == [
        better_skip,
        passing,
        best,
    ]
    penalty = penalty_choice._replace(value=0.1)
    assert plausible_choices([skipping, penalty], 9) == [skipping, penalty]
    behind = [choice._replace(value=choice.value - 4) for choice in (better_skip, best, costly)]
    behind[2] = costly._replace(value=-5.0)
    assert plausible_choices(behind, 9) == behind[:2]
    losing, hopeless = (
        Choice(-WIN_VALUE, mark_option(0, 0)),
        Choice(-4.0, mark_option(1, 3), None, 3),
    )
    assert plausible_choices([losing, hopeless], 9) == [hopeless]
    assert plausible_choices([losing, passing._replace(value=-WIN_VALUE)], 9) == [losing]


def test_cached_prediction_does_not_affect_other_positions() -> None:
    positions = [
        f"classic 5 0 white {dice}:3,3,3,3 ?,? r2/y/g/b/0 r/y3/g/b/0"
        for dice in ("1,2", "3,3", "6,6", "2,4")
    ]
    hard = find_bot("hard")
    forward_moves = [
        hard.choose_move(parse_position(position), player, random.Random(1))
        for position in positions
        for player in (0, 1)
    ]
    backward_moves = {
        (position, player): hard.choose_move(parse_position(position), player, random.Random(1))
        for player in (1, 0)
        for position in reversed(positions)
    }
    assert forward_moves == [
        backward_moves[position, player] for position in positions for player in (0, 1)
    ]


@SLOW
@pytest.mark.parametrize("variant", TRAINED, ids=str)
@pytest.mark.parametrize("players", [2, 5])
def test_time_slices_do_not_change_moves(
    variant: Variant, players: int, evaluations: Mock
) -> None:
    """Each slice evaluates few positions, so the page stays responsive."""
    game = Game(variant, ["P"] * players, 4)
    hard, rng, slice_count = LEVELS["hard"], random.Random(1), 0
    while game.state.phase is not Phase.OVER:
        if game.state.phase is Phase.ROLL:
            game = game.roll()
            continue
        player = game.state.to_act[0]
        view = game.state.view(player)
        network_planner.cache_clear()
        move = hard.choose_move(view, player, rng)
        network_planner.cache_clear()
        evaluations.reset_mock()
        while hard.continue_preparation(view, player):
            slice_count += 1
            assert evaluations.call_count <= 28
            evaluations.reset_mock()
        assert hard.choose_move(view, player, rng) == move
        assert evaluations.call_count <= 28
        game = game.play(player, move)
    assert slice_count > game.state.turn


def test_preparation_is_shared_between_decisions() -> None:
    state = parse_position("classic 5 0 white 3,4:3,3,3,3 ?,? r2/y/g/b/0 r/y3/g/b/0")
    network_planner.cache_clear()
    assert LEVELS["hard"].continue_preparation(state, 0)
    while LEVELS["hard"].continue_preparation(state, 0):
        pass
    assert not LEVELS["easy"].continue_preparation(state.view(1), 1)
    assert not LEVELS["hard"].continue_preparation(state.play(0, PASS).play(1, PASS), 0)
