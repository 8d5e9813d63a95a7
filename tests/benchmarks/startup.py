"""Measure how fast a page starts: processor time of its main thread, and elapsed time.

On a busy machine, the same start may take three times as long, but its processor time varies by
less than 5%, and it is the main thread that a slower processor slows down. Processor time is read
from /proc (only on Linux) while a dialog blocks the page right after Python has rendered it.

Each page is opened in two ways: with a profile on disk, where Chromium stores compiled code for
later visits, and in an off-the-record context, where Chromium stores none. On our own pages on a
host, later visits start from the snapshot that the first visit made.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.benchmarks.report import restart_watchdog
from tests.browser.driver import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from playwright.sync_api import BrowserContext, BrowserType, CDPSession, Dialog, Page

    from tests.benchmarks.report import Report

CHROMIUM_FLAGS = [
    *("--no-sandbox", "--disable-background-networking", "--disable-component-update"),
    # Otherwise, Chromium's hidden pages and spare processes would count as ours.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess",
]
START_TIMEOUT_MS = 60_000
"""Time limit for the start of a page, in milliseconds."""
LATER_VISITS = {"disk": 2, "fresh": 1}
"""Number of later visits by profile: on disk, visit 2 stores compiled code and visit 3 uses it."""
CODE_CACHE_S = 3.0
"""Seconds until Chromium has stored compiled code; it waits for two seconds first."""
CPU_LIMITS = {
    "built": {"first": 0.42, "later": 0.24},
    "worker": {"later": 0.26},
    "file": {"later": 0.50},
    "single": {"later": 0.50},
}
"""Limits on the processor time until a page is ready, relative to the stock page."""
USABLE_LIMIT = 0.10
"""Limit on the processor time until the page accepts touches, relative to the stock page."""
BYTES_LIMIT = 5_600_000
BLOCK_PAGE = """(() => {
  const { mark } = Performance.prototype;
  performance.mark = (name, ...options) => {
    const entry = mark.call(performance, name, ...options);
    if (name === 'qwixx:usable') alert('usable');
    return entry;
  };
  addEventListener('qwixx:ready', () => {
    if (self.readyAt) return;
    self.readyAt = performance.now();
    alert('ready');
  }, true);
})()"""
"""Script that blocks a page once it accepts touches, and again once Python has rendered it."""
USABLE_TIME = "performance.getEntriesByName('qwixx:usable')[0]?.startTime ?? self.readyAt"
PAINT_TIME = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
HAS_WORKER = """async () =>
  Boolean((await navigator.serviceWorker.getRegistration())?.active)"""
MAKE_SNAPSHOT = """async () => {
  const load = (name) => import(new URL(`static/js/${name}.js`, document.baseURI));
  const { readTable } = await load('interpreter');
  return (await load('snapshot')).make(readTable);
}"""
AFTER_FIRST_VISIT = {"built": (MAKE_SNAPSHOT,), "worker": (HAS_WORKER, MAKE_SNAPSHOT)}
"""Scripts that return true once a first visit has prepared later ones, by page."""
TABLE_HEAD = (
    "| page | profile | visit | processor, ms | stock = 1 | usable, stock = 1"
    " | usable, ms | ready, ms | first paint, ms | MB |"
)

Visit = dict[str, float]
Runs = dict[tuple[str, str], list[dict[str, Visit]]]
"""First and last visit of each round, by page and kind of profile."""


def main_thread_times() -> dict[int, float]:
    """Return the processor time in ms of the main threads of our pages, by process ID."""
    parents: dict[int, int] = {}
    times: dict[int, float] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        process = int(folder.name)
        try:
            parents[process] = int(
                folder.joinpath("stat").read_text().rpartition(")")[2].split()[1]
            )
            if b"--type=renderer" in folder.joinpath("cmdline").read_bytes():
                schedule = folder.joinpath(f"task/{process}/schedstat").read_text()
                times[process] = int(schedule.split()[0]) / 1e6
        except OSError:  # the process has ended
            continue

    def is_ours(process: int) -> bool:
        while process not in (0, own_process):
            process = parents.get(process, 0)
        return process == own_process

    own_process = int(Path("/proc/self").readlink().name)
    return {process: time for process, time in times.items() if is_ours(process)}


def throttle(page: Page, rate: int) -> CDPSession:
    """Slow down the processor for a page by a factor; return the DevTools session."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
    return session


@contextmanager
def new_profile(chromium: BrowserType, path: str, kind: str) -> Iterator[BrowserContext]:
    """Yield a new visitor's context, with a profile on "disk" or a "fresh" one in memory."""
    if kind == "fresh":
        browser = chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        try:
            yield browser.new_context()
        finally:
            browser.close()
        return
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        context = chromium.launch_persistent_context(
            folder, executable_path=path, args=CHROMIUM_FLAGS
        )
        try:
            yield context
        finally:
            context.close()


def measure_visit(context: BrowserContext, url: str, scripts: Sequence[str] = ()) -> Visit:
    """Measure a page until Python has rendered it, and close it once all scripts return true.

    Return times in ms, and the numbers of requests and of transferred bytes.
    """
    page = context.new_page()
    result: Visit = {"bytes": 0, "requests": 0}

    def count_transfer(event: dict[str, Any]) -> None:
        result["bytes"] += event["encodedDataLength"]
        result["requests"] += 1

    def record_cpu_time(dialog: Dialog) -> None:
        now = main_thread_times()
        cpu = sum(time - before.get(process, 0) for process, time in now.items())
        if dialog.message == "ready":
            result["cpu"] = cpu
        result.setdefault("usable_cpu", cpu)  # if the page is not prerendered
        dialog.accept()

    session = context.new_cdp_session(page)
    session.on("Network.loadingFinished", count_transfer)
    session.send("Network.enable")
    page.on("dialog", record_cpu_time)
    before = main_thread_times()
    page.goto(url, timeout=START_TIMEOUT_MS)
    wait_until(lambda: "cpu" in result, page)
    result["ready"] = page.evaluate("self.readyAt")
    result["usable"] = page.evaluate(USABLE_TIME)
    wait_until(lambda: all(page.evaluate(script) for script in scripts), page)
    time.sleep(CODE_CACHE_S)
    result["paint"] = page.evaluate(PAINT_TIME)
    page.close()
    return result


def measure_first_and_last_visit(
    chromium: BrowserType, path: str, name: str, url: str, profile: str
) -> dict[str, Visit]:
    """Return the measured first and last visits of a new visitor."""
    restart_watchdog()
    with new_profile(chromium, path, profile) as context:
        context.set_default_timeout(START_TIMEOUT_MS)
        context.add_init_script(BLOCK_PAGE)
        first = measure_visit(context, url, AFTER_FIRST_VISIT.get(name, ()))
        later = [measure_visit(context, url) for _ in range(LATER_VISITS[profile])]
    return {"first": first, "later": later[-1]}


def measure_visits(
    chromium: BrowserType, path: str, pages: dict[str, str], rounds: int, end: float
) -> Runs:
    """Open the pages in turn, and return the measured visits.

    Args:
        chromium: Playwright's browser type.
        path: path of the browser.
        pages: URLs by name; the other pages are compared with "stock".
        rounds: number of new visitors for each page and kind of profile.
        end: value of `time.monotonic` after which no further round begins.
    """
    runs: Runs = {}
    for number in range(rounds):
        if number and time.monotonic() > end:
            break
        for profile in LATER_VISITS:
            for name, url in pages.items():
                run = measure_first_and_last_visit(chromium, path, name, url, profile)
                runs.setdefault((name, profile), []).append(run)
        print(f"round {number + 1} of {rounds}", flush=True)
    return runs


def ratio_to_stock(runs: Runs, name: str, profile: str, visit: str, figure: str = "cpu") -> float:
    """Return the median ratio of a page's processor time to that of the stock page's start."""
    pairs = zip(runs[name, profile], runs["stock", profile], strict=True)
    return statistics.median(ours[visit][figure] / stock[visit]["cpu"] for ours, stock in pairs)


def median_figures(runs: Runs) -> list[dict[str, Any]]:
    """Return the medians for each page, profile, and visit."""
    figures = []
    for name, profile in runs:
        for visit in ("first", "later"):
            visits = [run[visit] for run in runs[name, profile]]
            row = {key: statistics.median(single[key] for single in visits) for key in visits[0]}
            labels = {"page": name, "profile": profile, "visit": visit}
            ratio = ratio_to_stock(runs, name, profile, visit)
            usable = ratio_to_stock(runs, name, profile, visit, "usable_cpu")
            figures.append(labels | row | {"ratio": ratio, "usable_ratio": usable})
    return figures


def markdown_table(figures: list[dict[str, Any]]) -> str:
    """Return a Markdown table of the medians."""
    lines = [TABLE_HEAD, "|" + " --- |" * TABLE_HEAD.count(" |")]
    lines += [
        f"| {row['page']} | {row['profile']} | {row['visit']} | {row['cpu']:.0f} |"
        f" {row['ratio']:.2f} | {row['usable_ratio']:.2f} | {row['usable']:.0f} |"
        f" {row['ready']:.0f} | {row['paint']:.0f} | {row['bytes'] / 1e6:.2f} |"
        for row in figures
    ]
    return "\n".join(lines)


def measure_starts(
    report: Report,
    chromium: BrowserType,
    path: str,
    pages: dict[str, str],
    *,
    rounds: int,
    end: float,
) -> str:
    """Open the pages in turn, print medians, check limits, and return the Markdown table."""
    runs = measure_visits(chromium, path, pages, rounds, end)
    report.figures["starts"] = figures = median_figures(runs)
    table = markdown_table(figures)
    print(f"\nstarts, medians of {len(runs['stock', 'disk'])} rounds\n{table}")
    for name in pages:
        for visit, limit in CPU_LIMITS.get(name, {}).items():
            for profile in LATER_VISITS:
                value = ratio_to_stock(runs, name, profile, visit)
                report.check(f"{visit} visit, {name}, {profile}, of stock", value, limit, 2)
    for profile in LATER_VISITS:
        for visit in ("first", "later"):
            value = ratio_to_stock(runs, "built", profile, visit, "usable_cpu")
            report.check(f"{visit} visit usable, {profile}, of stock", value, USABLE_LIMIT, 2)
    size = statistics.median(run["first"]["bytes"] for run in runs["built", "fresh"])
    report.check("bytes of a first visit, MB", size / 1e6, BYTES_LIMIT / 1e6, 2)
    return table
