"""Test readability: wider text spacing, letters beside colors, notices, and long names."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from tests.browser.test_layout import REDUCED_MOTION, SMALL_TEXT_ACTIONS, SMALL_TEXT_QUERIES

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext

    from tests.browser.driver import Driver

pytestmark = pytest.mark.heavy

# The style sheet of WCAG 1.4.12
WIDEN_TEXT = """() => {
  const styles = new CSSStyleSheet();
  styles.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
    word-spacing: 0.16em !important } p { margin-block-end: 2em !important }`);
  document.adoptedStyleSheets = [styles];
}"""
CUT_TEXTS = """() => {
  const problems = [];
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) problems.push(`wider than the screen by ${wide}`);
  const shown = (selector) => [...document.querySelectorAll(selector)]
    .filter((part) => part.checkVisibility({ visibilityProperty: true }));
  const box = (part) => part.getBoundingClientRect();
  for (const part of shown('.headline, .detail, .bar-title, .pad-status p')) {
    const around = part.closest('.status, .bar, .pad-status');
    if (box(part).top < box(around).top - 1 || box(part).bottom > box(around).bottom + 1)
      problems.push(`${part.className} is outside: ${part.textContent}`);
    if (part.scrollHeight > part.clientHeight + 2)
      problems.push(`${part.className} is cut: ${part.textContent}`);
  }
  for (const part of shown('.slot .sum')) {
    const range = document.createRange();
    range.selectNode(part.lastChild);
    const [sums, around] = [box(range), box(part)];
    if (sums.left < around.left - 1 || sums.right > around.right + 1)
      problems.push(`the sums touch others: ${part.textContent}`);
  }
  for (const part of shown('.cell[data-offer=now]'))
    if (!getComputedStyle(part, '::after').content.startsWith('no')
      && part.scrollHeight > part.clientHeight + 2)
      problems.push(`the gain of ${part.dataset.cell} is cut`);
  for (const part of shown('.controls .button, .bar .button'))
    if (part.scrollWidth > part.clientWidth + 1 || box(part).right > innerWidth + 1)
      problems.push(`${part.dataset.action} is narrower than its text`);
  return problems;
}"""
# Rows of the other sheet, below its first one, that a notice with a choice covers
ROWS_UNDER_NOTICE = """() => {
  const { bottom } = document.querySelector('.notice-card').getBoundingClientRect();
  return [...document.querySelectorAll('.sheet.small .row')].slice(1)
    .filter((row) => row.getBoundingClientRect().top < bottom - 1)
    .map((row) => `${row.dataset.row} is covered`);
}"""
SPACED_SCREENS = {
    **SMALL_TEXT_QUERIES,
    "start": "first=0",
    "table": "table=1",
}


@pytest.mark.parametrize("language", ["en", "de", "ru", "he"])
def test_texts_with_wider_spacing_stay_in_place(
    open_page: Callable[..., Driver], language: str
) -> None:
    problems = {}
    driver: Driver | None = None
    for screen, query in SPACED_SCREENS.items():
        query_in_language = f"{query}&lang={language}&seed=5&speed=instant"
        driver = open_page(driver, media=REDUCED_MOTION, query=query_in_language)
        for action in SMALL_TEXT_ACTIONS.get(screen, []):
            driver.click_action(action)
        driver.page.evaluate(WIDEN_TEXT)
        for size in [(390, 844), (1280, 800)]:
            driver.page.set_viewport_size({"width": size[0], "height": size[1]})
            if found := driver.page.evaluate(CUT_TEXTS):
                problems[screen, size] = found
        driver.page.evaluate("document.adoptedStyleSheets = []")
    query = f"bots=easy&first=0&start=1&lang={language}&seed=9&speed=instant"
    driver = open_page(driver, media=REDUCED_MOTION, query=query)
    driver.page.set_viewport_size({"width": 390, "height": 844})
    driver.page.evaluate(WIDEN_TEXT)
    driver.page.locator("[data-action=resume]").wait_for()
    if found := driver.page.evaluate(ROWS_UNDER_NOTICE):
        problems["notice", (390, 844)] = found
    driver.page.evaluate("document.adoptedStyleSheets = []")
    assert problems == {}


MISSING_LETTERS = """() => [...document.querySelectorAll('.sheet .row')]
  .filter((row) => row.checkVisibility())
  .filter((row) => ![...row.querySelectorAll('.letter, .lock-letter')].some((letter) => {
    const { width, height } = letter.getBoundingClientRect();
    return letter.checkVisibility({ visibilityProperty: true }) && letter.textContent
      && width >= 4 && height >= 7;
  })).map((row) => `${row.closest('.sheet').className} ${row.dataset.row}`)"""


@pytest.mark.parametrize(
    ("query", "actions"),
    [
        ("variant=longo&bots=easy,medium,hard,hard&first=0&start=1", ["roll"]),
        ("bots=easy&first=0&start=1", ["roll"]),
        ("pad=1", []),
        ("pad=1&players=5", []),
        ("same=1&players=2", ["same-seat:0", "sit"]),
    ],
)
def test_every_row_has_letter_of_its_color(
    open_page: Callable[..., Driver], query: str, actions: list[str]
) -> None:
    driver = open_page(media=REDUCED_MOTION, query=f"{query}&seed=5&speed=instant")
    for action in actions:
        driver.click_action(action)
    missing = {}
    for size in [(360, 640), (390, 844), (844, 390), (768, 1024), (1280, 800)]:
        driver.page.set_viewport_size({"width": size[0], "height": size[1]})
        if found := driver.page.evaluate(MISSING_LETTERS):
            missing[size] = found
    assert missing == {}


READ_PLACES = """() => [...document.querySelectorAll(
  '.tray, .status, .sheet, .sheet.large .row, .controls, .bar .icon')].map((part) => {
  const { left, top, right, bottom } = part.getBoundingClientRect();
  return [left, top, right, bottom].map(Math.round);
})"""
FIND_COVERED = """() => {
  const card = document.querySelector('.notice-card').getBoundingClientRect();
  return [...document.querySelectorAll(
    '.tray, .status, .sheet, .controls, .bar .icon, .bar h1')].filter((part) => {
    const { left, top, right, bottom } = part.getBoundingClientRect();
    return card.left < right - 1 && left < card.right - 1 && card.top < bottom - 1
      && top < card.bottom - 1;
  }).map((part) => part.className || part.tagName);
}"""


@pytest.mark.parametrize("language", ["en", "ar"])
def test_notice_neither_covers_nor_moves_anything(
    open_page: Callable[..., Driver], new_context: Callable[..., BrowserContext], language: str
) -> None:
    """A notice that does not fit is whole while it has the focus; its button always works."""
    query = f"bots=easy,medium,hard,hard&variant=longo&lang={language}&first=0&start=1"
    sizes = [(360, 640), (390, 844), (844, 390), (768, 1024), (1280, 800)]
    places = {}
    for case in ("", "&seed=x"):
        visitor = new_context()  # without another game, to which a notice would offer to return
        driver = open_page(visitor, media=REDUCED_MOTION, query=f"{query}{case}&speed=instant")
        assert (driver.page.locator(".notice-texts > *").count() > 0) == bool(case)
        for size in sizes:
            driver.page.set_viewport_size({"width": size[0], "height": size[1]})
            places[size, case] = driver.page.evaluate(READ_PLACES)
            if case:
                assert driver.page.evaluate(FIND_COVERED) == []
    for size in sizes:
        assert places[size, "&seed=x"] == places[size, ""]
    driver.page.set_viewport_size({"width": 360, "height": 640})
    driver.page.locator(".notice-texts").click()
    fits = "({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight"
    assert driver.page.locator(".notice-texts").evaluate(fits)
    driver.click_action("dismiss")
    assert driver.page.locator(".notice-texts > *").count() == 0


@pytest.mark.parametrize("name", ["W" * 40, "龘" * 40], ids=["W", "ideographs"])
def test_name_of_wide_signs_widens_no_page(open_page: Callable[..., Driver], name: str) -> None:
    names = ",".join([quote(name)] * 3)
    widths = """() => Math.max(...[...document.querySelectorAll('html, .log > .entries')]
      .map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))"""
    sizes = [(320, 568), (390, 844), (844, 390), (768, 1024), (1280, 800)]
    wide: dict[tuple[str, tuple[int, int]], int] = {}

    def measure(where: str) -> None:
        for size in sizes:
            driver.page.set_viewport_size({"width": size[0], "height": size[1]})
            if driver.page.evaluate(widths) > 0:
                wide[where, size] = driver.page.evaluate(widths)

    driver = open_page(media=REDUCED_MOTION, query=f"players=3&names={names}")
    measure("start")
    query = f"players=3&names={names}&first=0&seed=5&start=1&speed=instant"
    driver = open_page(driver, query=query)
    driver.click_action("roll")
    while driver.page.locator(".log .entry").count() == 0:
        driver.page.locator(".controls .wide").click()
        driver.wait_for_whole_page()
    measure("game")
    driver.play_to_end()
    driver.page.locator(".podium").wait_for()
    measure("result")
    driver = open_page(driver, query=f"pad=1&players=3&names={names}")
    measure("pad")
    assert wide == {}
