"""Test that an open page follows the date of the daily game, in the player's time zone."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tests.browser.driver import Driver, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext, Page

BEFORE_MIDNIGHT = datetime(2026, 11, 24, 23, 58, tzinfo=UTC)
"""Two minutes before the next daily game."""
DISPATCH_VISIBILITY_CHANGE = "document.dispatchEvent(new Event('visibilitychange'))"


def last_day_shown(page: Page) -> str:
    """Return the last of the days that the card of the daily game shows."""
    return page.locator(".card.featured .week > :last-child").inner_text()


def next_game_text(page: Page) -> str:
    return page.locator(".card.featured small", has_text="Next one in").inner_text()


def test_open_page_follows_date(new_context: Callable[..., BrowserContext], address: str) -> None:
    visitor = new_context(timezone_id="America/Los_Angeles")
    page = visitor.new_page()
    page.clock.install(time=BEFORE_MIDNIGHT)
    page.goto(f"{address}?lang=en")
    driver = Driver(page)
    driver.wait_until_ready()
    driver.click_action("menu")
    # A visit without saved data counts as the first one, and a first visit does not show the week.
    page.locator("[data-action='theme'][value='dark']").check()
    page.reload()
    driver.wait_until_ready()
    assert next_game_text(page) == "Next one in 1 hour"
    assert last_day_shown(page) == "24"
    page.clock.fast_forward("02:05")  # past midnight in UTC
    wait_until(lambda: last_day_shown(page) == "25", page)
    assert next_game_text(page) == "Next one in 24 hours"
    page.clock.set_system_time(datetime(2026, 11, 28, 8, 0, 1, tzinfo=UTC))  # the device slept
    page.evaluate(DISPATCH_VISIBILITY_CHANGE)
    wait_until(lambda: last_day_shown(page) == "28", page)
    page.clock.set_system_time(datetime(2026, 3, 20, 12, tzinfo=UTC))  # the clock was set back
    page.evaluate("dispatchEvent(new Event('pageshow'))")
    wait_until(lambda: last_day_shown(page) == "20", page)
    assert next_game_text(page) == "Next one in 12 hours"
    driver.click_action("daily")
    assert page.locator("html").get_attribute("data-daily") == "2026-03-20"
