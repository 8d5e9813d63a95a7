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


@pytest.mark.parametrize("variant", [CLASSIC, LONGO])
def test_two_games_with_dice_that_each_page_makes_sure_of(
    variant: Variant,
) -> None:
    table, rng = started_table(3, variant, bot=True), random.Random(1)
    play_to_end(table, rng)
    assert [one.dice_verdict for one in table.guests.values()] == ["fair"] * 3 + ["late"]
    first, names = table.game, table.game.names
    table.apply_host_step(host_actions.start_rematch(table.host, names))
    table.deliver_all()
    table.assert_views_match_host()
    assert table.game.seed != first.seed
    assert {one.dice_verdict for one in table.guests.values()} == {""}
    play_to_end(table, rng)
    assert [one.dice_verdict for one in table.guests.values()] == ["fair"] * 3 + ["late"]


@pytest.mark.no_cover  # being traced, it takes four times as long
@settings(max_examples=25, deadline=None)
@given(st.data())
def test_whatever_happens_on_the_way_nothing_is_lost(
    data: st.DataObject,
) -> None:
    table, rng = started_table(data.draw(st.integers(1, 4))), random.Random(2)
    fresh = 100
    for _ in range(data.draw(st.integers(5, 60))):
        what = data.draw(st.sampled_from(["play", "up", "down", "drop", "ask", "twice", "settle"]))
        peer = data.draw(st.sampled_from([*table.guests]))
        if what == "play":
            play_step(table, rng)
        elif what in ("up", "down"):
            table.deliver_next(peer, what)
        elif what == "drop":
            back = table.disconnect(peer)
            table.connect(fresh, back, seat_to_request(back))
            fresh += 1
        elif what == "ask" and table.guests[peer].seat is not None:
            table.apply_guest_step(peer, table.guests[peer].request_undo())
        elif what == "twice" and table.uplink.get(peer):
            table.uplink[peer].insert(0, table.uplink[peer][0])
        elif what == "settle":
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
    assert all(one.dice_verdict in ("fair", "late") for one in table.guests.values())
    assert all(one.dice_verdict == "fair" for one in table.guests.values() if one.seat is not None)


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_no_guest_is_told_what_another_one_has_decided(data: st.DataObject) -> None:
    table, rng = started_table(2), random.Random(data.draw(st.integers(0, 999)))
    while table.game.state.phase is not Phase.WHITE:
        play_step(table, rng)
        table.deliver_all()
    seat = data.draw(st.integers(0, 2))
    state = table.game.state
    moves = state.legal_moves(seat)
    told = []
    for move in (moves[0], moves[-1]):
        host, sent = host_actions.adopt_played_game(table.host, table.game.play(seat, move))
        told.append([text for peer, text in sent if host.seat_of(peer) != seat])
    assert told[0] == told[1]
    assert all("seed" not in text and table.host.secret_key not in text for text in told[0])
    heard = [parse_host_message(text) for text in told[0]]
    assert all(isinstance(each, TableView) and each.secret == "" for each in heard)


def test_what_nobody_has_seen_is_taken_back_at_once_and_moved() -> None:
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
    one = table.guests[1]
    move = table.game_seen_by(1).state.legal_moves(1)[0]
    table.apply_guest_step(1, one.send_changes(table.game_seen_by(1).play(1, move)))
    assert table.game_seen_by(1).state.decisions[1] == move  # at once
    table.deliver_all()
    assert visibility.decided_seats(table.game) == (1,)
    other = visibility.without_secret_decision(table.game_seen_by(1), 1).play(1, PASS)
    table.apply_guest_step(1, table.guests[1].send_changes(other))
    table.deliver_all()
    assert table.game.state.decisions[1] == PASS
    table.apply_host_step(host_actions.undo_or_request_consent(table.host, 1))
    assert visibility.decided_seats(table.game) == ()


def test_what_all_have_seen_is_taken_back_when_all_agree() -> None:
    table, rng = started_table(2), random.Random(4)
    while len(table.game.events) < 12:
        play_step(table, rng)
        table.deliver_all()
    before = table.game
    table.apply_host_step(host_actions.undo_or_request_consent(table.host, 0))
    table.deliver_all()
    waiting = table.host.seats_yet_to_answer_undo
    assert waiting
    assert table.game == before
    assert all(table.last_view(peer).waiting == waiting for peer in table.guests)
    table.apply_guest_step(
        waiting[0], table.guests[waiting[0]].answer_or_cancel_undo_request(yes=False)
    )
    table.deliver_all()
    assert table.host.undo_request is None
    assert table.game == before
    turn = before.state.turn
    while table.game.state.turn == turn:  # it was refused: for the rest of the turn it is pausing
        table.apply_host_step(host_actions.undo_or_request_consent(table.host, 0))
        assert table.host.undo_request is None
        play_step(table, rng)
        table.deliver_all()
    before = table.game
    table.apply_host_step(host_actions.undo_or_request_consent(table.host, 0))
    table.deliver_all()
    for peer in table.host.seats_yet_to_answer_undo[1:]:
        table.apply_guest_step(peer, table.guests[peer].answer_or_cancel_undo_request(yes=True))
    table.deliver_all()
    table.disconnect(
        table.host.seats_yet_to_answer_undo[0]
    )  # who cannot be reached is not waited for
    table.deliver_all()
    assert table.host.undo_request is None
    assert len(table.game.events) == visibility.last_decision_index(before, {0})
    table.assert_views_match_host()


def test_a_guest_comes_back_to_its_seat_with_its_token_even_when_somebody_plays_for_it() -> None:
    table = started_table(2)
    back = table.disconnect(1)
    assert table.host.occupants[1].is_away
    assert table.host.seat_to_invite == 1
    table.apply_host_step(host_actions.seat_local_person(table.host, 1))
    table.deliver_all()
    assert table.host.local_seats == (0, 1)
    table.connect(21, Guest.from_json(back.to_json(), "build"), 1)
    table.deliver_all()
    assert table.guests[21].seat == 1
    assert table.host.occupants[1].kind == GUEST
    table.assert_views_match_host()
    table.connect(22, Guest.from_json(back.to_json(), "build"), 1)  # a second tab
    table.deliver_all()
    assert table.refusals[22] == "twice"


def test_the_host_may_turn_a_guest_away_and_seat_a_bot_or_nobody() -> None:
    table = SimulatedTable(new_host(Occupant(HERE), Occupant(), Occupant()))
    table.connect(1, make_guest(1), 1)
    table.connect(2, make_guest(2), 2)
    table.deliver_all()
    table.apply_host_step(host_actions.free_seat(table.host, 1))
    table.apply_host_step(host_actions.seat_bot(table.host, 2, "hard"))
    table.deliver_all()
    assert table.refusals == {1: "removed", 2: "removed"}
    assert [one.kind for one in table.host.occupants] == [HERE, FREE, "hard"]
    table.apply_host_step(host_actions.change_variant(table.host, LONGO))
    table.apply_host_step(host_actions.start_game(table.host, ["Ann", "Bot"]))
    assert table.game.variant is LONGO
    assert len(table.host.occupants) == 2
    assert host_actions.free_seat(table.host, 1) == (table.host, ())
    assert host_actions.change_variant(table.host, CLASSIC) == (table.host, ())
    assert host_actions.start_rematch(table.host, ["Ann", "Bot"]) == (table.host, ())
    with pytest.raises(TableError):
        host_actions.start_game(table.host, ["Ann", "Bot"])


def test_in_the_lobby_who_leaves_gives_the_seat_up_and_in_a_game_it_waits() -> None:
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
    gone, _ = make_guest(1).receive(encode_message(Bye()))
    assert gone.closed


def test_silence_makes_a_seat_away_and_a_sound_brings_it_back() -> None:
    table = started_table(1)
    table.apply_host_step(host_actions.set_peer_silent(table.host, 1, silent=True))
    assert table.host.occupants[1].is_away
    assert host_actions.set_peer_silent(table.host, 1, silent=True) == (table.host, ())
    table.apply_host_step(host_actions.set_peer_silent(table.host, 1, silent=False))
    assert not table.host.occupants[1].is_away
    assert host_actions.set_peer_silent(table.host, 77, silent=True) == (table.host, ())


def test_a_table_outlasts_a_reload_of_the_host() -> None:
    table, rng = started_table(2, bot=True), random.Random(7)
    for _ in range(9):
        play_step(table, rng)
        table.deliver_all()
    again = Host.from_json(table.host.to_json(), "build")
    assert again.game is not None
    assert again.game.to_json() == table.game.to_json()
    assert [one.is_away for one in again.occupants] == [False, True, True, False]
    guests = {peer: one.without_connection() for peer, one in table.guests.items() if one.seat}
    table = SimulatedTable(again)
    for peer, one in guests.items():
        table.connect(peer + 50, one, seat_to_request(one))
    table.deliver_all()
    table.assert_views_match_host()
    play_to_end(table, rng)
    assert {one.dice_verdict for one in table.guests.values()} == {"fair"}


def test_who_has_nothing_to_do_sends_nothing() -> None:
    one = make_guest(1)
    assert one.request_roll() == (one, ())
    assert one.answer_or_cancel_undo_request(yes=True) == (one, ())
    game = Game(CLASSIC, ["a", "b"], 1)
    assert one.send_changes(game) == (one, ())
    table = started_table(2)
    idle = table.guests[2 if table.game.state.active == 1 else 1]
    assert idle.request_roll() == (idle, ())
    assert host_actions.undo_or_request_consent(table.host, 0) == (table.host, ())
    assert host_actions.answer_or_cancel_undo_request(table.host, (0,), yes=True) == (
        table.host,
        (),
    )
