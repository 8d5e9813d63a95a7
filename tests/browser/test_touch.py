"""Tap guards and tentative taps in a browser whose clock the tests advance."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

from qwixx.ui.model.delays import CONFIRM_DELAY_MS, GUARD_MS, HANDOVER_COVER_MS, RENDER_DELAY_MS
from tests.browser.driver import Driver

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext

HOT_SEAT = {"players": "2", "names": "Ann,Ben", "first": "0", "seed": "5", "start": "1"}
FRAME_MS = 20
"""Milliseconds within which a page with a fake clock draws a frame."""
HIDE_PAGE = """() => {
  Object.defineProperty(document, 'hidden', {value: true});
  document.dispatchEvent(new Event('visibilitychange'));
}"""
AGAINST_BOT = {"bots": "greedy", "first": "0", "seed": "5", "start": "1"}


@pytest.fixture
def open_with_paused_clock(
    address: str, context: BrowserContext
) -> Callable[[dict[str, str]], Driver]:
    """Return a function that opens the page, waits until it is ready, and pauses its clock."""

    def open_and_pause(parameters: dict[str, str]) -> Driver:
        page = context.new_page()
        page.clock.install(time=0)
        page.goto(f"{address}?{urlencode(parameters)}")
        driver = Driver(page, has_frames=False)
        driver.wait_until_ready()
        page.clock.pause_at(1_000_000)
        return driver

    return open_and_pause


def cell_center(driver: Driver, player: int, code: str) -> tuple[float, float]:
    """Return the coordinates of a cell's center in the window, in pixels."""
    box = driver.cell(player, code).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def click_twice(driver: Driver, point: tuple[float, float]) -> None:
    """Click a point of the window twice in quick succession."""
    for _ in range(2):
        driver.page.mouse.click(*point)


def test_tap_shows_immediately_and_double_tap_affects_one_player(
    open_with_paused_clock: Callable[[dict[str, str]], Driver],
) -> None:
    driver = open_with_paused_clock(HOT_SEAT)
    clock = driver.page.clock
    driver.click_action("roll")
    # The dice fall in the first frame, whose rest hides what waits for them.
    assert driver.page.locator("main[data-landing] .tray .die").count() == 6
    assert driver.page.locator("[data-offer]").count() == 0
    clock.run_for(FRAME_MS)
    assert driver.page.locator("[data-offer=now]").count() == 4
    point = cell_center(driver, 0, "r8")
    click_twice(driver, point)
    cell = driver.cell(0, "r8")
    assert cell.get_attribute("aria-pressed") == "true"
    assert cell.get_attribute("data-pending") is not None
    assert driver.read_game()["actor"] == "0"
    clock.run_for(CONFIRM_DELAY_MS)
    handover_cover = driver.page.locator(".handover-cover")
    assert "Ben" in handover_cover.inner_text()
    assert driver.read_game()["actor"] is None
    click_twice(driver, point)  # on the cover, where Ben's cell will appear
    clock.run_for(HANDOVER_COVER_MS["calm"] - GUARD_MS)
    clock.run_for(GUARD_MS)
    assert handover_cover.evaluate("cover => cover.matches('.lifted')")
    assert driver.read_game()["actor"] == "1"
    assert driver.saved_game().state.decisions[1] is None
    assert not any(pressed for pressed, _ in driver.read_game()["sheets"]["1"]["cells"].values())
    driver.cell(1, "r8").click(trial=True)  # waits until the cell stops moving
    driver.page.mouse.click(*point)
    assert driver.cell(1, "r8").get_attribute("aria-pressed") == "true"
    clock.run_for(GUARD_MS)
    driver.click_action("done")
    clock.run_for(GUARD_MS)
    assert driver.saved_game().state.sheets[0].crossed(0) == (8,)
    assert driver.saved_game().state.sheets[1].crossed(0) == (8,)


def test_later_tap_cancels_tentative_mark(
    open_with_paused_clock: Callable[[dict[str, str]], Driver],
) -> None:
    driver = open_with_paused_clock(AGAINST_BOT)
    driver.click_action("roll")
    click_twice(driver, cell_center(driver, 0, "y8"))
    cell = driver.cell(0, "y8")
    assert cell.get_attribute("data-pending") is not None
    driver.page.clock.run_for(GUARD_MS)
    cell.click()
    assert cell.get_attribute("aria-pressed") == "false"
    driver.page.clock.run_for(5000)
    assert driver.read_game()["phase"] == "white"
    cell.click()
    assert cell.get_attribute("aria-pressed") == "true"
    offered = driver.page.locator("[data-offer=now]")
    assert offered.count() == 3  # they belong to the rest of the page
    driver.page.evaluate(HIDE_PAGE)
    assert offered.count() == 0
    driver.page.clock.run_for(5000)
    assert driver.read_game()["phase"] == "color"
    assert cell.get_attribute("data-pending") is None
    assert cell.get_attribute("aria-pressed") == "true"


READ_MOTIONS = """() => document.getAnimations().map((motion) => ({
  name: motion.animationName, delay: motion.effect.getTiming().delay,
  cell: motion.effect.target.dataset.cell ?? null,
}))"""
WAIT_FOR_MOTIONS = """async () => {
  await Promise.all(document.getAnimations().map((motion) => motion.finished));
}"""


def test_cross_is_written_once_and_nothing_waits_after_undo(
    open_with_paused_clock: Callable[[dict[str, str]], Driver],
) -> None:
    driver = open_with_paused_clock(AGAINST_BOT | {"speed": "calm"})
    page = driver.page

    def strokes() -> list[str]:
        return [motion["name"] for motion in page.evaluate(READ_MOTIONS) if motion["cell"] == "y8"]

    driver.click_action("roll")
    page.evaluate(WAIT_FOR_MOTIONS)
    page.clock.run_for(GUARD_MS)
    driver.cell(0, "y8").click()
    assert driver.cell(0, "y8").get_attribute("data-pen") is not None
    page.evaluate(WAIT_FOR_MOTIONS)
    page.clock.run_for(5000)
    assert driver.read_game()["phase"] == "color"
    assert "write" not in strokes()
    assert driver.cell(0, "y8").get_attribute("data-pen") is not None
    driver.click_action("undo")
    assert driver.read_game()["phase"] == "white"
    assert [motion for motion in page.evaluate(READ_MOTIONS) if motion["delay"] > 50] == []


def test_quick_taps_on_large_button_pass_only_once(
    open_with_paused_clock: Callable[[dict[str, str]], Driver],
) -> None:
    driver = open_with_paused_clock(AGAINST_BOT)
    driver.click_action("roll")
    driver.page.clock.run_for(GUARD_MS)
    box = driver.page.locator(".controls [data-action='pass']").bounding_box()
    assert box is not None

    def tap_button() -> None:
        driver.page.mouse.click(box["x"] + 40, box["y"] + box["height"] / 2)

    for _ in range(12):  # until after the bot's decision, so that the button means a penalty
        tap_button()
        driver.page.clock.run_for(100)
    assert driver.read_game()["phase"] == "color"
    assert driver.read_game()["sheets"]["0"]["penalties"] == []
    assert "penalty" in driver.page.locator("[data-action='pass']").inner_text()
    driver.page.clock.run_for(GUARD_MS)
    tap_button()
    driver.page.clock.run_for(RENDER_DELAY_MS)
    assert driver.read_game()["sheets"]["0"]["penalties"] == ["1"]


def test_dialog_opened_by_key_restores_focus(
    open_with_paused_clock: Callable[[dict[str, str]], Driver],
) -> None:
    driver = open_with_paused_clock(AGAINST_BOT)
    driver.click_action("roll")
    driver.cell(0, "g7").focus()
    driver.page.keyboard.press("i")
    driver.page.locator("dialog[open]").wait_for()
    driver.page.keyboard.press("Escape")
    driver.page.locator("dialog").wait_for(state="detached")
    assert driver.page.evaluate("document.activeElement.dataset.cell") == "g7"
