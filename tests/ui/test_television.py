"""Test televisions: spectators' large windows, which show the host's open invitation."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from qwixx.games.live.host_inbox import MAX_SPECTATORS
from qwixx.games.live.protocol import (
    INVITATION_VERSION,
    OpenInvitation,
    Reply,
    encode_message,
)
from qwixx.rules.state import Phase
from qwixx.ui.model.effects import GenerateQrCode, SendText, StartScanning, StopScanning
from qwixx.ui.model.messages import (
    CameraUnavailable,
    InvitationCreated,
    PeerDisconnected,
    PeerTextReceived,
    QrCodeScanned,
    WindowSizeChanged,
)
from qwixx.ui.model.signals import SPECTATOR, unpack
from qwixx.ui.screens.live_table.links import invitation_link, link_on_television
from qwixx.ui.view import root_attributes
from tests.ui.fake_page import text_of, walk
from tests.ui.live_devices import (
    Device,
    assert_same_game,
    connect_guest,
    connect_television,
    open_table,
    play_step,
    play_steps,
)

if TYPE_CHECKING:
    from qwixx.ui.parts.html import Node


def shown_link(television: Device) -> str:
    """Return the link that a television shows as a QR code, after checking the code."""
    link = link_on_television(television.model, television.screen)
    codes = [node for node in walk(television.view()) if node.attributes.get("class") == "qr"]
    assert bool(codes) == bool(link)
    if link:
        assert television.screen.code is not None
        assert television.screen.code.text == link
    return link


def invited_seat(host: Device) -> int:
    assert host.screen.invitation is not None
    return host.screen.invitation.seat


def join(television: Device, number: int, *, at_camera: bool = True) -> Device:
    """Join with the code that a television shows; it scans the reply."""
    guest = Device(television.network, number)
    guest.open_link(shown_link(television))
    guest.press("join")
    if at_camera:
        television.send(QrCodeScanned(guest.answer_link()))
        television.network.settle()
    return guest


def texts_sent_to(host: Device, peer: int) -> list[str]:
    return [
        effect.text
        for effect in host.effects
        if isinstance(effect, SendText) and effect.peer == peer
    ]


def sheets_in(node: Node) -> list[str]:
    return [
        each.attributes["data-player"] for each in walk(node) if "data-player" in each.attributes
    ]


def test_invitations_are_on_television_while_hosts_device_lies_flat() -> None:
    _network, (host, _ben) = open_table()
    television = connect_television(host)
    assert television.screen.is_television
    assert shown_link(television) == invitation_link(host.model, host.screen)
    assert "Then Ann scans your reply." in text_of(television.view())
    television.press("scan")
    assert television.screen.scanning
    for number in (3, 4, 5):
        assert invited_seat(host) == number - 1
        guest = join(television, number)
        assert guest.screen.table.seat == number - 1
        assert television.screen.scanning  # for the next reply
    assert invited_seat(host) == -1
    assert unpack(television.screen.invitation_on_television).seat == SPECTATOR
    assert "Watch along" in text_of(television.view())
    late = join(television, 6)
    assert late.screen.table.seat is None
    assert host.screen.host is not None
    assert len(host.screen.host.spectators) == 2


def test_late_comers_watch_a_running_game() -> None:
    _network, (host, ben) = open_table()
    television = connect_television(host)
    host.press("start")
    play_steps([host, ben], random.Random(3), 5)
    assert not host.screen.is_in_lobby
    assert not television.screen.is_in_lobby
    late = join(television, 3)
    assert not host.screen.is_in_lobby  # nobody is disturbed
    assert late.screen.table.seat is None
    assert_same_game([host, ben, television, late])
    assert shown_link(television)
    by_host = join(television, 4, at_camera=False)
    host.press("invite")
    assert host.screen.is_in_lobby
    assert invitation_link(host.model, host.screen) == shown_link(television)
    host.press("answer", value=by_host.answer_link())
    assert by_host.screen.table.seat is None
    assert not host.screen.is_in_lobby
    host.press("door", "to-game")
    link = shown_link(television)
    host.press("invite", "to-game")
    assert shown_link(television) == link  # looking at the seats changes no code


def test_room_for_spectators_is_limited() -> None:
    _network, (host, _ben) = open_table(guest_count=1)
    television = connect_television(host)
    host.press("start")
    for number in range(3, 2 + MAX_SPECTATORS):
        join(television, number)
    assert host.screen.invitation is None
    assert shown_link(television) == ""
    host.press("free-watchers")
    assert host.screen.host is not None
    assert host.screen.host.televisions == ()


def test_code_follows_the_seats() -> None:
    _network, (host, _ben) = open_table()
    television = connect_television(host)
    assert invited_seat(host) == 2
    host.press("seat-bot", "seat-bot", "seat-bot")
    assert invited_seat(host) == -1
    link = shown_link(television)
    host.press("free:3")
    assert invited_seat(host) == 3
    assert shown_link(television) not in ("", link)
    host.press("invite-watcher")  # the host decides
    assert invited_seat(host) == -1
    host.press("table-name:0", value="Anna")
    assert invited_seat(host) == -1
    host.press("start")
    assert shown_link(television)
    host.press("rematch")
    assert shown_link(television)


def test_ordinary_spectators_get_no_invitations() -> None:
    _network, (host, ben) = open_table()
    spectator = Device(host.network, 9)
    connect_guest(host, spectator, "invite-watcher")
    assert not spectator.screen.is_television
    assert root_attributes(spectator.model)["data-layout"] == "all"
    assert host.screen.invitation is None
    assert host.screen.host is not None
    assert host.screen.host.televisions == ()
    spectator.send(WindowSizeChanged(is_large=True))
    host.network.settle()
    assert root_attributes(spectator.model)["data-layout"] == "television"
    assert shown_link(spectator)
    spectator.send(WindowSizeChanged(is_large=False))
    assert root_attributes(spectator.model)["data-layout"] == "all"
    assert link_on_television(spectator.model, spectator.screen) == ""
    ben.send(WindowSizeChanged(is_large=True))
    assert not ben.screen.is_television


def test_unplugged_television_disturbs_nobody_and_returns() -> None:
    network, (host, ben) = open_table()
    network.allows_returns = True
    television = connect_television(host)
    host.press("start")
    play_steps([host, ben], random.Random(3), 4)
    before = text_of(host.view()), text_of(ben.view())
    network.disconnect((television, 0), notify_both=True)
    network.settle()
    assert (text_of(host.view()), text_of(ben.view())) == before
    assert host.screen.host is not None
    assert host.screen.host.televisions == ()
    assert link_on_television(television.model, television.screen) == ""
    assert "Lost the connection to the host." in text_of(television.view())
    play_steps([host, ben], random.Random(3), 4)
    television.has_large_window = True
    connect_guest(host, television, "invite-watcher")
    assert_same_game([host, ben, television])
    television.open()
    network.settle()
    assert television.screen.is_television
    assert shown_link(television)
    host.open()
    network.settle()
    assert shown_link(television)
    play_steps([host, ben], random.Random(3))
    assert_same_game([host, ben, television])
    assert host.screen.is_finished


def test_television_gets_nothing_secret() -> None:
    """Worlds that differ only in an undisclosed decision send the same texts to a television."""
    worlds: list[tuple[list[str], list[str]]] = []
    for crosses in (False, True):
        _network, (host, ben) = open_table()
        television = connect_television(host)
        assert host.screen.host is not None
        (peer,) = host.screen.host.televisions
        host.press("start")
        while host.game.state.phase is not Phase.WHITE or host.game.state.decisions[1] is not None:
            assert any(play_step(device, random.Random(1)) for device in (host, ben))
        marks = [move for move in host.game.state.legal_moves(1) if move.code != "-"]
        if crosses:
            ben.tap(marks[0], 1)  # type: ignore[arg-type]
        else:
            ben.press("pass")
        assert host.game.state.decisions[1] is not None
        assert television.game.state.decisions == (None, None)
        known = [text_of(television.view()), *texts_sent_to(host, peer)]
        own = [*texts_sent_to(host, peer)]
        host.press("pass")
        assert texts_sent_to(host, peer) != own
        worlds.append((known, texts_sent_to(host, peer)))
    assert worlds[0][0] == worlds[1][0]
    assert worlds[0][1] != worlds[1][1]  # once all have decided, the decision is public


def test_hostile_invitations_are_not_shown() -> None:
    _network, (host, ben) = open_table()
    television = connect_television(host)
    link = shown_link(television)
    for text in ("", "ABC234", "A" * 1024, link.rpartition("=")[2][:-1]):
        message = encode_message(OpenInvitation(INVITATION_VERSION, text))
        television.send(PeerTextReceived(0, message))
        assert shown_link(television) == ""
        assert not television.screen.lost
    made = [effect.text for effect in television.effects if isinstance(effect, GenerateQrCode)]
    assert all(text.startswith("https://example.org/qwixx/") for text in made)
    ben.send(PeerTextReceived(0, encode_message(OpenInvitation(INVITATION_VERSION, link[-9:]))))
    assert link_on_television(ben.model, ben.screen) == ""


def test_wrong_replies_are_refused_by_television_and_host() -> None:
    network, (host, _ben) = open_table()
    television = connect_television(host)
    first = join(television, 3, at_camera=False)
    for text, status in (
        ("https://example.org/menu", "not-answer"),
        (shown_link(television), "not-answer"),
        ("https://example.org/#answer=ABC", "not-answer"),
    ):
        television.press("scan")
        television.send(QrCodeScanned(text))
        assert (television.screen.scanning, television.screen.status) == (False, status)
    host.press("invite")
    network.settle()
    television.send(QrCodeScanned(first.answer_link()))
    assert television.screen.status == "other-answer"
    assert host.screen.host is not None
    (peer,) = host.screen.host.televisions
    before = host.model
    reply = first.answer_link().rpartition("=")[2]
    for text in (reply, "ABC234", ""):  # a hostile television, and a reply that comes too late
        host.send(PeerTextReceived(peer, encode_message(Reply(text))))
        assert host.model is before
    television.press("scan")
    television.send(CameraUnavailable())
    assert "This screen’s camera can’t be used." in text_of(television.view())
    again = join(television, 4)
    assert again.screen.table.seat == 2


def test_reply_sent_twice_is_used_once() -> None:
    _network, (host, _ben) = open_table()
    television = connect_television(host)
    guest = join(television, 3, at_camera=False)
    for _ in range(2):
        television.send(QrCodeScanned(guest.answer_link()))
    host.network.settle()
    assert guest.screen.table.seat == 2
    assert invited_seat(host) == 3
    assert host.screen.status == ""


def test_failed_invitation_is_replaced_without_opening_the_lobby() -> None:
    _network, (host, ben) = open_table()
    television = connect_television(host)
    host.press("start")
    link, invitation = shown_link(television), host.screen.invitation
    assert invitation is not None
    host.send(PeerDisconnected(invitation.peer, "failed"))
    host.network.settle()
    assert not host.screen.is_in_lobby
    assert shown_link(television) not in ("", link)
    invitation = host.screen.invitation
    assert invitation is not None
    host.send(InvitationCreated(invitation.peer, ""))  # the browser refuses: no endless attempts
    assert host.screen.invitation is None
    assert shown_link(television)
    host.network.settle()
    assert link_on_television(television.model, television.screen) == ""
    play_steps([host, ben], random.Random(3), 3)
    assert_same_game([host, ben, television])


@pytest.mark.parametrize("variant", ["classic", "longo", "bonus-a"])
def test_sheet_in_front_is_that_of_the_player_whose_turn_it_is(variant: str) -> None:
    _network, devices = open_table(variant, 2)
    host, television = devices[0], connect_television(devices[0])
    host.press("start")
    seen = set()
    while play_steps(devices, random.Random(4), 3) and not host.screen.is_finished:
        page, state = television.view(), host.game.state
        assert sheets_in(page) == [
            str(state.active),
            *(str(seat) for seat in range(3) if seat != state.active),
        ]
        name = television.game.names[state.active]
        assert f"{name}’s turn" in text_of(page)
        assert "Waiting for" in text_of(page)
        seen.add(state.active)
    assert seen == {0, 1, 2}
    assert "The game is over" in text_of(television.view())
    assert link_on_television(television.model, television.screen)
    codes = [node for node in walk(television.view()) if node.attributes.get("class") == "qr"]
    assert codes == []  # the result has the whole page


def test_camera_opens_in_lobby_and_game_and_closes_with_the_screen() -> None:
    _network, (host, _ben) = open_table()
    television = connect_television(host)
    cameras = []
    for action in ("scan", "stop-scan", "scan"):
        television.press(action)
        cameras.append(any("data-camera" in node.attributes for node in walk(television.view())))
    assert cameras == [True, False, True]
    host.press("start")
    assert television.screen.scanning
    assert any("data-camera" in node.attributes for node in walk(television.view()))
    television.open_on_top("history")
    counts = [type(effect) for effect in television.effects]
    assert counts.count(StartScanning) == counts.count(StopScanning) == 2


def test_host_is_told_about_the_television() -> None:
    _network, (host, _ben) = open_table()
    host.press("invite-watcher")
    assert "A large screen, such as a television" in text_of(host.view())
    connect_television(host)
    assert "The television shows this code, too." in text_of(host.view())
    guest = Device(host.network, 5)
    guest.open_link(host.invite("invite-watcher"))
    assert "You’ll watch on this device." in text_of(guest.view())
