"""Seats of a live table: who comes, goes, stands in and comes back."""

from __future__ import annotations

import random

import pytest

from qwixx.rules.state import Phase
from qwixx.ui.model.delays import HANDOVER_COVER_MS
from qwixx.ui.model.effects import ReloadPage, StartTimer
from qwixx.ui.model.messages import ControlUsed, PeerSilenceChanged, UpdateActivated
from qwixx.ui.screens.live_table.texts import seat_name
from tests.ui.fake import walk
from tests.ui.live import Device, Room, agree, come, play_on, sit
from tests.ui.live_moments import until


def test_a_guest_that_was_away_at_the_end_keeps_the_game_too() -> None:
    room, (host, ben) = sit()
    host.act("start")
    until([host, ben], Phase.COLOR, 1)
    room.part((ben, 0), told=True)
    ben.open()
    host.act("door", "seat-here:1", "to-game")
    play_on([host], random.Random(2))
    assert host.game.state.phase is Phase.OVER
    come(host, ben, "invite:1")
    assert ben.screen.seat == 1
    assert ben.game.seed == host.game.seed
    assert len([keep for keep in ben.kept if keep.store == "games"]) == 1


@pytest.mark.parametrize("stand_in", ["seat-bot:1", "seat-here:1"])
def test_a_guest_comes_back_to_a_seat_at_which_somebody_stood_in(stand_in: str) -> None:
    room, devices = sit("classic", 2)
    host, ben, _cem = devices
    host.act("start")
    room.part((ben, 0), told=True)
    room.settle()
    host.act("door", stand_in, "to-game")
    play_on([host, devices[2]], random.Random(2), 20)
    host.act("invite:2", "invite:0", "invite:9")
    assert host.screen.invitation is None
    assert seat_name("en", host.screen.occupants, 1) == host.game.names[1] == "Player 2"
    come(host, ben, "invite:1")
    assert host.screen.occupants[1][0] == "guest"
    assert ben.screen.seat == 1
    agree(devices)
    host.act("door")
    for _ in range(2):
        for action, kind in (("seat-here:1", "here"), ("seat-bot:1", "medium")):
            room.part((ben, 0), told=True)
            room.settle()
            host.act(action)
            assert host.screen.occupants[1][0] == kind
            assert seat_name("en", host.screen.occupants, 1) == "Player 2"
    come(host, ben, "invite:1")
    host.act("seat-bot:1")  # who is there is sent away, until the host thinks otherwise
    assert ben.screen.guest is not None
    assert ben.screen.guest.refused == "removed"
    host.act("table-bot:1", value="easy")
    come(host, ben, "invite:1")
    assert ben.screen.seat == 1
    agree(devices)


def test_people_at_the_hosts_device_have_no_level() -> None:
    _room, (host, _ben) = sit(bot=True)
    host.act("seat-here", "start", "table-bot:0", "door")
    found = [
        n for n in walk(host.view()) if n.attributes.get("data-action", "").startswith("table-bot")
    ]
    assert [n.attributes["data-action"] for n in found] == ["table-bot:2"]


def test_a_guest_does_not_lift_the_hosts_curtain() -> None:
    room = Room()
    host = Device(room, 1, table="1", names="Ann", speed="calm")
    ben = Device(room, 2)
    come(host, ben)
    host.act("seat-here", "start")
    devices = [host, ben]
    until(devices, Phase.ROLL, 0)
    active = ben if host.game.state.active == 1 else host
    active.send(ControlUsed("roll", at=active.now()))
    room.settle_messages()
    first = host.model.board.shown
    host.send(ControlUsed("pass", at=host.now()))
    assert host.model.board.is_covered
    assert host.model.board.shown != first
    host.effects.clear()
    ben.send(ControlUsed("pass", at=ben.now()))
    room.settle_messages()
    assert 1 in host.model.board.seats_to_act or host.game.state.decisions[1] is not None
    assert host.model.board.is_covered
    assert StartTimer(HANDOVER_COVER_MS, host.model.session.timer) in host.effects
    room.settle()
    assert not host.model.board.is_covered


@pytest.mark.parametrize("name", ["👩\u200d👧", "Oma\u00a0Eva", "山田\u3000太郎"])
def test_whatever_can_be_a_name_is_one_at_a_table(name: str) -> None:
    room = Room()
    host, ben = Device(room, 1, table="1"), Device(room, 2)
    ben.visit(host.invitation())
    ben.act("table-name", value=name)
    ben.act("join")
    host.act("answer", value=ben.answer())
    host.act("seat-here")
    host.act("table-name:2", value=name)
    host.act("start")
    assert ben.game.names[1:] == host.game.names[1:] == (name, name)


def test_a_newer_page_finds_the_table_again() -> None:
    _room, devices = sit()
    host, ben = devices
    host.act("start")
    play_on(devices, random.Random(1), 5)
    for device in devices:
        device.effects.clear()
        device.send(UpdateActivated())
        (reload,) = [effect for effect in device.effects if isinstance(effect, ReloadPage)]
        device.place = reload.tab_state
        device.open()
    come(host, ben)
    agree(devices)


def test_the_chair_of_who_is_away_in_the_lobby_stays() -> None:
    room, (host, ben) = sit()
    room.part((ben, 0), told=True)
    room.settle()
    host.act("seat-here")
    host.act("table-name:2", value="Dad")
    come(host, ben)
    assert [chair[0] for chair in host.screen.occupants[:3]] == ["here", "guest", "here"]
    assert host.screen.occupants[2][1] == "Dad"


def test_a_bot_leaves_an_open_invitation_its_seat() -> None:
    room = Room()
    host, ben = Device(room, 1, table="1"), Device(room, 2)
    ben.visit(host.invitation())
    ben.act("join")
    host.act("seat-bot")
    host.act("answer", value=ben.answer())
    assert [chair[0] for chair in host.screen.occupants[:3]] == ["here", "guest", "medium"]


def test_who_has_answered_is_waited_for() -> None:
    room, (host, _ben) = sit()
    cem = Device(room, 5)
    cem.visit(host.invitation())
    cem.act("join")
    host.send(ControlUsed("answer", cem.answer()))
    host.send(ControlUsed("start"))
    assert host.model.game is None
    room.settle()
    host.act("start")
    assert len(host.game.names) == 3
    assert cem.screen.seat == 2


def test_a_new_table_loses_no_game() -> None:
    _room, devices = sit()
    host = devices[0]
    host.act("start")
    play_on(devices, random.Random(1), 40)
    events = host.game.events
    host.open()
    host.act("new-table", "leave-table")
    assert host.model.session.offer is not None
    assert host.model.session.offer.game.events == events
    assert [key for key in host.saved if key.startswith("game:")]


def test_all_pages_call_everybody_the_same() -> None:
    room = Room()
    host = Device(room, 1, table="1", names="Ann")
    ben, cem, dan = (
        Device(room, number, names=name) for number, name in enumerate(("", "", "Dan"), 2)
    )
    come(host, ben)
    come(host, cem)
    ben.act("leave-table", "leave-table-now")
    host.act("start")
    assert host.game.names == cem.game.names == ("Ann", "Player 2")
    room.part((cem, 0), told=True)
    room.settle()
    come(host, dan)
    play_on([host, dan], random.Random(1), 20)
    assert host.game.names == dan.game.names == ("Ann", "Dan")


def test_a_guest_that_came_back_in_another_tab_stays_there() -> None:
    room, (host, ben) = sit()
    host.act("start")
    room.part((ben, 0), told=True)
    room.settle()
    tab = Device(room, 9, host.invitation().rpartition("#")[2], beside=ben)
    tab.act("join")
    host.act("answer", value=tab.answer())
    assert "table-moved" in ben.model.notices
    tab.open()
    room.settle()
    assert tab.screen.lost
    come(host, tab)
    agree([host, tab])


def test_a_copy_of_a_tab_takes_the_table_over() -> None:
    room, (host, _ben) = sit()
    host.act("start")
    copy = Device(room, 9, beside=host)
    copy.place = host.place
    copy.open()
    room.settle()
    assert copy.screen.board is not None
    assert "table-moved" in host.model.notices


def test_who_stood_in_gives_the_seat_back_after_the_end() -> None:
    _room, (host, ben) = sit()
    host.act("start")
    host.send(PeerSilenceChanged(1, silent=True))
    host.act("door", "seat-bot:1", "to-game")
    assert ben.screen.guest is not None
    assert not ben.screen.guest.refused
    play_on([host], random.Random(1))
    host.act("door")
    assert any(n.attributes.get("data-action") == "invite:1" for n in walk(host.view()))
    come(host, ben, "invite:1")
    assert [keep.store for keep in ben.kept].count("games") == 1


def test_the_game_goes_on_when_a_silent_guest_is_heard_again() -> None:
    """Nobody waits at the door for a guest who is back without the invitation shown there."""
    room, (host, ben, cem) = sit("classic", 2)
    host.act("start")
    host.open()  # all guests are invited again, one after the other
    room.settle()
    come(host, ben)
    assert host.screen.host is not None
    peer = host.screen.host.occupants[1].peer or 0
    host.send(PeerSilenceChanged(peer, silent=True))
    come(host, cem)
    assert host.screen.is_in_lobby
    invitation = host.screen.invitation
    assert invitation is not None
    assert invitation.seat == 1
    host.send(PeerSilenceChanged(peer, silent=False))
    assert host.screen.invitation is None
    assert not host.screen.is_in_lobby
    agree([host, ben, cem])


def test_an_address_that_names_a_variant_keeps_who_is_there() -> None:
    _room, (host, _ben) = sit()
    host.act("seat-bot")
    host.open(table="1", variant="longo")
    assert [chair[0] for chair in host.screen.occupants[:3]] == ["here", "guest", "medium"]
    assert host.screen.variant_name == "longo"
