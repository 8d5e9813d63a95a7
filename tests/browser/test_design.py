"""A block set by touch and by keyboard, played with a second phone, and printed."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from pypdf import PdfReader

from tests.browser.accessibility import find_violations

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext

    from tests.browser.driver import Driver

SIZES = [(320, 568), (360, 640), (390, 844), (844, 390), (768, 1024), (1280, 800)]
WIDER = "document.documentElement.scrollWidth - innerWidth"
DICE_VALUES = (
    """() => [...document.querySelectorAll('[data-die]')].map((die) => die.dataset.value).join()"""
)
ROW_NUMBERS = """() => [...document.querySelectorAll('[data-row=r] [data-cell]')]
  .map((cell) => cell.dataset.cell.slice(1)).join()"""


def test_block_is_set_played_on_two_phones_and_printed(
    open_page: Callable[..., Driver], new_context: Callable[..., BrowserContext]
) -> None:
    phones = [new_context(has_touch=True, reduced_motion="reduce") for _ in range(2)]
    ann = open_page(phones[0], design=1, variant="block:R7K2M9", speed="instant").page
    ann.locator("[data-box='0-0']").tap()
    ann.locator("[data-action='design-number:9']").tap()
    ann.locator("[data-action='design-color:b']").tap()
    ann.locator("[data-box='0-0'] input").focus()
    ann.keyboard.press("ArrowRight")  # the boxes are one tab stop
    ann.locator("[data-action='design-color:g']").tap()
    for width, height in SIZES:
        ann.set_viewport_size({"width": width, "height": height})
        assert ann.evaluate(WIDER) <= 0
    ann.set_viewport_size({"width": 390, "height": 844})
    assert find_violations(ann) == []
    name = ann.locator("main").get_attribute("data-block") or ""
    assert name.startswith("own:")

    ann.locator("[data-action='print']").tap()
    ann.locator(".printed").wait_for()
    pdf = PdfReader(io.BytesIO(ann.pdf(prefer_css_page_size=True)))
    assert len(pdf.pages) == 1
    printed = pdf.pages[0].extract_text()
    assert f"Own block {name[-6:]}" in printed
    ann.locator("[data-action='leave-print']").tap()
    ann.locator("[data-action='use-block']").tap()
    assert ann.locator("[data-action='variant']:checked").get_attribute("value") == name

    # The second phone gets the block by the link of a game with the same dice.
    ann.locator(".more summary").tap()
    ann.locator("[data-action='same-dice']").tap()
    link = ann.locator("#same-link").input_value()
    ben = open_page(phones[1], speed="instant").page
    ben.evaluate("link => { location.hash = new URL(link).hash; }", link)
    for seat, page in enumerate((ann, ben)):
        page.locator(f"[data-action='same-seat:{seat}']").tap()
        page.locator("[data-action='sit']").tap()
        page.locator("[data-action='roll']").tap()
    assert ann.evaluate(ROW_NUMBERS) == ben.evaluate(ROW_NUMBERS) == "9,11,7,6,2,12,10,8,4,3,5"
    assert ann.evaluate(DICE_VALUES) == ben.evaluate(DICE_VALUES) != ""
