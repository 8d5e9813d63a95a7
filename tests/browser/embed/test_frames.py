"""Test the game in frames of other sites."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.browser.driver import Driver, wait_for_posted_messages, wait_until
from tests.browser.embed.conftest import (
    GAME_QUERY,
    IFRAME_HTML,
    SANDBOX_ATTRIBUTE,
    find_game_frames,
    received_messages,
    start_game,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import BrowserContext, Frame, Page


# Origins and storage


@pytest.mark.parametrize(
    ("url_fixture", "attributes", "can_save"),
    [
        ("embedding_url", "", True),
        ("address", "", False),
        ("address", ' sandbox="allow-scripts allow-same-origin"', False),
        ("address", SANDBOX_ATTRIBUTE, False),
        ("cross_origin_url", SANDBOX_ATTRIBUTE, False),
    ],
    ids=["same origin", "other origin", "sandbox", "no origin", "no origin, may read"],
)
def test_game_is_playable_in_every_kind_of_frame(
    request: pytest.FixtureRequest,
    open_post: Callable[..., Page],
    url_fixture: str,
    attributes: str,
    *,
    can_save: bool,
) -> None:
    """The browser contexts of tests block third-party storage."""
    game_url = request.getfixturevalue(url_fixture)
    page = open_post(IFRAME_HTML.format(f"{game_url}{GAME_QUERY}", attributes))
    (frame,) = find_game_frames(page)
    driver = start_game(page, frame)
    driver.click_action("roll")
    driver.click_action("pass")
    shown = driver.read_game()
    assert (shown["phase"], shown["actor"]) == ("white", "1")
    notices = frame.locator(".notices").inner_text()
    assert ("won’t save anything" in notices) != can_save
    origin = "null" if attributes == SANDBOX_ATTRIBUTE else game_url.rstrip("/")
    assert {sender for sender, _ in received_messages(page)} == {origin}
    assert all(set(data) == {"type", "height"} for _, data in received_messages(page))
    assert all(data["type"] == "qwixx:resize" for _, data in received_messages(page))


@pytest.mark.parametrize(
    ("profile", "can_save"),
    [
        ({"default_content_setting_values": {"cookies": 2}}, False),
        ({"cookie_controls_mode": 0, "block_third_party_cookies": False}, True),
    ],
    ids=["all blocked", "nothing blocked"],
)
def test_game_is_playable_with_and_without_storage(
    new_context: Callable[..., BrowserContext],
    open_post: Callable[..., Page],
    tmp_path: Path,
    address: str,
    profile: dict[str, object],
    *,
    can_save: bool,
) -> None:
    preferences = tmp_path / "Default" / "Preferences"
    preferences.parent.mkdir()
    preferences.write_text(json.dumps({"profile": profile}), encoding="utf-8")
    visitor = new_context(user_data_dir=tmp_path)
    page = open_post(IFRAME_HTML.format(f"{address}{GAME_QUERY}", ""), visitor)
    (frame,) = find_game_frames(page)
    driver = start_game(page, frame)
    assert ("won’t save anything" in frame.locator(".notices").inner_text()) != can_save
    driver.click_action("roll")
    assert driver.read_game()["phase"] == "white"


def test_games_on_same_page_are_independent(
    open_post: Callable[..., Page], embedding_url: str
) -> None:
    body = "".join(
        IFRAME_HTML.format(f"{embedding_url}{GAME_QUERY}&variant={variant}", "")
        for variant in ("classic", "longo")
    )
    page = open_post(body)
    first, second = (start_game(page, frame) for frame in find_game_frames(page, 2))
    first.click_action("roll")
    second.click_action("roll")
    first.click_action("pass")
    page.reload()
    first, second = (start_game(page, frame) for frame in find_game_frames(page, 2))
    assert (first.read_game()["actor"], second.read_game()["actor"]) == ("1", "0")
    assert len(first.read_game()["sheets"]["0"]["cells"]) < len(
        second.read_game()["sheets"]["0"]["cells"]
    )


def test_identical_frames_have_separate_games(
    open_post: Callable[..., Page], embedding_url: str
) -> None:
    page = open_post(IFRAME_HTML.format(f"{embedding_url}{GAME_QUERY}", "") * 2)
    first, second = (start_game(page, frame) for frame in find_game_frames(page, 2))
    first.click_action("roll")
    assert first.saved_game().events != second.saved_game().events
    page.reload()
    second, first = (start_game(page, frame) for frame in find_game_frames(page, 2)[::-1])
    assert (first.read_game()["phase"], second.read_game()["phase"]) == ("white", "roll")


def test_frame_restores_game_despite_tracking_parameters(
    open_post: Callable[..., Page], embedding_url: str
) -> None:
    page = open_post(
        IFRAME_HTML.format(f"{embedding_url}{GAME_QUERY}&amp;utm_source=a&amp;_gl=1", "")
    )
    driver = start_game(page, *find_game_frames(page))
    driver.click_action("roll")
    assert driver.frame.locator(".notice-texts > *").count() == 0
    page = open_post(
        IFRAME_HTML.format(f"{embedding_url}{GAME_QUERY}&amp;utm_source=b&amp;_gl=2", "")
    )
    driver = start_game(page, *find_game_frames(page))
    assert driver.read_game()["phase"] == "white"


def test_embedded_game_leaves_normal_game_unchanged(
    context: BrowserContext, open_page: Callable[..., Driver], address: str
) -> None:
    normal_game = open_page(players=3, seed=8, start=1)
    state = normal_game.saved_game().state
    page = context.new_page()
    page.goto(f"{address}{GAME_QUERY}")
    start_game(page, page.main_frame).click_action("roll")
    assert normal_game.saved_game().state == state


# Focus, scrolling, and messages


def focused_elements(page: Page, frame: Frame) -> list[str]:
    """Return the HTML of the focused element of a page and of its frame, or "False" if none."""
    read_focus = "document.hasFocus() && document.activeElement.outerHTML"
    return [str(page.evaluate(read_focus)), str(frame.evaluate(read_focus))]


def move_focus(page: Page, frame: Frame, key: str) -> None:
    """Press a key and wait until the focus has moved, perhaps to another process."""
    before = focused_elements(page, frame)
    page.keyboard.press(key)
    wait_until(lambda: focused_elements(page, frame) != before, page)


def test_tab_enters_and_leaves_frame_without_scrolling(
    open_post: Callable[..., Page], address: str
) -> None:
    spacer = "<br>" * 60
    frame_html = IFRAME_HTML.format(f"{address}{GAME_QUERY}", "")
    page = open_post(f"{spacer}<button id=a>a</button>{frame_html}<button id=b>b</button>{spacer}")
    (frame,) = find_game_frames(page)
    page.locator("#a").focus()
    wait_until(lambda: page.evaluate("scrollY > 0"), page)
    page.keyboard.press("Tab")
    read_focused_action = "document.activeElement.dataset.action"
    wait_until(lambda: frame.evaluate(read_focused_action) == "play", page)
    scroll_top = page.evaluate("scrollY")  # the browser scrolled the button into view
    page.keyboard.press("Enter")
    driver = Driver(page, frame)
    frame.locator("[data-action='roll']").wait_for()
    assert frame.evaluate("document.activeElement.tagName") == "MAIN"
    assert page.evaluate("[scrollY, document.activeElement.tagName]") == [scroll_top, "IFRAME"]
    driver.click_action("roll")
    for key, exit_id in (("Tab", "b"), ("Shift+Tab", "a")):
        for _ in range(40):
            move_focus(page, frame, key)
            if page.evaluate("document.activeElement.id") == exit_id:
                break
        assert page.evaluate("document.activeElement.id") == exit_id
        page.keyboard.press("Shift+Tab" if key == "Tab" else "Tab")
        page.wait_for_function("document.activeElement.tagName === 'IFRAME'")
    record_keydowns = """() => {
      self.prevented = [];
      addEventListener('keydown', (event) =>
        setTimeout(() => prevented.push(event.defaultPrevented)));
    }"""
    frame.evaluate(record_keydowns)
    for selector in ("main", "[data-cell][tabindex='0']"):
        frame.locator(selector).first.focus()
        page.keyboard.press("ArrowDown")
    wait_until(lambda: len(frame.evaluate("prevented")) == 2, page)
    assert frame.evaluate("prevented") == [False, True]
    frame.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.mouse.move(180, 300)
    scroll_top = page.evaluate("scrollY")

    def turn_wheel() -> bool:  # people turn the wheel until the page scrolls
        page.mouse.wheel(0, 200)
        return bool(page.evaluate("scrollY") > scroll_top)

    wait_until(turn_wheel, page)


@pytest.mark.parametrize("message", ["play", {"type": "qwixx:resize", "height": 9}, [1], None])
def test_game_ignores_posted_messages(
    open_post: Callable[..., Page], address: str, message: object
) -> None:
    page = open_post(IFRAME_HTML.format(f"{address}{GAME_QUERY}", ""))
    (frame,) = find_game_frames(page)
    send = "(message) => document.querySelector('iframe').contentWindow.postMessage(message, '*')"
    page.evaluate(send, message)
    wait_for_posted_messages(page, frame)
    assert frame.locator("[data-action='play']").is_visible()
    if message != "play":
        return
    driver = start_game(page, frame)
    game_before = driver.read_game()
    page.evaluate(send, message)
    page.evaluate(send, {"action": "roll"})
    wait_for_posted_messages(page, frame)
    assert driver.read_game() == game_before


@pytest.mark.parametrize("size", [(320, 480), (360, 480), (700, 480)], ids=str)
def test_game_fits_small_frame(
    new_context: Callable[..., BrowserContext], address: str, size: tuple[int, int]
) -> None:
    width, height = size
    page = new_context(viewport={"width": width, "height": height}).new_page()
    page.goto(f"{address}{GAME_QUERY}&bots=greedy")
    driver = start_game(page, page.main_frame)
    driver.click_action("roll")
    content_size = page.evaluate(
        "(({scrollWidth, scrollHeight}) => [scrollWidth, scrollHeight])(document.documentElement)"
    )
    assert content_size[0] <= width
    assert content_size[1] <= height


FIND_OVERLAPS = """() => {
  const wrong = [];
  for (const sheet of document.querySelectorAll('.sheet')) {
    const parts = [...sheet.querySelectorAll('.owner > *')]
      .map((part) => [part.className || part.tagName, part.getBoundingClientRect()]);
    for (const [i, [one, a]] of parts.entries())
      for (const [other, b] of parts.slice(i + 1))
        if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
            && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
          wrong.push(`${one} and ${other} of ${sheet.dataset.player}`);
    for (const name of sheet.querySelectorAll('.owner .name'))
      if (name.clientWidth < 24) wrong.push(`no name of ${sheet.dataset.player}`);
  }
  return wrong;
}"""


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_names_chances_and_penalties_do_not_overlap(
    new_context: Callable[..., BrowserContext], address: str, players: int
) -> None:
    page = new_context(viewport={"width": 320, "height": 480}).new_page()
    page.goto(f"{address}?embed=1&players={players}&variant=longo&first=0&seed=5")
    driver = start_game(page, page.main_frame)
    driver.click_action("roll")
    assert page.evaluate(FIND_OVERLAPS) == []
    driver.click_action("menu")
    driver.expand_settings()
    page.locator("[data-action='chances'][value='shown']").check()
    driver.click_action("close")
    page.locator(".win-probability").nth(players - 1).wait_for()
    assert page.evaluate(FIND_OVERLAPS) == []
    percentages = page.locator(".win-probability > span:last-child").all_inner_texts()
    assert abs(sum(int(text.strip("\u2066\u2069%")) for text in percentages) - 100) <= players / 2
