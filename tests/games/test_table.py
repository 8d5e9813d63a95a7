"""A table over several devices: games, what is secret, what is taken back, who comes back."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwixx.games.game import Game
from qwixx.games.live import host_actions, visibility
from qwixx.games.live.guest import Guest
from qwixx.games.live.host import Host, Occupant
from qwixx.games.live.protocol import (
    FREE,
    GUEST,
    HERE,
    Bye,
    TableError,
    TableView,
    encode_message,
    parse_host_message,
)
from qwixx.rules.moves import PASS
from qwixx.rules.state import Phase
from qwixx.rules.variants import CLASSIC, LONGO
from tests.games.tables import Room, a_table, guest, play_out, play_step, seat_wanted, seated

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant


@pytest.mark.parametrize("variant", [CLASSIC, LONGO])
def test_two_games_with_dice_that_each_page_makes_sure_of(
    variant: Variant,
) -> None:
    room, rng = seated(3, variant, bot=True), random.Random(1)
    play_out(room, rng)
    assert [one.dice_verdict for one in room.guests.values()] == ["fair"] * 3 + ["late"]
    first, names = room.game, room.game.names
    room.take(host_actions.start_rematch(room.host, names))
    room.settle()
    room.agree()
    assert room.game.seed != first.seed
    assert {one.dice_verdict for one in room.guests.values()} == {""}
    play_out(room, rng)
    assert [one.dice_verdict for one in room.guests.values()] == ["fair"] * 3 + ["late"]


@pytest.mark.no_cover  # being traced, it takes four times as long
@settings(max_examples=25, deadline=None)
@given(st.data())
def test_whatever_happens_on_the_way_nothing_is_lost(
    data: st.DataObject,
) -> None:
    room, rng = seated(data.draw(st.integers(1, 4))), random.Random(2)
    fresh = 100
    for _ in range(data.draw(st.integers(5, 60))):
        what = data.draw(st.sampled_from(["play", "up", "down", "drop", "ask", "twice", "settle"]))
        peer = data.draw(st.sampled_from([*room.guests]))
        if what == "play":
            play_step(room, rng)
        elif what in ("up", "down"):
            room.come(peer, what)
        elif what == "drop":
            back = room.drop(peer)
            room.join(fresh, back, seat_wanted(back))
            fresh += 1
        elif what == "ask" and room.guests[peer].seat is not None:
            room.does(peer, room.guests[peer].request_undo())
        elif what == "twice" and room.up.get(peer):
            room.up[peer].insert(0, room.up[peer][0])
        elif what == "settle":
            room.settle()
    room.settle()
    room.agree()
    for peer in [*room.guests]:
        room.does(peer, room.guests[peer].answer_or_cancel_undo_request(yes=True))
    room.settle()
    room.take(
        host_actions.answer_or_cancel_undo_request(room.host, room.host.local_seats, yes=True)
    )
    room.settle()
    room.agree()
    assert room.host.undo_request is None
    play_out(room, rng)
    assert all(one.dice_verdict in ("fair", "late") for one in room.guests.values())
    assert all(one.dice_verdict == "fair" for one in room.guests.values() if one.seat is not None)


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_no_guest_is_told_what_another_one_has_decided(data: st.DataObject) -> None:
    room, rng = seated(2), random.Random(data.draw(st.integers(0, 999)))
    while room.game.state.phase is not Phase.WHITE:
        play_step(room, rng)
        room.settle()
    seat = data.draw(st.integers(0, 2))
    state = room.game.state
    moves = state.legal_moves(seat)
    told = []
    for move in (moves[0], moves[-1]):
        host, sent = host_actions.adopt_played_game(room.host, room.game.play(seat, move))
        told.append([text for peer, text in sent if host.seat_of(peer) != seat])
    assert told[0] == told[1]
    assert all("seed" not in text and room.host.secret_key not in text for text in told[0])
    heard = [parse_host_message(text) for text in told[0]]
    assert all(isinstance(each, TableView) and each.secret == "" for each in heard)


def test_what_nobody_has_seen_is_taken_back_at_once_and_moved() -> None:
    room, rng = seated(1), random.Random(3)
    while room.game.state.phase is not Phase.WHITE:
        play_step(room, rng)
        room.settle()
    room.does(1, room.guests[1].send_changes(visibility.without_secret_decision(room.known(1), 1)))
    room.settle()
    assert visibility.decided_seats(room.game) == ()
    one = room.guests[1]
    move = room.known(1).state.legal_moves(1)[0]
    room.does(1, one.send_changes(room.known(1).play(1, move)))
    assert room.known(1).state.decisions[1] == move  # at once
    room.settle()
    assert visibility.decided_seats(room.game) == (1,)
    other = visibility.without_secret_decision(room.known(1), 1).play(1, PASS)
    room.does(1, room.guests[1].send_changes(other))
    room.settle()
    assert room.game.state.decisions[1] == PASS
    room.take(host_actions.undo_or_request_consent(room.host, 1))
    assert visibility.decided_seats(room.game) == ()


def test_what_all_have_seen_is_taken_back_when_all_agree() -> None:
    room, rng = seated(2), random.Random(4)
    while len(room.game.events) < 12:
        play_step(room, rng)
        room.settle()
    before = room.game
    room.take(host_actions.undo_or_request_consent(room.host, 0))
    room.settle()
    waiting = room.host.seats_yet_to_answer_undo
    assert waiting
    assert room.game == before
    assert all(room.told(peer).waiting == waiting for peer in room.guests)
    room.does(waiting[0], room.guests[waiting[0]].answer_or_cancel_undo_request(yes=False))
    room.settle()
    assert room.host.undo_request is None
    assert room.game == before
    turn = before.state.turn
    while room.game.state.turn == turn:  # it was refused: for the rest of the turn it is pausing
        room.take(host_actions.undo_or_request_consent(room.host, 0))
        assert room.host.undo_request is None
        play_step(room, rng)
        room.settle()
    before = room.game
    room.take(host_actions.undo_or_request_consent(room.host, 0))
    room.settle()
    for peer in room.host.seats_yet_to_answer_undo[1:]:
        room.does(peer, room.guests[peer].answer_or_cancel_undo_request(yes=True))
    room.settle()
    room.drop(room.host.seats_yet_to_answer_undo[0])  # who cannot be reached is not waited for
    room.settle()
    assert room.host.undo_request is None
    assert len(room.game.events) == visibility.last_decision_index(before, {0})
    room.agree()


def test_a_guest_comes_back_to_its_seat_with_its_token_even_when_somebody_plays_for_it() -> None:
    room = seated(2)
    back = room.drop(1)
    assert room.host.occupants[1].is_away
    assert room.host.seat_to_invite == 1
    room.take(host_actions.seat_local_person(room.host, 1))
    room.settle()
    assert room.host.local_seats == (0, 1)
    room.join(21, Guest.from_json(back.to_json(), "build"), 1)
    room.settle()
    assert room.guests[21].seat == 1
    assert room.host.occupants[1].kind == GUEST
    room.agree()
    room.join(22, Guest.from_json(back.to_json(), "build"), 1)  # a second tab
    room.settle()
    assert room.refused[22] == "twice"


def test_the_host_may_turn_a_guest_away_and_seat_a_bot_or_nobody() -> None:
    room = Room(a_table(Occupant(HERE), Occupant(), Occupant()))
    room.join(1, guest(1), 1)
    room.join(2, guest(2), 2)
    room.settle()
    room.take(host_actions.free_seat(room.host, 1))
    room.take(host_actions.seat_bot(room.host, 2, "hard"))
    room.settle()
    assert room.refused == {1: "removed", 2: "removed"}
    assert [one.kind for one in room.host.occupants] == [HERE, FREE, "hard"]
    room.take(host_actions.change_variant(room.host, LONGO))
    room.take(host_actions.start_game(room.host, ["Ann", "Bot"]))
    assert room.game.variant is LONGO
    assert len(room.host.occupants) == 2
    assert host_actions.free_seat(room.host, 1) == (room.host, ())
    assert host_actions.change_variant(room.host, CLASSIC) == (room.host, ())
    assert host_actions.start_rematch(room.host, ["Ann", "Bot"]) == (room.host, ())
    with pytest.raises(TableError):
        host_actions.start_game(room.host, ["Ann", "Bot"])


def test_in_the_lobby_who_leaves_gives_the_seat_up_and_in_a_game_it_waits() -> None:
    room = Room(a_table(Occupant(HERE), Occupant()))
    room.join(1, guest(1), 1)
    room.settle()
    room.does(1, (room.guests[1], room.guests[1].farewell_messages()))
    room.settle()
    assert room.host.occupants[1].kind == FREE
    room = seated(1)
    room.does(1, (room.guests[1], room.guests[1].farewell_messages()))
    room.settle()
    assert room.host.occupants[1].is_away
    for sent in host_actions.farewell_messages(room.host):
        assert sent.peer == 9
    gone, _ = guest(1).receive(encode_message(Bye()))
    assert gone.closed


def test_silence_makes_a_seat_away_and_a_sound_brings_it_back() -> None:
    room = seated(1)
    room.take(host_actions.set_peer_silent(room.host, 1, silent=True))
    assert room.host.occupants[1].is_away
    assert host_actions.set_peer_silent(room.host, 1, silent=True) == (room.host, ())
    room.take(host_actions.set_peer_silent(room.host, 1, silent=False))
    assert not room.host.occupants[1].is_away
    assert host_actions.set_peer_silent(room.host, 77, silent=True) == (room.host, ())


def test_a_table_outlasts_a_reload_of_the_host() -> None:
    room, rng = seated(2, bot=True), random.Random(7)
    for _ in range(9):
        play_step(room, rng)
        room.settle()
    again = Host.from_json(room.host.to_json(), "build")
    assert again.game is not None
    assert again.game.to_json() == room.game.to_json()
    assert [one.is_away for one in again.occupants] == [False, True, True, False]
    guests = {peer: one.without_connection() for peer, one in room.guests.items() if one.seat}
    room = Room(again)
    for peer, one in guests.items():
        room.join(peer + 50, one, seat_wanted(one))
    room.settle()
    room.agree()
    play_out(room, rng)
    assert {one.dice_verdict for one in room.guests.values()} == {"fair"}


def test_who_has_nothing_to_do_sends_nothing() -> None:
    one = guest(1)
    assert one.request_roll() == (one, ())
    assert one.answer_or_cancel_undo_request(yes=True) == (one, ())
    game = Game(CLASSIC, ["a", "b"], 1)
    assert one.send_changes(game) == (one, ())
    room = seated(2)
    idle = room.guests[2 if room.game.state.active == 1 else 1]
    assert idle.request_roll() == (idle, ())
    assert host_actions.undo_or_request_consent(room.host, 0) == (room.host, ())
    assert host_actions.answer_or_cancel_undo_request(room.host, (0,), yes=True) == (room.host, ())
