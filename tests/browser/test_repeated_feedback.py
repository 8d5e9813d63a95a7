"""Test that feedback which equals the last one changes the live region again."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from tests.browser.driver import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.browser.driver import Driver

WATCH_REGIONS = """(selector) => {
  self.changes = 0;
  const observer = new MutationObserver(() => { changes += 1; });
  for (const region of document.querySelectorAll(selector))
    observer.observe(region, { subtree: true, childList: true, characterData: true });
}"""


def count_changes(page: Page, act: Callable[[], object], selector: str = "[data-status]") -> int:
    """Return how often live regions change while something is done."""
    page.evaluate(WATCH_REGIONS, selector)
    act()
    page.evaluate("() => new Promise((done) => setTimeout(done))")
    changes: int = page.evaluate("changes")
    return changes


@pytest.mark.parametrize(
    ("parameters", "cell"),
    [
        ({"players": 2, "start": 1, "first": 0, "seed": 5}, "r5"),
        ({"bots": "easy", "start": 1, "first": 0, "seed": 5}, "r5"),
        ({"pad": 1, "players": 1, "speed": "instant"}, "r12"),
    ],
)
def test_each_refusal_is_said(
    open_page: Callable[..., Driver], parameters: dict[str, object], cell: str
) -> None:
    driver = open_page(**parameters, lang="en")
    page = driver.page
    if "start" in parameters:
        driver.click_action("roll")
    else:
        driver.cell(0, "r6").click()
        cell = "r5"
    for _press in range(3):
        refused = partial(driver.cell(0, cell).click, force=True)  # it is marked as disabled
        assert count_changes(page, refused) > 0
        said = page.locator("[data-status]").first.text_content()
        assert said


def test_each_copy_is_said_and_keeps_the_focus(open_page: Callable[..., Driver]) -> None:
    driver = open_page(players=2, start=1, first=0, seed=5, lang="en")
    page = driver.page
    driver.click_action("roll")
    driver.click_action("menu")
    driver.click_action("share")
    copy = page.locator("dialog [data-action=copy]")
    copy.focus()
    page.keyboard.press("Enter")
    page.locator("dialog [role=status]", has_text="Copied.").wait_for()
    page.evaluate(WATCH_REGIONS, "dialog [role=status]")
    page.keyboard.press("Enter")
    wait_until(lambda: page.evaluate("changes") > 0, page)
    assert page.evaluate("document.activeElement.dataset.action") == "copy"


def test_each_wrong_code_is_said(open_page: Callable[..., Driver]) -> None:
    driver = open_page(same=1, lang="en")
    page = driver.page
    field = page.locator("[data-action=same-code]")
    for code in ("XXXXXX", "XXXXXY", "XXXXYY"):
        field.fill(code)
        changes = count_changes(page, lambda: field.press("Enter"), "#app")
        assert changes > 0
    page.locator("[role=alert]", has_text="wrong").wait_for()
