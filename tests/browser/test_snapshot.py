"""Python's memory as it was after an earlier visit: later visits begin there, or start as ever."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.driver import Driver, assert_page_shows, is_finished, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext, Page

pytestmark = pytest.mark.fresh_page

MAKE = """async () => {
  const load = (name) => import(new URL(`static/js/${name}.js`, document.baseURI));
  const { readTable } = await load('interpreter');
  return (await load('snapshot')).make(readTable);
}"""
ALLOWED = """async () =>
  (await import(new URL('static/js/snapshot.js', document.baseURI))).isAllowed()"""
KEPT = """async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith('qwixx-snapshot'));
  const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return lists.flat().map(({ url }) => url);
}"""
CHANGE = """async () => {
  const name = (await caches.keys()).find((name) => name.startsWith('qwixx-snapshot'));
  const cache = await caches.open(name);
  const [{ url }] = await cache.keys();
  const data = await (await cache.match(url)).arrayBuffer();
  await cache.put(url, new Response((%s)(data)));
}"""
RUN = """async (code) => {
  const core = new URL('static/vendor/pyscript/core.js', document.baseURI);
  const { whenDefined } = await import(core);
  return (await whenDefined('py')).interpreter.runPython(code);
}"""

MAKE_WITH = """async (definition) => {
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
COUNT_MAKERS = """self.makers = 0;
self.Worker = class { constructor() { self.makers++; throw new DOMException('', 'x'); } };"""
# Of the waits of ten seconds, the page's others being shorter or longer, none ends by itself.
HOLD_WAITS = """self.waits = [];
const wait = self.setTimeout;
self.setTimeout = (call, ms, ...rest) =>
  ms === 10_000 ? waits.push(call) : wait(call, ms, ...rest);"""
END_WAIT = """() => {
  if (waits.length !== 1) throw new Error(`there are ${waits.length} waits`);
  waits.pop()();
  return waits.length;
}"""


class Visitor:
    """Somebody who comes again.

    Args:
        context: their browser.
        address: the page's.
    """

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.address = address
        self.asked: list[str] = []

    def visit(self, query: str = "") -> Driver:
        """Open the page and wait until Python shows it."""
        self.asked = asked = []  # by this page alone: another tab may be making a snapshot
        page = self.context.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"{self.address}{query}")
        driver = Driver(page)
        driver.wait_until_ready()
        return driver

    def has_begun_anew(self) -> bool:
        """Return whether the page that was opened last fetched its modules."""
        return any(url.endswith(("program.bin", "file/program.js")) for url in self.asked)


@pytest.fixture
def visitor(
    new_context: Callable[..., BrowserContext], address: str, pytestconfig: pytest.Config
) -> Visitor:
    """Somebody whose device has room for a snapshot."""
    if pytestconfig.getoption("--source"):
        pytest.skip("the folder as it is always fetches its modules")
    return Visitor(new_context(snapshot=True), address)


def make(page: Page) -> bool:
    """Make a snapshot now; return whether it was kept."""
    return bool(page.evaluate(MAKE))


def test_a_later_visit_begins_where_an_earlier_one_has_left(visitor: Visitor) -> None:
    """It is made by itself, and a whole game is played with it."""
    first = visitor.visit().page
    assert visitor.has_begun_anew()
    wait_until(lambda: bool(first.evaluate(KEPT)), first, attempts=1200)
    first.close()
    driver = visitor.visit("?start=1&bots=medium&first=0&seed=21&speed=instant&lang=he")
    assert not visitor.has_begun_anew()
    driver.play_to_end()
    game = driver.saved_game()
    assert is_finished(game)
    assert_page_shows(driver, game.state, actor=None)
    driver.click_action("menu")  # imported only now
    late = "import pyscript, urllib.parse; pyscript.document.title + urllib.parse.quote('/')"
    assert driver.page.evaluate(RUN, late) == f"{driver.page.title()}/"


def test_nothing_random_is_kept_in_it(visitor: Visitor) -> None:
    assert make(visitor.visit().page)
    drawn = "import random; f'{random.random()} {random.SystemRandom().random()}'"
    pages = [visitor.visit().page for _ in range(2)]
    one, two = (str(page.evaluate(RUN, drawn)).split() for page in pages)
    assert {*one}.isdisjoint(two)
    assert [page.evaluate(RUN, "hash('dice')") for page in pages] == [
        pages[0].evaluate(RUN, "hash('dice')")
    ] * 2
    seeds = [visitor.visit("?start=1&bots=greedy").saved_game().seed for _ in range(2)]
    assert seeds[0] != seeds[1]


def test_the_memory_is_as_large_as_any_new_one(visitor: Visitor) -> None:
    """A larger one would be forgotten at each visit, and made anew."""
    page = visitor.visit().page
    assert not page.evaluate(
        MAKE_WITH, "def import_modules_for_snapshot(): global held; held = bytearray(1 << 26)"
    )
    assert page.evaluate(KEPT) == []
    assert page.evaluate(MAKE_WITH, "def import_modules_for_snapshot(): pass")


def test_a_page_that_has_hung_with_it_starts_without(visitor: Visitor) -> None:
    """The mark of a start that has not ended stays; that of others goes."""
    page = visitor.visit().page
    assert make(page)
    name = page.evaluate("caches.keys()")[0]
    for anew in (False, True):
        if anew:
            page.evaluate("(name) => localStorage.setItem(name, 'tried')", name)
        page = visitor.visit().page
        assert visitor.has_begun_anew() == anew
        assert page.evaluate("(name) => localStorage.getItem(name)", name) is None
    assert page.evaluate(KEPT) == []


@pytest.mark.parametrize(
    ("query", "waits"), [("", 1), ("?start=1&bots=greedy&first=0&speed=instant", 7)]
)
def test_no_game_is_disturbed_in_its_first_minute(
    visitor: Visitor, query: str, waits: int
) -> None:
    visitor.context.add_init_script(COUNT_MAKERS)
    visitor.context.add_init_script(HOLD_WAITS)
    page = visitor.visit(query).page
    for _ in range(waits - 1):
        assert page.evaluate(END_WAIT) == 1  # the next
    assert page.evaluate(END_WAIT) == 0
    wait_until(lambda: page.evaluate("makers") == 1, page)


@pytest.mark.parametrize("table", ["'{}'", "new Promise(() => {})"], ids=["made", "read"])
def test_a_game_that_begins_ends_the_making(visitor: Visitor, table: str) -> None:
    """It may begin while the worker is at work, or while the program is read for it."""
    visitor.context.add_init_script("""self.Worker = class {
        constructor() { self.isMaking = true; }
        postMessage() {}
        terminate() { self.isEnded = true; }
    };""")
    driver = visitor.visit("?first=0&speed=instant")
    driver.page.evaluate(f"""() => {{
        import(new URL('static/js/snapshot.js', document.baseURI))
            .then(({{ make }}) => make(async () => {table}))
            .then((made) => {{ self.isMade = made; }});
    }}""")
    wait_until(lambda: bool(driver.page.evaluate("self.isMaking")), driver.page)
    driver.click_action("start")
    wait_until(lambda: driver.page.evaluate("self.isMade") is not None, driver.page)
    assert driver.page.evaluate("[isMade, isEnded]") == [False, True]


def test_without_idle_time_none_is_made(visitor: Visitor) -> None:
    for script in (COUNT_MAKERS, HOLD_WAITS, "self.requestIdleCallback = () => 0;"):
        visitor.context.add_init_script(script)
    driver = visitor.visit("?first=0&seed=5&speed=instant")
    assert driver.page.evaluate(END_WAIT) == 0
    driver.click_action("start")
    driver.click_action("roll")
    driver.page.locator("html[data-phase=white]").wait_for(state="attached")
    assert driver.page.evaluate("makers") == 0


@pytest.mark.parametrize(
    "change",
    [
        "(data) => data.slice(0, -1)",
        "(data) => data.slice(0, 5)",
        "(data) => new ArrayBuffer(0)",
        "(data) => { new Uint32Array(data)[1] += 4096; return data; }",
        """(data) => {
            const [, , count] = new Uint32Array(data);
            new Uint8Array(data, 12 + 4 * count)[16] ^= 1;
            return data;
        }""",
        "(data) => { new Uint8Array(data).fill(0, data.byteLength / 2); return data; }",
    ],
    ids=["cut", "nearly all cut", "empty", "another size", "another Pyodide", "overwritten"],
)
@pytest.mark.expects_errors
def test_a_snapshot_that_is_of_no_use_is_forgotten(visitor: Visitor, change: str) -> None:
    page = visitor.visit().page
    assert make(page)
    page.evaluate(CHANGE % change)
    page.close()
    again = visitor.visit("?start=1&first=0&seed=5&speed=instant")
    assert visitor.has_begun_anew()
    assert again.page.evaluate(KEPT) == []
    again.click_action("roll")
    again.page.locator("html[data-phase=white]").wait_for(state="attached")


def test_a_snapshot_of_another_version_is_not_taken_up(visitor: Visitor) -> None:
    page = visitor.visit().page
    assert make(page)
    (kept,) = page.evaluate(KEPT)
    visitor.context.route(
        visitor.address,
        lambda route: route.fulfill(
            body=route.fetch().text().replace('data-build="', 'data-build="0', 1)
        ),
    )
    page = visitor.visit().page
    assert visitor.has_begun_anew()
    assert make(page)
    (other,) = page.evaluate(KEPT)
    assert other != kept


def test_a_program_of_another_version_is_not_kept(visitor: Visitor) -> None:
    """As after a deployment while the page is open."""
    page = visitor.visit().page
    page.evaluate("document.documentElement.dataset.program = '0123456789abcdef'")
    assert not make(page)
    assert page.evaluate(KEPT) == []


def test_two_tabs_make_one_each_and_one_stays(visitor: Visitor) -> None:
    one, two = visitor.visit().page, visitor.visit().page
    begin = f"() => {{ self.making = ({MAKE})(); }}"
    for page in (one, two):
        page.evaluate(begin)
    assert [page.evaluate("self.making") for page in (one, two)] == [True, True]
    assert len(one.evaluate(KEPT)) == 1
    visitor.visit()
    assert not visitor.has_begun_anew()


@pytest.mark.parametrize(
    "hostile",
    [
        "self.Cache && (Cache.prototype.put = async () => { throw new DOMException('', 'x'); })",
        "Object.defineProperty(self, 'caches', {get() { throw new DOMException('', 'x'); }})",
        "delete self.caches; delete Window.prototype.caches",
        "self.Worker = class { constructor() { throw new DOMException('', 'SecurityError'); } }",
    ],
    ids=["full", "blocked", "missing", "no worker"],
)
def test_where_none_can_be_kept_the_page_starts_as_ever(visitor: Visitor, hostile: str) -> None:
    visitor.context.add_init_script(hostile)
    for _ in range(2):
        page = visitor.visit().page
        assert visitor.has_begun_anew()
        assert not make(page)


@pytest.mark.parametrize(
    ("given", "allowed"),
    [
        ("", True),
        ("Object.defineProperty(navigator, 'connection', {value: {saveData: true}})", False),
        ("Object.defineProperty(navigator, 'deviceMemory', {value: 2})", False),
        ("Object.defineProperty(navigator, 'deviceMemory', {value: undefined})", True),
    ],
    ids=["usual", "data saver", "little memory", "unknown memory"],
)
def test_only_where_it_does_no_harm(visitor: Visitor, given: str, allowed: object) -> None:
    visitor.context.add_init_script(given)
    assert visitor.visit().page.evaluate(ALLOWED) == allowed


def test_not_in_a_frame(visitor: Visitor) -> None:
    visitor.context.route(
        "**/blog.html",
        lambda route: route.fulfill(body='<iframe src="./?embed=1&start=1"></iframe>'),
    )
    page = visitor.context.new_page()
    page.goto(f"{visitor.address}blog.html")
    frame = page.frame_locator("iframe")
    frame.locator("html[data-qwixx=ready]").wait_for(state="attached")
    assert page.frames[1].evaluate(ALLOWED) is False
