"""Sheets as Chromium prints them: one page where one is promised, nothing cut, text as text."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from pypdf import PdfReader

from qwixx.games.link import encode
from tests.browser.axe import faults
from tests.played import played

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.browser.driver import Driver

SIZES = [(320, 568), (360, 640), (844, 390), (768, 1024), (1280, 800)]
MILLIMETRES = 25.4 / 72
WIDER = "document.documentElement.scrollWidth - innerWidth"
CUT = """() => [...document.querySelectorAll('.page')].flatMap((page) => {
  const around = page.getBoundingClientRect();
  return [...page.querySelectorAll('*:not(.hidden)')].filter((part) => {
    const box = part.getBoundingClientRect();
    return box.left < around.left || box.right > around.right || box.top < around.top
      || box.bottom > around.bottom || (part.scrollWidth > part.clientWidth + 1
      && part.clientWidth > 0 && getComputedStyle(part).display !== 'inline');
  }).map((part) => part.outerHTML.slice(0, 80));
})"""


def choose(page: Page, action: str, value: str) -> None:
    page.locator(f"label:has([data-action={action}][value='{value}'])").click()


def print_it(page: Page) -> PdfReader:
    return PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True)))


CHOICES = {
    "de": [
        ("classic", "2", "letter", "color", (216, 279)),
        ("longo", "4", "a4", "color", (297, 210)),
    ],
    "ar": [
        ("classic", "4", "letter", "outlines", (279, 216)),
        ("longo", "1", "letter", "color", (279, 216)),
    ],
    "ru": [
        ("classic", "1", "a4", "outlines", (297, 210)),
        ("longo", "2", "a4", "outlines", (210, 297)),
    ],
}


@pytest.mark.parametrize("lang", CHOICES)
def test_blank_sheets_fit_their_page(open_page: Callable[..., Driver], lang: str) -> None:
    page = open_page(print=1, lang=lang, theme="dark").page
    for variant, count, size, ink, wanted in CHOICES[lang]:
        for action, value in (
            ("variant", variant),
            ("count", count),
            ("size", size),
            ("ink", ink),
        ):
            choose(page, f"print-{action}", value)
        page.locator(f".page.{ink}[data-count='{count}'][data-size='{size}']").wait_for()
        page.emulate_media(media="print")
        assert page.evaluate(CUT) == []
        page.emulate_media(media="null")
        [printed] = print_it(page).pages
        shape = tuple(round(float(each) * MILLIMETRES) for each in printed.mediabox[2:])
        assert shape == wanted
        highest = {"classic": "12", "longo": "16"}[variant]
        assert printed.extract_text().count(highest) >= 4 * int(count)


def test_the_choices_fit_every_window(open_page: Callable[..., Driver]) -> None:
    page = open_page(print=1, lang="de").page
    assert faults(page) == []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(WIDER) <= 0
        assert page.evaluate(CUT) == []


def test_a_game_that_is_over_is_printed_from_its_replay(open_page: Callable[..., Driver]) -> None:
    driver = open_page()
    page = driver.page
    game = played(players=3)
    page.evaluate("hash => location.hash = hash", f"g={encode(game, names=True)}")
    page.locator("html[data-screen=history]").wait_for(state="attached")
    driver.act("menu")
    driver.act("print")
    page.locator("html[data-screen=print]").wait_for(state="attached")
    tall = "(boxes) => boxes.map((box) => box.scrollHeight - box.clientHeight)"
    assert max(page.locator(".printed .box").evaluate_all(tall)) <= 1
    pdf = print_it(page)
    assert len(pdf.pages) == 3
    for name, printed in zip(game.names, pdf.pages, strict=True):
        assert name in printed.extract_text()
    page.go_back()
    page.locator("html[data-screen=history]").wait_for(state="attached")
