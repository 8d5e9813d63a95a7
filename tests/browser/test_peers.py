"""Real pages connect, talk and part; read codes before a camera; hand answers over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from qwixx.publish.files import ROOT
from qwixx.ui.model.signals import Signal, pack, unpack
from qwixx.ui.parts import qr
from tests.browser.camera import camera_film, close, with_camera
from tests.browser.driver import Driver
from tests.browser.talkers import Talker, connect

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext

    from tests.browser.conftest import Lender

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
    open_page: Callable[..., Driver], lender: Lender, address: str
) -> Callable[..., Talker]:
    """Open the page in a browser of its own, and have a say in it."""

    def open_(visitor: BrowserContext | None = None) -> Talker:
        started = None if visitor else lender.lend()
        if started is None:
            return Talker(open_page(visitor).page)
        started.go(address)
        Driver(started.page).wait_ready()
        return Talker(started.page)

    return open_


def news(page: Talker) -> list[list[object]]:
    """Return what a page was told and nobody asked for, but for whether it sensed the host."""
    return [told for told in page.told() if told[0] != "HostProbed"]


def test_two_pages_connect_and_talk(talker: Callable[..., Talker]) -> None:
    host, guest = talker(), talker()
    host.do("CreateInvitation", 3, 4711, 2)
    peer, invitation = host.next("InvitationCreated")
    signal = unpack(invitation)
    assert (peer, signal.session, signal.seat) == (3, 4711, 2)
    assert signal.candidates
    guest.do("CreateAnswer", invitation.lower())
    (text,) = guest.next("AnswerCreated")
    assert (unpack(text).session, unpack(text).seat) == (4711, 2)
    assert guest.next("HostProbed") == [0, True]
    host.do("AcceptAnswer", 3, text)
    assert host.next("PeerConnected") == [3]
    assert guest.next("PeerConnected") == [0]

    host.do("SendText", 3, "שלום 👋 " + "x" * 60_000)
    assert guest.next("PeerTextReceived") == [0, "שלום 👋 " + "x" * 60_000]
    guest.do_all([("SendText", 0, str(number)) for number in range(100)])
    assert [host.next("PeerTextReceived") for _ in range(100)] == [
        [3, str(number)] for number in range(100)
    ]

    host.do("SendText", 9, "to nobody")
    guest.do("DisconnectPeer", 0)
    assert host.next("PeerDisconnected") == [3, "closed"]
    guest.do("SendText", 0, "too late")
    guest.do("DisconnectPeer", 0)
    assert host.told() == guest.told() == []


def test_a_host_has_several_guests_and_takes_each_answer_once(
    talker: Callable[..., Talker],
) -> None:
    host, *guests = talker(), talker(), talker()
    answers, invitations = [], []
    for peer, guest in enumerate(guests, start=1):
        host.do("CreateInvitation", peer, 500 + peer, peer)
        invitations.append(host.next("InvitationCreated")[1])
        guest.do("CreateAnswer", invitations[-1])
        answers.append(guest.next("AnswerCreated")[0])
    # The other one's answer, its own invitation, half an answer, none: it waits on.
    for wrong in (answers[1], invitations[0], answers[0][:-9], "x", ""):
        host.do("AcceptAnswer", 1, wrong)
    host.do("AcceptAnswer", 7, answers[0])
    for peer, answer in enumerate(answers, start=1):
        host.do("AcceptAnswer", peer, answer)
        assert host.next("PeerConnected") == [peer]
        host.do("AcceptAnswer", peer, answer)
    for peer, guest in enumerate(guests, start=1):
        assert guest.next("PeerConnected") == [0]
        host.do("SendText", peer, f"to {peer}")
        assert guest.next("PeerTextReceived") == [0, f"to {peer}"]
        guest.do("SendText", 0, f"from {peer}")
        assert host.next("PeerTextReceived") == [peer, f"from {peer}"]
    guests[0].page.close()
    assert host.next("PeerDisconnected") == [1, "closed"]
    connect(host, talker(), 1)
    guests[1].do("SendText", 0, "still here")
    assert host.next("PeerTextReceived") == [2, "still here"]
    assert host.told() == []


def test_who_sends_too_much_is_cut_off(talker: Callable[..., Talker]) -> None:
    host, guest = talker(), talker()
    connect(host, guest)
    guest.do_all([("SendText", 0, "x")] * 2000)
    assert host.next("PeerDisconnected") == [1, "flood"]
    assert guest.next("PeerDisconnected") == [0, "closed"]
    assert (
        200 <= len([told for told in host.told() if told == ["PeerTextReceived", 1, "x"]]) < 2000
    )
    connect(host, guest)
    guest.do("SendText", 0, "x" * 70_000)  # more than browsers send: its own one refuses
    assert guest.next("PeerDisconnected") == [0, "failed"]
    assert host.next("PeerDisconnected") == [1, "closed"]


def test_empty_texts_count_like_others(talker: Callable[..., Talker]) -> None:
    host, guest = talker(), talker()
    connect(host, guest)
    guest.do_all([("SendText", 0, "")] * 2000)
    assert host.next("PeerDisconnected") == [1, "flood"]
    assert guest.next("PeerDisconnected") == [0, "closed"]
    assert host.told() == news(guest) == []


def test_a_silence_is_told_of(talker: Callable[..., Talker]) -> None:
    host, guest = talker(), talker()
    connect(host, guest)
    guest.do("SendText", 0, "x")
    assert host.next("PeerTextReceived") == [1, "x"]
    host.pass_time(5)
    assert host.told() == []
    host.pass_time(20)
    assert host.told() == [["PeerSilenceChanged", 1, True]]
    host.next("PeerSilenceChanged")
    guest.pass_time(2)  # an empty text
    assert host.wait_until_told(1) == [["PeerSilenceChanged", 1, False]]
    host.pass_time(8)
    assert host.wait_until_told(1) == [["PeerSilenceChanged", 1, True]]
    guest.do("SendText", 0, "y")
    assert host.wait_until_told(2) == [
        ["PeerSilenceChanged", 1, False],
        ["PeerTextReceived", 1, "y"],
    ]
    assert news(guest) == []


def test_a_page_that_was_stopped_accuses_nobody(talker: Callable[..., Talker]) -> None:
    host, guest = talker(), talker()
    connect(host, guest)
    host.do("SendText", 1, "x")
    assert guest.next("PeerTextReceived") == [0, "x"]
    guest.stop_for(600)
    guest.pass_time(5)
    assert news(guest) == []
    guest.pass_time(3)
    assert news(guest) == [["PeerSilenceChanged", 0, True]]


def test_a_closed_connection_has_no_pulse(talker: Callable[..., Talker]) -> None:
    host, guest = talker(), talker()
    connect(host, guest)
    for page in (host, guest):
        page.wait_for_sleepers(1)
    guest.do("DisconnectPeer", 0)
    assert host.next("PeerDisconnected") == [1, "closed"]
    for page in (host, guest):
        page.wait_for_sleepers(0)
        page.pass_time(20)
        assert news(page) == []


def test_who_was_accepted_and_does_not_come_is_given_up(talker: Callable[..., Talker]) -> None:
    host, guest = talker(), talker()
    host.hold()
    for end in ("PeerDisconnected", "DisconnectPeer"):
        host.do("CreateInvitation", 1, 5, 1)
        guest.do("CreateAnswer", host.next("InvitationCreated")[1])
        answer = guest.next("AnswerCreated")[0]
        guest.do("DisconnectPeer", 0)
        host.do("AcceptAnswer", 1, answer)
        host.wait_for_sleepers(1)
        host.do("AcceptAnswer", 1, answer)
        host.pass_time(14)
        assert host.told() == []
        if end == "DisconnectPeer":
            host.do("DisconnectPeer", 1)
            host.wait_for_sleepers(0)
        host.pass_time(1)
        assert host.told() == (
            [["PeerDisconnected", 1, "failed"]] if end == "PeerDisconnected" else []
        )
        host.page.evaluate("() => self.told.splice(0)")


def test_what_fails_in_passing_is_not_given_up(talker: Callable[..., Talker]) -> None:
    host, guest = talker(), talker()
    host.hold(gives_up=True)
    host.page.evaluate(PRETENDING)
    host.do("CreateInvitation", 1, 5, 1)
    guest.do("CreateAnswer", host.next("InvitationCreated")[1])
    answer = guest.next("AnswerCreated")[0]
    host.page.evaluate("() => self.pretend('failed')")
    host.wait_for_sleepers(1)
    host.page.evaluate("() => self.pretend(null)")
    host.pass_time(4)
    host.do("AcceptAnswer", 1, answer)
    assert host.next("PeerConnected") == [1]
    assert guest.next("PeerConnected") == [0]
    host.do("CreateInvitation", 2, 5, 1)
    host.next("InvitationCreated")
    host.page.evaluate("() => self.pretend('failed')")
    host.pass_time(3)
    assert host.told() == []
    host.pass_time(1)
    assert host.next("PeerDisconnected") == [2, "failed"]


def test_who_was_accepted_and_comes_is_not_given_up(talker: Callable[..., Talker]) -> None:
    host, guest = talker(), talker()
    host.hold()
    connect(host, guest)
    host.wait_for_sleepers(2)
    host.pass_time(30)
    host.wait_for_sleepers(1)
    guest.do("SendText", 0, "x")
    assert host.next("PeerTextReceived") == [1, "x"]
    assert [told for told in host.told() if told[0] != "PeerSilenceChanged"] == []


def test_what_is_hung_up_says_nothing_more(talker: Callable[..., Talker]) -> None:
    host, guest = talker(), talker()
    host.do_all(
        [
            ("CreateInvitation", 1, 5, 1),
            ("DisconnectPeer", 1),
            ("CreateInvitation", 1, 6, 1),
            ("CreateInvitation", 1, 7, 1),
        ]
    )
    invitation = host.next("InvitationCreated")[1]
    assert unpack(invitation).session == 7
    guest.do_all(
        [("CreateAnswer", invitation), ("DisconnectPeer", 0), ("CreateAnswer", invitation)]
    )
    host.do("AcceptAnswer", 1, guest.next("AnswerCreated")[0])
    assert host.next("PeerConnected") == [1]
    assert guest.next("PeerConnected") == [0]
    assert host.told() == []
    assert news(guest) == []


def test_a_browser_that_cannot_connect_says_so(
    talker: Callable[..., Talker], new_context: Callable[..., BrowserContext]
) -> None:
    visitor = new_context()
    visitor.add_init_script("delete self.RTCPeerConnection")
    page = talker(visitor)
    for text in (SOME, SOME[:-1], "", "x"):
        page.do("CreateAnswer", text)
        assert page.next("AnswerCreated") == [""]
    page.do("CreateInvitation", 1, 1, 1)
    assert page.next("InvitationCreated") == [1, ""]
    page.do_all(
        [
            ("AcceptAnswer", 1, SOME),
            ("SendText", 1, "x"),
            ("DisconnectPeer", 1),
            ("DisconnectPeer", 0),
        ]
    )
    assert page.told() == []


def test_an_answer_in_another_tab_is_handed_over(
    talker: Callable[..., Talker], address: str, new_context: Callable[..., BrowserContext]
) -> None:
    visitor = new_context(locale="de-DE")
    host = talker(visitor)
    host.do("ListenForAnswers", True)  # noqa: FBT003 - it is its only field
    other = visitor.new_page()
    asked: list[str] = []
    other.on("request", lambda request: asked.append(request.url))
    other.goto(f"{address}#answer={SOME}")
    other.wait_for_selector("html[data-handed='1'][data-qwixx=ready]", state="attached")
    assert host.next("AnswerRelayed") == [SOME]
    said = "An deinen Tisch im anderen Tab übergeben. Du kannst diesen Tab schließen."
    assert other.locator("#boot-stage").inner_text() == said
    assert not other.locator("#boot-progress").is_visible()
    assert not [url for url in asked if "pyodide" in url]

    host.do("ListenForAnswers", False)  # noqa: FBT003 - it is its only field
    other.reload()
    Driver(other).wait_ready()  # nobody takes it, so the page starts
    assert other.locator("html").get_attribute("data-handed") is None
    assert host.told() == []


def test_a_code_before_the_camera_is_read(
    chromium: Browser,
    address: str,
    complaints: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(ROOT / qr.LIBRARY)
    film = tmp_path / "film.y4m"
    camera_film(film, f"{address}#answer={SOME}")
    page = with_camera(chromium, film, complaints)
    page.goto(address)
    Driver(page).wait_ready()
    talker = Talker(page)
    show = "() => document.body.insertAdjacentHTML('beforeend', '<video data-camera></video>')"
    live = "() => document.querySelector('video[data-camera]').srcObject?.active ?? false"
    page.evaluate(show)
    talker.do("StartScanning")
    assert talker.next("QrCodeScanned") == [f"{address}#answer={SOME}"]
    assert not page.evaluate(live)
    talker.do_all([("StartScanning",), ("StopScanning",), ("StopScanning",), ("StartScanning",)])
    assert talker.next("QrCodeScanned") == [f"{address}#answer={SOME}"]
    assert not page.evaluate(live)
    assert talker.told() == []
    close(page)


def test_without_a_camera(talker: Callable[..., Talker]) -> None:
    page = talker()
    page.do("StartScanning")
    assert page.next("CameraUnavailable") == []
    page.do("StopScanning")
    page.do("StartScanning")
    assert page.next("CameraUnavailable") == []
