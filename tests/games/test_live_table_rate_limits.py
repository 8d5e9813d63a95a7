"""Guests of a table who send far more than they need: what it costs the others."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from qwixx.games.live import host_actions, host_inbox, visibility
from qwixx.games.live.host import (
    MAX_REJECTIONS,
    MAX_UNDO_REQUESTS,
    MAX_WITHDRAWALS,
    NEVER,
    Host,
    Tally,
)
from qwixx.games.live.protocol import (
    BACK,
    VERSION,
    Act,
    Agree,
    Ask,
    Bye,
    Hello,
    Seal,
    Share,
    encode_message,
)
from qwixx.rules.state import Phase
from tests.games.simulated_table import play_to_end, started_table

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.games.simulated_table import SimulatedTable

TEXTS = 3000


def acted(table: SimulatedTable) -> None:
    """Let the next player act: roll, or cross what comes first."""
    state = table.game.state
    seat = state.active if state.phase is Phase.ROLL else state.to_act[0]
    if seat == 0:
        game = table.game
        rolls = state.phase is Phase.ROLL
        game = game.roll() if rolls else game.play(0, state.legal_moves(0)[0])
        table.apply_host_step(host_actions.adopt_played_game(table.host, game))
    else:
        one, known = table.guests[seat], table.game_seen_by(seat)
        rolls = state.phase is Phase.ROLL
        table.apply_guest_step(
            seat,
            one.request_roll()
            if rolls
            else one.send_changes(known.play(seat, state.legal_moves(seat)[0])),
        )
    table.deliver_all()


def turned(phase: Phase, active: int = 0) -> SimulatedTable:
    """Return a table in whose game a later turn of a player has come to a phase."""
    table = started_table(2)
    for _ in range(60):
        state = table.game.state
        if state.turn >= 3 and (state.phase, state.active) == (phase, active):
            return table
        acted(table)
    pytest.fail("the game has no such place")


def sends(table: SimulatedTable, texts: list[str], peer: int = 1) -> tuple[int, int, int]:
    """Let a guest send texts; return how many saves, texts to it, and to others they cost."""
    saves = own = others = 0
    for text in texts:
        before = table.host
        table.host, sent = host_inbox.receive(before, peer, text)
        saves += table.host.without_transient_fields != before.without_transient_fields
        own += sum(one.peer == peer for one in sent)
        others += sum(one.peer != peer for one in sent)
    return saves, own, others


def goes_on(table: SimulatedTable) -> None:
    """Play to the end, with the guest that has sent so much."""
    table.guests[1] = replace(table.guests[1], count=table.host.occupants[1].last_received)
    table.deliver_all()
    play_to_end(table, random.Random(1))


IN_VAIN: dict[str, Callable[[int], object]] = {
    "late": lambda n: Act(n, 0, "white", "-"),
    "early": lambda n: Act(n, 99, "white", "-"),
    "illegal": lambda n: Act(n, 3, "roll", "r99"),
    "nothing to take back": lambda n: Act(n, 3, "roll", BACK),
    "no question": lambda n: Agree(n, 1, yes=True),
    "the same number": lambda _n: Act(1, 3, "roll", "-"),
    "a share": lambda n: Share(f"{n:032x}"),
    "a seal": lambda n: Seal("0" * 64, f"{n:064x}"),
}


@pytest.mark.parametrize("name", IN_VAIN)
def test_texts_that_change_nothing_cost_the_others_nothing(name: str) -> None:
    table = turned(Phase.ROLL)
    game, number = table.game, table.host.occupants[1].last_received
    texts = [encode_message(IN_VAIN[name](number + n)) for n in range(1, TEXTS + 1)]  # type: ignore[arg-type]
    saves, own, others = sends(table, texts)
    assert (saves, others) == (0, 0)
    assert own <= MAX_REJECTIONS
    assert table.game == game
    before = table.host
    table.host, sent = host_inbox.receive(table.host, 1, texts[-1])
    assert (table.host is before, sent) == (True, ())  # it is not even drawn
    goes_on(table)
    assert table.guests[1].dice_verdict == "fair"


def test_junk_and_a_second_greeting_are_borne_a_few_times_and_then_not_heard() -> None:
    for text in ("junk", encode_message(Hello(VERSION, "", "Eve", "0" * 32))):
        table = turned(Phase.ROLL)
        _saves, own, others = sends(table, [text] * TEXTS)
        assert own <= 9
        assert others <= 2  # the others are told once that it is away
        assert 1 not in table.host.connected_peers
        assert not dict(table.host.invalid_counts)


def test_what_comes_after_a_farewell_is_not_heard() -> None:
    table = turned(Phase.ROLL)
    sends(table, [encode_message(Bye())])
    assert sends(table, [encode_message(Bye()), "junk", encode_message(Ask(99))] * 50) == (0, 0, 0)


def test_a_seat_asks_once_at_a_time_and_pauses_after_a_refusal() -> None:
    table = turned(Phase.ROLL)
    assert table.host.undo_request is None
    number = table.host.occupants[1].last_received

    def ask() -> tuple[int, int, int]:
        nonlocal number
        number += 1
        return sends(table, [encode_message(Ask(number))])

    assert ask()[2] == 2  # another guest, and one who only watches
    question = table.host.undo_request
    assert question is not None
    assert question.requester == 1
    assert ask()[2] == 0
    assert table.host.undo_request == question
    for seat in (0, 2):  # others wait, too
        assert host_actions.undo_or_request_consent(table.host, seat) == (table.host, ())
    table.apply_host_step(
        host_actions.answer_or_cancel_undo_request(
            table.host, table.host.seats_yet_to_answer_undo[:1], yes=False
        )
    )
    assert table.host.undo_paused_seats == (1,)
    assert sum(ask()[2] for _ in range(TEXTS)) == 0
    table.deliver_all()
    assert table.last_view(1).pausing == (1,)
    assert table.last_view(2).pausing == (1,)
    table.guests[1] = replace(table.guests[1], count=number)
    turn = table.game.state.turn
    while table.game.state.turn == turn:
        acted(table)
    assert table.host.undo_paused_seats == ()
    number = table.host.occupants[1].last_received
    ask()
    assert table.host.undo_request is not None


def test_who_thinks_otherwise_may_ask_again_but_not_for_ever() -> None:
    table = turned(Phase.ROLL)
    asked = 0
    for _ in range(20):
        table.apply_host_step(host_actions.undo_or_request_consent(table.host, 1))
        asked += table.host.undo_request is not None
        table.apply_host_step(
            host_actions.answer_or_cancel_undo_request(table.host, [1], yes=False)
        )
    assert asked == MAX_UNDO_REQUESTS
    assert table.host.undo_paused_seats == (1,)


def test_a_guest_changes_its_mind_only_so_often() -> None:
    table = turned(Phase.WHITE)
    state = table.game.state
    others = 0
    for number in range(1000, 1000 + TEXTS, 2):
        texts = [
            encode_message(Act(number, state.turn, "white", "-")),
            encode_message(Act(number + 1, state.turn, "white", BACK)),
        ]
        others += sends(table, texts)[2]
    assert others <= 4 * MAX_WITHDRAWALS + 4
    assert visibility.decided_seats(table.game) == (1,)  # the decision stands
    goes_on(table)


def test_what_concerns_nobody_is_taken_back_only_so_often() -> None:
    """A guest whose decision is the last thing that happened takes it back without a question."""
    table = turned(Phase.COLOR, active=1)
    done = 0
    for _ in range(100):
        state = table.game.state
        if state.phase is Phase.COLOR:
            table.apply_guest_step(
                1,
                table.guests[1].send_changes(
                    table.game_seen_by(1).play(1, state.legal_moves(1)[-1])
                ),
            )
            table.deliver_all()
        before = table.game
        table.apply_host_step(host_actions.undo_or_request_consent(table.host, 1))
        table.deliver_all()
        done += table.game != before
    assert done == MAX_WITHDRAWALS


def test_a_question_that_nobody_answers_lapses() -> None:
    table = turned(Phase.ROLL)
    table.apply_host_step(host_actions.undo_or_request_consent(table.host, 1))
    turn = table.game.state.turn
    while table.game.state.turn < turn + 2:
        assert table.host.undo_request is not None
        acted(table)
    assert table.host.undo_request is None


def test_a_seal_for_the_next_dice_is_taken_once() -> None:
    table = turned(Phase.ROLL)
    play_to_end(table, random.Random(1))
    seal, commit = table.host.occupants[1].seal, table.host.next_commitment
    assert seal
    assert sends(table, [encode_message(Seal(commit, f"{n:064x}")) for n in range(TEXTS)]) == (
        0,
        0,
        0,
    )
    assert table.host.occupants[1].seal == seal


def test_states_are_numbered_further_after_a_reload() -> None:
    """What is not saved is no harm: guests do not take newer states for late ones."""
    table = turned(Phase.ROLL)
    old = Host.from_json(table.host.to_json())
    for _ in range(50):
        table.apply_host_step(host_actions.set_peer_silent(table.host, 1, silent=True))
        table.apply_host_step(host_actions.set_peer_silent(table.host, 1, silent=False))
    assert table.host.without_transient_fields == replace(
        old.without_transient_fields, build="build"
    )
    assert old.number > table.host.number


def test_a_tally_counts_in_the_furthest_turn() -> None:
    third = (0, 3)
    tally = NEVER.with_uses(third).with_uses(third)
    assert tally == Tally(third, 2)
    assert tally.with_uses((0, 2)) == Tally(third, 3)  # the game went back: that wins nothing
    assert tally.is_spent((0, 2), 2)
    assert tally.is_spent(third, 2)
    assert not tally.is_spent(third, 3)
    assert not tally.is_spent((0, 4), 2)
    assert not tally.is_spent((1, 0), 2)  # the next game
    assert tally.with_uses((1, 0)) == Tally((1, 0), 1)
