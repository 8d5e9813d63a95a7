"""How fast the page starts and answers: `python -m tests.benchmarks.page [rounds]`.

Machines are noisy, so each round measures our page beside a stock PyScript page (the
same core, Pyodide's own standard library and lock file, a program of a few lines), in
the same browser: compare the ratios, not the times. Node's npm fetches the stock files.
`--starts` measures no clicks, `--quick` only starts of one page, in three minutes at the most;
`--json FILE` writes all figures, `--write` the table of starts into qwixx/publish/README.md. The
exit status is 1 if a bar was missed or something took too long.

The pages are: built, the folder that `python3 -m qwixx build` assembles; worker, the same with its
service worker; file, the same opened from the disk; single, the page as one file. `starts.py` says
what is measured of a start.

A click is measured in three ways, each from the event's own time stamp:

- frame: to the end of the first frame after it, the one that shows what it changed;
- frame + 1: to the end of the frame after that, which is certainly on the screen;
- event: what the browser's Event Timing says, to the screen, rounded to 8 ms; it tells
  of no click below 16 ms, so those are counted as 8.

Python is the part of it that the page's own listeners take. A screen of 60 Hz shows a
frame every 16.7 ms, so a click that takes no time at all waits 8 ms on average, and 16
at p95.
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
from tests.benchmarks.host import GzipHandler, fetch_stock, pack
from tests.benchmarks.report import Report, limit_next_step
from tests.benchmarks.starts import FLAGS, measure_starts, throttle
from tests.browser.driver import Driver

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROUNDS = 3
QUICK_S, LONGEST_S = 90, 1800
"""Seconds after which no further round of starts begins."""
SLOW = 4
RATES = (1, SLOW)
CLICKS = 60
"""How many clicks of each kind of game are measured at the least, at each speed."""
THOUGHTS = 200
"""How often the page is tapped while bots think."""
QUIET = 1.5
"""Above this load of the machine, times are not to be trusted."""
SEEDS = 12
"""How many games of each kind are played at the most."""
SETTLING = 1000
"""Milliseconds after which a page has loaded what a game may need next."""
LONGEST = 120
"""How many seconds of a game, or of bots that think, are measured at the most."""
MEDIAN_BAR, P95_BAR = 45, 80
"""From a click to its frame on a slow processor, in ms."""
MORE_BAR = 1.2
"""Five players, compared with two."""
HELD_BAR = 100
"""The longest task while bots think on a slow processor, in ms."""
GAMES = {
    "a bot": "bots=greedy&speed=instant",
    "two persons": "players=2",
    "five persons": "players=5",
}
PADS = {"a pad": "pad=1", "five pads": "pad=1&players=5&variant=longo"}

README = ROOT / "qwixx/publish/README.md"
TABLE = re.compile(r"(?s)(?<=<!-- starts -->\n).*?(?=<!-- end of starts -->)")

# A click is told by its time stamp: the browser gives it to Event Timing as well.
WATCH_CLICKS = """(() => {
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
# Where to click next: what skips least, else the one control there is; null at the end, and on a
# pad when all is crossed.
NEXT = """async () => {
  const end = performance.now() + 10_000; // a page that is not shown has no frames
  while (waiting && performance.now() < end) await new Promise((done) => setTimeout(done, 4));
  if (waiting) throw Error('no frame follows a click');
  if (document.documentElement.dataset.phase === 'over') return null;
  const gap = (cell) => {
    let open = 0;
    for (let left = cell.previousElementSibling; left; left = left.previousElementSibling) {
      if (left.dataset.state === 'crossed') break;
      open++;
    }
    return open;
  };
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
# Tasks of more than 50 ms, but for a person's own steps; taps on the title do nothing.
WATCH_TASKS = """(() => {
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
THINKING = "!('actor' in document.documentElement.dataset)"
TASKS_SEEN = """async (since) => {
  await new Promise((done) => setTimeout(done, 500));
  const bots = ([start, duration]) => start > since
    && !steps.some((step) => start <= step && step < start + duration);
  return [tasks.filter(bots).map(([, duration]) => duration),
    idle.map((stamp) => seen.get(stamp) ?? 8)];
}"""
CLICKS_SEEN = """async () => {
  await new Promise((done) => setTimeout(done, 500));
  return clicks.map((click) => ({...click, event: durations.get(click.stamp) ?? 8}));
}"""


def click_times(
    browser: Browser, url: str, rate: int, rng: random.Random
) -> list[dict[str, float]]:
    """Play a game by mouse; return what each crossing and each pass took, in ms."""
    limit_next_step()
    context = browser.new_context(viewport={"width": 360, "height": 740})
    context.add_init_script(WATCH_CLICKS)
    page = context.new_page()
    page.goto(url)
    Driver(page).wait_until_ready()
    throttle(page, rate)
    end = time.monotonic() + LONGEST
    while time.monotonic() < end and (place := page.evaluate(NEXT)):
        # Slower than the guard against double taps, and not in step with the frames.
        time.sleep(GUARD_MS / 1000 + 0.02 + 0.02 * rng.random())
        page.mouse.click(*place)
    times: list[dict[str, float]] = page.evaluate(CLICKS_SEEN)
    context.close()
    return times


def p95(values: Sequence[float]) -> float:
    """Return what 95 % of the values do not exceed."""
    return sorted(values)[-(-len(values) * 95 // 100) - 1]


def measure_clicks(report: Report, browser: Browser, address: str) -> None:
    """Play games of each kind at each speed in turn, and print medians and p95."""
    rng = random.Random(1)
    clicks: dict[tuple[str, int], list[dict[str, float]]] = defaultdict(list)
    kinds = {**GAMES, **PADS}
    for seed in range(1, SEEDS + 1):
        print(f"game {seed} of {SEEDS} at the most", flush=True)
        for rate in RATES:
            for name, query in kinds.items():
                if len(clicks[name, rate]) >= CLICKS:
                    continue
                url = f"{address}?start=1&seed={seed}&first=0&{query}"
                clicks[name, rate] += click_times(browser, url, rate, rng)
    few = [name for (name, _rate), seen in clicks.items() if len(seen) < CLICKS]
    assert not few, f"too few clicks were seen: {few}"
    head = "".join(f"{name:>15}" for name in ("frame", "frame + 1", "event", "Python"))
    print(f"\nclick to painted, median / p95 in ms\n{'':18}{'clicks':>7}{head}")
    for rate in RATES:
        for name in (*GAMES, *PADS):
            print_clicks(name, rate, clicks[name, rate])
    games = [click["frame"] for name in GAMES for click in clicks[name, SLOW]]
    report.check(f"click to frame at {SLOW}x, median, ms", statistics.median(games), MEDIAN_BAR)
    report.check(f"click to frame at {SLOW}x, p95, ms", p95(games), P95_BAR)
    for rate in RATES:
        two, five = (
            statistics.median(click["frame"] for click in clicks[name, rate])
            for name in ("two persons", "five persons")
        )
        report.check(f"click to frame at {rate}x, five persons / two", five / two, MORE_BAR, 2)


def measure_thinking(report: Report, browser: Browser, address: str) -> None:
    """Watch four strong bots think on a slow processor, and tap meanwhile."""
    print(f"\nfour strong bots at {SLOW}x")
    for variant in ("classic", "longo"):
        limit_next_step()
        query = f"start=1&players=5&bots={','.join(['hard'] * 4)}&speed=quick&first=0&seed=1"
        context = browser.new_context(viewport={"width": 360, "height": 740})
        page = context.new_page()
        page.add_init_script(WATCH_CLICKS)
        page.add_init_script(WATCH_TASKS)
        page.goto(f"{address}?{query}&variant={variant}")
        Driver(page).wait_until_ready()
        page.wait_for_timeout(SETTLING)
        throttle(page, SLOW)
        since, turns = page.evaluate("performance.now()"), 0
        title = page.locator("h1").bounding_box()
        assert title is not None
        end = time.monotonic() + LONGEST
        while (
            time.monotonic() < end
            and turns < THOUGHTS
            and page.evaluate("document.documentElement.dataset.phase") != "over"
        ):
            if page.evaluate(THINKING):
                page.mouse.click(title["x"] + 5, title["y"] + title["height"] / 2)
                time.sleep(0.05)
                turns += 1
            else:
                page.mouse.click(*page.evaluate(NEXT))
        tasks, taps = page.evaluate(TASKS_SEEN, since)
        print(
            f"{variant:8} {len(taps)} taps, p95 {p95(taps):.0f} ms;"
            f" tasks above 50 ms: {len(tasks)}, the longest {max(tasks, default=0):.0f}"
        )
        report.check(
            f"longest task while bots think, {variant}, ms", max(tasks, default=0), HELD_BAR
        )
        context.close()


def print_clicks(name: str, rate: int, clicks: list[dict[str, float]]) -> None:
    """Print a line of the table of clicks."""
    line = f"{name:14}{rate:3}x {len(clicks):6}"
    for field in ("frame", "next", "event", "python"):
        values = [click[field] for click in clicks]
        line += f"{statistics.median(values):8.1f} /{p95(values):5.1f}"
    print(line)


def write_table(table: str, browser: str) -> None:
    """Put the table of starts into the document about serving the page."""
    machine = f"{os.cpu_count()} cores, {platform.system()} on {platform.machine()}"
    head = f"Measured on {today()}, {machine}, Chromium {browser}, gzip.\n\n"
    text = README.read_text(encoding="utf-8")
    README.write_text(TABLE.sub(f"{head}{table}\n", text), encoding="utf-8", newline="\n")


def today() -> str:
    """Return the date."""
    return datetime.now(UTC).date().isoformat()


@contextmanager
def serve(folder: Path) -> Iterator[dict[str, str]]:
    """Build the page and serve it beside a stock one; yield the addresses of pages by name."""
    built, single = folder / "built", folder / "qwixx.html"
    build(built)
    single.write_text(single_file(built), encoding="utf-8")
    GzipHandler.packed = pack(built, fetch_stock(folder))
    server = ThreadingHTTPServer((HOST, 0), GzipHandler)
    server.daemon_threads = True  # a browser that is gone may have left a connection open
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
    """Print the tables, and return the exit status: 1 if a bar was missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.page")
    parser.add_argument("rounds", type=int, nargs="?", default=ROUNDS)
    parser.add_argument("--starts", action="store_true", help="measure no clicks")
    parser.add_argument("--quick", action="store_true", help="measure starts of one page alone")
    parser.add_argument("--json", type=Path, help="write all figures into this file")
    parser.add_argument("--write", action="store_true", help="write the table of starts")
    args = parser.parse_args(arguments)
    end = time.monotonic() + (QUICK_S if args.quick else LONGEST_S)
    limit_next_step()
    report = Report()
    with (
        tempfile.TemporaryDirectory() as folder,
        serve(Path(folder)) as pages,
        sync_playwright() as playwright,
    ):
        path = shutil.which("chromium") or playwright.chromium.executable_path
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        load = os.getloadavg()[0]
        print(f"Chromium {browser.version}, gzip, load {load:.1f}")
        if load > QUIET:
            print(f"The machine is busy (load above {QUIET}): trust processor times alone.")
        report.figures |= {"browser": browser.version, "date": today()}
        report.figures |= {"load": load, "cores": os.cpu_count()}
        started = {name: pages[name] for name in ("built", "stock")} if args.quick else pages
        table = measure_starts(
            report, playwright.chromium, path, started, rounds=args.rounds, end=end
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
