"""How fast the page starts and answers: `python -m tests.benchmarks.page [rounds]`.

Machines are noisy, so each round measures our page beside a stock PyScript page (the
same core, Pyodide's own standard library and lock file, a program of a few lines), in
the same browser: compare the ratios, not the times. Node's npm fetches the stock files.

The pages are: ours, as it lies; built, the folder that `python3 -m qwixx build` assembles;
kept, the same with its service worker; file, ours opened from the disk; single, the page as
one file.

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

import os
import random
import shutil
import statistics
import sys
import tempfile
import threading
import time
from collections import defaultdict
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    BrowserType,
    CDPSession,
    Page,
    sync_playwright,
)

from qwixx.publish.build import build
from qwixx.publish.files import ROOT
from qwixx.publish.script_bundles import single_file
from qwixx.publish.serve import HOST
from tests.benchmarks.host import GzipHandler, fetch_stock, pack
from tests.browser.driver import Driver

if TYPE_CHECKING:
    from collections.abc import Sequence

ROUNDS = 3
RATES = (1, 4)
CLICKS = 60
"""How many clicks of each kind of game are measured at the least, at each speed."""
THOUGHTS = 200
"""How often the page is tapped while bots think."""
QUIET = 1.5
"""Above this load of the machine, times are not to be trusted."""
BOOT_BARS = {"ours": {"cold": 0.50, "warm": 0.40}, "built": {"cold": 0.43, "warm": 0.32}}
PAINT_BAR = 200
CLICK_BARS = {1: 16, 4: 50}
GAMES = {"a bot": "bots=greedy&speed=instant", "two persons": "players=2"}
PADS = {"a pad": "pad=1", "five pads": "pad=1&players=5&variant=longo"}

FLAGS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update"]
READY = (
    """addEventListener('qwixx:ready', () => { window.readyAt ??= performance.now(); }, true);"""
)
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"

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
  while (waiting) await new Promise(requestAnimationFrame);
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
# Tasks of more than 50 ms, but for a person's own steps; taps on a name do nothing.
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
    if (event.target.closest('.name')) idle.push(event.timeStamp);
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


def throttle(page: Page, rate: int) -> CDPSession:
    """Slow the processor down for a page."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
    return session


def boot(chromium: BrowserType, path: str, url: str, rate: int) -> dict[str, float]:
    """Open a page three times with a new profile; return ms until Python ran, bytes, requests.

    The profile lies on disk: a browser keeps compiled WebAssembly and JavaScript for the
    next visit in such a profile only.
    """
    with tempfile.TemporaryDirectory() as profile:
        context = chromium.launch_persistent_context(profile, executable_path=path, args=FLAGS)
        context.add_init_script(READY)
        result = visit(context, url, rate)
        context.close()
    return result


def visit(context: BrowserContext, url: str, rate: int) -> dict[str, float]:
    """Open a page three times; see `boot`."""
    result: dict[str, float] = {"bytes": 0, "requests": 0}

    def count(event: dict[str, Any]) -> None:
        result["bytes"] += event["encodedDataLength"]
        result["requests"] += 1

    for name in ("cold", "second", "warm"):
        page = context.new_page()
        session = throttle(page, rate)
        if name == "cold":
            session.on("Network.loadingFinished", count)
            session.send("Network.enable")
        page.goto(url)
        page.wait_for_selector("html[data-qwixx=ready]", state="attached", timeout=120_000)
        result[name] = page.evaluate("window.readyAt")
        if name == "cold":
            result["paint"] = page.evaluate(PAINT)
            # What is asked for once the page stands, counts as well.
            page.wait_for_load_state("networkidle")
        if "/kept/" in url:
            page.evaluate("async () => { await navigator.serviceWorker.ready; }")
        page.wait_for_timeout(1000)  # what was compiled is written a moment later
        page.close()
    return result


def click_times(
    browser: Browser, url: str, rate: int, rng: random.Random
) -> list[dict[str, float]]:
    """Play a game by mouse; return what each crossing and each pass took, in ms."""
    context = browser.new_context(viewport={"width": 360, "height": 740})
    context.add_init_script(WATCH_CLICKS)
    page = context.new_page()
    page.goto(url)
    Driver(page).wait_ready()
    throttle(page, rate)
    while place := page.evaluate(NEXT):
        # Not in step with the frames of the screen.
        time.sleep(0.02 + 0.02 * rng.random())
        page.mouse.click(*place)
    times: list[dict[str, float]] = page.evaluate(CLICKS_SEEN)
    context.close()
    return times


def p95(values: Sequence[float]) -> float:
    """Return what 95 % of the values do not exceed."""
    return sorted(values)[-(-len(values) * 95 // 100) - 1]


def measure_boots(chromium: BrowserType, path: str, pages: dict[str, str], rounds: int) -> None:
    """Open the pages in turn, and print the medians and ratios."""
    runs: dict[tuple[str, int], list[dict[str, float]]] = defaultdict(list)
    for _ in range(rounds):
        for rate in RATES:
            for name, url in pages.items():
                runs[name, rate].append(boot(chromium, path, url, rate))

    def median(name: str, rate: int, field: str) -> float:
        return statistics.median(run[field] for run in runs[name, rate])

    print(f"\n{'boot':16}{'cold':>8}{'warm':>8}{'paint':>8}{'MB':>8}{'requests':>10}")
    for rate in RATES:
        for name in pages:
            cold, warm, paint, size, requests = (
                median(name, rate, field)
                for field in ("cold", "warm", "paint", "bytes", "requests")
            )
            print(
                f"{name:8}{rate:6}x {cold:8.0f}{warm:8.0f}{paint:8.0f}"
                f"{size / 1e6:8.2f}{requests:10.0f}"
            )
        if "stock" in pages:
            for name in [name for name in BOOT_BARS if rate == 4]:
                for visit, bar in BOOT_BARS[name].items():
                    ratio = median(name, rate, visit) / median("stock", rate, visit)
                    print_bar(f"boot {visit} at 4x, {name} / stock", ratio, bar, 2)
    print_bar("first paint at 1x, ms", median("ours", 1, "paint"), PAINT_BAR)


def measure_clicks(browser: Browser, address: str) -> None:
    """Play games of each kind at each speed in turn, and print medians and p95."""
    rng = random.Random(1)
    clicks: dict[tuple[str, int], list[dict[str, float]]] = defaultdict(list)
    seed = 0
    while not clicks or min(map(len, clicks.values())) < CLICKS:
        seed += 1
        for rate in RATES:
            for name, query in {**GAMES, **PADS}.items():
                url = f"{address}?start=1&seed={seed}&first=0&{query}"
                clicks[name, rate] += click_times(browser, url, rate, rng)
    head = "".join(f"{name:>15}" for name in ("frame", "frame + 1", "event", "Python"))
    print(f"\nclick to painted, median / p95 in ms\n{'':18}{'clicks':>7}{head}")
    for rate in RATES:
        for name in (*GAMES, *PADS):
            print_clicks(name, rate, clicks[name, rate])
    for rate, bar in CLICK_BARS.items():
        both = [click for name in GAMES for click in clicks[name, rate]]
        for field in ("frame", "event"):
            value = p95([click[field] for click in both])
            print_bar(f"click to painted at {rate}x, p95 by {field}, ms", value, bar)
        game, *pads = (
            statistics.median(click["frame"] for click in clicks[name, rate])
            for name in ("a bot", *PADS)
        )
        for name, frame in zip(PADS, pads, strict=True):
            print_bar(f"click to painted at {rate}x, {name} / a bot", frame / game, 1, 2)


def measure_thinking(browser: Browser, address: str) -> None:
    """Watch four strong bots think on a slow processor, and tap meanwhile."""
    print("\nfour strong bots at 4x")
    for variant in ("classic", "longo"):
        query = f"start=1&players=5&bots={','.join(['hard'] * 4)}&speed=quick&first=0&seed=1"
        context = browser.new_context(viewport={"width": 360, "height": 740})
        page = context.new_page()
        page.add_init_script(WATCH_CLICKS)
        page.add_init_script(WATCH_TASKS)
        page.goto(f"{address}?{query}&variant={variant}")
        Driver(page).wait_ready()
        throttle(page, 4)
        since, turns = page.evaluate("performance.now()"), 0
        name = page.locator("[data-player='0'] .name").bounding_box()
        assert name is not None
        while (
            turns < THOUGHTS and page.evaluate("document.documentElement.dataset.phase") != "over"
        ):
            if page.evaluate(THINKING):
                page.mouse.click(name["x"] + 5, name["y"] + name["height"] / 2)
                time.sleep(0.05)
                turns += 1
            else:
                page.mouse.click(*page.evaluate(NEXT))
        tasks, taps = page.evaluate(TASKS_SEEN, since)
        print(
            f"{variant:8} {len(taps)} taps, p95 {p95(taps):.0f} ms;"
            f" tasks above 50 ms: {len(tasks)}, the longest {max(tasks, default=0):.0f}"
        )
        print_bar(f"main thread held while bots think, {variant}, ms", max([50, *tasks]), 50)
        context.close()


def print_clicks(name: str, rate: int, clicks: list[dict[str, float]]) -> None:
    """Print a line of the table of clicks."""
    line = f"{name:14}{rate:3}x {len(clicks):6}"
    for field in ("frame", "next", "event", "python"):
        values = [click[field] for click in clicks]
        line += f"{statistics.median(values):8.1f} /{p95(values):5.1f}"
    print(line)


def print_bar(what: str, value: float, bar: float, digits: int = 0) -> None:
    """Print whether a bar is kept."""
    word = "kept" if value <= bar else "MISSED"
    print(f"  {what}: {value:.{max(digits, 1)}f}, bar {bar:.{digits}f}: {word}")


def main(rounds: int) -> None:
    """Print the tables."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        built, single = Path(folder, "built"), Path(folder, "qwixx.html")
        build(built)
        single.write_text(single_file(), encoding="utf-8")
        GzipHandler.packed = pack({"": ROOT, "built/": built}, fetch_stock(Path(folder)))
        server = ThreadingHTTPServer((HOST, 0), GzipHandler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://{HOST}:{server.server_port}/"
        path = shutil.which("chromium") or playwright.chromium.executable_path
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        load = os.getloadavg()[0]
        print(f"Chromium {browser.version}, gzip, medians of {rounds} rounds, load {load:.1f}")
        if load > QUIET:
            print(f"The machine is busy (load above {QUIET}): trust the ratios at most.")
        pages = {
            "ours": address,
            "built": f"{address}built/",
            "kept": f"{address}kept/",
            "file": ROOT.joinpath("index.html").as_uri(),
            "single": single.as_uri(),
        }
        if "stock.html" in GzipHandler.packed:
            pages["stock"] = f"{address}stock.html"
        measure_boots(playwright.chromium, path, pages, rounds)
        measure_clicks(browser, address)
        measure_thinking(browser, address)
        browser.close()
        server.shutdown()
        server.server_close()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS)
