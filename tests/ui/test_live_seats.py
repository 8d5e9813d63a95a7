"""Seats of a live table: who comes, goes, stands in and comes back."""

from __future__ import annotations

import random

import pytest

from qwixx.rules.state import Phase
from qwixx.ui.model.delays import HANDOVER_COVER_MS
from qwixx.ui.model.effects import ReloadPage, StartTimer
from qwixx.ui.model.messages import ControlUsed, PeerSilenceChanged, UpdateActivated
from qwixx.ui.screens.live_table.texts import seat_name
from tests.ui.fake_page import walk
from tests.ui.live_devices import (
    Device,
    Network,
    assert_same_game,
    connect_guest,
    open_table,
    play_steps,
)
from tests.ui.live_positions import play_until


def test_a_guest_that_was_away_at_the_end_keeps_the_game_too() -> None:
    room, (host, ben) = open_table()
    host.press("start")
    play_until([host, ben], Phase.COLOR, 1)
    room.disconnect((ben, 0), notify_both=True)
    ben.open()
    host.press("door", "seat-here:1", "to-game")
    play_steps([host], random.Random(2))
    assert host.game.state.phase is Phase.OVER
    connect_guest(host, ben, "invite:1")
    assert ben.screen.seat == 1
    assert ben.game.seed == host.game.seed
    assert len([keep for keep in ben.archive_writes if keep.store == "games"]) == 1


@pytest.mark.parametrize("stand_in", ["seat-bot:1", "seat-here:1"])
def test_a_guest_comes_back_to_a_seat_at_which_somebody_stood_in(stand_in: str) -> None:
    room, devices = open_table("classic", 2)
    host, ben, _cem = devices
    host.press("start")
    room.disconnect((ben, 0), notify_both=True)
    room.settle()
    host.press("door", stand_in, "to-game")
    play_steps([host, devices[2]], random.Random(2), 20)
    host.press("invite:2", "invite:0", "invite:9")
    assert host.screen.invitation is None
    assert seat_name("en", host.screen.occupants, 1) == host.game.names[1] == "Player 2"
    connect_guest(host, ben, "invite:1")
    assert host.screen.occupants[1][0] == "guest"
    assert ben.screen.seat == 1
    assert_same_game(devices)
    host.press("door")
    for _ in range(2):
        for action, kind in (("seat-here:1", "here"), ("seat-bot:1", "medium")):
            room.disconnect((ben, 0), notify_both=True)
            room.settle()
            host.press(action)
            assert host.screen.occupants[1][0] == kind
            assert seat_name("en", host.screen.occupants, 1) == "Player 2"
    connect_guest(host, ben, "invite:1")
    host.press("seat-bot:1")  # who is there is sent away, until the host thinks otherwise
    assert ben.screen.guest is not None
    assert ben.screen.guest.refused == "removed"
    host.press("table-bot:1", value="easy")
    connect_guest(host, ben, "invite:1")
    assert ben.screen.seat == 1
    assert_same_game(devices)


def test_people_at_the_hosts_device_have_no_level() -> None:
    _room, (host, _ben) = open_table(with_bot=True)
    host.press("seat-here", "start", "table-bot:0", "door")
    found = [
        n for n in walk(host.view()) if n.attributes.get("data-action", "").startswith("table-bot")
    ]
    assert [n.attributes["data-action"] for n in found] == ["table-bot:2"]


def test_a_guest_does_not_lift_the_hosts_curtain() -> None:
    room = Network()
    host = Device(room, 1, table="1", names="Ann", speed="calm")
    ben = Device(room, 2)
    connect_guest(host, ben)
    host.press("seat-here", "start")
    devices = [host, ben]
    play_until(devices, Phase.ROLL, 0)
    active = ben if host.game.state.active == 1 else host
    active.send(ControlUsed("roll", at=active.advance_clock()))
    room.deliver_messages()
    first = host.model.board.shown
    host.send(ControlUsed("pass", at=host.advance_clock()))
    assert host.model.board.is_covered
    assert host.model.board.shown != first
    host.effects.clear()
    ben.send(ControlUsed("pass", at=ben.advance_clock()))
    room.deliver_messages()
    assert 1 in host.model.board.seats_to_act or host.game.state.decisions[1] is not None
    assert host.model.board.is_covered
    assert StartTimer(HANDOVER_COVER_MS, host.model.session.timer) in host.effects
    room.settle()
    assert not host.model.board.is_covered


@pytest.mark.parametrize("name", ["👩\u200d👧", "Oma\u00a0Eva", "山田\u3000太郎"])
def test_whatever_can_be_a_name_is_one_at_a_table(name: str) -> None:
    room = Network()
    host, ben = Device(room, 1, table="1"), Device(room, 2)
    ben.open_link(host.invite())
    ben.press("table-name", value=name)
    ben.press("join")
    host.press("answer", value=ben.answer_link())
    host.press("seat-here")
    host.press("table-name:2", value=name)
    host.press("start")
    assert ben.game.names[1:] == host.game.names[1:] == (name, name)


def test_a_newer_page_finds_the_table_again() -> None:
    _room, devices = open_table()
    host, ben = devices
    host.press("start")
    play_steps(devices, random.Random(1), 5)
    for device in devices:
        device.effects.clear()
        device.send(UpdateActivated())
        (reload,) = [effect for effect in device.effects if isinstance(effect, ReloadPage)]
        device.tab_state = reload.tab_state
        device.open()
    connect_guest(host, ben)
    assert_same_game(devices)


def test_the_chair_of_who_is_away_in_the_lobby_stays() -> None:
    room, (host, ben) = open_table()
    room.disconnect((ben, 0), notify_both=True)
    room.settle()
    host.press("seat-here")
    host.press("table-name:2", value="Dad")
    connect_guest(host, ben)
    assert [chair[0] for chair in host.screen.occupants[:3]] == ["here", "guest", "here"]
    assert host.screen.occupants[2][1] == "Dad"


def test_a_bot_leaves_an_open_invitation_its_seat() -> None:
    room = Network()
    host, ben = Device(room, 1, table="1"), Device(room, 2)
    ben.open_link(host.invite())
    ben.press("join")
    host.press("seat-bot")
    host.press("answer", value=ben.answer_link())
    assert [chair[0] for chair in host.screen.occupants[:3]] == ["here", "guest", "medium"]


def test_who_has_answered_is_waited_for() -> None:
    room, (host, _ben) = open_table()
    cem = Device(room, 5)
    cem.open_link(host.invite())
    cem.press("join")
    host.send(ControlUsed("answer", cem.answer_link()))
    host.send(ControlUsed("start"))
    assert host.model.game is None
    room.settle()
    host.press("start")
    assert len(host.game.names) == 3
    assert cem.screen.seat == 2


def test_a_new_table_loses_no_game() -> None:
    _room, devices = open_table()
    host = devices[0]
    host.press("start")
    play_steps(devices, random.Random(1), 40)
    events = host.game.events
    host.open()
    host.press("new-table", "leave-table")
    assert host.model.session.offer is not None
    assert host.model.session.offer.game.events == events
    assert [key for key in host.saved if key.startswith("game:")]


def test_all_pages_call_everybody_the_same() -> None:
    room = Network()
    host = Device(room, 1, table="1", names="Ann")
    ben, cem, dan = (
        Device(room, number, names=name) for number, name in enumerate(("", "", "Dan"), 2)
    )
    connect_guest(host, ben)
    connect_guest(host, cem)
    ben.press("leave-table", "leave-table-now")
    host.press("start")
    assert host.game.names == cem.game.names == ("Ann", "Player 2")
    room.disconnect((cem, 0), notify_both=True)
    room.settle()
    connect_guest(host, dan)
    play_steps([host, dan], random.Random(1), 20)
    assert host.game.names == dan.game.names == ("Ann", "Dan")


def test_a_guest_that_came_back_in_another_tab_stays_there() -> None:
    room, (host, ben) = open_table()
    host.press("start")
    room.disconnect((ben, 0), notify_both=True)
    room.settle()
    tab = Device(room, 9, host.invite().rpartition("#")[2], same_browser_as=ben)
    tab.press("join")
    host.press("answer", value=tab.answer_link())
    assert "table-moved" in ben.model.notices
    tab.open()
    room.settle()
    assert tab.screen.lost
    connect_guest(host, tab)
    assert_same_game([host, tab])


def test_a_copy_of_a_tab_takes_the_table_over() -> None:
    room, (host, _ben) = open_table()
    host.press("start")
    copy = Device(room, 9, same_browser_as=host)
    copy.tab_state = host.tab_state
    copy.open()
    room.settle()
    assert copy.screen.board is not None
    assert "table-moved" in host.model.notices


def test_who_stood_in_gives_the_seat_back_after_the_end() -> None:
    _room, (host, ben) = open_table()
    host.press("start")
    host.send(PeerSilenceChanged(1, silent=True))
    host.press("door", "seat-bot:1", "to-game")
    assert ben.screen.guest is not None
    assert not ben.screen.guest.refused
    play_steps([host], random.Random(1))
    host.press("door")
    assert any(n.attributes.get("data-action") == "invite:1" for n in walk(host.view()))
    connect_guest(host, ben, "invite:1")
    assert [keep.store for keep in ben.archive_writes].count("games") == 1


def test_the_game_goes_on_when_a_silent_guest_is_heard_again() -> None:
    """Nobody waits at the door for a guest who is back without the invitation shown there."""
    room, (host, ben, cem) = open_table("classic", 2)
    host.press("start")
    host.open()  # all guests are invited again, one after the other
    room.settle()
    connect_guest(host, ben)
    assert host.screen.host is not None
    peer = host.screen.host.occupants[1].peer or 0
    host.send(PeerSilenceChanged(peer, silent=True))
    connect_guest(host, cem)
    assert host.screen.is_in_lobby
    invitation = host.screen.invitation
    assert invitation is not None
    assert invitation.seat == 1
    host.send(PeerSilenceChanged(peer, silent=False))
    assert host.screen.invitation is None
    assert not host.screen.is_in_lobby
    assert_same_game([host, ben, cem])


def test_an_address_that_names_a_variant_keeps_who_is_there() -> None:
    _room, (host, _ben) = open_table()
    host.press("seat-bot")
    host.open(table="1", variant="longo")
    assert [chair[0] for chair in host.screen.occupants[:3]] == ["here", "guest", "medium"]
    assert host.screen.variant_name == "longo"
