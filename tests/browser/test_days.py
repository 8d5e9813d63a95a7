"""The daily game's day on an open page, where the player is."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tests.browser.driver import Driver, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext, Page

EVENING = datetime(2026, 11, 24, 23, 58, tzinfo=UTC)
"""Two minutes before three in the afternoon in Los Angeles."""
SHOWN = "document.dispatchEvent(new Event('visibilitychange'))"


def last_day(page: Page) -> str:
    return page.locator(".card.featured .week > :last-child").inner_text()


def told_next(page: Page) -> str:
    return page.locator(".card.featured small", has_text="Next one at").inner_text()


def test_an_open_page_follows_the_day(
    new_context: Callable[..., BrowserContext], address: str
) -> None:
    visitor = new_context(timezone_id="America/Los_Angeles")
    page = visitor.new_page()
    page.clock.install(time=EVENING)
    page.goto(f"{address}?lang=en")
    driver = Driver(page)
    driver.wait_until_ready()
    driver.click_action("menu")
    page.locator("[data-action='theme'][value='dark']").check()  # a first visit has no week
    page.reload()
    driver.wait_until_ready()
    assert told_next(page) == "Next one at 4:00 PM"
    assert last_day(page) == "24"
    page.clock.fast_forward("02:05")  # the page lies open over midnight in UTC
    wait_until(lambda: last_day(page) == "25", page)
    assert told_next(page) == "Next one at 4:00 PM"
    page.clock.set_system_time(datetime(2026, 11, 28, 8, 0, 1, tzinfo=UTC))  # the device slept
    page.evaluate(SHOWN)
    wait_until(lambda: last_day(page) == "28", page)
    page.clock.set_system_time(datetime(2026, 3, 20, 12, tzinfo=UTC))  # a clock that was set back
    page.evaluate("dispatchEvent(new Event('pageshow'))")
    wait_until(lambda: last_day(page) == "20", page)
    assert told_next(page) == "Next one at 5:00 PM"
    driver.click_action("daily")
    assert page.locator("html").get_attribute("data-daily") == "2026-03-20"
