"""Real pages connect, talk and part; read codes before a camera; hand answers over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from qwixx.publish.files import ROOT
from qwixx.ui.model.signals import Signal, pack, unpack
from qwixx.ui.parts import qr
from tests.browser.conftest import FLAGS, PATIENCE, chromium_path
from tests.browser.driver import Driver
from tests.browser.talkers import Talker, connect

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext

SOME = pack(Signal(1, 1, bytes(32), "AAAA", "A" * 24))


@pytest.fixture
def talker(
    open_page: Callable[..., Driver], new_context: Callable[..., BrowserContext]
) -> Callable[..., Talker]:
    """Open the page in a browser of its own, and have a say in it."""

    def open_(visitor: BrowserContext | None = None) -> Talker:
        return Talker(open_page(visitor or new_context()).page)

    return open_


def test_two_pages_connect_and_talk(talker: Callable[..., Talker]) -> None:
    host, guest = talker(), talker()
    host.do("Offer", 3, 4711, 2)
    peer, invitation = host.next("Offered")
    signal = unpack(invitation)
    assert (peer, signal.session, signal.seat) == (3, 4711, 2)
    assert signal.candidates
    guest.do("Answer", invitation.lower())
    (text,) = guest.next("Answered")
    assert (unpack(text).session, unpack(text).seat) == (4711, 2)
    assert guest.next("Sensed") == [0, True]
    host.do("Accept", 3, text)
    assert host.next("Linked") == [3]
    assert guest.next("Linked") == [0]

    host.do("Post", 3, "שלום 👋 " + "x" * 60_000)
    assert guest.next("Heard") == [0, "שלום 👋 " + "x" * 60_000]
    guest.do_all([("Post", 0, str(number)) for number in range(100)])
    assert [host.next("Heard") for _ in range(100)] == [[3, str(number)] for number in range(100)]

    host.do("Post", 9, "to nobody")
    guest.do("HangUp", 0)
    assert host.next("Unlinked") == [3, "closed"]
    guest.do("Post", 0, "too late")
    guest.do("HangUp", 0)
    assert host.told() == guest.told() == []


def test_a_host_has_several_guests_and_takes_each_answer_once(
    talker: Callable[..., Talker],
) -> None:
    host, *guests = talker(), talker(), talker()
    answers, invitations = [], []
    for peer, guest in enumerate(guests, start=1):
        host.do("Offer", peer, 500 + peer, peer)
        invitations.append(host.next("Offered")[1])
        guest.do("Answer", invitations[-1])
        answers.append(guest.next("Answered")[0])
    # The other one's answer, its own invitation, half an answer, none: it waits on.
    for wrong in (answers[1], invitations[0], answers[0][:-9], "x", ""):
        host.do("Accept", 1, wrong)
    host.do("Accept", 7, answers[0])
    for peer, answer in enumerate(answers, start=1):
        host.do("Accept", peer, answer)
        assert host.next("Linked") == [peer]
        host.do("Accept", peer, answer)
    for peer, guest in enumerate(guests, start=1):
        assert guest.next("Linked") == [0]
        host.do("Post", peer, f"to {peer}")
        assert guest.next("Heard") == [0, f"to {peer}"]
        guest.do("Post", 0, f"from {peer}")
        assert host.next("Heard") == [peer, f"from {peer}"]
    guests[0].page.close()
    assert host.next("Unlinked") == [1, "closed"]
    connect(host, talker(), 1)
    guests[1].do("Post", 0, "still here")
    assert host.next("Heard") == [2, "still here"]
    assert host.told() == []


def test_who_sends_too_much_is_cut_off(talker: Callable[..., Talker]) -> None:
    host, guest = talker(), talker()
    connect(host, guest)
    guest.do_all([("Post", 0, "x")] * 2000)
    assert host.next("Unlinked") == [1, "flood"]
    assert guest.next("Unlinked") == [0, "closed"]
    assert 200 <= len([told for told in host.told() if told == ["Heard", 1, "x"]]) < 2000
    connect(host, guest)
    guest.do("Post", 0, "x" * 70_000)  # more than browsers send: its own one refuses
    assert guest.next("Unlinked") == [0, "failed"]
    assert host.next("Unlinked") == [1, "closed"]


def test_what_is_hung_up_says_nothing_more(talker: Callable[..., Talker]) -> None:
    host, guest = talker(), talker()
    host.do_all([("Offer", 1, 5, 1), ("HangUp", 1), ("Offer", 1, 6, 1), ("Offer", 1, 7, 1)])
    invitation = host.next("Offered")[1]
    assert unpack(invitation).session == 7
    guest.do_all([("Answer", invitation), ("HangUp", 0), ("Answer", invitation)])
    host.do("Accept", 1, guest.next("Answered")[0])
    assert host.next("Linked") == [1]
    assert guest.next("Linked") == [0]
    assert host.told() == []
    assert [told for told in guest.told() if told[0] != "Sensed"] == []


def test_a_browser_that_cannot_connect_says_so(
    talker: Callable[..., Talker], new_context: Callable[..., BrowserContext]
) -> None:
    visitor = new_context()
    visitor.add_init_script("delete self.RTCPeerConnection")
    page = talker(visitor)
    for text in (SOME, SOME[:-1], "", "x"):
        page.do("Answer", text)
        assert page.next("Answered") == [""]
    page.do("Offer", 1, 1, 1)
    assert page.next("Offered") == [1, ""]
    page.do_all([("Accept", 1, SOME), ("Post", 1, "x"), ("HangUp", 1), ("HangUp", 0)])
    assert page.told() == []


def test_an_answer_in_another_tab_is_handed_over(
    talker: Callable[..., Talker], address: str, new_context: Callable[..., BrowserContext]
) -> None:
    visitor = new_context(locale="de-DE")
    host = talker(visitor)
    host.do("Listen", True)  # noqa: FBT003 - it is its only field
    other = visitor.new_page()
    asked: list[str] = []
    other.on("request", lambda request: asked.append(request.url))
    other.goto(f"{address}#answer={SOME}")
    other.wait_for_selector("html[data-handed='1'][data-qwixx=ready]", state="attached")
    assert host.next("Handed") == [SOME]
    said = "Übergeben. Du kannst diese Seite schließen."
    assert other.locator("#boot-stage").inner_text() == said
    assert not other.locator("#boot-progress").is_visible()
    assert not [url for url in asked if "pyodide" in url]

    host.do("Listen", False)  # noqa: FBT003 - it is its only field
    other.reload()
    Driver(other).wait_ready()  # nobody takes it, so the page starts
    assert other.locator("html").get_attribute("data-handed") is None
    assert host.told() == []


def camera_film(path: Path, text: str) -> None:
    """Write what a camera sees that somebody holds a code before."""
    width, height, size = 640, 480, 6
    rows = qr.modules(text)
    picture = [bytearray([200]) * width for _ in range(height)]
    left = (width - size * len(rows)) // 2
    top = (height - size * len(rows)) // 2
    for y, row in enumerate(rows):
        for x, module in enumerate(row):
            for line in range(top + size * y, top + size * (y + 1)):
                start = left + size * x
                picture[line][start : start + size] = bytes([40 if module == "#" else 220]) * size
    frame = b"".join(picture) + bytes([128]) * (width * height // 2)
    path.write_bytes(b"YUV4MPEG2 W640 H480 F5:1 Ip A1:1 C420jpeg\nFRAME\n" + frame)


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
    camera = [
        *("--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"),
        f"--use-file-for-fake-video-capture={film}",
    ]
    path = chromium_path(chromium.browser_type)
    browser = chromium.browser_type.launch(executable_path=path, args=[*FLAGS, *camera])
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    wrong = ("error", "warning")
    page.on("console", lambda said: complaints.append(said.text) if said.type in wrong else None)
    page.on("pageerror", lambda error: complaints.append(f"{error}"))
    page.goto(address)
    Driver(page).wait_ready()
    talker = Talker(page)
    show = "() => document.body.insertAdjacentHTML('beforeend', '<video data-camera></video>')"
    live = "() => document.querySelector('video[data-camera]').srcObject?.active ?? false"
    page.evaluate(show)
    talker.do("Scan")
    assert talker.next("Scanned") == [f"{address}#answer={SOME}"]
    assert not page.evaluate(live)
    talker.do_all([("Scan",), ("StopScan",), ("StopScan",), ("Scan",)])
    assert talker.next("Scanned") == [f"{address}#answer={SOME}"]
    assert not page.evaluate(live)
    assert talker.told() == []
    browser.close()


def test_without_a_camera(talker: Callable[..., Talker]) -> None:
    page = talker()
    page.do("Scan")
    assert page.next("NoCamera") == []
    page.do("StopScan")
    page.do("Scan")
    assert page.next("NoCamera") == []
