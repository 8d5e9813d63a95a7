"""Layout on every screen size: nothing is cut off or overlaps, and all controls can be tapped.

A normal run tests a selection of the combinations; a run with `--long` tests all of them.
"""

from __future__ import annotations

import json
from collections import defaultdict
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from qwixx import PASS, Mark
from qwixx.ui.model.policy import NEXT, ROLL
from qwixx.ui.screens.lesson.model import Lesson
from qwixx.ui.texts import languages
from tests.browser.driver import Driver

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import BrowserContext, Page

pytestmark = pytest.mark.heavy
SCREEN_SIZES = [
    (320, 568),
    (360, 640),
    (390, 844),
    (844, 390),
    (768, 1024),
    (1024, 768),
    (1280, 800),
    (2560, 1440),
]
LARGE_TEXT_SCREEN_SIZES = [(360, 640), (390, 844), (768, 1024), (1280, 800)]
LANGUAGES = ["en", "de", "ru", "he", "ar"]
REDUCED_MOTION = {"reduced_motion": "reduce"}
TABLES = [*product(["classic", "longo"], [2, 3, 4, 5]), ("mixx-a", 2), ("mixx-a", 5)]
TABLES += [("big-points", 5), ("double-a", 5), ("bonus-a", 2)]
LONG_TABLES = [
    *product(
        ["big-points", "double-a", "connected-a", "connected-b", "bonus-a", "bonus-b", "x-change"],
        [2, 3, 4, 5],
    )
]
"""More sheets with all numbers of players, for long runs."""
LAYOUT_FAULTS = """() => {
  const problems = [];
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) problems.push(`wider than the screen by ${wide}`);
  const name = ({ dataset, className }) =>
    dataset.cell ?? dataset.action ?? dataset.die ?? className;
  const boxes = (selector) => [...document.querySelectorAll(selector)]
    .filter((part) => part.checkVisibility({ visibilityProperty: true }))
    .map((part) => [part, part.getBoundingClientRect()]);
  const cells = boxes('.sheet.large .cell');
  const buttons = boxes('.bar button, .controls button');
  const others = boxes('.die, .tray, .sheet, .headline, .subtotal');
  for (const [part, box] of [...cells, ...buttons, ...others]) {
    if (box.left < -0.5 || box.right > innerWidth + 0.5) problems.push(`${name(part)} is cut`);
  }
  // More rows, or more below or between them, leave less room.
  const { rowsBetween, second, track, rewards } = document.documentElement.dataset;
  const least = rowsBetween || second || track || rewards ? 24 : 35.9;
  for (const [cell, { width, height, left, top }] of cells) {
    // A row of fifteen numbers may have two lines of wide, low cells.
    if (Math.min(width, height) < 24 || Math.max(width, height) < least)
      problems.push(`${name(cell)} is ${width} x ${height}`);
    const [x, y] = [left + width / 2, top + height / 2];
    if (y > 0 && y < innerHeight - 1) {
      const there = document.elementFromPoint(x, y);
      if (!cell.contains(there) && !there?.closest('.controls, .second'))
        problems.push(`${name(cell)} is covered`);
    }
  }
  for (const [button, { width, height }] of boxes('button:not(.sheet.small *)'))
    if (Math.min(width, height) < 24) problems.push(`${name(button)} is ${width} x ${height}`);
  for (const [button, { width, height }] of buttons)
    if (width < 24 || height < 35.9) problems.push(`${name(button)} is ${width} x ${height}`);
  for (const [at, [one, a]] of buttons.entries())
    for (const [other, b] of buttons.slice(at + 1))
      if (a.left < b.right - 1 && b.left < a.right - 1
        && a.top < b.bottom - 1 && b.top < a.bottom - 1)
        problems.push(`${name(one)} overlaps ${name(other)}`);
  for (const [button, { bottom }] of boxes('.controls button'))
    if (bottom > innerHeight + 0.5) problems.push(`${name(button)} is below the screen`);
  const end = ({ offsetTop, offsetHeight }) => offsetTop + offsetHeight;  // rotated or not
  for (const [part] of boxes(
    '.sheet.large > :is(.rows, .extras, .foot-wrapper, .points-table), .foot > *')) {
    const { parentElement: around, previousElementSibling: before } = part;
    const room = around === part.offsetParent ? around.offsetHeight : end(around);
    if (end(part) > room + 1) problems.push(`${name(part)} is below its parent`);
    if (!part.matches('.foot > *') && before?.offsetHeight > 1 && part.offsetTop < end(before) - 1)
      problems.push(`${name(part)} covers the part before it`);
  }
  for (const [part] of boxes('.headline, .detail, .button, .total, .subtotal, .score'))
    if (part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== 'inline')
      problems.push(`the text of ${name(part)} is cut: ${part.textContent}`);
  return problems;
}"""
# Numbers over the edges of their cells, overlapping rings, and cells where a phone's swipes begin;
# in wide windows also dice and gains over the edges
NUMBER_FAULTS = """() => {
  const problems = [];
  const isUprightPhone = innerWidth < 480 && innerHeight > innerWidth;
  for (const cell of document.querySelectorAll('.sheet.large .cell:not(.second)')) {
    const { left, right } = cell.getBoundingClientRect(), name = cell.dataset.cell;
    const range = document.createRange();
    range.selectNode([...cell.childNodes].find((node) => node.nodeType === Node.TEXT_NODE));
    const text = range.getBoundingClientRect();
    const border = cell.dataset.offer === 'now'
      ? parseFloat(getComputedStyle(cell).borderLeftWidth) : 1;
    if (text.left < left + border || text.right > right - border)
      problems.push(`${name} is wider than its cell`);
    if (isUprightPhone && left < 3) problems.push(`${name} is at the edge of the screen`);
    if (cell.dataset.offer === 'now' && innerWidth >= 720 && innerHeight > 480) {
      const dice = cell.querySelector('.cell-dice')?.getBoundingClientRect();
      if (dice?.height && dice.top < cell.getBoundingClientRect().top)
        problems.push(`the dice leave ${name}`);
      if (cell.scrollHeight > cell.clientHeight + 3) problems.push(`the gain leaves ${name}`);
    }
    if (cell.matches('[data-offer=now] + [data-offer=now]')
      && cell.previousElementSibling.getBoundingClientRect().right > left
      && cell.previousElementSibling.getBoundingClientRect().left < left)
      problems.push(`the ring of ${name} overlaps another`);
  }
  for (const pips of document.querySelectorAll('.sheet.large .pips')) {
    const tops = [...pips.children].map((pip) => pip.getBoundingClientRect().top);
    const rows = [...new Set(tops)].map((top) => tops.filter((other) => other === top).length);
    if (Math.max(...rows) - Math.min(...rows) > 1) problems.push(`pips in rows of ${rows}`);
  }
  return problems;
}"""
TRAY_HEIGHT = (
    "() => Math.round(10 * document.querySelector('.tray').getBoundingClientRect().height)"
)
# Cells, dice, and buttons that are below the window or covered
UNREACHABLE = """() => [...document.querySelectorAll('.sheet.large .cell, .die, .controls button')]
  .filter((part) => part.getBoundingClientRect().bottom > innerHeight + 0.5
    || !part.contains(document.elementFromPoint(...(({ left, right, top, bottom }) =>
      [(left + right) / 2, (top + bottom) / 2])(part.getBoundingClientRect()))))
  .map((part) => part.outerHTML.slice(0, 90))"""

# Texts that are cut off or larger than their element, such as small texts that a minimum font
# size enlarges
MISFIT_TEXTS = """() => {
  const problems = [];
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
      problems.push(`${part.className} is narrower than ${part.textContent}`);
  for (const cell of shown('.sheet.large .cell[data-offer=now]')) {
    const { bottom, top } = cell.getBoundingClientRect();
    for (const text of cell.querySelectorAll('.cell-dice'))
      if (text.checkVisibility() && (text.getBoundingClientRect().top < top - 1
        || text.getBoundingClientRect().bottom > bottom + 1))
        problems.push(`the dice leave ${cell.dataset.cell}`);
    if (cell.scrollHeight > cell.clientHeight + 2)
      problems.push(`the gain leaves ${cell.dataset.cell}`);
  }
  return problems;
}"""
SMALL_TEXT_QUERIES = {
    "color": "players=3&names=Ana,Benjamin,Cleo&first=0&start=1",
    "longo": "variant=longo&bots=easy,medium,hard,hard&first=0&start=1",
    "mixed": "variant=mixx-a&players=2&first=0&start=1",
    "same": "same=1&players=2",
    "pad": "pad=1&players=3&names=Ana,Ben,Cleo",
}
SMALL_TEXT_ACTIONS = {
    "color": ["roll", "pass", "pass", "pass"],
    "longo": ["roll"],
    "mixed": ["roll", "pass", "pass"],
    "same": ["same-seat:0", "sit", "roll"],
    "pad": [],
}

SHEET_BOXES = """() => Object.fromEntries([...document.querySelectorAll('.sheet')].map((sheet) => {
  const { left, top, width, height } = sheet.getBoundingClientRect();
  return [sheet.dataset.player, [left, top, width, height].map(Math.round)];
}))"""

SHEET_ORIENTATIONS = """() => [...document.querySelectorAll('.sheet')].map((sheet) => [
  getComputedStyle(sheet).rotate === '180deg',
  sheet.getBoundingClientRect().bottom
    <= document.querySelector('.tray-wrapper').getBoundingClientRect().top + 1,
])"""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Pair each variant and number of players with one language.

    In a long run, pair them with all languages, and test more minimum font sizes.
    """
    is_long_run = metafunc.config.getoption("--long")
    if "minimum_font_size" in metafunc.fixturenames:
        metafunc.parametrize(
            "minimum_font_size", [14, 16, 18, 20, 24] if is_long_run else [18, 24]
        )
    if "language" in metafunc.fixturenames and "variant" in metafunc.fixturenames:
        pairs = [(*table, LANGUAGES[n % len(LANGUAGES)]) for n, table in enumerate(TABLES)]
        if is_long_run:
            tables = dict.fromkeys([*TABLES, *LONG_TABLES])
            pairs = [(*table, language) for table in tables for language in LANGUAGES]
        metafunc.parametrize(("variant", "players", "language"), pairs)


def find_layout_faults(page: Page, size: tuple[int, int]) -> list[Any]:
    """Resize the page to a width and height in pixels, and return its layout problems."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    # After two frames, styles and positions match the new size.
    page.evaluate(
        "() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))"
    )
    problems: list[Any] = page.evaluate(LAYOUT_FAULTS)
    return problems


def test_no_part_of_a_game_is_cut_off_or_overlaps(
    open_page: Callable[..., Driver], variant: str, players: int, language: str
) -> None:
    driver = open_page(
        media=REDUCED_MOTION,
        variant=variant,
        players=players,
        lang=language,
        start=1,
        first=0,
        seed=5,
    )
    found: dict[Any, Any] = {}
    tray_heights: dict[tuple[int, int], set[int]] = defaultdict(set)
    for step in ("roll", "white", "color"):
        if step == "white":
            driver.click_action("roll")
        elif step == "color":
            for _ in range(players):
                driver.page.locator(".controls .wide:visible").click()
                driver.page.wait_for_selector(".handover-cover", state="detached")
                driver.wait_for_whole_page()
        for size in SCREEN_SIZES:
            problems = find_layout_faults(driver.page, size)
            problems += driver.page.evaluate(NUMBER_FAULTS)
            if problems:
                found[step, size] = problems
            tray_heights[size].add(driver.page.evaluate(TRAY_HEIGHT))
    found |= {size: heights for size, heights in tray_heights.items() if len(heights) > 1}
    assert found == {}  # the height of the tray stays the same, too


@pytest.mark.parametrize("variant", ["classic", "longo"])
def test_sheet_keeps_height_in_low_window(open_page: Callable[..., Driver], variant: str) -> None:
    driver = open_page(
        media=REDUCED_MOTION, variant=variant, bots="easy", start=1, first=0, seed=5
    )
    found = {}
    for size in ((360, 400), (390, 500), (412, 600), (430, 560), (390, 782)):
        problems = [
            problem
            for problem in find_layout_faults(driver.page, size)
            if problem.endswith(("is below its parent", "covers the part before it"))
        ]
        if problems:
            found[size] = problems
    assert found == {}


@pytest.mark.parametrize("language", ["en", "de", "ar"])
def test_large_text_makes_page_longer_but_not_wider(
    new_context: Callable[..., BrowserContext],
    open_page: Callable[..., Driver],
    tmp_path: Path,
    language: str,
) -> None:
    """The text has twice the default size, as set in the browser's preferences."""
    preferences = tmp_path / "Default" / "Preferences"
    preferences.parent.mkdir()
    font_preferences = {"webkit": {"webprefs": {"default_font_size": 32}}}
    preferences.write_text(json.dumps(font_preferences), encoding="utf-8")
    large_text_context = new_context(user_data_dir=tmp_path, reduced_motion="reduce")
    driver = open_page(
        large_text_context, variant="longo", players=3, lang=language, start=1, first=0, seed=5
    )
    font_size = driver.page.evaluate("getComputedStyle(document.documentElement).fontSize")
    assert font_size == "32px"
    faults_by_step = {}
    for step in ("roll", "white"):
        if step == "white":
            driver.click_action("roll")
        for size in LARGE_TEXT_SCREEN_SIZES:
            problems = [
                problem
                for problem in find_layout_faults(driver.page, size)
                if "below the screen" not in problem
            ]
            if problems:
                faults_by_step[step, size] = problems
    assert faults_by_step == {}
    driver.click_action("menu")
    driver.expand_settings()
    cut = driver.page.evaluate("""() => [...document.querySelectorAll('dialog .choice')]
      .filter((choice) => {
        const box = choice.getBoundingClientRect();
        const dialog = choice.closest('dialog').getBoundingClientRect();
        return box.left < dialog.left || box.right > dialog.right;
      }).map((choice) => choice.textContent)""")
    assert cut == []


def find_misfit_texts(page: Page) -> list[str]:
    """Return problems with sums, names, cells, and tabs that are too small for their texts."""
    found: list[str] = page.evaluate(MISFIT_TEXTS)
    return found


def test_texts_fit_with_minimum_font_size(
    new_context: Callable[..., BrowserContext],
    address: str,
    tmp_path: Path,
    minimum_font_size: int,
) -> None:
    """Players with low vision may set a minimum font size in the browser.

    This setting does not affect the length of a rem.
    """
    preferences = tmp_path / "Default" / "Preferences"
    preferences.parent.mkdir()
    font_preferences = {"webkit": {"webprefs": {"minimum_font_size": minimum_font_size}}}
    preferences.write_text(json.dumps(font_preferences), encoding="utf-8")
    enlarging_context = new_context(user_data_dir=tmp_path, reduced_motion="reduce")
    page = enlarging_context.new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    faults_by_screen = {}
    for screen, query in SMALL_TEXT_QUERIES.items():
        page.goto(f"{address}?speed=instant&seed=5&{query}")
        driver = Driver(page)
        driver.wait_until_ready()
        for action in SMALL_TEXT_ACTIONS[screen]:
            driver.click_action(action)
        problems = [
            problem
            for problem in page.evaluate(LAYOUT_FAULTS)
            if "below the screen" not in problem
        ]
        if problems or find_misfit_texts(page):
            faults_by_screen[screen] = problems, find_misfit_texts(page)
    assert faults_by_screen == {}


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (844, 390)], ids=str)
def test_longo_game_of_five_players_fits_on_one_screen(
    open_page: Callable[..., Driver], size: tuple[int, int]
) -> None:
    bots = "easy,medium,hard,hard"
    driver = open_page(
        viewport=size, media=REDUCED_MOTION, variant="longo", bots=bots, start=1, first=0, seed=5
    )
    driver.click_action("roll")
    assert driver.page.evaluate(UNREACHABLE) == []


def test_points_line_of_second_crosses_is_in_sight(open_page: Callable[..., Driver]) -> None:
    driver = open_page(
        media=REDUCED_MOTION, variant="double-a", players=2, start=1, first=0, seed=5
    )
    driver.click_action("roll")
    for size in [(320, 568), (360, 640)]:
        driver.page.set_viewport_size({"width": size[0], "height": size[1]})
        line, controls = (
            driver.page.locator(part).evaluate(f"part => part.getBoundingClientRect().{edge}")
            for part, edge in [(".game > .sheet .total", "bottom"), (".controls", "top")]
        )
        assert line <= controls
        assert driver.page.evaluate(NUMBER_FAULTS) == []


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("variant", ["classic", "longo"])
def test_all_sheets_of_hot_seat_game_fit_on_one_screen(
    open_page: Callable[..., Driver], variant: str, players: int
) -> None:
    """On a tablet placed between the players, no sheet moves when the next turn starts."""
    driver = open_page(
        media=REDUCED_MOTION, variant=variant, players=players, start=1, first=0, seed=5
    )
    driver.click_action("roll")
    found = {}
    for layout in ("all", "around"):
        driver.click_action("menu")
        driver.expand_settings()
        driver.page.locator(f"dialog input[value={layout}]").check(force=True)
        driver.page.keyboard.press("Escape")
        for size in [(768, 1024), (1024, 768), (1280, 800), (1440, 900)]:
            problems = find_layout_faults(driver.page, size)
            if (variant, players) != ("longo", 5) or size[0] > 1024:  # else the page scrolls
                problems += driver.page.evaluate(UNREACHABLE)
            orientations = driver.page.evaluate(SHEET_ORIENTATIONS)
            wrong_rotations = [
                is_rotated
                for is_rotated, is_upper in orientations
                if is_rotated != (is_upper and layout == "around")
            ]
            if problems or wrong_rotations:
                found[layout, size] = problems, wrong_rotations
    assert found == {}
    driver.page.set_viewport_size({"width": 390, "height": 844})
    assert driver.page.evaluate(IS_OWN_SHEET_IN_SIGHT)
    driver.page.set_viewport_size({"width": 1440, "height": 900})
    initial_boxes = driver.page.evaluate(SHEET_BOXES)
    driver.page.locator(".controls .wide:visible").click()
    driver.page.wait_for_selector("[data-turn][data-player='1']")
    assert driver.page.evaluate(SHEET_BOXES) == initial_boxes


# On phones, where the sheets are stacked
IS_OWN_SHEET_IN_SIGHT = """() => {
  const row = document.querySelector('.sheet[data-turn] .row').getBoundingClientRect();
  return row.bottom < innerHeight && [...document.querySelectorAll('.other-sheets .sheet')]
    .every((sheet) => sheet.getBoundingClientRect().top > row.bottom);
}"""
# Rows rather than cells: an offered cell protrudes from its row.
SHEET_EDGES = """() => [...document.querySelectorAll('.sheet.large, .sheet.large .row')]
  .flatMap((part) => {
    const { left, top, right, bottom } = part.getBoundingClientRect();
    return [left, top + scrollY, right, bottom + scrollY];
  })"""


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (1280, 800)], ids=str)
def test_sheet_never_moves(open_page: Callable[..., Driver], size: tuple[int, int]) -> None:
    """Rolls, marks, and refusals must not shift the sheet or its rows."""
    driver = open_page(viewport=size, media=REDUCED_MOTION, start=1, players=2, first=0, seed=7)
    page = driver.page
    initial_edges = page.evaluate(SHEET_EDGES)
    max_shift = 0.0
    for step in range(40):
        offers = page.locator("[data-offer=now]")
        if step % 3 == 1 and offers.count():
            offers.first.click()
        else:
            page.locator(".controls .wide").click()
        seen_edges = [page.evaluate(SHEET_EDGES)]
        driver.wait_for_whole_page()
        seen_edges.append(page.evaluate(SHEET_EDGES))
        page.locator(".sheet.large [aria-disabled=true]").last.click(force=True)
        if page.locator(".status.refused").count():  # the reason is on a card of its own
            background = page.locator(".refused .status-text").evaluate(
                "text => getComputedStyle(text).backgroundColor"
            )
            assert background != "rgba(0, 0, 0, 0)"
        seen_edges.append(page.evaluate(SHEET_EDGES))
        for edges in seen_edges:
            pairs = zip(initial_edges, edges, strict=True)
            max_shift = max(max_shift, *(abs(old - new) for old, new in pairs))
    assert max_shift <= 1


LESSON_EDGES = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  return [box('.lesson .instruction').bottom, box('.lesson progress').top,
    box('.foot').bottom, box('.controls').top];
}"""


@pytest.mark.parametrize("size", [(360, 640), (844, 390), (1280, 800)], ids=str)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_lesson_keeps_sheet_in_place(
    open_page: Callable[..., Driver], size: tuple[int, int], language: str
) -> None:
    """The last step, which has the layout of a game, must not have any layout faults either."""
    driver = open_page(viewport=size, media=REDUCED_MOTION, speed="instant", lang=language)
    driver.click_action("learn")
    page = driver.page
    page.evaluate("() => document.fonts.ready")
    lesson = Lesson("classic")
    initial_edges = page.evaluate(SHEET_EDGES)
    while not lesson.is_at_last_step:
        expected_step = lesson.expected_step
        page.locator("[data-player='0'] [aria-disabled=true]").first.click(force=True)
        assert page.evaluate(SHEET_EDGES) == pytest.approx(initial_edges, abs=1)
        if expected_step == NEXT:
            driver.click_action("next")
        elif expected_step == ROLL:
            driver.click_action("roll")
        else:
            driver.play_move(0, PASS if expected_step == "-" else Mark.from_code(expected_step))
        driver.wait_for_whole_page()
        text_bottom, progress_top, foot_bottom, controls_top = page.evaluate(LESSON_EDGES)
        assert text_bottom <= progress_top
        if size == (360, 640):  # in landscape, the two are side by side
            assert foot_bottom <= controls_top + 1
        lesson, _scene = lesson.at_next_step()
    assert page.evaluate(LAYOUT_FAULTS) == []
    page.locator(".points-table").scroll_into_view_if_needed()
    assert page.locator(".points-table").is_visible()


CUT_SUMS = """() => [...document.querySelectorAll('.slot .sum')]
  .filter(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
    scrollWidth > clientWidth + 2 // 1 px on each side
    || scrollHeight > clientHeight + 2) // or its letter is out of sight
  .map(({ textContent }) => textContent)"""


@pytest.mark.parametrize("lang", ["de", "ru"])
@pytest.mark.parametrize("variant", ["classic", "longo"])
def test_sums_fit_below_colored_die(
    open_page: Callable[..., Driver], variant: str, lang: str
) -> None:
    """Two-digit sums are the widest; phones in landscape have the least space for them."""
    driver = open_page(start=1, variant=variant, players=2, first=0, seed=9, lang=lang)
    page = driver.page
    page.evaluate("() => document.fonts.ready")
    wide_sums = (
        "[...document.querySelectorAll('.slot .sum')].filter((s) => s.textContent.length > 7)"
    )
    while page.evaluate(f"{wide_sums}.length") < 2:
        page.locator(".controls .wide").click()
        driver.wait_for_whole_page()
    cut_sums = {}
    for size in [(844, 390), (667, 375), (360, 640), (390, 844), (768, 1024), (1280, 800)]:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        if sums := page.evaluate(CUT_SUMS):
            cut_sums[size] = sums
    assert cut_sums == {}


UNREADABLE_PARTS = """(selector) => [...document.querySelectorAll(selector)].filter((part) => {
  const { width, height } = part.getBoundingClientRect();
  return part.scrollWidth > part.clientWidth + 1 || width < 24 || height < 12
    || parseFloat(getComputedStyle(part).fontSize) < 11;
}).map((part) => part.outerHTML.slice(0, 80))"""


def test_names_of_history_views_are_readable(open_page: Callable[..., Driver]) -> None:
    driver = open_page(viewport=(390, 844), media=REDUCED_MOTION)
    driver.click_action("history")
    assert driver.page.evaluate(UNREADABLE_PARTS, ".views .button") == []


HEADING_FAULTS = """() => [
  ...document.querySelectorAll('.other-sheets .sheet')].flatMap((sheet) => {
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
def test_tablet_shows_names_on_other_sheets(
    open_page: Callable[..., Driver], players: int
) -> None:
    """Lucky numbers and the last mark need space next to the name."""
    bots = ["easy", "medium", "hard", "hard"][: players - 1]
    driver = open_page(
        media=REDUCED_MOTION, variant="longo", bots=",".join(bots), first=1, start=1, seed=5
    )
    page = driver.page
    page.evaluate("() => document.fonts.ready")
    while page.locator(".other-sheets .move-chip").count() < 1:
        driver.wait_for_person_or_end()
        page.locator(".controls .wide").click()
        driver.wait_for_whole_page()
    for size in [(720, 960), (768, 1024), (834, 1112)]:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert page.evaluate(HEADING_FAULTS) == []


CROWDED_LOCK_ROWS = """() => [...document.querySelectorAll('.pad-sheet .row')].flatMap((row) => {
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


# Controls that are too small for a finger, or over each other
SMALL_PAD_CONTROLS = """() => {
  const shown = (selector) => [...document.querySelectorAll(selector)]
    .filter((part) => part.checkVisibility())
    .map((part) => [part.dataset.action, part.getBoundingClientRect()]);
  const bar = shown('.pad-bar .icon'), boxes = shown('.pad-sheet .penalty');
  const small = [...bar, ...shown('.pad-tab')].filter(([, { height }]) => height < 43.9);
  const narrow = [...bar, ...boxes].filter(([, { width }]) => width < 30);
  const covered = boxes.filter(([, a]) => bar.some(([, b]) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom));
  return [...small, ...narrow, ...covered].map(([action]) => action);
}"""
PAD_NUMBERS = """() => ({
  small: [...document.querySelectorAll('.pad-sheet .cell')]
    .filter((cell) => parseFloat(getComputedStyle(cell).fontSize) < 20)
    .map((cell) => cell.dataset.cell),
  stripes: [...document.querySelectorAll('.pad-sheet .row + .row')].filter((row) => {
    const { top, height } = row.getBoundingClientRect();
    return top - row.previousElementSibling.getBoundingClientRect().bottom > height / 8;
  }).map((row) => row.className),
})"""
REACHABLE_BELOW_QUESTION = """() => [...document.querySelectorAll('.pad .cell, .controls button')]
  .filter((part) => {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    return part.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  }).map((part) => part.outerHTML.slice(0, 60))"""


@pytest.mark.parametrize(("variant", "players"), [("classic", 2), ("longo", 3)])
def test_parts_of_pad_fit_and_can_be_tapped(
    open_page: Callable[..., Driver], variant: str, players: int
) -> None:
    driver = open_page(
        viewport=(768, 1024),
        media=REDUCED_MOTION,
        pad=1,
        variant=variant,
        players=players,
        lang="ar",
    )
    page = driver.page
    page.evaluate("() => document.fonts.ready")
    assert page.evaluate(CROWDED_LOCK_ROWS) == []
    for size in [(360, 640), (390, 844), (820, 1180)]:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert page.evaluate(SMALL_PAD_CONTROLS) == []
    page.set_viewport_size({"width": 1440, "height": 900})
    assert page.evaluate(PAD_NUMBERS) == {"small": [], "stripes": []}
    page.set_viewport_size({"width": 390, "height": 844})
    driver.click_action("finish")
    assert page.evaluate(REACHABLE_BELOW_QUESTION) == []
    driver.click_action("answer:")
    driver.click_action("pad-view:dice")
    height = page.evaluate(TRAY_HEIGHT)
    driver.click_action("throw")
    assert page.evaluate(TRAY_HEIGHT) == height


# Crossed-out cells whose cross covers the number
COVERED = """() => [...document.querySelectorAll('.cell[data-state=crossed]')].filter((cell) => {
  const text = document.createRange();
  text.selectNodeContents(cell);
  const { top, height } = cell.getBoundingClientRect();
  return text.getBoundingClientRect().bottom > top + 0.5 * height;
}).map((cell) => cell.dataset.cell)"""


def test_cross_does_not_cover_number_on_large_sheets(
    open_page: Callable[..., Driver],
) -> None:
    driver = open_page(
        viewport=(1280, 800), media=REDUCED_MOTION, players=3, first=0, start=1, seed=11
    )
    page = driver.page
    page.evaluate("() => document.fonts.ready")
    driver.click_action("menu")
    driver.expand_settings()
    page.locator("dialog input[value=all]").check(force=True)
    page.keyboard.press("Escape")
    while page.locator(".cell[data-state=crossed]").count() < 3:
        offers = page.locator("[data-offer=now]")
        (offers.first if offers.count() else page.locator(".controls .wide")).click()
        driver.wait_for_whole_page()
    assert page.evaluate(COVERED) == []
    # Lines through skipped numbers begin within their row.
    assert {
        *page.evaluate("""() => [...document.querySelectorAll('.letter + [data-state=skipped]')]
          .map((cell) => getComputedStyle(cell, '::before').insetInlineStart)""")
    } <= {"0px"}


# Words of visible texts that are broken, ways to play outside their card, alone in a line, or in
# more than two lines, low lines to unfold, and dice over the slogan
START_FAULTS = """() => {
  const problems = [], range = document.createRange();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!node.parentElement.checkVisibility({ visibilityProperty: true })
      || node.parentElement.closest('.visually-hidden')) continue;
    for (const { 0: word, index } of node.data.matchAll(/[\\p{L}\\p{M}]+/gu)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 1)
        .map(({ top }) => Math.round(top));
      if (new Set(lines).size > 1) problems.push(`${word} is broken`);
    }
  }
  for (const way of document.querySelectorAll('.way')) {
    const [around, box] = [way.parentElement, way].map((part) => part.getBoundingClientRect());
    if (box.left < around.left - 0.5 || box.right > around.right + 0.5
      || way.scrollWidth > way.clientWidth) problems.push(`${way.textContent} is outside`);
  }
  for (const name of document.querySelectorAll('.way b')) {
    range.selectNodeContents(name);
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    if (innerWidth >= 360 && lines > 2) problems.push(`${name.textContent} has ${lines} lines`);
  }
  range.selectNodeContents(document.querySelector('.slogan'));
  for (const a of range.getClientRects())
    for (const die of document.querySelectorAll('.hero-die')) {
      const b = die.getBoundingClientRect();
      if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
        problems.push('a die covers the slogan');
    }
  const lines = Map.groupBy(document.querySelectorAll('.way'), (way) => way.offsetTop);
  for (const [way, ...others] of lines.values())
    if (innerWidth > 380 && !others.length && getComputedStyle(way, '::before').content === 'none')
      problems.push(`${way.textContent} stands alone without a sign`);
  for (const line of document.querySelectorAll('.disclosure-button'))
    if (line.checkVisibility() && line.offsetHeight < 44)
      problems.push(`${line.textContent} is low`);
  return problems;
}"""


def test_start_screen_keeps_words_whole_on_phones(open_page: Callable[..., Driver]) -> None:
    found = {}
    driver = None
    for language in languages.LANGUAGES:
        driver = open_page(driver, media=REDUCED_MOTION, lang=language)
        driver.page.evaluate("() => document.fonts.ready")
        sizes = [(320, 568), (360, 640), (390, 844), (412, 915), (500, 900), (600, 800)]
        for size in [*sizes, (932, 430)]:
            driver.page.set_viewport_size({"width": size[0], "height": size[1]})
            if too_wide := driver.page.evaluate(START_FAULTS):
                found[language, size] = too_wide
    assert found == {}


def test_title_of_lobby_is_in_one_line_on_phones(open_page: Callable[..., Driver]) -> None:
    """Connected A has the longest name of all sheets."""
    found, driver = {}, None
    for parameters in ({"table": 1, "variant": "connected-a"}, {"same": 1, "variant": "classic"}):
        for language in languages.LANGUAGES:
            driver = open_page(driver, media=REDUCED_MOTION, lang=language, **parameters)
            driver.page.evaluate("() => document.fonts.ready")
            for width in (360, 390, 412):
                driver.page.set_viewport_size({"width": width, "height": 640})
                lines = driver.page.evaluate("""() => {
                  const range = document.createRange();
                  range.selectNodeContents(document.querySelector('.lobby-bar > .bar-title'));
                  return new Set([...range.getClientRects()].map(({ top }) => top)).size;
                }""")
                if lines > 1:
                    found[language, width, *parameters] = lines
    assert found == {}


CUT_RESULT_TEXTS = """() => {
  const around = document.querySelector('.result-banner').getBoundingClientRect();
  return [...document.querySelectorAll('.result-banner h2, .podium li')].filter((part) => {
    const { top, bottom, left, right } = part.getBoundingClientRect();
    return top < around.top || bottom > around.bottom
      || left < around.left || right > around.right;
  }).map((part) => part.textContent);
}"""


def test_result_fits_on_phone_in_landscape(open_page: Callable[..., Driver]) -> None:
    """Test the longest headline with the maximum number of players."""
    driver = open_page(
        media=REDUCED_MOTION,
        variant="longo",
        bots="easy,medium,hard,hard",
        lang="ru",
        start=1,
        seed=5,
    )
    driver.play_to_end()
    page = driver.page
    page.locator(".podium").wait_for()
    page.evaluate("() => document.fonts.ready")
    for size in [(844, 390), (667, 375), (1024, 600)]:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert page.evaluate(CUT_RESULT_TEXTS) == []
    for size in [(320, 568), (360, 640)]:  # long words in the buttons below, too
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert (
            page.evaluate("""() => [...document.querySelectorAll('.game-result .button')]
          .filter((button) => button.getBoundingClientRect().right > innerWidth - 8)
          .map((button) => button.textContent)""")
            == []
        )


@pytest.mark.parametrize("embed", [0, 1])
def test_result_background_is_as_wide_as_tablet(
    open_page: Callable[..., Driver], embed: int
) -> None:
    driver = open_page(media=REDUCED_MOTION, bots="easy", start=1, first=0, seed=7, embed=embed)
    driver.play_to_end()
    page = driver.page
    page.locator(".podium").wait_for()
    page.set_viewport_size({"width": 768, "height": 1024})
    edges = page.locator(".result-banner").evaluate(
        "moment => (({ left, right }) => [left, right])(moment.getBoundingClientRect())"
    )
    assert edges == [0, 768]


def test_log_ends_just_above_window_edge(open_page: Callable[..., Driver]) -> None:
    driver = open_page(media=REDUCED_MOTION, bots="easy", start=1, first=0, seed=5)
    for size in [(1280, 800), (1920, 1080)]:
        driver.page.set_viewport_size({"width": size[0], "height": size[1]})
        bottom = driver.page.locator(".game .log").evaluate(
            "log => log.getBoundingClientRect().bottom"
        )
        assert size[1] - 40 < bottom < size[1] - 12


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (412, 732)], ids=str)
def test_texts_of_longo_cell_fit(open_page: Callable[..., Driver], size: tuple[int, int]) -> None:
    """A cell shows two dice, the number, and, if there is space, the points that a mark gains."""
    driver = open_page(
        viewport=size, media=REDUCED_MOTION, variant="longo", players=2, first=0, start=1, seed=5
    )
    page = driver.page
    page.evaluate("() => document.fonts.ready")
    while page.locator("[data-offer=now][data-dice]").count() < 2:
        page.locator(".controls .wide").click()
        driver.wait_for_whole_page()
    assert find_misfit_texts(page) == []


LINE_COUNT = """() => new Set([...document.querySelectorAll('.print-choices > *')]
  .map((part) => Math.round(part.getBoundingClientRect().top))).size"""


@pytest.mark.parametrize("language", ["en", "ru"])
def test_print_choices_fit_on_one_line_in_wide_window(
    open_page: Callable[..., Driver], language: str
) -> None:
    driver = open_page(media=REDUCED_MOTION, print=1, lang=language)
    for size in [(768, 1024), (1280, 800)]:
        assert "wider" not in str(find_layout_faults(driver.page, size))
        assert driver.page.evaluate(LINE_COUNT) == 1


def test_pass_button_and_status_give_nothing_away_while_dice_roll(
    open_page: Callable[..., Driver],
) -> None:
    """The button is never empty, but shows its note and colors only when the status does.

    The test pauses all animations.
    """
    driver = open_page(viewport=(390, 844), players=2, first=0, start=1, seed=5, speed="quick")
    page = driver.page
    devtools = page.context.new_cdp_session(page)
    devtools.send("Animation.enable")
    devtools.send("Animation.setPlaybackRate", {"playbackRate": 0})
    driver.click_action("roll")
    button = page.locator(".controls .wide")
    colors = button.evaluate("""button => {
      const { color, backgroundColor, borderTopColor } = getComputedStyle(button);
      const probe = document.createElement('i');
      probe.style.color = 'var(--soft)';
      probe.style.backgroundColor = 'var(--well)';
      button.append(probe);
      const quiet = getComputedStyle(probe);
      const found = [color === quiet.color, backgroundColor === quiet.backgroundColor,
        borderTopColor];
      probe.remove();
      return found;
    }""")
    hidden = [
        page.locator(part).evaluate("part => getComputedStyle(part).opacity")
        for part in (".status-text", ".controls .button-note")
    ]
    devtools.send("Animation.setPlaybackRate", {"playbackRate": 1})
    devtools.detach()
    assert colors == [True, True, "rgba(0, 0, 0, 0)"]
    assert hidden == ["0", "0"]
    assert button.inner_text().startswith("Pass")
