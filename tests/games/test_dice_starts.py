"""Fair dice: the start of a game, whoever comes, leaves or is loaded anew meanwhile."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from qwixx.games.live import host_actions, host_inbox
from qwixx.games.live.host import Host, Occupant
from qwixx.games.live.protocol import (
    HERE,
    VERSION,
    Hello,
    Seal,
    Share,
    encode_message,
)
from qwixx.rules.variants import CLASSIC
from tests.games.crook import Crook, reloaded
from tests.games.tables import Room, a_table, guest, play_out, seat_wanted, seated


def started(guests: int = 3) -> Room:
    """Return a room in which a start waits for shares that are on their way."""
    room = Room(a_table(Occupant(HERE, "Emma"), *[Occupant() for _ in range(guests)]))
    for number in range(1, guests + 1):
        room.join(number, guest(number), number)
    room.settle()
    room.take(host_actions.start_game(room.host, ["Emma", "Ann", "Ben", "Cem"][: guests + 1]))
    assert room.host.game is None
    assert room.host.seats_delaying_start == tuple(range(1, guests + 1))
    return room


def verdicts(room: Room) -> set[tuple[str, int]]:
    play_out(room, random.Random(3))
    return {(one.dice_verdict, one.pins.restarts) for one in room.guests.values()}


def test_a_guest_that_is_loaded_anew_between_seal_and_share() -> None:
    room = started()
    room.come(1, "down")
    back = reloaded(room.drop(1))
    room.settle()
    assert room.host.seats_delaying_start == (1,)
    room.join(11, back, 1)
    room.settle()
    assert verdicts(room) == {("fair", 0)}


def test_a_host_that_is_loaded_anew_between_seal_and_share() -> None:
    room = started()
    room.come(1, "down")
    room.come(1, "up")
    again = Room(Host.from_json(room.host.to_json(), "build"))
    for peer, one in room.guests.items():
        again.join(peer, one.without_connection(), seat_wanted(one))
    again.settle()
    assert verdicts(again) == {("fair", 0)}


def test_a_start_that_waits_for_seals_is_forgotten_over_a_reload_of_the_host() -> None:
    room = seated(2)
    play_out(room, random.Random(1))
    room.take(host_actions.start_rematch(room.host, ["a", "b", "c"]))
    host = replace(
        room.host, occupants=tuple(replace(one, seal="") for one in room.host.occupants)
    )
    host = replace(host, seals=())
    again = Room(Host.from_json(host.to_json(), "build"))
    assert again.host.can_start
    for peer, one in room.guests.items():
        again.join(peer, one.without_connection(), seat_wanted(one))
    again.settle()
    again.take(host_actions.start_game(again.host, ["a", "b", "c"]))
    again.settle()
    assert verdicts(again) == {("fair", 0), ("late", 0)}


@pytest.mark.parametrize("how", ["leaves", "vanishes", "lies"])
def test_a_guest_that_gives_no_share_is_removed_and_the_others_begin_anew(how: str) -> None:
    room = started()
    for peer in (1, 2):
        room.come(peer, "down")
        room.come(peer, "up")
    commit = room.host.commitment_for_round(0)
    if how == "leaves":
        room.does(3, (room.guests[3], room.guests[3].farewell_messages()))
    elif how == "vanishes":
        room.drop(3)
    else:
        room.up[3].append(encode_message(Share("dd" * 16)))
        room.down[3].clear()
    room.settle()
    if how != "leaves":
        wait = room.host.start_wait_id
        assert host_actions.start_without_late_guests(room.host, f"{wait}0") == (room.host, ())
        room.take(host_actions.start_without_late_guests(room.host, wait))
        room.settle()
        assert host_actions.start_without_late_guests(room.host, wait) == (room.host, ())
    assert (room.host.round, len(room.host.occupants)) == (1, 3)
    assert room.host.commitment_for_round(1) != commit
    assert verdicts(room) == {("fair", 1)}


def test_where_too_few_are_left_the_host_waits_for_others() -> None:
    room = started(1)
    room.drop(1)
    assert host_actions.change_variant(room.host, CLASSIC) == (room.host, ())
    for step in (
        host_actions.seat_local_person(room.host, 1),
        host_actions.seat_bot(room.host, 1, "easy"),
    ):
        assert step == (room.host, ())
    room.take(host_actions.free_seat(room.host, 1))
    assert room.host.seats_delaying_start == ()
    assert [one.kind for one in room.host.occupants] == [
        HERE,
        "free",
        "free",
        "free",
        "free",
    ]
    room.join(2, guest(2), 3)
    room.settle()
    room.take(host_actions.start_game(room.host, ["Emma", "Ben"]))
    room.settle()
    assert verdicts(room) == {("fair", 0)}


def rematched(room: Room, unsealed: tuple[int, ...]) -> None:
    """Begin a rematch before the seals of some guests have come."""
    holders = [
        replace(one, seal="") if seat in unsealed else one
        for seat, one in enumerate(room.host.occupants)
    ]
    room.host = replace(room.host, occupants=tuple(holders))
    room.take(
        host_actions.start_rematch(room.host, [f"P{seat}" for seat in room.host.taken_seats])
    )


def test_a_rematch_waits_for_seals_but_for_nobody_who_is_away() -> None:
    room = seated(3)
    play_out(room, random.Random(2))
    room.drop(3)
    rematched(room, (1, 2))
    assert room.host.seats_delaying_start == (1, 2)
    for peer in (1, 2):
        seal = room.guests[peer].pins.seal_for(room.host.next_commitment)
        room.up[peer].append(encode_message(Seal(room.host.next_commitment, seal)))
        room.up[peer].append(encode_message(Seal("0" * 64, "0" * 64)))  # for an earlier start
    for _ in range(2):
        room.come(1, "up")
    room.settle()
    assert {one.dice_verdict for one in room.guests.values()} == {""}
    room.take(host_actions.seat_bot(room.host, 3, "easy"))
    assert verdicts(room) == {("fair", 0), ("late", 0)}


def test_a_seal_for_an_earlier_start_does_not_count_for_the_next() -> None:
    room = seated(2)
    play_out(room, random.Random(2))
    back = room.drop(1)
    room.join(11, back, 1)
    room.come(11, "down")
    room.come(11, "down")  # its greeting is on its way
    room.take(host_actions.start_rematch(room.host, ["a", "b", "c"]))
    room.settle()
    assert verdicts(room) == {("fair", 0), ("late", 0)}
    room = seated(2)
    play_out(room, random.Random(2))
    rematched(room, (1,))
    hello = Hello(VERSION, "", "", "0" * 64, "0" * 64, room.host.occupants[1].token)
    room.drop(1)
    room.host, _sent = host_actions.greet_guest(room.host, 11, 1)
    room.host, _sent = host_inbox.receive(room.host, 11, encode_message(hello))
    assert room.host.occupants[1].seal == ""


def test_who_was_gone_when_the_terms_were_fixed_is_late_and_not_left_out() -> None:
    crook = Crook()
    crook.open()
    crook.tell()
    crook.guest = crook.guest.without_connection()
    crook.open()
    seals = ("", "", crook.accomplice())
    crook.tell(seals=seals)
    nonces = ("", "", "ee" * 16)
    terms = crook.terms(seals=seals)
    crook.end(crook.game(nonces=nonces, terms=terms), seals=seals, nonces=nonces)
    assert crook.verdict == "late"


def test_a_token_is_told_to_no_other_table() -> None:
    crook = Crook()
    crook.open()
    crook.tell()
    crook.guest = crook.guest.without_connection()
    crook.open()
    assert crook.heard[-1].token == "c" * 32
    crook.guest = crook.guest.without_connection()
    crook.open(table="0" * 32)
    assert crook.heard[-1].token == ""


def test_who_is_silent_for_seals_too_long_is_removed_without_a_new_round() -> None:
    room = seated(2)
    play_out(room, random.Random(2))
    rematched(room, (1, 2))
    room.up[1].append(
        encode_message(
            Seal(
                room.host.next_commitment, room.guests[1].pins.seal_for(room.host.next_commitment)
            )
        )
    )
    room.settle()
    assert room.host.seats_delaying_start == (2,)
    room.take(host_actions.start_without_late_guests(room.host, room.host.start_wait_id))
    room.settle()
    assert room.host.round == 1
    assert verdicts(room) == {("fair", 0), ("late", 0)}


def test_who_was_away_while_games_ended_and_began_is_late_and_then_has_a_share() -> None:
    room = seated(2)
    away = reloaded(room.drop(1))
    room.take(host_actions.seat_bot(room.host, 1, "easy"))
    for _ in range(2):
        play_out(room, random.Random(4))
        room.take(host_actions.start_rematch(room.host, ["a", "b", "c"]))
        room.settle()
    room.join(11, away, 1)
    room.settle()
    play_out(room, random.Random(4))
    assert room.guests[11].dice_verdict == "late"
    room.take(host_actions.start_rematch(room.host, ["a", "b", "c"]))
    room.settle()
    play_out(room, random.Random(4))
    assert (room.guests[11].dice_verdict, room.guests[11].pins.restarts) == ("fair", 0)


def test_nobody_new_sits_down_while_a_game_is_about_to_begin() -> None:
    room = started(2)
    back = room.drop(1)
    room.join(5, guest(5), 1)
    room.settle()
    assert room.refused == {5: "full"}
    room.join(6, guest(6))
    room.join(7, back, 1)
    room.settle()
    assert verdicts(room) == {("fair", 0), ("late", 0)}
