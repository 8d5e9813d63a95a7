"""Startup of the page in Chromium, and failures during startup."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from qwixx.publish.files import TABLE
from qwixx.ui.files.single_file import PROGRAM
from tests.browser.driver import Driver, press_retry, wait_for_failure, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext, Page, Request, Route

pytestmark = pytest.mark.fresh_page


def test_page_starts_without_layout_shift(context: BrowserContext, address: str) -> None:
    page = context.new_page()
    page.add_init_script("""
        window.shift = 0; window.readyEvents = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) window.shift += entry.value;
        }).observe({type: 'layout-shift', buffered: true});
        document.addEventListener('qwixx:ready', () => { window.readyEvents++; });
        const look = () => {
          window.loading ||= document.getElementById('boot-stage')?.checkVisibility();
          requestAnimationFrame(look);
        };
        look();
    """)
    page.goto(address)
    Driver(page).wait_until_ready()
    assert page.evaluate("window.loading")
    assert page.evaluate("window.readyEvents") == 1
    assert page.evaluate("window.shift") < 0.02
    page.locator("[data-action='start']").click()
    page.locator("[data-player='0']").wait_for()
    assert page.evaluate("window.shift") < 0.02


ANIMATIONS = """() => {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const frames = (list) => list.flatMap((rule) => rule.type === CSSRule.KEYFRAMES_RULE
    ? [rule] : rule.cssRules ? frames([...rule.cssRules]) : []);
  return [...document.querySelectorAll('.start > *')].map((part) => {
    const { animationName, animationDelay } = getComputedStyle(part);
    const used = frames(rules).filter(({ name }) => name === animationName);
    return [used.length, used.some(({ cssText }) => cssText.includes('opacity')), animationDelay];
  });
}"""


def test_start_screen_appears_at_once_and_one_tap_starts_a_game(
    open_page: Callable[..., Driver],
) -> None:
    """It neither fades in nor waits. Chromium occasionally crashes with stack switching."""
    driver = open_page()
    game = driver.read_game()
    assert game["phase"] is None
    assert game["sheets"] == {}
    animations = driver.page.evaluate(ANIMATIONS)
    assert animations
    assert {tuple(animation) for animation in animations} == {(1, False, "0s")}
    assert driver.page.evaluate("typeof WebAssembly.instantiate") == "function"
    assert not driver.page.evaluate("'Suspending' in WebAssembly")  # see `static/js/boot.js`
    driver.click_action("start")
    assert set(driver.read_game()["sheets"]) == {"0", "1"}


def test_game_sets_no_cookies_and_stores_only_its_own_keys(
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
def test_missing_file_is_reported(
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
    for path in (missing, "static/file/{runtime,game}.js"):  # bundles would replace missing files
        page.route(f"**/{path}", lambda route: route.fulfill(status=404, body="gone"))
    page.goto(f"{address}?lang={language}")
    wait_for_failure(page)
    expected_text = {"en": "couldn’t", "he": "לא"}[language]
    assert expected_text in page.locator("#boot-failure h2").inner_text()
    assert page.locator("#boot-failure p").inner_text()
    page.unroute_all()
    press_retry(page)
    assert page_problems


WATCH_STARTUP = """(() => {
  let dressed;
  self.waitsFor = () => dressed; // returns what Python waits for
  Object.defineProperty(self, "qwixxDressed", {
    get: () => { self.waits = true; return self.waitsFor(); },
    set: (value) => { dressed = value; },
  });
  self.states = [];
  new MutationObserver(() => states.push(document.documentElement.dataset.qwixx))
    .observe(document, { attributes: true, attributeFilter: ["data-qwixx"], subtree: true });
  document.addEventListener("qwixx:ready", () => {
    self.shown = getComputedStyle(document.querySelector("[data-cell]")).display;
  });
})()"""
DEFERRED_STYLES = "**/static/css/{rows,print_media}.css"
"""Style sheets that the first frame does not need; an assembled folder lacks `rows.css`."""


def test_game_waits_for_styles_but_first_frame_does_not(
    context: BrowserContext, address: str
) -> None:
    page = context.new_page()
    page.add_init_script(WATCH_STARTUP)
    held_routes: list[Route] = []
    page.route(DEFERRED_STYLES, lambda route: held_routes.append(route))  # noqa: PLW0108 - for mypy
    page.goto(f"{address}?start=1", wait_until="domcontentloaded")
    paint_count = "performance.getEntriesByName('first-contentful-paint').length"
    wait_until(lambda: page.evaluate(paint_count) == 1, page)
    page.locator("#boot-progress").wait_for()
    wait_until(lambda: page.evaluate("self.waits === true"), page)
    assert page.evaluate("self.states") == []
    assert held_routes
    for route in held_routes:
        route.continue_()
    Driver(page).wait_until_ready()
    assert page.evaluate("[self.shown, self.states]") == ["grid", ["ready"]]


@pytest.mark.expects_errors
def test_missing_styles_are_reported_and_game_starts(
    context: BrowserContext, address: str, page_problems: list[str]
) -> None:
    page = context.new_page()
    page.add_init_script(WATCH_STARTUP)
    # The page looks for the cause while Python is starting, and either may finish first.
    page.add_init_script("""self.waitsFor = () => new Promise((resolve) => {
      setInterval(() => states.includes("failed") && resolve(), 50);
    })""")
    page.route(DEFERRED_STYLES, lambda route: route.fulfill(status=404, body="gone"))
    page.goto(f"{address}?start=1&players=2&speed=instant")
    page.wait_for_selector("html[data-qwixx=ready]", state="attached", timeout=60_000)
    assert page.evaluate("self.states") == ["failed", "ready"]
    driver = Driver(page)
    driver.click_action("roll")
    assert driver.read_game()["phase"] == "white"
    assert page_problems


def test_missing_webassembly_is_reported(context: BrowserContext, address: str) -> None:
    """No file that needs WebAssembly is loaded, so no other error appears."""
    page = context.new_page()
    requested_urls: list[str] = []
    page.on("request", lambda request: requested_urls.append(request.url))
    page.add_init_script("delete window.WebAssembly")
    for query in ("", "?embed=1", "?embed=1&start=1"):
        page.goto(f"{address}{query}", wait_until="networkidle")
        wait_for_failure(page)
        assert "WebAssembly" in page.locator("#boot-failure p").inner_text()
        assert page.locator("[data-action='play']").count() == 0
    assert requested_urls
    assert [url for url in requested_urls if "/vendor/" in url or ".py" in url] == []


OLD_BROWSERS = {
    "first.js": "delete self.URLSearchParams",
    "boot.js": "delete String.prototype.startsWith",
    "end of boot.js": "delete Object.fromEntries",
    "PyScript": "delete self.structuredClone",
}
"""Scripts that remove features of JavaScript, by the part of the page that then fails."""


@pytest.mark.expects_errors
@pytest.mark.parametrize("part", OLD_BROWSERS)
@pytest.mark.parametrize("language", ["en", "de"])
def test_old_browser_is_named_as_cause(
    context: BrowserContext, address: str, part: str, language: str
) -> None:
    page = context.new_page()
    page.add_init_script(OLD_BROWSERS[part])
    page.goto(f"{address}?lang={language}")
    phrase = {"en": "This browser is too old", "de": "Dieser Browser ist zu alt"}[language]
    page.get_by_text(phrase).filter(visible=True).wait_for()
    text = page.locator("main.shell").inner_text()
    assert not any(word in text for word in ("ZIP", "\N{NOT EQUAL TO}", "connection", "200"))


DEEPLY_NESTED = "[" * 12_000


@pytest.mark.parametrize(
    "settings",
    [
        '{"theme": {"toString": 1}, "language": {"toString": 1}}',
        '{"language": ["he"], "theme": 7}',
        '"he"',
        "null",
        "5",
        DEEPLY_NESTED,
        f'{{"language": {DEEPLY_NESTED}{DEEPLY_NESTED.replace("[", "]")}}}',
    ],
    ids=["objects", "others", "text", "null", "number", "cut", "nested"],
)
def test_preview_appears_despite_invalid_settings(
    context: BrowserContext, address: str, settings: str
) -> None:
    """The script that runs before Python accepts only strings as settings."""
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
    ("stored_texts", "language"),
    [
        ({"qwixx:settings": '{"language": "he"}'}, "he"),
        ({"qwixx:settings": '{"language": "he"}', "qwixx:/:settings": '{"language": "de"}'}, "de"),
        ({"qwixx:/other/:settings": '{"language": "he"}'}, "en"),
    ],
    ids=["old", "both", "of another folder"],
)
def test_settings_of_this_folder_apply(
    context: BrowserContext,
    address: str,
    stored_texts: dict[str, str],
    language: str,
) -> None:
    page = context.new_page()
    page.goto(f"{address}static/manifest.json")
    page.evaluate("(saved) => Object.assign(localStorage, saved)", stored_texts)
    page.goto(f"{address}?embed=1")
    page.locator("[data-action='play']").wait_for()
    assert page.locator("html").get_attribute("lang") == language


@pytest.mark.expects_errors
@pytest.mark.parametrize("address", ["source"], indirect=True)
def test_failure_without_texts_is_in_english(context: BrowserContext, address: str) -> None:
    """Only the source folder has the texts in a separate script."""
    page = context.new_page()
    page.route("**/texts.js", lambda route: route.fulfill(status=404, body="gone"))

    def hold_program(route: Route) -> None:
        if route.request.resource_type == "fetch":  # the page looks for the cause
            route.continue_()

    page.route("**/pyodide.mjs", hold_program)  # or the game could start before the assertions
    page.goto(f"{address}?lang=he")
    wait_for_failure(page)
    assert page.locator("#boot-failure h2").inner_text() == "The game couldn’t start"
    assert "texts.js" in page.locator("#boot-failure pre").inner_text()
    assert page.locator("#boot-retry").inner_text() == "Try again"
    page.unroute("**/texts.js")
    page.route("**/pyodide.mjs", lambda route: route.continue_())  # requests held so far stay held
    press_retry(page)
    assert page.locator("html").get_attribute("lang") == "he"


@pytest.mark.expects_errors
def test_retry_bypasses_browser_cache(context: BrowserContext, address: str) -> None:
    """A captive portal may have served its own page, which the browser then cached."""
    page = context.new_page()
    requests: list[Request] = []
    page.on("request", lambda request: requests.append(request))  # noqa: PLW0108 - for mypy
    page.route("**/python_stdlib.bin", lambda route: route.fulfill(status=503, body=""))
    page.goto(address)
    wait_for_failure(page)
    page.unroute_all()
    press_retry(page)
    scripts = [request for request in requests if "boot.js" in request.url]
    assert "no-cache" in [script.all_headers().get("cache-control") for script in scripts]


STORED_TEXTS = {
    "qwixx:/:game:1": "one",
    "qwixx:/:setup": "two",
    "qwixx:/:aside:1": "before",
    "qwixx:/:settings": '{"language": "he"}',
    "qwixx:game": "old",
    "qwixx:game?embed=1": "old frame",
    "qwixx:/other/:game:1": "of another folder",
    "other": "of another page",
}
STORAGE_AND_HISTORY_STATE = """() => [JSON.stringify(Object.fromEntries(
    Object.entries(localStorage).sort(([a], [b]) => a < b ? -1 : 1))), history.state]"""


def load_and_fail(page: Page, address: str = "") -> None:
    """Load or reload a page and make it fail for a reason unrelated to the server."""
    held_routes: list[Route] = []

    def hold_first_request(route: Route) -> None:
        if held_routes or route.request.resource_type == "fetch":  # the page looks for the cause
            route.continue_()
        else:
            held_routes.append(route)

    page.route("**/core.js", hold_first_request)
    if address:
        page.goto(address, wait_until="domcontentloaded")
    else:
        page.reload(wait_until="domcontentloaded")
    page.evaluate("void Promise.reject(new Error('odd'))")
    wait_for_failure(page)


@pytest.mark.expects_errors
def test_saves_can_be_quarantined(context: BrowserContext, address: str) -> None:
    page = context.new_page()
    page.goto(f"{address}static/manifest.json")
    page.evaluate("(saved) => Object.assign(localStorage, saved)", STORED_TEXTS)
    load_and_fail(page, address)
    button = page.locator("#boot-without")
    assert "לחזור" not in button.inner_text()
    page.route("**/core.js", lambda _route: None)  # Python would delete old entries
    with page.expect_navigation(wait_until="domcontentloaded"):
        button.click()
    page.locator("html:not([data-early])").wait_for()
    text, state = page.evaluate(STORAGE_AND_HISTORY_STATE)
    stored = json.loads(text)
    quarantined = {name: stored.pop(name) for name in list(stored) if ":aside:" in name}
    untouched = ("qwixx:/:settings", "qwixx:/other/:game:1", "other")
    assert stored == {name: STORED_TEXTS[name] for name in untouched}
    assert quarantined.pop("qwixx:/:aside:1") == "before"
    assert set(quarantined) == {f"qwixx:/:aside:{number}" for number in range(2, 6)}
    assert sorted(quarantined.values()) == sorted(["one", "two", "old", "old frame"])
    assert state is None


@pytest.mark.expects_errors
@pytest.mark.parametrize("settings", [DEEPLY_NESTED, '{"theme": {}}'], ids=["nested", "object"])
def test_invalid_settings_are_quarantined(
    context: BrowserContext, address: str, settings: str
) -> None:
    page = context.new_page()
    page.goto(f"{address}static/manifest.json")
    page.evaluate("(text) => localStorage.setItem('qwixx:/:settings', text)", settings)
    load_and_fail(page, address)
    press_retry(page, "#boot-without")
    assert page.evaluate("localStorage.getItem('qwixx:/:aside:1')") == settings


@pytest.mark.expects_errors
def test_quarantine_is_not_offered_without_saves(context: BrowserContext, address: str) -> None:
    page = context.new_page()
    page.goto(f"{address}static/manifest.json")
    page.evaluate("localStorage.setItem('qwixx:/:aside:1', 'before')")
    load_and_fail(page, address)
    assert page.locator("#boot-without").is_hidden()
    # A game in the history state counts as a save, and it survives a reload.
    page.evaluate("history.replaceState('a game', '')")
    load_and_fail(page)
    assert page.locator("#boot-without").is_visible()


@pytest.mark.expects_errors
def test_save_remains_if_quarantine_has_no_room(context: BrowserContext, address: str) -> None:
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
    load_and_fail(page, address)
    page.route("**/core.js", lambda _route: None)
    with page.expect_navigation(wait_until="domcontentloaded"):
        page.locator("#boot-without").click()
    assert page.evaluate("localStorage.getItem('qwixx:/:game:1')") == "one"


def test_game_runs_without_storage_and_warns(
    context: BrowserContext, open_page: Callable[..., Driver]
) -> None:
    context.add_init_script("""
        Object.defineProperty(window, 'localStorage', {get() { throw new Error('blocked'); }});
    """)
    driver = open_page(start=1, players=2, first=0)
    assert "won’t save anything" in driver.page.locator(".notices").inner_text()
    driver.click_action("roll")
    assert driver.read_game()["phase"] == "white"
    driver.click_action("dismiss")
    assert driver.page.locator(".notices").inner_text() == ""


def test_page_without_javascript_asks_for_it(
    new_context: Callable[..., BrowserContext], address: str
) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto(address)
    assert "turn on JavaScript" in page.locator("noscript").inner_text()
