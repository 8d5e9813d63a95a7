"""Test hints: they move nothing, cover no sheet that fits on the screen, and need no pointer."""

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
READ_BOXES = """() => Object.fromEntries([...document.querySelectorAll(
  '[data-cell], [data-lock], [data-die], [data-score], .controls [data-action]')
].map((part, n) => {
    const box = part.getBoundingClientRect();
    return [n, [box.x, box.y, box.width, box.height]];
  }))"""
FIND_COVERED_OFFERS = """() => [...document.querySelectorAll('[data-offer]')].filter((cell) => {
  const box = cell.getBoundingClientRect();
  return cell !== document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
}).map((cell) => cell.outerHTML)"""
FIND_PARTS_BEHIND_HINT = """() => {
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


def element_boxes(page: Page) -> dict[str, list[float]]:
    """Return the positions and sizes of all elements that players read or tap."""
    boxes: dict[str, list[float]] = page.evaluate(READ_BOXES)
    return boxes


@pytest.mark.parametrize("game", GAMES)
def test_hint_moves_nothing(open_page: Callable[..., Driver], game: str) -> None:
    driver = open_page(start=1, first=0, seed=5, speed="instant", **GAMES[game])
    page = driver.page
    page.emulate_media(reduced_motion="reduce")  # otherwise the dice tumble
    driver.click_action("roll")
    for width, height in SIZES:
        assert_hint_moves_nothing(
            driver, width, height, fits_screen=game in {"classic", "embedded"}
        )
    while page.evaluate("document.documentElement.dataset.phase") == "white":
        driver.click_action("pass")
    assert_hint_moves_nothing(driver, *SIZES[0], fits_screen=game in {"classic", "embedded"})


def assert_hint_moves_nothing(
    driver: Driver, width: int, height: int, *, fits_screen: bool
) -> None:
    """Open and close a hint, and check that no element moves.

    Args:
        driver: driver of the page.
        width: width of the screen in pixels.
        height: height of the screen in pixels.
        fits_screen: whether the whole sheet is visible; then the hint must not cover it.
    """
    page = driver.page
    page.set_viewport_size({"width": width, "height": height})
    boxes_before, content_width = (
        element_boxes(page),
        page.evaluate("document.documentElement.scrollWidth"),
    )
    driver.click_action("hint")
    page.locator(".hint .option").first.wait_for()
    assert element_boxes(page) == boxes_before
    assert page.evaluate("document.documentElement.scrollWidth") == content_width <= width
    hint_box = page.locator(".hint").bounding_box()
    assert hint_box is not None
    for option in page.locator(".hint .option").all():  # visible without scrolling
        box = option.bounding_box()
        assert box is not None
        assert hint_box["y"] < box["y"] < box["y"] + box["height"] <= height
    if fits_screen:
        best_cell = page.locator("[data-marked=wanted]")
        box = best_cell.bounding_box()
        assert box is not None
        assert 0 <= box["y"] < box["y"] + box["height"] <= height
        assert page.evaluate(FIND_PARTS_BEHIND_HINT) == []
        assert page.evaluate(FIND_COVERED_OFFERS) == []
    assert "to win" in page.locator("[data-status]").inner_text()
    driver.click_action("hint")  # clicks the first such control, which closes the hint
    assert page.locator(".hint").count() == 0
    assert element_boxes(page) == boxes_before


def test_hint_is_followed_by_tap_or_keyboard(open_page: Callable[..., Driver]) -> None:
    driver = open_page(start=1, first=0, seed=5, players=2, speed="instant")
    page = driver.page
    page.keyboard.press("h")
    refusal = "No hint yet: roll the dice first."
    page.locator("[data-status]", has_text=refusal).wait_for()
    page.locator(".hint", has_text=refusal).wait_for()
    page.keyboard.press("r")
    assert page.locator(".hint").count() == 0
    page.locator(".controls [data-action=hint]").press("Enter")
    page.locator(".hint .option:focus").wait_for()  # the hint covers the focused button
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
