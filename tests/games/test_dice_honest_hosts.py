"""Fair dice: no honest host is found dishonest, whatever happens at its table."""

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


@pytest.mark.no_cover  # being traced, it takes four times as long
@settings(max_examples=40, deadline=None)
@given(st.data())
def test_no_honest_host_is_found_dishonest(data: st.DataObject) -> None:
    table = SimulatedTable(new_host(Occupant(HERE, "Emma"), *[Occupant() for _ in range(4)]))
    for number in range(1, 4):
        table.connect(number, make_guest(number), number)
    table.connect(4, make_guest(4))
    for fresh in range(10, 10 + data.draw(st.integers(5, 40))):
        happening = data.draw(st.sampled_from([*HAPPENINGS]))
        table = HAPPENINGS[happening](table, data, fresh)
    table.deliver_all()
    assert all(one.pins.reason is None for one in table.guests.values())


def arrives(table: SimulatedTable, data: st.DataObject, _fresh: int) -> SimulatedTable:
    if table.guests:
        peer = data.draw(st.sampled_from([*table.guests]))
        table.deliver_next(peer, data.draw(st.sampled_from(["up", "down"])))
    return table


def drops(table: SimulatedTable, data: st.DataObject, fresh: int) -> SimulatedTable:
    if table.guests:
        back = table.disconnect(data.draw(st.sampled_from([*table.guests])))
        back = reload_guest(back) if data.draw(st.booleans()) else back
        table.connect(fresh, back, data.draw(st.integers(-1, 4)))
    return table


def begins(table: SimulatedTable, _data: st.DataObject, _fresh: int) -> SimulatedTable:
    names = [f"P{seat}" for seat in table.host.taken_seats]
    start = host_actions.start_game if table.host.can_start else host_actions.start_rematch
    table.apply_host_step(start(table.host, names))
    return table


def gives_up(table: SimulatedTable, _data: st.DataObject, _fresh: int) -> SimulatedTable:
    table.apply_host_step(
        host_actions.start_without_late_guests(table.host, table.host.start_wait_id)
    )
    return table


def settles(table: SimulatedTable, _data: st.DataObject, _fresh: int) -> SimulatedTable:
    table.deliver_all()
    return table


def goes_on(table: SimulatedTable, _data: st.DataObject, _fresh: int) -> SimulatedTable:
    if table.host.game is not None:
        play_step(table, random.Random(1))
    return table


def ends(table: SimulatedTable, data: st.DataObject, fresh: int) -> SimulatedTable:
    table.deliver_all()
    while table.host.game is not None and not table.host.is_finished:
        for seat in table.host.away_seats:
            table.apply_host_step(host_actions.seat_bot(table.host, seat, "easy"))
        goes_on(table, data, fresh)
        table.deliver_all()
    return table


def loads_anew(table: SimulatedTable, _data: st.DataObject, fresh: int) -> SimulatedTable:
    again = SimulatedTable(Host.from_json(table.host.to_json(), "build"))
    for number, one in enumerate(table.guests.values()):
        again.connect(100 * fresh + number, one.without_connection(), seat_to_request(one))
    return again


HAPPENINGS = {
    "arrives": arrives,
    "drops": drops,
    "begins": begins,
    "gives up": gives_up,
    "settles": settles,
    "goes on": goes_on,
    "ends": ends,
    "loads anew": loads_anew,
}
"""What may happen at a table, by name; each returns the table afterwards."""
