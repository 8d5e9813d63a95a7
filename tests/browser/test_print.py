"""Screens and sheets as Chromium prints them, without backgrounds as browsers do.

One page where one is enough, nothing cut, crosses on the paper, nothing to touch.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from pypdf import PdfReader

from qwixx.games.written.share_link import encode_game
from tests.browser.accessibility import find_violations
from tests.finished_games import finished_game

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.browser.driver import Driver

SIZES = [(320, 568), (360, 640), (844, 390), (768, 1024), (1280, 800)]
MILLIMETRES = 25.4 / 72
WIDER = "document.documentElement.scrollWidth - innerWidth"
CUT = """() => [...document.querySelectorAll('.page')].flatMap((page) => {
  const around = page.getBoundingClientRect();
  return [...page.querySelectorAll('*:not(.visually-hidden)')].filter((part) => {
    const box = part.getBoundingClientRect();
    return box.left < around.left || box.right > around.right || box.top < around.top
      || box.bottom > around.bottom || (part.scrollWidth > part.clientWidth + 1
      && part.clientWidth > 0 && getComputedStyle(part).display !== 'inline');
  }).map((part) => part.outerHTML.slice(0, 80));
})"""

# On paper: crosses that are not drawn, controls that are, parts of a row that overlap.
PRINTED = """() => {
  const drawn = (part) => part.checkVisibility() && part.getBoundingClientRect().width > 1;
  const all = (selector) => [...document.querySelectorAll(selector)].filter(drawn);
  const told = (part) => part.outerHTML.slice(0, 90);
  const lost = all('.cell[data-state=crossed], .penalty[data-state=crossed]').filter((part) => {
    const cross = getComputedStyle(part, '::before');
    return cross.printColorAdjust !== 'exact' || cross.content === 'none'
      || parseFloat(cross.width) < 8 || parseFloat(cross.height) < 8;
  });
  const sheets = '.cell, .lock, .penalty, .pad-total, .entry, .opponent, .mistake';
  const controls = all('input, select, [role=status], .status, .notices, .controls, nav, button')
    .filter((part) => !part.matches(sheets));
  const over = all('.row > *, .pad-sheet > *').filter((part) => {
    const next = part.nextElementSibling;
    if (!next || !drawn(next)) return false;
    const [one, other] = [part, next].map((each) => each.getBoundingClientRect());
    return one.right > other.left + 1 && other.right > one.left + 1
      && one.bottom > other.top + 1 && other.bottom > one.top + 1;
  });
  return [...lost, ...controls, ...over].map(told);
}"""
CONTROLS = ("Undo", "End game", "Close", "Menu", "Rematch")
CROSS = """([players, codes]) => {
  for (let player = 0; player < players; player++)
    for (const code of codes)
      document.querySelector(`[data-player="${player}"] [data-cell="${code}"]`).click();
}"""


def printed(page: Page, *shown: str, pages: int = 1, paper: str = "A4") -> None:
    """Check a screen on paper, and that it has these texts."""
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate(PRINTED) == []
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="null")
    pdf = page.pdf(format=paper, print_background=False)
    sheets = PdfReader(io.BytesIO(pdf)).pages
    assert len(sheets) == pages
    text = " ".join(" ".join(sheet.extract_text() for sheet in sheets).split())
    assert [each for each in shown if each not in text] == []
    assert [
        each for each in ("Undo", "End game", "Close", "Menu", "Rematch") if each in text
    ] == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_score_pad_is_printed_as_sheets(open_page: Callable[..., Driver], theme: str) -> None:
    names = ["Ana", "Ben", "Cleo", "Dora", "Emil"]
    driver = open_page(pad=1, players=5, names=",".join(names), theme=theme)
    page = driver.page
    page.evaluate(CROSS, [5, ["r2", "r4", "r5", "r9", "b11"]])
    page.locator("[data-player='0'] [data-penalty='1']").evaluate("(box) => box.click()")
    for size in ((390, 844), (1000, 900)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        printed(page, *names)
    printed(page, *names, paper="A5", pages=2)
    page.locator("[data-action=finish]").evaluate("(button) => button.click()")
    printed(page, *names)  # with a question over them
    driver.click_action("pad-view:dice")
    page.emulate_media(media="null")
    assert "Cleo" in PdfReader(io.BytesIO(page.pdf())).pages[0].extract_text()


def test_a_finished_game_and_what_is_read_of_it_are_printed(
    open_page: Callable[..., Driver],
) -> None:
    driver = open_page(players=3, names="Ana,Ben,Cleo", start=1, first=0, seed=5)
    page = driver.page
    driver.click_action("roll")
    printed(page, "Ana", "Ben", "Cleo")
    driver.play_to_end()
    page.locator(".game-result").wait_for()
    printed(page, "Ana", "Ben", "Cleo", "wins with")
    driver.click_action("menu")
    printed(page, "Ana", "Ben", "Cleo")
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    driver.click_action("rules")
    page.locator("[data-dialog=rules]").wait_for()
    printed(page, "Rules")
    page.keyboard.press("Escape")
    driver.click_action("new-game")
    driver.click_action("history")
    page.locator("[data-game-id]").wait_for()
    printed(page, "Classic")
    driver.click_action("statistics")
    page.locator(".felt").first.wait_for()
    printed(page, "games")


def test_a_sheet_of_the_same_dice_and_its_result_are_printed(
    open_page: Callable[..., Driver],
) -> None:
    driver = open_page(same=1, players=2, seed=7, speed="instant")
    page = driver.page
    page.locator("[data-action='same-name']").fill("Ana")
    driver.click_action("same-seat:0")
    driver.click_action("sit")
    driver.click_action("roll")
    page.locator("[data-offer]").first.click()
    printed(page, "Ana")
    while page.locator("[data-end-code]").count() == 0:
        page.locator("[data-action=finish], [data-action=roll]").first.click()
    printed(page, "Ana", "Points")


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
        [sheet] = print_it(page).pages
        shape = tuple(round(float(each) * MILLIMETRES) for each in sheet.mediabox[2:])
        assert shape == wanted
        highest = {"classic": "12", "longo": "16"}[variant]
        assert sheet.extract_text().count(highest) >= 4 * int(count)


def test_the_choices_fit_every_window(open_page: Callable[..., Driver]) -> None:
    page = open_page(print=1, lang="de").page
    assert find_violations(page) == []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(WIDER) <= 0
        assert page.evaluate(CUT) == []


def test_a_lesson_is_printed_as_its_sheets(open_page: Callable[..., Driver]) -> None:
    driver = open_page()
    driver.click_action("learn")
    driver.page.locator(".lesson-game").wait_for()
    printed(driver.page, "You")


def test_a_game_that_is_over_is_printed_from_its_replay(open_page: Callable[..., Driver]) -> None:
    driver = open_page()
    page = driver.page
    game = finished_game(player_count=3)
    page.evaluate("hash => location.hash = hash", f"g={encode_game(game, names=True)}")
    page.locator("html[data-screen=history]").wait_for(state="attached")
    driver.click_action("last")
    printed(page, *game.names)
    driver.click_action("menu")
    driver.click_action("print")
    page.locator("html[data-screen=print]").wait_for(state="attached")
    tall = "(boxes) => boxes.map((box) => box.scrollHeight - box.clientHeight)"
    assert max(page.locator(".printed .box").evaluate_all(tall)) <= 1
    pdf = print_it(page)
    assert len(pdf.pages) == 3
    for name, sheet in zip(game.names, pdf.pages, strict=True):
        assert name in sheet.extract_text()
    page.go_back()
    page.locator("html[data-screen=history]").wait_for(state="attached")
