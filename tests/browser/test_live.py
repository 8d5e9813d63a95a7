"""Whole games at a live table: real pages, each in a browser of its own, connected by WebRTC."""

from __future__ import annotations

import os
import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

import pytest

from qwixx.publish.files import ROOT
from qwixx.ui.parts import qr
from tests.browser.accessibility import find_violations
from tests.browser.conftest import TIMEOUT_MS
from tests.browser.driver import Driver, wait_until
from tests.browser.fake_camera import close_browser, open_page_with_camera, write_camera_video
from tests.browser.test_same import SIZES, WIDER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.fresh_page
LATE = 30_000
"""How long an answer may take, in milliseconds: browsers give up sooner by themselves."""
LOOKS = TIMEOUT_MS // 100
"""How often it is looked whether a game has gone on: five browsers share one machine."""
# Somebody plays, carelessly and fast, as long as the game goes on and nobody says stop. A cell
# that is refused is left: what was offered a moment ago may be gone.
PLAY = """() => {
  self.halt = false;
  (async () => {
    const root = document.documentElement;
    for (let step = 0; root.dataset.phase !== 'over' && !self.halt; step++) {
      const offered = [...document.querySelectorAll('.sheet.large [data-offer=now]')];
      const go = document.querySelector('.controls .wide:not([aria-disabled=true])');
      if (root.dataset.actor !== undefined && root.dataset.screen === 'game')
        (step % 4 && offered.length ? offered[step % Math.min(2, offered.length)] : go)?.click();
      await new Promise((done) => setTimeout(done, 5));
    }
  })();
}"""
# What is crossed out on each sheet, and how many penalties there are.
SHEETS = """() => [...document.querySelectorAll('[data-player]')].map((sheet) => [
  sheet.dataset.player,
  [...sheet.querySelectorAll('[data-cell][aria-pressed=true], [data-cell][data-state=crossed]')]
    .map((cell) => cell.dataset.cell).sort().join(' '),
  [...sheet.querySelectorAll('[data-penalty][data-state=crossed]')].length,
]).sort().map(String)"""


@pytest.fixture
def people(new_context: Callable[..., BrowserContext]) -> Callable[[int], list[BrowserContext]]:
    """Return so many browsers, each with a storage of its own."""
    return lambda count: [
        new_context(has_touch=True, viewport={"width": 390, "height": 844}) for _ in range(count)
    ]


def host_of(open_page: Callable[..., Driver], context: BrowserContext, **asked: object) -> Page:
    page = open_page(context, table=1, speed="instant", names="Ann", **asked).page
    page.locator("html[data-screen=table]").wait_for(state="attached")
    return page


def act(page: Page, action: str) -> None:
    page.locator(f"[data-action='{action}']:visible").first.click()


def state(page: Page, seat: int, wanted: str) -> None:
    """Wait until a seat is so."""
    page.locator(f"[data-seat='{seat}'][data-state='{wanted}']").first.wait_for(
        state="attached", timeout=TIMEOUT_MS
    )


def invite(host: Page, action: str = "invite") -> str:
    """Invite somebody; return the link."""
    act(host, action)
    link = host.locator("[data-invite] [data-link]")
    link.wait_for(state="attached")
    return link.input_value()


def sit(link: str, guest: BrowserContext | Page, name: str) -> Page:
    """Let a guest open an invitation and take it, in a new page or in the one it has."""
    if hasattr(guest, "new_page"):
        page = guest.new_page()
        page.set_default_timeout(TIMEOUT_MS)
    else:
        page = guest
    page.goto(link)
    Driver(page).wait_until_ready()
    field = page.locator("[data-action='table-name']")
    field.wait_for()
    field.fill(name)
    act(page, "join")
    page.locator("[data-answer] [data-link]").wait_for(state="attached")
    return page


def take(host: Page, guest: Page) -> None:
    """Give the host a guest's answer."""
    answer = guest.locator("[data-answer] [data-link]").input_value()
    paste(host, answer)
    guest.locator("[data-answer]").wait_for(state="detached")


def paste(host: Page, text: str) -> None:
    field = host.locator("[data-action='answer']")
    field.fill(text)
    field.press("Enter")


def come(host: Page, guest: BrowserContext | Page, name: str, action: str = "invite") -> Page:
    page = sit(invite(host, action), guest, name)
    take(host, page)
    return page


def scan(host: Page, found: str) -> None:
    """Scan until something is shown: a camera may begin with the last picture of another film."""

    def is_found() -> bool:
        if host.locator(found).count():
            return True
        again = host.locator("[data-action='scan']:visible")
        if again.count():
            again.first.click()
        return False

    wait_until(is_found, host, LOOKS)


def play(pages: list[Page]) -> None:
    for page in pages:
        page.evaluate(PLAY)


def halt(pages: list[Page]) -> None:
    for page in pages:
        page.evaluate("() => { self.halt = true; }")


def over(pages: list[Page]) -> None:
    """Wait for the end, and make sure that all show the same sheets."""
    for page in pages:
        page.locator("html[data-phase=over]").wait_for(state="attached", timeout=TIMEOUT_MS)
    shown = [page.evaluate(SHEETS) for page in pages]
    assert all(sheets == shown[0] for sheets in shown)


def fair(guests: list[Page]) -> None:
    for page in guests:
        verdict = page.locator("[data-dice=fair]")
        verdict.wait_for(state="attached")
        assert verdict.inner_text() == "Dice checked: they were fair."


def test_two_phones_play_a_whole_game_and_another(
    open_page: Callable[..., Driver], people: Callable[[int], list[BrowserContext]]
) -> None:
    one, other = people(2)
    host = host_of(open_page, one)
    guest = come(host, other, "Ben <b>")
    state(host, 1, "here")
    assert host.locator("[data-invite] [data-link]").count() == 0
    act(host, "start")
    for page in (host, guest):
        page.locator("html[data-screen=game]").wait_for(state="attached")
    play([host, guest])
    over([host, guest])
    fair([guest])
    assert "Ben <b>" in host.locator("main").inner_text()
    act(host, "rematch")
    guest.locator("html[data-phase=roll]").wait_for(state="attached")
    play([host, guest])
    over([host, guest])
    fair([guest])
    act(guest, "leave-table")
    act(guest, "leave-table-now")
    guest.locator("html[data-screen=start]").wait_for(state="attached")
    guest.locator("[data-action=history]").click()
    guest.locator("[data-game-id]").nth(1).wait_for()
    state(host, 1, "away")


def test_a_table_goes_on_while_its_host_and_its_guest_learn_to_play(
    open_page: Callable[..., Driver], people: Callable[[int], list[BrowserContext]]
) -> None:
    one, other = people(2)
    host = host_of(open_page, one)
    guest = come(host, other, "Ben")
    act(host, "start")
    for page in (host, guest):
        page.locator("html[data-screen=game]").wait_for(state="attached")
    for away, there, seat in ((host, guest, 1), (guest, host, 0)):
        act(away, "rules")
        act(away, "learn")
        away.locator("[data-action=leave-lesson]").wait_for()
        play([there])
        away.locator("[data-summons]").wait_for()
        there.locator("html:not([data-actor])").wait_for(state="attached")
        halt([there])
        assert find_violations(away) == []
        assert away.evaluate(WIDER) <= 0
        act(away, "to-table")
        away.locator("[data-action=leave-lesson]").wait_for(state="detached")
        away.locator(f"[data-seat='{seat}']:not([data-waited])").first.wait_for(state="attached")
        away.locator("html[data-actor]").wait_for(state="attached")
    play([host, guest])
    over([host, guest])
    fair([guest])


class Sleeper(NamedTuple):
    """A guest's page, and the numbers of the processes in which it runs."""

    page: Page
    processes: set[int]


def gather(
    host: Page, contexts: list[BrowserContext], chromium: Browser
) -> tuple[Sleeper, Page, Page]:
    """Bring three guests and a bot to a table, through wrong answers, and begin the game."""
    others = processes(chromium)
    ben = sit(invite(host), contexts[0], "Ben")
    used = ben.locator("[data-answer] [data-link]").input_value()
    take(host, ben)
    bens = processes(chromium) - others
    cem = come(host, contexts[1], "Cem")
    dan = sit(invite(host), contexts[2], "Dan")
    paste(host, "https://example.org/#answer=ABC")
    host.locator("[data-told='not-answer']").wait_for()
    paste(host, used)
    host.locator("[data-told='other-answer']").wait_for()
    take(host, dan)
    state(host, 3, "here")
    act(host, "seat-bot")
    state(host, 4, "bot")
    act(host, "start")
    for page in (host, ben, cem, dan):
        page.locator("html[data-screen=game]").wait_for(state="attached")
    return Sleeper(ben, bens), cem, dan


def test_five_devices_play_longo_through_what_happens_to_phones(
    open_page: Callable[..., Driver],
    people: Callable[[int], list[BrowserContext]],
    chromium: Browser,
) -> None:
    """A host with a bot, three guests, one who watches; sleep, reloads, a killed guest."""
    contexts = people(5)
    host = host_of(open_page, contexts[0], variant="longo")
    ben, cem, dan = gather(host, contexts[1:4], chromium)
    play([host, ben.page, cem, dan])
    wait_until(lambda: turns(host) >= 2, host, LOOKS)

    with asleep(ben.processes):
        state(host, 1, "away")
    awake(host, ben)
    wait_until(lambda: turns(host) >= 3, host, LOOKS)

    act(host, "invite")
    watcher = sit(invite(host, "invite-watcher"), contexts[4], "Eve")
    host.wait_for_timeout(LATE)  # somebody who takes their time to answer
    take(host, watcher)
    for page in (host, watcher):
        page.locator("html[data-screen=game]").wait_for(state="attached")

    ben.page.reload()  # it is the same seat that it comes back to
    Driver(ben.page).wait_until_ready()
    state(host, 1, "away")
    come(host, ben.page, "Ben")
    state(host, 1, "here")
    play([ben.page])
    wait_until(lambda: turns(host) >= 5, host, LOOKS)

    cem.close()  # a phone whose battery is empty: a bot goes on
    state(host, 2, "away")
    act(host, "invite")
    act(host, "seat-bot:2")
    act(host, "to-game")
    state(host, 2, "bot")
    wait_until(lambda: turns(host) >= 7, host, LOOKS)

    halt([host])
    host.reload()  # all are invited anew, one after the other
    Driver(host).wait_until_ready()
    guests = {"Ben": ben.page, "Dan": dan}
    for page in guests.values():
        page.locator("[data-told=lost]").wait_for()

    def are_all_back() -> bool:
        """Invite guests who are lost: on a busy machine some may be lost again meanwhile."""
        for name, page in guests.items():
            if page.locator("[data-told=lost]").count():
                come(host, page, name)
        return host.locator("html[data-screen=game]").count() == 1

    wait_until(are_all_back, host, LOOKS)
    act(host, "invite")
    watcher = come(host, watcher, "Eve", "invite-watcher")
    play([host, ben.page, dan])
    over([host, ben.page, dan, watcher])
    fair([ben.page, dan])
    watcher.locator("[data-dice=late]").wait_for(state="attached")


def test_the_host_scans_what_the_guest_shows(
    open_page: Callable[..., Driver],
    chromium: Browser,
    address: str,
    page_problems: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(ROOT / qr.LIBRARY)
    film = tmp_path / "film.y4m"
    write_camera_video(film, "https://example.org/menu")
    host = open_page_with_camera(chromium, film, page_problems)
    host.goto(f"{address}?table=1&speed=instant")
    Driver(host).wait_until_ready()
    link = invite(host)
    act(host, "scan")
    host.locator("[data-told='not-answer']").wait_for()
    write_camera_video(film, link)
    scan(host, "[data-told='own-code']")
    guest = open_page().page
    guest.goto(link)  # the page is open: only what follows "#" changes
    act(guest, "join")
    answer = guest.locator("[data-answer] [data-link]")
    answer.wait_for(state="attached")
    write_camera_video(film, answer.input_value())
    scan(host, "[data-seat='1'][data-state='here']")
    guest.locator("[data-stage=welcome]").wait_for()
    close_browser(host)


def test_an_answer_that_is_opened_at_the_host_is_handed_over(
    open_page: Callable[..., Driver], people: Callable[[int], list[BrowserContext]]
) -> None:
    one, other = people(2)
    host = host_of(open_page, one)
    guest = sit(invite(host), other, "Ben")
    tab = one.new_page()
    tab.goto(guest.locator("[data-answer] [data-link]").input_value())
    state(host, 1, "here")
    # Opened in the host's own tab only what follows "#" changes. This guest sits in another tab of
    # the host's browser, which keeps what is the one's and what is the other's apart.
    guest = sit(invite(host), one, "Cem")
    answer = guest.locator("[data-answer] [data-link]").input_value()
    host.evaluate("(text) => { location.hash = text; }", answer.rpartition("#")[2])
    state(host, 2, "here")
    act(host, "start")
    for page in (host, guest):
        page.locator("html[data-screen=game]").wait_for(state="attached")


def test_it_is_as_good_for_who_does_not_see_it(
    open_page: Callable[..., Driver], people: Callable[[int], list[BrowserContext]]
) -> None:
    one, other = people(2)
    host = host_of(open_page, one, theme="dark")

    def check(page: Page) -> None:
        assert find_violations(page) == []
        before = page.viewport_size
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(WIDER) <= 0, (width, height)
        assert before
        page.set_viewport_size(before)

    check(host)
    link = invite(host)
    host.locator("[data-invite] svg").wait_for()
    check(host)
    guest = sit(link, other, "Ben")
    guest.locator("[data-answer] svg").wait_for()
    check(guest)
    take(host, guest)
    guest.locator("[data-stage=welcome]").wait_for()
    check(guest)
    act(host, "seat-bot")
    act(host, "seat-here")
    check(host)
    act(host, "start")
    for page in (host, guest):
        page.locator("html[data-screen=game]").wait_for(state="attached")
        check(page)
    guest.context.close()
    state(host, 1, "away")
    check(host)
    act(host, "invite")
    check(host)


def processes(chromium: Browser) -> set[int]:
    """Return the numbers of the processes in which pages run."""
    told = chromium.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
    return {one["id"] for one in told["processInfo"] if one["type"] == "renderer"}


@contextmanager
def asleep(processes: set[int]) -> Iterator[None]:
    """Let the processes of a page stand still, as a phone's do that sleeps."""
    try:
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        yield
    finally:
        for process in processes:
            os.kill(process, signal.SIGCONT)


def awake(host: Page, guest: Sleeper) -> None:
    """Wait until a guest is there again, who may have slept longer than a connection lasts."""
    here = host.locator("[data-seat='1'][data-state=here]")
    lost = guest.page.locator("[data-told=lost]")
    wait_until(lambda: here.count() + lost.count() > 0, host, LOOKS)
    if lost.count():
        come(host, guest.page, "Ben")
        play([guest.page])


def turns(page: Page) -> int:
    """Return in which turn a game is, as the page says."""
    text = page.locator(".bar-title").first.text_content() or ""
    digits = "".join(character for character in text if character.isdigit())
    return int(digits or 0)
