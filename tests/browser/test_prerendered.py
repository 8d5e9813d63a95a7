"""The page is shown and can be used while Python starts, in Chromium."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.accessibility import find_violations
from tests.browser.driver import Driver, press_retry, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext, Locator, Page, Route

pytestmark = pytest.mark.fresh_page

SHIFTS = """
self.shift = 0;
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shift += value;
}).observe({ type: "layout-shift", buffered: true });
"""


class Wait:
    """Pages of a visitor whose Python does not start before `end`."""

    def __init__(self, context: BrowserContext) -> None:
        self.held: list[Route] = []
        self.ended = False
        context.route("**/*.wasm", self._answer)

    def _answer(self, route: Route) -> None:
        if self.ended:
            route.continue_()
        else:
            self.held.append(route)

    def end(self, page: Page) -> Driver:
        self.ended = True
        for route in self.held:
            route.continue_()
        self.held.clear()
        driver = Driver(page)
        driver.wait_until_ready()
        return driver


@pytest.fixture
def wait(context: BrowserContext) -> Wait:
    return Wait(context)


def shown(page: Page, state: str = "shows") -> None:
    page.wait_for_selector(f"html[data-qwixx=loading][data-prerendered={state}]", state="attached")


def button(page: Page, action: str) -> Locator:
    return page.locator(f"[data-action='{action}']:visible")


def open_early(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.goto(address, wait_until="domcontentloaded")
    shown(page)
    return page


def test_what_is_chosen_before_python_is_there_is_played(
    context: BrowserContext, address: str, wait: Wait
) -> None:
    context.add_init_script(SHIFTS)
    page = open_early(context, address)
    page.locator("label.variant", has_text="Longo").click()
    page.locator("label.bot", has_text="Hard").click()
    assert button(page, "start").inner_text() == "Play against Rex"
    assert page.locator(".shell-rows:visible").get_attribute("data-variant") == "longo"
    button(page, "start").click()
    shown(page, "waits")
    assert page.locator("html").get_attribute("data-screen") == "game"
    assert page.locator("main.starting").evaluate("main => main === document.activeElement")
    assert page.locator(".lucky:visible").count() == 0
    driver = wait.end(page)
    assert page.locator("main.starting, #opening, [aria-busy]").count() == 0
    game = driver.saved_game()
    assert (game.variant.name, game.names) == ("longo", ("You", "Rex"))
    assert page.evaluate("shift") < 0.02


def test_python_goes_on_with_the_elements_that_are_shown(
    context: BrowserContext, address: str, wait: Wait
) -> None:
    """A name can be typed across the moment in which Python takes over."""
    context.add_init_script(SHIFTS)
    page = open_early(context, address)
    button(page, "unfold").click()
    assert page.evaluate("document.activeElement.dataset.action") == "unfold"
    page.locator("[data-action='count']").last.check()
    page.locator("[data-action='first']").select_option("0")
    field = page.locator("[data-action='name:0']")
    field.press_sequentially("An")
    driver = wait.end(page)
    page.keyboard.type("na")
    assert page.evaluate("shift") < 0.02
    driver.click_action("start")
    assert driver.saved_game().names[0] == "Anna"
    assert len(driver.saved_game().names) == 5


def test_a_page_is_opened_by_keyboard_once_python_is_there(
    context: BrowserContext, address: str, wait: Wait
) -> None:
    """Of several buttons that lead elsewhere the last one counts, and once."""
    page = open_early(context, address)
    button(page, "history").focus()
    page.keyboard.press("Enter")
    shown(page, "waits")
    button(page, "rules").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    assert page.locator("[aria-busy=true]").get_attribute("data-action") == "rules"
    assert page.locator("#boot-stage").inner_text()  # screen readers tell it
    assert find_violations(page) == []
    wait.end(page)
    page.locator("dialog[open][data-dialog=rules]").wait_for()
    assert page.locator("[aria-busy]").count() == 0
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    assert page.locator("html").get_attribute("data-screen") == "start"


def leave(page: Page) -> None:
    """Close a page as a person does, who has looked away first."""
    page.evaluate("""() => {
      Object.defineProperty(document, "hidden", { configurable: true, value: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }""")
    page.close()


@pytest.mark.parametrize("again", ["reload", "new tab"])
def test_a_saved_game_is_shown_and_a_tap_counts_once(
    open_page: Callable[..., Driver], context: BrowserContext, address: str, again: str
) -> None:
    driver = open_page(context)
    driver.click_action("start")
    driver.wait_for_person_or_end()
    if driver.read_game()["phase"] == "roll":
        driver.click_action("roll")
    before, crossed = driver.saved_game(), "[data-player='0'] [aria-pressed=true]"
    count = driver.page.locator(crossed).count()
    page = driver.page
    wait = Wait(context)
    if again == "reload":
        page.reload(wait_until="domcontentloaded")
        shown(page)
    else:
        leave(page)
        page = open_early(context, address)
    assert page.locator(crossed).count() == count
    control = page.locator(".controls .button").first
    control.click()
    control.click()
    shown(page, "waits")
    driver = wait.end(page)
    assert driver.saved_game().event_count_with_undone > before.event_count_with_undone
    assert page.locator("[aria-busy]").count() == 0


def test_what_is_saved_has_changed(
    open_page: Callable[..., Driver], context: BrowserContext, address: str
) -> None:
    """Nothing is shown that is no longer true: then the page waits for Python."""
    leave(open_page(context).page)
    settings = 'localStorage.setItem("qwixx:/:settings", \'{"sound": "off"}\')'
    page = context.new_page()
    page.add_init_script(settings)
    page.goto(address)
    driver = Driver(page)
    assert page.locator("html[data-prerendered]").count() == 0
    driver.wait_until_ready()
    leave(page)
    open_early(context, address)


@pytest.mark.parametrize("data", ["", "{", "null", '{"first": {"": 7}, "nodes": [], "pages": []}'])
def test_damaged_data_are_left_alone(
    open_page: Callable[..., Driver], context: BrowserContext, address: str, data: str
) -> None:
    page = open_page(context).page
    leave(page)
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


@pytest.mark.parametrize("query", ["variant=longo", "pad=1", "start=1", "same=1"])
def test_an_address_that_leads_elsewhere_is_not_prerendered(
    context: BrowserContext, address: str, query: str, wait: Wait
) -> None:
    page = context.new_page()
    page.goto(f"{address}?{query}", wait_until="domcontentloaded")
    wait_until(lambda: bool(wait.held), page)
    assert page.locator("#boot-progress").is_visible()
    assert page.locator("html[data-prerendered]").count() == 0
    wait.end(page)


@pytest.mark.parametrize("query", ["lang=ar", "lang=de&utm_source=blog", "theme=dark"])
def test_other_parameters_change_nothing(
    context: BrowserContext, address: str, query: str, wait: Wait
) -> None:
    page = open_early(context, f"{address}?{query}")
    html = page.locator("html")
    root = [html.get_attribute(name) for name in ("lang", "dir", "data-theme", "data-screen")]
    text = page.locator("main.start").inner_text()
    wait.end(page)
    assert page.locator("main.start").inner_text() == text
    after = [html.get_attribute(name) for name in ("lang", "dir", "data-theme", "data-screen")]
    assert root == after


@pytest.mark.expects_errors
def test_a_failure_takes_the_place_of_the_page(
    context: BrowserContext, address: str, wait: Wait
) -> None:
    page = open_early(context, address)
    page.evaluate("qwixxBoot.fail('python', 'broken')")
    page.wait_for_selector("html[data-qwixx=failed]", state="attached")
    page.locator("#boot-failure").wait_for()
    assert page.locator("main.start").is_hidden()
    assert page.locator("#opening .hero").is_visible()
    wait.ended = True
    press_retry(page)
    assert page.locator("main.start").is_visible()
    assert page.locator("#boot-failure").count() == 0


@pytest.mark.expects_errors
def test_the_page_starts_without_prerendered_files(context: BrowserContext, address: str) -> None:
    page = context.new_page()
    asked: list[str] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=404, body="gone")

    page.route("**/static/prerendered/*", refuse)
    page.add_init_script("""
        self.told = [];
        new MutationObserver(() => told.push(document.documentElement.dataset.qwixx))
          .observe(document, { attributes: true, attributeFilter: ["data-qwixx"], subtree: true });
    """)
    page.goto(address)
    Driver(page).wait_until_ready()
    assert page.evaluate("told") == ["ready"]
    assert len(asked) == 1
