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
from tests.games.dishonest_host import DishonestHost, reload_guest
from tests.games.simulated_table import (
    SimulatedTable,
    make_guest,
    new_host,
    play_to_end,
    seat_to_request,
    started_table,
)


def started(guests: int = 3) -> SimulatedTable:
    """Return a table in which a start waits for shares that are on their way."""
    table = SimulatedTable(new_host(Occupant(HERE, "Emma"), *[Occupant() for _ in range(guests)]))
    for number in range(1, guests + 1):
        table.connect(number, make_guest(number), number)
    table.deliver_all()
    table.apply_host_step(
        host_actions.start_game(table.host, ["Emma", "Ann", "Ben", "Cem"][: guests + 1])
    )
    assert table.host.game is None
    assert table.host.seats_delaying_start == tuple(range(1, guests + 1))
    return table


def verdicts(table: SimulatedTable) -> set[tuple[str, int]]:
    play_to_end(table, random.Random(3))
    return {(one.dice_verdict, one.pins.restarts) for one in table.guests.values()}


def test_a_guest_that_is_loaded_anew_between_seal_and_share() -> None:
    table = started()
    table.deliver_next(1, "down")
    back = reload_guest(table.disconnect(1))
    table.deliver_all()
    assert table.host.seats_delaying_start == (1,)
    table.connect(11, back, 1)
    table.deliver_all()
    assert verdicts(table) == {("fair", 0)}


def test_a_host_that_is_loaded_anew_between_seal_and_share() -> None:
    table = started()
    table.deliver_next(1, "down")
    table.deliver_next(1, "up")
    again = SimulatedTable(Host.from_json(table.host.to_json(), "build"))
    for peer, one in table.guests.items():
        again.connect(peer, one.without_connection(), seat_to_request(one))
    again.deliver_all()
    assert verdicts(again) == {("fair", 0)}


def test_a_start_that_waits_for_seals_is_forgotten_over_a_reload_of_the_host() -> None:
    table = started_table(2)
    play_to_end(table, random.Random(1))
    table.apply_host_step(host_actions.start_rematch(table.host, ["a", "b", "c"]))
    host = replace(
        table.host, occupants=tuple(replace(one, seal="") for one in table.host.occupants)
    )
    host = replace(host, seals=())
    again = SimulatedTable(Host.from_json(host.to_json(), "build"))
    assert again.host.can_start
    for peer, one in table.guests.items():
        again.connect(peer, one.without_connection(), seat_to_request(one))
    again.deliver_all()
    again.apply_host_step(host_actions.start_game(again.host, ["a", "b", "c"]))
    again.deliver_all()
    assert verdicts(again) == {("fair", 0), ("late", 0)}


@pytest.mark.parametrize("how", ["leaves", "vanishes", "lies"])
def test_a_guest_that_gives_no_share_is_removed_and_the_others_begin_anew(how: str) -> None:
    table = started()
    for peer in (1, 2):
        table.deliver_next(peer, "down")
        table.deliver_next(peer, "up")
    commit = table.host.commitment_for_round(0)
    if how == "leaves":
        table.apply_guest_step(3, (table.guests[3], table.guests[3].farewell_messages()))
    elif how == "vanishes":
        table.disconnect(3)
    else:
        table.uplink[3].append(encode_message(Share("dd" * 16)))
        table.downlink[3].clear()
    table.deliver_all()
    if how != "leaves":
        wait = table.host.start_wait_id
        assert host_actions.start_without_late_guests(table.host, f"{wait}0") == (table.host, ())
        table.apply_host_step(host_actions.start_without_late_guests(table.host, wait))
        table.deliver_all()
        assert host_actions.start_without_late_guests(table.host, wait) == (table.host, ())
    assert (table.host.round, len(table.host.occupants)) == (1, 3)
    assert table.host.commitment_for_round(1) != commit
    assert verdicts(table) == {("fair", 1)}


def test_where_too_few_are_left_the_host_waits_for_others() -> None:
    table = started(1)
    table.disconnect(1)
    assert host_actions.change_variant(table.host, CLASSIC) == (table.host, ())
    for step in (
        host_actions.seat_local_person(table.host, 1),
        host_actions.seat_bot(table.host, 1, "easy"),
    ):
        assert step == (table.host, ())
    table.apply_host_step(host_actions.free_seat(table.host, 1))
    assert table.host.seats_delaying_start == ()
    assert [one.kind for one in table.host.occupants] == [
        HERE,
        "free",
        "free",
        "free",
        "free",
    ]
    table.connect(2, make_guest(2), 3)
    table.deliver_all()
    table.apply_host_step(host_actions.start_game(table.host, ["Emma", "Ben"]))
    table.deliver_all()
    assert verdicts(table) == {("fair", 0)}


def rematched(table: SimulatedTable, unsealed: tuple[int, ...]) -> None:
    """Begin a rematch before the seals of some guests have come."""
    holders = [
        replace(one, seal="") if seat in unsealed else one
        for seat, one in enumerate(table.host.occupants)
    ]
    table.host = replace(table.host, occupants=tuple(holders))
    table.apply_host_step(
        host_actions.start_rematch(table.host, [f"P{seat}" for seat in table.host.taken_seats])
    )


def test_a_rematch_waits_for_seals_but_for_nobody_who_is_away() -> None:
    table = started_table(3)
    play_to_end(table, random.Random(2))
    table.disconnect(3)
    rematched(table, (1, 2))
    assert table.host.seats_delaying_start == (1, 2)
    for peer in (1, 2):
        seal = table.guests[peer].pins.seal_for(table.host.next_commitment)
        table.uplink[peer].append(encode_message(Seal(table.host.next_commitment, seal)))
        table.uplink[peer].append(encode_message(Seal("0" * 64, "0" * 64)))  # for an earlier start
    for _ in range(2):
        table.deliver_next(1, "up")
    table.deliver_all()
    assert {one.dice_verdict for one in table.guests.values()} == {""}
    table.apply_host_step(host_actions.seat_bot(table.host, 3, "easy"))
    assert verdicts(table) == {("fair", 0), ("late", 0)}


def test_a_seal_for_an_earlier_start_does_not_count_for_the_next() -> None:
    table = started_table(2)
    play_to_end(table, random.Random(2))
    back = table.disconnect(1)
    table.connect(11, back, 1)
    table.deliver_next(11, "down")
    table.deliver_next(11, "down")  # its greeting is on its way
    table.apply_host_step(host_actions.start_rematch(table.host, ["a", "b", "c"]))
    table.deliver_all()
    assert verdicts(table) == {("fair", 0), ("late", 0)}
    table = started_table(2)
    play_to_end(table, random.Random(2))
    rematched(table, (1,))
    hello = Hello(VERSION, "", "", "0" * 64, "0" * 64, table.host.occupants[1].token)
    table.disconnect(1)
    table.host, _sent = host_actions.greet_guest(table.host, 11, 1)
    table.host, _sent = host_inbox.receive(table.host, 11, encode_message(hello))
    assert table.host.occupants[1].seal == ""


def test_who_was_gone_when_the_terms_were_fixed_is_late_and_not_left_out() -> None:
    host = DishonestHost()
    host.send_open()
    host.send_view()
    host.guest = host.guest.without_connection()
    host.send_open()
    seals = ("", "", host.accomplice_seal())
    host.send_view(seals=seals)
    nonces = ("", "", "ee" * 16)
    terms = host.make_terms(seals=seals)
    host.send_finished_game(host.make_game(nonces=nonces, terms=terms), seals=seals, nonces=nonces)
    assert host.verdict == "late"


def test_a_token_is_told_to_no_other_table() -> None:
    host = DishonestHost()
    host.send_open()
    host.send_view()
    host.guest = host.guest.without_connection()
    host.send_open()
    assert host.received[-1].token == "c" * 32
    host.guest = host.guest.without_connection()
    host.send_open(table="0" * 32)
    assert host.received[-1].token == ""


def test_who_is_silent_for_seals_too_long_is_removed_without_a_new_round() -> None:
    table = started_table(2)
    play_to_end(table, random.Random(2))
    rematched(table, (1, 2))
    table.uplink[1].append(
        encode_message(
            Seal(
                table.host.next_commitment,
                table.guests[1].pins.seal_for(table.host.next_commitment),
            )
        )
    )
    table.deliver_all()
    assert table.host.seats_delaying_start == (2,)
    table.apply_host_step(
        host_actions.start_without_late_guests(table.host, table.host.start_wait_id)
    )
    table.deliver_all()
    assert table.host.round == 1
    assert verdicts(table) == {("fair", 0), ("late", 0)}


def test_who_was_away_while_games_ended_and_began_is_late_and_then_has_a_share() -> None:
    table = started_table(2)
    away = reload_guest(table.disconnect(1))
    table.apply_host_step(host_actions.seat_bot(table.host, 1, "easy"))
    for _ in range(2):
        play_to_end(table, random.Random(4))
        table.apply_host_step(host_actions.start_rematch(table.host, ["a", "b", "c"]))
        table.deliver_all()
    table.connect(11, away, 1)
    table.deliver_all()
    play_to_end(table, random.Random(4))
    assert table.guests[11].dice_verdict == "late"
    table.apply_host_step(host_actions.start_rematch(table.host, ["a", "b", "c"]))
    table.deliver_all()
    play_to_end(table, random.Random(4))
    assert (table.guests[11].dice_verdict, table.guests[11].pins.restarts) == ("fair", 0)


def test_nobody_new_sits_down_while_a_game_is_about_to_begin() -> None:
    table = started(2)
    back = table.disconnect(1)
    table.connect(5, make_guest(5), 1)
    table.deliver_all()
    assert table.refusals == {5: "full"}
    table.connect(6, make_guest(6))
    table.connect(7, back, 1)
    table.deliver_all()
    assert verdicts(table) == {("fair", 0), ("late", 0)}
