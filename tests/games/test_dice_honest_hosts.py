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
from tests.games.crook import reloaded
from tests.games.tables import Room, a_table, guest, play_step, seat_wanted


@pytest.mark.no_cover  # being traced, it takes four times as long
@settings(max_examples=40, deadline=None)
@given(st.data())
def test_no_honest_host_is_found_dishonest(data: st.DataObject) -> None:
    room = Room(a_table(Occupant(HERE, "Emma"), *[Occupant() for _ in range(4)]))
    for number in range(1, 4):
        room.join(number, guest(number), number)
    room.join(4, guest(4))
    for fresh in range(10, 10 + data.draw(st.integers(5, 40))):
        happening = data.draw(st.sampled_from([*HAPPENINGS]))
        room = HAPPENINGS[happening](room, data, fresh)
    room.settle()
    assert all(one.pins.reason is None for one in room.guests.values())


def arrives(room: Room, data: st.DataObject, _fresh: int) -> Room:
    if room.guests:
        peer = data.draw(st.sampled_from([*room.guests]))
        room.come(peer, data.draw(st.sampled_from(["up", "down"])))
    return room


def drops(room: Room, data: st.DataObject, fresh: int) -> Room:
    if room.guests:
        back = room.drop(data.draw(st.sampled_from([*room.guests])))
        back = reloaded(back) if data.draw(st.booleans()) else back
        room.join(fresh, back, data.draw(st.integers(-1, 4)))
    return room


def begins(room: Room, _data: st.DataObject, _fresh: int) -> Room:
    names = [f"P{seat}" for seat in room.host.taken_seats]
    start = host_actions.start_game if room.host.can_start else host_actions.start_rematch
    room.take(start(room.host, names))
    return room


def gives_up(room: Room, _data: st.DataObject, _fresh: int) -> Room:
    room.take(host_actions.start_without_late_guests(room.host, room.host.start_wait_id))
    return room


def settles(room: Room, _data: st.DataObject, _fresh: int) -> Room:
    room.settle()
    return room


def goes_on(room: Room, _data: st.DataObject, _fresh: int) -> Room:
    if room.host.game is not None:
        play_step(room, random.Random(1))
    return room


def ends(room: Room, data: st.DataObject, fresh: int) -> Room:
    room.settle()
    while room.host.game is not None and not room.host.is_finished:
        for seat in room.host.away_seats:
            room.take(host_actions.seat_bot(room.host, seat, "easy"))
        goes_on(room, data, fresh)
        room.settle()
    return room


def loads_anew(room: Room, _data: st.DataObject, fresh: int) -> Room:
    again = Room(Host.from_json(room.host.to_json(), "build"))
    for number, one in enumerate(room.guests.values()):
        again.join(100 * fresh + number, one.without_connection(), seat_wanted(one))
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
"""What may happen at a table, by name; each returns the room afterwards."""
