"""Test the lobby of a live table: invitations, answers, seats, and saved tables."""

from __future__ import annotations

import random

import pytest

from qwixx.games.live.host_inbox import PATIENCE
from qwixx.games.live.protocol import Bye, Hello, encode_message
from qwixx.rules.state import Phase
from qwixx.ui.model.effects import ListenForAnswers, ShareText, StartScanning, StopScanning
from qwixx.ui.model.messages import (
    AnswerCreated,
    AnswerRelayed,
    CameraUnavailable,
    ControlUsed,
    HostProbed,
    InvitationCreated,
    PeerDisconnected,
    PeerTextReceived,
    QrCodeGenerated,
    QrCodeScanned,
    SlotChangedElsewhere,
)
from qwixx.ui.model.start import StartScreen
from qwixx.ui.screens.live_table.links import answer_link, invitation_link
from qwixx.ui.screens.live_table.model import LiveTableScreen
from qwixx.ui.view import view
from tests.ui.fake_page import page_actions, text_of
from tests.ui.live_devices import (
    Device,
    Network,
    assert_same_game,
    connect_guest,
    open_table,
    play_steps,
)


def test_wrong_codes_are_refused_with_reason() -> None:
    network = Network()
    host, ben, cem = (Device(network, number, table="1") for number in (1, 2, 3))
    link = host.invite()
    host.press("answer", value=link)
    assert host.screen.status == "own-code"
    host.press("answer", value="https://example.org/#answer=XYZ")
    assert host.screen.status == "not-answer"
    ben.press("summons", value="nonsense")
    assert ben.screen.status == "not-invitation"
    assert ben.screen.host is not None
    ben.press("summons", value=link)
    assert ben.screen.guest is not None
    ben.press("join")
    cem.open_link(link)
    cem.press("join")
    host.press("answer", value=ben.answer_link())
    assert host.screen.table.occupants[1][0] == "guest"
    host.press("answer", value=cem.answer_link())
    assert host.screen.status == "other-answer"
    host.invite()
    host.press("answer", value=cem.answer_link())
    assert host.screen.status == "other-answer"
    host.press("seat-bot:2")
    assert [occupant[0] for occupant in host.screen.table.occupants] == [
        "here",
        "guest",
        "medium",
        "free",
        "free",
    ]


def test_leaving_needs_confirmation_if_others_are_connected() -> None:
    network, (host, ben) = open_table()
    host.press("leave-table")
    assert host.model.dialog.kind.value == "leave-table"
    host.press("close")
    host.press("start")
    ben.press("leave-table")
    assert ben.model.dialog.kind.value == "leave-table"
    ben.press("leave-table-now")
    assert ben.model.game is None
    assert host.screen.table.occupants[1][2]
    host.press("leave-table")
    host.press("leave-table-now")
    host.press("together")
    assert host.screen.host is not None
    assert host.screen.host.game is not None
    host_without_guests = Device(network, 7, table="1")
    host_without_guests.press("leave-table")
    assert host_without_guests.model.dialog.kind.value == ""
    assert "table" not in host_without_guests.saved


@pytest.mark.parametrize("text", ["{", '{"host": 5}', '{"host": "{}", "guest": null}', "[]"])
def test_damaged_save_is_quarantined(text: str) -> None:
    device = Device(Network(), 1)
    device.saved["table"] = text
    device.open(table="1")
    assert "kept-aside" in device.model.notices
    assert device.screen.host is not None
    device.saved["table"] = text
    device.open()
    assert isinstance(device.model.screen, StartScreen)


def test_invitation_opens_on_any_screen() -> None:
    network = Network()
    host = Device(network, 1, table="1")
    link = host.invite()
    guest = Device(network, 2, link.rpartition("#")[2])
    assert guest.screen.received_invitation is not None
    assert not guest.model.back_stays_on_page
    guest.press("leave-table")
    assert isinstance(guest.model.screen, StartScreen)
    guest.press("history")
    guest.open_link(link)
    assert guest.screen.received_invitation is not None
    guest.press("leave-table", "same-dice")
    answering_device = Device(network, 3, "answer=ABC")
    assert answering_device.model.notices == ("nobody-waits",)
    assert isinstance(answering_device.model.screen, StartScreen)
    device_with_bad_link = Device(network, 4, "join=ABC")
    assert device_with_bad_link.screen.status == "not-invitation"
    assert device_with_bad_link.screen.received_invitation is None
    assert device_with_bad_link.screen.guest is not None


def test_scanned_code_identifies_its_own_kind() -> None:
    network = Network()
    host, guest = Device(network, 1, table="1"), Device(network, 2, table="1")
    link = host.invite()
    guest.press("scan")
    assert guest.screen.scanning
    guest.send(CameraUnavailable())
    assert (guest.screen.scanning, guest.screen.status) == (False, "no-camera")
    guest.press("scan", "stop-scan", "scan", "leave-table")
    assert not guest.screen.scanning
    guest.press("scan")
    guest.send(QrCodeScanned("https://example.org/menu"))
    assert guest.screen.status == "not-answer"
    guest.send(QrCodeScanned(link))
    network.settle()
    assert guest.screen.guest is not None
    guest.press("join")
    guest.send(QrCodeScanned(guest.answer_link()))
    assert guest.screen.status == "not-invitation"
    host.press("scan")
    host.send(QrCodeScanned(link))
    assert host.screen.status == "own-code"
    host.send(QrCodeScanned(guest.answer_link()))
    network.settle()
    assert host.screen.table.occupants[1][0] == "guest"
    other_guest = Device(network, 3, table="1")
    other_guest.press("summons", value=host.invite())
    other_guest.press("join")
    host.send(AnswerRelayed(other_guest.answer_link()))
    network.settle()
    assert host.screen.table.occupants[2][0] == "guest"
    host.send(QrCodeScanned(link))
    assert host.screen.status == "not-answer"
    host.press("summons", value=link)
    assert host.screen.status == "not-answer"


def test_guest_can_be_invited_again_after_failed_connection() -> None:
    network = Network()
    host, guest = Device(network, 1, table="1"), Device(network, 2)
    guest.open_link(host.invite())
    guest.press("join")
    answer = guest.answer_link()
    guest.send(HostProbed(0, reachable=False))
    assert guest.screen.received_invitation is not None
    assert guest.screen.received_invitation.host_reachable is False
    network.unconnected_ends.clear()
    host.press("answer", value=answer)
    assert host.screen.status == "failed"
    invitation = host.screen.invitation
    assert invitation is not None
    assert invitation.seat == 1
    assert not invitation.answered
    guest.send(PeerDisconnected(0, "failed"))
    assert guest.screen.status == "failed"
    assert guest.screen.received_invitation is None
    connect_guest(host, guest)
    assert host.screen.table.occupants[1][0] == "guest"
    host.press("invite")
    assert host.screen.invitation is not None
    host.send(InvitationCreated(host.screen.invitation.peer, ""))
    assert host.screen.status == "no-connection"
    assert host.screen.invitation is None
    guest.open_link(f"join={'A' * 40}")  # ignored by a connected guest
    assert guest.screen.status == ""
    other_guest = Device(network, 4)
    other_guest.open_link(host.invite())
    other_guest.press("join")
    other_guest.send(AnswerCreated(""))
    assert other_guest.screen.status == "no-connection"


def test_host_chooses_variant_names_and_bots() -> None:
    network, (host, ben) = open_table()
    host.press("table-variant", value="longo")
    host.press("table-variant", value="chess")
    assert ben.model.screen.shown_variant is not None
    host.press("seat-bot", "seat-here")
    host.press("table-bot:2", value="hard")
    host.press("table-bot:2", value="nonsense")
    host.press("table-bot:1", value="hard")
    host.press("table-name:3", value=" Dad\x00 ")
    host.press("table-name:1", value="Nobody")
    host.press("table-name:0", value="Mum")
    host.press("free:0", "seat-bot:9", "free:7")
    occupants = ben.screen.table.occupants
    assert [occupant[0] for occupant in occupants] == ["here", "guest", "hard", "here", "free"]
    assert [occupant[1] for occupant in occupants] == ["Mum", "", "", "Dad", ""]
    host.press("free:3", "start")
    assert host.game.variant.name == "longo"
    assert len(host.game.names) == 3
    host.press("seat-bot:0", "seat-here:1", "free:1", "table-name:0", "table-bot:2", "start")
    assert host.screen.table.occupants == ben.screen.table.occupants
    assert not host.screen.table.occupants[1][2]
    spectator = Device(network, 8)
    spectator.open_link(host.invite("invite-watcher"))
    spectator.press("join")
    host.press("to-game")
    assert host.screen.invitation is None


def test_removed_guest_is_notified() -> None:
    _room, (host, ben) = open_table()
    host.press("free:1")
    assert ben.screen.guest is not None
    assert ben.screen.guest.refused == "removed"
    assert ben.screen.lost
    assert ben.screen.is_in_lobby


def test_links_are_shared_and_copied() -> None:
    network = Network()
    host = Device(network, 1, table="1")
    link = host.invite()
    assert "?speed=instant#join=" in link
    host.press("invite")
    assert invitation_link(host.model, host.screen) not in ("", link)
    link = invitation_link(host.model, host.screen)
    host.press("table-share", "table-copy", "copied")
    assert host.screen.status == "copied"
    assert [
        effect.text.endswith(link) for effect in host.effects if isinstance(effect, ShareText)
    ] == [True]
    host.press("invite")
    assert invitation_link(host.model, host.screen) not in ("", link)
    link = invitation_link(host.model, host.screen)
    assert host.screen.code is not None
    host.send(QrCodeGenerated("another", ()))
    assert host.screen.code.text == link


def test_table_is_reopened_only_in_its_own_tab() -> None:
    network, (host, ben) = open_table()
    host.press("start")
    for device in (host, ben):
        new_tab = Device(network, 20 + device.number)
        new_tab.saved = dict(device.saved)
        new_tab.open()
        assert isinstance(new_tab.model.screen, StartScreen)
        device.tab_state = "{"
        device.open()
        assert isinstance(device.model.screen, StartScreen)


def test_second_tab_takes_over_table() -> None:
    network, (host, ben) = open_table()
    host.press("start")
    second_tab = Device(network, 20, same_browser_as=host)
    host.send(SlotChangedElsewhere("table", host.saved["table"]))
    host.send(SlotChangedElsewhere("seat", host.saved["table"]))
    host.send(SlotChangedElsewhere("table", "{"))
    host.send(SlotChangedElsewhere("table", ""))
    host.send(SlotChangedElsewhere("pad", "{"))
    assert isinstance(host.model.screen, LiveTableScreen)
    second_tab.press("together")
    assert "table-moved" in host.model.notices
    assert isinstance(host.model.screen, StartScreen)
    assert second_tab.game.names[0] == "Ann"
    connect_guest(second_tab, ben)
    assert not second_tab.screen.is_in_lobby
    assert isinstance(host.model.screen, StartScreen)


def test_host_and_guest_share_one_browser() -> None:
    network = Network()
    host = Device(network, 1, table="1", names="Ann")
    guest = Device(network, 2, same_browser_as=host)
    connect_guest(host, guest)
    host.press("start")
    devices = [host, guest]
    play_steps(devices, random.Random(3), 9)
    answer_tab = Device(network, 3, "answer=ABC", same_browser_as=host)
    second_guest_tab = Device(network, 4, same_browser_as=host)
    second_guest_tab.open_link(host.invite("invite-watcher"))
    second_guest_tab.press("join")
    host.press("answer", value=second_guest_tab.answer_link())
    assert second_guest_tab.screen.guest is not None
    assert second_guest_tab.screen.guest.refused == "twice"
    assert host.screen.status == "refused-twice"
    assert isinstance(answer_tab.model.screen, StartScreen)
    host.press("to-game")
    assert_same_game(devices)
    for device in devices:
        device.open()
        device.network.settle()
    assert guest.screen.table.seat is None
    assert guest.screen.lost
    connect_guest(host, guest)
    assert_same_game(devices)
    play_steps(devices, random.Random(3))
    assert host.game.state.phase is Phase.OVER


@pytest.mark.parametrize(
    ("reason", "expected_status"), [("version", "refused-version"), ("message", "refused-message")]
)
def test_host_sees_why_guest_was_refused(reason: str, expected_status: str) -> None:
    network = Network()
    host, guest = Device(network, 1, table="1"), Device(network, 2)
    guest.open_link(host.invite())
    guest.press("join")
    host.send(ControlUsed("answer", guest.answer_link()))
    host.send(host.inbox.popleft())  # connected, but the guest's `Hello` is never delivered
    invitation = host.screen.invitation
    assert invitation is not None
    texts_by_reason = {"version": [encode_message(Hello(9))], "message": ["?"] * PATIENCE}
    for text in texts_by_reason[reason]:
        host.send(PeerTextReceived(invitation.peer, text))
    assert host.screen.status == expected_status
    assert host.screen.invitation is None
    host.view()
    connect_guest(host, guest)
    assert host.screen.table.occupants[1][0] == "guest"


def test_guest_who_leaves_before_joining_is_removed() -> None:
    network = Network()
    host, guest = Device(network, 1, table="1"), Device(network, 2)
    guest.open_link(host.invite())
    guest.press("join")
    host.send(ControlUsed("answer", guest.answer_link()))
    host.send(host.inbox.popleft())
    invitation = host.screen.invitation
    assert invitation is not None
    host.send(PeerTextReceived(invitation.peer, encode_message(Bye())))
    assert host.screen.status == "lost"
    assert host.screen.invitation is None


def test_host_can_remove_spectators() -> None:
    network, (host, ben) = open_table()
    spectator = Device(network, 8)
    connect_guest(host, spectator, "invite-watcher")
    assert spectator.screen.table.seat is None
    host.press("free-watchers")
    assert spectator.screen.guest is not None
    assert spectator.screen.guest.refused == "removed"
    assert ben.screen.guest is not None
    assert not ben.screen.guest.refused
    host.press("free-watchers")


def open_camera_count(device: Device) -> int:
    """Return the number of cameras that were opened but not closed."""
    kinds = [type(effect) for effect in device.effects]
    return kinds.count(StartScanning) - kinds.count(StopScanning)


def test_camera_is_closed_when_no_longer_needed() -> None:
    network = Network()
    host, guest = Device(network, 1, table="1"), Device(network, 2)
    link = host.invite()
    guest.open_link(link)
    guest.press("join", "scan")
    assert guest.screen.scanning
    guest.send(HostProbed(0, reachable=True))
    assert guest.screen.scanning
    host.press("scan")
    answer = answer_link(guest.model, guest.screen)
    host.press("answer", value=link)
    assert (host.screen.scanning, host.screen.status) == (True, "own-code")
    host.press("answer", value=answer)  # received by other means while both are still scanning
    assert [device.screen.scanning for device in (host, guest)] == [False, False]
    assert [open_camera_count(device) for device in (host, guest)] == [0, 0]
    host.press("scan", "start")
    assert not host.screen.scanning
    assert open_camera_count(host) == 0
    host.press("door", "scan", "to-game")
    assert open_camera_count(host) == 0
    network.disconnect((guest, 0), notify_both=True)
    network.settle()
    guest.press("door", "scan")
    guest.open_link(host.invite())
    assert not guest.screen.scanning
    assert open_camera_count(guest) == 0


def test_host_listens_for_answers_until_table_is_left() -> None:
    network, (host, ben) = open_table()
    assert [effect for effect in host.effects if isinstance(effect, ListenForAnswers)][-1].enabled
    host.press("start")
    old_link = host.invite("invite-watcher")
    spectator = Device(network, 8)
    spectator.open_link(old_link)
    spectator.press("join")
    host.press("to-game")
    host.send(AnswerRelayed(spectator.answer_link()))
    assert host.screen.is_in_lobby
    assert host.screen.status == "other-answer"
    ben.send(AnswerRelayed(spectator.answer_link()))
    assert ben.screen.status == ""
    host.press("leave-table", "leave-table-now")
    assert not [effect for effect in host.effects if isinstance(effect, ListenForAnswers)][
        -1
    ].enabled


def test_device_can_host_table_then_return_as_guest() -> None:
    network, (host, ben) = open_table()
    host.press("start")
    play_steps([host, ben], random.Random(1), 6)
    token = ben.screen.guest.token if ben.screen.guest else ""
    ben.press("leave-table", "leave-table-now")
    ben.press("together")
    assert ben.screen.host is not None
    cem = Device(network, 5)
    connect_guest(ben, cem)
    ben.press("start")
    ben.press("leave-table", "leave-table-now", "together")
    ben.press("new-table")
    assert ben.screen.host is not None
    assert ben.screen.host.game is None
    ben.press("new-table", "invite")
    ben.press("summons", value=host.invite())
    assert ben.screen.guest is not None
    assert ben.screen.guest.token == token
    ben.press("join")
    host.press("answer", value=ben.answer_link())
    assert_same_game([host, ben])
    ben.press("leave-table", "leave-table-now", "together", "leave-table")
    assert token in ben.saved["seat"]


def test_page_without_webrtc_offers_no_connection_controls() -> None:
    def offered_without_webrtc(device: Device) -> set[str]:
        model = device.model.with_session(can_connect=False)
        assert "This browser can’t connect to other devices." in text_of(view(model))
        return page_actions(model) & {"invite", "invite-watcher", "scan", "join"}

    host = Device(Network(), 1, table="1")
    assert {"invite", "scan"} <= page_actions(host.model)
    assert offered_without_webrtc(host) == set()
    assert "start" in page_actions(host.model.with_session(can_connect=False))
    host.press("invite")
    guest = Device(host.network, 2, invitation_link(host.model, host.table).partition("#")[2])
    assert "join" in page_actions(guest.model)
    assert offered_without_webrtc(guest) == set()
