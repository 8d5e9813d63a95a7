"""Taps in the browser, its clock turned by hand: what is guarded is guarded there, too."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

from qwixx.ui.model.delays import CONFIRM_DELAY_MS, GUARD_MS, HANDOVER_COVER_MS, RENDER_DELAY_MS
from tests.browser.driver import Driver

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext

TWO = {"players": "2", "names": "Ann,Ben", "first": "0", "seed": "5", "start": "1"}
BOT = {"bots": "greedy", "first": "0", "seed": "5", "start": "1"}


@pytest.fixture
def open_stopped(address: str, context: BrowserContext) -> Callable[[dict[str, str]], Driver]:
    """Open the page, wait until it is ready and stop its clock."""

    def open_(parameters: dict[str, str]) -> Driver:
        page = context.new_page()
        page.clock.install(time=0)
        page.goto(f"{address}?{urlencode(parameters)}")
        driver = Driver(page)
        driver.wait_until_ready()
        page.clock.pause_at(1_000_000)
        return driver

    return open_


def center(driver: Driver, player: int, code: str) -> tuple[float, float]:
    """Return where the middle of a cell is in the window, in pixels."""
    box = driver.cell(player, code).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def press_twice(driver: Driver, point: tuple[float, float]) -> None:
    """Touch one place of the window twice, as a nervous finger does."""
    for _ in range(2):
        driver.page.mouse.click(*point)


def test_a_tap_is_seen_at_once_and_a_double_tap_crosses_for_nobody_else(
    open_stopped: Callable[[dict[str, str]], Driver],
) -> None:
    driver = open_stopped(TWO)
    clock = driver.page.clock
    driver.click_action("roll")
    point = center(driver, 0, "r8")
    press_twice(driver, point)
    cell = driver.cell(0, "r8")
    assert cell.get_attribute("aria-pressed") == "true"
    assert cell.get_attribute("data-pending") is not None
    assert driver.read_game()["actor"] == "0"
    clock.run_for(CONFIRM_DELAY_MS)
    curtain = driver.page.locator(".handover-cover")
    assert "Ben" in curtain.inner_text()
    assert driver.read_game()["actor"] is None
    press_twice(driver, point)  # on the curtain, where Ben's cell is about to be
    clock.run_for(HANDOVER_COVER_MS - GUARD_MS)
    clock.run_for(GUARD_MS)
    assert curtain.count() == 0
    assert driver.read_game()["actor"] == "1"
    assert driver.saved_game().state.decisions[1] is None
    assert not any(pressed for pressed, _ in driver.read_game()["sheets"]["1"]["cells"].values())
    driver.cell(1, "r8").click(trial=True)  # waits until it is where it stays
    driver.page.mouse.click(*point)
    assert driver.cell(1, "r8").get_attribute("aria-pressed") == "true"
    driver.page.clock.run_for(GUARD_MS)
    driver.click_action("done")
    assert driver.saved_game().state.sheets[0].crossed(0) == (8,)
    assert driver.saved_game().state.sheets[1].crossed(0) == (8,)


def test_a_pending_cross_is_taken_back_by_a_later_tap(
    open_stopped: Callable[[dict[str, str]], Driver],
) -> None:
    driver = open_stopped(BOT)
    driver.click_action("roll")
    press_twice(driver, center(driver, 0, "y8"))
    cell = driver.cell(0, "y8")
    assert cell.get_attribute("data-pending") is not None
    driver.page.clock.run_for(GUARD_MS)
    cell.click()
    assert cell.get_attribute("aria-pressed") == "false"
    driver.page.clock.run_for(5000)
    assert driver.read_game()["phase"] == "white"
    cell.click()
    driver.page.clock.run_for(5000)
    assert driver.read_game()["phase"] == "color"
    assert cell.get_attribute("data-pending") is None
    assert cell.get_attribute("aria-pressed") == "true"


def test_four_quick_taps_on_the_large_button_skip_and_no_more(
    open_stopped: Callable[[dict[str, str]], Driver],
) -> None:
    driver = open_stopped(BOT)
    driver.click_action("roll")
    driver.page.clock.run_for(GUARD_MS)
    driver.click_action("pass")
    driver.page.clock.run_for(GUARD_MS)
    box = driver.page.locator(".controls [data-action='skip']").bounding_box()
    assert box is not None

    def touch() -> None:
        driver.page.mouse.click(box["x"] + 40, box["y"] + box["height"] / 2)

    for _ in range(4):
        touch()
        driver.page.clock.run_for(100)
    assert driver.read_game()["phase"] == "color"
    assert "penalty" in driver.page.locator("[data-action='pass']").inner_text()
    driver.page.clock.run_for(GUARD_MS)
    touch()
    driver.page.clock.run_for(RENDER_DELAY_MS)
    assert driver.read_game()["sheets"]["0"]["penalties"] == ["1"]


def test_a_dialog_opened_by_a_key_gives_the_focus_back(
    open_stopped: Callable[[dict[str, str]], Driver],
) -> None:
    driver = open_stopped(BOT)
    driver.click_action("roll")
    driver.cell(0, "g7").focus()
    driver.page.keyboard.press("i")
    driver.page.locator("dialog[open]").wait_for()
    driver.page.keyboard.press("Escape")
    driver.page.locator("dialog").wait_for(state="detached")
    assert driver.page.evaluate("document.activeElement.dataset.cell") == "g7"
