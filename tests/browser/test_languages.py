"""Test that no text on any screen is cut off, overlapping, or untranslated in any language.

Most pages are opened once and switched from language to language, even in the middle of a turn.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from qwixx import Mark
from qwixx.ui.texts.languages import KNOWN, LANGUAGES, PSEUDO, find_catalog
from tests.browser.accessibility import STRICT_TAGS, find_violations
from tests.browser.driver import Driver, wait_for_failure
from tests.conftest import runs_everything
from tests.i18n.catalogs import english_texts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from playwright.sync_api import BrowserContext

UNTRANSLATED_NAMES = {"Ann", "Bo", "Qwixx", "A4", "US Letter"}
REPRESENTATIVES = ("ar", "de", "ru", *PSEUDO)
"""The languages of a normal run: one from right to left, one with long words, one in Cyrillic."""
LIST_FAULT = "cut off in a list"
"""Fault that is allowed in pseudo-languages: an open list shows its texts in full."""

SWITCH_LANGUAGE = """(code) => {
  const list = document.createElement('select');
  list.dataset.action = 'language';
  list.append(new Option(code, code, true, true));
  document.getElementById('app').append(list);
  list.dispatchEvent(new Event('change', {bubbles: true}));
  list.remove();
}"""

INSPECT_SCREEN = """() => {
  const wrong = [], texts = [], drawing = document.createElement('canvas').getContext('2d');
  const scope = document.querySelector('dialog[open]') ?? document.body;
  const seen = (element) => element.checkVisibility({visibilityProperty: true})
    && !element.closest('.visually-hidden, [inert]');
  const outside = (inner, outer, slack) => inner.left < outer.left - slack
    || inner.right > outer.right + slack || inner.top < outer.top - slack
    || inner.bottom > outer.bottom + slack;
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const {data, parentElement: parent} = walker.currentNode;
    if (!data.trim() || parent.closest('script, noscript, option, .cell, pre')) continue;
    if (!parent.closest('bdi, kbd, h1, .languages')) texts.push(data);
    if (!seen(parent) || !/\\p{L}/u.test(data)) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const holder = parent.closest('button, .lock, .letter, .points, th, td');
    const box = holder?.getBoundingClientRect();
    for (const rect of range.getClientRects()) {
      if (parent.closest('.name')) continue; // may be long; an ellipsis marks the cut
      const scrolls = parent.closest('.variants'); // a shelf, which the window may cut
      if (!scrolls && (rect.left < -0.5 || rect.right > innerWidth + 0.5))
        wrong.push(`cut off: ${data}`);
      else if (box && outside(rect, box, 1)) wrong.push(`larger than its place: ${data}`);
    }
  }
  for (const element of scope.querySelectorAll('[aria-label], [title]'))
    texts.push(element.ariaLabel ?? '', element.title ?? '');
  for (const list of scope.querySelectorAll('select')) {
    const style = getComputedStyle(list), text = list.selectedOptions[0].text;
    drawing.font = style.font;
    const arrow = style.appearance === 'auto' ? 18 : 0; // ours is in the padding
    const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
    const room = list.clientWidth - padding - arrow;
    if (drawing.measureText(text).width > room) wrong.push(`cut off in a list: ${text}`);
    if (list.dataset.action !== 'language')
      texts.push(...Array.from(list.options, (option) => option.text));
  }
  const controls = [...scope.querySelectorAll('button, select, input')]
    .filter((one) => seen(one) && !one.matches('.cell, main > .controls *'));
  const place = (one) => { // the part that is not scrolled out of view
    const {left, right, top, bottom} = one.getBoundingClientRect();
    const port = one.closest('.topic, .body')?.getBoundingClientRect() ?? {top, bottom};
    return {left, right, top: Math.max(top, port.top), bottom: Math.min(bottom, port.bottom)};
  };
  controls.forEach((one, index) => {
    const box = place(one);
    for (const other of controls.slice(index + 1)) {
      const {left, right, top, bottom} = place(other);
      if (Math.min(right, box.right) - Math.max(left, box.left) > 1
          && Math.min(bottom, box.bottom) - Math.max(top, box.top) > 1)
        wrong.push(`overlapping: ${one.innerText} and ${other.innerText}`);
    }
  });
  const body = scope.querySelector('.body');
  if (body && body.scrollWidth > body.clientWidth) wrong.push('a dialog that scrolls sideways');
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) wrong.push(`${wide} pixels wider than the window`);
  return {wrong, texts: texts.filter((text) => /\\p{L}/u.test(text))};
}"""


def switch_language(driver: Driver, code: str) -> None:
    driver.page.evaluate(SWITCH_LANGUAGE, code)
    driver.page.wait_for_selector(f"html[lang='{code}']", state="attached")


def find_untranslated(code: str, texts: list[str]) -> list[str]:
    """Return the texts that are in English although a translation exists."""
    if code in PSEUDO:
        return [text for text in texts if "⟦" not in text and text not in UNTRANSLATED_NAMES]
    translate = find_catalog(code).gettext
    return [text for text in texts if text in english_texts() and translate(text) != text]


@pytest.fixture
def check_screen(request: pytest.FixtureRequest) -> Callable[[Driver, str], None]:
    """Return a function that checks a screen, given a name for messages, in several languages."""
    codes = KNOWN if runs_everything(request.config) else REPRESENTATIVES
    return lambda driver, name: check_screen_in(codes, driver, name)


def check_screen_in(codes: Iterable[str], driver: Driver, name: str) -> None:
    for code in codes:
        switch_language(driver, code)
        driver.page.evaluate("document.body.offsetWidth, document.fonts.ready.then(() => null)")
        inspection: dict[str, Any] = driver.page.evaluate(INSPECT_SCREEN)
        problems = [
            problem
            for problem in inspection["wrong"]
            if code not in PSEUDO or LIST_FAULT not in problem
        ]
        assert problems == [], (name, code)
        assert find_untranslated(code, inspection["texts"]) == [], (name, code)
    switch_language(driver, "en")


def open_each_dialog(driver: Driver, *keys: str) -> Iterator[str]:
    """Open a dialog with each keyboard key, yield the key, and then close the dialog."""
    for key in keys:
        driver.page.keyboard.press(key)
        driver.page.locator("dialog").wait_for()
        yield key
        driver.page.keyboard.press("Escape")
        driver.page.locator("dialog").wait_for(state="detached")


@pytest.fixture(params=[(320, 640), (1280, 800)], ids=["320", "1280"])
def open_sized_page(
    request: pytest.FixtureRequest, open_page: Callable[..., Driver]
) -> Callable[..., Driver]:
    """Return a function that opens a page in a narrow or wide window, without motion."""
    return partial(open_page, viewport=request.param, media={"reduced_motion": "reduce"})


def test_start_screen_and_dialogs_are_translated_and_fit(
    open_sized_page: Callable[..., Driver],
    check_screen: Callable[[Driver, str], None],
) -> None:
    driver = open_sized_page(nonsense=1, seed="x", variant="longo", players=3)
    check_screen(driver, "start, with notices")
    for key in open_each_dialog(driver, "m", "?"):
        check_screen(driver, f"start {key}")
    for _ in open_each_dialog(driver, "i"):
        for topic in range(8):
            driver.page.locator(f".topics [data-action='topic:{topic}']").click()
            check_screen(driver, f"rules {topic}")
    switch_language(driver, "ar")
    assert find_violations(driver.page, STRICT_TAGS) == []


def test_lesson_is_translated_and_fits(
    open_sized_page: Callable[..., Driver],
    check_screen: Callable[[Driver, str], None],
) -> None:
    driver = open_sized_page(speed="instant")
    driver.click_action("learn")
    for step in ("roll", "r4", "y3", "next"):
        check_screen(driver, f"lesson {step}")
        if step in ("roll", "next"):
            driver.click_action(step)
        else:
            driver.play_move(0, Mark.from_code(step))
    switch_language(driver, "ru")
    assert find_violations(driver.page, STRICT_TAGS) == []


def test_game_is_translated_and_fits(
    open_sized_page: Callable[..., Driver],
    check_screen: Callable[[Driver, str], None],
) -> None:
    driver = open_sized_page(players=2, start=1, first=0, seed=5, names="Ann,Bo")
    check_screen(driver, "roll")
    driver.click_action("roll")
    before = driver.saved_game().state
    check_screen(driver, "white")
    driver.cell(0, "r12").click(force=True)
    check_screen(driver, "why")
    for key in open_each_dialog(driver, "m", "l"):
        check_screen(driver, f"game {key}")
    driver.click_action("menu")
    driver.click_action("new-game")
    check_screen(driver, "leave")
    driver.click_action("close")
    assert driver.saved_game().state == before  # the turn was not interrupted
    driver.click_action("pass")
    driver.click_action("pass")
    driver.click_action("hint")
    driver.page.locator(".hint").wait_for()
    check_screen(driver, "color, with a hint")
    switch_language(driver, "he")
    assert find_violations(driver.page, STRICT_TAGS) == []
    driver.click_action("hint")  # closes the hint, which covers the controls
    driver.click_action("pass")
    for _ in range(6):
        driver.click_action("roll")
        for _ in range(3):
            driver.click_action("pass")
    check_screen(driver, "over")
    driver.click_action("review")
    driver.page.locator("dialog .costly-decisions").first.wait_for()
    check_screen(driver, "review")


def test_other_screens_are_translated_and_fit(
    open_sized_page: Callable[..., Driver],
    check_screen: Callable[[Driver, str], None],
) -> None:
    driver = None
    for name, selector in (
        ("history", ""),
        ("statistics", ""),
        ("print", ""),
        ("pad", ""),
        ("together", "[data-action='seat-bot']"),
        ("same-dice", "[data-action='sit']"),
    ):
        driver = open_sized_page(driver)
        driver.click_action("menu")
        driver.page.locator(f"dialog [data-action='{name}']").click()
        driver.page.locator("dialog").wait_for(state="detached")
        check_screen(driver, name)
        if selector:
            driver.page.locator(selector).first.click()
            check_screen(driver, f"{name}, further")


# Before Python runs


def test_only_browser_language_is_shown_and_loaded(
    new_context: Callable[..., BrowserContext], address: str
) -> None:
    page = new_context(locale="ar-EG").new_page()
    page.add_init_script("""
        document.addEventListener('DOMContentLoaded', () => {
          const root = document.documentElement;
          window.first = [root.lang, root.dir, document.body.innerText.trim()];
          new MutationObserver(() => {
            window.stage = document.getElementById('boot-stage').innerText;
          }).observe(root, {attributeFilter: ['data-early']});
        });
        document.addEventListener('qwixx:ready', () => {
          window.ready = document.querySelector('main').innerText;
        });
    """)
    requested_paths = []
    page.on("request", lambda request: requested_paths.append(request.url.removeprefix(address)))
    page.goto(address)
    Driver(page).wait_until_ready()
    translate = find_catalog("ar").gettext
    assert page.evaluate("window.first") == ["ar", "rtl", "Qwixx"]
    assert page.evaluate("window.stage") == translate("Loading…")
    assert translate("Learn to play in two minutes") in page.evaluate("window.ready")
    catalogs = [path for path in requested_paths if path.endswith(".mo")]
    assert catalogs == ["qwixx/locale/ar/LC_MESSAGES/qwixx.mo"]


def test_language_links_of_loading_screen_preserve_url_parameters(
    context: BrowserContext, address: str
) -> None:
    page = context.new_page()
    page.route("**/core.js", lambda _route: None)  # Python would replace the loading screen
    page.goto(f"{address}?start=1&lang=ru&names=A%26B", wait_until="domcontentloaded")
    page.locator("html:not([data-early])").wait_for()
    links = page.locator(".languages a")
    hrefs = links.evaluate_all("(all) => all.map((link) => [link.lang, link.search])")
    assert hrefs == [[code, f"?start=1&lang={code}&names=A%26B"] for code in LANGUAGES]


@pytest.mark.expects_errors
def test_failure_is_reported_in_language_of_page(
    request: pytest.FixtureRequest,
    new_context: Callable[..., BrowserContext],
    address: str,
    page_problems: list[str],
) -> None:
    page = new_context(viewport={"width": 320, "height": 640}).new_page()
    page.route("**/pyodide.mjs", lambda route: route.fulfill(status=404))
    # Script bundles would replace the missing file.
    page.route("**/static/file/*", lambda route: route.abort())
    for code in LANGUAGES if runs_everything(request.config) else ("ar", "de", "ru"):
        page.goto(f"{address}?lang={code}")
        wait_for_failure(page)
        inspection = page.evaluate(INSPECT_SCREEN)
        assert inspection["wrong"] == []
        assert find_catalog(code).gettext("Try again") in inspection["texts"]
        assert find_untranslated(code, inspection["texts"]) == []
    page.close()  # before the page causes further problems
    assert page_problems


# Without a network


@pytest.mark.expects_errors
def test_unavailable_language_is_reported(
    context: BrowserContext, open_page: Callable[..., Driver], page_problems: list[str]
) -> None:
    driver = open_page(lang="es")
    context.set_offline(True)
    driver.click_action("menu")
    language_list = driver.page.locator("dialog [data-action='language']")
    language_list.select_option("de")
    alert = driver.page.locator("dialog [role='alert']")
    alert.wait_for()
    assert "idioma" in alert.inner_text()
    assert language_list.input_value() == "es"
    context.set_offline(False)
    language_list.select_option("de")
    driver.page.wait_for_selector("html[lang='de']", state="attached")
    assert alert.count() == 0
    assert language_list.input_value() == "de"
    assert page_problems
