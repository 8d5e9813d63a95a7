"""Whole games at a live table: pages in separate browser contexts, connected by WebRTC."""

from __future__ import annotations

import os
import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

import pytest

from qwixx.publish.files import ROOT
from qwixx.ui.parts import qr
from tests.browser.accessibility import find_violations
from tests.browser.driver import Driver, wait_until
from tests.browser.fake_camera import close_browser, open_page_with_camera, write_camera_video
from tests.browser.peer_pages import COUNT_PATHS
from tests.browser.test_same_dice import SIZES, WIDER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Dialog, Page

pytestmark = pytest.mark.fresh_page
TIMEOUT_MS = 120_000
"""Timeout for whole games: longer than usual, because five pages share one machine."""
ANSWER_DELAY_MS = 30_000
"""Delay before a host enters an answer; browsers by themselves would give up sooner."""
RECONNECTING = "Reconnecting to your guests…"
MAX_ATTEMPTS = TIMEOUT_MS // 100
"""Limit for `wait_until`."""
# Play fast and carelessly until the game ends or `halt` is set. A click may have no effect: a cell
# that was offered a moment ago may no longer be legal.
START_AUTOPLAY = """() => {
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
# Each sheet's player, crossed-out cells, and number of penalties
READ_SHEETS = """() => [...document.querySelectorAll('[data-player]')].map((sheet) => [
  sheet.dataset.player,
  [...sheet.querySelectorAll('[data-cell][aria-pressed=true], [data-cell][data-state=crossed]')]
    .map((cell) => cell.dataset.cell).sort().join(' '),
  [...sheet.querySelectorAll('[data-penalty][data-state=crossed]')].length,
]).sort().map(String)"""

# Sizes of a television's page in pixels, and the space below and beside it that is not used up
MEASURE_TELEVISION = """() => {
  const root = document.documentElement;
  const font = (selector) => Math.min(...[...document.querySelectorAll(selector)]
    .map((element) => parseFloat(getComputedStyle(element).fontSize)));
  return {
    turn: font('.headline'), names: font('.sheet .owner .name'), points: font('.sheet .score'),
    numbers: font('.sheet[data-active] .cell[data-state=open]'),
    dice: Math.min(...[...document.querySelectorAll('.die')].map((die) => die.offsetWidth)),
    code: document.querySelector('.on-television .qr').getBoundingClientRect().width,
    space: Math.min(root.clientHeight - root.scrollHeight, root.clientWidth - root.scrollWidth),
  };
}"""
LARGE_ENOUGH = {
    "turn": 60, "names": 40, "points": 40, "numbers": 32, "dice": 96, "code": 180, "space": 0,
}  # fmt: skip
"""Minimum sizes in a window of 1920 by 1080 pixels."""
# Sizes of a television's result in pixels, and whether its bar lies over the sheets
MEASURE_RESULT = """() => {
  const style = (selector) => getComputedStyle(document.querySelector(selector));
  const font = (selector) => parseFloat(style(selector).fontSize);
  return {
    names: font('.ranking .name'), points: font('.ranking .total'), chart: font('.scale'),
    bars: parseFloat(style('.bars').height),
    lies_over_sheets: style('.controls').position === 'sticky',
  };
}"""
LARGE_RESULT = {"names": 40, "points": 50, "chart": 32, "bars": 50, "lies_over_sheets": 0}


@pytest.fixture
def make_phones(
    new_context: Callable[..., BrowserContext],
) -> Callable[[int], list[BrowserContext]]:
    """Return a function that makes browser contexts of phones, each with its own storage."""
    return lambda count: [
        new_context(has_touch=True, viewport={"width": 390, "height": 844}) for _ in range(count)
    ]


def open_host_page(
    open_page: Callable[..., Driver], context: BrowserContext, **parameters: object
) -> Page:
    page = open_page(context, table=1, speed="instant", names="Ann", **parameters).page
    page.locator("html[data-screen=table]").wait_for(state="attached")
    return page


def click_action(page: Page, action: str) -> None:
    page.locator(f"[data-action='{action}']:visible").first.click()


def wait_for_seat_state(page: Page, seat: int, state: str) -> None:
    page.locator(f"[data-seat='{seat}'][data-state='{state}']").first.wait_for(
        state="attached", timeout=TIMEOUT_MS
    )


def create_invitation(host: Page, action: str = "invite") -> str:
    """Create an invitation and return its link."""
    click_action(host, action)
    link = host.locator("[data-invite] [data-link]")
    link.wait_for(state="attached")
    return link.input_value()


def join_by_invitation(link: str, guest: BrowserContext | Page, name: str) -> Page:
    """Open an invitation and create an answer; return the guest's page.

    Use the guest's own page, or else open a new page in the guest's browser context.
    """
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
    click_action(page, "join")
    page.locator("[data-answer] [data-link]").wait_for(state="attached")
    return page


def accept_answer(host: Page, guest: Page) -> None:
    """Paste a guest's answer on the host's page, and wait until the guest is connected."""
    answer = guest.locator("[data-answer] [data-link]").input_value()
    host.locator("[data-action='answer']").fill(answer)
    guest.locator("[data-answer]").wait_for(state="detached")


def enter_answer(host: Page, text: str) -> None:
    field = host.locator("[data-action='answer']")
    field.fill(text)
    field.press("Enter")


def connect_guest(
    host: Page, guest: BrowserContext | Page, name: str, action: str = "invite"
) -> Page:
    page = join_by_invitation(create_invitation(host, action), guest, name)
    accept_answer(host, page)
    return page


def scan_until_visible(host: Page, selector: str) -> None:
    """Scan until an element appears: a camera may start with a frame of its previous video."""

    def has_appeared() -> bool:
        if host.locator(selector).count():
            return True
        scan_button = host.locator("[data-action='scan']:visible")
        if scan_button.count():
            scan_button.first.click()
        return False

    wait_until(has_appeared, host, MAX_ATTEMPTS)


def start_autoplay(pages: list[Page]) -> None:
    for page in pages:
        page.evaluate(START_AUTOPLAY)


def stop_autoplay(pages: list[Page]) -> None:
    for page in pages:
        page.evaluate("() => { self.halt = true; }")


def wait_for_same_results(pages: list[Page]) -> None:
    """Wait for the end of the game, and check that all pages show the same sheets."""
    for page in pages:
        page.locator("html[data-phase=over]").wait_for(state="attached", timeout=TIMEOUT_MS)
    all_sheets = [page.evaluate(READ_SHEETS) for page in pages]
    assert all(sheets == all_sheets[0] for sheets in all_sheets)


def assert_dice_were_fair(pages: list[Page]) -> None:
    for page in pages:
        verdict = page.locator("[data-dice=fair]")
        verdict.wait_for(state="attached")
        assert verdict.inner_text().startswith("Your device had a part in the dice. Checked.")


def test_enter_in_name_field_joins(
    open_page: Callable[..., Driver], make_phones: Callable[[int], list[BrowserContext]]
) -> None:
    phones = make_phones(2)
    host = open_host_page(open_page, phones[0])
    page = phones[1].new_page()
    page.goto(create_invitation(host))
    Driver(page).wait_until_ready()
    page.locator("[data-action='table-name']").fill("Ben")
    page.locator("[data-action='table-name']").press("Enter")
    page.locator("[data-answer] [data-link]").wait_for(state="attached")
    accept_answer(host, page)
    wait_for_seat_state(host, 1, "here")
    assert "Ben" in host.locator("[data-seat='1']").first.inner_text()


def test_two_phones_play_game_and_rematch(
    open_page: Callable[..., Driver], make_phones: Callable[[int], list[BrowserContext]]
) -> None:
    host_phone, guest_phone = make_phones(2)
    host = open_host_page(open_page, host_phone)
    guest = connect_guest(host, guest_phone, "Ben <b>")
    wait_for_seat_state(host, 1, "here")
    assert host.locator("[data-invite] [data-link]").count() == 0
    click_action(host, "start")
    for page in (host, guest):
        page.locator("html[data-screen=game]").wait_for(state="attached")
    start_autoplay([host, guest])
    wait_for_same_results([host, guest])
    assert_dice_were_fair([guest])
    assert "Ben <b>" in host.locator("main").inner_text()
    click_action(host, "rematch")
    guest.locator("html[data-phase=roll]").wait_for(state="attached")
    start_autoplay([host, guest])
    wait_for_same_results([host, guest])
    assert_dice_were_fair([guest])
    click_action(guest, "leave-table")
    click_action(guest, "leave-table-now")
    guest.locator("html[data-screen=start]").wait_for(state="attached")
    guest.locator("[data-action=history]").click()
    guest.locator("[data-game-id]").nth(1).wait_for()
    wait_for_seat_state(host, 1, "away")


def test_live_table_survives_lessons_of_host_and_guest(
    open_page: Callable[..., Driver], make_phones: Callable[[int], list[BrowserContext]]
) -> None:
    host_phone, guest_phone = make_phones(2)
    host = open_host_page(open_page, host_phone)
    guest = connect_guest(host, guest_phone, "Ben")
    click_action(host, "start")
    for page in (host, guest):
        page.locator("html[data-screen=game]").wait_for(state="attached")
    for learner, opponent, opponent_seat in ((host, guest, 1), (guest, host, 0)):
        click_action(learner, "rules")
        click_action(learner, "learn")
        learner.locator("[data-action=leave-lesson]").wait_for()
        start_autoplay([opponent])
        learner.locator("[data-summons]").wait_for()
        opponent.locator("html:not([data-actor])").wait_for(state="attached")
        stop_autoplay([opponent])
        assert find_violations(learner) == []
        assert learner.evaluate(WIDER) <= 0
        click_action(learner, "to-table")
        learner.locator("[data-action=leave-lesson]").wait_for(state="detached")
        learner.locator(f"[data-seat='{opponent_seat}']:not([data-waited])").first.wait_for(
            state="attached"
        )
        learner.locator("html[data-actor]").wait_for(state="attached")
    start_autoplay([host, guest])
    wait_for_same_results([host, guest])
    assert_dice_were_fair([guest])


def wait_for_next_turn(host: Page) -> None:
    turn = turn_number(host)
    wait_until(lambda: turn_number(host) > turn, host, MAX_ATTEMPTS)


def test_three_devices_reload_one_after_another(
    open_page: Callable[..., Driver], make_phones: Callable[[int], list[BrowserContext]]
) -> None:
    """Each device makes a new chain after its reload, and the dice stay fair."""
    phones = make_phones(3)
    host = open_host_page(open_page, phones[0])
    guests = {
        name: connect_guest(host, phone, name)
        for name, phone in zip(("Ben", "Cem"), phones[1:], strict=True)
    }
    click_action(host, "start")
    pages = [host, *guests.values()]
    for page in pages:
        page.locator("html[data-screen=game]").wait_for(state="attached")
    start_autoplay(pages)
    for page in [*guests.values(), host]:
        wait_for_next_turn(host)
        devices = [(host, "table", 2)] if page is host else [(host, "table", 2), (page, "seat", 1)]
        paths = [device.evaluate(COUNT_PATHS, [*slot, ""]) for device, *slot in devices]
        page.reload()
        Driver(page).wait_until_ready()
        page.locator("html[data-screen=game]").wait_for(state="attached")
        start_autoplay([page])
        for (device, *slot), before in zip(devices, paths, strict=True):
            device.evaluate(COUNT_PATHS, [*slot, before])  # ready for another reload
    wait_for_same_results(pages)
    assert_dice_were_fair([*guests.values()])
    host.locator(".dice-checked summary").click()
    host.locator(".chain-picture").first.wait_for()
    assert host.evaluate(WIDER) <= 0
    assert find_violations(host) == []


class SuspendableGuest(NamedTuple):
    """A guest's page and the IDs of its renderer processes."""

    page: Page
    process_ids: set[int]


def start_game_with_three_guests(
    host: Page, contexts: list[BrowserContext], chromium: Browser
) -> tuple[SuspendableGuest, Page, Page]:
    """Fill a table with three guests and a bot, despite wrong answers, and start the game.

    Return the guests.
    """
    other_process_ids = renderer_process_ids(chromium)
    ben = join_by_invitation(create_invitation(host), contexts[0], "Ben")
    used_answer = ben.locator("[data-answer] [data-link]").input_value()
    accept_answer(host, ben)
    ben_process_ids = renderer_process_ids(chromium) - other_process_ids
    cem = connect_guest(host, contexts[1], "Cem")
    dan = join_by_invitation(create_invitation(host), contexts[2], "Dan")
    enter_answer(host, "https://example.org/#answer=ABC")
    host.locator("[data-told='not-answer']").wait_for()
    enter_answer(host, used_answer)
    host.locator("[data-told='other-answer']").wait_for()
    accept_answer(host, dan)
    wait_for_seat_state(host, 3, "here")
    click_action(host, "seat-bot")
    wait_for_seat_state(host, 4, "bot")
    click_action(host, "start")
    for page in (host, ben, cem, dan):
        page.locator("html[data-screen=game]").wait_for(state="attached")
    return SuspendableGuest(ben, ben_process_ids), cem, dan


def assert_readable_across_room(television: Page) -> None:
    """Assert that everything is visible at once, with large letters, and with the open code."""
    television.locator("html[data-layout=television]").wait_for(state="attached")
    television.locator(".on-television .qr").wait_for()
    link = television.locator("[data-invite] [data-link]").input_value()
    assert link.startswith(television.url.partition("?")[0])
    sizes = television.evaluate(MEASURE_TELEVISION)
    assert {size: value for size, value in sizes.items() if value < LARGE_ENOUGH[size]} == {}
    assert find_violations(television) == []


def test_longo_game_on_five_devices_survives_interruptions(
    open_page: Callable[..., Driver],
    make_phones: Callable[[int], list[BrowserContext]],
    new_context: Callable[..., BrowserContext],
    chromium: Browser,
) -> None:
    """A host, a bot, three guests, and a television; phones sleep, reload, and disappear."""
    contexts = [*make_phones(4), new_context(viewport={"width": 1920, "height": 1080})]
    host = open_host_page(open_page, contexts[0], variant="longo")
    ben, cem, dan = start_game_with_three_guests(host, contexts[1:4], chromium)
    start_autoplay([host, ben.page, cem, dan])
    wait_until(lambda: turn_number(host) >= 2, host, MAX_ATTEMPTS)

    with suspended(ben.process_ids):
        wait_for_seat_state(host, 1, "away")
    wait_for_resumed_guest(host, ben)
    wait_until(lambda: turn_number(host) >= 3, host, MAX_ATTEMPTS)

    click_action(host, "invite")
    spectator = join_by_invitation(create_invitation(host, "invite-watcher"), contexts[4], "Eve")
    host.wait_for_timeout(ANSWER_DELAY_MS)  # the spectator's answer takes a while
    accept_answer(host, spectator)
    for page in (host, spectator):
        page.locator("html[data-screen=game]").wait_for(state="attached")
    assert_readable_across_room(spectator)

    ben.page.reload()  # the guest returns to the same seat by itself
    Driver(ben.page).wait_until_ready()
    wait_for_return(host, ben.page, "Ben")
    start_autoplay([ben.page])
    wait_until(lambda: turn_number(host) >= 5, host, MAX_ATTEMPTS)

    cem.close()  # as if the phone's battery were empty; a bot takes the seat
    wait_for_seat_state(host, 2, "away")
    click_action(host, "invite")
    click_action(host, "seat-bot:2")
    click_action(host, "to-game")
    wait_for_seat_state(host, 2, "bot")
    wait_until(lambda: turn_number(host) >= 7, host, MAX_ATTEMPTS)

    stop_autoplay([host])
    host.reload()  # all guests return by themselves
    Driver(host).wait_until_ready()
    wait_until(lambda: has_game_resumed(host, {"Ben": ben.page, "Dan": dan}), host, MAX_ATTEMPTS)
    start_autoplay([host, ben.page, dan])
    wait_for_same_results([host, ben.page, dan, spectator])
    assert_dice_were_fair([ben.page, dan])
    spectator.locator("[data-dice=no-share]").wait_for(state="attached")
    sizes = spectator.evaluate(MEASURE_RESULT)
    assert {size: value for size, value in sizes.items() if value < LARGE_RESULT[size]} == {}
    assert not sizes["lies_over_sheets"]


def wait_for_return(host: Page, guest: Page, name: str) -> None:
    """Wait until a reloaded guest is back; on a busy machine, only an invitation may do it."""

    def is_back() -> bool:
        if guest.locator("[data-told=lost]").count():
            connect_guest(host, guest, name)
        return guest.locator("html[data-live=connected]").count() == 1

    wait_until(is_back, host, MAX_ATTEMPTS)
    wait_for_seat_state(host, 1, "here")


def has_game_resumed(host: Page, guests: dict[str, Page]) -> bool:
    """Reconnect guests who could not return, and return whether the host's game has resumed."""
    for name, page in guests.items():
        connecting = page.locator("html[data-live=connected]").count()
        if not connecting and host.locator("[data-status]").inner_text() != RECONNECTING:
            connect_guest(host, page, name)
    return host.locator("html[data-screen=game]").count() == 1


@pytest.mark.parametrize("reloads", ["guest", "host"])
def test_reloaded_page_returns_without_invitation(
    open_page: Callable[..., Driver],
    make_phones: Callable[[int], list[BrowserContext]],
    reloads: str,
) -> None:
    host_phone, guest_phone = make_phones(2)
    host = open_host_page(open_page, host_phone)
    guest = connect_guest(host, guest_phone, "Ben")
    click_action(host, "start")
    for page in (host, guest):
        page.locator("html[data-screen=game]").wait_for(state="attached")
    questions: list[str] = []
    reloaded = guest if reloads == "guest" else host

    def accept(dialog: Dialog) -> None:
        questions.append(dialog.type)
        dialog.accept()

    reloaded.on("dialog", accept)
    for _ in range(2):
        reloaded.evaluate("() => { self.isOld = true; }")
        reloaded.reload()
        Driver(reloaded).wait_until_ready()
        for page in (reloaded, host, guest):
            page.locator("html[data-screen=game][data-live=connected]").wait_for(state="attached")
        reloaded.locator("[data-action=rules]").click()  # browsers ask only after a tap
        reloaded.locator("[data-action=close]").first.click()
    assert questions == ["beforeunload"] * 2
    style = "() => getComputedStyle(document.documentElement).overscrollBehaviorY"
    assert reloaded.evaluate(style) == "contain"
    start_autoplay([host, guest])
    wait_for_same_results([host, guest])
    assert_dice_were_fair([guest])


def test_host_scans_answer_of_guest(
    open_page: Callable[..., Driver],
    chromium: Browser,
    address: str,
    page_problems: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(ROOT / qr.LIBRARY)
    video = tmp_path / "film.y4m"
    write_camera_video(video, "https://example.org/menu")
    host = open_page_with_camera(chromium, video, page_problems)
    host.goto(f"{address}?table=1&speed=instant")
    Driver(host).wait_until_ready()
    link = create_invitation(host)
    click_action(host, "scan")
    host.locator("[data-told='not-answer']").wait_for()
    write_camera_video(video, link)
    scan_until_visible(host, "[data-told='own-code']")
    guest = open_page().page
    guest.goto(link)  # the page is already open: only the fragment changes
    click_action(guest, "join")
    answer = guest.locator("[data-answer] [data-link]")
    answer.wait_for(state="attached")
    write_camera_video(video, answer.input_value())
    scan_until_visible(host, "[data-seat='1'][data-state='here']")
    guest.locator("[data-stage=welcome]").wait_for()
    close_browser(host)


def test_answer_opened_in_browser_of_host_is_relayed(
    open_page: Callable[..., Driver], make_phones: Callable[[int], list[BrowserContext]]
) -> None:
    host_phone, guest_phone = make_phones(2)
    host = open_host_page(open_page, host_phone)
    guest = join_by_invitation(create_invitation(host), guest_phone, "Ben")
    tab = host_phone.new_page()
    tab.goto(guest.locator("[data-answer] [data-link]").input_value())
    wait_for_seat_state(host, 1, "here")
    # In the host's own tab, only the fragment changes. This guest uses another tab of the host's
    # browser: the two tabs must not mix up their state.
    guest = join_by_invitation(create_invitation(host), host_phone, "Cem")
    answer = guest.locator("[data-answer] [data-link]").input_value()
    host.evaluate("(text) => { location.hash = text; }", answer.rpartition("#")[2])
    wait_for_seat_state(host, 2, "here")
    click_action(host, "start")
    for page in (host, guest):
        page.locator("html[data-screen=game]").wait_for(state="attached")


def test_live_table_is_accessible_and_fits_every_window(
    open_page: Callable[..., Driver], make_phones: Callable[[int], list[BrowserContext]]
) -> None:
    host_phone, guest_phone = make_phones(2)
    host = open_host_page(open_page, host_phone, theme="dark")

    def assert_accessible_and_fits(page: Page) -> None:
        assert find_violations(page) == []
        original_size = page.viewport_size
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(WIDER) <= 0, (width, height)
        assert original_size
        page.set_viewport_size(original_size)

    assert_accessible_and_fits(host)
    link = create_invitation(host)
    host.locator("[data-invite] svg").wait_for()
    assert_accessible_and_fits(host)
    guest = join_by_invitation(link, guest_phone, "Ben")
    guest.locator("[data-answer] svg").wait_for()
    assert_accessible_and_fits(guest)
    accept_answer(host, guest)
    guest.locator("[data-stage=welcome]").wait_for()
    assert_accessible_and_fits(guest)
    click_action(host, "seat-bot")
    click_action(host, "seat-here")
    assert_accessible_and_fits(host)
    click_action(host, "start")
    for page in (host, guest):
        page.locator("html[data-screen=game]").wait_for(state="attached")
        assert_accessible_and_fits(page)
    guest.context.close()
    wait_for_seat_state(host, 1, "away")
    assert_accessible_and_fits(host)
    click_action(host, "invite")
    assert_accessible_and_fits(host)


def renderer_process_ids(chromium: Browser) -> set[int]:
    """Return the IDs of the processes in which pages run."""
    response = chromium.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
    return {process["id"] for process in response["processInfo"] if process["type"] == "renderer"}


@contextmanager
def suspended(process_ids: set[int]) -> Iterator[None]:
    """Suspend the processes of a page, as a sleeping phone does, and resume them at the end."""
    try:
        for process_id in process_ids:
            os.kill(process_id, signal.SIGSTOP)
        yield
    finally:
        for process_id in process_ids:
            os.kill(process_id, signal.SIGCONT)


def wait_for_resumed_guest(host: Page, guest: SuspendableGuest) -> None:
    """Wait until a guest is back; if the connection was lost, invite the guest again."""
    connected_seat = host.locator("[data-seat='1'][data-state=here]")
    lost_notice = guest.page.locator("[data-told=lost]")
    wait_until(lambda: connected_seat.count() + lost_notice.count() > 0, host, MAX_ATTEMPTS)
    if lost_notice.count():
        connect_guest(host, guest.page, "Ben")
        start_autoplay([guest.page])


def turn_number(page: Page) -> int:
    """Return the number of the current turn, as shown by the page."""
    text = page.locator(".bar-title").first.text_content() or ""
    digits = "".join(character for character in text if character.isdigit())
    return int(digits or 0)
