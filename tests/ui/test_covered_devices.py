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
from tests.ui.covered_tables import COVER_SCREENS, cover_table, game_on_board, start_table_game
from tests.ui.fake_page import walk
from tests.ui.live_devices import Device, Network, play_steps


def test_what_lies_over_the_lobby_does_not_keep_guests_out() -> None:
    room = Network()
    host, ben = Device(room, 1, table="1"), Device(room, 2)
    ben.open_link(host.invite())
    ben.press("join")
    host.send(ControlUsed("answer", ben.answer_link()))
    host.send(ControlUsed("learn"))
    ben.open_on_top("print")
    room.settle()
    assert host.table.occupants[1][0] == GUEST
    assert host.table.invitation is None
    assert ben.table.seat == 1
    host.press("to-table", "start")
    assert isinstance(ben.model.screen, PrintScreen)
    assert game_on_board(ben).names == game_on_board(host).names


def test_an_invitation_made_out_of_sight_has_its_code() -> None:
    room = Network()
    host = Device(room, 1, table="1")
    host.send(ControlUsed("invite"))
    host.send(ControlUsed("learn"))
    room.settle()
    host.press("to-table")
    assert host.screen.invitation is not None
    assert host.screen.code is not None
    assert any("data-link" in node.attributes for node in walk(host.view()))


def test_the_camera_closes_when_nobody_sees_what_it_sees() -> None:
    host = Device(Network(), 1, table="1")
    host.press("invite", "scan")
    assert StartScanning() in host.effects
    host.press("learn")
    assert host.effects.count(StopScanning()) == 1
    assert not host.table.scanning
    host.send(QrCodeScanned("nothing"))  # it was on its way
    assert isinstance(host.model.screen, LessonScreen)


def test_the_way_back_of_the_browser_closes_what_covers_a_table() -> None:
    _room, (host, *_guests) = start_table_game()
    for name in COVER_SCREENS:
        cover_table(host, name)
        assert host.model.back_stays_on_page
        for _ in COVER_SCREENS[name][1]:
            if not isinstance(host.model.screen, LiveTableScreen):
                host.press("back")
        assert isinstance(host.model.screen, LiveTableScreen)
        assert host.model.dialog.kind is Dialog.NONE


def test_a_covered_table_keeps_the_screen_awake_until_it_is_over() -> None:
    _room, devices = start_table_game()
    host = devices[0]
    host.open_on_top("print")
    assert host.model.is_in_progress
    host.press("to-table")
    play_steps(devices, random.Random(1))
    host.open_on_top("print")
    assert not host.model.is_in_progress


def test_a_reload_shows_the_table_again() -> None:
    _room, devices = start_table_game()
    host = devices[0]
    events = game_on_board(host).events
    host.open_on_top("history")
    host.open_on_top("print")
    host.open()
    assert isinstance(host.model.screen, LiveTableScreen)
    assert host.game.events == events


def test_a_language_chosen_meanwhile_is_spoken_at_the_table() -> None:
    _room, devices = start_table_game()
    host, ben, _cem = devices
    host.press("learn")
    host.send(ControlUsed("language", "de", host.advance_clock()))
    host.send(PeerSilenceChanged(1, silent=True))
    assert game_on_board(host).names[1] == "Spieler 2"
    host.press("to-table")
    assert host.game.names[1] == "Spieler 2"
    assert ben.game.names[1] == "Player 2"
    ben.press("learn")
    ben.send(ControlUsed("language", "de", ben.advance_clock()))
    ben.send(PeerSilenceChanged(0, silent=True))  # which says nothing of the game
    ben.press("to-table")
    assert ben.game.names[1] == "Spieler 2"
