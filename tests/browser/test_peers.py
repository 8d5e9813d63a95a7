"""Connections between pages, QR codes read by a camera, and answers relayed between tabs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from qwixx.publish.files import ROOT
from qwixx.ui.model.signals import Signal, pack, unpack
from qwixx.ui.parts import qr
from tests.browser.driver import Driver
from tests.browser.fake_camera import close_browser, open_page_with_camera, write_camera_video
from tests.browser.peer_pages import PeerPage, connect_peers

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext

    from tests.browser.conftest import PagePool

SIGNAL = pack(Signal(1, 1, bytes(32), "AAAA", "A" * 24))
# Connections whose state a test can fake with `pretend()`
FAKE_CONNECTION_STATES = """() => {
  const made = [];
  let said = null;
  self.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(...given) { super(...given); made.push(this); }
    get connectionState() { return said ?? super.connectionState; }
  };
  self.pretend = (state) => {
    said = state;
    for (const one of made) one.dispatchEvent(new Event('connectionstatechange'));
  };
}"""


@pytest.fixture
def open_peer(
    open_page: Callable[..., Driver], page_pool: PagePool, address: str
) -> Callable[..., PeerPage]:
    """Return a function that opens a page to run effects, by default in a new browser context."""

    def open_peer_page(visitor: BrowserContext | None = None) -> PeerPage:
        reusable_page = None if visitor else page_pool.acquire()
        if reusable_page is None:
            return PeerPage(open_page(visitor).page)
        reusable_page.go_to(address)
        Driver(reusable_page.page).wait_until_ready()
        return PeerPage(reusable_page.page)

    return open_peer_page


def unread_messages_without_probes(page: PeerPage) -> list[list[object]]:
    """Return the unread messages of a page except `HostProbed`."""
    return [message for message in page.unread_messages() if message[0] != "HostProbed"]


def test_two_pages_connect_and_exchange_texts(open_peer: Callable[..., PeerPage]) -> None:
    host, guest = open_peer(), open_peer()
    host.run_effect("CreateInvitation", 3, 4711, 2)
    peer, invitation = host.wait_for_message("InvitationCreated")
    signal = unpack(invitation)
    assert (peer, signal.session, signal.seat) == (3, 4711, 2)
    assert signal.candidates
    guest.run_effect("CreateAnswer", invitation.lower())
    (text,) = guest.wait_for_message("AnswerCreated")
    assert (unpack(text).session, unpack(text).seat) == (4711, 2)
    assert guest.wait_for_message("HostProbed") == [0, True]
    host.run_effect("AcceptAnswer", 3, text)
    assert host.wait_for_message("PeerConnected") == [3]
    assert guest.wait_for_message("PeerConnected") == [0]

    host.run_effect("SendText", 3, "שלום 👋 " + "x" * 60_000)
    assert guest.wait_for_message("PeerTextReceived") == [0, "שלום 👋 " + "x" * 60_000]
    guest.run_effects([("SendText", 0, str(number)) for number in range(100)])
    assert [host.wait_for_message("PeerTextReceived") for _ in range(100)] == [
        [3, str(number)] for number in range(100)
    ]

    host.run_effect("SendText", 9, "to nobody")
    guest.run_effect("DisconnectPeer", 0)
    assert host.wait_for_message("PeerDisconnected") == [3, "closed"]
    guest.run_effect("SendText", 0, "too late")
    guest.run_effect("DisconnectPeer", 0)
    assert host.unread_messages() == guest.unread_messages() == []


def test_host_has_several_guests_and_accepts_each_answer_once(
    open_peer: Callable[..., PeerPage],
) -> None:
    host, *guests = open_peer(), open_peer(), open_peer()
    answers, invitations = [], []
    for peer, guest in enumerate(guests, start=1):
        host.run_effect("CreateInvitation", peer, 500 + peer, peer)
        invitations.append(host.wait_for_message("InvitationCreated")[1])
        guest.run_effect("CreateAnswer", invitations[-1])
        answers.append(guest.wait_for_message("AnswerCreated")[0])
    # The host ignores another guest's answer, its own invitation, and malformed or empty answers.
    for invalid_answer in (answers[1], invitations[0], answers[0][:-9], "x", ""):
        host.run_effect("AcceptAnswer", 1, invalid_answer)
    host.run_effect("AcceptAnswer", 7, answers[0])
    for peer, answer in enumerate(answers, start=1):
        host.run_effect("AcceptAnswer", peer, answer)
        assert host.wait_for_message("PeerConnected") == [peer]
        host.run_effect("AcceptAnswer", peer, answer)
    for peer, guest in enumerate(guests, start=1):
        assert guest.wait_for_message("PeerConnected") == [0]
        host.run_effect("SendText", peer, f"to {peer}")
        assert guest.wait_for_message("PeerTextReceived") == [0, f"to {peer}"]
        guest.run_effect("SendText", 0, f"from {peer}")
        assert host.wait_for_message("PeerTextReceived") == [peer, f"from {peer}"]
    guests[0].page.close()
    assert host.wait_for_message("PeerDisconnected") == [1, "closed"]
    connect_peers(host, open_peer(), 1)
    guests[1].run_effect("SendText", 0, "still here")
    assert host.wait_for_message("PeerTextReceived") == [2, "still here"]
    assert host.unread_messages() == []


def test_peer_over_rate_limit_is_disconnected(open_peer: Callable[..., PeerPage]) -> None:
    host, guest = open_peer(), open_peer()
    connect_peers(host, guest)
    guest.run_effects([("SendText", 0, "x")] * 2000)
    assert host.wait_for_message("PeerDisconnected") == [1, "flood"]
    assert guest.wait_for_message("PeerDisconnected") == [0, "closed"]
    assert (
        200
        <= len(
            [
                message
                for message in host.unread_messages()
                if message == ["PeerTextReceived", 1, "x"]
            ]
        )
        < 2000
    )
    connect_peers(host, guest)
    guest.run_effect("SendText", 0, "x" * 70_000)  # too long for the guest's own browser
    assert guest.wait_for_message("PeerDisconnected") == [0, "failed"]
    assert host.wait_for_message("PeerDisconnected") == [1, "closed"]


def test_empty_texts_count_toward_rate_limit(open_peer: Callable[..., PeerPage]) -> None:
    host, guest = open_peer(), open_peer()
    connect_peers(host, guest)
    guest.run_effects([("SendText", 0, "")] * 2000)
    assert host.wait_for_message("PeerDisconnected") == [1, "flood"]
    assert guest.wait_for_message("PeerDisconnected") == [0, "closed"]
    assert host.unread_messages() == unread_messages_without_probes(guest) == []


def test_silence_is_reported(open_peer: Callable[..., PeerPage]) -> None:
    host, guest = open_peer(), open_peer()
    connect_peers(host, guest)
    guest.run_effect("SendText", 0, "x")
    assert host.wait_for_message("PeerTextReceived") == [1, "x"]
    host.advance_clock(5)
    assert host.unread_messages() == []
    host.advance_clock(20)
    assert host.unread_messages() == [["PeerSilenceChanged", 1, True]]
    host.wait_for_message("PeerSilenceChanged")
    guest.advance_clock(2)  # sends a heartbeat, which is an empty text
    assert host.take_messages(1) == [["PeerSilenceChanged", 1, False]]
    host.advance_clock(8)
    assert host.take_messages(1) == [["PeerSilenceChanged", 1, True]]
    guest.run_effect("SendText", 0, "y")
    assert host.take_messages(2) == [
        ["PeerSilenceChanged", 1, False],
        ["PeerTextReceived", 1, "y"],
    ]
    assert unread_messages_without_probes(guest) == []


def test_resumed_page_does_not_mistake_suspension_for_silence(
    open_peer: Callable[..., PeerPage],
) -> None:
    host, guest = open_peer(), open_peer()
    connect_peers(host, guest)
    host.run_effect("SendText", 1, "x")
    assert guest.wait_for_message("PeerTextReceived") == [0, "x"]
    guest.suspend_for(600)
    guest.advance_clock(5)
    assert unread_messages_without_probes(guest) == []
    guest.advance_clock(3)
    assert unread_messages_without_probes(guest) == [["PeerSilenceChanged", 0, True]]


def test_closed_connection_has_no_heartbeat(open_peer: Callable[..., PeerPage]) -> None:
    host, guest = open_peer(), open_peer()
    connect_peers(host, guest)
    for page in (host, guest):
        page.wait_for_timer_count(1)
    guest.run_effect("DisconnectPeer", 0)
    assert host.wait_for_message("PeerDisconnected") == [1, "closed"]
    for page in (host, guest):
        page.wait_for_timer_count(0)
        page.advance_clock(20)
        assert unread_messages_without_probes(page) == []


def test_accepted_guest_who_does_not_connect_times_out(open_peer: Callable[..., PeerPage]) -> None:
    host, guest = open_peer(), open_peer()
    host.freeze_link_timers()
    for end in ("PeerDisconnected", "DisconnectPeer"):
        host.run_effect("CreateInvitation", 1, 5, 1)
        guest.run_effect("CreateAnswer", host.wait_for_message("InvitationCreated")[1])
        answer = guest.wait_for_message("AnswerCreated")[0]
        guest.run_effect("DisconnectPeer", 0)
        host.run_effect("AcceptAnswer", 1, answer)
        host.wait_for_timer_count(1)
        host.run_effect("AcceptAnswer", 1, answer)
        host.advance_clock(14)
        assert host.unread_messages() == []
        if end == "DisconnectPeer":
            host.run_effect("DisconnectPeer", 1)
            host.wait_for_timer_count(0)
        host.advance_clock(1)
        assert host.unread_messages() == (
            [["PeerDisconnected", 1, "failed"]] if end == "PeerDisconnected" else []
        )
        host.page.evaluate("() => self.messages.splice(0)")


def test_temporary_failure_does_not_end_connection(open_peer: Callable[..., PeerPage]) -> None:
    host, guest = open_peer(), open_peer()
    host.freeze_link_timers(browser_may_give_up=True)
    host.page.evaluate(FAKE_CONNECTION_STATES)
    host.run_effect("CreateInvitation", 1, 5, 1)
    guest.run_effect("CreateAnswer", host.wait_for_message("InvitationCreated")[1])
    answer = guest.wait_for_message("AnswerCreated")[0]
    host.page.evaluate("() => self.pretend('failed')")
    host.wait_for_timer_count(1)
    host.page.evaluate("() => self.pretend(null)")
    host.advance_clock(4)
    host.run_effect("AcceptAnswer", 1, answer)
    assert host.wait_for_message("PeerConnected") == [1]
    assert guest.wait_for_message("PeerConnected") == [0]
    host.run_effect("CreateInvitation", 2, 5, 1)
    host.wait_for_message("InvitationCreated")
    host.page.evaluate("() => self.pretend('failed')")
    host.advance_clock(3)
    assert host.unread_messages() == []
    host.advance_clock(1)
    assert host.wait_for_message("PeerDisconnected") == [2, "failed"]


def test_accepted_guest_who_connects_does_not_time_out(open_peer: Callable[..., PeerPage]) -> None:
    host, guest = open_peer(), open_peer()
    host.freeze_link_timers()
    connect_peers(host, guest)
    host.wait_for_timer_count(2)
    host.advance_clock(30)
    host.wait_for_timer_count(1)
    guest.run_effect("SendText", 0, "x")
    assert host.wait_for_message("PeerTextReceived") == [1, "x"]
    assert [
        message for message in host.unread_messages() if message[0] != "PeerSilenceChanged"
    ] == []


def test_canceled_connections_send_no_messages(open_peer: Callable[..., PeerPage]) -> None:
    host, guest = open_peer(), open_peer()
    host.run_effects(
        [
            ("CreateInvitation", 1, 5, 1),
            ("DisconnectPeer", 1),
            ("CreateInvitation", 1, 6, 1),
            ("CreateInvitation", 1, 7, 1),
        ]
    )
    invitation = host.wait_for_message("InvitationCreated")[1]
    assert unpack(invitation).session == 7
    guest.run_effects(
        [("CreateAnswer", invitation), ("DisconnectPeer", 0), ("CreateAnswer", invitation)]
    )
    host.run_effect("AcceptAnswer", 1, guest.wait_for_message("AnswerCreated")[0])
    assert host.wait_for_message("PeerConnected") == [1]
    assert guest.wait_for_message("PeerConnected") == [0]
    assert host.unread_messages() == []
    assert unread_messages_without_probes(guest) == []


def test_browser_without_webrtc_reports_failure(
    open_peer: Callable[..., PeerPage], new_context: Callable[..., BrowserContext]
) -> None:
    visitor = new_context()
    visitor.add_init_script("delete self.RTCPeerConnection")
    page = open_peer(visitor)
    for text in (SIGNAL, SIGNAL[:-1], "", "x"):
        page.run_effect("CreateAnswer", text)
        assert page.wait_for_message("AnswerCreated") == [""]
    page.run_effect("CreateInvitation", 1, 1, 1)
    assert page.wait_for_message("InvitationCreated") == [1, ""]
    page.run_effects(
        [
            ("AcceptAnswer", 1, SIGNAL),
            ("SendText", 1, "x"),
            ("DisconnectPeer", 1),
            ("DisconnectPeer", 0),
        ]
    )
    assert page.unread_messages() == []


def test_answer_in_another_tab_is_relayed_to_host(
    open_peer: Callable[..., PeerPage], address: str, new_context: Callable[..., BrowserContext]
) -> None:
    visitor = new_context(locale="de-DE")
    host = open_peer(visitor)
    host.run_effect("ListenForAnswers", True)  # noqa: FBT003 - its only field
    other_tab = visitor.new_page()
    requested_urls: list[str] = []
    other_tab.on("request", lambda request: requested_urls.append(request.url))
    other_tab.goto(f"{address}#answer={SIGNAL}")
    other_tab.wait_for_selector("html[data-handed='1'][data-qwixx=ready]", state="attached")
    assert host.wait_for_message("AnswerRelayed") == [SIGNAL]
    expected_text = "An deinen Tisch im anderen Tab übergeben. Du kannst diesen Tab schließen."
    assert other_tab.locator("#boot-stage").inner_text() == expected_text
    assert not other_tab.locator("#boot-progress").is_visible()
    assert not [url for url in requested_urls if "pyodide" in url]

    host.run_effect("ListenForAnswers", False)  # noqa: FBT003 - its only field
    other_tab.reload()
    Driver(other_tab).wait_until_ready()  # no host listens, so the page starts
    assert other_tab.locator("html").get_attribute("data-handed") is None
    assert host.unread_messages() == []


def test_camera_reads_code(
    chromium: Browser,
    address: str,
    page_problems: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(ROOT / qr.LIBRARY)
    video = tmp_path / "film.y4m"
    write_camera_video(video, f"{address}#answer={SIGNAL}")
    page = open_page_with_camera(chromium, video, page_problems)
    page.goto(address)
    Driver(page).wait_until_ready()
    peer = PeerPage(page)
    add_video = (
        "() => document.body.insertAdjacentHTML('beforeend', '<video data-camera></video>')"
    )
    is_camera_active = (
        "() => document.querySelector('video[data-camera]').srcObject?.active ?? false"
    )
    page.evaluate(add_video)
    peer.run_effect("StartScanning")
    assert peer.wait_for_message("QrCodeScanned") == [f"{address}#answer={SIGNAL}"]
    assert not page.evaluate(is_camera_active)
    peer.run_effects(
        [("StartScanning",), ("StopScanning",), ("StopScanning",), ("StartScanning",)]
    )
    assert peer.wait_for_message("QrCodeScanned") == [f"{address}#answer={SIGNAL}"]
    assert not page.evaluate(is_camera_active)
    assert peer.unread_messages() == []
    close_browser(page)


def test_missing_camera_is_reported(open_peer: Callable[..., PeerPage]) -> None:
    page = open_peer()
    page.run_effect("StartScanning")
    assert page.wait_for_message("CameraUnavailable") == []
    page.run_effect("StopScanning")
    page.run_effect("StartScanning")
    assert page.wait_for_message("CameraUnavailable") == []
