"""Test fair dice: no sequence of events makes an honest host look dishonest."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwixx.games.live import host_actions
from qwixx.games.live.host import Host, Occupant
from qwixx.games.live.protocol import (
    HERE,
)
from tests.games.dishonest_host import reload_guest
from tests.games.simulated_table import (
    SimulatedTable,
    make_guest,
    new_host,
    play_step,
    seat_to_request,
)


@pytest.mark.no_cover  # four times slower when traced
@settings(max_examples=40, deadline=None)
@given(st.data())
def test_honest_host_is_never_found_dishonest(data: st.DataObject) -> None:
    table = SimulatedTable(new_host(Occupant(HERE, "Emma"), *[Occupant() for _ in range(4)]))
    for peer in range(1, 4):
        table.connect(peer, make_guest(peer), peer)
    table.connect(4, make_guest(4))
    for new_peer in range(10, 10 + data.draw(st.integers(5, 40))):
        event = data.draw(st.sampled_from([*EVENTS]))
        table = EVENTS[event](table, data, new_peer)
    table.deliver_all()
    assert all(guest.pins.reason is None for guest in table.guests.values())


def deliver_message(table: SimulatedTable, data: st.DataObject, _new_peer: int) -> SimulatedTable:
    if table.guests:
        peer = data.draw(st.sampled_from([*table.guests]))
        table.deliver_next(peer, data.draw(st.sampled_from(["up", "down"])))
    return table


def reconnect_guest(table: SimulatedTable, data: st.DataObject, new_peer: int) -> SimulatedTable:
    if table.guests:
        guest = table.disconnect(data.draw(st.sampled_from([*table.guests])))
        guest = reload_guest(guest) if data.draw(st.booleans()) else guest
        table.connect(new_peer, guest, data.draw(st.integers(-1, 4)))
    return table


def start_game(table: SimulatedTable, _data: st.DataObject, _new_peer: int) -> SimulatedTable:
    names = [f"P{seat}" for seat in table.host.taken_seats]
    start = host_actions.start_game if table.host.can_start else host_actions.start_rematch
    table.apply_host_step(start(table.host, names))
    return table


def stop_waiting_for_guests(
    table: SimulatedTable, _data: st.DataObject, _new_peer: int
) -> SimulatedTable:
    table.apply_host_step(
        host_actions.start_without_late_guests(table.host, table.host.start_wait_id)
    )
    return table


def deliver_all_messages(
    table: SimulatedTable, _data: st.DataObject, _new_peer: int
) -> SimulatedTable:
    table.deliver_all()
    return table


def play_one_step(table: SimulatedTable, _data: st.DataObject, _new_peer: int) -> SimulatedTable:
    if table.host.game is not None:
        play_step(table, random.Random(1))
    return table


def finish_game(table: SimulatedTable, data: st.DataObject, new_peer: int) -> SimulatedTable:
    table.deliver_all()
    while table.host.game is not None and not table.host.is_finished:
        for seat in table.host.away_seats:
            table.apply_host_step(host_actions.seat_bot(table.host, seat, "easy"))
        play_one_step(table, data, new_peer)
        table.deliver_all()
    return table


def reload_host(table: SimulatedTable, _data: st.DataObject, new_peer: int) -> SimulatedTable:
    reloaded = SimulatedTable(Host.from_json(table.host.to_json(), "build"))
    for index, guest in enumerate(table.guests.values()):
        reloaded.connect(
            100 * new_peer + index, guest.without_connection(), seat_to_request(guest)
        )
    return reloaded


EVENTS = {
    "arrives": deliver_message,
    "drops": reconnect_guest,
    "begins": start_game,
    "gives up": stop_waiting_for_guests,
    "settles": deliver_all_messages,
    "goes on": play_one_step,
    "ends": finish_game,
    "loads anew": reload_host,
}
"""Functions that simulate an event at a table and return the table, by name of the event."""
