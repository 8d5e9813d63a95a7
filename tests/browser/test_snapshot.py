"""Snapshots of Python's memory: later visits start from one, or as usual if there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.driver import Driver, assert_page_shows, is_finished, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext, Page

pytestmark = pytest.mark.fresh_page

MAKE_SNAPSHOT = """async () => {
  const load = (name) => import(new URL(`static/js/${name}.js`, document.baseURI));
  const { readTable } = await load('interpreter');
  return (await load('snapshot')).make(readTable);
}"""
IS_ALLOWED = """async () =>
  (await import(new URL('static/js/snapshot.js', document.baseURI))).isAllowed()"""
SNAPSHOT_URLS = """async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith('qwixx-snapshot'));
  const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return lists.flat().map(({ url }) => url);
}"""
ALTER_SNAPSHOT = """async () => {
  const name = (await caches.keys()).find((name) => name.startsWith('qwixx-snapshot'));
  const cache = await caches.open(name);
  const [{ url }] = await cache.keys();
  const data = await (await cache.match(url)).arrayBuffer();
  await cache.put(url, new Response((%s)(data)));
}"""
RUN_PYTHON = """async (code) => {
  const core = new URL('static/vendor/pyscript/core.js', document.baseURI);
  const { whenDefined } = await import(core);
  return (await whenDefined('py')).interpreter.runPython(code);
}"""

# A crash of Python ends in this function.
CRASH_PYTHON = """async () => {
  const core = new URL('static/vendor/pyscript/core.js', document.baseURI);
  const { whenDefined } = await import(core);
  const { interpreter } = await whenDefined('py');
  try {
    interpreter._api.fatal_error(new WebAssembly.RuntimeError('memory access out of bounds'));
  } catch {} // it throws the error again
}"""
# A snapshot whose hash is correct, but whose content is not that of Pyodide.
REPLACE_FIRST_BYTE_WITH_NEW_HASH = """async () => {
  const name = (await caches.keys()).find((name) => name.startsWith('qwixx-snapshot'));
  const cache = await caches.open(name);
  const [request] = await cache.keys();
  const data = await (await cache.match(request)).arrayBuffer();
  const [, , count] = new Uint32Array(data, 32);
  new Uint8Array(data, 32 + 12 + 4 * count)[16] ^= 1;
  const digest = await crypto.subtle.digest('SHA-256', data.slice(32));
  new Uint8Array(data).set(new Uint8Array(digest));
  await cache.put(request, new Response(data));
}"""

MAKE_SNAPSHOT_WITH_APP = """async (definition) => {
  const { make } = await import(new URL('static/js/snapshot.js', document.baseURI));
  const table = {'qwixx/ui/files/importer.py': `
import sys, types
def install(modules, program):
    for name in ("qwixx", "qwixx.ui", "qwixx.ui.app"):
        sys.modules[name] = types.ModuleType(name)
    sys.modules["qwixx.ui"].app = sys.modules["qwixx.ui.app"]
    exec(${JSON.stringify(definition)}, vars(sys.modules["qwixx.ui.app"]))
`};
  return make(async () => JSON.stringify(table));
}"""
COUNT_WORKERS = """self.makers = 0;
self.Worker = class { constructor() { self.makers++; throw new DOMException('', 'x'); } };"""
# Hold the timers of ten seconds, which delay the checks; no other timer has this length.
HOLD_TIMERS = """self.waits = [];
const wait = self.setTimeout;
self.setTimeout = (call, ms, ...rest) =>
  ms === 10_000 ? waits.push(call) : wait(call, ms, ...rest);"""
FIRE_TIMER = """() => {
  if (waits.length !== 1) throw new Error(`there are ${waits.length} waits`);
  waits.pop()();
  return waits.length;
}"""


class Visitor:
    """A player who visits the page several times.

    Args:
        context: the player's browser.
        address: the URL of the page.
    """

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.address = address
        self.requested_urls: list[str] = []

    def visit(self, query: str = "") -> Driver:
        """Open the page, wait until it is ready, and return its driver."""
        self.requested_urls = urls = []  # a new list: earlier pages may still add to the old one
        page = self.context.new_page()
        page.on("request", lambda request: urls.append(request.url))
        page.goto(f"{self.address}{query}")
        driver = Driver(page)
        driver.wait_until_ready()
        return driver

    def has_fetched_modules(self) -> bool:
        """Return whether the last page fetched its modules, as it does without a snapshot."""
        return any(url.endswith(("program.bin", "file/program.js")) for url in self.requested_urls)


@pytest.fixture
def visitor(
    new_context: Callable[..., BrowserContext], address: str, pytestconfig: pytest.Config
) -> Visitor:
    """Return a visitor whose device has enough memory for a snapshot.

    The page makes one when the test fires its timer, and not by itself after ten seconds. With
    `--source`, skip the test.
    """
    if pytestconfig.getoption("--source"):
        pytest.skip("the folder as it is always fetches its modules")
    context = new_context(snapshot=True)
    context.add_init_script(HOLD_TIMERS)
    return Visitor(context, address)


def make_snapshot(page: Page) -> bool:
    """Make a snapshot now and return whether it was saved."""
    return bool(page.evaluate(MAKE_SNAPSHOT))


def test_later_visit_starts_from_snapshot_of_earlier_visit(visitor: Visitor) -> None:
    """The page makes the snapshot by itself, and a page started from it can play a whole game."""
    first_page = visitor.visit().page
    assert visitor.has_fetched_modules()
    assert first_page.evaluate(SNAPSHOT_URLS) == []
    assert first_page.evaluate(FIRE_TIMER) == 0
    wait_until(lambda: bool(first_page.evaluate(SNAPSHOT_URLS)), first_page)
    first_page.close()
    driver = visitor.visit("?start=1&bots=medium&first=0&seed=21&speed=instant&lang=he")
    assert not visitor.has_fetched_modules()
    driver.play_to_end()
    game = driver.saved_game()
    assert is_finished(game)
    assert_page_shows(driver, game.state, actor=None)
    driver.click_action("menu")  # imports modules that the snapshot lacks
    late_imports = (
        "import pyscript, urllib.parse; pyscript.document.title + urllib.parse.quote('/')"
    )
    assert driver.page.evaluate(RUN_PYTHON, late_imports) == f"{driver.page.title()}/"


def test_visits_from_one_snapshot_draw_different_random_numbers(visitor: Visitor) -> None:
    assert make_snapshot(visitor.visit().page)
    draw_numbers = "import random; f'{random.random()} {random.SystemRandom().random()}'"
    pages = [visitor.visit().page for _ in range(2)]
    first_numbers, second_numbers = (
        str(page.evaluate(RUN_PYTHON, draw_numbers)).split() for page in pages
    )
    assert {*first_numbers}.isdisjoint(second_numbers)
    assert [page.evaluate(RUN_PYTHON, "hash('dice')") for page in pages] == [
        pages[0].evaluate(RUN_PYTHON, "hash('dice')")
    ] * 2
    seeds = [visitor.visit("?start=1&bots=greedy").saved_game().seed for _ in range(2)]
    assert seeds[0] != seeds[1]


def test_snapshot_of_enlarged_memory_is_not_saved(visitor: Visitor) -> None:
    """Each visit would delete such a snapshot and make another one."""
    page = visitor.visit().page
    assert not page.evaluate(
        MAKE_SNAPSHOT_WITH_APP,
        "def import_modules_for_snapshot(): global held; held = bytearray(1 << 26)",
    )
    assert page.evaluate(SNAPSHOT_URLS) == []
    assert page.evaluate(MAKE_SNAPSHOT_WITH_APP, "def import_modules_for_snapshot(): pass")


def test_snapshot_of_unfinished_start_is_deleted(visitor: Visitor) -> None:
    """An entry in `localStorage` means that a start from the snapshot never finished."""
    page = visitor.visit().page
    assert make_snapshot(page)
    name = page.evaluate("caches.keys()")[0]
    for is_marked in (False, True):
        if is_marked:
            page.evaluate("(name) => localStorage.setItem(name, 'tried')", name)
        page = visitor.visit().page
        assert visitor.has_fetched_modules() == is_marked
        assert page.evaluate("(name) => localStorage.getItem(name)", name) is None
    assert page.evaluate(SNAPSHOT_URLS) == []


@pytest.mark.parametrize(
    ("query", "timer_count"), [("", 1), ("?start=1&bots=greedy&first=0&speed=instant", 7)]
)
def test_no_snapshot_is_made_in_first_minute_of_game(
    visitor: Visitor, query: str, timer_count: int
) -> None:
    visitor.context.add_init_script(COUNT_WORKERS)
    page = visitor.visit(query).page
    for _ in range(timer_count - 1):
        assert page.evaluate(FIRE_TIMER) == 1  # the timer of the next check
    assert page.evaluate(FIRE_TIMER) == 0
    wait_until(lambda: page.evaluate("makers") == 1, page)


@pytest.mark.parametrize("table_script", ["'{}'", "new Promise(() => {})"], ids=["made", "read"])
def test_starting_game_cancels_snapshot(visitor: Visitor, table_script: str) -> None:
    """The game may start while the worker is running or while the program is read for it."""
    visitor.context.add_init_script("""self.Worker = class {
        constructor() { self.isMaking = true; }
        postMessage() {}
        terminate() { self.isEnded = true; }
    };""")
    driver = visitor.visit("?first=0&speed=instant")
    driver.page.evaluate(f"""() => {{
        import(new URL('static/js/snapshot.js', document.baseURI))
            .then(({{ make }}) => make(async () => {table_script}))
            .then((made) => {{ self.isMade = made; }});
    }}""")
    wait_until(lambda: bool(driver.page.evaluate("self.isMaking")), driver.page)
    driver.click_action("start")
    wait_until(lambda: driver.page.evaluate("self.isMade") is not None, driver.page)
    assert driver.page.evaluate("[isMade, isEnded]") == [False, True]


def test_no_snapshot_is_made_without_idle_time(visitor: Visitor) -> None:
    for script in (COUNT_WORKERS, "self.requestIdleCallback = () => 0;"):
        visitor.context.add_init_script(script)
    driver = visitor.visit("?first=0&seed=5&speed=instant")
    assert driver.page.evaluate(FIRE_TIMER) == 0
    driver.click_action("start")
    driver.click_action("roll")
    driver.page.locator("html[data-phase=white]").wait_for(state="attached")
    assert driver.page.evaluate("makers") == 0


@pytest.mark.parametrize(
    "alteration",
    [
        "(data) => data.slice(0, -1)",
        "(data) => data.slice(0, 5)",
        "(data) => new ArrayBuffer(0)",
        "(data) => { new Uint32Array(data)[9] += 4096; return data; }",
        "(data) => { new Uint8Array(data)[0] ^= 1; return data; }",
        "(data) => { new Uint8Array(data).fill(0, data.byteLength / 2); return data; }",
        """(data) => {
            const from = Math.floor(data.byteLength / 3);
            new Uint8Array(data, from, 4096).fill(0);
            return data;
        }""",
        "(data) => { new Uint8Array(data)[data.byteLength - 1] ^= 128; return data; }",
    ],
    ids=["cut", "nearly all cut", "empty", "size", "hash", "half", "one page", "one bit"],
)
@pytest.mark.expects_errors
def test_damaged_snapshot_is_deleted(visitor: Visitor, alteration: str) -> None:
    page = visitor.visit().page
    assert make_snapshot(page)
    page.evaluate(ALTER_SNAPSHOT % alteration)
    page.close()
    driver = visitor.visit("?start=1&first=0&seed=5&speed=instant")
    assert visitor.has_fetched_modules()
    assert driver.page.evaluate(SNAPSHOT_URLS) == []
    driver.click_action("roll")
    driver.page.locator("html[data-phase=white]").wait_for(state="attached")


@pytest.mark.expects_errors
def test_snapshot_of_another_pyodide_is_deleted(visitor: Visitor) -> None:
    page = visitor.visit().page
    assert make_snapshot(page)
    page.evaluate(REPLACE_FIRST_BYTE_WITH_NEW_HASH)
    page = visitor.visit().page
    assert visitor.has_fetched_modules()
    assert page.evaluate(SNAPSHOT_URLS) == []


def test_snapshot_is_deleted_after_exception(visitor: Visitor, page_problems: list[str]) -> None:
    """Damage that was there before the hash was computed shows itself only in use."""
    assert make_snapshot(visitor.visit().page)
    page = visitor.visit().page
    assert not visitor.has_fetched_modules()
    page.evaluate(
        RUN_PYTHON, "from qwixx.ui.browser.errors import report_exception; report_exception('odd')"
    )
    page.locator(".notices", has_text="Something went wrong").wait_for()
    wait_until(lambda: page.evaluate(SNAPSHOT_URLS) == [], page)
    assert page_problems == ["console: odd"]
    page_problems.clear()
    page.reload()
    Driver(page).wait_until_ready()


@pytest.mark.expects_errors
def test_page_resumes_without_snapshot_after_crash(visitor: Visitor) -> None:
    assert make_snapshot(visitor.visit().page)
    driver = visitor.visit("?start=1&first=0&seed=5&speed=instant&players=2")
    assert not visitor.has_fetched_modules()
    driver.click_action("roll")
    page = driver.page
    with page.expect_event("load"):
        page.evaluate(CRASH_PYTHON)
    driver.wait_until_ready()
    assert visitor.has_fetched_modules()
    assert page.evaluate(SNAPSHOT_URLS) == []
    assert driver.read_game()["phase"] == "white"


def test_snapshot_of_another_release_is_ignored(visitor: Visitor) -> None:
    page = visitor.visit().page
    assert make_snapshot(page)
    (old_url,) = page.evaluate(SNAPSHOT_URLS)
    visitor.context.route(
        visitor.address,
        lambda route: route.fulfill(
            body=route.fetch().text().replace('data-build="', 'data-build="0', 1)
        ),
    )
    page = visitor.visit().page
    assert visitor.has_fetched_modules()
    assert make_snapshot(page)
    (new_url,) = page.evaluate(SNAPSHOT_URLS)
    assert new_url != old_url


def test_snapshot_with_program_of_another_release_is_not_saved(visitor: Visitor) -> None:
    """A release may be deployed while the page is open."""
    page = visitor.visit().page
    page.evaluate("document.documentElement.dataset.program = '0123456789abcdef'")
    assert not make_snapshot(page)
    assert page.evaluate(SNAPSHOT_URLS) == []


def test_two_tabs_make_snapshots_and_one_remains(visitor: Visitor) -> None:
    first_tab, second_tab = visitor.visit().page, visitor.visit().page
    start_script = f"() => {{ self.making = ({MAKE_SNAPSHOT})(); }}"
    for page in (first_tab, second_tab):
        page.evaluate(start_script)
    assert [page.evaluate("self.making") for page in (first_tab, second_tab)] == [True, True]
    assert len(first_tab.evaluate(SNAPSHOT_URLS)) == 1
    visitor.visit()
    assert not visitor.has_fetched_modules()


@pytest.mark.parametrize(
    "obstacle",
    [
        "self.Cache && (Cache.prototype.put = async () => { throw new DOMException('', 'x'); })",
        "Object.defineProperty(self, 'caches', {get() { throw new DOMException('', 'x'); }})",
        "delete self.caches; delete Window.prototype.caches",
        "self.Worker = class { constructor() { throw new DOMException('', 'SecurityError'); } }",
    ],
    ids=["full", "blocked", "missing", "no worker"],
)
def test_page_starts_where_no_snapshot_can_be_saved(visitor: Visitor, obstacle: str) -> None:
    visitor.context.add_init_script(obstacle)
    for _ in range(2):
        page = visitor.visit().page
        assert visitor.has_fetched_modules()
        assert not make_snapshot(page)


@pytest.mark.parametrize(
    ("init_script", "is_allowed"),
    [
        ("", True),
        ("Object.defineProperty(navigator, 'connection', {value: {saveData: true}})", False),
        ("Object.defineProperty(navigator, 'deviceMemory', {value: 2})", False),
        ("Object.defineProperty(navigator, 'deviceMemory', {value: undefined})", True),
    ],
    ids=["usual", "data saver", "little memory", "unknown memory"],
)
def test_snapshots_respect_data_saver_and_low_memory(
    visitor: Visitor, init_script: str, is_allowed: object
) -> None:
    visitor.context.add_init_script(init_script)
    assert visitor.visit().page.evaluate(IS_ALLOWED) == is_allowed


def test_snapshots_are_not_allowed_in_frames(visitor: Visitor) -> None:
    visitor.context.route(
        "**/blog.html",
        lambda route: route.fulfill(body='<iframe src="./?embed=1&start=1"></iframe>'),
    )
    page = visitor.context.new_page()
    page.goto(f"{visitor.address}blog.html")
    frame = page.frame_locator("iframe")
    frame.locator("html[data-qwixx=ready]").wait_for(state="attached")
    assert page.frames[1].evaluate(IS_ALLOWED) is False
