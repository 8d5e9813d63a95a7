"""Test the seats of a live table: absent guests, substitutes, and returns."""

from __future__ import annotations

import random

import pytest

from qwixx.rules.state import Phase
from qwixx.ui.model.delays import HANDOVER_COVER_MS
from qwixx.ui.model.effects import ReloadPage, StartTimer
from qwixx.ui.model.messages import ControlUsed, PeerSilenceChanged, UpdateActivated
from qwixx.ui.screens.live_table.texts import seat_name
from qwixx.ui.texts.languages import texts_in
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


def test_guest_absent_at_end_archives_game_on_return() -> None:
    network, (host, ben) = open_table()
    host.press("start")
    play_until([host, ben], Phase.COLOR, 1)
    network.disconnect((ben, 0), notify_both=True)
    ben.open()
    host.press("door", "seat-here:1", "to-game")
    play_steps([host], random.Random(2))
    assert host.game.state.phase is Phase.OVER
    connect_guest(host, ben, "invite:1")
    assert ben.screen.table.seat == 1
    assert ben.game.events == host.game.events
    assert len([write for write in ben.archive_writes if write.store == "games"]) == 1


@pytest.mark.parametrize("substitute_action", ["seat-bot:1", "seat-here:1"])
def test_guest_returns_to_seat_of_substitute(substitute_action: str) -> None:
    network, devices = open_table("classic", 2)
    host, ben, _cem = devices
    host.press("start")
    network.disconnect((ben, 0), notify_both=True)
    network.settle()
    host.press("door", substitute_action, "to-game")
    play_steps([host, devices[2]], random.Random(2), 20)
    host.press("invite:2", "invite:0", "invite:9")
    assert host.screen.invitation is None
    assert (
        seat_name(texts_in("en"), host.screen.table.occupants, 1)
        == host.game.names[1]
        == "Player 2"
    )
    connect_guest(host, ben, "invite:1")
    assert host.screen.table.occupants[1][0] == "guest"
    assert ben.screen.table.seat == 1
    assert_same_game(devices)
    host.press("door")
    for _ in range(2):
        for action, kind in (("seat-here:1", "here"), ("seat-bot:1", "medium")):
            network.disconnect((ben, 0), notify_both=True)
            network.settle()
            host.press(action)
            assert host.screen.table.occupants[1][0] == kind
            assert seat_name(texts_in("en"), host.screen.table.occupants, 1) == "Player 2"
    connect_guest(host, ben, "invite:1")
    host.press("seat-bot:1")  # removes the guest until the host invites them again
    assert ben.screen.guest is not None
    assert ben.screen.guest.refused == "removed"
    host.press("table-bot:1", value="easy")
    connect_guest(host, ben, "invite:1")
    assert ben.screen.table.seat == 1
    assert_same_game(devices)


def test_people_at_host_have_no_bot_level() -> None:
    _network, (host, _ben) = open_table(with_bot=True)
    host.press("seat-here", "start", "table-bot:0", "door")
    level_controls = [
        n for n in walk(host.view()) if n.attributes.get("data-action", "").startswith("table-bot")
    ]
    assert level_controls == []  # who plays is fixed while a game runs


def test_decision_of_guest_does_not_remove_handover_cover() -> None:
    network = Network()
    host = Device(network, 1, table="1", names="Ann", speed="calm")
    ben = Device(network, 3)
    connect_guest(host, ben)
    host.press("seat-here", "start")
    devices = [host, ben]
    play_until(devices, Phase.ROLL, 0)
    active = ben if host.game.state.active == 1 else host
    active.send(ControlUsed("roll", at=active.advance_clock()))
    network.deliver_messages()
    first_player = host.model.board.shown
    host.send(ControlUsed("pass", at=host.advance_clock()))
    assert host.model.board.is_covered
    assert host.model.board.shown != first_player
    host.effects.clear()
    ben.send(ControlUsed("pass", at=ben.advance_clock()))
    network.deliver_messages()
    assert 1 in host.model.board.seats_to_act or host.game.state.decisions[1] is not None
    assert host.model.board.is_covered
    assert StartTimer(HANDOVER_COVER_MS["calm"], host.model.session.timer) in host.effects
    network.settle()
    assert not host.model.board.is_covered


@pytest.mark.parametrize("name", ["👩\u200d👧", "Oma\u00a0Eva", "山田\u3000太郎"])
def test_names_may_contain_unusual_characters(name: str) -> None:
    network = Network()
    host, ben = Device(network, 1, table="1"), Device(network, 2)
    ben.open_link(host.invite())
    ben.press("table-name", value=name)
    ben.press("join")
    host.press("answer", value=ben.answer_link())
    host.press("seat-here")
    host.press("table-name:2", value=name)
    host.press("start")
    assert ben.game.names[1:] == host.game.names[1:] == (name, name)


def test_update_reloads_page_at_same_table() -> None:
    _network, devices = open_table()
    host, ben = devices
    host.press("start")
    play_steps(devices, random.Random(1), 5)
    for device in devices:
        device.effects.clear()
        device.send(UpdateActivated())
        (reload_effect,) = [effect for effect in device.effects if isinstance(effect, ReloadPage)]
        device.tab_state = reload_effect.tab_state
        device.open()
    connect_guest(host, ben)
    assert_same_game(devices)


def test_seat_of_absent_guest_stays_reserved_in_lobby() -> None:
    network, (host, ben) = open_table()
    network.disconnect((ben, 0), notify_both=True)
    network.settle()
    host.press("seat-here")
    host.press("table-name:2", value="Dad")
    connect_guest(host, ben)
    assert [one.kind for one in host.screen.table.occupants[:3]] == [
        "here",
        "guest",
        "here",
    ]
    assert host.screen.table.occupants[2][1] == "Dad"


def test_new_bot_does_not_take_invited_seat() -> None:
    network = Network()
    host, ben = Device(network, 1, table="1"), Device(network, 2)
    ben.open_link(host.invite())
    ben.press("join")
    host.press("seat-bot")
    host.press("answer", value=ben.answer_link())
    assert [one.kind for one in host.screen.table.occupants[:3]] == [
        "here",
        "guest",
        "medium",
    ]


def test_game_does_not_start_while_guest_is_connecting() -> None:
    network, (host, _ben) = open_table()
    cem = Device(network, 5)
    cem.open_link(host.invite())
    cem.press("join")
    host.send(ControlUsed("answer", cem.answer_link()))
    host.send(ControlUsed("start"))
    assert host.model.game is None
    network.settle()
    host.press("start")
    assert len(host.game.names) == 3
    assert cem.screen.table.seat == 2


def test_new_table_preserves_game_of_old_table() -> None:
    _network, devices = open_table()
    host = devices[0]
    host.press("start")
    play_steps(devices, random.Random(1), 40)
    events = host.game.events
    host.open()
    host.press("new-table", "leave-table")
    assert host.model.session.offer is not None
    assert host.model.session.offer.game.events == events
    assert [key for key in host.saved if key.startswith("game:")]


def test_all_pages_show_same_names() -> None:
    network = Network()
    host = Device(network, 1, table="1", names="Ann")
    ben, cem, dan = (
        Device(network, number, names=name) for number, name in enumerate(("", "", "Dan"), 2)
    )
    connect_guest(host, ben)
    connect_guest(host, cem)
    ben.press("leave-table", "leave-table-now")
    host.press("start")
    assert host.game.names == cem.game.names == ("Ann", "Player 2")
    network.disconnect((cem, 0), notify_both=True)
    network.settle()
    connect_guest(host, dan)
    play_steps([host, dan], random.Random(1), 20)
    assert host.game.names == dan.game.names == ("Ann", "Dan")


def test_guest_who_returned_in_another_tab_stays_there() -> None:
    network, (host, ben) = open_table()
    host.press("start")
    network.disconnect((ben, 0), notify_both=True)
    network.settle()
    new_tab = Device(network, 9, host.invite().rpartition("#")[2], same_browser_as=ben)
    new_tab.press("join")
    host.press("answer", value=new_tab.answer_link())
    assert "table-moved" in ben.model.notices
    new_tab.open()
    network.settle()
    assert new_tab.screen.lost
    connect_guest(host, new_tab)
    assert_same_game([host, new_tab])


def test_duplicate_tab_takes_over_table() -> None:
    network, (host, _ben) = open_table()
    host.press("start")
    duplicate = Device(network, 9, same_browser_as=host)
    duplicate.tab_state = host.tab_state
    duplicate.open()
    network.settle()
    assert duplicate.screen.board is not None
    assert "table-moved" in host.model.notices


def test_guest_can_take_seat_back_after_game() -> None:
    _network, (host, ben) = open_table()
    host.press("start")
    host.send(PeerSilenceChanged(1, silent=True))
    host.press("door", "seat-bot:1", "to-game")
    assert ben.screen.guest is not None
    assert not ben.screen.guest.refused
    play_steps([host], random.Random(1))
    host.press("door")
    assert any(n.attributes.get("data-action") == "invite:1" for n in walk(host.view()))
    connect_guest(host, ben, "invite:1")
    assert [write.store for write in ben.archive_writes].count("games") == 1


def test_game_resumes_when_silent_guest_responds() -> None:
    """The lobby closes even though the invitation that it shows was not used."""
    network, (host, ben, cem) = open_table("classic", 2)
    host.press("start")
    host.open()  # all guests must be invited again
    network.settle()
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


def test_url_with_variant_does_not_change_occupants() -> None:
    _network, (host, _ben) = open_table()
    host.press("seat-bot")
    host.open(table="1", variant="longo")
    assert [one.kind for one in host.screen.table.occupants[:3]] == [
        "here",
        "guest",
        "medium",
    ]
    assert host.screen.table.variant_name == "longo"
