"""Test how a device handles a live table that another screen covers."""

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


def test_guest_can_join_covered_lobby() -> None:
    network = Network()
    host, ben = Device(network, 1, table="1"), Device(network, 2)
    ben.open_link(host.invite())
    ben.press("join")
    host.send(ControlUsed("answer", ben.answer_link()))
    host.send(ControlUsed("learn"))
    ben.open_on_top("print")
    network.settle()
    assert host.table.table.occupants[1][0] == GUEST
    assert host.table.invitation is None
    assert ben.table.table.seat == 1
    host.press("to-table", "start")
    assert isinstance(ben.model.screen, PrintScreen)
    assert game_on_board(ben).names == game_on_board(host).names


def test_invitation_created_while_covered_has_qr_code() -> None:
    network = Network()
    host = Device(network, 1, table="1")
    host.send(ControlUsed("invite"))
    host.send(ControlUsed("learn"))
    network.settle()
    host.press("to-table")
    assert host.screen.invitation is not None
    assert host.screen.code is not None
    assert any("data-link" in node.attributes for node in walk(host.view()))


def test_camera_stops_when_table_is_covered() -> None:
    host = Device(Network(), 1, table="1")
    host.press("invite", "scan")
    assert StartScanning() in host.effects
    host.press("learn")
    assert host.effects.count(StopScanning()) == 1
    assert not host.table.scanning
    host.send(QrCodeScanned("nothing"))  # sent before the camera stopped
    assert isinstance(host.model.screen, LessonScreen)


def test_browser_back_button_closes_covering_screens() -> None:
    _network, (host, *_guests) = start_table_game()
    for name in COVER_SCREENS:
        cover_table(host, name)
        assert host.model.back_stays_on_page
        for _ in COVER_SCREENS[name][1]:
            if not isinstance(host.model.screen, LiveTableScreen):
                host.press("back")
        assert isinstance(host.model.screen, LiveTableScreen)
        assert host.model.dialog.kind is Dialog.NONE


def test_covered_table_is_in_progress_until_game_is_finished() -> None:
    _network, devices = start_table_game()
    host = devices[0]
    host.open_on_top("print")
    assert host.model.is_in_progress
    host.press("to-table")
    play_steps(devices, random.Random(1))
    host.open_on_top("print")
    assert not host.model.is_in_progress


def test_reload_shows_covered_table() -> None:
    _network, devices = start_table_game()
    host = devices[0]
    events = game_on_board(host).events
    host.open_on_top("history")
    host.open_on_top("print")
    host.open()
    assert isinstance(host.model.screen, LiveTableScreen)
    assert host.game.events == events


def test_language_chosen_while_covered_applies_to_table() -> None:
    _network, devices = start_table_game()
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
    ben.send(PeerSilenceChanged(0, silent=True))  # leaves the game unchanged
    ben.press("to-table")
    assert ben.game.names[1] == "Spieler 2"
