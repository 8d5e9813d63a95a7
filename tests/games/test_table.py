"""Test that a table answers the same questions on all of its devices."""

from __future__ import annotations

import random

from qwixx.games.live.host import Sent
from qwixx.games.live.table import HOST_PEER, GuestTable, HostTable, of_guest
from qwixx.games.live.visibility import decided_seats
from qwixx.rules.moves import PASS
from qwixx.rules.state import Phase
from tests.games.simulated_table import make_guest, play_step, started_table

AGREED = (
    "table_id",
    "game_id",
    "made",
    "variant_name",
    "occupants",
    "is_game_starting",
    "delaying_seats",
    "undo_request",
    "undo_paused_seats",
)
"""The questions that all devices answer alike."""


def test_devices_agree_on_table() -> None:
    simulated = started_table(2)
    for seed in range(12):
        simulated.deliver_all()
        host = HostTable(simulated.host)
        assert host.elsewhere == (1, 2)
        for peer, guest in simulated.guests.items():
            table = GuestTable(guest)
            seat = peer if peer in (1, 2) else None
            assert [getattr(table, name) for name in AGREED] == [
                getattr(host, name) for name in AGREED
            ]
            assert table.seat == seat
            assert table.elsewhere == tuple(each for each in range(3) if each != seat)
            decided = {*decided_seats(simulated.game)}
            assert {*table.decided_seats} == decided - {table.seat}
        play_step(simulated, random.Random(seed))
    assert host.seat == 0


def test_unchanged_game_asks_for_dice_on_each_device() -> None:
    simulated = started_table(2)
    active = simulated.game.state.active
    host = HostTable(simulated.host)
    guests = {peer: GuestTable(simulated.guests[peer]) for peer in (1, 2)}
    rolling, _sent = host.play(simulated.game)
    assert (rolling.game, rolling.roll_wait_id != "") == (host.game, True)
    for peer, table in guests.items():
        known = table.game
        assert known is not None
        after, sent = table.play(known)
        assert [one.peer for one in sent] == [HOST_PEER] * (peer == active)
        assert (after != table) == (peer == active)


def test_secret_decision_is_undone_without_asking() -> None:
    simulated = started_table(1)
    while simulated.game.state.phase is not Phase.WHITE:
        play_step(simulated, random.Random(1))
        simulated.deliver_all()
    guest = GuestTable(simulated.guests[1])
    game = guest.game
    assert game is not None
    decided, _sent = guest.play(game.play(1, PASS))
    undone, sent = decided.undo(1)
    assert undone.game == game
    assert ['"do":"back"' in one.text for one in sent] == [True]
    _asked, sent = undone.undo(1)
    assert ['"is":"ask"' in one.text for one in sent] == [True]


def test_guest_without_host_knows_nothing_of_table() -> None:
    table = GuestTable(make_guest(1))
    assert table.game is None
    assert (table.variant_name, table.occupants, table.elsewhere) == ("", (), ())
    assert (table.seat, table.undo_request) == (None, None)
    assert table.connected_peers == ()
    step = table.guest.with_usable_chain(), ("text",)
    assert of_guest(step) == (GuestTable(step[0]), (Sent(HOST_PEER, "text"),))
