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

`clicks.py` describes how a click is measured, and measures clicks alone.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import shutil
import statistics
import sys
import tempfile
import threading
import time
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
from tests.benchmarks.clicks import (
    CLICKS,
    GAMES,
    MAX_LOAD,
    NEXT_CLICK,
    OTHERS,
    RECORD_CLICKS,
    SETTLING_MS,
    SLOWDOWN,
    check_clicks,
    measure_clicks,
    p95,
    print_clicks,
)
from tests.benchmarks.report import Report, restart_watchdog
from tests.benchmarks.startup import CHROMIUM_FLAGS, measure_starts, throttle
from tests.benchmarks.static_host import GzipHandler, compress_files, fetch_pyodide_package
from tests.browser.driver import Driver

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROUNDS = 3
QUICK_ROUNDS_S, ALL_ROUNDS_S = 90, 1800
"""Seconds after which no further round of starts begins."""
CLICKS_S = 600.0
"""Time limit in seconds for all clicks."""
MAX_TAPS = 200
"""Maximum number of taps while bots think."""
GAME_LIMIT_S = 120
"""Time limit in seconds for taps while bots think."""
FIVE_PLAYERS_LIMIT = 1.2
"""Limit on the median time of a click with five players, relative to two players."""
TASK_LIMIT = 100
"""Limit on the longest task while bots think on a slow processor, in ms."""

README = ROOT / "qwixx/publish/README.md"
STARTS_TABLE = re.compile(r"(?s)(?<=<!-- starts -->\n).*?(?=<!-- end of starts -->)")

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


def measure_all_clicks(report: Report, browser: Browser, address: str) -> None:
    """Play games and fill score pads; print and check medians and 95th percentiles."""
    clicks = measure_clicks(browser, {"new": address}, GAMES | OTHERS, CLICKS, CLICKS_S)
    print_clicks(clicks)
    check_clicks(report, clicks, "new", CLICKS)
    two, five = (
        statistics.median(click["cpu"] for click in clicks[f"instant, {players} people", "new"])
        for players in ("two", "five")
    )
    report.check("click to frame, five people / two", five / two, FIVE_PLAYERS_LIMIT, 2)


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
            elif place := page.evaluate(NEXT_CLICK):
                page.mouse.click(*place)
        tasks, taps = page.evaluate(RECORDED_TASKS, since)
        print(
            f"{variant:8} {len(taps)} taps, p95 {p95(taps):.0f} ms;"
            f" tasks above 50 ms: {len(tasks)}, longest {max(tasks, default=0):.0f}"
        )
        report.check(
            f"longest task while bots think, {variant}, ms", max(tasks, default=0), TASK_LIMIT
        )
        context.close()


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
            measure_all_clicks(report, browser, pages["built"])
            measure_thinking(report, browser, pages["built"])
        browser.close()
    return report.finish(args.json)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
