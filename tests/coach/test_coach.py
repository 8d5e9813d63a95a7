"""The coach: whatever it says is true of the position, and its sums add up."""

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
def test_hints_rank_what_is_legal(state: State) -> None:
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
                assert one.then in after_white(state, player, one).legal_moves(player)
        assert all(one.reasons == () for one in advice[1:])
        assert not advice or advice[0].reasons


def after_white(state: State, player: int, one: Advice) -> State:
    """What follows when all others pass."""
    state = state.view(player).play(player, one.move)
    while state.phase is Phase.WHITE:
        state = state.play(state.to_act[0], PASS)
    return state


def kinds(position: str, player: int, code: str, other: str, then: str = "") -> list[Kind]:
    """Return what is said of a move, as against another one."""
    move = parse_move(code)
    plan = Mark.from_code(then) if then else None
    found = reasons(parse_position(position), player, move, parse_move(other), plan)
    return [reason.kind for reason in found]


SHEETS = "r2,4,5,6,8/y2,3/g/b12,11,10,9,8,4/0 r/y/g/b/3"


@pytest.mark.parametrize(
    ("phase", "dice", "player", "code", "other", "expected"),
    [
        # A cross against a pass: what it brings. Only where no cross is left, a penalty is due.
        ("white ?,?", "5,6:3,3,3,3", 0, "r11", "-", [Kind.GAIN, Kind.MORE_SKIPPED]),
        ("white ?,?", "5,6:6,3,1,3", 0, "r11", "-", [Kind.GAIN, Kind.MORE_SKIPPED]),
        ("white ?,?", "6,6:3,3,3,3", 0, "r12", "-", [Kind.LOCKS, Kind.GAIN, Kind.MORE_SKIPPED]),
        ("color passed", "1,1:1,1,1,1", 0, "b2", "-", [Kind.OTHER_PENALTY, Kind.LOCKS, Kind.GAIN, Kind.MORE_SKIPPED]),  # noqa: E501
        ("color crossed", "1,1:1,1,1,2", 0, "b3", "-", [Kind.GAIN, Kind.NO_SKIPS]),
        # Two crosses.
        ("white ?,?", "5,6:3,3,3,3", 0, "r11", "y11", [Kind.FEWER_SKIPPED, Kind.MORE]),
        ("white ?,?", "5,4:3,3,3,3", 0, "r9", "y9", [Kind.FEWER_SKIPPED, Kind.MORE, Kind.LOCK_READY]),  # noqa: E501
        ("white ?,?", "3,4:3,3,3,3", 0, "y7", "g7", [Kind.FEWER_SKIPPED, Kind.MORE, Kind.CLOSER]),
        ("white ?,?", "3,3:3,3,3,3", 0, "y6", "g6", [Kind.FEWER_SKIPPED, Kind.MORE, Kind.LIKELIER]),  # noqa: E501
        ("white ?,?", "3,3:3,3,3,3", 1, "r6", "g6", [Kind.FEWER_SKIPPED, Kind.LIKELIER]),
        ("white ?,?", "3,3:3,3,3,3", 0, "g6", "y6", [Kind.JUDGED, Kind.LESS, Kind.MORE_SKIPPED]),
        # A pass against a cross.
        ("white ?,?", "5,6:3,3,3,3", 1, "-", "r11", [Kind.FEWER_SKIPPED, Kind.FREE, Kind.LESS]),
        ("white ?,?", "1,1:3,3,3,3", 1, "-", "r2", [Kind.JUDGED, Kind.FREE, Kind.LESS]),
        ("color crossed", "1,1:1,1,1,1", 0, "-", "b2", [Kind.FEWER_SKIPPED, Kind.FREE, Kind.LESS]),
        ("color passed", "1,1:1,1,1,2", 0, "-", "b3", [Kind.JUDGED, Kind.PENALTY, Kind.LESS]),
    ],
)  # fmt: skip
def test_what_is_said(
    phase: str, dice: str, player: int, code: str, other: str, expected: list[Kind]
) -> None:
    step, decided = phase.split()
    position = f"classic 9 0 {step} {dice} {decided} {SHEETS}"
    assert kinds(position, player, code, other) == expected


DRY = "r11/y11/g3/b8/0"
"""A sheet where little is left: nothing that white 3 and 4 make with 1, 1, 6 and 6."""


def test_a_penalty_is_said_to_be_due_only_where_no_colored_cross_remains() -> None:
    other = "r/y/g/b/0"
    due = f"classic 9 0 white 3,4:1,1,6,6 ?,? {DRY} {other}"
    assert kinds(due, 0, "b7", "-") == [Kind.OTHER_PENALTY, Kind.GAIN, Kind.NO_SKIPS]
    assert kinds(due, 0, "-", "b7") == [Kind.JUDGED, Kind.PENALTY, Kind.LESS]
    (*_before, fewer) = reasons(parse_position(due), 0, PASS, Mark(3, 7))
    assert fewer.points == 2 + 5  # the penalty counts
    remains = due.replace("6,6 ?", "6,2 ?")  # blue 5 and 6
    assert kinds(remains, 0, "b7", "-") == [Kind.GAIN, Kind.NO_SKIPS]
    assert kinds(remains, 0, "-", "b7") == [Kind.JUDGED, Kind.LESS]


def test_who_can_only_pass_is_told_so_and_what_it_costs() -> None:
    other = "r2,3,4,5,6/y/g/b/0"
    position = f"classic 9 0 white 6,6:1,1,6,6 ?,? {DRY} {other}"
    found = reasons(parse_position(position), 0, PASS, None)
    assert [one.kind for one in found] == [Kind.ONLY, Kind.PENALTY]
    last = position.replace("b8/0", "b8/3")
    found = reasons(parse_position(last), 0, PASS, None)
    assert [one.kind for one in found] == [Kind.ONLY, Kind.PENALTY, Kind.ENDS]
    # Two others may lock two rows now: the game ends, and costs no penalty.
    ready = "r2,3,4,5,6/y2,3,4,5,6/g/b/0"
    position = f"classic 9 0 white 6,6:1,1,6,6 ?,?,? {DRY} {ready} {ready}"
    found = reasons(parse_position(position), 0, PASS, None)
    assert [one.kind for one in found] == [Kind.ONLY]
    # One player who may lock either row locks only one of them.
    position = f"classic 9 0 white 6,6:1,1,6,6 ?,? {DRY} {ready}"
    found = reasons(parse_position(position), 0, PASS, None)
    assert [one.kind for one in found] == [Kind.ONLY, Kind.PENALTY]
    idle = "classic 9 0 white 6,6:1,1,1,1 ?,? r/y/g/b/0 r/y/g12/b12/0"
    found = reasons(parse_position(idle), 1, PASS, None)
    assert [one.kind for one in found] == [Kind.ONLY, Kind.FREE]
    later = f"classic 9 0 white 6,6:1,1,6,1 ?,? {DRY} {other}"
    found = reasons(parse_position(later), 0, PASS, None, Mark(3, 7))
    assert [one.kind for one in found] == [Kind.ONLY, Kind.WAITS]


def test_what_waits_and_what_a_cross_would_take_away() -> None:
    position = "classic 9 0 white 2,3:4,6,6,6 ?,? r/y/g/b/0 r/y/g/b/0"
    assert kinds(position, 0, "-", "y5", "r6") == [Kind.FEWER_SKIPPED, Kind.WAITS, Kind.LESS]
    assert kinds(position, 0, "-", "r5", "r6") == [Kind.FEWER_SKIPPED, Kind.WAITS, Kind.LESS]
    taken = "classic 9 0 white 6,4:1,6,6,6 ?,? r/y/g/b/0 r/y/g/b/0"
    assert kinds(taken, 0, "-", "r10", "r5") == [Kind.FEWER_SKIPPED, Kind.KEEPS, Kind.LESS]
    # Somebody may lock red in this step: nothing can be counted on there.
    locker = "classic 9 0 white 6,6:1,6,6,6 ?,? r/y/g/b/0 r2,3,4,5,6/y/g/b/0"
    assert kinds(locker, 0, "-", "g12", "r7") == [Kind.JUDGED, Kind.LESS]
    assert kinds(locker, 0, "-", "g12", "b12") == [Kind.JUDGED, Kind.WAITS, Kind.LESS]


def lead(position: str, player: int, code: str, other: str) -> list[tuple[Kind, int, int]]:
    """Return what is said of the end of the game."""
    found = reasons(parse_position(position), player, parse_move(code), parse_move(other))
    ends = (Kind.ENDS, Kind.OTHER_ENDS)
    return [(one.kind, one.points, one.most) for one in found if one.kind in ends]


def test_how_a_move_ends_the_game() -> None:
    fine = f"classic 9 1 color 6,6:6,6,6,6 passed {SHEETS}"
    assert lead(fine, 1, "-", "g12") == [(Kind.ENDS, -59, -59)]
    assert lead(fine, 1, "g12", "-") == [(Kind.OTHER_ENDS, -59, -59)]
    # In the white step the other may still cross.
    mine = "r2,3,4,5,6/y2,3,4,5,6,12/g/b/0"
    other = "r2,3,4,5,6,7/y/g12/b12/1"
    position = f"classic 9 0 white 6,6:1,-,1,1 ?,? {mine} {other}"
    state = parse_position(position)
    points = state.sheets[0].cross(Mark(0, 12)).points
    least = points - state.sheets[1].cross(Mark(0, 12)).points
    assert lead(position, 0, "r12", "-") == [(Kind.ENDS, least, points - state.sheets[1].points)]


def test_choices_that_hardly_differ_are_said_to() -> None:
    state = parse_position("classic 9 0 color 1,1:1,1,6,6 passed r/y/g/b/0 r/y/g/b/0")
    best, second, *_rest = hint(state, 0)  # red and yellow 2
    assert {best.move.code, second.move.code} == {"r2", "y2"}
    assert best.chance - second.chance < TELLING
    assert best.reasons[0] == Reason(Kind.EVEN, second.move)


def test_lucky_numbers() -> None:
    start = "longo 0 0 white 4,1:3,6,2,8 ?,? r/y/g/b/0/5,8 r/y/g/b/0/6,11"
    assert Kind.LUCKY in kinds(start, 0, "g16", "-")
    assert Kind.LUCKY not in kinds(start, 0, "r5", "-")


@pytest.mark.no_cover  # being traced, it takes four times as long
@pytest.mark.parametrize("seed", range(3))
def test_a_hint_in_parts(seed: int, evaluations: Mock) -> None:
    """No part is long, and then nothing is left to judge but a color step."""
    most, parts = 0, 0
    for state in finished(CLASSIC, seed, ["greedy"] * 3).states:
        for player in state.to_act:
            network_planner.cache_clear()
            expected = hint(state, player)
            network_planner.cache_clear()
            evaluations.reset_mock()
            while think(state, player):
                parts += 1
                most = max(most, evaluations.call_count)
                evaluations.reset_mock()
            assert hint(state, player) == expected
            most = max(most, evaluations.call_count)
    assert parts > 30
    assert 20 <= most <= 28
    assert not think(new_game(), 0)


def test_who_is_not_to_act_gets_no_hint() -> None:
    assert hint(new_game(), 0) == ()
    state = parse_position("classic 9 0 color 1,1:1,1,1,1 passed r/y/g/b/0 r/y/g/b/0")
    assert hint(state, 1) == ()


@settings(max_examples=30)
@given(state=strategies.states())
def test_chances_add_up(state: State) -> None:
    assert sum(chances(state)) == pytest.approx(1)
    assert all(0 <= chance <= 1 for chance in chances(state))


def test_a_hint_and_the_chances_know_no_secrets() -> None:
    state = parse_position("classic 9 0 white 3,4:1,1,1,1 ?,r7 r/y/g/b/0 r6/y/g/b/0")
    open_state = state.view(0)
    assert hint(state, 0) == hint(open_state, 0)
    assert chances(state) == chances(open_state)


def finished(variant: Variant, seed: int, bots: Sequence[str]) -> Game:
    game = Game(variant, [f"P{seat}" for seat in range(len(bots))], seed)
    return play_game(game, [find_bot(name) for name in bots], random.Random(seed))


@pytest.mark.parametrize(
    ("variant", "bots"),
    [
        (CLASSIC, ["greedy", "random"]),
        (CLASSIC, ["greedy", "hard", "random"]),
        (LONGO, ["greedy", "random"]),
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_review_adds_up(variant: Variant, bots: list[str], seed: int) -> None:
    game = finished(variant, seed, bots)
    whole = review(game)
    outcome = game.state.outcome()
    assert outcome is not None
    # Each turn begins with a moment, and the last moment is the end.
    events = [moment.event for moment in whole.moments]
    assert [game.states[event].phase for event in events[:-1]] == [Phase.ROLL] * (
        game.state.turn + 1
    )
    assert events[-1] == len(game.events)
    for moment in whole.moments:
        assert moment.chances == chances(game.states[moment.event])
        assert sum(moment.chances) == pytest.approx(1)
    for player, account in enumerate(whole.accounts):
        share = (player in outcome.winners) / len(outcome.winners)
        assert account.result == share
        assert account.start == whole.moments[0].chances[player]
        total = account.start + account.luck + account.skill + account.others + account.misjudged
        assert total == pytest.approx(account.result)
        # Luck is what changes with each roll, by the coach's own words.
        luck = sum(
            chances(after)[player] - chances(before)[player]
            for before, after in pairwise(game.states)
            if before.phase is Phase.ROLL
        )
        assert account.luck == pytest.approx(luck)
        own = [one for one in whole.decisions if one.player == player]
        assert account.skill == pytest.approx(-sum(one.cost for one in own))
        assert all(one.cost >= 0 for one in own)
    assert sum(account.luck for account in whole.accounts) == pytest.approx(0)


def test_review_judges_decisions_as_hints_do() -> None:
    game = finished(CLASSIC, 5, ["greedy", "random"])
    whole = review(game)
    for one in whole.decisions:
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
    assert [one.event for one in whole.decisions] == choices


def test_costliest_decisions() -> None:
    whole = review(finished(CLASSIC, 5, ["greedy", "random"]))
    worst = whole.costliest_decisions(1)
    assert len(worst) == 3
    costs = sorted((one.cost for one in whole.decisions if one.player == 1), reverse=True)
    assert [one.cost for one in worst] == costs[:3]
    assert whole.costliest_decisions(1, 999)[-1].cost >= TELLING
    told = [one for one in whole.decisions if one.player == 1 and one.cost >= TELLING]
    assert len(whole.costliest_decisions(1, 999)) == len(told)


def test_the_best_player_makes_no_mistakes() -> None:
    whole = review(finished(CLASSIC, 8, ["hard", "greedy"]))
    assert whole.costliest_decisions(0) == ()
    assert whole.accounts[0].skill == 0


def test_review_in_steps(evaluations: Mock) -> None:
    """No step is long, wherever the game was interesting: each judges few positions."""
    most = 0
    game = finished(CLASSIC, 3, ["greedy", "greedy"])
    done = []
    for share in review_steps(game):
        done.append(share)
        most = max(most, evaluations.call_count)
        evaluations.reset_mock()
    assert len(done) > len(game.events)
    assert done == sorted(done)
    assert done[-1] == 1
    assert 20 <= most <= 35


def test_only_a_finished_game_is_reviewed() -> None:
    with pytest.raises(ValueError, match="finished"):
        review(Game(CLASSIC, ["A", "B"], 1))
