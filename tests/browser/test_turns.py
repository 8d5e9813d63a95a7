"""A game by turns between two browsers that share nothing but links."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.accessibility import find_violations
from tests.browser.driver import GAP

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext, Page

    from tests.browser.driver import Driver

LINK = "[data-turn] [data-link]"
# Decide like `PLAY_TO_END`, or pass, so that penalties end the game soon; make the link and return
# it; "" in a finished game without a link.
REPLY = (
    f"async (crosses) => {{ const gap = {GAP};"
    """
  const unsaved = () => document.querySelector('[data-turn-status=turns-unsaved]');
  for (let step = 0; step < 20; step++) {
    const link = document.querySelector('[data-turn] [data-link]');
    if (link) return link.value;
    if (document.querySelector('main[data-turn=over]')) return '';
    const offered = [...document.querySelectorAll('[data-offer=now]')];
    const least = Math.min(...offered.map(gap));
    const target = document.querySelector('[data-action=turns-send]')
      ?? (crosses && least <= 2 ? offered.find((cell) => gap(cell) === least)
        : document.querySelector('.controls .wide'));
    target.click();
    await new Promise((done) => setTimeout(done));
  }
  throw new Error('no link');
}"""
)
BLOCK = "() => { Storage.prototype.setItem = () => { throw new DOMException('full'); }; }"


def open_link(page: Page, link: str) -> None:
    """Open a link in a page that runs: only the fragment changes."""
    page.evaluate("fragment => { location.hash = fragment; }", link.partition("#")[2])


def test_two_browsers_play_a_whole_game_by_links(
    open_page: Callable[..., Driver], new_context: Callable[..., BrowserContext], address: str
) -> None:
    emma = open_page(turns=1, names="Emma", speed="instant")
    assert find_violations(emma.page) == []
    emma.click_action("turns-invite")
    link = emma.page.locator(LINK).input_value()
    assert link.startswith(f"{address}#t=")
    noa = open_page(new_context(), query=f"speed=instant#{link.partition('#')[2]}")
    assert noa.page.locator("html").get_attribute("data-screen") == "turns"
    assert find_violations(noa.page) == []
    noa.page.locator("[data-action=turns-name]").fill("Noa")
    noa.click_action("turns-accept")
    link = noa.page.locator(LINK).input_value()
    pages: list[Page] = [emma.page, noa.page]
    for count in range(200):
        page = pages[count % 2]
        if count == 4:
            page.reload()
            emma.wait_until_ready()
            open_link(page, link)
        elif count == 0:
            open_link(page, link)
        else:
            page.locator("[data-action=turns-paste]").fill(link)  # read at once
        if count == 3:  # a step that cannot be saved has no link
            page.locator("main.game, [data-turn=reply]").first.wait_for()
            page.evaluate(BLOCK)
            page.evaluate(REPLY.replace("const link", "if (unsaved()) return ''; const link"))
            page.locator("[data-turn-status=turns-unsaved]").wait_for()
            assert page.locator(LINK).count() == 0
            page.reload()
            noa.wait_until_ready()
            open_link(page, link)
        page.locator("main.game, [data-turn=reply], [data-turn=over]").first.wait_for()
        link = page.evaluate(REPLY, count < 6)
        if count == 5:
            other = open_page(new_context(), query=f"#{link.partition('#')[2]}")
            other.page.locator("[data-turn=look]").wait_for()
            assert other.page.locator(f"{LINK}, [data-action=turns-send]").count() == 0
            assert find_violations(other.page) == []
        if not link:
            break
    for page in pages:
        page.locator("[data-turn=over]").wait_for()
        assert find_violations(page) == []
        page.locator("[data-action=turns-result]").click()
        page.locator(".game-result h2").wait_for()
    scores = [sorted(page.locator(".ranking .total").all_inner_texts()) for page in pages]
    assert scores[0] == scores[1]
