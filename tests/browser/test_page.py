"""The page itself: URLs, invalid input, accessibility, and layout."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from qwixx.games.names import sanitize_name
from qwixx.publish.files import ROOT
from qwixx.ui.texts.languages import LANGUAGES
from tests.browser.accessibility import STRICT_TAGS, find_violations
from tests.browser.driver import Driver, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import BrowserContext, Page, Route


SIZES = [(320, 568), (360, 740), (768, 1024), (1280, 800), (740, 360)]


def horizontal_overflow(page: Page) -> int:
    """Return the number of pixels by which the page is wider than the window."""
    width: int = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    return width


# URLs


@pytest.mark.parametrize("path", ["/", "//", "/index.html", "///index.html"])
def test_path_with_extra_slashes_is_same_page(
    context: BrowserContext, address: str, path: str
) -> None:
    page = context.new_page()
    origin = address.rstrip("/")
    page.goto(f"{origin}{path}?lang=en#there")
    driver = Driver(page)
    driver.wait_until_ready()
    driver.click_action("menu")
    driver.click_action("embed")
    file = "index.html" if "index" in path else ""
    assert f'src="{address}{file}?embed=1' in page.locator("#snippet").input_value()
    assert page.url == f"{address}{file}?lang=en#there"


def test_first_value_of_repeated_parameter_counts(context: BrowserContext, address: str) -> None:
    page = context.new_page()
    page.goto(f"{address}?lang=he&theme=dark&lang=de&theme=light&players=3&players=2&start=1")
    driver = Driver(page)
    driver.wait_until_ready()
    root = page.locator("html")
    assert root.get_attribute("lang") == "he"
    assert root.get_attribute("data-theme") == "dark"
    assert len(driver.read_game()["sheets"]) == 3


def test_foreign_parameters_cause_no_notice(context: BrowserContext, address: str) -> None:
    page = context.new_page()
    page.goto(f"{address}?Lang=he&fbclid=x&utm_source=a&utm_source=b&theme=dark?gclid=y#fbclid=x")
    driver = Driver(page)
    driver.wait_until_ready()
    root = page.locator("html")
    assert root.get_attribute("lang") == "he"
    assert root.get_attribute("data-theme") == "dark"
    assert page.locator(".notice-texts > *").count() == 0
    page.evaluate("location.hash = ':~:text=Qwixx'")
    driver.click_action("menu")
    driver.click_action("embed")
    assert "fbclid" not in page.locator("#snippet").input_value()
    assert page.locator(".notice-texts > *").count() == 0


@pytest.mark.expects_errors
@pytest.mark.parametrize("home", ["/", "/user/qwixx/"])
@pytest.mark.parametrize("missing_path", ["none", "a/b/c", "a/b/", "a/b/c/d/e/f/g/h/i", "a//b"])
def test_not_found_page_links_to_home_page(
    context: BrowserContext, allowed_hosts: set[str], home: str, missing_path: str
) -> None:
    """Web servers send 404.html for any missing URL, however deep."""
    text = ROOT.joinpath("404.html").read_text(encoding="utf-8")
    manifest = ROOT.joinpath("static/manifest.json").read_text(encoding="utf-8")

    def respond(route: Route) -> None:
        is_manifest = urlsplit(route.request.url).path == f"{home}static/manifest.json"
        if is_manifest:
            route.fulfill(body=manifest)
        else:  # some servers send the page with status 200
            route.fulfill(
                status=404 if "user" in home else 200, body=text, content_type="text/html"
            )

    allowed_hosts.add("qwixx.test")
    page = context.new_page()
    page.route("http://qwixx.test/**", respond)
    page.goto(f"http://qwixx.test{home}{missing_path}")
    page.locator(f"a[href='http://qwixx.test{home}?lang=en']").wait_for()
    assert page.locator("a:visible").count() == 1  # in the visitor's language
    assert page.locator("svg").is_visible()
    home_links = [link.get_attribute("href") for link in page.locator("a").all()]
    assert home_links == [f"http://qwixx.test{home}?lang={code}" for code in LANGUAGES]


# Invalid input


@pytest.mark.parametrize(
    "names",
    [
        ["<img src=x onerror=alert(1)>", "\u202eevil\u202d", "נועה", "Bo"],
        ["</script><script>throw 1</script>", "👩‍👩‍👧‍👦🎲", "x" * 4000],
    ],
    ids=["short", "long"],
)
def test_hostile_names_are_shown_as_text(
    open_page: Callable[..., Driver], names: list[str]
) -> None:
    driver = open_page(players=len(names), names=",".join(names), start=1, first=0)
    for player, name in enumerate(names):
        shown = driver.page.locator(f"[data-player='{player}'] bdi").text_content() or ""
        assert shown.strip() == sanitize_name(name)
    assert driver.page.locator("main img, main script").count() == 0
    assert horizontal_overflow(driver.page) <= 0
    driver.click_action("roll")
    for _ in names:
        driver.click_action("pass")
    assert horizontal_overflow(driver.page) <= 0


@pytest.mark.parametrize(
    "parameters",
    [
        {"variant": "chess"},
        {"players": "17"},
        {"bots": "cheater"},
        {"bots": "greedy," * 9},
        {"first": "9"},
        {"seed": "-1"},
        {"seed": "9" * 30},
        {"lang": "tlh"},
        {"theme": "pink"},
        {"speed": "warp"},
    ],
    ids=str,
)
def test_invalid_parameters_are_ignored_with_notice(
    open_page: Callable[..., Driver], parameters: dict[str, str]
) -> None:
    driver = open_page(start=1, **parameters)
    assert "address" in driver.page.locator(".notices").inner_text()
    assert driver.read_game()["sheets"]


@pytest.mark.parametrize(
    "text",
    ["", "{", "null", '{"game": "{}"}', "\ud83d", "[" * 5000, '{"format":"chess"}'],
    ids=["empty", "cut", "null", "other", "half", "deep", "foreign"],
)
def test_unreadable_save_is_quarantined(open_page: Callable[..., Driver], text: str) -> None:
    driver = open_page()
    driver.page.evaluate("(text) => localStorage.setItem('qwixx:/:game:1', text)", text)
    driver = open_page(driver, start=1, players=2)
    assert driver.read_game()["sheets"]
    if not text:
        return
    assert "couldn’t be read" in driver.page.locator(".notices").inner_text()
    with driver.page.expect_download() as download:
        driver.click_action("download")
    assert download.value.suggested_filename == "qwixx-game.json"
    quarantined_text = driver.page.evaluate("() => localStorage.getItem('qwixx:/:aside:1')")
    assert quarantined_text == text
    driver.click_action("dismiss")
    driver = open_page(driver, start=1, players=2)
    driver.click_action("menu")
    with driver.page.expect_download() as download:
        driver.click_action("download")
    assert Path(download.value.path()).read_text("utf-8") == text.replace("\ud83d", "\ufffd")


def test_tampered_save_is_rejected(open_page: Callable[..., Driver]) -> None:
    original_driver = open_page(start=1, players=2, first=0)
    original_driver.click_action("roll")
    fields = json.loads(original_driver.saved_game_text())
    game = json.loads(fields["game"])
    game["events"].append("0 r12")
    game["done"] += 1
    fields["game"] = json.dumps(game)
    write_text = "([key, text]) => localStorage.setItem(key, text)"
    original_driver.page.evaluate(
        write_text, [original_driver.saved_game_key(), json.dumps(fields)]
    )
    driver = open_page(original_driver, start=1, players=2, first=0)
    assert "couldn’t be read" in driver.page.locator(".notices").inner_text()
    assert driver.saved_game().events == ()


# Accessibility and layout


def visit_screens(
    open_page: Callable[..., Driver], **parameters: str
) -> Iterator[tuple[str, Driver]]:
    """Visit many screens and dialogs, and yield a name and the driver for each one."""
    driver = open_page(**parameters)
    yield "start", driver
    for dialog in ("rules", "menu"):
        driver.click_action(dialog)
        yield f"start {dialog}", driver
        driver.page.keyboard.press("Escape")
        driver.page.locator("dialog").wait_for(state="detached")
    driver = open_page(driver, players=2, start=1, first=0, seed=5, **parameters)
    yield "roll", driver
    driver.click_action("roll")
    yield "white", driver
    for dialog in ("rules", "menu"):
        driver.click_action(dialog)
        yield dialog, driver
        driver.page.keyboard.press("Escape")
        driver.page.locator("dialog").wait_for(state="detached")
    for key in ("?", "l"):
        driver.page.keyboard.press(key)
        yield f"key {key}", driver
        driver.page.keyboard.press("Escape")
        driver.page.locator("dialog").wait_for(state="detached")
    driver.click_action("pass")
    driver.click_action("pass")
    yield "color", driver
    driver.click_action("pass")
    for _ in range(6):
        driver.click_action("roll")
        for _ in range(3):
            driver.click_action("pass")
    yield "over", driver


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("variant", "language", "theme"), [("classic", "en", "light"), ("longo", "he", "dark")]
)
def test_screens_have_no_accessibility_violations(
    open_page: Callable[..., Driver], variant: str, language: str, theme: str
) -> None:
    for name, driver in visit_screens(open_page, variant=variant, lang=language, theme=theme):
        assert find_violations(driver.page, STRICT_TAGS) == [], name


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("variant", ["classic", "longo"])
def test_page_fits_every_window(
    open_page: Callable[..., Driver], size: tuple[int, int], variant: str
) -> None:
    media = {"reduced_motion": "reduce"}  # otherwise cells would rise
    driver = open_page(
        viewport=size,
        media=media,
        variant=variant,
        players=5,
        first=0,
        lang="en-XA",
        names="x" * 40,
        speed="instant",
    )
    assert horizontal_overflow(driver.page) <= 0
    driver.click_action("start")
    driver.click_action("roll")
    assert horizontal_overflow(driver.page) <= 0
    boxes = driver.page.evaluate("""() => [...document.querySelectorAll('.sheet.large .cell')]
      .map((cell) => cell.getBoundingClientRect()).map(({width, height}) => [width, height])""")
    width, height = min(box[0] for box in boxes), min(box[1] for box in boxes)
    min_size = 24 if variant == "longo" or size[0] < 360 else 27
    # On a phone, a Longo row may have two lines of eight wide, low cells.
    assert min(width, height) >= min_size
    assert max(width, height) >= (37 if variant == "longo" else 39)
    for button in driver.page.locator("button:visible:not(.cell)").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 24
    driver.click_action("menu")
    assert horizontal_overflow(driver.page) <= 0


# Color of a sheet's text, and all backgrounds behind the sheet
READ_PRINTED_COLORS = """(sheet) => {
  const colors = [getComputedStyle(sheet).color];
  for (let under = sheet; under; under = under.parentElement) {
    const { backgroundColor, backgroundImage } = getComputedStyle(under);
    if (backgroundImage !== 'none') colors.push(backgroundImage);
    if (backgroundColor !== 'rgba(0, 0, 0, 0)') colors.push(backgroundColor);
  }
  return colors;
}"""


def test_all_sheets_print_in_dark_ink_without_background(open_page: Callable[..., Driver]) -> None:
    driver = open_page(players=3, start=1, theme="dark", seed=5)
    driver.click_action("roll")
    page = driver.page
    page.evaluate("""() => addEventListener('beforeprint', () => {
      self.printed = [...document.querySelectorAll('.sheet.large')].length;
    })""")
    page.pdf()
    assert page.evaluate("self.printed") == 3
    assert page.locator(".sheet.large").count() == 1
    page.emulate_media(media="print")
    assert page.locator("[data-action]:visible:not(.enlarge-button)").count() == 0
    colors = page.locator(".sheet.large").evaluate(READ_PRINTED_COLORS)
    assert colors == ["rgb(27, 33, 64)"]


@pytest.mark.parametrize("size", [(640, 360), (740, 360), (844, 390)], ids=str)
@pytest.mark.parametrize("variant", ["classic", "longo"])
def test_decision_needs_no_scrolling_on_landscape_phone(
    open_page: Callable[..., Driver], size: tuple[int, int], variant: str
) -> None:
    driver = open_page(viewport=size, variant=variant, players=4, start=1, first=0, seed=3)
    driver.click_action("roll")
    hidden = driver.page.evaluate("""() => [...document.querySelectorAll(
        '.sheet.large .cell, .die, .headline, .detail:not(.early-marks, .gains), .controls button'
      )]
      .filter((part) => {
      const { left, right, top, bottom } = part.getBoundingClientRect();
      const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return !part.contains(there);
    }).map((part) => part.outerHTML.slice(0, 90))""")
    assert hidden == []


@pytest.mark.parametrize("language", ["he", "ar-XB"])
def test_sheet_runs_left_to_right_in_every_language(
    open_page: Callable[..., Driver], language: str
) -> None:
    driver = open_page(players=2, start=1, first=0, lang=language)
    assert driver.page.locator("html").get_attribute("dir") == "rtl"
    left = driver.cell(0, "r2").bounding_box()
    right = driver.cell(0, "r12").bounding_box()
    assert left is not None
    assert right is not None
    assert left["x"] < right["x"]
    driver.cell(0, "r5").focus()
    driver.page.keyboard.press("ArrowRight")
    focused = driver.page.evaluate("document.activeElement.dataset.cell")
    assert focused == "r6"


ARE_SETTINGS_IN_SIGHT = """() => {
  const body = document.querySelector('dialog .body').getBoundingClientRect();
  const [first, second] = document.querySelectorAll('dialog .settings .field');
  return second.getBoundingClientRect().bottom < body.bottom
    && first.getBoundingClientRect().top >= body.top;
}"""


def test_language_can_be_changed_during_turn(open_page: Callable[..., Driver]) -> None:
    driver = open_page(players=2, start=1, first=0, seed=5)
    driver.click_action("roll")
    game_before = driver.read_game()
    driver.click_action("menu")
    driver.expand_settings()
    wait_until(lambda: driver.page.evaluate(ARE_SETTINGS_IN_SIGHT), driver.page)
    driver.page.locator("dialog [data-action='language']").select_option("he")
    driver.page.locator("html[lang=he]").wait_for(state="attached")  # its texts are loaded first
    driver.page.keyboard.press("Escape")
    assert driver.read_game() == game_before
    assert "Cross" not in driver.status_text()


def test_status_is_only_live_region(open_page: Callable[..., Driver]) -> None:
    driver = open_page(players=2, start=1, first=0, seed=5)
    assert driver.page.locator("[aria-live]").count() == 1
    driver.click_action("roll")
    roll = driver.saved_game().state.roll
    assert roll is not None
    assert f"white sum {roll.white_sum}" in driver.status_text()


def test_layout_setting_makes_all_sheets_large(open_page: Callable[..., Driver]) -> None:
    driver = open_page(viewport=(1024, 1366), players=4, start=1, first=0, seed=5)
    driver.click_action("menu")
    driver.expand_settings()
    driver.page.locator("[data-action='layout'][value='all']").check()
    driver.page.keyboard.press("Escape")
    assert driver.page.locator(".sheet.large").count() == 4
    assert horizontal_overflow(driver.page) <= 0
    driver.click_action("roll")
    roll = driver.saved_game().state.roll
    assert roll is not None
    driver.cell(2, f"y{roll.white_sum}").click()  # players may decide on their own sheets
    assert driver.saved_game().state.decisions[2] is not None


def test_focus_survives_mark_and_returns_from_dialog(
    open_page: Callable[..., Driver],
) -> None:
    driver = open_page(bots="greedy", start=1, first=0, seed=5, speed="instant")
    driver.page.keyboard.press("r")
    offered_cell = driver.page.locator("[data-player='0'] [data-offer='now']").first
    code = offered_cell.get_attribute("data-cell")
    offered_cell.focus()
    driver.page.keyboard.press("Enter")
    assert driver.page.evaluate("document.activeElement.dataset.cell") == code
    driver.click_action("menu")
    assert driver.page.evaluate("document.activeElement.closest('dialog') !== null")
    driver.page.keyboard.press("Escape")
    assert driver.page.evaluate("document.activeElement.dataset.action") == "menu"


def test_page_allows_zoom(open_page: Callable[..., Driver]) -> None:
    driver = open_page()
    content = driver.page.locator("meta[name=viewport]").get_attribute("content") or ""
    assert "maximum-scale" not in content
    assert "user-scalable" not in content


@pytest.mark.parametrize("media", [{"forced_colors": "active"}, {"reduced_motion": "reduce"}])
def test_legal_cells_are_recognizable_without_color(
    open_page: Callable[..., Driver], media: dict[str, str]
) -> None:
    driver = open_page(media=media, players=2, start=1, first=0, seed=5)
    driver.click_action("roll")
    read_border_width = "(cell) => parseFloat(getComputedStyle(cell).borderTopWidth)"
    offered_width = driver.page.locator("[data-player='0'] [data-offer='now']").first.evaluate(
        read_border_width
    )
    other_width = driver.page.locator("[data-player='0'] .cell:not([data-offer])").first.evaluate(
        read_border_width
    )
    assert offered_width > other_width


# A fake wake lock records its use in `awake`. `tire()` ends the idle time before its release;
# `takeAway()` releases it as the system does.
FAKE_WAKE_LOCK = """{
  self.awake = [];
  const request = async () => {
    awake.push('on');
    const lock = new EventTarget();
    lock.release = async () => { awake.push('off'); lock.dispatchEvent(new Event('release')); };
    self.takeAway = () => { awake.push('gone'); lock.dispatchEvent(new Event('release')); };
    return lock;
  };
  Object.defineProperty(navigator, 'wakeLock', { value: { request } });
  const wait = self.setTimeout;
  self.setTimeout = (done, pause, ...rest) => {
    if (!(pause >= 600000)) return wait(done, pause, ...rest);
    self.tire = done;
    return 0;
  };
}"""


def test_screen_stays_on_during_game(
    context: BrowserContext, open_page: Callable[..., Driver]
) -> None:
    context.add_init_script(FAKE_WAKE_LOCK)
    driver = open_page(players=2, start=1, first=0, seed=5)
    wait_until(lambda: driver.page.evaluate("awake") == ["on"], driver.page)
    driver.click_action("roll")
    driver.page.evaluate("tire()")
    wait_until(lambda: driver.page.evaluate("awake") == ["on", "off"], driver.page)
    driver.click_action("pass")
    wait_until(lambda: driver.page.evaluate("awake") == ["on", "off", "on"], driver.page)
    driver.page.evaluate("takeAway()")
    driver.click_action("pass")
    known = ["on", "off", "on", "gone", "on"]
    wait_until(lambda: driver.page.evaluate("awake") == known, driver.page)
    driver.play_to_end()
    wait_until(lambda: driver.page.evaluate("awake") == [*known, "off"], driver.page)


def test_screen_comes_back_where_it_was_left(open_page: Callable[..., Driver]) -> None:
    driver = open_page(viewport=(390, 500))
    page = driver.page
    page.locator("[data-action=statistics]:visible").evaluate(
        "button => button.scrollIntoView({ block: 'end' })"
    )
    top = page.evaluate("scrollY")
    assert top > 0
    # Playwright's own click may scroll first.
    page.locator("[data-action=statistics]:visible").evaluate(
        "button => { button.focus({ preventScroll: true }); button.click(); }"
    )
    page.wait_for_selector("html[data-screen=history]", state="attached")
    assert page.evaluate("scrollY") == 0
    page.go_back()
    page.wait_for_selector("html[data-screen=start]", state="attached")
    assert page.evaluate("document.activeElement.dataset.action") == "statistics"
    assert page.evaluate("scrollY") == top
