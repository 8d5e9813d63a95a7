"""Test the workshop: bots run in a sandbox, which they cannot leave, freeze, or fill."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from qwixx import PASS
from qwixx.bots.tournaments import pair_seed
from qwixx.bots.user_bots.examples import EXAMPLES
from qwixx.games.events import Decision
from qwixx.games.written.bot_link import encode_bot, id_of_text
from qwixx.publish.files import ROOT, game_files, runtime_files
from qwixx.publish.script_bundles import bundle_contents, single_file
from qwixx.research.arena import Contest, run
from qwixx.ui.files.late_part import LATE_TABLE
from tests.browser.accessibility import find_violations
from tests.browser.driver import Driver, wait_until
from tests.browser.test_snapshot import ALTER_SNAPSHOT, make_snapshot

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import BrowserContext, Route

PASSING = "from qwixx import PASS\ndef choose_move(state, player, rng):\n    {}\n    return PASS\n"
DICEY = """\
def choose_move(state, player, rng):
    moves = state.legal_moves(player)
    return moves[int(rng.random() * len(moves))]
"""
# Catches the exception that ends endless loops
STUBBORN = "sum(iter(int, 1))"
"""An endless loop in Python itself, where no limit of steps applies."""
FLIP_LAST_BIT = "(data) => { new Uint8Array(data)[data.byteLength - 1] ^= 128; return data; }"
COUNT_FRAMES = "() => document.querySelectorAll('iframe').length"
# Attacks on the network, on storage, and on the page, from the bot's own Python
PYTHON_ATTACKS = """\
import js, pyodide_js
from pyodide.code import run_js
from pyodide.ffi import to_js
ATTACKS = [
    "js.fetch('URL')",
    "js.XMLHttpRequest.new()",
    "js.WebSocket.new('URL')",
    "js.indexedDB.open('x')",
    "js.caches.open('x')",
    "js.localStorage",
    "js.navigator.storage",
    "js.document.body",
    "js.parent.document",
    "js.window.top.location",
    "js.BroadcastChannel.new('qwixx').postMessage('x')",
    "js.Worker.new('URL')",
    "js.importScripts('URL')",
    "js.eval('1')",
    "js.setTimeout.constructor('return self')()",
    "to_js([]).constructor.constructor('return self')()",
    "js.setTimeout('fetch(\\\\'URL\\\\')', 0)",
    "run_js('fetch(\\\\'URL\\\\')')",
    "run_js('1')",
    "__import__('pyodide.http').http.open_url('URL')",
    "__import__('urllib.request').request.urlopen('URL')",
    "__import__('socket').create_connection(('127.0.0.1', PORT), 1)",
    "__import__('os').system('true')",
    "__import__('subprocess').run(['true'])",
]
for attack in ATTACKS:
    try:
        eval(attack)
    except BaseException:
        continue
    if "setTimeout('" not in attack and "os'" not in attack:
        print("reached", attack)
for name in ("loadPackage", "runPythonAsync"):
    try:
        getattr(pyodide_js, name)("URL")
    except BaseException:
        pass
print("finished")
"""
# The same in JavaScript, in place of the worker's script, as if a bot had broken out of Python
JS_ATTACKS = """
const from = (one, success, start) => new Promise((done, fail) => {
  one[success] = ({ data }) => (data === 0 ? fail() : done());
  one.onerror = fail;
  start?.(one);
  setTimeout(fail, 1000);
});
const request = new XMLHttpRequest();
const code = `fetch("${URL_}").then(() => postMessage(1), () => postMessage(0))`;
const attacks = {
  fetch: () => fetch(URL_),
  own: () => fetch(OWN),
  script: () => importScripts(URL_),
  data: () => importScripts("data:text/javascript,1"),
  module: () => import(URL_),
  eval: () => eval("1"),
  request: () => from(request, "onload", () => { request.open("GET", OWN); request.send(); }),
  socket: () => from(new WebSocket(URL_.replace("http", "ws")), "onopen"),
  events: () => from(new EventSource(URL_), "onopen"),
  database: () => from(indexedDB.open("x"), "onsuccess"),
  caches: () => caches.keys(),
  files: () => navigator.storage.getDirectory(),
  worker: () => from(new Worker(URL_), "onmessage"),
  nested: () => from(new Worker(URL.createObjectURL(new Blob([code]))), "onmessage"),
};
addEventListener("message", async ({ ports: [port] }) => {
  const reached = [];
  try { new BroadcastChannel("qwixx").postMessage("forged"); } catch {}
  for (const [name, attack] of Object.entries(attacks))
    try { await attack(); reached.push(name); } catch {}
  port.onmessage = () => port.postMessage(JSON.stringify(
    { type: "printed", id: 0, text: "reached: " + reached.join(" ") }));
  port.postMessage(JSON.stringify({ type: "ready", id: 0 }));
});
"""


@pytest.fixture
def foreign_server(allowed_hosts: set[str]) -> Iterator[tuple[str, list[str]]]:
    """A server of another site, and the log of its requests."""
    log: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            log.append(self.path)
            self.send_response(200)
            self.send_header("Access-Control-Allow-Origin", "*")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - inherited
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/"
        allowed_hosts.add(urlsplit(url).netloc)  # the log counts, not the browser's attempts
        yield url, log
        server.shutdown()


def write(driver: Driver, text: str) -> None:
    driver.page.locator("[data-bot-text]").fill(text)


def run_to_failure(driver: Driver, text: str) -> tuple[str | None, str | None]:
    """Run a bot until it fails; return the reason and the line."""
    write(driver, text)
    driver.click_action("run")
    error = driver.page.locator(".bot-message [data-error]")
    error.wait_for()
    return error.get_attribute("data-error"), error.get_attribute("data-bot-line")


def run_to_end(driver: Driver, text: str = "") -> tuple[float, float]:
    """Run a bot's 200 games; return its share of wins and the standard error."""
    if text:
        write(driver, text)
    driver.page.locator("[data-action=bot-games]").select_option("200")
    driver.click_action("run")
    result = driver.page.locator("[data-result][data-games='200']")
    result.wait_for()
    driver.page.locator("[data-action=run]").wait_for()
    share, error = (result.get_attribute(name) for name in ("data-share", "data-error"))
    return float(share or ""), float(error or "")


def figures_of_command_line(text: str) -> tuple[float, float]:
    contest = Contest("classic", ("bot.py", "greedy"), 200, texts=(("bot.py", text),))
    result = run(contest).by_bot[0]
    return round(result.win_share, 4), round(result.std_error, 4)


@pytest.mark.fresh_page
def test_practice_failures_and_an_endless_loop(open_page: Callable[..., Driver]) -> None:
    driver = open_page(workshop="1")
    assert driver.page.evaluate(COUNT_FRAMES) == 0
    assert find_violations(driver.page) == []
    assert run_to_end(driver) == figures_of_command_line(EXAMPLES["careful"])
    assert run_to_end(driver, DICEY) == figures_of_command_line(DICEY)
    assert run_to_failure(driver, PASSING.format("shet = 1; return sheet")) == ("exception", "3")
    shown = driver.page.locator("[data-bot-line]").inner_text()
    assert "NameError: name 'sheet' is not defined. Did you mean: 'shet'?" in shown
    assert run_to_failure(driver, PASSING.format("while True: pass")) == ("too-slow", "3")
    hoard = PASSING.format("x = []\n    while True: x.append('a' * 1_000_000)")
    assert run_to_failure(driver, hoard) == ("exception", "4")
    assert "MemoryError" in driver.page.locator("[data-bot-line]").inner_text()
    write(driver, PASSING.format(STUBBORN))
    driver.click_action("run")
    driver.page.wait_for_timeout(500)  # the loop does not answer: there is nothing to wait for
    driver.click_action("stop")
    driver.page.locator("[data-action=run]").wait_for()
    assert driver.page.evaluate(COUNT_FRAMES) == 0
    assert run_to_end(driver, EXAMPLES["first"]) == figures_of_command_line(EXAMPLES["first"])


@pytest.mark.fresh_page
@pytest.mark.expects_errors
def test_bots_reach_nothing(
    open_page: Callable[..., Driver], foreign_server: tuple[str, list[str]]
) -> None:
    url, log = foreign_server
    driver = open_page(workshop="1")
    page = driver.page
    page.evaluate("""() => { self.heard = 0;
      new BroadcastChannel('qwixx').onmessage = () => { self.heard++; }; }""")
    attacks = PYTHON_ATTACKS.replace("URL", url).replace("PORT", str(urlsplit(url).port))
    run_to_end(driver, f"{attacks}\n{EXAMPLES['first']}")
    assert page.locator("[data-output]").inner_text().split("\n") == ["finished"]
    own = json.dumps(f"{page.url.partition('?')[0]}sw.js")
    script = f"const URL_ = {json.dumps(url)}, OWN = {own};\n{JS_ATTACKS}"
    page.route(
        "**/static/js/sandbox_worker.js",
        lambda route: route.fulfill(body=script, content_type="text/javascript"),
    )
    driver.click_action("example:first")
    driver.click_action("run")
    output = page.locator("[data-output]")
    output.wait_for()
    assert output.inner_text().strip() == "reached:"
    assert page.evaluate("() => self.heard") == 0
    assert log == []


@pytest.mark.fresh_page
def test_a_link_shows_its_text_and_runs_nothing(context: BrowserContext, address: str) -> None:
    page = context.new_page()
    page.goto(f"{address}#bot={encode_bot(DICEY, 'Emma')}")
    driver = Driver(page)
    driver.wait_until_ready()
    assert page.locator("[data-bot-text]").input_value() == DICEY
    assert (page.evaluate(COUNT_FRAMES), len(page.workers)) == (0, 0)
    page.locator("[data-bot-text]").focus()
    page.keyboard.press("Control+End")
    page.keyboard.type("def plays(variant, players):")
    page.keyboard.press("Enter")
    page.keyboard.type("return True")
    assert page.locator("[data-bot-text]").input_value().endswith(":\n    return True")
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert not page.evaluate("() => document.activeElement.hasAttribute('data-bot-text')")


@pytest.mark.fresh_page
def test_a_sandbox_starts_from_a_whole_snapshot_of_memory(
    new_context: Callable[..., BrowserContext], address: str, pytestconfig: pytest.Config
) -> None:
    """The snapshot contains the page's modules, which a fresh sandbox lacks."""
    if pytestconfig.getoption("--source"):
        pytest.skip("the folder as it is has no snapshot")
    context = new_context(snapshot=True)
    for is_damaged in (None, False, True):
        page = context.new_page()
        page.goto(f"{address}?workshop=1")
        driver = Driver(page)
        driver.wait_until_ready()
        if is_damaged is None:
            assert make_snapshot(page)
            page.close()
            continue
        if is_damaged:
            page.evaluate(ALTER_SNAPSHOT % FLIP_LAST_BIT)
        text = f"import sys\nprint('qwixx.ui' in sys.modules)\n{DICEY}"
        assert run_to_end(driver, text) == figures_of_command_line(text)
        assert page.locator("[data-output]").inner_text() == str(not is_damaged)
        hoard = PASSING.format("x = []\n    while True: x.append('a' * 1_000_000)")
        assert run_to_failure(driver, hoard) == ("exception", "4")
        page.close()


@pytest.mark.fresh_page
@pytest.mark.parametrize("is_single", [False, True], ids=["folder", "single-file"])
def test_bots_play_on_pages_opened_from_disk(
    context: BrowserContext, tmp_path: Path, *, is_single: bool
) -> None:
    if is_single:
        tmp_path.joinpath("index.html").write_text(single_file(), encoding="utf-8")
    else:
        for name in [*runtime_files(), *game_files(), *bundle_contents()]:
            tmp_path.joinpath(name).parent.mkdir(parents=True, exist_ok=True)
            tmp_path.joinpath(name).write_bytes(ROOT.joinpath(name).read_bytes())
    context.set_offline(True)
    page = context.new_page()
    page.goto(f"{tmp_path.joinpath('index.html').as_uri()}?workshop=1")
    driver = Driver(page)
    driver.wait_until_ready()
    assert run_to_end(driver) == figures_of_command_line(EXAMPLES["careful"])


@pytest.mark.fresh_page
def test_a_game_against_ones_own_bot(open_page: Callable[..., Driver]) -> None:
    driver = open_page(workshop="1", speed="instant")
    failing = DICEY.replace("    moves =", "    if state.turn == 1: nope\n    moves =", 1)
    write(driver, failing)
    driver.click_action("play-bot")
    driver.page.wait_for_selector("html[data-screen=game]", state="attached")
    for _ in range(400):
        driver.wait_for_person_or_end()
        phase = driver.frame.locator("html").get_attribute("data-phase")
        if phase == "over":
            break
        driver.click_action("roll" if phase == "roll" else "pass")
        driver.page.wait_for_function(
            """() => document.documentElement.dataset.actor
              || document.documentElement.dataset.phase === 'over'"""
        )
    assert "in line 2" in driver.page.locator(".notices").inner_text()
    moves = [event for event in driver.saved_game().events if isinstance(event, Decision)]
    assert any(event.player == 1 and event.move != PASS for event in moves)


@pytest.mark.fresh_page
def test_two_people_share_their_bots_by_link_and_let_them_play(
    open_page: Callable[..., Driver],
    new_context: Callable[..., BrowserContext],
    page_problems: list[str],
) -> None:
    first = open_page(workshop="1")
    write(first, f"NAME = 'Dicey'\n{DICEY}")
    first.click_action("share-bot")
    link = first.page.locator("[data-link]").input_value()
    first.page.close()
    driver = open_page(new_context())
    page = driver.page
    stopped: list[Route] = []
    page.route(
        f"**/{LATE_TABLE}", lambda route: stopped.append(route) if not stopped else route.abort()
    )
    workshop = page.locator("button[data-action=workshop]")  # in a closed group
    workshop.dispatch_event("click")
    busy = page.locator("button[data-action=workshop][aria-busy=true]")
    busy.wait_for(state="attached")
    workshop.dispatch_event("click")  # is ignored
    wait_until(lambda: bool(stopped), page)
    stopped[0].abort()
    busy.wait_for(state="detached")
    page.locator(".notices").get_by_text("couldn’t be loaded").wait_for()
    page.unroute_all()
    page_problems.clear()
    workshop.dispatch_event("click")
    page.wait_for_selector("html[data-screen=workshop]", state="attached")
    write(driver, EXAMPLES["careful"] + "#")
    driver.click_action("round-robin")
    page.locator("[data-action=bot-links]").fill(link)
    page.wait_for_function("() => document.querySelectorAll('[data-bot]').length === 2")
    with page.expect_file_chooser() as chooser:
        driver.click_action("add-bots")
    bad = PASSING.format(STUBBORN.replace("sum", "nope"))
    chooser.value.set_files(
        {"name": "bad.py", "mimeType": "text/x-python", "buffer": bad.encode()}
    )
    page.wait_for_function("() => document.querySelectorAll('[data-bot]').length === 3")
    driver.click_action("run")
    driver.page.locator("[data-action=run]").wait_for()
    assert find_violations(page) == []
    page.set_viewport_size({"width": 320, "height": 740})
    assert page.evaluate("() => document.documentElement.scrollWidth") == 320
    assert page.locator("tr.out").get_attribute("data-bot-line") == "3"
    assert page.evaluate(COUNT_FRAMES) == 0
    command = page.locator(".tournament-command pre").text_content() or ""
    seed = int(command.split("--seed ")[1].split()[0])
    texts = {"careful.py": EXAMPLES["careful"] + "#", "dicey.py": f"NAME = 'Dicey'\n{DICEY}"}
    ids = [id_of_text(text) for text in texts.values()]
    contest = Contest("classic", tuple(texts), 20, pair_seed(seed, *ids), tuple(texts.items()))
    for bot, known in zip(ids, run(contest).by_bot, strict=True):
        row = page.locator(f"[data-bot='{bot}']")
        figures = [float(row.get_attribute(f"data-{name}") or "") for name in ("share", "error")]
        assert figures == [round(known.win_share, 4), round(known.std_error, 4)]
