"""Test mistake summaries: kinds of mistakes, sums, and the text form."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from qwixx import Mark
from qwixx.coach import Account, Decided, Review
from qwixx.coach.mistakes import (
    COLOR,
    HASTE,
    KINDS,
    LOCK,
    PASS,
    PENALTY,
    ROW,
    SECOND,
    SKIP,
    CostlyDecision,
    MistakeSummary,
    classify_mistake,
    parse_mistakes,
    summarize_mistakes,
    write_mistakes,
)
from qwixx.rules.moves import PASS as PASS_MOVE
from qwixx.rules.moves import parse_move
from tests.finished_games import finished_game

if TYPE_CHECKING:
    from qwixx import Game, State

GAME = finished_game()


def make_decision(
    move: str, better: str, *, event: int = 0, player: int = 0, cost: float = 0.1
) -> Decided:
    moves = parse_move(move), parse_move(better)
    return Decided(event, 0, player, *moves, None, 0.5, cost, -cost)


def game_with_state(state: State) -> Game:
    """Return a stand-in for a game with a single state."""
    return cast("Game", SimpleNamespace(states=(state,)))


def white_step_state() -> State:
    """Return a white step in which the active player has crossed out red 2, 3, and 4."""
    state = GAME.states[1]
    sheet = state.sheets[0]
    for number in (2, 3, 4):
        sheet = sheet.cross(Mark(0, number))
    return replace(state, sheets=(sheet, *state.sheets[1:]))


@pytest.mark.parametrize(
    ("move", "better", "kind"),
    [
        ("r5", "y2", ROW),  # neither skips anything
        ("y5", "r5", SKIP),
        ("y5", "-", SKIP),
        ("r5", "-", HASTE),
        ("-", "y5", PASS),
        ("-", "r12", LOCK),
        ("y5", "r12", LOCK),
    ],
)
def test_classify_mistake_in_white_step(move: str, better: str, kind: str) -> None:
    assert (
        classify_mistake(game_with_state(white_step_state()), make_decision(move, better)) == kind
    )


def test_missed_second_cross_is_kind_of_its_own() -> None:
    row = make_decision("r5", "y2")
    second = replace(row, then=Mark(1, 3))
    both = replace(second, move_then=Mark(2, 12))
    kinds = [
        classify_mistake(game_with_state(white_step_state()), one) for one in (row, second, both)
    ]
    assert kinds == [ROW, SECOND, ROW]


@pytest.mark.parametrize(
    ("move", "better", "kind"),
    [("-", "r4", PENALTY), ("y4", "r4", COLOR), ("y4", "-", COLOR), ("-", "b2", LOCK)],
)
def test_classify_mistake_in_color_step(move: str, better: str, kind: str) -> None:
    state = GAME.states[1]
    for player in state.to_act:
        state = state.play(player, PASS_MOVE)
    assert classify_mistake(game_with_state(state), make_decision(move, better)) == kind


def test_summary_adds_up_and_round_trips() -> None:
    decisions = (
        make_decision("-", "y5", event=1, cost=0.205),
        make_decision("-", "y5", event=1, cost=0.019),  # within the error of the estimates
        make_decision("-", "y5", event=1, cost=0.0),
        make_decision("-", "y5", event=1, player=1, cost=0.3),  # another player's decision
    )
    account = Account(0.5, 0.07, -0.205, 0.3, 0.0, 0.0)
    summary = summarize_mistakes(GAME, Review((), decisions, (account, account)), 0)
    assert summary.chance_lost == pytest.approx(0.205)
    assert sum(summary.lost_by_kind) == pytest.approx(summary.chance_lost)
    assert summary.lost_by_kind[KINDS.index(PASS)] == pytest.approx(0.205)
    assert summary.luck == 0.07
    assert summary.worst == (CostlyDecision(1, 0.205, PASS),)
    rounded = replace(
        summary,
        chance_lost=0.205,
        lost_by_kind=tuple(round(part, 4) for part in summary.lost_by_kind),
    )
    assert parse_mistakes(write_mistakes(summary)) == rounded


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "[]",
        "{}",
        '{"lost":1,"luck":0,"kinds":[1],"worst":[]}',
        '{"lost":1,"luck":0,"kinds":[0,0,0,0,0,0],"worst":[]}',  # of an earlier release
        '{"lost":"x","luck":0,"kinds":[0,0,0,0,0,0,0,0],"worst":[]}',
        '{"lost":1,"luck":0,"kinds":[0,0,0,0,0,0,0,0],"worst":[[1,0.1,"bad"]]}',
        '{"lost":1,"luck":0,"kinds":[0,0,0,0,0,0,0,0],"worst":[[-1,0.1,"pass"]]}',
        '{"lost":1,"luck":0,"kinds":[0,0,0,0,0,0,0,0],"worst":[5]}',
    ],
)
def test_invalid_summary_is_none(text: str) -> None:
    assert parse_mistakes(text) is None
    assert parse_mistakes(write_mistakes(MistakeSummary(0, 0, (0,) * len(KINDS), ()))) is not None
