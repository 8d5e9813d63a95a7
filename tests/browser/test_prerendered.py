"""The prerendered page, which players can use while Python starts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from qwixx.ui.texts.languages import LANGUAGES
from tests.browser.accessibility import find_violations
from tests.browser.driver import Driver, press_retry, wait_for_failure, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext, Locator, Page, Route

pytestmark = pytest.mark.fresh_page

MEASURE_LAYOUT_SHIFT = """
self.shift = 0;
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shift += value;
}).observe({ type: "layout-shift", buffered: true });
"""


class PythonDelay:
    """Delays the start of Python in all pages of a visitor until `end` is called."""

    def __init__(self, context: BrowserContext) -> None:
        self.delayed_requests: list[Route] = []
        self.has_ended = False
        context.route("**/*.wasm", self._delay_or_continue)

    def _delay_or_continue(self, route: Route) -> None:
        if self.has_ended:
            route.continue_()
        else:
            self.delayed_requests.append(route)

    def wait_until_page_is_drawn(self, page: Page) -> None:
        """Wait until a page has shown saved data, if it is valid, and waits for Python."""
        wait_until(lambda: bool(self.delayed_requests), page)
        page.evaluate(
            "self.qwixxDressed.then(() => 0)"
        )  # boot.js draws in a microtask before this one

    def end(self, page: Page) -> Driver:
        """Allow Python to start, wait until a page is ready, and return its driver."""
        self.has_ended = True
        for route in self.delayed_requests:
            route.continue_()
        self.delayed_requests.clear()
        driver = Driver(page)
        driver.wait_until_ready()
        return driver


@pytest.fixture
def python_delay(context: BrowserContext) -> PythonDelay:
    return PythonDelay(context)


def wait_for_prerendered_page(page: Page, state: str = "shows") -> None:
    page.wait_for_selector(f"html[data-qwixx=loading][data-prerendered={state}]", state="attached")


def action_button(page: Page, action: str) -> Locator:
    return page.locator(f"[data-action='{action}']:visible")


def open_prerendered_page(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.goto(address, wait_until="domcontentloaded")
    wait_for_prerendered_page(page)
    return page


def test_game_chosen_before_python_starts_is_played(
    context: BrowserContext, address: str, python_delay: PythonDelay
) -> None:
    context.add_init_script(MEASURE_LAYOUT_SHIFT)
    page = open_prerendered_page(context, address)
    page.locator("label.variant", has_text="Longo").click()
    page.locator("label.bot", has_text="Hard").click()
    assert action_button(page, "start").inner_text() == "Play against Rex"
    assert page.locator(".shell-rows:visible").get_attribute("data-variant") == "longo"
    action_button(page, "start").click()
    wait_for_prerendered_page(page, "waits")
    assert page.locator("html").get_attribute("data-screen") == "game"
    assert page.locator("main.starting").evaluate("main => main === document.activeElement")
    assert page.locator(".lucky:visible").count() == 0
    driver = python_delay.end(page)
    assert page.locator("main.starting, #opening, [aria-busy]").count() == 0
    game = driver.saved_game()
    assert (game.variant.name, game.names) == ("longo", ("You", "Rex"))
    assert page.evaluate("shift") < 0.02


def test_python_takes_over_prerendered_elements(
    context: BrowserContext, address: str, python_delay: PythonDelay
) -> None:
    """A player may be typing a name when Python takes over."""
    context.add_init_script(MEASURE_LAYOUT_SHIFT)
    page = open_prerendered_page(context, address)
    action_button(page, "unfold").click()
    assert page.evaluate("document.activeElement.dataset.action") == "unfold"
    page.locator("[data-action='count']").last.check()
    page.locator("[data-action='first']").select_option("0")
    field = page.locator("[data-action='name:0']")
    field.press_sequentially("An")
    driver = python_delay.end(page)
    page.keyboard.type("na")
    assert page.evaluate("shift") < 0.02
    driver.click_action("start")
    assert driver.saved_game().names[0] == "Anna"
    assert len(driver.saved_game().names) == 5


def test_dialog_chosen_by_keyboard_opens_once_python_starts(
    context: BrowserContext, address: str, python_delay: PythonDelay
) -> None:
    """If several buttons are pressed, only the last one counts, and only once."""
    page = open_prerendered_page(context, address)
    action_button(page, "history").focus()
    page.keyboard.press("Enter")
    wait_for_prerendered_page(page, "waits")
    action_button(page, "rules").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    assert page.locator("[aria-busy=true]").get_attribute("data-action") == "rules"
    assert page.locator("#boot-stage").inner_text()  # for screen readers
    assert find_violations(page) == []
    python_delay.end(page)
    page.locator("dialog[open][data-dialog=rules]").wait_for()
    assert page.locator("[aria-busy]").count() == 0
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    assert page.locator("html").get_attribute("data-screen") == "start"


@pytest.mark.parametrize("media", [{}, {"reduced_motion": "reduce"}], ids=["motion", "reduced"])
def test_touch_that_has_to_wait_is_answered_at_once(
    context: BrowserContext, address: str, python_delay: PythonDelay, media: dict[str, Any]
) -> None:
    """Transforms and opacity keep moving while Python blocks the page's main thread."""
    page = open_prerendered_page(context, f"{address}?lang=de")
    page.emulate_media(**media)
    assert page.locator("#boot-stage").is_hidden()
    button = action_button(page, "together")
    answer = button.evaluate("""async (button) => {
      button.click();
      await new Promise((done) => requestAnimationFrame(done));
      const moving = document.getAnimations().filter(({ effect }) => effect.target === button);
      const names = moving.flatMap(({ effect }) => effect.getKeyframes().flatMap(Object.keys));
      const { backgroundImage } = getComputedStyle(button);
      const details = ["offset", "computedOffset", "easing", "composite"];
      return { isBusy: button.ariaBusy, isPressed: backgroundImage !== "none",
        names: [...new Set(names)].filter((name) => !details.includes(name)) };
    }""")
    moves = [] if media else ["transform"]
    assert answer == {"isBusy": "true", "isPressed": True, "names": moves}
    assert page.locator("#boot-stage").inner_text() == "Startet\N{NO-BREAK SPACE}…"
    delays = "document.getAnimations().map(({ effect }) => effect.getTiming().delay)"
    assert max(page.evaluate(delays), default=0) < 1000
    python_delay.end(page)
    page.wait_for_selector("html[data-screen=table]", state="attached")


def test_family_game_starts_before_python(
    context: BrowserContext, address: str, python_delay: PythonDelay
) -> None:
    page = open_prerendered_page(context, address)
    page.locator("label", has_text="We share this device").click()
    page.locator("[data-action='count'][value='4']").check()
    assert page.locator("[data-action='name:3']").get_attribute("placeholder") == "Player 4"
    action_button(page, "start").click()
    wait_for_prerendered_page(page, "waits")
    assert page.locator("main.starting").is_visible()
    driver = python_delay.end(page)
    assert driver.saved_game().names == tuple(f"Player {number}" for number in range(1, 5))


@pytest.mark.parametrize("language", LANGUAGES)
def test_main_choices_are_in_sight_on_phones(
    context: BrowserContext, address: str, python_delay: PythonDelay, language: str
) -> None:
    page = context.new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{address}?lang={language}", wait_until="domcontentloaded")
    wait_for_prerendered_page(page)
    for action in ("who", "together", "pad", "start", "learn", "daily", "history", "statistics"):
        box = page.locator(f".start [data-action='{action}']").last.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 844, action
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.set_viewport_size({"width": 844, "height": 390})
    box = page.locator(".start [data-action='start']").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 390
    assert not python_delay.has_ended


def hide_and_close(page: Page) -> None:
    """Hide a page before closing it, as browsers do."""
    page.evaluate("""() => {
      Object.defineProperty(document, "hidden", { configurable: true, value: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }""")
    page.close()


@pytest.mark.parametrize("method", ["reload", "new tab"])
def test_saved_game_is_shown_and_tap_counts_once(
    open_page: Callable[..., Driver], context: BrowserContext, address: str, method: str
) -> None:
    driver = open_page(context)
    driver.click_action("start")
    driver.wait_for_person_or_end()
    if driver.read_game()["phase"] == "roll":
        driver.click_action("roll")
    game_before, marks_selector = driver.saved_game(), "[data-player='0'] [aria-pressed=true]"
    count = driver.page.locator(marks_selector).count()
    page = driver.page
    python_delay = PythonDelay(context)
    if method == "reload":
        page.reload(wait_until="domcontentloaded")
        wait_for_prerendered_page(page)
    else:
        hide_and_close(page)
        page = open_prerendered_page(context, address)
    assert page.locator(marks_selector).count() == count
    control = page.locator(".controls .button").first
    control.click()
    control.click()
    wait_for_prerendered_page(page, "waits")
    driver = python_delay.end(page)
    assert driver.saved_game().event_count_with_undone > game_before.event_count_with_undone
    assert page.locator("[aria-busy]").count() == 0


def test_page_is_not_prerendered_after_settings_changed(
    open_page: Callable[..., Driver], context: BrowserContext, address: str
) -> None:
    """The stored page may be outdated, so nothing is shown before Python has started."""
    hide_and_close(open_page(context).page)
    change_settings = 'localStorage.setItem("qwixx:/:settings", \'{"sound": "off"}\')'
    page = context.new_page()
    page.add_init_script(change_settings)
    page.goto(address)
    driver = Driver(page)
    assert page.locator("html[data-prerendered]").count() == 0
    driver.wait_until_ready()
    hide_and_close(page)
    open_prerendered_page(context, address)


@pytest.mark.parametrize("data", ["", "{", "null", '{"first": {"": 7}, "nodes": [], "pages": []}'])
def test_damaged_prerendered_data_is_ignored(
    open_page: Callable[..., Driver], context: BrowserContext, address: str, data: str
) -> None:
    page = open_page(context).page
    hide_and_close(page)
    page = context.new_page()
    page.add_init_script(f"""
      const key = "qwixx:/:page", text = localStorage.getItem(key);
      localStorage.setItem(key, text.slice(0, text.indexOf("\\n") + 1) + {data!r});
    """)
    page.goto(address)
    driver = Driver(page)
    driver.wait_until_ready()
    driver.click_action("start")
    assert driver.saved_game().names


def test_prerendered_data_with_changed_word_is_not_shown(
    open_page: Callable[..., Driver], context: BrowserContext, address: str
) -> None:
    """It would still be valid data, for a page with another text."""
    hide_and_close(open_page(context).page)
    delay = PythonDelay(context)
    page = context.new_page()
    page.add_init_script("""
      const key = "qwixx:/:page", text = localStorage.getItem(key);
      const start = text.indexOf("\\n");
      if (!text.includes("Rules", start)) throw new Error("nothing to change");
      const data = text.slice(start).replace("Rules", "Roles");
      localStorage.setItem(key, text.slice(0, start) + data);
    """)
    page.goto(address, wait_until="domcontentloaded")
    delay.wait_until_page_is_drawn(page)
    assert page.locator("html[data-prerendered]").count() == 0
    delay.end(page)


@pytest.mark.parametrize("query", ["variant=longo", "pad=1", "start=1", "same=1"])
def test_url_of_another_screen_is_not_prerendered(
    context: BrowserContext, address: str, query: str, python_delay: PythonDelay
) -> None:
    page = context.new_page()
    page.goto(f"{address}?{query}", wait_until="domcontentloaded")
    python_delay.wait_until_page_is_drawn(page)
    assert page.locator("#boot-progress").is_visible()
    assert page.locator("html[data-prerendered]").count() == 0
    python_delay.end(page)


@pytest.mark.parametrize("query", ["lang=ar", "lang=de&utm_source=blog", "theme=dark"])
def test_prerendered_page_respects_parameters(
    context: BrowserContext, address: str, query: str, python_delay: PythonDelay
) -> None:
    page = open_prerendered_page(context, f"{address}?{query}")
    html = page.locator("html")
    attributes_before = [
        html.get_attribute(name) for name in ("lang", "dir", "data-theme", "data-screen")
    ]
    text_before = page.locator("main.start").inner_text()
    python_delay.end(page)
    assert page.locator("main.start").inner_text() == text_before
    attributes_after = [
        html.get_attribute(name) for name in ("lang", "dir", "data-theme", "data-screen")
    ]
    assert attributes_before == attributes_after


@pytest.mark.expects_errors
def test_failure_replaces_prerendered_page(
    context: BrowserContext, address: str, python_delay: PythonDelay
) -> None:
    page = open_prerendered_page(context, address)
    page.evaluate("qwixxBoot.fail('python', 'broken')")
    wait_for_failure(page)
    assert page.locator("main.start").is_hidden()
    assert page.locator("#opening .hero").is_visible()
    python_delay.has_ended = True
    press_retry(page)
    assert page.locator("main.start").is_visible()
    assert page.locator("#boot-failure").count() == 0


@pytest.mark.expects_errors
def test_page_starts_without_prerendered_files(context: BrowserContext, address: str) -> None:
    page = context.new_page()
    requested_urls: list[str] = []

    def respond_not_found(route: Route) -> None:
        requested_urls.append(route.request.url)
        route.fulfill(status=404, body="gone")

    page.route("**/static/prerendered/*", respond_not_found)
    page.add_init_script("""
        self.states = [];
        new MutationObserver(() => states.push(document.documentElement.dataset.qwixx))
          .observe(document, { attributes: true, attributeFilter: ["data-qwixx"], subtree: true });
    """)
    page.goto(address)
    Driver(page).wait_until_ready()
    assert page.evaluate("states") == ["ready"]
    assert len(requested_urls) == 1
