"""Test the coach: hints, reasons, win probabilities, and reviews."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings

from qwixx import (
    CLASSIC,
    LONGO,
    PASS,
    Game,
    Mark,
    Phase,
    State,
    Variant,
    new_game,
    parse_position,
)
from qwixx.bots import find_bot, play_game
from qwixx.bots.planning.factory import network_planner
from qwixx.coach import TELLING, Advice, chances, hint, review, review_steps, think
from qwixx.coach.reasoning import Kind, Reason, reasons
from qwixx.games.events import Decision
from qwixx.rules.moves import parse_move
from tests.rules import strategies

if TYPE_CHECKING:
    from collections.abc import Sequence
    from unittest.mock import Mock


@given(state=strategies.states())
def test_hint_ranks_legal_moves(state: State) -> None:
    for player in range(state.players):
        advice = hint(state, player)
        assert {one.move for one in advice} == set(state.legal_moves(player))
        assert [one.chance for one in advice] == sorted(
            (one.chance for one in advice), reverse=True
        )
        for one in advice:
            assert 0 <= one.chance <= 1
            assert one.cost == advice[0].chance - one.chance
            if one.then is not None:
                assert player == state.active
                assert state.phase is Phase.WHITE
                assert one.then in state_after_white_step(state, player, one).legal_moves(player)
        assert all(one.reasons == () for one in advice[1:])
        assert not advice or advice[0].reasons


def state_after_white_step(state: State, player: int, one: Advice) -> State:
    """Return the state after the white step if a player follows the advice and all others pass."""
    state = state.view(player).play(player, one.move)
    while state.phase is Phase.WHITE:
        state = state.play(state.to_act[0], PASS)
    return state


def reason_kinds(position: str, player: int, code: str, other: str, then: str = "") -> list[Kind]:
    """Return the kinds of reasons for one move rather than another."""
    move = parse_move(code)
    plan = Mark.from_code(then) if then else None
    found_reasons = reasons(parse_position(position), player, move, parse_move(other), plan)
    return [reason.kind for reason in found_reasons]


SHEETS = "r2,4,5,6,8/y2,3/g/b12,11,10,9,8,4/0 r/y/g/b/3"


@pytest.mark.parametrize(
    ("phase", "dice", "player", "code", "other", "expected"),
    [
        # A mark compared with passing (a penalty is due only if no color mark is left)
        ("white ?,?", "5,6:3,3,3,3", 0, "r11", "-", [Kind.GAIN, Kind.MORE_SKIPPED]),
        ("white ?,?", "5,6:6,3,1,3", 0, "r11", "-", [Kind.GAIN, Kind.MORE_SKIPPED]),
        ("white ?,?", "6,6:3,3,3,3", 0, "r12", "-", [Kind.LOCKS, Kind.GAIN, Kind.MORE_SKIPPED]),
        ("color passed", "1,1:1,1,1,1", 0, "b2", "-", [Kind.OTHER_PENALTY, Kind.LOCKS, Kind.GAIN, Kind.MORE_SKIPPED]),  # noqa: E501
        ("color crossed", "1,1:1,1,1,2", 0, "b3", "-", [Kind.GAIN, Kind.NO_SKIPS]),
        # A mark compared with another mark
        ("white ?,?", "5,6:3,3,3,3", 0, "r11", "y11", [Kind.FEWER_SKIPPED, Kind.MORE, Kind.OTHER_GIVES_UP_LOCK]),  # noqa: E501
        ("white ?,?", "5,4:3,3,3,3", 0, "r9", "y9", [Kind.FEWER_SKIPPED, Kind.MORE, Kind.LOCK_READY]),  # noqa: E501
        ("white ?,?", "3,4:3,3,3,3", 0, "y7", "g7", [Kind.FEWER_SKIPPED, Kind.MORE, Kind.CLOSER]),
        ("white ?,?", "3,3:3,3,3,3", 0, "y6", "g6", [Kind.FEWER_SKIPPED, Kind.MORE, Kind.OTHER_GIVES_UP_LOCK, Kind.LIKELIER]),  # noqa: E501
        ("white ?,?", "3,3:3,3,3,3", 1, "r6", "g6", [Kind.FEWER_SKIPPED, Kind.OTHER_GIVES_UP_LOCK, Kind.LIKELIER]),  # noqa: E501
        ("white ?,?", "3,3:3,3,3,3", 0, "g6", "y6", [Kind.JUDGED, Kind.LESS, Kind.GIVES_UP_LOCK, Kind.MORE_SKIPPED]),  # noqa: E501
        # Passing compared with a mark
        ("white ?,?", "5,6:3,3,3,3", 1, "-", "r11", [Kind.FEWER_SKIPPED, Kind.OTHER_GIVES_UP_LOCK, Kind.FREE, Kind.LESS]),  # noqa: E501
        ("white ?,?", "1,1:3,3,3,3", 1, "-", "r2", [Kind.JUDGED, Kind.FREE, Kind.LESS]),
        ("color crossed", "1,1:1,1,1,1", 0, "-", "b2", [Kind.FEWER_SKIPPED, Kind.FREE, Kind.LESS]),
        ("color passed", "1,1:1,1,1,2", 0, "-", "b3", [Kind.JUDGED, Kind.PENALTY, Kind.LESS]),
    ],
)  # fmt: skip
def test_reasons_of_move(
    phase: str, dice: str, player: int, code: str, other: str, expected: list[Kind]
) -> None:
    step, decided = phase.split()
    position = f"classic 9 0 {step} {dice} {decided} {SHEETS}"
    assert reason_kinds(position, player, code, other) == expected


NEARLY_FULL = "r11/y11/g3/b8/0"
"""A nearly full sheet; white 3 and 4 with colored 1, 1, 6, and 6 allow no color mark on it."""


def test_penalty_is_mentioned_only_without_color_mark() -> None:
    other = "r/y/g/b/0"
    penalty_due = f"classic 9 0 white 3,4:1,1,6,6 ?,? {NEARLY_FULL} {other}"
    assert reason_kinds(penalty_due, 0, "b7", "-") == [
        Kind.OTHER_PENALTY,
        Kind.GAIN,
        Kind.NO_SKIPS,
    ]
    assert reason_kinds(penalty_due, 0, "-", "b7") == [Kind.JUDGED, Kind.PENALTY, Kind.LESS]
    (*_before, last_reason) = reasons(parse_position(penalty_due), 0, PASS, Mark(3, 7))
    assert last_reason.points == 2 + 5  # including the penalty
    color_mark_left = penalty_due.replace("6,6 ?", "6,2 ?")  # blue 5 or 6 is legal
    assert reason_kinds(color_mark_left, 0, "b7", "-") == [Kind.GAIN, Kind.NO_SKIPS]
    assert reason_kinds(color_mark_left, 0, "-", "b7") == [Kind.JUDGED, Kind.LESS]


def test_reasons_of_forced_pass() -> None:
    other = "r2,3,4,5,6/y/g/b/0"
    position = f"classic 9 0 white 6,6:1,1,6,6 ?,? {NEARLY_FULL} {other}"
    found_reasons = reasons(parse_position(position), 0, PASS, None)
    assert [one.kind for one in found_reasons] == [Kind.ONLY, Kind.PENALTY]
    fourth_penalty = position.replace("b8/0", "b8/3")
    found_reasons = reasons(parse_position(fourth_penalty), 0, PASS, None)
    assert [one.kind for one in found_reasons] == [Kind.ONLY, Kind.PENALTY, Kind.ENDS]
    # If two opponents lock two rows, the game ends without a penalty.
    lockers = "r2,3,4,5,6/y2,3,4,5,6/g/b/0"
    position = f"classic 9 0 white 6,6:1,1,6,6 ?,?,? {NEARLY_FULL} {lockers} {lockers}"
    found_reasons = reasons(parse_position(position), 0, PASS, None)
    assert [one.kind for one in found_reasons] == [Kind.ONLY]
    # A single opponent can lock only one of the two rows.
    position = f"classic 9 0 white 6,6:1,1,6,6 ?,? {NEARLY_FULL} {lockers}"
    found_reasons = reasons(parse_position(position), 0, PASS, None)
    assert [one.kind for one in found_reasons] == [Kind.ONLY, Kind.PENALTY]
    passive = "classic 9 0 white 6,6:1,1,1,1 ?,? r/y/g/b/0 r/y/g12/b12/0"
    found_reasons = reasons(parse_position(passive), 1, PASS, None)
    assert [one.kind for one in found_reasons] == [Kind.ONLY, Kind.FREE]
    with_plan = f"classic 9 0 white 6,6:1,1,6,1 ?,? {NEARLY_FULL} {other}"
    found_reasons = reasons(parse_position(with_plan), 0, PASS, None, Mark(3, 7))
    assert [one.kind for one in found_reasons] == [Kind.ONLY, Kind.WAITS]


def test_reasons_for_pass_before_color_step() -> None:
    position = "classic 9 0 white 2,3:4,6,6,6 ?,? r/y/g/b/0 r/y/g/b/0"
    assert reason_kinds(position, 0, "-", "y5", "r6") == [
        Kind.FEWER_SKIPPED,
        Kind.WAITS,
        Kind.LESS,
    ]
    assert reason_kinds(position, 0, "-", "r5", "r6") == [
        Kind.FEWER_SKIPPED,
        Kind.WAITS,
        Kind.LESS,
    ]
    mark_would_be_skipped = "classic 9 0 white 6,4:1,6,6,6 ?,? r/y/g/b/0 r/y/g/b/0"
    assert reason_kinds(mark_would_be_skipped, 0, "-", "r10", "r5") == [
        Kind.FEWER_SKIPPED,
        Kind.KEEPS,
        Kind.OTHER_GIVES_UP_LOCK,
        Kind.LESS,
    ]
    # The opponent may lock red in this step, so a red mark in the color step is only planned.
    opponent_may_lock_red = "classic 9 0 white 6,6:1,6,6,6 ?,? r/y/g/b/0 r2,3,4,5,6/y/g/b/0"
    assert reason_kinds(opponent_may_lock_red, 0, "-", "g12", "r7") == [
        Kind.JUDGED,
        Kind.THEN_IF_OPEN,
        Kind.LESS,
    ]
    assert reason_kinds(opponent_may_lock_red, 0, "-", "g12", "b12") == [
        Kind.JUDGED,
        Kind.WAITS,
        Kind.LESS,
    ]


def end_reasons(position: str, player: int, code: str, other: str) -> list[tuple[Kind, int, int]]:
    """Return the reasons that concern the end of the game: kinds and ranges of the lead."""
    found_reasons = reasons(parse_position(position), player, parse_move(code), parse_move(other))
    end_kinds = (Kind.ENDS, Kind.OTHER_ENDS)
    return [(one.kind, one.points, one.most) for one in found_reasons if one.kind in end_kinds]


def test_reasons_of_move_that_ends_game() -> None:
    fourth_penalty = f"classic 9 1 color 6,6:6,6,6,6 passed {SHEETS}"
    assert end_reasons(fourth_penalty, 1, "-", "g12") == [(Kind.ENDS, -59, -59)]
    assert end_reasons(fourth_penalty, 1, "g12", "-") == [(Kind.OTHER_ENDS, -59, -59)]
    # In the white step, the opponent may still make a mark.
    own_sheet = "r2,3,4,5,6/y2,3,4,5,6,12/g/b/0"
    other = "r2,3,4,5,6,7/y/g12/b12/1"
    position = f"classic 9 0 white 6,6:1,-,1,1 ?,? {own_sheet} {other}"
    state = parse_position(position)
    points = state.sheets[0].cross(Mark(0, 12)).points
    least = points - state.sheets[1].cross(Mark(0, 12)).points
    assert end_reasons(position, 0, "r12", "-") == [
        (Kind.ENDS, least, points - state.sheets[1].points)
    ]


def test_nearly_equal_moves_are_called_even() -> None:
    state = parse_position("classic 9 0 color 1,1:1,1,6,6 passed r/y/g/b/0 r/y/g/b/0")
    best, second, *_rest = hint(state, 0)  # red 2 and yellow 2
    assert {best.move.code, second.move.code} == {"r2", "y2"}
    assert best.chance - second.chance < TELLING
    assert best.reasons[0] == Reason(Kind.EVEN, second.move)


def test_lucky_number_is_given_as_reason() -> None:
    start = "longo 0 0 white 4,1:3,6,2,8 ?,? r/y/g/b/0/5,8 r/y/g/b/0/6,11"
    assert Kind.LUCKY in reason_kinds(start, 0, "g16", "-")
    assert Kind.LUCKY not in reason_kinds(start, 0, "r5", "-")


@pytest.mark.no_cover  # four times slower when traced
@pytest.mark.parametrize("seed", range(3))
def test_time_slices_do_not_change_hint(seed: int, evaluations: Mock) -> None:
    """Each slice evaluates few positions, and so does the hint afterward."""
    max_evaluations, slice_count = 0, 0
    for state in finished_game(CLASSIC, seed, ["greedy"] * 3).states:
        for player in state.to_act:
            network_planner.cache_clear()
            expected = hint(state, player)
            network_planner.cache_clear()
            evaluations.reset_mock()
            while think(state, player):
                slice_count += 1
                max_evaluations = max(max_evaluations, evaluations.call_count)
                evaluations.reset_mock()
            assert hint(state, player) == expected
            max_evaluations = max(max_evaluations, evaluations.call_count)
    assert slice_count > 30
    assert 20 <= max_evaluations <= 28
    assert not think(new_game(), 0)


def test_no_hint_without_decision() -> None:
    assert hint(new_game(), 0) == ()
    state = parse_position("classic 9 0 color 1,1:1,1,1,1 passed r/y/g/b/0 r/y/g/b/0")
    assert hint(state, 1) == ()


@settings(max_examples=30)
@given(state=strategies.states())
def test_win_probabilities_add_up_to_1(state: State) -> None:
    assert sum(chances(state)) == pytest.approx(1)
    assert all(0 <= chance <= 1 for chance in chances(state))


@pytest.mark.parametrize(
    ("position", "share"),
    [
        ("classic 0 0 roll - - r/y/g/b/0 r/y/g/b/0", 0.535),
        ("classic 1 1 roll - - r7/y/g/b/0 r/y/g/b11/0", 0.765),
        ("classic 2 0 roll - - r/y7/g/b/0 r3/y/g/b/0", 0.296),
        ("classic 2 0 roll - - r/y/g7/b/0 r/y/g10/b/0", 0.355),
        ("classic 2 0 roll - - r/y7,8/g/b/0 r/y/g/b/1", 0.528),
        ("classic 4 0 roll - - r/y6/g/b9,8/0 r/y/g/b9,8,6/0", 0.486),
        ("classic 6 0 roll - - r7/y/g9,8/b9,7/0 r4,5/y4,7/g/b10,7/0", 0.357),
    ],
)
def test_win_probabilities_agree_with_played_games(position: str, share: float) -> None:
    """Compare with the shares of 4,000 games between strong bots; see `qwixx/bots/README.md`."""
    state = parse_position(position)
    assert chances(state)[state.active] == pytest.approx(share, abs=0.04)


def test_hidden_decisions_do_not_affect_hint_or_chances() -> None:
    state = parse_position("classic 9 0 white 3,4:1,1,1,1 ?,r7 r/y/g/b/0 r6/y/g/b/0")
    view = state.view(0)
    assert hint(state, 0) == hint(view, 0)
    assert chances(state) == chances(view)


def finished_game(variant: Variant, seed: int, bots: Sequence[str]) -> Game:
    game = Game(variant, [f"P{seat}" for seat in range(len(bots))], seed)
    return play_game(game, [find_bot(name) for name in bots], random.Random(seed))


@pytest.mark.no_cover  # slow when traced
@pytest.mark.parametrize(
    ("variant", "bots"),
    [
        (CLASSIC, ["greedy", "random"]),
        (CLASSIC, ["greedy", "hard", "random"]),
        (LONGO, ["greedy", "random"]),
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_accounts_of_review_add_up(variant: Variant, bots: list[str], seed: int) -> None:
    game = finished_game(variant, seed, bots)
    full_review = review(game)
    outcome = game.state.outcome()
    assert outcome is not None
    # There is one moment at the start of each turn and one at the end of the game.
    events = [moment.event for moment in full_review.moments]
    assert [game.states[event].phase for event in events[:-1]] == [Phase.ROLL] * (
        game.state.turn + 1
    )
    assert events[-1] == len(game.events)
    for moment in full_review.moments:
        assert moment.chances == chances(game.states[moment.event])
        assert sum(moment.chances) == pytest.approx(1)
    for player, account in enumerate(full_review.accounts):
        share = (player in outcome.winners) / len(outcome.winners)
        assert account.result == share
        assert account.start == full_review.moments[0].chances[player]
        total = account.start + account.luck + account.skill + account.others + account.misjudged
        assert total == pytest.approx(account.result)
        # Luck is the change in win probability that rolls cause.
        luck = sum(
            chances(after)[player] - chances(before)[player]
            for before, after in pairwise(game.states)
            if before.phase is Phase.ROLL
        )
        assert account.luck == pytest.approx(luck)
        own_decisions = [one for one in full_review.decisions if one.player == player]
        assert account.skill == pytest.approx(-sum(one.cost for one in own_decisions))
        assert all(one.cost >= 0 for one in own_decisions)
    assert sum(account.luck for account in full_review.accounts) == pytest.approx(0)


def test_review_agrees_with_hints() -> None:
    game = finished_game(CLASSIC, 5, ["greedy", "random"])
    full_review = review(game)
    for one in full_review.decisions:
        event = game.events[one.event]
        assert event == Decision(one.player, one.move)
        advice = hint(game.states[one.event], one.player)
        chosen = next(other for other in advice if other.move == one.move)
        assert one.chance == pytest.approx(chosen.chance)
        assert one.cost == pytest.approx(chosen.cost)
        assert one.better == (advice[0].move if one.cost > 0 else one.move)
        assert one.turn == game.states[one.event].turn
    choices = [
        index
        for index, event in enumerate(game.events)
        if isinstance(event, Decision) and len(game.states[index].legal_moves(event.player)) > 1
    ]
    assert [one.event for one in full_review.decisions] == choices


def test_costliest_decisions_are_sorted_and_limited() -> None:
    full_review = review(finished_game(CLASSIC, 5, ["greedy", "random"]))
    costliest = full_review.costliest_decisions(1)
    assert len(costliest) == 3
    costs = sorted((one.cost for one in full_review.decisions if one.player == 1), reverse=True)
    assert [one.cost for one in costliest] == costs[:3]
    assert full_review.costliest_decisions(1, 999)[-1].cost >= TELLING
    costly_decisions = [
        one for one in full_review.decisions if one.player == 1 and one.cost >= TELLING
    ]
    assert len(full_review.costliest_decisions(1, 999)) == len(costly_decisions)


def test_hard_bot_has_no_costly_decisions() -> None:
    full_review = review(finished_game(CLASSIC, 8, ["hard", "greedy"]))
    assert full_review.costliest_decisions(0) == ()
    assert full_review.accounts[0].skill == 0


def test_review_steps_are_short(evaluations: Mock) -> None:
    # Each step evaluates few positions.
    max_evaluations = 0
    game = finished_game(CLASSIC, 3, ["greedy", "greedy"])
    progress = []
    for share in review_steps(game):
        progress.append(share)
        max_evaluations = max(max_evaluations, evaluations.call_count)
        evaluations.reset_mock()
    assert len(progress) > len(game.events)
    assert progress == sorted(progress)
    assert progress[-1] == 1
    assert 20 <= max_evaluations <= 35


def test_review_rejects_unfinished_game() -> None:
    with pytest.raises(ValueError, match="finished"):
        review(Game(CLASSIC, ["A", "B"], 1))
