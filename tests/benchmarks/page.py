"""Measure how fast the page starts and responds: `python -m tests.benchmarks.page [rounds]`.

Timings are noisy, so each round also measures a stock PyScript page (the same core, Pyodide's own
standard library and lock file, and a program of a few lines) in the same browser: compare the
ratios, not the times. npm fetches the stock files. `--starts` measures no clicks; `--quick`
measures only the starts of one page and the stock page, in about three minutes; `--json FILE`
writes all figures; `--write` writes the table of starts to qwixx/publish/README.md. The exit
status is 1 if a limit was exceeded or a step took too long.

The pages are: built, the folder that `python3 -m qwixx build` assembles; worker, the same with its
service worker; file, the same opened from disk; and single, the page as a single file.
`startup.py` describes how a start is measured.

A click is measured in three ways, each from the timestamp of its event:

- frame: to the end of the next frame, which shows the change;
- frame + 1: to the end of the frame after that, when the change is certainly on the screen;
- event: to the next paint, according to the browser's Event Timing API, which rounds to 8 ms and
  reports no clicks below 16 ms; those count as 8 ms.

"Python" is the time in the page's own listeners. A 60 Hz screen shows a frame every 16.7 ms, so a
click that takes no time at all waits 8 ms on average, and 16 ms at the 95th percentile (p95).
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import re
import shutil
import statistics
import sys
import tempfile
import threading
import time
from collections import defaultdict
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import Browser, sync_playwright

from qwixx.publish.build import build
from qwixx.publish.files import ROOT
from qwixx.publish.script_bundles import single_file
from qwixx.publish.serve import HOST
from qwixx.ui.model.delays import GUARD_MS
from tests.benchmarks.report import Report, restart_watchdog
from tests.benchmarks.startup import CHROMIUM_FLAGS, measure_starts, throttle
from tests.benchmarks.static_host import GzipHandler, compress_files, fetch_pyodide_package
from tests.browser.driver import GAP, Driver

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROUNDS = 3
QUICK_ROUNDS_S, ALL_ROUNDS_S = 90, 1800
"""Seconds after which no further round of starts begins."""
SLOWDOWN = 4
SLOWDOWNS = (1, SLOWDOWN)
MIN_CLICKS = 60
"""Minimum number of measured clicks for each kind of game and each speed."""
MAX_TAPS = 200
"""Maximum number of taps while bots think."""
MAX_LOAD = 1.5
"""Load of the machine above which times are unreliable."""
MAX_GAMES = 12
"""Maximum number of games of each kind."""
SETTLING_MS = 1000
"""Milliseconds until a page has preloaded everything for a game."""
GAME_LIMIT_S = 120
"""Time limit in seconds for a game, and for taps while bots think."""
MEDIAN_LIMIT, P95_LIMIT = 45, 80
"""Limits on the time from a click to its frame on a slow processor, in ms."""
FIVE_PLAYERS_LIMIT = 1.2
"""Limit on the median time of a click with five players, relative to two players."""
TASK_LIMIT = 100
"""Limit on the longest task while bots think on a slow processor, in ms."""
GAMES = {
    "a bot": "bots=greedy&speed=instant",
    "two people": "players=2",
    "five people": "players=5",
}
PADS = {"a pad": "pad=1", "five pads": "pad=1&players=5&variant=longo"}

README = ROOT / "qwixx/publish/README.md"
STARTS_TABLE = re.compile(r"(?s)(?<=<!-- starts -->\n).*?(?=<!-- end of starts -->)")

# Clicks are matched with Event Timing entries by timestamp.
RECORD_CLICKS = """(() => {
  window.clicks = [];
  window.waiting = 0;
  const durations = window.durations = new Map();
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (entry.name === 'click') durations.set(entry.startTime, entry.duration);
  }).observe({type: 'event', durationThreshold: 16, buffered: true});
  const afterFrame = (callback) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = callback;
    channel.port2.postMessage(0);
  });
  let began = 0;
  addEventListener('click', (event) => {
    if (!event.target.closest('[data-cell], [data-action=pass]')) return;
    const click = {stamp: event.timeStamp};
    waiting++;
    began = performance.now();
    afterFrame(() => {
      click.frame = performance.now() - event.timeStamp;
      afterFrame(() => {
        click.next = performance.now() - event.timeStamp;
        clicks.push(click);
        waiting--;
      });
    });
    // The page listens on document, which the event reaches before window.
    addEventListener('click', () => { click.python = performance.now() - began; },
      {once: true});
  }, true);
})()"""
# Return the point to click next: the cell that skips the fewest numbers, or else the first
# control. Return null at the end of a game and on a score pad without open cells.
NEXT_CLICK = (
    f"async () => {{ const gap = {GAP};"
    """
  const end = performance.now() + 10_000; // a page that is not shown has no frames
  while (waiting && performance.now() < end) await new Promise((done) => setTimeout(done, 4));
  if (waiting) throw Error('no frame follows a click');
  if (document.documentElement.dataset.phase === 'over') return null;
  const may = '[data-offer=now], [data-shown] [data-offer=free]';
  const offered = [...document.querySelectorAll(may)];
  if (!offered.length && document.documentElement.dataset.screen === 'pad') return null;
  const target = offered.length ? offered.reduce((a, b) => gap(b) < gap(a) ? b : a)
    : document.querySelector('.controls .button');
  target.scrollIntoView({block: 'nearest', behavior: 'instant'});
  const box = target.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  if (!target.contains(document.elementFromPoint(x, y))) throw Error('something is in the way');
  return [x, y];
}"""
)
# Record tasks of more than 50 ms, the person's own steps, and taps on the title, which do nothing.
RECORD_TASKS = """(() => {
  window.tasks = [];
  const seen = window.seen = new Map();
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) tasks.push([entry.startTime, entry.duration]);
  }).observe({type: 'longtask', buffered: true});
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (entry.name === 'click') seen.set(entry.startTime, entry.duration);
  }).observe({type: 'event', durationThreshold: 16, buffered: true});
  window.idle = [];
  window.steps = [];
  addEventListener('click', (event) => {
    if (event.target.closest('h1')) idle.push(event.timeStamp);
    else steps.push(performance.now());
  }, true);
})()"""
IS_BOT_THINKING = "!('actor' in document.documentElement.dataset)"
RECORDED_TASKS = """async (since) => {
  await new Promise((done) => setTimeout(done, 500));
  const bots = ([start, duration]) => start > since
    && !steps.some((step) => start <= step && step < start + duration);
  return [tasks.filter(bots).map(([, duration]) => duration),
    idle.map((stamp) => seen.get(stamp) ?? 8)];
}"""
RECORDED_CLICKS = """async () => {
  await new Promise((done) => setTimeout(done, 500));
  return clicks.map((click) => ({...click, event: durations.get(click.stamp) ?? 8}));
}"""


def click_times(
    browser: Browser, url: str, rate: int, rng: random.Random
) -> list[dict[str, float]]:
    """Play a game by mouse, and return the times of each mark and each pass in ms."""
    restart_watchdog()
    context = browser.new_context(viewport={"width": 360, "height": 740})
    context.add_init_script(RECORD_CLICKS)
    page = context.new_page()
    page.goto(url)
    Driver(page).wait_until_ready()
    throttle(page, rate)
    end = time.monotonic() + GAME_LIMIT_S
    while time.monotonic() < end and (place := page.evaluate(NEXT_CLICK)):
        # Wait longer than the tap guard blocks taps, and not in step with the frames.
        time.sleep(GUARD_MS / 1000 + 0.02 + 0.02 * rng.random())
        page.mouse.click(*place)
    times: list[dict[str, float]] = page.evaluate(RECORDED_CLICKS)
    context.close()
    return times


def p95(values: Sequence[float]) -> float:
    """Return the 95th percentile."""
    return sorted(values)[-(-len(values) * 95 // 100) - 1]


def measure_clicks(report: Report, browser: Browser, address: str) -> None:
    """Play games of each kind at each speed; print and check medians and 95th percentiles."""
    rng = random.Random(1)
    clicks: dict[tuple[str, int], list[dict[str, float]]] = defaultdict(list)
    kinds = {**GAMES, **PADS}
    for seed in range(1, MAX_GAMES + 1):
        print(f"game {seed} of at most {MAX_GAMES}", flush=True)
        for rate in SLOWDOWNS:
            for name, query in kinds.items():
                if len(clicks[name, rate]) >= MIN_CLICKS:
                    continue
                url = f"{address}?start=1&seed={seed}&first=0&{query}"
                clicks[name, rate] += click_times(browser, url, rate, rng)
    incomplete = [name for (name, _rate), recorded in clicks.items() if len(recorded) < MIN_CLICKS]
    assert not incomplete, f"too few clicks were recorded: {incomplete}"
    header = "".join(f"{name:>15}" for name in ("frame", "frame + 1", "event", "Python"))
    print(f"\nclick to paint, median / p95 in ms\n{'':18}{'clicks':>7}{header}")
    for rate in SLOWDOWNS:
        for name in (*GAMES, *PADS):
            print_clicks(name, rate, clicks[name, rate])
    games = [click["frame"] for name in GAMES for click in clicks[name, SLOWDOWN]]
    report.check(
        f"click to frame at {SLOWDOWN}x, median, ms", statistics.median(games), MEDIAN_LIMIT
    )
    report.check(f"click to frame at {SLOWDOWN}x, p95, ms", p95(games), P95_LIMIT)
    for rate in SLOWDOWNS:
        two, five = (
            statistics.median(click["frame"] for click in clicks[name, rate])
            for name in ("two people", "five people")
        )
        report.check(
            f"click to frame at {rate}x, five people / two", five / two, FIVE_PLAYERS_LIMIT, 2
        )


def measure_thinking(report: Report, browser: Browser, address: str) -> None:
    """Tap while four strong bots think on a slow processor; print and check the task times."""
    print(f"\nfour strong bots at {SLOWDOWN}x")
    for variant in ("classic", "longo"):
        restart_watchdog()
        query = f"start=1&players=5&bots={','.join(['hard'] * 4)}&speed=quick&first=0&seed=1"
        context = browser.new_context(viewport={"width": 360, "height": 740})
        page = context.new_page()
        page.add_init_script(RECORD_CLICKS)
        page.add_init_script(RECORD_TASKS)
        page.goto(f"{address}?{query}&variant={variant}")
        Driver(page).wait_until_ready()
        page.wait_for_timeout(SETTLING_MS)
        throttle(page, SLOWDOWN)
        since, turns = page.evaluate("performance.now()"), 0
        title = page.locator("h1").bounding_box()
        assert title is not None
        end = time.monotonic() + GAME_LIMIT_S
        while (
            time.monotonic() < end
            and turns < MAX_TAPS
            and page.evaluate("document.documentElement.dataset.phase") != "over"
        ):
            if page.evaluate(IS_BOT_THINKING):
                page.mouse.click(title["x"] + 5, title["y"] + title["height"] / 2)
                time.sleep(0.05)
                turns += 1
            else:
                page.mouse.click(*page.evaluate(NEXT_CLICK))
        tasks, taps = page.evaluate(RECORDED_TASKS, since)
        print(
            f"{variant:8} {len(taps)} taps, p95 {p95(taps):.0f} ms;"
            f" tasks above 50 ms: {len(tasks)}, longest {max(tasks, default=0):.0f}"
        )
        report.check(
            f"longest task while bots think, {variant}, ms", max(tasks, default=0), TASK_LIMIT
        )
        context.close()


def print_clicks(name: str, rate: int, clicks: list[dict[str, float]]) -> None:
    """Print a row of the table of clicks."""
    line = f"{name:14}{rate:3}x {len(clicks):6}"
    for field in ("frame", "next", "event", "python"):
        values = [click[field] for click in clicks]
        line += f"{statistics.median(values):8.1f} /{p95(values):5.1f}"
    print(line)


def write_table(table: str, browser: str) -> None:
    """Write the table of starts to `qwixx/publish/README.md`."""
    machine = f"{os.cpu_count()} cores, {platform.system()} on {platform.machine()}"
    header = f"Measured on {today_iso()}, {machine}, Chromium {browser}, gzip.\n\n"
    text = README.read_text(encoding="utf-8")
    README.write_text(STARTS_TABLE.sub(f"{header}{table}\n", text), encoding="utf-8", newline="\n")


def today_iso() -> str:
    return datetime.now(UTC).date().isoformat()


@contextmanager
def serve(folder: Path) -> Iterator[dict[str, str]]:
    """Build the page, serve it next to a stock page, and yield the pages' URLs by name."""
    built, single = folder / "built", folder / "qwixx.html"
    build(built)
    single.write_text(single_file(built), encoding="utf-8")
    GzipHandler.compressed = compress_files(built, fetch_pyodide_package(folder))
    server = ThreadingHTTPServer((HOST, 0), GzipHandler)
    server.daemon_threads = True  # a closed browser may leave connections open
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://{HOST}:{server.server_port}/"
    yield {
        "built": f"{address}built/",
        "worker": f"{address}kept/",
        "file": built.joinpath("index.html").as_uri(),
        "single": single.as_uri(),
        "stock": f"{address}stock.html",
    }
    server.shutdown()
    server.server_close()


def main(arguments: Sequence[str]) -> int:
    """Print the tables, and return the exit status: 1 if a limit was exceeded."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.page")
    parser.add_argument("rounds", type=int, nargs="?", default=ROUNDS)
    parser.add_argument("--starts", action="store_true", help="measure no clicks")
    parser.add_argument("--quick", action="store_true", help="measure only starts of one page")
    parser.add_argument("--json", type=Path, help="write all figures to this file")
    parser.add_argument("--write", action="store_true", help="write the table of starts")
    args = parser.parse_args(arguments)
    end = time.monotonic() + (QUICK_ROUNDS_S if args.quick else ALL_ROUNDS_S)
    restart_watchdog()
    report = Report()
    with (
        tempfile.TemporaryDirectory() as folder,
        serve(Path(folder)) as pages,
        sync_playwright() as playwright,
    ):
        path = shutil.which("chromium") or playwright.chromium.executable_path
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        load = os.getloadavg()[0]
        print(f"Chromium {browser.version}, gzip, load {load:.1f}")
        if load > MAX_LOAD:
            print(f"The machine is busy (load above {MAX_LOAD}): trust only processor times.")
        report.figures |= {"browser": browser.version, "date": today_iso()}
        report.figures |= {"load": load, "cores": os.cpu_count()}
        measured_pages = (
            {name: pages[name] for name in ("built", "stock")} if args.quick else pages
        )
        table = measure_starts(
            report, playwright.chromium, path, measured_pages, rounds=args.rounds, end=end
        )
        if args.write:
            write_table(table, browser.version)
        if not (args.quick or args.starts):
            measure_clicks(report, browser, pages["built"])
            measure_thinking(report, browser, pages["built"])
        browser.close()
    return report.finish(args.json)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
