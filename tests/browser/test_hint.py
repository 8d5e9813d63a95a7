"""A hint moves nothing, hides nothing that may be tapped, and is heard."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.accessibility import find_violations

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.browser.driver import Driver

SIZES = [(360, 640), (390, 844), (844, 390), (1280, 800)]
GAMES: dict[str, dict[str, object]] = {
    "classic": {"players": 2},
    "longo": {"variant": "longo", "players": 2},
    "five": {"variant": "longo", "players": 5},
    "embedded": {"embed": 1, "players": 2},
}
BOXES = """() => Object.fromEntries([...document.querySelectorAll(
  '[data-cell], [data-lock], [data-die], [data-score], .controls [data-action]')
].map((part, n) => {
    const box = part.getBoundingClientRect();
    return [n, [box.x, box.y, box.width, box.height]];
  }))"""
HIT = """() => [...document.querySelectorAll('[data-offer]')].filter((cell) => {
  const box = cell.getBoundingClientRect();
  return cell !== document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
}).map((cell) => cell.outerHTML)"""
COVERED = """() => {
  const slip = document.querySelector('.hint').getBoundingClientRect();
  const over = (part) => {
    const box = part.getBoundingClientRect();
    return box.width > 0 && box.bottom > slip.top + 0.5 && box.top < slip.bottom - 0.5
      && box.right > slip.left + 0.5 && box.left < slip.right - 0.5;
  };
  return [...document.querySelectorAll('.sheet.large [data-cell], [data-die], .status p')]
    .filter((part) => over(part) && part.className !== 'visually-hidden')
    .map((part) => part.outerHTML);
}"""


def boxes(page: Page) -> dict[str, list[float]]:
    """Return where everything lies that is looked at or tapped."""
    found: dict[str, list[float]] = page.evaluate(BOXES)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_moves_nothing(open_page: Callable[..., Driver], game: str) -> None:
    driver = open_page(start=1, first=0, seed=5, speed="instant", **GAMES[game])
    page = driver.page
    page.emulate_media(reduced_motion="reduce")  # dice tumble
    driver.click_action("roll")
    for width, height in SIZES:
        assert_moves_nothing(driver, width, height, narrow=game in {"classic", "embedded"})
    while page.evaluate("document.documentElement.dataset.phase") == "white":
        driver.click_action("pass")
    assert_moves_nothing(driver, *SIZES[0], narrow=game in {"classic", "embedded"})


def assert_moves_nothing(driver: Driver, width: int, height: int, *, narrow: bool) -> None:
    """Ask for a hint and put it away.

    Args:
        driver: at the page.
        width: of the screen.
        height: of the screen.
        narrow: whether the sheet is seen as a whole, so that nothing of it may be covered.
    """
    page = driver.page
    page.set_viewport_size({"width": width, "height": height})
    before, wide = boxes(page), page.evaluate("document.documentElement.scrollWidth")
    driver.click_action("hint")
    page.locator(".hint .option").first.wait_for()
    assert boxes(page) == before
    assert page.evaluate("document.documentElement.scrollWidth") == wide <= width
    slip = page.locator(".hint").bounding_box()
    assert slip is not None
    for option in page.locator(".hint .option").all():  # seen without scrolling
        box = option.bounding_box()
        assert box is not None
        assert slip["y"] < box["y"] < box["y"] + box["height"] <= height
    if narrow:
        best = page.locator("[data-marked=wanted]")
        box = best.bounding_box()
        assert box is not None
        assert 0 <= box["y"] < box["y"] + box["height"] <= height
        assert page.evaluate(COVERED) == []
        assert page.evaluate(HIT) == []
    assert "to win" in page.locator("[data-status]").inner_text()
    driver.click_action("hint")  # the close control comes first
    assert page.locator(".hint").count() == 0
    assert boxes(page) == before


def test_a_hint_is_done_by_one_tap_or_by_keyboard(open_page: Callable[..., Driver]) -> None:
    driver = open_page(start=1, first=0, seed=5, players=2, speed="instant")
    page = driver.page
    page.keyboard.press("h")
    no_hint = "No hint yet: roll the dice first."
    page.locator("[data-status]", has_text=no_hint).wait_for()
    page.locator(".hint", has_text=no_hint).wait_for()
    page.keyboard.press("r")
    assert page.locator(".hint").count() == 0
    page.locator(".controls [data-action=hint]").press("Enter")
    page.locator(".hint .option:focus").wait_for()  # the slip lies over the button
    assert find_violations(page) == []
    page.locator(".hint .close").press("Enter")
    page.locator(".controls [data-action=hint]:focus").wait_for()
    driver.click_action("hint")
    code = page.locator("[data-marked=wanted]").get_attribute("data-cell")
    page.locator("[data-marked=wanted]").click()
    assert page.locator(".hint").count() == 0
    assert code is not None
    driver.click_action("undo")
    page.locator("[data-phase=white]").wait_for(state="attached")
    driver.click_action("hint")
    page.locator(".hint .option").nth(1).press("Enter")
    page.locator("[data-cell]:focus").wait_for()
    assert len(driver.saved_game().events) == 2
