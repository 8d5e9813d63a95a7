"""Screens and sheets as printed by Chromium, which prints no backgrounds by default.

They fill no more pages than necessary, show marks but no controls, and are not cut off.
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
MM_PER_POINT = 25.4 / 72
HORIZONTAL_OVERFLOW = "document.documentElement.scrollWidth - innerWidth"
FIND_CUT_PARTS = """() => [...document.querySelectorAll('.page')].flatMap((page) => {
  const around = page.getBoundingClientRect();
  return [...page.querySelectorAll('*:not(.visually-hidden)')].filter((part) => {
    const box = part.getBoundingClientRect();
    return box.left < around.left || box.right > around.right || box.top < around.top
      || box.bottom > around.bottom || (part.scrollWidth > part.clientWidth + 1
      && part.clientWidth > 0 && getComputedStyle(part).display !== 'inline');
  }).map((part) => part.outerHTML.slice(0, 80));
})"""

# Problems on paper: missing marks, visible controls, and overlapping parts of a row or pad
FIND_PRINT_PROBLEMS = """() => {
  const drawn = (part) => part.checkVisibility() && part.getBoundingClientRect().width > 1;
  const all = (selector) => [...document.querySelectorAll(selector)].filter(drawn);
  const describe = (part) => part.outerHTML.slice(0, 90);
  const faint = all('.cell[data-state=crossed], .penalty[data-state=crossed]').filter((part) => {
    const cross = getComputedStyle(part, '::before');
    return cross.printColorAdjust !== 'exact' || cross.content === 'none'
      || parseFloat(cross.width) < 8 || parseFloat(cross.height) < 8;
  });
  const sheets = '.cell, .lock, .penalty, .pad-total, .entry, .opponent, .mistake';
  const controls = all('input, select, [role=status], .status, .notices, .controls, nav, button')
    .filter((part) => !part.matches(sheets));
  const overlapping = all('.row > *, .pad-sheet > *').filter((part) => {
    const next = part.nextElementSibling;
    if (!next || !drawn(next)) return false;
    const [one, other] = [part, next].map((each) => each.getBoundingClientRect());
    return one.right > other.left + 1 && other.right > one.left + 1
      && one.bottom > other.top + 1 && other.bottom > one.top + 1;
  });
  return [...faint, ...controls, ...overlapping].map(describe);
}"""
CROSS_OUT_CELLS = """([players, codes]) => {
  for (let player = 0; player < players; player++)
    for (const code of codes)
      document.querySelector(`[data-player="${player}"] [data-cell="${code}"]`).click();
}"""


def assert_prints(
    page: Page, *expected_texts: str, page_count: int = 1, paper_size: str = "A4"
) -> None:
    """Check the printout of a page: its layout, number of pages, and texts."""
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate(FIND_PRINT_PROBLEMS) == []
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="null")
    pdf = page.pdf(format=paper_size, print_background=False)
    sheets = PdfReader(io.BytesIO(pdf)).pages
    assert len(sheets) == page_count
    printed_text = " ".join(" ".join(sheet.extract_text() for sheet in sheets).split())
    assert [expected for expected in expected_texts if expected not in printed_text] == []
    assert [
        control
        for control in ("Undo", "End game", "Close", "Menu", "Rematch")
        if control in printed_text
    ] == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_score_pad_prints_as_sheets(open_page: Callable[..., Driver], theme: str) -> None:
    names = ["Ana", "Ben", "Cleo", "Dora", "Emil"]
    driver = open_page(pad=1, players=5, names=",".join(names), theme=theme)
    page = driver.page
    page.evaluate(CROSS_OUT_CELLS, [5, ["r2", "r4", "r5", "r9", "b11"]])
    page.locator("[data-player='0'] [data-penalty='1']").evaluate("(box) => box.click()")
    for size in ((390, 844), (1000, 900)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert_prints(page, *names)
    assert_prints(page, *names, paper_size="A5", page_count=2)
    page.locator("[data-action=finish]").evaluate("(button) => button.click()")
    assert_prints(page, *names)  # with an open question
    driver.click_action("answer:")
    driver.click_action("pad-view:dice")
    page.emulate_media(media="null")
    assert "Cleo" in PdfReader(io.BytesIO(page.pdf())).pages[0].extract_text()


def test_game_dialogs_and_history_can_be_printed(
    open_page: Callable[..., Driver],
) -> None:
    driver = open_page(players=3, names="Ana,Ben,Cleo", start=1, first=0, seed=5)
    page = driver.page
    driver.click_action("roll")
    assert_prints(page, "Ana", "Ben", "Cleo")
    driver.play_to_end()
    page.locator(".game-result").wait_for()
    assert_prints(page, "Ana", "Ben", "Cleo", "wins with")
    driver.click_action("menu")
    assert_prints(page, "Ana", "Ben", "Cleo")
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    driver.click_action("rules")
    page.locator("[data-dialog=rules]").wait_for()
    assert_prints(page, "Rules")
    page.keyboard.press("Escape")
    driver.click_action("new-game")
    driver.click_action("history")
    page.locator("[data-game-id]").wait_for()
    assert_prints(page, "Classic")
    driver.click_action("statistics")
    page.locator(".felt").first.wait_for()
    assert_prints(page, "games")


def test_same_dice_sheet_and_result_can_be_printed(
    open_page: Callable[..., Driver],
) -> None:
    driver = open_page(same=1, players=2, seed=7, speed="instant")
    page = driver.page
    page.locator("[data-action='same-name']").fill("Ana")
    driver.click_action("same-seat:0")
    driver.click_action("sit")
    driver.click_action("roll")
    page.locator("[data-offer]").first.click()
    assert_prints(page, "Ana")
    while page.locator("[data-end-code]").count() == 0:
        page.locator("[data-action=finish], [data-action=roll]").first.click()
        driver.wait_for_whole_page()
    assert_prints(page, "Ana", "Points")


def click_option_label(page: Page, action: str, value: str) -> None:
    page.locator(f"label:has([data-action={action}][value='{value}'])").click()


def print_to_pdf(page: Page) -> PdfReader:
    return PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True)))


# By language: variant, number of sheets, paper, ink, and the page's width and height in mm
BLANK_SHEET_OPTIONS = {
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


@pytest.mark.parametrize("lang", BLANK_SHEET_OPTIONS)
def test_blank_sheets_fit_their_page(open_page: Callable[..., Driver], lang: str) -> None:
    page = open_page(print=1, lang=lang, theme="dark").page
    for variant, count, size, ink, expected_size in BLANK_SHEET_OPTIONS[lang]:
        page.locator("select[data-action='print-variant']").select_option(variant)
        for action, value in (
            ("count", count),
            ("size", size),
            ("ink", ink),
        ):
            click_option_label(page, f"print-{action}", value)
        page.locator(f".page.{ink}[data-count='{count}'][data-size='{size}']").wait_for()
        page.emulate_media(media="print")
        assert page.evaluate(FIND_CUT_PARTS) == []
        page.emulate_media(media="null")
        [sheet] = print_to_pdf(page).pages
        page_size = tuple(round(float(length) * MM_PER_POINT) for length in sheet.mediabox[2:])
        assert page_size == expected_size
        highest_number = {"classic": "12", "longo": "16"}[variant]
        assert sheet.extract_text().count(highest_number) >= 4 * int(count)


def test_print_options_fit_every_window(open_page: Callable[..., Driver]) -> None:
    page = open_page(print=1, lang="de").page
    assert find_violations(page) == []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(HORIZONTAL_OVERFLOW) <= 0
        assert page.evaluate(FIND_CUT_PARTS) == []


def test_lesson_can_be_printed(open_page: Callable[..., Driver]) -> None:
    driver = open_page()
    driver.click_action("learn")
    driver.page.locator(".lesson-game").wait_for()
    assert_prints(driver.page, "You")


def test_finished_game_can_be_printed_from_replay(open_page: Callable[..., Driver]) -> None:
    driver = open_page()
    page = driver.page
    game = finished_game(player_count=3)
    page.evaluate("hash => location.hash = hash", f"g={encode_game(game, names=True)}")
    page.locator("html[data-screen=history]").wait_for(state="attached")
    driver.click_action("last")
    assert_prints(page, *game.names)
    driver.click_action("menu")
    driver.click_action("print")
    page.locator("html[data-screen=print]").wait_for(state="attached")
    measure_overflow = "(boxes) => boxes.map((box) => box.scrollHeight - box.clientHeight)"
    assert max(page.locator(".printed .box").evaluate_all(measure_overflow)) <= 1
    pdf = print_to_pdf(page)
    assert len(pdf.pages) == 3
    for name, sheet in zip(game.names, pdf.pages, strict=True):
        assert name in sheet.extract_text()
    page.go_back()
    page.locator("html[data-screen=history]").wait_for(state="attached")
