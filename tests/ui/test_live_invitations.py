"""Test what invitations say, and how a host finds the way back to a table."""

from __future__ import annotations

import random

import pytest

from qwixx.ui.model import Model
from qwixx.ui.model.effects import CreateInvitation
from qwixx.ui.model.messages import PageOpened
from qwixx.ui.model.signals import (
    MAX_NAME_BYTES,
    Signal,
    SignalError,
    pack,
    shortened_name,
    unpack,
)
from qwixx.ui.model.start import StartScreen
from qwixx.ui.screens.live_table import texts as table_texts
from qwixx.ui.update import update
from tests.ui.fake_page import page_actions, text_of
from tests.ui.live_devices import (
    Device,
    Network,
    assert_same_game,
    connect_guest,
    open_table,
    play_steps,
)

SIGNAL = Signal(5, 1, bytes(range(32)), "AAAA", "A" * 24, (("192.168.1.7", 4000),))
LONG_NAME = "Anna-Magdalena von und zu Hohenlohe"


@pytest.mark.parametrize("name", ["", "Ann", "Зоя", "👩‍👩‍👧", "x" * MAX_NAME_BYTES])
def test_signal_may_have_the_name_of_the_host(name: str) -> None:
    signal = SIGNAL.replace(name=name)
    assert unpack(pack(signal)) == signal
    assert (pack(signal) == pack(SIGNAL)) == (not name)


@pytest.mark.parametrize("name", ["x" * (MAX_NAME_BYTES + 1), " Ann", "A\u202eB", "\u200b"])
def test_signal_with_improper_name_is_refused(name: str) -> None:
    with pytest.raises(SignalError):
        pack(SIGNAL.replace(name=name))


@pytest.mark.parametrize("name", ["", "Ann", LONG_NAME, "Зоя" * 9, "👩‍👩‍👧" * 5, " \u202e "])
def test_name_is_shortened_to_fit(name: str) -> None:
    short = shortened_name(name)
    assert len(short.encode()) <= MAX_NAME_BYTES
    assert unpack(pack(SIGNAL.replace(name=short))).name == short
    assert name.startswith(short)
    assert bool(short) == bool(name.strip(" \u202e"))


def test_invitation_says_who_invites() -> None:
    host, ben = Device(Network(), 1, table="1", names="Ann"), Device(Network(), 2)
    link = host.invite()
    [created] = [effect for effect in host.effects if isinstance(effect, CreateInvitation)]
    assert created.name == "Ann"
    ben.open_link(link)
    assert "Ann invites you" in text_of(ben.view())


def test_invitation_without_name_stays_valid() -> None:
    host, ben = Device(Network(), 1, table="1"), Device(Network(), 2)
    ben.open_link(host.invite())
    assert "You’re invited" in text_of(ben.view())


def test_guest_without_host_shows_nobody_as_connected() -> None:
    network, (host, ben, _cem) = open_table(guest_count=2)
    states = [table_texts.seat_state(ben.screen, seat) for seat in range(3)]
    assert states == ["here", "here", "here"]
    for end in [end for end in network.links if end[0] is host]:
        network.disconnect(end, notify_both=True)
    network.settle()
    states = [table_texts.seat_state(ben.screen, seat) for seat in range(3)]
    assert states == ["away", "here", "away"]


def open_page_anew(device: Device) -> None:
    """Close the tab, and open the page in a new one."""
    device.tab_state = ""
    device.open()
    device.network.settle()


def test_host_whose_page_was_closed_finds_table_on_start_screen() -> None:
    network, (host, ben) = open_table()
    network.allows_returns = True
    host.press("start")
    play_steps([host, ben], random.Random(1), 9)
    open_page_anew(host)
    assert isinstance(host.model.screen, StartScreen)
    assert ben.screen.lost
    assert "Continue your table" in text_of(host.view())
    host.press("continue-table")
    assert not ben.screen.lost
    assert not host.screen.is_in_lobby
    assert_same_game([host, ben])
    host.press("leave-table", "leave-table-now")
    assert "Continue your table" in text_of(host.view())
    host.press("continue-table")
    connect_guest(host, ben)
    play_steps([host, ben], random.Random(2))
    assert host.screen.is_finished
    host.press("leave-table", "leave-table-now")
    assert "continue-table" not in page_actions(host.model)
    open_page_anew(host)
    assert "continue-table" not in page_actions(host.model)


def test_start_screen_ignores_unreadable_table_and_table_without_game() -> None:
    host = Device(Network(), 1, table="1")
    for text in (host.saved["table"], "{", '{"host": 5}'):
        model, _effects = update(Model(), PageOpened(saved={"table": text}))
        assert "continue-table" not in page_actions(model)
