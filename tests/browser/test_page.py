"""The page itself: its addresses, what it refuses, who can use it."""

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


def overflow(page: Page) -> int:
    """Return by how many pixels the page is wider than the window."""
    width: int = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    return width


# Addresses


@pytest.mark.parametrize("path", ["/", "//", "/index.html", "///index.html"])
def test_a_path_of_several_slashes_is_the_same_page(
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


def test_of_a_repeated_parameter_the_first_counts(context: BrowserContext, address: str) -> None:
    page = context.new_page()
    page.goto(f"{address}?lang=he&theme=dark&lang=de&theme=light&players=3&players=2&start=1")
    driver = Driver(page)
    driver.wait_until_ready()
    root = page.locator("html")
    assert root.get_attribute("lang") == "he"
    assert root.get_attribute("data-theme") == "dark"
    assert len(driver.read_game()["sheets"]) == 3


def test_what_others_add_to_an_address_is_not_told_of(
    context: BrowserContext, address: str
) -> None:
    page = context.new_page()
    page.goto(f"{address}?Lang=he&fbclid=x&utm_source=a&utm_source=b&theme=dark?gclid=y#fbclid=x")
    driver = Driver(page)
    driver.wait_until_ready()
    root = page.locator("html")
    assert root.get_attribute("lang") == "he"
    assert root.get_attribute("data-theme") == "dark"
    assert page.locator(".notices p").count() == 0
    page.evaluate("location.hash = ':~:text=Qwixx'")
    driver.click_action("menu")
    driver.click_action("embed")
    assert "fbclid" not in page.locator("#snippet").input_value()
    assert page.locator(".notices p").count() == 0


@pytest.mark.expects_errors
@pytest.mark.parametrize("home", ["/", "/user/qwixx/"])
@pytest.mark.parametrize("below", ["none", "a/b/c", "a/b/", "a/b/c/d/e/f/g/h/i", "a//b"])
def test_the_page_for_what_is_not_there_leads_home(
    context: BrowserContext, allowed_hosts: set[str], home: str, below: str
) -> None:
    """A host shows 404.html at the address that was asked for, however deep."""
    text = ROOT.joinpath("404.html").read_text(encoding="utf-8")
    manifest = ROOT.joinpath("static/manifest.json").read_text(encoding="utf-8")

    def answer(route: Route) -> None:
        found = urlsplit(route.request.url).path == f"{home}static/manifest.json"
        if found:
            route.fulfill(body=manifest)
        else:  # some give a page for everything
            route.fulfill(
                status=404 if "user" in home else 200, body=text, content_type="text/html"
            )

    allowed_hosts.add("qwixx.test")
    page = context.new_page()
    page.route("http://qwixx.test/**", answer)
    page.goto(f"http://qwixx.test{home}{below}")
    page.locator(f"a[href='http://qwixx.test{home}?lang=en']").wait_for()
    assert page.locator("a:visible").count() == 1  # in the visitor's language
    assert page.locator("svg").is_visible()
    homes = [link.get_attribute("href") for link in page.locator("a").all()]
    assert homes == [f"http://qwixx.test{home}?lang={code}" for code in LANGUAGES]


# Bad input


@pytest.mark.parametrize(
    "names",
    [
        ["<img src=x onerror=alert(1)>", "\u202eevil\u202d", "נועה", "Bo"],
        ["</script><script>throw 1</script>", "👩‍👩‍👧‍👦🎲", "x" * 4000],
    ],
    ids=["short", "long"],
)
def test_hostile_names_are_only_text(open_page: Callable[..., Driver], names: list[str]) -> None:
    driver = open_page(players=len(names), names=",".join(names), start=1, first=0)
    for player, name in enumerate(names):
        shown = driver.page.locator(f"[data-player='{player}'] bdi").text_content() or ""
        assert shown.strip() == sanitize_name(name)
    assert driver.page.locator("main img, main script").count() == 0
    assert overflow(driver.page) <= 0
    driver.click_action("roll")
    for _ in names:
        driver.click_action("pass")
    assert overflow(driver.page) <= 0


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
def test_bad_parameters_are_left_out_with_a_notice(
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
def test_a_save_that_cannot_be_read_is_set_aside(
    open_page: Callable[..., Driver], text: str
) -> None:
    driver = open_page()
    driver.page.evaluate("(text) => localStorage.setItem('qwixx:/:game:1', text)", text)
    driver = open_page(driver, start=1, players=2)
    assert driver.read_game()["sheets"]
    if not text:
        return
    assert "couldn't be read" in driver.page.locator(".notices").inner_text()
    with driver.page.expect_download() as download:
        driver.click_action("download")
    assert download.value.suggested_filename == "qwixx-game.json"
    kept = driver.page.evaluate("() => localStorage.getItem('qwixx:/:aside:1')")
    assert kept == text
    driver.click_action("dismiss")
    driver = open_page(driver, start=1, players=2)
    driver.click_action("menu")
    with driver.page.expect_download() as download:
        driver.click_action("download")
    assert Path(download.value.path()).read_text("utf-8") == text.replace("\ud83d", "\ufffd")


def test_a_tampered_save_does_not_cheat(open_page: Callable[..., Driver]) -> None:
    first = open_page(start=1, players=2, first=0)
    first.click_action("roll")
    fields = json.loads(first.saved_game_text())
    game = json.loads(fields["game"])
    game["events"].append("0 r12")
    game["done"] += 1
    fields["game"] = json.dumps(game)
    change = "([key, text]) => localStorage.setItem(key, text)"
    first.page.evaluate(change, [first.saved_game_key(), json.dumps(fields)])
    driver = open_page(first, start=1, players=2, first=0)
    assert "couldn't be read" in driver.page.locator(".notices").inner_text()
    assert driver.saved_game().events == ()


# For everyone


def screens(open_page: Callable[..., Driver], **parameters: str) -> Iterator[tuple[str, Driver]]:
    """Go through all screens and give a name and the driver for each."""
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
def test_axe_finds_nothing(
    open_page: Callable[..., Driver], variant: str, language: str, theme: str
) -> None:
    for name, driver in screens(open_page, variant=variant, lang=language, theme=theme):
        assert find_violations(driver.page, STRICT_TAGS) == [], name


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("variant", ["classic", "longo"])
def test_it_fits_every_window(
    open_page: Callable[..., Driver], size: tuple[int, int], variant: str
) -> None:
    still = {"reduced_motion": "reduce"}  # cells rise
    driver = open_page(
        viewport=size,
        media=still,
        variant=variant,
        players=5,
        first=0,
        lang="en-XA",
        names="x" * 40,
        speed="instant",
    )
    assert overflow(driver.page) <= 0
    driver.click_action("start")
    driver.click_action("roll")
    assert overflow(driver.page) <= 0
    boxes = driver.page.evaluate("""() => [...document.querySelectorAll('.sheet.large .cell')]
      .map((cell) => cell.getBoundingClientRect()).map(({width, height}) => [width, height])""")
    width, height = min(box[0] for box in boxes), min(box[1] for box in boxes)
    least = 24 if variant == "longo" or size[0] < 360 else 29.9
    assert min(width, height) >= least  # the narrowest has two lines of eight, wide and low
    assert max(width, height) >= 39
    for button in driver.page.locator("button:visible:not(.cell)").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 24
    driver.click_action("menu")
    assert overflow(driver.page) <= 0


# The color of the ink, and of all that is under it and not the paper itself.
PRINTED = """(sheet) => {
  const colors = [getComputedStyle(sheet).color];
  for (let under = sheet; under; under = under.parentElement) {
    const { backgroundColor, backgroundImage } = getComputedStyle(under);
    if (backgroundImage !== 'none') colors.push(backgroundImage);
    if (backgroundColor !== 'rgba(0, 0, 0, 0)') colors.push(backgroundColor);
  }
  return colors;
}"""


def test_it_prints_everybodys_sheet_on_light_paper(open_page: Callable[..., Driver]) -> None:
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
    colors = page.locator(".sheet.large").evaluate(PRINTED)
    assert colors == ["rgb(27, 33, 64)"]


@pytest.mark.parametrize("size", [(640, 360), (740, 360), (844, 390)], ids=str)
@pytest.mark.parametrize("variant", ["classic", "longo"])
def test_on_a_phone_held_sideways_all_that_is_to_be_decided_is_in_sight(
    open_page: Callable[..., Driver], size: tuple[int, int], variant: str
) -> None:
    driver = open_page(viewport=size, variant=variant, players=4, start=1, first=0, seed=3)
    driver.click_action("roll")
    hidden = driver.page.evaluate("""() => [...document.querySelectorAll(
        '.sheet.large .cell, .die, .headline, .detail:not(.early-marks), .controls button')]
      .filter((part) => {
      const { left, right, top, bottom } = part.getBoundingClientRect();
      const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return !part.contains(there);
    }).map((part) => part.outerHTML.slice(0, 90))""")
    assert hidden == []


@pytest.mark.parametrize("language", ["he", "ar-XB"])
def test_the_sheet_runs_from_left_to_right_in_every_language(
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


def test_language_can_be_changed_in_the_middle_of_a_turn(open_page: Callable[..., Driver]) -> None:
    driver = open_page(players=2, start=1, first=0, seed=5)
    driver.click_action("roll")
    before = driver.read_game()
    driver.click_action("menu")
    driver.expand_settings()
    driver.page.locator("dialog [data-action='language']").select_option("he")
    driver.page.locator("html[lang=he]").wait_for(state="attached")  # its texts are loaded first
    driver.page.keyboard.press("Escape")
    assert driver.read_game() == before
    assert "Cross" not in driver.status_text()


def test_the_status_is_the_one_live_region(open_page: Callable[..., Driver]) -> None:
    driver = open_page(players=2, start=1, first=0, seed=5)
    assert driver.page.locator("[aria-live]").count() == 1
    driver.click_action("roll")
    roll = driver.saved_game().state.roll
    assert roll is not None
    assert f"white sum {roll.white_sum}" in driver.status_text()


def test_all_sheets_large(open_page: Callable[..., Driver]) -> None:
    driver = open_page(viewport=(1024, 1366), players=4, start=1, first=0, seed=5)
    driver.click_action("menu")
    driver.expand_settings()
    driver.page.locator("[data-action='layout'][value='all']").check()
    driver.page.keyboard.press("Escape")
    assert driver.page.locator(".sheet.large").count() == 4
    assert overflow(driver.page) <= 0
    driver.click_action("roll")
    roll = driver.saved_game().state.roll
    assert roll is not None
    driver.cell(2, f"y{roll.white_sum}").click()  # everybody may decide on their own sheet
    assert driver.saved_game().state.decisions[2] is not None


def test_focus_survives_a_cross_and_comes_back_from_a_dialog(
    open_page: Callable[..., Driver],
) -> None:
    driver = open_page(bots="greedy", start=1, first=0, seed=5, speed="instant")
    driver.page.keyboard.press("r")
    offered = driver.page.locator("[data-player='0'] [data-offer='now']").first
    code = offered.get_attribute("data-cell")
    offered.focus()
    driver.page.keyboard.press("Enter")
    assert driver.page.evaluate("document.activeElement.dataset.cell") == code
    driver.click_action("menu")
    assert driver.page.evaluate("document.activeElement.closest('dialog') !== null")
    driver.page.keyboard.press("Escape")
    assert driver.page.evaluate("document.activeElement.dataset.action") == "menu"


def test_it_asks_for_no_zoom_lock(open_page: Callable[..., Driver]) -> None:
    driver = open_page()
    content = driver.page.locator("meta[name=viewport]").get_attribute("content") or ""
    assert "maximum-scale" not in content
    assert "user-scalable" not in content


@pytest.mark.parametrize("media", [{"forced_colors": "active"}, {"reduced_motion": "reduce"}])
def test_legal_cells_show_without_color(
    open_page: Callable[..., Driver], media: dict[str, str]
) -> None:
    driver = open_page(media=media, players=2, start=1, first=0, seed=5)
    driver.click_action("roll")
    width = "(cell) => parseFloat(getComputedStyle(cell).borderTopWidth)"
    offered = driver.page.locator("[data-player='0'] [data-offer='now']").first.evaluate(width)
    others = driver.page.locator("[data-player='0'] .cell:not([data-offer])").first.evaluate(width)
    assert offered > others


# The browser's lock on the screen, and the pause after which it is given back, as the test likes.
SCREEN = """{
  self.awake = [];
  const request = async () => {
    awake.push('on');
    return { release: async () => { awake.push('off'); } };
  };
  Object.defineProperty(navigator, 'wakeLock', { value: { request } });
  const wait = self.setTimeout;
  self.setTimeout = (done, pause, ...rest) => {
    if (!(pause >= 600000)) return wait(done, pause, ...rest);
    self.tire = done;
    return 0;
  };
}"""


def test_the_screen_stays_awake_while_somebody_plays(
    context: BrowserContext, open_page: Callable[..., Driver]
) -> None:
    context.add_init_script(SCREEN)
    driver = open_page(players=2, start=1, first=0, seed=5)
    wait_until(lambda: driver.page.evaluate("awake") == ["on"], driver.page)
    driver.click_action("roll")
    driver.page.evaluate("tire()")
    wait_until(lambda: driver.page.evaluate("awake") == ["on", "off"], driver.page)
    driver.click_action("pass")
    wait_until(lambda: driver.page.evaluate("awake") == ["on", "off", "on"], driver.page)
    driver.play_to_end()
    wait_until(lambda: driver.page.evaluate("awake") == ["on", "off", "on", "off"], driver.page)
