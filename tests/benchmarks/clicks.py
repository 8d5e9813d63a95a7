"""Measure clicks on a slow processor, from the click to the end of the frame that answers it.

    python -m tests.benchmarks.clicks                 # this checkout
    python -m tests.benchmarks.clicks /tmp/old        # beside an older one, in alternation
    python -m tests.benchmarks.clicks --clicks 20 --seconds 110

A game is played by mouse on a page of 390x844, with the processor slowed down by `SLOWDOWN`. Each
click is measured by the clock and in processor time of the main thread, which a busy machine
changes much less. The next frame answers the click: it must show a change. The frame after that
shows the whole page. "Python" is the time in the page's own listeners; the rest is style, layout,
and paint. A 60 Hz screen shows a frame every 16.7 ms, so a click that takes no time at all waits
8 ms on average, and 16 ms at the 95th percentile (p95).

Every wait has an end, and so has the whole measurement: see `--seconds`.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Browser, sync_playwright

from qwixx.publish.files import ROOT
from qwixx.publish.serve import HOST
from qwixx.ui.model.delays import GUARD_MS
from tests.benchmarks.report import Report, restart_watchdog
from tests.benchmarks.startup import CHROMIUM_FLAGS, throttle
from tests.browser.driver import GAP, Driver

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from playwright.sync_api import CDPSession, Page

SLOWDOWN = 4
CLICKS = 40
"""Number of measured clicks for each kind of game."""
SECONDS = 210.0
"""Default time limit of the whole measurement, without building the pages."""
MAX_LOAD = 1.5
"""Load of the machine above which times by the clock are unreliable."""
SETTLING_MS = 2500
"""Milliseconds until a page has preloaded everything for a game."""
START_TIMEOUT_MS = 60_000
TRACE_TIMEOUT_S = 20.0
MEDIAN_LIMIT, P95_LIMIT = 45, 80
"""Limits on the time from a click to the end of the next frame, in ms."""
GAMES = {
    "calm, two people": "players=2&speed=calm",
    "calm, a bot": "bots=greedy&speed=calm",
    "instant, two people": "players=2&speed=instant",
    "instant, a bot": "bots=greedy&speed=instant",
}
"""URL parameters of the games with limits, by name."""
OTHERS = {
    "instant, five people": "players=5&speed=instant",
    "a pad": "pad=1",
    "five pads": "pad=1&players=5&variant=longo",
}
"""URL parameters of games and pads without limits."""
FIELDS = {
    "frame": "to the end of the next frame, which shows the answer",
    "next": "to the end of the frame after that, which shows the whole page",
    "python": "in the page's listeners",
    "cpu": "processor time to the end of the next frame",
    "python_cpu": "processor time in the page's listeners",
}
Click = dict[str, float]

# Marks are in the trace, too, with the processor time of the main thread.
RECORD_CLICKS = """(() => {
  window.clicks = [];
  window.waiting = 0;
  let changes = 0;
  const observer = new MutationObserver((records) => changes += records.length);
  addEventListener('DOMContentLoaded', () => {
    observer.observe(document.getElementById('app'),
      {attributes: true, characterData: true, childList: true, subtree: true});
  });
  const afterFrame = (callback) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = callback;
    channel.port2.postMessage(0);
  });
  let count = 0;
  addEventListener('click', (event) => {
    if (!event.target.closest('[data-cell], [data-action]')) return;
    const number = count++, click = {number};
    waiting++;
    changes = 0;
    const began = performance.mark(`click ${number}`).startTime;
    afterFrame(() => {
      click.frame = performance.mark(`frame ${number}`).startTime - event.timeStamp;
      afterFrame(() => {
        click.next = performance.now() - event.timeStamp;
        clicks.push(click);
        waiting--;
      });
    });
    // The page listens on document, which the event reaches before window.
    addEventListener('click', () => {
      click.python = performance.mark(`python ${number}`).startTime - began;
      click.answered = Number(changes + observer.takeRecords().length > 0);
    }, {once: true});
  }, true);
})()"""
# Return the point to click next: the cell that skips the fewest numbers, or else the first
# control. Wait for bots first. Return null at the end of a game, on a score pad without open
# cells, and when nobody can act for too long.
NEXT_CLICK = (
    f"async () => {{ const gap = {GAP};"
    """
  const end = performance.now() + 15_000; // a page that is not shown has no frames
  const root = document.documentElement.dataset;
  const isBusy = () => waiting || (root.screen === 'game' && !('actor' in root));
  while (isBusy() && root.phase !== 'over' && performance.now() < end)
    await new Promise((done) => setTimeout(done, 20));
  if (root.phase === 'over' || isBusy()) return null;
  const may = '[data-offer=now], [data-shown] [data-offer=free]';
  const offered = [...document.querySelectorAll(may)];
  if (!offered.length && root.screen === 'pad') return null;
  const target = offered.length ? offered.reduce((a, b) => gap(b) < gap(a) ? b : a)
    : document.querySelector('.controls .button');
  target.scrollIntoView({block: 'nearest', behavior: 'instant'});
  const box = target.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  if (!target.contains(document.elementFromPoint(x, y))) return [];
  return [x, y];
}"""
)


class Trace:
    """A recording of the page's marks with processor times."""

    def __init__(self, session: CDPSession) -> None:
        self._session, self._events, self._is_complete = session, list[dict[str, Any]](), False
        session.on("Tracing.dataCollected", lambda data: self._events.extend(data["value"]))
        session.on("Tracing.tracingComplete", self._on_complete)
        config = {"includedCategories": ["blink.user_timing"]}
        session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": config})

    def _on_complete(self, _event: object) -> None:
        self._is_complete = True

    def cpu_times(self, page: Page) -> dict[str, float]:
        """End the recording; return the processor time of the main thread in ms at each mark."""
        self._session.send("Tracing.end")
        end = time.monotonic() + TRACE_TIMEOUT_S
        while not self._is_complete and time.monotonic() < end:
            page.wait_for_timeout(50)
        return {event["name"]: event["tts"] / 1000 for event in self._events if "tts" in event}


def click_times(
    browser: Browser, url: str, rng: random.Random, count: int, end: float
) -> list[Click]:
    """Play a game by mouse, and return the times in ms of at most `count` clicks.

    Args:
        browser: the browser.
        url: URL of the game.
        rng: source of the moments at which clicks happen.
        count: maximum number of clicks.
        end: value of `time.monotonic` at which the game ends.
    """
    restart_watchdog()
    context = browser.new_context(viewport={"width": 390, "height": 844})
    context.set_default_timeout(START_TIMEOUT_MS)
    context.add_init_script(RECORD_CLICKS)
    page = context.new_page()
    page.goto(url)
    Driver(page).wait_until_ready()
    page.wait_for_timeout(SETTLING_MS)
    trace = Trace(throttle(page, SLOWDOWN))
    clicked = 0
    while clicked < count and time.monotonic() < end:
        place = page.evaluate(NEXT_CLICK)
        if place is None:
            break
        # Wait longer than the tap guard blocks taps, and not in step with the frames.
        time.sleep(GUARD_MS / 1000 + 0.02 + 0.02 * rng.random())
        if place:  # else something is in the way, such as a cover
            page.mouse.click(*place)
            clicked += 1
    page.wait_for_timeout(500)
    clicks: list[Click] = page.evaluate("clicks")
    cpu = trace.cpu_times(page)
    context.close()
    return [
        {
            **click,
            "cpu": cpu[f"frame {number}"] - cpu[f"click {number}"],
            "python_cpu": cpu[f"python {number}"] - cpu[f"click {number}"],
        }
        for click in clicks
        for number in (int(click["number"]),)
        if f"frame {number}" in cpu and "python" in click
    ]


def p95(values: Sequence[float]) -> float:
    """Return the 95th percentile."""
    return sorted(values)[-(-len(values) * 95 // 100) - 1]


def measure_clicks(
    browser: Browser, pages: dict[str, str], games: dict[str, str], count: int, seconds: float
) -> dict[tuple[str, str], list[Click]]:
    """Play games of each kind on each page in turn; return the clicks by game and page."""
    rng, end = random.Random(1), time.monotonic() + seconds
    clicks: dict[tuple[str, str], list[Click]] = defaultdict(list)
    seed = 0
    while time.monotonic() < end:
        seed += 1
        missing = [name for name in games for page in pages if len(clicks[name, page]) < count]
        if not missing:
            break
        for name in dict.fromkeys(missing):
            for page, url in pages.items():
                left = count - len(clicks[name, page])
                if left <= 0 or time.monotonic() > end:
                    continue
                address = f"{url}?start=1&seed={seed}&first=0&{games[name]}"
                clicks[name, page] += click_times(browser, address, rng, min(left, 20), end)
    return clicks


def print_clicks(clicks: dict[tuple[str, str], list[Click]]) -> None:
    """Print a row of medians and 95th percentiles for each game and page."""
    print(f"\nclicks at {SLOWDOWN}x, median / p95 in ms")
    for field, text in FIELDS.items():
        print(f"  {field}: {text}")
    print(f"{'':30}{'clicks':>7}" + "".join(f"{field:>16}" for field in FIELDS))
    for (name, page), recorded in clicks.items():
        line = f"{f'{name} ({page})':30}{len(recorded):7}"
        for field in FIELDS if recorded else ():
            values = [click[field] for click in recorded]
            line += f"{statistics.median(values):9.1f} /{p95(values):5.1f}"
        print(line)


def check_clicks(
    report: Report, clicks: dict[tuple[str, str], list[Click]], page: str, count: int
) -> None:
    """Check the limits for each game with limits."""
    for name in GAMES:
        recorded = clicks[name, page]
        if len(recorded) < count // 2:
            report.exceeded.append(f"too few clicks were recorded in time: {name}")
            continue
        unanswered = sum(not click["answered"] for click in recorded)
        report.check(f"clicks without a change in the next frame, {name}", unanswered, 0)
        frames = [click["frame"] for click in recorded]
        report.check(
            f"click to frame, {name}, median, ms", statistics.median(frames), MEDIAN_LIMIT
        )
        report.check(f"click to frame, {name}, p95, ms", p95(frames), P95_LIMIT)


class _QuietHandler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_arguments: object) -> None:
        """Print nothing."""


@contextmanager
def serve_builds(checkouts: dict[str, Path]) -> Iterator[dict[str, str]]:
    """Build the page of each checkout, serve it, and yield the URLs by name."""
    with tempfile.TemporaryDirectory() as folder:
        for name, checkout in checkouts.items():
            out = str(Path(folder, name))
            environment = {**os.environ, "PYTHONPATH": str(checkout)}
            command = [sys.executable, "-m", "qwixx", "build", "--out", out]
            subprocess.run(command, cwd=checkout, env=environment, check=True)  # noqa: S603
        handler = partial(_QuietHandler, directory=folder)
        server = ThreadingHTTPServer((HOST, 0), handler)
        server.daemon_threads = True  # a closed browser may leave connections open
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield {name: f"http://{HOST}:{server.server_port}/{name}/" for name in checkouts}
        server.shutdown()
        server.server_close()


def main(arguments: Sequence[str]) -> int:
    """Print the tables, and return the exit status: 1 if a limit was exceeded."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.clicks")
    parser.add_argument("old", type=Path, nargs="?", help="an older checkout")
    parser.add_argument("--clicks", type=int, default=CLICKS, help="clicks for each game")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="time limit of the whole")
    parser.add_argument("--others", action="store_true", help="also five people, and score pads")
    parser.add_argument("--json", type=Path, help="write all figures to this file")
    args = parser.parse_args(arguments)
    old = {} if args.old is None else {"old": args.old.resolve()}
    report = Report()
    with serve_builds({**old, "new": ROOT}) as pages, sync_playwright() as playwright:
        path = shutil.which("chromium") or playwright.chromium.executable_path
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        load = os.getloadavg()[0]
        print(f"Chromium {browser.version}, load {load:.1f}")
        if load > MAX_LOAD:
            print(f"The machine is busy (load above {MAX_LOAD}): trust only processor times.")
        games = GAMES | OTHERS if args.others else GAMES
        clicks = measure_clicks(browser, pages, games, args.clicks, args.seconds)
        browser.close()
    print_clicks(clicks)
    report.figures["clicks"] = {
        f"{name} ({page})": recorded for (name, page), recorded in clicks.items()
    }
    check_clicks(report, clicks, "new", args.clicks)
    return report.finish(args.json)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
