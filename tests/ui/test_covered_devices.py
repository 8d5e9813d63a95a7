"""What a device does for a live table that it does not show."""

from __future__ import annotations

import random

from qwixx.games.live.protocol import GUEST
from qwixx.ui.model import Dialog
from qwixx.ui.model.effects import (
    StartScanning,
    StopScanning,
)
from qwixx.ui.model.messages import (
    ControlUsed,
    PeerSilenceChanged,
    QrCodeScanned,
)
from qwixx.ui.screens.lesson.model import LessonScreen
from qwixx.ui.screens.live_table.model import LiveTableScreen
from qwixx.ui.screens.print.model import PrintScreen
from tests.ui.covered import SCREENS, begun, cover, table_game
from tests.ui.fake import walk
from tests.ui.live import Device, Room, play_on


def test_what_lies_over_the_lobby_does_not_keep_guests_out() -> None:
    room = Room()
    host, ben = Device(room, 1, table="1"), Device(room, 2)
    ben.visit(host.invitation())
    ben.act("join")
    host.send(ControlUsed("answer", ben.answer()))
    host.send(ControlUsed("learn"))
    ben.cover("print")
    room.settle()
    assert host.table.occupants[1][0] == GUEST
    assert host.table.invitation is None
    assert ben.table.seat == 1
    host.act("to-table", "start")
    assert isinstance(ben.model.screen, PrintScreen)
    assert table_game(ben).names == table_game(host).names


def test_an_invitation_made_out_of_sight_has_its_code() -> None:
    room = Room()
    host = Device(room, 1, table="1")
    host.send(ControlUsed("invite"))
    host.send(ControlUsed("learn"))
    room.settle()
    host.act("to-table")
    assert host.screen.invitation is not None
    assert host.screen.code is not None
    assert any("data-link" in node.attributes for node in walk(host.view()))


def test_the_camera_closes_when_nobody_sees_what_it_sees() -> None:
    host = Device(Room(), 1, table="1")
    host.act("invite", "scan")
    assert StartScanning() in host.effects
    host.act("learn")
    assert host.effects.count(StopScanning()) == 1
    assert not host.table.scanning
    host.send(QrCodeScanned("nothing"))  # it was on its way
    assert isinstance(host.model.screen, LessonScreen)


def test_the_way_back_of_the_browser_closes_what_covers_a_table() -> None:
    _room, (host, *_guests) = begun()
    for name in SCREENS:
        cover(host, name)
        assert host.model.back_stays_on_page
        for _ in SCREENS[name][1]:
            if not isinstance(host.model.screen, LiveTableScreen):
                host.act("back")
        assert isinstance(host.model.screen, LiveTableScreen)
        assert host.model.dialog.kind is Dialog.NONE


def test_a_covered_table_keeps_the_screen_awake_until_it_is_over() -> None:
    _room, devices = begun()
    host = devices[0]
    host.cover("print")
    assert host.model.is_in_progress
    host.act("to-table")
    play_on(devices, random.Random(1))
    host.cover("print")
    assert not host.model.is_in_progress


def test_a_reload_shows_the_table_again() -> None:
    _room, devices = begun()
    host = devices[0]
    events = table_game(host).events
    host.cover("history")
    host.cover("print")
    host.open()
    assert isinstance(host.model.screen, LiveTableScreen)
    assert host.game.events == events


def test_a_language_chosen_meanwhile_is_spoken_at_the_table() -> None:
    _room, devices = begun()
    host, ben, _cem = devices
    host.act("learn")
    host.send(ControlUsed("language", "de", host.now()))
    host.send(PeerSilenceChanged(1, silent=True))
    assert table_game(host).names[1] == "Spieler 2"
    host.act("to-table")
    assert host.game.names[1] == "Spieler 2"
    assert ben.game.names[1] == "Player 2"
    ben.act("learn")
    ben.send(ControlUsed("language", "de", ben.now()))
    ben.send(PeerSilenceChanged(0, silent=True))  # which says nothing of the game
    ben.act("to-table")
    assert ben.game.names[1] == "Spieler 2"
