"""What somebody gave away, by kind, and as a text that is kept."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from qwixx import Mark
from qwixx.coach import Account, Decided, Review
from qwixx.coach.mistakes import (
    COLOR,
    KINDS,
    LOCK,
    OTHER,
    PASS,
    PENALTY,
    SKIP,
    CostlyDecision,
    MistakeSummary,
    classify_mistake,
    parse_mistakes,
    summarize_mistakes,
    write_mistakes,
)
from qwixx.rules.moves import PASS as TO_PASS
from qwixx.rules.moves import parse_move
from tests.finished_games import finished_game

if TYPE_CHECKING:
    from qwixx import Game, State

GAME = finished_game()


def decided(
    move: str, better: str, *, event: int = 0, player: int = 0, cost: float = 0.1
) -> Decided:
    moves = parse_move(move), parse_move(better)
    return Decided(event, 0, player, *moves, None, 0.5, cost, -cost)


def only(state: State) -> Game:
    """Return what stands for a game of one position."""
    return cast("Game", SimpleNamespace(states=(state,)))


def white_step() -> State:
    """Return a white step in which the active player has crossed red 2, 3 and 4."""
    state = GAME.states[1]
    sheet = state.sheets[0]
    for number in (2, 3, 4):
        sheet = sheet.cross(Mark(0, number))
    return replace(state, sheets=(sheet, *state.sheets[1:]))


@pytest.mark.parametrize(
    ("move", "better", "kind"),
    [
        ("r5", "y2", OTHER),  # neither skips anything
        ("y5", "r5", SKIP),
        ("y5", "-", SKIP),
        ("r5", "-", OTHER),
        ("-", "y5", PASS),
        ("-", "r12", LOCK),
        ("y5", "r12", LOCK),
    ],
)
def test_mistakes_with_the_white_sum(move: str, better: str, kind: str) -> None:
    assert classify_mistake(only(white_step()), decided(move, better)) == kind


@pytest.mark.parametrize(
    ("move", "better", "kind"),
    [("-", "r4", PENALTY), ("y4", "r4", COLOR), ("y4", "-", COLOR), ("-", "b2", LOCK)],
)
def test_mistakes_with_the_colored_dice(move: str, better: str, kind: str) -> None:
    state = GAME.states[1]
    for player in state.to_act:
        state = state.play(player, TO_PASS)
    assert classify_mistake(only(state), decided(move, better)) == kind


def test_a_judgement_adds_up_and_comes_back() -> None:
    decisions = (
        decided("-", "y5", event=1, cost=0.2),
        decided("-", "y5", event=1, cost=0.005),  # too little to be told
        decided("-", "y5", event=1, cost=0.0),
        decided("-", "y5", event=1, player=1, cost=0.3),  # somebody else's
    )
    account = Account(0.5, 0.07, -0.205, 0.3, 0.0, 0.0)
    judged = summarize_mistakes(GAME, Review((), decisions, (account, account)), 0)
    assert judged.chance_lost == pytest.approx(0.205)
    assert sum(judged.lost_by_kind) == pytest.approx(judged.chance_lost)
    assert judged.lost_by_kind[KINDS.index(PASS)] == pytest.approx(0.205)
    assert judged.luck == 0.07
    assert judged.worst == (CostlyDecision(1, 0.2, PASS),)
    rounded = replace(
        judged,
        chance_lost=0.205,
        lost_by_kind=tuple(round(part, 4) for part in judged.lost_by_kind),
    )
    assert parse_mistakes(write_mistakes(judged)) == rounded


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "[]",
        "{}",
        '{"lost":1,"luck":0,"kinds":[1],"worst":[]}',
        '{"lost":"x","luck":0,"kinds":[0,0,0,0,0,0],"worst":[]}',
        '{"lost":1,"luck":0,"kinds":[0,0,0,0,0,0],"worst":[[1,0.1,"bad"]]}',
        '{"lost":1,"luck":0,"kinds":[0,0,0,0,0,0],"worst":[[-1,0.1,"pass"]]}',
        '{"lost":1,"luck":0,"kinds":[0,0,0,0,0,0],"worst":[5]}',
    ],
)
def test_what_is_no_judgement_is_none(text: str) -> None:
    assert parse_mistakes(text) is None
    assert parse_mistakes(write_mistakes(MistakeSummary(0, 0, (0,) * 6, ()))) is not None
