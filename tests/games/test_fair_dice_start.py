"""Test fair dice: game starts during which players connect, leave, or reload."""

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


def table_awaiting_nonces(guest_count: int = 3) -> SimulatedTable:
    """Return a table whose game cannot start until the nonces in transit are delivered."""
    table = SimulatedTable(
        new_host(Occupant(HERE, "Emma"), *[Occupant() for _ in range(guest_count)])
    )
    for peer in range(1, guest_count + 1):
        table.connect(peer, make_guest(peer), peer)
    table.deliver_all()
    table.apply_host_step(
        host_actions.start_game(table.host, ["Emma", "Ann", "Ben", "Cem"][: guest_count + 1])
    )
    assert table.host.game is None
    assert table.host.seats_delaying_start == tuple(range(1, guest_count + 1))
    return table


def play_and_collect_verdicts(table: SimulatedTable) -> set[tuple[str, int]]:
    play_to_end(table, random.Random(3))
    return {(guest.dice_verdict, guest.pins.restarts) for guest in table.guests.values()}


def test_guest_reloads_between_seal_and_nonce() -> None:
    table = table_awaiting_nonces()
    table.deliver_next(1, "down")
    guest = reload_guest(table.disconnect(1))
    table.deliver_all()
    assert table.host.seats_delaying_start == (1,)
    table.connect(11, guest, 1)
    table.deliver_all()
    assert play_and_collect_verdicts(table) == {("fair", 0)}


def test_host_reloads_between_seal_and_nonce() -> None:
    table = table_awaiting_nonces()
    table.deliver_next(1, "down")
    table.deliver_next(1, "up")
    reloaded = SimulatedTable(Host.from_json(table.host.to_json(), "build"))
    for peer, guest in table.guests.items():
        reloaded.connect(peer, guest.without_connection(), seat_to_request(guest))
    reloaded.deliver_all()
    assert play_and_collect_verdicts(reloaded) == {("fair", 0)}


def test_host_reload_cancels_start_awaiting_seals() -> None:
    table = started_table(2)
    play_to_end(table, random.Random(1))
    table.apply_host_step(host_actions.start_rematch(table.host, ["a", "b", "c"]))
    host = replace(
        table.host,
        occupants=tuple(replace(occupant, seal="") for occupant in table.host.occupants),
    )
    host = replace(host, seals=())
    reloaded = SimulatedTable(Host.from_json(host.to_json(), "build"))
    assert reloaded.host.can_start
    for peer, guest in table.guests.items():
        reloaded.connect(peer, guest.without_connection(), seat_to_request(guest))
    reloaded.deliver_all()
    reloaded.apply_host_step(host_actions.start_game(reloaded.host, ["a", "b", "c"]))
    reloaded.deliver_all()
    assert play_and_collect_verdicts(reloaded) == {("fair", 0), ("late", 0)}


@pytest.mark.parametrize("behavior", ["leaves", "vanishes", "lies"])
def test_guest_without_nonce_is_removed_and_game_restarts(behavior: str) -> None:
    table = table_awaiting_nonces()
    for peer in (1, 2):
        table.deliver_next(peer, "down")
        table.deliver_next(peer, "up")
    commitment = table.host.commitment_for_round(0)
    if behavior == "leaves":
        table.apply_guest_step(3, (table.guests[3], table.guests[3].farewell_messages()))
    elif behavior == "vanishes":
        table.disconnect(3)
    else:
        table.uplink[3].append(encode_message(Share("dd" * 16)))
        table.downlink[3].clear()
    table.deliver_all()
    if behavior != "leaves":
        wait_id = table.host.start_wait_id
        assert host_actions.start_without_late_guests(table.host, f"{wait_id}0") == (
            table.host,
            (),
        )
        table.apply_host_step(host_actions.start_without_late_guests(table.host, wait_id))
        table.deliver_all()
        assert host_actions.start_without_late_guests(table.host, wait_id) == (table.host, ())
    assert (table.host.round, len(table.host.occupants)) == (1, 3)
    assert table.host.commitment_for_round(1) != commitment
    assert play_and_collect_verdicts(table) == {("fair", 1)}


def test_host_waits_for_guests_if_too_few_remain() -> None:
    table = table_awaiting_nonces(1)
    table.disconnect(1)
    assert host_actions.change_variant(table.host, CLASSIC) == (table.host, ())
    for step in (
        host_actions.seat_local_person(table.host, 1),
        host_actions.seat_bot(table.host, 1, "easy"),
    ):
        assert step == (table.host, ())
    table.apply_host_step(host_actions.free_seat(table.host, 1))
    assert table.host.seats_delaying_start == ()
    assert [occupant.kind for occupant in table.host.occupants] == [
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
    assert play_and_collect_verdicts(table) == {("fair", 0)}


def start_rematch_without_seals(table: SimulatedTable, unsealed_seats: tuple[int, ...]) -> None:
    """Start a rematch while the seals of some guests are missing."""
    occupants = [
        replace(occupant, seal="") if seat in unsealed_seats else occupant
        for seat, occupant in enumerate(table.host.occupants)
    ]
    table.host = replace(table.host, occupants=tuple(occupants))
    table.apply_host_step(
        host_actions.start_rematch(table.host, [f"P{seat}" for seat in table.host.taken_seats])
    )


def test_rematch_waits_only_for_seals_of_connected_guests() -> None:
    table = started_table(3)
    play_to_end(table, random.Random(2))
    table.disconnect(3)
    start_rematch_without_seals(table, (1, 2))
    assert table.host.seats_delaying_start == (1, 2)
    for peer in (1, 2):
        seal = table.guests[peer].pins.seal_for(table.host.next_commitment)
        table.uplink[peer].append(encode_message(Seal(table.host.next_commitment, seal)))
        table.uplink[peer].append(encode_message(Seal("0" * 64, "0" * 64)))  # for another start
    for _ in range(2):
        table.deliver_next(1, "up")
    table.deliver_all()
    assert {guest.dice_verdict for guest in table.guests.values()} == {""}
    table.apply_host_step(host_actions.seat_bot(table.host, 3, "easy"))
    assert play_and_collect_verdicts(table) == {("fair", 0), ("late", 0)}


def test_seal_for_earlier_start_is_ignored() -> None:
    table = started_table(2)
    play_to_end(table, random.Random(2))
    guest = table.disconnect(1)
    table.connect(11, guest, 1)
    table.deliver_next(11, "down")
    table.deliver_next(11, "down")  # the guest's `Hello` is in transit
    table.apply_host_step(host_actions.start_rematch(table.host, ["a", "b", "c"]))
    table.deliver_all()
    assert play_and_collect_verdicts(table) == {("fair", 0), ("late", 0)}
    table = started_table(2)
    play_to_end(table, random.Random(2))
    start_rematch_without_seals(table, (1,))
    hello = Hello(VERSION, "", "", "0" * 64, "0" * 64, table.host.occupants[1].token)
    table.disconnect(1)
    table.host, _sent = host_actions.greet_guest(table.host, 11, 1)
    table.host, _sent = host_inbox.receive(table.host, 11, encode_message(hello))
    assert table.host.occupants[1].seal == ""


def test_guest_absent_when_terms_were_fixed_is_late_not_left_out() -> None:
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


def test_token_is_not_sent_to_other_table() -> None:
    host = DishonestHost()
    host.send_open()
    host.send_view()
    host.guest = host.guest.without_connection()
    host.send_open()
    assert host.received[-1].token == "c" * 32
    host.guest = host.guest.without_connection()
    host.send_open(table="0" * 32)
    assert host.received[-1].token == ""


def test_guest_without_seal_is_removed_without_new_round() -> None:
    table = started_table(2)
    play_to_end(table, random.Random(2))
    start_rematch_without_seals(table, (1, 2))
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
    assert play_and_collect_verdicts(table) == {("fair", 0), ("late", 0)}


def test_guest_away_between_games_is_late_then_fair() -> None:
    table = started_table(2)
    absent_guest = reload_guest(table.disconnect(1))
    table.apply_host_step(host_actions.seat_bot(table.host, 1, "easy"))
    for _ in range(2):
        play_to_end(table, random.Random(4))
        table.apply_host_step(host_actions.start_rematch(table.host, ["a", "b", "c"]))
        table.deliver_all()
    table.connect(11, absent_guest, 1)
    table.deliver_all()
    play_to_end(table, random.Random(4))
    assert table.guests[11].dice_verdict == "late"
    table.apply_host_step(host_actions.start_rematch(table.host, ["a", "b", "c"]))
    table.deliver_all()
    play_to_end(table, random.Random(4))
    assert (table.guests[11].dice_verdict, table.guests[11].pins.restarts) == ("fair", 0)


def test_new_guest_gets_no_seat_while_game_is_starting() -> None:
    table = table_awaiting_nonces(2)
    guest = table.disconnect(1)
    table.connect(5, make_guest(5), 1)
    table.deliver_all()
    assert table.refusals == {5: "full"}
    table.connect(6, make_guest(6))
    table.connect(7, guest, 1)
    table.deliver_all()
    assert play_and_collect_verdicts(table) == {("fair", 0), ("late", 0)}
