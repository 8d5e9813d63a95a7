"""Test live tables: games, secrecy, undo, and the return of absent guests."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwixx.games.game import Game
from qwixx.games.live import host_actions, host_inbox, rolls, visibility
from qwixx.games.live.guest import Guest
from qwixx.games.live.host import Host, Occupant
from qwixx.games.live.protocol import (
    FREE,
    GUEST,
    HERE,
    VERSION,
    Bye,
    Hello,
    Refuse,
    TableError,
    TableView,
    encode_message,
    parse_host_message,
)
from qwixx.rules.moves import PASS
from qwixx.rules.state import Phase
from qwixx.rules.variants import CLASSIC, LONGO
from tests.games.simulated_table import (
    SimulatedTable,
    make_guest,
    new_host,
    play_step,
    play_to_end,
    seat_to_request,
    started_table,
)

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant


@pytest.mark.no_cover  # slow when traced
@pytest.mark.parametrize("variant", [CLASSIC, LONGO])
def test_dice_of_two_games_are_verified_by_every_guest(
    variant: Variant,
) -> None:
    table, rng = started_table(3, variant, bot=True), random.Random(1)
    play_to_end(table, rng)
    assert [guest.dice_verdict for guest in table.guests.values()] == ["fair"] * 3 + ["no-share"]
    first_game, names = table.game, table.game.names
    table.apply_host_step(host_actions.start_rematch(table.host, names))
    table.deliver_all()
    table.assert_views_match_host()
    assert {guest.dice_verdict for guest in table.guests.values()} == {""}
    play_to_end(table, rng)
    assert [guest.dice_verdict for guest in table.guests.values()] == ["fair"] * 3 + ["no-share"]
    assert table.game.events[0] != first_game.events[0]


@pytest.mark.no_cover  # four times slower when traced
@settings(max_examples=25, deadline=None)
@given(st.data())
def test_game_survives_any_message_order_and_disconnection(
    data: st.DataObject,
) -> None:
    table, rng = started_table(data.draw(st.integers(1, 4))), random.Random(2)
    new_peer = 100
    for _ in range(data.draw(st.integers(5, 60))):
        event = data.draw(
            st.sampled_from(["play", "up", "down", "drop", "ask", "twice", "settle"])
        )
        peer = data.draw(st.sampled_from([*table.guests]))
        if event == "play":
            play_step(table, rng)
        elif event in ("up", "down"):
            table.deliver_next(peer, event)
        elif event == "drop":
            guest = table.disconnect(peer)
            table.connect(new_peer, guest, seat_to_request(guest))
            new_peer += 1
        elif event == "ask" and table.guests[peer].seat is not None:
            table.apply_guest_step(peer, table.guests[peer].request_undo())
        elif event == "twice" and table.uplink.get(peer):
            table.uplink[peer].insert(0, table.uplink[peer][0])
        elif event == "settle":
            table.deliver_all()
    table.deliver_all()
    table.assert_views_match_host()
    for peer in [*table.guests]:
        table.apply_guest_step(peer, table.guests[peer].answer_or_cancel_undo_request(yes=True))
    table.deliver_all()
    table.apply_host_step(
        host_actions.answer_or_cancel_undo_request(table.host, table.host.local_seats, yes=True)
    )
    table.deliver_all()
    table.assert_views_match_host()
    assert table.host.undo_request is None
    play_to_end(table, rng)
    for guest in table.guests.values():
        assert guest.dice_verdict == ("no-share" if guest.seat is None else "fair")


def test_guest_that_asks_twice_for_an_undo_accuses_nobody() -> None:
    """The first undo is free; the guest asks for the second one before it hears of the first."""
    table, rng = started_table(1), random.Random(2)
    for _ in range(2):
        play_step(table, rng)
        table.deliver_all()
    play_step(table, rng)
    for _ in range(2):
        table.apply_guest_step(1, table.guests[1].request_undo())
    table.deliver_all()
    table.apply_host_step(
        host_actions.answer_or_cancel_undo_request(table.host, table.host.local_seats, yes=True)
    )
    table.deliver_all()
    table.assert_views_match_host()
    assert table.guests[1].pins.reason is None


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_decisions_of_white_step_are_hidden_from_guests(data: st.DataObject) -> None:
    table, rng = started_table(2), random.Random(data.draw(st.integers(0, 999)))
    while table.game.state.phase is not Phase.WHITE:
        play_step(table, rng)
        table.deliver_all()
    seat = data.draw(st.integers(0, 2))
    state = table.game.state
    moves = state.legal_moves(seat)
    texts_by_move = []
    for move in (moves[0], moves[-1]):
        host, sent = host_actions.adopt_played_game(table.host, table.game.play(seat, move))
        texts_by_move.append([text for peer, text in sent if host.seat_of(peer) != seat])
    assert texts_by_move[0] == texts_by_move[1]
    assert all(
        "seed" not in text and table.host.secret_key not in text for text in texts_by_move[0]
    )
    messages = [parse_host_message(text) for text in texts_by_move[0]]
    assert all(isinstance(message, TableView) for message in messages)


def test_unseen_decision_is_changed_without_consent() -> None:
    table, rng = started_table(1), random.Random(3)
    while table.game.state.phase is not Phase.WHITE:
        play_step(table, rng)
        table.deliver_all()
    table.apply_guest_step(
        1,
        table.guests[1].send_changes(visibility.without_secret_decision(table.game_seen_by(1), 1)),
    )
    table.deliver_all()
    assert visibility.decided_seats(table.game) == ()
    guest = table.guests[1]
    move = table.game_seen_by(1).state.legal_moves(1)[0]
    table.apply_guest_step(1, guest.send_changes(table.game_seen_by(1).play(1, move)))
    assert table.game_seen_by(1).state.decisions[1] == move  # before the host replies
    table.deliver_all()
    assert visibility.decided_seats(table.game) == (1,)
    changed_game = visibility.without_secret_decision(table.game_seen_by(1), 1).play(1, PASS)
    table.apply_guest_step(1, table.guests[1].send_changes(changed_game))
    table.deliver_all()
    assert table.game.state.decisions[1] == PASS
    table.apply_host_step(host_actions.undo_or_request_consent(table.host, 1))
    assert visibility.decided_seats(table.game) == ()


def test_seen_decision_is_undone_with_consent_of_all() -> None:
    table, rng = started_table(2), random.Random(4)
    while len(table.game.events) < 12:
        play_step(table, rng)
        table.deliver_all()
    game_before = table.game
    table.apply_host_step(host_actions.undo_or_request_consent(table.host, 0))
    table.deliver_all()
    assert table.host.seats_yet_to_answer_undo == (1, 2)  # everybody else
    assert table.game == game_before
    assert all(table.last_view(peer).waiting == (1, 2) for peer in table.guests)
    answer_undo_request(table, 1, yes=False)
    assert table.host.undo_request is None
    assert table.game == game_before
    turn = game_before.state.turn
    while table.game.state.turn == turn:  # one question a turn
        table.apply_host_step(host_actions.undo_or_request_consent(table.host, 0))
        assert table.host.undo_request is None
        play_step(table, rng)
        table.deliver_all()
    play_to_phase(table, rng, Phase.WHITE, Phase.COLOR)
    game_before = table.game
    table.apply_host_step(host_actions.undo_or_request_consent(table.host, 0))
    table.deliver_all()
    answer_undo_request(table, 2, yes=True)
    table.apply_host_step(host_actions.request_roll(table.host, table.game.state.active))
    assert table.host.call is None  # nobody rolls before the question is answered
    guest = table.disconnect(1)
    table.deliver_all()
    assert table.host.undo_request is not None  # silence is not consent
    table.connect(21, guest, 1)
    table.deliver_all()
    answer_undo_request(table, 21, yes=True)
    assert table.host.undo_request is None
    assert len(table.game.events) == visibility.last_decision_index(game_before, {0})
    table.assert_views_match_host()
    play_to_end(table, rng)
    assert {table.guests[peer].dice_verdict for peer in (2, 21)} == {"fair"}


def answer_undo_request(table: SimulatedTable, peer: int, *, yes: bool) -> None:
    table.apply_guest_step(peer, table.guests[peer].answer_or_cancel_undo_request(yes=yes))
    table.deliver_all()


def play_to_phase(table: SimulatedTable, rng: random.Random, *phases: Phase) -> None:
    """Play until all people have decided in a white step that leads to one of the phases."""
    while True:
        before = table.game.state.phase
        play_step(table, rng)
        table.deliver_all()
        if before is Phase.WHITE and table.game.state.phase in phases:
            return


def test_returning_guest_takes_seat_back_from_substitute() -> None:
    table = started_table(2)
    guest = table.disconnect(1)
    assert table.host.occupants[1].is_away
    assert table.host.seat_to_invite == 1
    table.apply_host_step(host_actions.seat_local_person(table.host, 1))
    table.deliver_all()
    assert table.host.local_seats == (0, 1)
    table.connect(21, Guest.from_json(guest.to_json(), "build", "21" * 32), 1)
    table.deliver_all()
    assert table.guests[21].seat == 1
    assert table.host.occupants[1].kind == GUEST
    table.assert_views_match_host()
    table.connect(22, Guest.from_json(guest.to_json(), "build", "22" * 32), 1)  # a second tab
    table.deliver_all()
    assert table.refusals[22] == "twice"


def test_returning_guest_keeps_its_name_while_game_runs() -> None:
    table = started_table(2)
    guest = replace(table.disconnect(1), name="Guest 2")
    table.connect(21, guest, 1)
    table.deliver_all()
    assert table.host.occupants[1].name == "Guest 1"
    assert table.guests[21].dice_verdict == ""


def test_anchor_of_another_device_is_refused() -> None:
    table = started_table(1)
    for anchor in (table.guests[1].anchor, table.host.own_anchors[0]):
        host, _greeting = host_actions.greet_guest(table.host, 33, 1)
        hello = Hello(VERSION, "", "Eve", "", anchor)
        host, sent = host_inbox.receive(host, 33, encode_message(hello))
        assert parse_host_message(sent[0].text) == Refuse("twice")
        assert 33 not in host.connected_peers


def test_lost_roll_is_taken_up_from_guest() -> None:
    """A host whose last save was lost learns the roll again, instead of making another."""
    table, rng = started_table(2), random.Random(9)
    while table.game.state.phase is not Phase.ROLL:
        play_step(table, rng)
        table.deliver_all()
    text = table.host.to_json()
    seat = table.game.state.active
    if seat == 0:
        table.apply_host_step(host_actions.request_roll(table.host, 0))
    else:
        table.apply_guest_step(seat, table.guests[seat].request_roll())
    table.deliver_all()
    made, guests = table.host.made[-1], [table.guests[1], table.guests[2]]
    reloaded = SimulatedTable(Host.from_json(text, "build", "78" * 32))
    for peer, guest in enumerate(guests, start=51):
        reloaded.connect(peer, guest.without_connection(), peer - 50)
        reloaded.deliver_all()
    assert reloaded.host.made[-1] == made
    play_to_end(reloaded, rng)
    assert {guest.dice_verdict for guest in reloaded.guests.values()} == {"fair"}
    assert all(guest.pins.went_back for guest in reloaded.guests.values())
    forged = made._replace(turn=made.turn + 1)
    assert rolls.take_up_lost_roll(table.host, forged) == (table.host, ())


def test_host_removes_guests_and_seats_bot() -> None:
    table = SimulatedTable(new_host(Occupant(HERE), Occupant(), Occupant()))
    table.connect(1, make_guest(1), 1)
    table.connect(2, make_guest(2), 2)
    table.deliver_all()
    table.apply_host_step(host_actions.free_seat(table.host, 1))
    table.apply_host_step(host_actions.seat_bot(table.host, 2, "hard"))
    table.deliver_all()
    assert table.refusals == {1: "removed", 2: "removed"}
    assert [occupant.kind for occupant in table.host.occupants] == [HERE, FREE, "hard"]
    table.apply_host_step(host_actions.change_variant(table.host, LONGO))
    table.apply_host_step(host_actions.start_game(table.host, ["Ann", "Bot"]))
    assert table.game.variant is LONGO
    assert len(table.host.occupants) == 2
    assert host_actions.free_seat(table.host, 1) == (table.host, ())
    assert host_actions.change_variant(table.host, CLASSIC) == (table.host, ())
    assert host_actions.start_rematch(table.host, ["Ann", "Bot"]) == (table.host, ())
    with pytest.raises(TableError):
        host_actions.start_game(table.host, ["Ann", "Bot"])


def test_leaving_guest_frees_seat_in_lobby_but_not_in_game() -> None:
    table = SimulatedTable(new_host(Occupant(HERE), Occupant()))
    table.connect(1, make_guest(1), 1)
    table.deliver_all()
    table.apply_guest_step(1, (table.guests[1], table.guests[1].farewell_messages()))
    table.deliver_all()
    assert table.host.occupants[1].kind == FREE
    table = started_table(1)
    table.apply_guest_step(1, (table.guests[1], table.guests[1].farewell_messages()))
    table.deliver_all()
    assert table.host.occupants[1].is_away
    for sent in host_actions.farewell_messages(table.host):
        assert sent.peer == 9
    guest, _ = make_guest(1).receive(encode_message(Bye()))
    assert guest.closed


def test_silent_guest_is_away_until_next_message() -> None:
    table = started_table(1)
    table.apply_host_step(host_actions.set_peer_silent(table.host, 1, silent=True))
    assert table.host.occupants[1].is_away
    assert host_actions.set_peer_silent(table.host, 1, silent=True) == (table.host, ())
    table.apply_host_step(host_actions.set_peer_silent(table.host, 1, silent=False))
    assert not table.host.occupants[1].is_away
    assert host_actions.set_peer_silent(table.host, 77, silent=True) == (table.host, ())


def test_table_survives_reload_of_host() -> None:
    table, rng = started_table(2, bot=True), random.Random(7)
    for _ in range(9):
        play_step(table, rng)
        table.deliver_all()
    reloaded_host = Host.from_json(table.host.to_json(), "build", "77" * 32)
    assert reloaded_host.game is not None
    assert reloaded_host.game.to_json() == table.game.to_json()
    assert [occupant.is_away for occupant in reloaded_host.occupants] == [False, True, True, False]
    guests = {
        peer: guest.without_connection() for peer, guest in table.guests.items() if guest.seat
    }
    table = SimulatedTable(reloaded_host)
    for peer, guest in guests.items():
        table.connect(peer + 50, guest, seat_to_request(guest))
    table.deliver_all()
    table.assert_views_match_host()
    play_to_end(table, rng)
    assert {guest.dice_verdict for guest in table.guests.values()} == {"fair"}


def test_actions_without_effect_send_no_messages() -> None:
    guest = make_guest(1)
    assert guest.request_roll() == (guest, ())
    assert guest.answer_or_cancel_undo_request(yes=True) == (guest, ())
    game = Game(CLASSIC, ["a", "b"], 1)
    assert guest.send_changes(game) == (guest, ())
    table = started_table(2)
    idle_guest = table.guests[2 if table.game.state.active == 1 else 1]
    assert idle_guest.request_roll() == (idle_guest, ())
    assert host_actions.undo_or_request_consent(table.host, 0) == (table.host, ())
    assert host_actions.answer_or_cancel_undo_request(table.host, (0,), yes=True) == (
        table.host,
        (),
    )
