"""The page starts, or says what keeps it from it, in Chromium."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from qwixx.publish.files import TABLE
from qwixx.ui.files.single_file import PROGRAM
from tests.browser.driver import Driver, press_retry, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext, Page, Request, Route

pytestmark = pytest.mark.fresh_page

# Starting


def test_it_starts_without_a_jump(context: BrowserContext, address: str) -> None:
    page = context.new_page()
    page.add_init_script("""
        window.shift = 0; window.heard = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) window.shift += entry.value;
        }).observe({type: 'layout-shift', buffered: true});
        document.addEventListener('qwixx:ready', () => { window.heard++; });
        const look = () => {
          window.loading ||= document.getElementById('boot-stage')?.checkVisibility();
          requestAnimationFrame(look);
        };
        look();
    """)
    page.goto(address)
    Driver(page).wait_until_ready()
    assert page.evaluate("window.loading")
    assert page.evaluate("window.heard") == 1
    assert page.evaluate("window.shift") < 0.02
    page.locator("[data-action='start']").click()
    page.locator("[data-player='0']").wait_for()
    assert page.evaluate("window.shift") < 0.02


def test_one_tap_starts_a_game(open_page: Callable[..., Driver]) -> None:
    driver = open_page()
    shown = driver.read_game()
    assert shown["phase"] is None
    assert shown["sheets"] == {}
    driver.click_action("start")
    assert set(driver.read_game()["sheets"]) == {"0", "1"}


def test_python_has_no_stack_of_its_own(open_page: Callable[..., Driver]) -> None:
    """On a second one Chromium crashes now and then; see `static/js/boot.js`."""
    page = open_page().page
    assert page.evaluate("typeof WebAssembly.instantiate") == "function"
    assert not page.evaluate("'Suspending' in WebAssembly")


def test_nothing_is_asked_of_others_and_nothing_is_left_behind(
    open_page: Callable[..., Driver], context: BrowserContext
) -> None:
    driver = open_page(start=1, bots="greedy", speed="instant")
    driver.click_action("roll") if driver.read_game()["phase"] == "roll" else driver.click_action(
        "pass"
    )
    assert context.cookies() == []
    keys = driver.page.evaluate("() => Object.keys(localStorage).sort()")
    assert [key.partition("qwixx:/:")[2].partition(":")[0] for key in keys] == [
        "game",
        "newest",
        "setup",
    ]


@pytest.mark.expects_errors
@pytest.mark.parametrize(
    ("missing", "language"),
    [
        ("pyodide.asm.wasm", "en"),
        ("pyodide-lock.json", "he"),
        (PROGRAM, "he"),
        ("core.js", "he"),
    ],
)
def test_a_missing_file_is_told_of(
    context: BrowserContext,
    address: str,
    page_problems: list[str],
    missing: str,
    language: str,
    pytestconfig: pytest.Config,
) -> None:
    if missing == PROGRAM and not pytestconfig.getoption("--source"):
        missing = TABLE
    page = context.new_page()
    for path in (missing, "static/file/{runtime,game}.js"):  # which take the place of others
        page.route(f"**/{path}", lambda route: route.fulfill(status=404, body="gone"))
    page.goto(f"{address}?lang={language}")
    page.wait_for_selector("html[data-qwixx=failed]", state="attached")
    page.locator("#boot-failure").wait_for()
    words = {"en": "couldn't", "he": "לא"}[language]
    assert words in page.locator("#boot-failure h2").inner_text()
    assert page.locator("#boot-failure p").inner_text()
    page.unroute_all()
    press_retry(page)
    assert page_problems


WATCH = """(() => {
  let dressed;
  self.waitsFor = () => dressed; // for what Python waits
  Object.defineProperty(self, "qwixxDressed", {
    get: () => { self.waits = true; return self.waitsFor(); },
    set: (value) => { dressed = value; },
  });
  self.told = [];
  new MutationObserver(() => told.push(document.documentElement.dataset.qwixx))
    .observe(document, { attributes: true, attributeFilter: ["data-qwixx"], subtree: true });
  document.addEventListener("qwixx:ready", () => {
    self.shown = getComputedStyle(document.querySelector("[data-cell]")).display;
  });
})()"""
LATER = "**/static/css/{rows,print_media}.css"
"""Styles that the first frame does without; an assembled folder has one file of them, the last."""


def test_the_game_waits_for_its_styles_and_the_first_frame_does_not(
    context: BrowserContext, address: str
) -> None:
    page = context.new_page()
    page.add_init_script(WATCH)
    held: list[Route] = []
    page.route(LATER, lambda route: held.append(route))  # noqa: PLW0108 - for mypy
    page.goto(f"{address}?start=1", wait_until="domcontentloaded")
    painted = "performance.getEntriesByName('first-contentful-paint').length"
    wait_until(lambda: page.evaluate(painted) == 1, page)
    page.locator("#boot-progress").wait_for()
    wait_until(lambda: page.evaluate("self.waits === true"), page)
    assert page.evaluate("self.told") == []
    assert held
    for route in held:
        route.continue_()
    Driver(page).wait_until_ready()
    assert page.evaluate("[self.shown, self.told]") == ["grid", ["ready"]]


@pytest.mark.expects_errors
def test_missing_styles_are_told_of_and_the_game_starts(
    context: BrowserContext, address: str, page_problems: list[str]
) -> None:
    page = context.new_page()
    page.add_init_script(WATCH)
    # The page looks for the cause while Python starts; who is first depends on the machine.
    page.add_init_script("""self.waitsFor = () => new Promise((resolve) => {
      setInterval(() => told.includes("failed") && resolve(), 50);
    })""")
    page.route(LATER, lambda route: route.fulfill(status=404, body="gone"))
    page.goto(f"{address}?start=1&players=2&speed=instant")
    page.wait_for_selector("html[data-qwixx=ready]", state="attached", timeout=60_000)
    assert page.evaluate("self.told") == ["failed", "ready"]
    driver = Driver(page)
    driver.click_action("roll")
    assert driver.read_game()["phase"] == "white"
    assert page_problems


def test_a_browser_without_webassembly_is_told_so(context: BrowserContext, address: str) -> None:
    """Nothing that needs it is loaded, so nothing complains."""
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.add_init_script("delete window.WebAssembly")
    for query in ("", "?embed=1", "?embed=1&start=1"):
        page.goto(f"{address}{query}", wait_until="networkidle")
        page.locator("#boot-failure").wait_for()
        assert "WebAssembly" in page.locator("#boot-failure p").inner_text()
        assert page.locator("[data-action='play']").count() == 0
    assert asked
    assert [url for url in asked if "/vendor/" in url or ".py" in url] == []


NESTED = "[" * 12_000


@pytest.mark.parametrize(
    "settings",
    [
        '{"theme": {"toString": 1}, "language": {"toString": 1}}',
        '{"language": ["he"], "theme": 7}',
        '"he"',
        "null",
        "5",
        NESTED,
        f'{{"language": {NESTED}{NESTED.replace("[", "]")}}}',
    ],
    ids=["objects", "others", "text", "null", "number", "cut", "nested"],
)
def test_odd_settings_stop_no_preview(
    context: BrowserContext, address: str, settings: str
) -> None:
    """What is written before Python takes texts for texts alone."""
    page = context.new_page()
    page.goto(f"{address}static/manifest.json")
    page.evaluate("(text) => localStorage.setItem('qwixx:/:settings', text)", settings)
    page.goto(f"{address}?embed=1", wait_until="networkidle")
    assert page.locator("[data-action='play']").inner_text() == "Play"
    root = page.locator("html")
    assert root.get_attribute("data-qwixx") == "loading"
    assert root.get_attribute("data-theme") == "auto"
    assert root.get_attribute("lang") == "en"


@pytest.mark.parametrize(
    ("saved", "language"),
    [
        ({"qwixx:settings": '{"language": "he"}'}, "he"),
        ({"qwixx:settings": '{"language": "he"}', "qwixx:/:settings": '{"language": "de"}'}, "de"),
        ({"qwixx:/other/:settings": '{"language": "he"}'}, "en"),
    ],
    ids=["old", "both", "of another folder"],
)
def test_settings_are_those_of_this_folder(
    context: BrowserContext,
    address: str,
    saved: dict[str, str],
    language: str,
) -> None:
    page = context.new_page()
    page.goto(f"{address}static/manifest.json")
    page.evaluate("(saved) => Object.assign(localStorage, saved)", saved)
    page.goto(f"{address}?embed=1")
    page.locator("[data-action='play']").wait_for()
    assert page.locator("html").get_attribute("lang") == language


@pytest.mark.expects_errors
@pytest.mark.parametrize("address", ["source"], indirect=True)
def test_without_its_texts_it_fails_in_english(context: BrowserContext, address: str) -> None:
    """In the folder as it is: assembled, they are in the same script."""
    page = context.new_page()
    page.route("**/texts.js", lambda route: route.fulfill(status=404, body="gone"))

    def hold(route: Route) -> None:
        if route.request.resource_type == "fetch":  # which looks for the reason
            route.continue_()

    page.route("**/pyodide.mjs", hold)  # else the game may come before all is read
    page.goto(f"{address}?lang=he")
    page.locator("#boot-failure").wait_for()
    assert page.locator("#boot-failure h2").inner_text() == "The game couldn't start"
    assert "texts.js" in page.locator("#boot-failure pre").inner_text()
    assert page.locator("#boot-retry").inner_text() == "Try again"
    page.unroute("**/texts.js")
    page.route("**/pyodide.mjs", lambda route: route.continue_())  # what is held stays so
    press_retry(page)
    assert page.locator("html").get_attribute("lang") == "he"


@pytest.mark.expects_errors
def test_trying_again_goes_past_what_the_browser_has_kept(
    context: BrowserContext, address: str
) -> None:
    """As after a portal that gave its own page for ours, and let browsers keep that."""
    page = context.new_page()
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request))  # noqa: PLW0108 - for mypy
    page.route("**/python_stdlib.bin", lambda route: route.fulfill(status=503, body=""))
    page.goto(address)
    page.locator("#boot-failure").wait_for()
    page.unroute_all()
    press_retry(page)
    scripts = [request for request in asked if "boot.js" in request.url]
    assert "no-cache" in [script.all_headers().get("cache-control") for script in scripts]


SAVED = {
    "qwixx:/:game:1": "one",
    "qwixx:/:setup": "two",
    "qwixx:/:aside:1": "before",
    "qwixx:/:settings": '{"language": "he"}',
    "qwixx:game": "old",
    "qwixx:game?embed=1": "old frame",
    "qwixx:/other/:game:1": "of another folder",
    "other": "of another page",
}
KEPT = """() => [JSON.stringify(Object.fromEntries(
    Object.entries(localStorage).sort(([a], [b]) => a < b ? -1 : 1))), history.state]"""


def fail_to_start(page: Page, address: str = "") -> None:
    """Load a page, or load it anew, and let it fail for a reason that is not the host's."""
    held: list[Route] = []

    def hold_first(route: Route) -> None:
        if held or route.request.resource_type == "fetch":  # which looks for the reason
            route.continue_()
        else:
            held.append(route)

    page.route("**/core.js", hold_first)
    if address:
        page.goto(address, wait_until="domcontentloaded")
    else:
        page.reload(wait_until="domcontentloaded")
    page.evaluate("void Promise.reject(new Error('odd'))")
    page.locator("#boot-failure").wait_for()


@pytest.mark.expects_errors
def test_what_was_saved_can_be_put_aside(context: BrowserContext, address: str) -> None:
    page = context.new_page()
    page.goto(f"{address}static/manifest.json")
    page.evaluate("(saved) => Object.assign(localStorage, saved)", SAVED)
    fail_to_start(page, address)
    button = page.locator("#boot-without")
    assert "לחזור" not in button.inner_text()
    page.route("**/core.js", lambda _route: None)  # Python would tidy up
    with page.expect_navigation(wait_until="domcontentloaded"):
        button.click()
    page.locator("html:not([data-early])").wait_for()
    text, state = page.evaluate(KEPT)
    kept = json.loads(text)
    aside = {name: kept.pop(name) for name in list(kept) if ":aside:" in name}
    untouched = ("qwixx:/:settings", "qwixx:/other/:game:1", "other")
    assert kept == {name: SAVED[name] for name in untouched}
    assert aside.pop("qwixx:/:aside:1") == "before"
    assert set(aside) == {f"qwixx:/:aside:{number}" for number in range(2, 6)}
    assert sorted(aside.values()) == sorted(["one", "two", "old", "old frame"])
    assert state is None


@pytest.mark.expects_errors
@pytest.mark.parametrize("settings", [NESTED, '{"theme": {}}'], ids=["nested", "object"])
def test_settings_that_are_none_are_put_aside(
    context: BrowserContext, address: str, settings: str
) -> None:
    page = context.new_page()
    page.goto(f"{address}static/manifest.json")
    page.evaluate("(text) => localStorage.setItem('qwixx:/:settings', text)", settings)
    fail_to_start(page, address)
    press_retry(page, "#boot-without")
    assert page.evaluate("localStorage.getItem('qwixx:/:aside:1')") == settings


@pytest.mark.expects_errors
def test_where_nothing_is_saved_nothing_is_put_aside(
    context: BrowserContext, address: str
) -> None:
    page = context.new_page()
    page.goto(f"{address}static/manifest.json")
    page.evaluate("localStorage.setItem('qwixx:/:aside:1', 'before')")
    fail_to_start(page, address)
    assert page.locator("#boot-without").is_hidden()
    # A game that a reload handed over is one to put aside, and a reload keeps it.
    page.evaluate("history.replaceState('a game', '')")
    fail_to_start(page)
    assert page.locator("#boot-without").is_visible()


@pytest.mark.expects_errors
def test_what_has_no_room_aside_stays(context: BrowserContext, address: str) -> None:
    page = context.new_page()
    page.add_init_script("""
        const set = Storage.prototype.setItem;
        Storage.prototype.setItem = function (name, text) {
          if (name.includes(':aside:') && this.getItem('full')) throw new Error('full');
          set.call(this, name, text);
        };
    """)
    page.goto(f"{address}static/manifest.json")
    page.evaluate("Object.assign(localStorage, {'qwixx:/:game:1': 'one', full: '1'})")
    fail_to_start(page, address)
    page.route("**/core.js", lambda _route: None)
    with page.expect_navigation(wait_until="domcontentloaded"):
        page.locator("#boot-without").click()
    assert page.evaluate("localStorage.getItem('qwixx:/:game:1')") == "one"


def test_without_storage_it_plays_and_says_so(
    context: BrowserContext, open_page: Callable[..., Driver]
) -> None:
    context.add_init_script("""
        Object.defineProperty(window, 'localStorage', {get() { throw new Error('blocked'); }});
    """)
    driver = open_page(start=1, players=2, first=0)
    assert "won't save anything" in driver.page.locator(".notices").inner_text()
    driver.click_action("roll")
    assert driver.read_game()["phase"] == "white"
    driver.click_action("dismiss")
    assert driver.page.locator(".notices").inner_text() == ""


def test_without_script_it_says_what_it_needs(
    new_context: Callable[..., BrowserContext], address: str
) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto(address)
    assert "turn on JavaScript" in page.locator("noscript").inner_text()


ANIMATED = """() => {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const frames = (list) => list.flatMap((rule) => rule.type === CSSRule.KEYFRAMES_RULE
    ? [rule] : rule.cssRules ? frames([...rule.cssRules]) : []);
  return [...document.querySelectorAll('.start > *')].map((part) => {
    const { animationName, animationDelay } = getComputedStyle(part);
    const used = frames(rules).filter(({ name }) => name === animationName);
    return [used.length, used.some(({ cssText }) => cssText.includes('opacity')), animationDelay];
  });
}"""


def test_nothing_of_the_start_screen_fades_in_or_comes_later(
    open_page: Callable[..., Driver],
) -> None:
    shown = open_page().page.evaluate(ANIMATED)
    assert shown
    assert {tuple(part) for part in shown} == {(1, False, "0s")}
