"""Real pages connect, talk and part; read codes before a camera; hand answers over."""

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

SOME = pack(Signal(1, 1, bytes(32), "AAAA", "A" * 24))
# Connections that say of themselves what they are told to say.
PRETENDING = """() => {
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
def talker(
    open_page: Callable[..., Driver], page_pool: PagePool, address: str
) -> Callable[..., PeerPage]:
    """Open the page in a browser of its own, and have a say in it."""

    def open_(visitor: BrowserContext | None = None) -> PeerPage:
        started = None if visitor else page_pool.acquire()
        if started is None:
            return PeerPage(open_page(visitor).page)
        started.go_to(address)
        Driver(started.page).wait_until_ready()
        return PeerPage(started.page)

    return open_


def news(page: PeerPage) -> list[list[object]]:
    """Return what a page was told and nobody asked for, but for whether it sensed the host."""
    return [told for told in page.unread_messages() if told[0] != "HostProbed"]


def test_two_pages_connect_and_talk(talker: Callable[..., PeerPage]) -> None:
    host, guest = talker(), talker()
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


def test_a_host_has_several_guests_and_takes_each_answer_once(
    talker: Callable[..., PeerPage],
) -> None:
    host, *guests = talker(), talker(), talker()
    answers, invitations = [], []
    for peer, guest in enumerate(guests, start=1):
        host.run_effect("CreateInvitation", peer, 500 + peer, peer)
        invitations.append(host.wait_for_message("InvitationCreated")[1])
        guest.run_effect("CreateAnswer", invitations[-1])
        answers.append(guest.wait_for_message("AnswerCreated")[0])
    # The other one's answer, its own invitation, half an answer, none: it waits on.
    for wrong in (answers[1], invitations[0], answers[0][:-9], "x", ""):
        host.run_effect("AcceptAnswer", 1, wrong)
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
    connect_peers(host, talker(), 1)
    guests[1].run_effect("SendText", 0, "still here")
    assert host.wait_for_message("PeerTextReceived") == [2, "still here"]
    assert host.unread_messages() == []


def test_who_sends_too_much_is_cut_off(talker: Callable[..., PeerPage]) -> None:
    host, guest = talker(), talker()
    connect_peers(host, guest)
    guest.run_effects([("SendText", 0, "x")] * 2000)
    assert host.wait_for_message("PeerDisconnected") == [1, "flood"]
    assert guest.wait_for_message("PeerDisconnected") == [0, "closed"]
    assert (
        200
        <= len([told for told in host.unread_messages() if told == ["PeerTextReceived", 1, "x"]])
        < 2000
    )
    connect_peers(host, guest)
    guest.run_effect("SendText", 0, "x" * 70_000)  # more than browsers send: its own one refuses
    assert guest.wait_for_message("PeerDisconnected") == [0, "failed"]
    assert host.wait_for_message("PeerDisconnected") == [1, "closed"]


def test_empty_texts_count_like_others(talker: Callable[..., PeerPage]) -> None:
    host, guest = talker(), talker()
    connect_peers(host, guest)
    guest.run_effects([("SendText", 0, "")] * 2000)
    assert host.wait_for_message("PeerDisconnected") == [1, "flood"]
    assert guest.wait_for_message("PeerDisconnected") == [0, "closed"]
    assert host.unread_messages() == news(guest) == []


def test_a_silence_is_told_of(talker: Callable[..., PeerPage]) -> None:
    host, guest = talker(), talker()
    connect_peers(host, guest)
    guest.run_effect("SendText", 0, "x")
    assert host.wait_for_message("PeerTextReceived") == [1, "x"]
    host.advance_clock(5)
    assert host.unread_messages() == []
    host.advance_clock(20)
    assert host.unread_messages() == [["PeerSilenceChanged", 1, True]]
    host.wait_for_message("PeerSilenceChanged")
    guest.advance_clock(2)  # an empty text
    assert host.take_messages(1) == [["PeerSilenceChanged", 1, False]]
    host.advance_clock(8)
    assert host.take_messages(1) == [["PeerSilenceChanged", 1, True]]
    guest.run_effect("SendText", 0, "y")
    assert host.take_messages(2) == [
        ["PeerSilenceChanged", 1, False],
        ["PeerTextReceived", 1, "y"],
    ]
    assert news(guest) == []


def test_a_page_that_was_stopped_accuses_nobody(talker: Callable[..., PeerPage]) -> None:
    host, guest = talker(), talker()
    connect_peers(host, guest)
    host.run_effect("SendText", 1, "x")
    assert guest.wait_for_message("PeerTextReceived") == [0, "x"]
    guest.suspend_for(600)
    guest.advance_clock(5)
    assert news(guest) == []
    guest.advance_clock(3)
    assert news(guest) == [["PeerSilenceChanged", 0, True]]


def test_a_closed_connection_has_no_pulse(talker: Callable[..., PeerPage]) -> None:
    host, guest = talker(), talker()
    connect_peers(host, guest)
    for page in (host, guest):
        page.wait_for_timer_count(1)
    guest.run_effect("DisconnectPeer", 0)
    assert host.wait_for_message("PeerDisconnected") == [1, "closed"]
    for page in (host, guest):
        page.wait_for_timer_count(0)
        page.advance_clock(20)
        assert news(page) == []


def test_who_was_accepted_and_does_not_come_is_given_up(talker: Callable[..., PeerPage]) -> None:
    host, guest = talker(), talker()
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
        host.page.evaluate("() => self.told.splice(0)")


def test_what_fails_in_passing_is_not_given_up(talker: Callable[..., PeerPage]) -> None:
    host, guest = talker(), talker()
    host.freeze_link_timers(browser_may_give_up=True)
    host.page.evaluate(PRETENDING)
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


def test_who_was_accepted_and_comes_is_not_given_up(talker: Callable[..., PeerPage]) -> None:
    host, guest = talker(), talker()
    host.freeze_link_timers()
    connect_peers(host, guest)
    host.wait_for_timer_count(2)
    host.advance_clock(30)
    host.wait_for_timer_count(1)
    guest.run_effect("SendText", 0, "x")
    assert host.wait_for_message("PeerTextReceived") == [1, "x"]
    assert [told for told in host.unread_messages() if told[0] != "PeerSilenceChanged"] == []


def test_what_is_hung_up_says_nothing_more(talker: Callable[..., PeerPage]) -> None:
    host, guest = talker(), talker()
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
    assert news(guest) == []


def test_a_browser_that_cannot_connect_says_so(
    talker: Callable[..., PeerPage], new_context: Callable[..., BrowserContext]
) -> None:
    visitor = new_context()
    visitor.add_init_script("delete self.RTCPeerConnection")
    page = talker(visitor)
    for text in (SOME, SOME[:-1], "", "x"):
        page.run_effect("CreateAnswer", text)
        assert page.wait_for_message("AnswerCreated") == [""]
    page.run_effect("CreateInvitation", 1, 1, 1)
    assert page.wait_for_message("InvitationCreated") == [1, ""]
    page.run_effects(
        [
            ("AcceptAnswer", 1, SOME),
            ("SendText", 1, "x"),
            ("DisconnectPeer", 1),
            ("DisconnectPeer", 0),
        ]
    )
    assert page.unread_messages() == []


def test_an_answer_in_another_tab_is_handed_over(
    talker: Callable[..., PeerPage], address: str, new_context: Callable[..., BrowserContext]
) -> None:
    visitor = new_context(locale="de-DE")
    host = talker(visitor)
    host.run_effect("ListenForAnswers", True)  # noqa: FBT003 - it is its only field
    other = visitor.new_page()
    asked: list[str] = []
    other.on("request", lambda request: asked.append(request.url))
    other.goto(f"{address}#answer={SOME}")
    other.wait_for_selector("html[data-handed='1'][data-qwixx=ready]", state="attached")
    assert host.wait_for_message("AnswerRelayed") == [SOME]
    said = "An deinen Tisch im anderen Tab übergeben. Du kannst diesen Tab schließen."
    assert other.locator("#boot-stage").inner_text() == said
    assert not other.locator("#boot-progress").is_visible()
    assert not [url for url in asked if "pyodide" in url]

    host.run_effect("ListenForAnswers", False)  # noqa: FBT003 - it is its only field
    other.reload()
    Driver(other).wait_until_ready()  # nobody takes it, so the page starts
    assert other.locator("html").get_attribute("data-handed") is None
    assert host.unread_messages() == []


def test_a_code_before_the_camera_is_read(
    chromium: Browser,
    address: str,
    page_problems: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(ROOT / qr.LIBRARY)
    film = tmp_path / "film.y4m"
    write_camera_video(film, f"{address}#answer={SOME}")
    page = open_page_with_camera(chromium, film, page_problems)
    page.goto(address)
    Driver(page).wait_until_ready()
    talker = PeerPage(page)
    show = "() => document.body.insertAdjacentHTML('beforeend', '<video data-camera></video>')"
    live = "() => document.querySelector('video[data-camera]').srcObject?.active ?? false"
    page.evaluate(show)
    talker.run_effect("StartScanning")
    assert talker.wait_for_message("QrCodeScanned") == [f"{address}#answer={SOME}"]
    assert not page.evaluate(live)
    talker.run_effects(
        [("StartScanning",), ("StopScanning",), ("StopScanning",), ("StartScanning",)]
    )
    assert talker.wait_for_message("QrCodeScanned") == [f"{address}#answer={SOME}"]
    assert not page.evaluate(live)
    assert talker.unread_messages() == []
    close_browser(page)


def test_without_a_camera(talker: Callable[..., PeerPage]) -> None:
    page = talker()
    page.run_effect("StartScanning")
    assert page.wait_for_message("CameraUnavailable") == []
    page.run_effect("StopScanning")
    page.run_effect("StartScanning")
    assert page.wait_for_message("CameraUnavailable") == []
