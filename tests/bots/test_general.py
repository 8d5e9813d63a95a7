"""Test the estimate of points that plays sheets without weights."""

from __future__ import annotations

import random

import pytest

from qwixx import PASS, VARIANTS, Game, Mark, Phase, Roll, Sheet
from qwixx.bots import find_bot, has_weights, missing_weights, offered, play_game
from qwixx.bots.planning.general import estimated_points, points_choices
from qwixx.coach import hint
from qwixx.games.written.position import parse_position
from qwixx.research.arena import Contest, run

WITHOUT_WEIGHTS = [name for name, each in VARIANTS.items() if not has_weights(each, 2)]
OPEN = (False,) * 4


@pytest.mark.no_cover  # four times slower when traced
@pytest.mark.parametrize("name", WITHOUT_WEIGHTS)
def test_hard_beats_greedy_on_every_sheet(name: str) -> None:
    tally, _ = run(Contest(name, ("hard", "greedy"), 60, seed=1)).by_bot
    assert tally.win_share > 0.5


@pytest.mark.no_cover  # four times slower when traced
@pytest.mark.parametrize(("stronger", "weaker"), [("hard", "medium"), ("medium", "easy")])
def test_levels_differ_without_weights(stronger: str, weaker: str) -> None:
    tally, _ = run(Contest("mixx-a", (stronger, weaker), 200, seed=2)).by_bot
    assert tally.win_share > 0.5


@pytest.mark.parametrize("name", WITHOUT_WEIGHTS)
@pytest.mark.parametrize("players", [2, 5])
def test_every_level_plays_every_sheet(name: str, players: int) -> None:
    assert offered(name, players) == ("easy", "medium", "hard")
    assert missing_weights(["hard"], name, players) == ""
    bots = [find_bot(level) for level in ("easy", "medium", "hard", "greedy", "hard")[:players]]
    game = play_game(Game(name, [str(n) for n in range(players)], 5), bots, random.Random(1))
    assert game.state.phase is Phase.OVER


def test_active_player_plans_the_color_step() -> None:
    """Passing is best where the color step makes a cross that the white one would spoil."""
    state = parse_position("connected-a 4 0 roll - - r2/y2/g12/b12/0/A r/y/g/b/0/B")
    state = state.apply_roll(Roll((2, 5), (1, 6, 6, 6)))
    best = max(points_choices(state, 0), key=lambda choice: choice.value)
    assert best.move is PASS
    after = state.play(0, PASS).play(1, PASS)
    best = max(points_choices(after, 0), key=lambda choice: choice.value)
    assert best.move == Mark(2, 11)  # a step, and nothing is skipped


def test_won_game_is_ended_and_lost_one_is_not() -> None:
    row = "r2,3,4,5,6,7,8/y/g/b/0/A"
    locked = "r/y2,3,4,5,6,12/g/b/0/B"
    won = parse_position(f"connected-a 9 0 roll - - {row} {locked}")
    won = won.apply_roll(Roll((6, 6), (1, None, 1, 1)))
    assert max(points_choices(won, 0), key=lambda choice: choice.value).move == Mark(0, 12)
    row = "r2,3,4,5,6/y/g/b/0/A"
    better = "r/y2,3,4,5,6,7,8,9,10,12/g12,11,10,9,8,7,6,5/b/0/B"
    lost = parse_position(f"connected-a 9 0 roll - - {row} {better}")
    lost = lost.apply_roll(Roll((6, 6), (1, None, 1, 1)))
    assert max(points_choices(lost, 0), key=lambda choice: choice.value).move != Mark(0, 12)


def test_estimate_counts_rows_extras_and_penalties() -> None:
    blank = Sheet("big-points")
    assert estimated_points(blank, OPEN) > estimated_points(Sheet("classic"), OPEN)
    for name in WITHOUT_WEIGHTS:
        sheet = Sheet(name)
        assert estimated_points(sheet.with_penalty(), OPEN) < estimated_points(sheet, OPEN)
    waived = parse_position("bonus-b 4 0 roll - - r/y3/g5/b/2/- r/y/g/b/0/-").sheets[0]
    assert estimated_points(waived.with_penalty(), OPEN) == estimated_points(waived, OPEN)
    doubled = parse_position("double-a 4 0 roll - - r5/y/g/b/0 r5+/y/g/b/0").sheets
    assert estimated_points(doubled[1], OPEN) > estimated_points(doubled[0], OPEN)
    swapped = Sheet("x-change", (0, 0, 0, 0, 1 << 8))
    assert estimated_points(swapped, OPEN) < estimated_points(Sheet("x-change"), OPEN)


def test_hint_names_the_choice_of_a_bonus() -> None:
    state = parse_position(
        "bonus-b 4 0 bonus 4,5:1,1,1,1 crossed r2/y11/g12,11,10,9/b12/0/0 r/y/g/b/0/-"
    )
    [advice] = hint(state, 0)
    assert advice.move in state.legal_moves(0)
    assert not advice.has_win_probability
