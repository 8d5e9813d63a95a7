"""The door to a live table: invitations, answers, who sits down, and what is kept of it."""

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


def test_wrong_answers_are_refused_with_a_reason() -> None:
    room = Network()
    host, ben, cem = (Device(room, number, table="1") for number in (1, 2, 3))
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
    assert host.screen.occupants[1][0] == "guest"
    host.press("answer", value=cem.answer_link())
    assert host.screen.status == "other-answer"
    host.invite()
    host.press("answer", value=cem.answer_link())
    assert host.screen.status == "other-answer"
    host.press("seat-bot:2")
    assert [chair[0] for chair in host.screen.occupants] == [
        "here",
        "guest",
        "medium",
        "free",
        "free",
    ]


def test_leaving_asks_first_where_others_would_wait() -> None:
    room, (host, ben) = open_table()
    host.press("leave-table")
    assert host.model.dialog.kind.value == "leave-table"
    host.press("close")
    host.press("start")
    ben.press("leave-table")
    assert ben.model.dialog.kind.value == "leave-table"
    ben.press("leave-table-now")
    assert ben.model.game is None
    assert host.screen.occupants[1][2]
    host.press("leave-table")
    host.press("leave-table-now")
    host.press("together")
    assert host.screen.host is not None
    assert host.screen.host.game is not None
    alone = Device(room, 7, table="1")
    alone.press("leave-table")
    assert alone.model.dialog.kind.value == ""
    assert "table" not in alone.saved


@pytest.mark.parametrize("text", ["{", '{"host": 5}', '{"host": "{}", "guest": null}', "[]"])
def test_a_broken_save_is_kept_aside(text: str) -> None:
    device = Device(Network(), 1)
    device.saved["table"] = text
    device.open(table="1")
    assert "kept-aside" in device.model.notices
    assert device.screen.host is not None
    device.saved["table"] = text
    device.open()
    assert isinstance(device.model.screen, StartScreen)


def test_an_invitation_is_opened_wherever_somebody_is() -> None:
    room = Network()
    host = Device(room, 1, table="1")
    link = host.invite()
    fresh = Device(room, 2, link.rpartition("#")[2])
    assert fresh.screen.received_invitation is not None
    assert not fresh.model.back_stays_on_page
    fresh.press("leave-table")
    assert isinstance(fresh.model.screen, StartScreen)
    fresh.press("history")
    fresh.open_link(link)
    assert fresh.screen.received_invitation is not None
    fresh.press("leave-table", "same-dice")
    lost = Device(room, 3, "answer=ABC")
    assert lost.model.notices == ("nobody-waits",)
    assert isinstance(lost.model.screen, StartScreen)
    broken = Device(room, 4, "join=ABC")
    assert broken.screen.status == "not-invitation"
    assert broken.screen.received_invitation is None
    assert broken.screen.guest is not None


def test_what_a_camera_reads_says_itself_what_it_is() -> None:
    room = Network()
    host, guest = Device(room, 1, table="1"), Device(room, 2, table="1")
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
    room.settle()
    assert guest.screen.guest is not None
    guest.press("join")
    guest.send(QrCodeScanned(guest.answer_link()))
    assert guest.screen.status == "not-invitation"
    host.press("scan")
    host.send(QrCodeScanned(link))
    assert host.screen.status == "own-code"
    host.send(QrCodeScanned(guest.answer_link()))
    room.settle()
    assert host.screen.occupants[1][0] == "guest"
    other = Device(room, 3, table="1")
    other.press("summons", value=host.invite())
    other.press("join")
    host.send(AnswerRelayed(other.answer_link()))
    room.settle()
    assert host.screen.occupants[2][0] == "guest"
    host.send(QrCodeScanned(link))
    assert host.screen.status == "not-answer"
    host.press("summons", value=link)
    assert host.screen.status == "not-answer"


def test_a_connection_that_fails_is_offered_anew() -> None:
    room = Network()
    host, guest = Device(room, 1, table="1"), Device(room, 2)
    guest.open_link(host.invite())
    guest.press("join")
    answer = guest.answer_link()
    guest.send(HostProbed(0, reachable=False))
    assert guest.screen.received_invitation is not None
    assert guest.screen.received_invitation.host_reachable is False
    room.unconnected_ends.clear()
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
    assert host.screen.occupants[1][0] == "guest"
    host.press("invite")
    assert host.screen.invitation is not None
    host.send(InvitationCreated(host.screen.invitation.peer, ""))
    assert host.screen.status == "no-connection"
    assert host.screen.invitation is None
    guest.open_link(f"join={'A' * 40}")  # who is connected goes on
    assert guest.screen.status == ""
    other = Device(room, 4)
    other.open_link(host.invite())
    other.press("join")
    other.send(AnswerCreated(""))
    assert other.screen.status == "no-connection"


def test_a_host_chooses_rules_names_and_bots() -> None:
    room, (host, ben) = open_table()
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
    told = ben.screen.occupants
    assert [chair[0] for chair in told] == ["here", "guest", "hard", "here", "free"]
    assert [chair[1] for chair in told] == ["Mum", "", "", "Dad", ""]
    host.press("free:3", "start")
    assert host.game.variant.name == "longo"
    assert len(host.game.names) == 3
    host.press("seat-bot:0", "seat-here:1", "free:1", "table-name:0", "table-bot:2", "start")
    assert host.screen.occupants == ben.screen.occupants
    assert not host.screen.occupants[1][2]
    late = Device(room, 8)
    late.open_link(host.invite("invite-watcher"))
    late.press("join")
    host.press("to-game")
    assert host.screen.invitation is None


def test_a_removed_guest_is_told_so() -> None:
    _room, (host, ben) = open_table()
    host.press("free:1")
    assert ben.screen.guest is not None
    assert ben.screen.guest.refused == "removed"
    assert ben.screen.lost
    assert ben.screen.is_in_lobby


def test_links_are_shared_and_copied() -> None:
    room = Network()
    host = Device(room, 1, table="1")
    link = host.invite()
    assert "?speed=instant#join=" in link
    host.press("invite")
    assert invitation_link(host.model, host.screen) not in ("", link)
    link = invitation_link(host.model, host.screen)
    host.press("table-share", "table-copy", "copied")
    assert host.screen.status == "copied"
    assert [e.text.endswith(link) for e in host.effects if isinstance(e, ShareText)] == [True]
    host.press("invite")
    assert invitation_link(host.model, host.screen) not in ("", link)
    link = invitation_link(host.model, host.screen)
    assert host.screen.code is not None
    host.send(QrCodeGenerated("another", ()))
    assert host.screen.code.text == link


def test_only_the_tab_of_a_table_shows_it_again_by_itself() -> None:
    room, (host, ben) = open_table()
    host.press("start")
    for device in (host, ben):
        tab = Device(room, 20 + device.number)
        tab.saved = dict(device.saved)
        tab.open()
        assert isinstance(tab.model.screen, StartScreen)
        device.tab_state = "{"
        device.open()
        assert isinstance(device.model.screen, StartScreen)


def test_a_second_tab_takes_the_table_over() -> None:
    room, (host, ben) = open_table()
    host.press("start")
    tab = Device(room, 20, same_browser_as=host)
    host.send(SlotChangedElsewhere("table", host.saved["table"]))
    host.send(SlotChangedElsewhere("seat", host.saved["table"]))
    host.send(SlotChangedElsewhere("table", "{"))
    host.send(SlotChangedElsewhere("table", ""))
    host.send(SlotChangedElsewhere("pad", "{"))
    assert isinstance(host.model.screen, LiveTableScreen)
    tab.press("together")
    assert "table-moved" in host.model.notices
    assert isinstance(host.model.screen, StartScreen)
    assert tab.game.names[0] == "Ann"
    connect_guest(tab, ben)
    assert not tab.screen.is_in_lobby
    assert isinstance(host.model.screen, StartScreen)


def test_host_and_guest_in_two_tabs_of_one_browser() -> None:
    room = Network()
    host = Device(room, 1, table="1", names="Ann")
    guest = Device(room, 2, same_browser_as=host)
    connect_guest(host, guest)
    host.press("start")
    devices = [host, guest]
    play_steps(devices, random.Random(3), 9)
    lost = Device(room, 3, "answer=ABC", same_browser_as=host)
    again = Device(room, 4, same_browser_as=host)
    again.open_link(host.invite("invite-watcher"))
    again.press("join")
    host.press("answer", value=again.answer_link())
    assert again.screen.guest is not None
    assert again.screen.guest.refused == "twice"
    assert host.screen.status == "refused-twice"
    assert isinstance(lost.model.screen, StartScreen)
    host.press("to-game")
    assert_same_game(devices)
    for device in devices:
        device.open()
        device.network.settle()
    assert guest.screen.seat is None
    assert guest.screen.lost
    connect_guest(host, guest)
    assert_same_game(devices)
    play_steps(devices, random.Random(3))
    assert host.game.state.phase is Phase.OVER


@pytest.mark.parametrize(
    ("variant", "told"), [("version", "refused-version"), ("message", "refused-message")]
)
def test_the_host_hears_why_a_guest_could_not_sit_down(variant: str, told: str) -> None:
    room = Network()
    host, guest = Device(room, 1, table="1"), Device(room, 2)
    guest.open_link(host.invite())
    guest.press("join")
    host.send(ControlUsed("answer", guest.answer_link()))
    host.send(host.inbox.popleft())  # they are linked; what the guest says never comes
    invitation = host.screen.invitation
    assert invitation is not None
    texts = {"version": [encode_message(Hello(9))], "message": ["?"] * PATIENCE}
    for text in texts[variant]:
        host.send(PeerTextReceived(invitation.peer, text))
    assert host.screen.status == told
    assert host.screen.invitation is None
    host.view()
    connect_guest(host, guest)
    assert host.screen.occupants[1][0] == "guest"


def test_who_leaves_before_sitting_down_is_gone() -> None:
    room = Network()
    host, guest = Device(room, 1, table="1"), Device(room, 2)
    guest.open_link(host.invite())
    guest.press("join")
    host.send(ControlUsed("answer", guest.answer_link()))
    host.send(host.inbox.popleft())
    invitation = host.screen.invitation
    assert invitation is not None
    host.send(PeerTextReceived(invitation.peer, encode_message(Bye())))
    assert host.screen.status == "lost"
    assert host.screen.invitation is None


def test_who_watches_can_be_sent_away() -> None:
    room, (host, ben) = open_table()
    watcher = Device(room, 8)
    connect_guest(host, watcher, "invite-watcher")
    assert watcher.screen.seat is None
    host.press("free-watchers")
    assert watcher.screen.guest is not None
    assert watcher.screen.guest.refused == "removed"
    assert ben.screen.guest is not None
    assert not ben.screen.guest.refused
    host.press("free-watchers")


def cameras(device: Device) -> int:
    """Return how often a camera was opened and not closed."""
    kinds = [type(effect) for effect in device.effects]
    return kinds.count(StartScanning) - kinds.count(StopScanning)


def test_a_camera_does_not_stay_open() -> None:
    room = Network()
    host, guest = Device(room, 1, table="1"), Device(room, 2)
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
    host.press("answer", value=answer)  # somebody has sent it as well
    assert [device.screen.scanning for device in (host, guest)] == [False, False]
    assert [cameras(device) for device in (host, guest)] == [0, 0]
    host.press("scan", "start")
    assert not host.screen.scanning
    assert cameras(host) == 0
    host.press("door", "scan", "to-game")
    assert cameras(host) == 0
    room.disconnect((guest, 0), notify_both=True)
    room.settle()
    guest.press("door", "scan")
    guest.open_link(host.invite())
    assert not guest.screen.scanning
    assert cameras(guest) == 0


def test_an_answer_is_handed_over_as_long_as_there_is_a_table() -> None:
    room, (host, ben) = open_table()
    assert [e for e in host.effects if isinstance(e, ListenForAnswers)][-1].enabled
    host.press("start")
    old = host.invite("invite-watcher")
    late = Device(room, 8)
    late.open_link(old)
    late.press("join")
    host.press("to-game")
    host.send(AnswerRelayed(late.answer_link()))
    assert host.screen.is_in_lobby
    assert host.screen.status == "other-answer"
    ben.send(AnswerRelayed(late.answer_link()))
    assert ben.screen.status == ""
    host.press("leave-table", "leave-table-now")
    assert not [e for e in host.effects if isinstance(e, ListenForAnswers)][-1].enabled


def test_a_device_can_host_and_come_back_as_a_guest() -> None:
    room, (host, ben) = open_table()
    host.press("start")
    play_steps([host, ben], random.Random(1), 6)
    token = ben.screen.guest.token if ben.screen.guest else ""
    ben.press("leave-table", "leave-table-now")
    ben.press("together")
    assert ben.screen.host is not None
    cem = Device(room, 5)
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


def test_without_webrtc_nothing_is_offered_that_needs_it() -> None:
    def offered(device: Device) -> set[str]:
        model = device.model.with_session(can_connect=False)
        assert "This browser can't connect to other devices." in text_of(view(model))
        return page_actions(model) & {"invite", "invite-watcher", "scan", "join"}

    host = Device(Network(), 1, table="1")
    assert {"invite", "scan"} <= page_actions(host.model)
    assert offered(host) == set()
    assert "start" in page_actions(host.model.with_session(can_connect=False))
    host.press("invite")
    guest = Device(host.network, 2, invitation_link(host.model, host.table).partition("#")[2])
    assert "join" in page_actions(guest.model)
    assert offered(guest) == set()
