"""The game on every screen: nothing is cut, nothing overlaps, what may be tapped can be hit.

Pairs of what can differ in the usual run; with --long all of it.
"""

from __future__ import annotations

import json
from collections import defaultdict
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from qwixx import PASS, Mark
from qwixx.ui.model.board import NEXT, ROLL
from qwixx.ui.screens.lesson.model import Lesson
from tests.browser.driver import Driver

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import BrowserContext, Page

pytestmark = pytest.mark.heavy
SCREENS = [
    (320, 568),
    (360, 640),
    (390, 844),
    (844, 390),
    (768, 1024),
    (1024, 768),
    (1280, 800),
    (2560, 1440),
]
LARGE_SCREENS = [(360, 640), (390, 844), (768, 1024), (1280, 800)]
LANGUAGES = ["en", "de", "ru", "he", "ar"]
STILL = {"reduced_motion": "reduce"}
TABLES = [*product(["classic", "longo"], [2, 3, 4, 5])]
FAULTS = """() => {
  const faults = [];
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) faults.push(`wider than the screen by ${wide}`);
  const name = ({ dataset, className }) =>
    dataset.cell ?? dataset.action ?? dataset.die ?? className;
  const boxes = (selector) => [...document.querySelectorAll(selector)]
    .filter((part) => part.checkVisibility({ visibilityProperty: true }))
    .map((part) => [part, part.getBoundingClientRect()]);
  const cells = boxes('.sheet.large .cell');
  const buttons = boxes('.bar button, .controls button');
  const others = boxes('.die, .tray, .sheet, .headline, .subtotal');
  for (const [part, box] of [...cells, ...buttons, ...others]) {
    if (box.left < -0.5 || box.right > innerWidth + 0.5) faults.push(`${name(part)} is cut`);
  }
  for (const [cell, { width, height, left, top }] of cells) {
    // Fifteen numbers in two lines are wide and low.
    if (Math.min(width, height) < 24 || Math.max(width, height) < 35.9)
      faults.push(`${name(cell)} is ${width} x ${height}`);
    const [x, y] = [left + width / 2, top + height / 2];
    if (y > 0 && y < innerHeight) {
      const there = document.elementFromPoint(x, y);
      if (!cell.contains(there) && !there?.closest('.controls'))
        faults.push(`${name(cell)} is covered`);
    }
  }
  for (const [button, { width, height }] of buttons)
    if (width < 24 || height < 35.9) faults.push(`${name(button)} is ${width} x ${height}`);
  for (const [at, [one, a]] of buttons.entries())
    for (const [other, b] of buttons.slice(at + 1))
      if (a.left < b.right - 1 && b.left < a.right - 1
        && a.top < b.bottom - 1 && b.top < a.bottom - 1)
        faults.push(`${name(one)} overlaps ${name(other)}`);
  for (const [button, { bottom }] of boxes('.controls button'))
    if (bottom > innerHeight + 0.5) faults.push(`${name(button)} is below the screen`);
  const end = ({ offsetTop, offsetHeight }) => offsetTop + offsetHeight;  // turned round or not
  for (const [part] of boxes(
    '.sheet.large > :is(.rows, .foot-wrapper, .points-table), .foot > *')) {
    const { parentElement: around, previousElementSibling: before } = part;
    const room = around === part.offsetParent ? around.offsetHeight : end(around);
    if (end(part) > room + 1) faults.push(`${name(part)} is below what it stands in`);
    if (!part.matches('.foot > *') && before?.offsetHeight > 1 && part.offsetTop < end(before) - 1)
      faults.push(`${name(part)} lies over what is before it`);
  }
  for (const [part] of boxes('.headline, .detail, .button, .total, .subtotal, .score'))
    if (part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== 'inline')
      faults.push(`the text of ${name(part)} is cut: ${part.textContent}`);
  return faults;
}"""
FRAMES = """() => new Promise((go) =>
  requestAnimationFrame(() => requestAnimationFrame(go)))"""
TRAY = "() => Math.round(10 * document.querySelector('.tray').getBoundingClientRect().height)"
ALL_THERE = """() => [...document.querySelectorAll('.sheet.large .cell, .die, .controls button')]
  .filter((part) => part.getBoundingClientRect().bottom > innerHeight + 0.5
    || !part.contains(document.elementFromPoint(...(({ left, right, top, bottom }) =>
      [(left + right) / 2, (top + bottom) / 2])(part.getBoundingClientRect()))))
  .map((part) => part.outerHTML.slice(0, 90))"""

# Texts that leave their place, or are cut; with a minimum font size they are larger than asked.
NARROW = """() => {
  const faults = [];
  const width = (part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return range.getBoundingClientRect().width;
  };
  const shown = (selector) => [...document.querySelectorAll(selector)]
    .filter((part) => part.checkVisibility({ visibilityProperty: true }));
  const small = '.slot .sum, .cell:not([data-offer=now]), .other-sheets .name, .pad-tab .name';
  for (const part of shown(small))
    if (width(part) > part.getBoundingClientRect().width + 2)
      faults.push(`${part.className} is narrower than ${part.textContent}`);
  for (const cell of shown('.sheet.large .cell[data-offer=now]')) {
    const { bottom, top } = cell.getBoundingClientRect();
    for (const text of cell.querySelectorAll('.cell-dice'))
      if (text.checkVisibility() && (text.getBoundingClientRect().top < top - 1
        || text.getBoundingClientRect().bottom > bottom + 1))
        faults.push(`the dice leave ${cell.dataset.cell}`);
    if (cell.scrollHeight > cell.clientHeight + 2)
      faults.push(`the gain leaves ${cell.dataset.cell}`);
  }
  return faults;
}"""
SMALL_TEXTS = {
    "color": "players=3&names=Ana,Benjamin,Cleo&first=0&start=1",
    "longo": "variant=longo&bots=easy,medium,hard,hard&first=0&start=1",
    "same": "same=1&players=2",
    "pad": "pad=1&players=3&names=Ana,Ben,Cleo",
}
ACTIONS = {
    "color": ["roll", "pass", "pass", "pass"],
    "longo": ["roll"],
    "same": ["same-seat:0", "sit", "roll"],
    "pad": [],
}

PLACES = """() => Object.fromEntries([...document.querySelectorAll('.sheet')].map((sheet) => {
  const { left, top, width, height } = sheet.getBoundingClientRect();
  return [sheet.dataset.player, [left, top, width, height].map(Math.round)];
}))"""

UPSIDE_DOWN = """() => [...document.querySelectorAll('.sheet')].map((sheet) => [
  getComputedStyle(sheet).rotate === '180deg',
  sheet.getBoundingClientRect().bottom
    <= document.querySelector('.tray-wrapper').getBoundingClientRect().top + 1,
])"""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give each table a language in the usual run, and all of them in the long one."""
    long = metafunc.config.getoption("--long")
    if "least" in metafunc.fixturenames:
        metafunc.parametrize("least", [14, 16, 18, 20, 24] if long else [18, 24])
    if "language" in metafunc.fixturenames and "variant" in metafunc.fixturenames:
        pairs = [(*table, LANGUAGES[n % len(LANGUAGES)]) for n, table in enumerate(TABLES)]
        if long:
            pairs = [(*table, language) for table in TABLES for language in LANGUAGES]
        metafunc.parametrize(("variant", "players", "language"), pairs)


def audit(page: Page, size: tuple[int, int]) -> list[Any]:
    """Return what is wrong on a screen of that size, in pixels."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    # Two frames: style and place are those of the new size.
    page.evaluate(
        "() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))"
    )
    faults: list[Any] = page.evaluate(FAULTS)
    return faults


def test_nothing_is_cut_and_nothing_overlaps(
    open_page: Callable[..., Driver], variant: str, players: int, language: str
) -> None:
    driver = open_page(
        media=STILL, variant=variant, players=players, lang=language, start=1, first=0, seed=5
    )
    found: dict[Any, Any] = {}
    trays: dict[tuple[int, int], set[int]] = defaultdict(set)
    for step in ("roll", "white", "color"):
        if step == "white":
            driver.click_action("roll")
        elif step == "color":
            for _ in range(players):
                driver.page.locator(".controls .wide:visible").click()
                driver.page.wait_for_selector(".handover-cover", state="detached")
        for size in SCREENS:
            faults = audit(driver.page, size)
            if faults:
                found[step, size] = faults
            trays[size].add(driver.page.evaluate(TRAY))
    found |= {size: heights for size, heights in trays.items() if len(heights) > 1}
    assert found == {}  # no roll moves a sheet by making the tray higher


@pytest.mark.parametrize("variant", ["classic", "longo"])
def test_in_a_low_window_the_page_scrolls_and_a_sheet_keeps_its_height(
    open_page: Callable[..., Driver], variant: str
) -> None:
    driver = open_page(media=STILL, variant=variant, bots="easy", start=1, first=0, seed=5)
    found = {}
    for size in ((360, 400), (390, 500), (412, 600), (430, 560), (390, 782)):
        faults = [fault for fault in audit(driver.page, size) if "what" in fault]
        if faults:
            found[size] = faults
    assert found == {}


@pytest.mark.parametrize("language", ["en", "de", "ar"])
def test_large_text_makes_the_page_longer_and_not_wider(
    new_context: Callable[..., BrowserContext],
    open_page: Callable[..., Driver],
    tmp_path: Path,
    language: str,
) -> None:
    """Twice the usual size, as who needs it sets it in the browser."""
    preferences = tmp_path / "Default" / "Preferences"
    preferences.parent.mkdir()
    large = {"webkit": {"webprefs": {"default_font_size": 32}}}
    preferences.write_text(json.dumps(large), encoding="utf-8")
    visitor = new_context(user_data_dir=tmp_path, reduced_motion="reduce")
    driver = open_page(
        visitor, variant="longo", players=3, lang=language, start=1, first=0, seed=5
    )
    size = driver.page.evaluate("getComputedStyle(document.documentElement).fontSize")
    assert size == "32px"
    found = {}
    for step in ("roll", "white"):
        if step == "white":
            driver.click_action("roll")
        for screen in LARGE_SCREENS:
            faults = [f for f in audit(driver.page, screen) if "below the screen" not in f]
            if faults:
                found[step, screen] = faults
    assert found == {}


def apart(page: Page) -> list[str]:
    """Return texts that are wider than their place: sums, names, cells, tabs."""
    found: list[str] = page.evaluate(NARROW)
    return found


def test_a_minimum_font_size_leaves_texts_apart(
    new_context: Callable[..., BrowserContext],
    address: str,
    tmp_path: Path,
    least: int,
) -> None:
    """People who see badly set it in the browser; it does not change what a rem is."""
    preferences = tmp_path / "Default" / "Preferences"
    preferences.parent.mkdir()
    least_size = {"webkit": {"webprefs": {"minimum_font_size": least}}}
    preferences.write_text(json.dumps(least_size), encoding="utf-8")
    visitor = new_context(user_data_dir=tmp_path, reduced_motion="reduce")
    page = visitor.new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    found = {}
    for screen, query in SMALL_TEXTS.items():
        page.goto(f"{address}?speed=instant&seed=5&{query}")
        driver = Driver(page)
        driver.wait_until_ready()
        for action in ACTIONS[screen]:
            driver.click_action(action)
        faults = [fault for fault in page.evaluate(FAULTS) if "below the screen" not in fault]
        if faults or apart(page):
            found[screen] = faults, apart(page)
    assert found == {}


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (844, 390)], ids=str)
def test_five_players_of_longo_have_all_on_one_screen(
    open_page: Callable[..., Driver], size: tuple[int, int]
) -> None:
    bots = "easy,medium,hard,hard"
    driver = open_page(
        viewport=size, media=STILL, variant="longo", bots=bots, start=1, first=0, seed=5
    )
    driver.click_action("roll")
    assert driver.page.evaluate(ALL_THERE) == []


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("variant", ["classic", "longo"])
def test_a_table_has_all_sheets_on_one_screen(
    open_page: Callable[..., Driver], variant: str, players: int
) -> None:
    """A tablet lies between several people; who plays next finds their sheet where it was."""
    driver = open_page(media=STILL, variant=variant, players=players, start=1, first=0, seed=5)
    driver.click_action("roll")
    found = {}
    for layout in ("all", "around"):
        driver.click_action("menu")
        driver.expand_settings()
        driver.page.locator(f"dialog input[value={layout}]").check(force=True)
        driver.page.keyboard.press("Escape")
        for size in [(768, 1024), (1024, 768), (1280, 800), (1440, 900)]:
            faults = audit(driver.page, size)
            if (variant, players) != ("longo", 5) or size[0] > 1024:  # else the page scrolls
                faults += driver.page.evaluate(ALL_THERE)
            upside = driver.page.evaluate(UPSIDE_DOWN)
            wrong = [
                turned for turned, upper in upside if turned != (upper and layout == "around")
            ]
            if faults or wrong:
                found[layout, size] = faults, wrong
    assert found == {}
    before = driver.page.evaluate(PLACES)
    driver.page.locator(".controls .wide:visible").click()
    driver.page.wait_for_selector("[data-turn][data-player='1']")
    assert driver.page.evaluate(PLACES) == before


# Rows, not cells: one that is offered stands out of its row.
ROWS = """() => [...document.querySelectorAll('.sheet.large .row')].flatMap((row) => {
  const { left, top, right, bottom } = row.getBoundingClientRect();
  return [left, top + scrollY, right, bottom + scrollY];
})"""


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (1280, 800)], ids=str)
def test_the_sheet_never_moves(open_page: Callable[..., Driver], size: tuple[int, int]) -> None:
    """Whatever is rolled, said, crossed out and refused in twelve turns."""
    driver = open_page(viewport=size, media=STILL, start=1, players=2, first=0, seed=7)
    page = driver.page
    first = page.evaluate(ROWS)
    moved = 0.0
    for step in range(40):
        offers = page.locator("[data-offer=now]")
        if step % 3 == 1 and offers.count():
            offers.first.click()
        else:
            page.locator(".controls .wide").click()
        page.locator(".sheet.large [aria-disabled=true]").last.click(force=True)
        now = page.evaluate(ROWS)
        moved = max(moved, *(abs(one - other) for one, other in zip(first, now, strict=True)))
    assert moved <= 1


LESSON_SPACE = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  return [box('.lesson .instruction').bottom, box('.lesson progress').top,
    box('.foot').bottom, box('.controls').top];
}"""


@pytest.mark.parametrize("size", [(360, 640), (844, 390), (1280, 800)], ids=str)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_lesson_keeps_its_sheet_in_place(
    open_page: Callable[..., Driver], size: tuple[int, int], language: str
) -> None:
    """Whatever it says, to the last step, which is laid out like a game."""
    driver = open_page(viewport=size, media=STILL, speed="instant", lang=language)
    driver.click_action("learn")
    page = driver.page
    page.evaluate("() => document.fonts.ready")
    lesson = Lesson("classic")
    first = page.evaluate(ROWS)
    while not lesson.is_at_last_step:
        wanted = lesson.expected_step
        page.locator("[data-player='0'] [aria-disabled=true]").first.click(force=True)
        assert page.evaluate(ROWS) == pytest.approx(first, abs=1)
        if wanted == NEXT:
            driver.click_action("next")
        elif wanted == ROLL:
            driver.click_action("roll")
        else:
            driver.play_move(0, PASS if wanted == "-" else Mark.from_code(wanted))
        told, progress, foot, controls = page.evaluate(LESSON_SPACE)
        assert told <= progress
        if size == (360, 640):  # on its side they are beside each other
            assert foot <= controls + 1
        lesson, _scene = lesson.at_next_step()
    assert page.evaluate(FAULTS) == []
    page.locator(".points-table").scroll_into_view_if_needed()
    assert page.locator(".points-table").is_visible()


PILLS = """() => [...document.querySelectorAll('.slot .sum')]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 2) // one at each side
  .map(({ textContent }) => textContent)"""


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("variant", ["classic", "longo"])
def test_the_sums_of_a_colored_die_fit_below_it(
    open_page: Callable[..., Driver], variant: str, lang: str
) -> None:
    """Two-digit sums are the widest; phones held sideways have the least room."""
    driver = open_page(start=1, variant=variant, players=2, first=0, seed=9, lang=lang)
    page = driver.page
    page.evaluate("() => document.fonts.ready")
    wide = "[...document.querySelectorAll('.slot .sum')].filter((s) => s.textContent.length > 7)"
    while page.evaluate(f"{wide}.length") < 2:
        page.locator(".controls .wide").click()
    cut = {}
    for size in [(844, 390), (667, 375), (360, 640), (390, 844), (768, 1024), (1280, 800)]:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        if pills := page.evaluate(PILLS):
            cut[size] = pills
    assert cut == {}


UNREAD = """(selector) => [...document.querySelectorAll(selector)].filter((part) => {
  const { width, height } = part.getBoundingClientRect();
  return part.scrollWidth > part.clientWidth + 1 || width < 24 || height < 12
    || parseFloat(getComputedStyle(part).fontSize) < 11;
}).map((part) => part.outerHTML.slice(0, 80))"""


def test_the_two_views_of_past_games_have_their_names(open_page: Callable[..., Driver]) -> None:
    driver = open_page(viewport=(390, 844), media=STILL)
    driver.click_action("history")
    assert driver.page.evaluate(UNREAD, ".views .button") == []


HEADS = """() => [...document.querySelectorAll('.other-sheets .sheet')].flatMap((sheet) => {
  const around = sheet.getBoundingClientRect();
  const name = sheet.querySelector('.name');
  return [
    ...name.scrollWidth > name.clientWidth ? [`${name.textContent} is cut`] : [],
    ...[...sheet.querySelectorAll('.score, .move-chip, .lucky')].filter((part) => {
      const { left, right } = part.getBoundingClientRect();
      return left < around.left || right > around.right;
    }).map((part) => `${part.className} is outside`),
  ];
})"""


@pytest.mark.parametrize("players", [4, 5])
def test_a_tablet_shows_whose_the_other_sheets_are(
    open_page: Callable[..., Driver], players: int
) -> None:
    """Also where their lucky numbers and their last cross want room beside the name."""
    bots = ["easy", "medium", "hard", "hard"][: players - 1]
    driver = open_page(media=STILL, variant="longo", bots=",".join(bots), first=1, start=1, seed=5)
    page = driver.page
    page.evaluate("() => document.fonts.ready")
    while page.locator(".other-sheets .move-chip").count() < 1:
        driver.wait_for_person_or_end()
        page.locator(".controls .wide").click()
    for size in [(720, 960), (768, 1024), (834, 1112)]:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert page.evaluate(HEADS) == []


LOCKS = """() => [...document.querySelectorAll('.pad-sheet .row')].flatMap((row) => {
  const box = (part) => part.getBoundingClientRect();
  const text = document.createRange();
  text.selectNodeContents(row.querySelector('.points'));
  const [lock, pips, points] = [box(row.querySelector('.lock')), box(row.querySelector('.pips')),
    box(text)];
  const within = (part) => part.left >= lock.left && part.right <= lock.right
    && part.top >= lock.top - 1 && part.bottom <= lock.bottom + 1;
  const apart = pips.right <= points.left || points.right <= pips.left
    || pips.bottom <= points.top + 2 || points.bottom <= pips.top + 2;
  return within(pips) && within(points) && apart ? [] : [row.className];
})"""


@pytest.mark.parametrize(("variant", "players"), [("classic", 2), ("longo", 3)])
def test_a_pad_has_a_rows_pips_and_points_apart(
    open_page: Callable[..., Driver], variant: str, players: int
) -> None:
    driver = open_page(
        viewport=(768, 1024), media=STILL, pad=1, variant=variant, players=players, lang="ar"
    )
    page = driver.page
    page.evaluate("() => document.fonts.ready")
    assert page.evaluate(LOCKS) == []


NUMBERS = """() => [...document.querySelectorAll('.cell[data-state=crossed]')].filter((cell) => {
  const text = document.createRange();
  text.selectNodeContents(cell);
  const { top, height } = cell.getBoundingClientRect();
  return text.getBoundingClientRect().bottom > top + 0.5 * height;
}).map((cell) => cell.dataset.cell)"""


def test_a_cross_leaves_its_number_where_all_sheets_are_large(
    open_page: Callable[..., Driver],
) -> None:
    driver = open_page(viewport=(1280, 800), media=STILL, players=3, first=0, start=1, seed=11)
    page = driver.page
    page.evaluate("() => document.fonts.ready")
    driver.click_action("menu")
    driver.expand_settings()
    page.locator("dialog input[value=all]").check(force=True)
    page.keyboard.press("Escape")
    while page.locator(".cell[data-state=crossed]").count() < 3:
        offers = page.locator("[data-offer=now]")
        (offers.first if offers.count() else page.locator(".controls .wide")).click()
    assert page.evaluate(NUMBERS) == []


MOMENT = """() => {
  const around = document.querySelector('.result-banner').getBoundingClientRect();
  return [...document.querySelectorAll('.result-banner h2, .podium li')].filter((part) => {
    const { top, bottom, left, right } = part.getBoundingClientRect();
    return top < around.top || bottom > around.bottom
      || left < around.left || right > around.right;
  }).map((part) => part.textContent);
}"""


def test_the_end_is_whole_on_a_phone_held_sideways(open_page: Callable[..., Driver]) -> None:
    """The longest headline, the most players."""
    driver = open_page(
        media=STILL, variant="longo", bots="easy,medium,hard,hard", lang="ru", start=1, seed=5
    )
    driver.play_to_end()
    page = driver.page
    page.locator(".podium").wait_for()
    page.evaluate("() => document.fonts.ready")
    for size in [(844, 390), (667, 375), (1024, 600)]:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert page.evaluate(MOMENT) == []


@pytest.mark.parametrize("embed", [0, 1])
def test_the_felt_of_the_end_is_as_wide_as_a_tablet(
    open_page: Callable[..., Driver], embed: int
) -> None:
    driver = open_page(media=STILL, bots="easy", start=1, first=0, seed=7, embed=embed)
    driver.play_to_end()
    page = driver.page
    page.locator(".podium").wait_for()
    page.set_viewport_size({"width": 768, "height": 1024})
    edges = page.locator(".result-banner").evaluate(
        "moment => (({ left, right }) => [left, right])(moment.getBoundingClientRect())"
    )
    assert edges == [0, 768]


def test_the_last_turns_end_above_the_windows_edge(open_page: Callable[..., Driver]) -> None:
    driver = open_page(media=STILL, bots="easy", start=1, first=0, seed=5)
    for size in [(1280, 800), (1920, 1080)]:
        driver.page.set_viewport_size({"width": size[0], "height": size[1]})
        bottom = driver.page.locator(".game .log").evaluate(
            "log => log.getBoundingClientRect().bottom"
        )
        assert size[1] - 40 < bottom < size[1] - 12


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (412, 732)], ids=str)
def test_what_a_tile_of_longo_says_fits_into_it(
    open_page: Callable[..., Driver], size: tuple[int, int]
) -> None:
    """The two dice, the number, and its points where there is room."""
    driver = open_page(
        viewport=size, media=STILL, variant="longo", players=2, first=0, start=1, seed=5
    )
    page = driver.page
    page.evaluate("() => document.fonts.ready")
    while page.locator("[data-offer=now][data-dice]").count() < 2:
        page.locator(".controls .wide").click()
    assert apart(page) == []


LINES = """() => new Set([...document.querySelectorAll('.print-choices > *')]
  .map((part) => Math.round(part.getBoundingClientRect().top))).size"""


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_printers_choices_stand_in_one_line_where_there_is_room(
    open_page: Callable[..., Driver], language: str
) -> None:
    driver = open_page(media=STILL, print=1, lang=language)
    for size in [(768, 1024), (1280, 800)]:
        assert "wider" not in str(audit(driver.page, size))
        assert driver.page.evaluate(LINES) == 1


def test_nothing_is_offered_while_the_dice_fall(open_page: Callable[..., Driver]) -> None:
    """The button that passes has no text before the sentence has one; the clock stands still."""
    driver = open_page(viewport=(390, 844), players=2, first=0, start=1, seed=5, speed="quick")
    page = driver.page
    devtools = page.context.new_cdp_session(page)
    devtools.send("Animation.enable")
    devtools.send("Animation.setPlaybackRate", {"playbackRate": 0})
    driver.click_action("roll")
    color = page.locator(".controls .wide").evaluate("button => getComputedStyle(button).color")
    say = page.locator(".status-text").evaluate("say => getComputedStyle(say).opacity")
    devtools.send("Animation.setPlaybackRate", {"playbackRate": 1})
    devtools.detach()
    assert (color, say) == ("rgba(0, 0, 0, 0)", "0")
