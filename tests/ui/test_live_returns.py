"""Test tables after a reload: pages return to their peers by themselves, if the browser can."""

from __future__ import annotations

import random

import pytest

from qwixx.rules.state import Phase
from qwixx.ui.model.effects import DisconnectPeer, ForgetPeers, RememberPeers
from qwixx.ui.model.messages import (
    FragmentChanged,
    KeyPressed,
    ReturnsEnded,
    SlotChangedElsewhere,
)
from qwixx.ui.view import root_attributes
from tests.ui.fake_page import text_of
from tests.ui.live_devices import (
    Device,
    Network,
    assert_same_game,
    connect_guest,
    open_table,
    play_steps,
)
from tests.ui.live_positions import play_until
from tests.ui.table_pages import enabled_actions, find_nodes


def started_table(guest_count: int = 1, *, allows_returns: bool = True) -> list[Device]:
    network, devices = open_table(guest_count=guest_count)
    network.allows_returns = allows_returns
    devices[0].press("start")
    play_steps(devices, random.Random(1), 12)
    return devices


def reload(device: Device) -> None:
    device.open()
    device.network.settle()


def test_guest_returns_to_its_seat_after_each_reload() -> None:
    host, ben = started_table()
    for _ in range(3):
        reload(ben)
        assert not ben.screen.lost
        assert not ben.screen.reconnecting
        assert not ben.screen.is_in_lobby
        assert not host.screen.table.occupants[1].away
        assert_same_game([host, ben])
    play_steps([host, ben], random.Random(2))
    assert host.screen.is_finished
    assert ben.screen.is_finished


def test_host_returns_to_all_guests_and_shows_game() -> None:
    host, ben, cem = started_table(2)
    reload(host)
    assert not host.screen.is_in_lobby
    assert host.screen.host is not None
    assert not host.screen.host.away_seats
    assert not ben.screen.lost
    assert not cem.screen.lost
    assert_same_game([host, ben, cem])
    connect_guest(host, Device(host.network, 9), "invite-watcher")
    play_steps([host, ben, cem], random.Random(2))
    assert host.screen.is_finished


def test_spectator_returns_as_spectator() -> None:
    host, ben = started_table()
    eve = Device(host.network, 9)
    connect_guest(host, eve, "invite-watcher")
    reload(eve)
    assert not eve.screen.lost
    assert eve.screen.table.seat is None
    reload(host)
    assert not eve.screen.lost
    assert not ben.screen.lost


def test_page_that_cannot_return_asks_for_invitation_as_before() -> None:
    host, ben = started_table(allows_returns=False)
    ben.open()
    assert "Reconnecting to the host…" in text_of(ben.view())
    host.network.settle()
    assert "Ask the host for a new invitation." in text_of(ben.view())
    assert host.screen.table.occupants[1].away
    connect_guest(host, ben)
    assert not ben.screen.lost
    host.open()
    assert "Reconnecting to your guests…" in text_of(host.view())
    assert host.screen.is_in_lobby
    host.network.settle()
    assert "Reconnecting" not in text_of(host.view())
    connect_guest(host, ben)
    play_steps([host, ben], random.Random(2))
    assert host.screen.is_finished


def test_host_waits_no_longer_for_guest_whose_page_was_closed() -> None:
    host, ben, cem = started_table(2)
    ben.network.devices.remove(ben)
    host.network.disconnect((ben, 0))  # its page is closed, so the host's has no path to it
    host.network.settle()
    assert host.screen.table.occupants[1].away
    reload(host)
    assert not cem.screen.lost
    assert "Reconnecting to your guests…" in text_of(host.view())
    host.send(ReturnsEnded())
    assert "Reconnecting" not in text_of(host.view())
    assert host.screen.is_in_lobby
    host.send(ReturnsEnded())  # too late to matter
    assert host.screen.is_in_lobby


def test_return_path_is_forgotten_when_table_is_left() -> None:
    host, ben = started_table()
    ben.press("leave-table", "leave-table-now")
    assert ForgetPeers("seat") in ben.effects
    host.press("leave-table", "leave-table-now")
    assert ForgetPeers("table") in host.effects


def test_guests_of_replaced_table_do_not_return_to_new_one() -> None:
    host, ben = started_table()
    ben.press("leave-table", "leave-table-now")
    host.effects.clear()
    host.press("new-table")
    peers = [one for one in host.effects if isinstance(one, (ForgetPeers, RememberPeers))]
    assert peers == [ForgetPeers("table"), RememberPeers("table")]


def test_removed_guest_forgets_its_return_path() -> None:
    _network, (host, ben) = open_table()
    host.press("free:1")
    assert ForgetPeers("seat") in ben.effects


def test_return_path_is_not_deleted_when_another_tab_opens_the_table() -> None:
    _host, ben = started_table()
    text = ben.saved["seat"].replace(f'"tab": "{ben.screen.tab}"', '"tab": "other"')
    ben.send(SlotChangedElsewhere("seat", text))
    assert ForgetPeers("seat", deletes=False) in ben.effects
    assert ForgetPeers("seat") not in ben.effects


def test_new_guest_and_new_table_have_no_return_path() -> None:
    network, (host, ben) = open_table()
    assert RememberPeers("table") in host.effects
    assert RememberPeers("seat") in ben.effects
    assert not any(isinstance(one, RememberPeers) and one.reconnects for one in ben.effects)
    assert network.allows_returns is False


@pytest.mark.parametrize("covered", [False, True])
def test_page_asks_before_unloading_only_while_others_are_connected(*, covered: bool) -> None:
    network = Network()
    host, ben = Device(network, 1, table="1"), Device(network, 2)
    assert root_attributes(ben.model)["data-live"] is None
    assert root_attributes(host.model)["data-live"] == "open"
    connect_guest(host, ben)
    if covered:
        host.press("menu")
        host.open_on_top("history")
    for device in (host, ben):
        assert root_attributes(device.model)["data-live"] == "connected"
    reload(ben)
    assert root_attributes(ben.model)["data-live"] == "open"
    assert root_attributes(host.model)["data-live"] == "open"


def test_page_does_not_ask_before_unloading_after_the_game() -> None:
    host, ben = started_table()
    play_steps([host, ben], random.Random(2))
    for device in (host, ben):
        assert root_attributes(device.model)["data-live"] == "open"


def test_invitation_opened_while_reconnecting_stays_open() -> None:
    _network, (host, ben) = open_table()
    link = host.invite()
    ben.open()  # the attempt to return is still going on
    ben.send(FragmentChanged(link.rpartition("#")[2]))
    assert DisconnectPeer(0) in ben.effects
    host.network.settle()
    assert ben.screen.received_invitation is not None
    ben.press("join")
    host.press("answer", value=ben.answer_link())
    assert not ben.screen.lost


def test_guest_cannot_roll_without_the_host() -> None:
    host, ben = started_table(allows_returns=False)
    while play_until([ben, host], Phase.ROLL, host.game.state.turn + 1).state.active != 1:
        pass
    assert {"roll", "tray"} <= {*enabled_actions(ben.model)}
    host.network.disconnect((ben, 0), notify_both=True)
    host.network.settle()
    assert ben.screen.lost
    assert {"roll", "tray"}.isdisjoint(enabled_actions(ben.model))
    (waiting,) = find_nodes(ben.model, "data-action", "wait")
    assert waiting.attributes["aria-disabled"] == "true"
    events = host.game.events
    ben.press("roll")
    ben.send(KeyPressed("r", at=ben.advance_clock()))
    connect_guest(host, ben)
    assert host.game.events == events
    assert "roll" in enabled_actions(ben.model)
    ben.press("roll")
    assert len(host.game.events) == len(events) + 1
    host.network.disconnect((ben, 0), notify_both=True)
    host.network.settle()
    assert "pass" in enabled_actions(ben.model)  # a decision reaches the host later
