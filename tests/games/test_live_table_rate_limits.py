"""Test the limits on the cost that a guest can cause by sending too many messages."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from qwixx.games.chains import MadeRoll
from qwixx.games.live import host_actions, host_inbox, visibility
from qwixx.games.live.host import (
    MAX_REJECTIONS,
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
    Link,
    encode_message,
)
from qwixx.rules.state import Phase
from tests.games.simulated_table import play_to_end, started_table

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.games.simulated_table import SimulatedTable

TEXT_COUNT = 3000


def act_once(table: SimulatedTable) -> None:
    """Let the next player roll or make the first legal move."""
    state = table.game.state
    seat = state.active if state.phase is Phase.ROLL else state.to_act[0]
    if seat == 0:
        table.apply_host_step(
            host_actions.request_roll(table.host, 0)
            if state.phase is Phase.ROLL
            else host_actions.adopt_played_game(
                table.host, table.game.play(0, state.legal_moves(0)[0])
            )
        )
    else:
        guest, known_game = table.guests[seat], table.game_seen_by(seat)
        is_roll = state.phase is Phase.ROLL
        table.apply_guest_step(
            seat,
            guest.request_roll()
            if is_roll
            else guest.send_changes(known_game.play(seat, state.legal_moves(seat)[0])),
        )
    table.deliver_all()


def table_at_phase(phase: Phase, active: int = 0) -> SimulatedTable:
    """Return a table whose game is in the given phase of a player's turn, in turn 3 or later."""
    table = started_table(2)
    for _ in range(60):
        state = table.game.state
        if state.turn >= 3 and (state.phase, state.active) == (phase, active):
            return table
        act_once(table)
    pytest.fail("the game has no such place")


def measure_cost_of_texts(
    table: SimulatedTable, texts: list[str], peer: int = 1
) -> tuple[int, int, int]:
    """Deliver a guest's texts; count the saves, the texts to the guest, and those to others."""
    save_count = own_count = other_count = 0
    for text in texts:
        host_before = table.host
        table.host, sent = host_inbox.receive(host_before, peer, text)
        save_count += table.host.without_transient_fields != host_before.without_transient_fields
        own_count += sum(message.peer == peer for message in sent)
        other_count += sum(message.peer != peer for message in sent)
    return save_count, own_count, other_count


def finish_game(table: SimulatedTable) -> None:
    """Synchronize the guest's sequence number after it sent too many messages; end the game."""
    table.guests[1] = replace(table.guests[1], count=table.host.occupants[1].last_received)
    table.deliver_all()
    play_to_end(table, random.Random(1))


USELESS_MESSAGES: dict[str, Callable[[int], object]] = {
    "late": lambda number: Act(number, 0, "white", "-"),
    "early": lambda number: Act(number, 99, "white", "-"),
    "illegal": lambda number: Act(number, 3, "roll", "r99"),
    "nothing to take back": lambda number: Act(number, 3, "roll", BACK),
    "no question": lambda number: Agree(number, 1, yes=True),
    "the same number": lambda _number: Act(1, 3, "roll", "-"),
    "a link without a call": lambda number: Link(number, f"{number:032x}"),
    "a roll that was not made": lambda number: MadeRoll(
        0, 3, ((f"{number:032x}", 1),), (f"{number:032x}",)
    ),
}


@pytest.mark.no_cover  # slow when traced
@pytest.mark.parametrize("name", USELESS_MESSAGES)
def test_useless_messages_cost_other_guests_nothing(name: str) -> None:
    table = table_at_phase(Phase.ROLL)
    game, last_number = table.game, table.host.occupants[1].last_received
    texts = [
        encode_message(USELESS_MESSAGES[name](last_number + number))  # type: ignore[arg-type]
        for number in range(1, TEXT_COUNT + 1)
    ]
    save_count, own_count, other_count = measure_cost_of_texts(table, texts)
    assert (save_count, other_count) == (0, 0)
    assert own_count <= MAX_REJECTIONS
    assert table.game == game
    host_before = table.host
    table.host, sent = host_inbox.receive(table.host, 1, texts[-1])
    assert (table.host is host_before, sent) == (True, ())  # so the page is not redrawn
    finish_game(table)
    assert table.guests[1].dice_verdict == "fair"


def test_guest_is_disconnected_after_repeated_invalid_messages() -> None:
    for text in ("junk", encode_message(Hello(VERSION, "", "Eve", "", "0" * 32))):
        table = table_at_phase(Phase.ROLL)
        _save_count, own_count, other_count = measure_cost_of_texts(table, [text] * TEXT_COUNT)
        assert own_count <= 9
        assert other_count <= 2  # a view shows that the guest is away
        assert 1 not in table.host.connected_peers
        assert not dict(table.host.invalid_counts)


def test_messages_after_farewell_are_ignored() -> None:
    table = table_at_phase(Phase.ROLL)
    measure_cost_of_texts(table, [encode_message(Bye())])
    assert measure_cost_of_texts(
        table, [encode_message(Bye()), "junk", encode_message(Ask(99))] * 50
    ) == (
        0,
        0,
        0,
    )


def test_seat_has_one_undo_request_and_pauses_after_refusal() -> None:
    table = table_at_phase(Phase.ROLL)
    assert table.host.undo_request is None
    last_number = table.host.occupants[1].last_received

    def send_undo_request() -> tuple[int, int, int]:
        nonlocal last_number
        last_number += 1
        return measure_cost_of_texts(table, [encode_message(Ask(last_number))])

    assert send_undo_request()[2] == 2  # another guest and the spectator
    undo_request = table.host.undo_request
    assert undo_request is not None
    assert undo_request.requester == 1
    assert send_undo_request()[2] == 0
    assert table.host.undo_request == undo_request
    for seat in (0, 2):  # other seats cannot request an undo either
        assert host_actions.undo_or_request_consent(table.host, seat) == (table.host, ())
    table.apply_host_step(
        host_actions.answer_or_cancel_undo_request(
            table.host, table.host.seats_yet_to_answer_undo[:1], yes=False
        )
    )
    assert table.host.undo_paused_seats == (1,)
    assert sum(send_undo_request()[2] for _ in range(TEXT_COUNT)) == 0
    table.deliver_all()
    assert table.last_view(1).pausing == (1,)
    assert table.last_view(2).pausing == (1,)
    table.guests[1] = replace(table.guests[1], count=last_number)
    turn = table.game.state.turn
    while table.game.state.turn == turn:
        act_once(table)
    assert table.host.undo_paused_seats == ()
    last_number = table.host.occupants[1].last_received
    send_undo_request()
    assert table.host.undo_request is not None


def test_canceled_undo_requests_are_limited() -> None:
    table = table_at_phase(Phase.ROLL)
    request_count = 0
    for _ in range(20):
        table.apply_host_step(host_actions.undo_or_request_consent(table.host, 1))
        request_count += table.host.undo_request is not None
        table.apply_host_step(
            host_actions.answer_or_cancel_undo_request(table.host, [1], yes=False)
        )
    assert request_count == 1
    assert table.host.undo_paused_seats == (1,)


def test_withdrawals_of_decision_are_limited() -> None:
    table = table_at_phase(Phase.WHITE)
    state = table.game.state
    other_count = 0
    for number in range(1000, 1000 + TEXT_COUNT, 2):
        texts = [
            encode_message(Act(number, state.turn, "white", "-")),
            encode_message(Act(number + 1, state.turn, "white", BACK)),
        ]
        other_count += measure_cost_of_texts(table, texts)[2]
    assert other_count <= 4 * MAX_WITHDRAWALS + 4
    assert visibility.decided_seats(table.game) == (1,)  # further withdrawals are ignored
    finish_game(table)


def test_undos_without_consent_are_limited() -> None:
    """A guest needs no consent to undo a color decision before the next roll."""
    table = table_at_phase(Phase.COLOR, active=1)
    undo_count = 0
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
        game_before = table.game
        table.apply_host_step(host_actions.undo_or_request_consent(table.host, 1))
        table.deliver_all()
        undo_count += table.game != game_before
    assert undo_count == MAX_WITHDRAWALS


def test_revisions_skip_ahead_after_reload() -> None:
    """The save may be outdated, but guests must not mistake new views for old ones."""
    table = table_at_phase(Phase.ROLL)
    reloaded_host = Host.from_json(table.host.to_json())
    for _ in range(50):
        table.apply_host_step(host_actions.set_peer_silent(table.host, 1, silent=True))
        table.apply_host_step(host_actions.set_peer_silent(table.host, 1, silent=False))
    assert table.host.without_transient_fields == replace(
        reloaded_host.without_transient_fields, build="build"
    )
    assert reloaded_host.number > table.host.number


def test_tally_counts_uses_in_latest_turn() -> None:
    third_turn = (0, 3)
    tally = NEVER.with_uses(third_turn).with_uses(third_turn)
    assert tally == Tally(third_turn, 2)
    assert tally.with_uses((0, 2)) == Tally(third_turn, 3)  # undo does not reset the tally
    assert tally.is_spent((0, 2), 2)
    assert tally.is_spent(third_turn, 2)
    assert not tally.is_spent(third_turn, 3)
    assert not tally.is_spent((0, 4), 2)
    assert not tally.is_spent((1, 0), 2)  # the next game
    assert tally.with_uses((1, 0)) == Tally((1, 0), 1)
