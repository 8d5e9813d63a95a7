"""How fast a page starts: processor time of the page's main thread, beside time on the wall.

On a busy machine the same start takes three times as long on the wall, but the same processor
time within 5 %; a slower processor slows exactly this thread. It is read from /proc, so on Linux
only, while a dialog holds the page at the moment at which Python has shown it.

Each page is opened in two ways: with a profile on disk, where Chromium keeps compiled code for
later visits, and in a context that is off the record, where it keeps none. Later visits to a page
of ours that a host serves resume from the snapshot that the first one has made.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.benchmarks.report import limit_next_step
from tests.browser.driver import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from playwright.sync_api import BrowserContext, BrowserType, CDPSession, Dialog, Page

    from tests.benchmarks.report import Report

FLAGS = [
    *("--no-sandbox", "--disable-background-networking", "--disable-component-update"),
    # Chromium's own hidden pages, and processes that wait for the next page, count as ours else.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess",
]
PATIENCE = 60_000
"""How long a page may take to start, in milliseconds."""
LATER_VISITS = {"disk": 2, "fresh": 1}
"""By the kind of profile: compiled code is kept on disk at a second visit, and used at a third."""
WRITING = 3.0
"""Seconds after which a browser has written what it has compiled; Chromium waits for two first."""
BARS = {
    "built": {"first": 0.42, "later": 0.24},
    "worker": {"later": 0.26},
    "file": {"later": 0.50},
    "single": {"later": 0.50},
}
"""Processor time until a page is ready, as a part of the stock page's."""
USABLE_BAR = 0.10
"""The same until it takes touches."""
BYTES_BAR = 5_600_000
HOLD = """(() => {
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
"""Holds a page once its prerendered screen takes touches, and once Python has shown it."""
USABLE = "performance.getEntriesByName('qwixx:usable')[0]?.startTime ?? self.readyAt"
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
HAS_WORKER = """async () =>
  Boolean((await navigator.serviceWorker.getRegistration())?.active)"""
MAKE_SNAPSHOT = """async () => {
  const load = (name) => import(new URL(`static/js/${name}.js`, document.baseURI));
  const { readTable } = await load('interpreter');
  return (await load('snapshot')).make(readTable);
}"""
LEFT_BEHIND = {"built": (MAKE_SNAPSHOT,), "worker": (HAS_WORKER, MAKE_SNAPSHOT)}
"""By page: scripts that are true once a first visit has left what later ones begin with."""
HEAD = (
    "| page | profile | visit | processor, ms | stock = 1 | usable, stock = 1"
    " | wall, ms | usable, ms | first paint, ms | MB |"
)

Visit = dict[str, float]
Runs = dict[tuple[str, str], list[dict[str, Visit]]]
"""By page and kind of profile, for each round: the first visit and the last."""


def main_thread_times() -> dict[int, float]:
    """Return the processor time in ms of the main thread of each page, by process."""
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
        except OSError:  # it has ended
            continue

    def is_ours(process: int) -> bool:
        while process not in (0, own):
            process = parents.get(process, 0)
        return process == own

    own = int(Path("/proc/self").readlink().name)
    return {process: time for process, time in times.items() if is_ours(process)}


def throttle(page: Page, rate: int) -> CDPSession:
    """Slow the processor down for a page."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
    return session


@contextmanager
def new_profile(chromium: BrowserType, path: str, kind: str) -> Iterator[BrowserContext]:
    """Give a context of a new visitor: its profile lies on "disk", or is a "fresh" one."""
    if kind == "fresh":
        browser = chromium.launch(executable_path=path, args=FLAGS)
        try:
            yield browser.new_context()
        finally:
            browser.close()
        return
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        context = chromium.launch_persistent_context(folder, executable_path=path, args=FLAGS)
        try:
            yield context
        finally:
            context.close()


def visit(context: BrowserContext, url: str, scripts: Sequence[str] = ()) -> Visit:
    """Open a page until Python has shown it; close it when all scripts are true."""
    page = context.new_page()
    result: Visit = {"bytes": 0, "requests": 0}

    def count(event: dict[str, Any]) -> None:
        result["bytes"] += event["encodedDataLength"]
        result["requests"] += 1

    def note(dialog: Dialog) -> None:
        now = main_thread_times()
        cpu = sum(time - before.get(process, 0) for process, time in now.items())
        if dialog.message == "ready":
            result["cpu"] = cpu
        result.setdefault("usable_cpu", cpu)  # what nobody prerendered is usable when it is ready
        dialog.accept()

    session = context.new_cdp_session(page)
    session.on("Network.loadingFinished", count)
    session.send("Network.enable")
    page.on("dialog", note)
    before = main_thread_times()
    page.goto(url, timeout=PATIENCE)
    wait_until(lambda: "cpu" in result, page)
    result["wall"] = page.evaluate("self.readyAt")
    result["usable"] = page.evaluate(USABLE)
    wait_until(lambda: all(page.evaluate(script) for script in scripts), page)
    time.sleep(WRITING)
    result["paint"] = page.evaluate(PAINT)
    page.close()
    return result


def visit_again(
    chromium: BrowserType, path: str, name: str, url: str, profile: str
) -> dict[str, Visit]:
    """Return the first visit of somebody, and the last of several."""
    limit_next_step()
    with new_profile(chromium, path, profile) as context:
        context.set_default_timeout(PATIENCE)
        context.add_init_script(HOLD)
        first = visit(context, url, LEFT_BEHIND.get(name, ()))
        later = [visit(context, url) for _ in range(LATER_VISITS[profile])]
    return {"first": first, "later": later[-1]}


def open_pages(
    chromium: BrowserType, path: str, pages: dict[str, str], rounds: int, end: float
) -> Runs:
    """Open the pages in turn.

    Args:
        chromium: Playwright's.
        path: of the browser.
        pages: addresses by name; "stock" is what the others are compared with.
        rounds: how often each is opened as by somebody new.
        end: the time after which no further round begins, on the clock of `time.monotonic`.
    """
    runs: Runs = {}
    for number in range(rounds):
        if number and time.monotonic() > end:
            break
        for profile in LATER_VISITS:
            for name, url in pages.items():
                run = visit_again(chromium, path, name, url, profile)
                runs.setdefault((name, profile), []).append(run)
        print(f"round {number + 1} of {rounds}", flush=True)
    return runs


def ratio_to_stock(runs: Runs, name: str, profile: str, when: str, figure: str = "cpu") -> float:
    """Return the median over the rounds of a page's processor time.

    The stock page's until it is ready is 1.
    """
    pairs = zip(runs[name, profile], runs["stock", profile], strict=True)
    return statistics.median(ours[when][figure] / stock[when]["cpu"] for ours, stock in pairs)


def rows(runs: Runs) -> list[dict[str, Any]]:
    """Return the medians of each page, profile and visit."""
    found = []
    for name, profile in runs:
        for when in ("first", "later"):
            visits = [run[when] for run in runs[name, profile]]
            row = {key: statistics.median(one[key] for one in visits) for key in visits[0]}
            labels = {"page": name, "profile": profile, "visit": when}
            ratio = ratio_to_stock(runs, name, profile, when)
            usable = ratio_to_stock(runs, name, profile, when, "usable_cpu")
            found.append(labels | row | {"ratio": ratio, "usable_ratio": usable})
    return found


def markdown(figures: list[dict[str, Any]]) -> str:
    """Return the table of the medians."""
    lines = [HEAD, "|" + " --- |" * HEAD.count(" |")]
    lines += [
        f"| {row['page']} | {row['profile']} | {row['visit']} | {row['cpu']:.0f} |"
        f" {row['ratio']:.2f} | {row['usable_ratio']:.2f} | {row['wall']:.0f} |"
        f" {row['usable']:.0f} | {row['paint']:.0f} | {row['bytes'] / 1e6:.2f} |"
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
    """Open the pages in turn, print medians and bars, and return the table in Markdown."""
    runs = open_pages(chromium, path, pages, rounds, end)
    report.figures["starts"] = figures = rows(runs)
    table = markdown(figures)
    print(f"\nstarts, medians of {len(runs['stock', 'disk'])} rounds\n{table}")
    for name in pages:
        for when, bar in BARS.get(name, {}).items():
            for profile in LATER_VISITS:
                value = ratio_to_stock(runs, name, profile, when)
                report.check(f"{when} visit, {name}, {profile}, of stock", value, bar, 2)
    for profile in LATER_VISITS:
        for when in ("first", "later"):
            value = ratio_to_stock(runs, "built", profile, when, "usable_cpu")
            report.check(f"{when} visit usable, {profile}, of stock", value, USABLE_BAR, 2)
    size = statistics.median(run["first"]["bytes"] for run in runs["built", "fresh"])
    report.check("bytes of a first visit, MB", size / 1e6, BYTES_BAR / 1e6, 2)
    return table
