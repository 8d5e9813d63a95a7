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
from qwixx.bots.minds import network_planner
from qwixx.coach import Advice, Kind, Reason, chances, hint, review, review_steps, think
from qwixx.playthrough import Decision
from tests.engine import strategies

if TYPE_CHECKING:
    from collections.abc import Sequence
    from unittest.mock import Mock


@given(state=strategies.positions())
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
            for reason in one.reasons:
                check(state, player, one, reason)


def after_white(state: State, player: int, one: Advice) -> State:
    """What follows when all others pass."""
    state = state.view(player).play(player, one.move)
    while state.phase is Phase.WHITE:
        state = state.play(state.to_act[0], PASS)
    return state


def kinds(one: Advice) -> list[Kind]:
    return [reason.kind for reason in one.reasons]


def alone(state: State, player: int, one: Advice) -> State:
    """What follows when all others pass, and the active player crosses nothing else."""
    if state.phase is Phase.WHITE:
        return after_white(state, player, one)
    return state.play(player, one.move)


def check(state: State, player: int, one: Advice, reason: Reason) -> None:
    """Check one statement by letting the engine play."""
    before, after = state.sheets[player], alone(state, player, one).sheets[player]
    variant, move, kind = state.variant, one.move, reason.kind
    row = move.row if isinstance(move, Mark) else 0
    spec = variant.rows[row]
    if kind is Kind.GAIN:
        assert after.points - before.points == reason.points > 0
        assert after.count(row) == reason.count > before.count(row)
    elif kind is Kind.SKIPS:
        lost = [
            number
            for number in spec.numbers
            if isinstance(move, Mark)
            and number != move.number
            and not before.rows[row] >= spec.bits[number]
            and after.rows[row] > spec.bits[number]
            and spec.bits[number] < spec.bits[move.number]
        ]
        assert list(reason.numbers) == lost
        assert reason.count == len(lost)
    elif kind is Kind.LUCKY:
        assert state.roll
        assert state.roll.white_sum in before.lucky
        assert isinstance(move, Mark)
        assert move.number != state.roll.white_sum
    elif kind is Kind.LOCKS:
        assert after.locked(row)
        assert not before.locked(row)
    elif kind is Kind.LOCK_NEEDS:
        # With one cross fewer than that no number that locks is open, with as many it is.
        sheet = after
        for _ in range(reason.count):
            assert not sheet.open_bits(row) & spec.locking_bits
            free = sheet.open_bits(row)
            sheet = sheet.cross(variant.marks[row][(free & -free).bit_length() - 1])
        assert sheet.open_bits(row) & spec.locking_bits
    elif kind is Kind.LOCK_READY:
        ready = {n for n, bit in spec.bits.items() if after.open_bits(row) & bit}
        assert set(reason.numbers) == {n for n in ready if spec.bits[n] & spec.locking_bits}
        assert reason.numbers
    elif kind is Kind.NEXT:
        (number,) = reason.numbers
        assert after.leftmost_bit(row) == spec.bits[number]
        assert after.may_cross(Mark(row, number))
        sides = range(1, variant.die_sides + 1)
        sums = [a + b for a in sides for b in sides]
        assert reason.chance == (sums.count(number), len(sums))
    else:
        check_turn(state, player, one, reason)


def check_turn(state: State, player: int, one: Advice, reason: Reason) -> None:
    """Check a statement about the turn rather than the row."""
    kind, before = reason.kind, state.sheets[player]
    end = alone(state, player, one)
    if kind is Kind.ENDS:
        assert end.phase is Phase.OVER
        others = [points for seat, points in enumerate(end.scores()) if seat != player]
        assert reason.points == end.scores()[player] - max(others)
    elif kind is Kind.SAVES_PENALTY:
        assert player == state.active
        after = end if end.phase is not Phase.COLOR else end.play(player, PASS)
        assert after.sheets[player].penalties == before.penalties
        idle = state.view(player).play(player, PASS)
        while idle.to_act:
            idle = idle.play(idle.to_act[0], PASS)
        assert idle.sheets[player].points - before.points == reason.points
    elif kind is Kind.PENALTY:
        while end.to_act:
            end = end.play(end.to_act[0], PASS)
        assert end.sheets[player].penalties == reason.count == before.penalties + 1
        assert end.sheets[player].points - before.points == reason.points
    elif kind is Kind.FREE:
        while end.to_act:
            end = end.play(end.to_act[0], PASS)
        assert end.sheets[player].points == before.points
    elif kind is Kind.WAITS:
        assert reason.mark is not None
        assert reason.mark in end.legal_moves(player)
    else:
        assert kind is Kind.LEAST
        marks = [mark for mark in state.legal_moves(player) if isinstance(mark, Mark)]
        assert reason.mark in marks
        assert reason.count == min(map(before.skips, marks)) == before.skips(reason.mark)


def find(position: str, player: int, code: str) -> Advice:
    state = parse_position(position)
    return next(one for one in hint(state, player) if one.move.code == code)


SHEETS = "r2,4,5,6,8/y2,3/g/b12,11,10,9,8,4/0 r/y/g/b/3"


@pytest.mark.parametrize(
    ("phase", "dice", "player", "code", "expected"),
    [
        ("white ?,?", "5,6:3,3,3,3", 0, "r11", [Kind.GAIN, Kind.SKIPS, Kind.LOCK_READY, Kind.NEXT, Kind.SAVES_PENALTY]),  # noqa: E501
        ("white ?,?", "6,6:3,3,3,3", 0, "r12", [Kind.GAIN, Kind.SKIPS, Kind.LOCKS, Kind.SAVES_PENALTY]),  # noqa: E501
        ("white ?,?", "3,3:3,3,3,3", 0, "y6", [Kind.GAIN, Kind.SKIPS, Kind.LOCK_NEEDS, Kind.NEXT, Kind.SAVES_PENALTY]),  # noqa: E501
        ("white ?,?", "6,6:3,3,3,3", 1, "r12", []),
        ("white ?,?", "5,6:3,3,3,3", 1, "-", [Kind.FREE, Kind.LEAST]),
        ("white ?,?", "1,2:3,3,3,3", 0, "-", [Kind.WAITS, Kind.LEAST]),
        ("color passed", "1,1:1,1,1,1", 0, "-", [Kind.PENALTY, Kind.LEAST]),
        ("color crossed", "1,1:1,1,1,1", 0, "-", [Kind.FREE, Kind.LEAST]),
        ("color passed", "1,1:1,1,1,1", 0, "b2", [Kind.GAIN, Kind.SKIPS, Kind.LOCKS, Kind.SAVES_PENALTY]),  # noqa: E501
        ("color crossed", "1,1:1,1,1,2", 0, "b3", [Kind.GAIN, Kind.SKIPS, Kind.LOCK_READY, Kind.NEXT]),  # noqa: E501
    ],
)  # fmt: skip
def test_what_is_said(phase: str, dice: str, player: int, code: str, expected: list[Kind]) -> None:
    step, decided = phase.split()
    position = f"classic 9 0 {step} {dice} {decided} {SHEETS}"
    if not expected:
        assert code not in {one.move.code for one in hint(parse_position(position), player)}
        return
    assert kinds(find(position, player, code)) == expected


def test_last_penalty_and_lucky_numbers() -> None:
    position = f"classic 9 1 color 6,6:6,6,6,6 passed {SHEETS}"
    one = find(position, 1, "-")
    assert kinds(one) == [Kind.PENALTY, Kind.ENDS, Kind.LEAST]
    assert one.chance == 0
    start = "longo 0 0 white 4,1:3,6,2,8 ?,? r/y/g/b/0/5,8 r/y/g/b/0/6,11"
    assert Kind.LUCKY in kinds(find(start, 0, "g16"))
    assert Kind.LUCKY not in kinds(find(start, 0, "r5"))


@pytest.mark.parametrize("seed", range(3))
def test_a_hint_in_parts(seed: int, judged: Mock) -> None:
    """No part is long, and then nothing is left to judge but a color step."""
    most, parts = 0, 0
    for state in finished(CLASSIC, seed, ["greedy"] * 3).states:
        for player in state.to_act:
            network_planner.cache_clear()
            expected = hint(state, player)
            network_planner.cache_clear()
            judged.reset_mock()
            while think(state, player):
                parts += 1
                most = max(most, judged.call_count)
                judged.reset_mock()
            assert hint(state, player) == expected
            most = max(most, judged.call_count)
    assert parts > 30
    assert 20 <= most <= 28
    assert not think(new_game(), 0)


def test_who_is_not_to_act_gets_no_hint() -> None:
    assert hint(new_game(), 0) == ()
    state = parse_position("classic 9 0 color 1,1:1,1,1,1 passed r/y/g/b/0 r/y/g/b/0")
    assert hint(state, 1) == ()


@settings(max_examples=30)
@given(state=strategies.positions())
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
    play_game(game, [find_bot(name) for name in bots], random.Random(seed))
    return game


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
        total = account.start + account.luck + account.skill + account.others
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
    worst = whole.costliest(1)
    assert len(worst) == 3
    costs = sorted((one.cost for one in whole.decisions if one.player == 1), reverse=True)
    assert [one.cost for one in worst] == costs[:3]
    assert whole.costliest(1, 999)[-1].cost > 0


def test_the_best_player_makes_no_mistakes() -> None:
    whole = review(finished(CLASSIC, 8, ["hard", "greedy"]))
    assert whole.costliest(0) == ()
    assert whole.accounts[0].skill == 0


def test_review_in_steps(judged: Mock) -> None:
    """No step is long, wherever the game was interesting: each judges few positions."""
    most = 0
    game = finished(CLASSIC, 3, ["greedy", "greedy"])
    done = []
    for share in review_steps(game):
        done.append(share)
        most = max(most, judged.call_count)
        judged.reset_mock()
    assert len(done) > len(game.events)
    assert done == sorted(done)
    assert done[-1] == 1
    assert 20 <= most <= 35


def test_only_a_finished_game_is_reviewed() -> None:
    with pytest.raises(ValueError, match="over"):
        review(Game(CLASSIC, ["A", "B"], 1))
