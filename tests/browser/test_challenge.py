"""A challenge between two browsers that share nothing but links."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.accessibility import find_violations
from tests.browser.driver import PLAY_TO_END

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext, Page

    from tests.browser.driver import Driver

LINK = "[data-challenge] [data-link]"


def link_to_send(page: Page) -> str:
    return page.locator(LINK).input_value()


def test_two_browsers_finish_a_challenge_by_links(
    open_page: Callable[..., Driver], new_context: Callable[..., BrowserContext], address: str
) -> None:
    ann = open_page(start=1, players=2, bots="greedy", names="Ann", first=0, seed=7)
    ann.page.evaluate(PLAY_TO_END)
    ann.click_action("challenge")
    challenge = link_to_send(ann.page)
    assert challenge.startswith(f"{address}#c=")

    context = new_context()
    bo = open_page(context, query=f"speed=instant#{challenge.partition('#')[2]}")
    assert bo.page.locator("html").get_attribute("data-screen") == "challenge"
    bo.page.locator("[data-action=challenge-name]").fill("Bo")
    assert find_violations(bo.page) == []
    bo.click_action("challenge-play")
    bo.click_action("roll")
    before = bo.read_game()
    bo.page.reload()
    bo.wait_until_ready()
    assert bo.read_game() == before
    bo.page.evaluate(PLAY_TO_END)
    bo.click_action("challenge")
    answer = link_to_send(bo.page)
    assert answer.startswith(f"{address}#c=")

    ann.page.goto(answer)  # changes only the fragment
    ann.page.locator("[data-challenge=answered]").wait_for()
    for page in (ann.page, bo.page):
        assert page.locator("[data-result]").count() == 2
        assert page.locator(".compared-sheets .sheet").count() == 2
    assert "Bo" in ann.page.locator("main").inner_text()
    assert find_violations(ann.page) == []
