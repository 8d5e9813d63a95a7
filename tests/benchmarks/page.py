"""How fast the page starts and answers: `python -m tests.benchmarks.page [rounds]`.

Machines are noisy, so each round measures our page beside a stock PyScript page (the
same core, Pyodide's own standard library and lock file, a program of one line), in the
same browser: compare the ratios, not the times. Node's npm fetches the stock files.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
import statistics
import subprocess
import sys
import tarfile
import tempfile
import threading
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from qwixx.serve import ROOT, Handler
from tests.browser.driver import Driver

STOCK_PAGE = """<!doctype html><html lang="en"><title>stock</title>
<script type="module" src="static/vendor/pyscript/core.js"></script>
<script type="py" config='{"interpreter": "stock/pyodide.mjs"}'>
from pyscript import document
document.documentElement.dataset.qwixx = "ready"
</script>"""
READY = """new MutationObserver(() => {
  if (document.documentElement?.dataset.qwixx === 'ready') window.readyAt ??= performance.now();
}).observe(document, {attributes: true, childList: true, subtree: true});"""
PAINTED = """window.times = [];
addEventListener('click', (event) => requestAnimationFrame(() => {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => times.push(performance.now() - event.timeStamp);
  channel.port2.postMessage(0);
}), true);"""
FLAGS = ["--no-sandbox", "--disable-background-networking"]


class GzipHandler(Handler):
    """Serves as a static host does: compressed, and kept by the browser."""

    packed: dict[str, bytes]

    def do_GET(self) -> None:  # noqa: N802 - the base class calls it so
        """Answer from the compressed files."""
        path = self.path.partition("?")[0].lstrip("/") or "index.html"
        body = self.packed.get(path)
        if body is None:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def send_header(self, keyword: str, value: str) -> None:
        """Let the browser keep files, unlike the server for those who work on them."""
        super().send_header(keyword, "max-age=600" if keyword == "Cache-Control" else value)


def pack(stock: Path | None) -> dict[str, bytes]:
    """Compress all that the pages ask for."""
    names = [ROOT / "index.html", ROOT / "pyscript.toml"]
    for folder in ("qwixx", "static"):
        names += [path for path in (ROOT / folder).rglob("*") if path.is_file()]
    files = {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in names}
    if stock is not None:
        vendored = ROOT / "static" / "vendor" / "pyodide"
        files |= {f"stock/{path.name}": path.read_bytes() for path in vendored.iterdir()}
        for name in ("python_stdlib.zip", "pyodide-lock.json"):
            files[f"stock/{name}"] = (stock / name).read_bytes()
        files["stock.html"] = STOCK_PAGE.encode()
    return {name: gzip.compress(data, 6, mtime=0) for name, data in files.items()}


def fetch_stock(folder: Path) -> Path | None:
    """Fetch Pyodide's own files; None, with a word why, if they cannot be had."""
    manifest = json.loads((ROOT / "static/vendor/manifest.json").read_text("utf-8"))
    version = manifest["packages"]["pyodide"]["version"]
    npm = shutil.which("npm")
    if npm is None:
        print("npm is not here: no stock page to compare with")
        return None
    command = [npm, "pack", "--silent", f"pyodide@{version}"]
    if subprocess.run(command, cwd=folder, check=False, capture_output=True).returncode != 0:  # noqa: S603 - ours
        print("npm could not fetch Pyodide: no stock page to compare with")
        return None
    with tarfile.open(next(folder.glob("*.tgz"))) as archive:
        archive.extractall(folder, filter="data")
    return folder / "package"


def throttle(page: Page, rate: int) -> CDPSession:
    """Slow the processor down for a page."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
    return session


def boot(browser: Browser, url: str, rate: int) -> dict[str, float]:
    """Open a page as a new visitor and again; return times in ms, bytes and requests."""
    context = browser.new_context()
    context.add_init_script(READY)
    result: dict[str, float] = {"bytes": 0, "requests": 0}
    for visit in ("cold", "second", "warm"):
        page = context.new_page()
        session = throttle(page, rate)
        if visit == "cold":
            session.send("Network.enable")

            def count(event: dict[str, Any]) -> None:
                result["bytes"] += event["encodedDataLength"]
                result["requests"] += 1

            session.on("Network.loadingFinished", count)
        page.goto(url)
        page.wait_for_selector("html[data-qwixx=ready]", state="attached", timeout=120_000)
        result[visit] = page.evaluate("window.readyAt")
        if visit == "cold":
            paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
            result["paint"] = page.evaluate(paint)
        page.close()
    context.close()
    return result


def click_times(browser: Browser, url: str, rate: int) -> list[float]:
    """Play a game by mouse; return ms from each click to the frame that shows it."""
    context = browser.new_context(viewport={"width": 360, "height": 740})
    context.add_init_script(PAINTED)
    page = context.new_page()
    page.goto(f"{url}?start=1&players=2&seed=11&speed=instant")
    driver = Driver(page)
    driver.wait_ready()
    throttle(page, rate)
    while page.locator("html").get_attribute("data-phase") != "over":
        offered = page.locator("[data-offer='now']")
        if offered.count():
            offered.first.click()
        else:
            page.locator(".controls [data-action]").first.click()
    page.wait_for_timeout(300)
    times: list[float] = page.evaluate("times")
    context.close()
    return times


def main(rounds: int) -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        GzipHandler.packed = pack(fetch_stock(Path(folder)))
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(GzipHandler))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/"
        path = shutil.which("chromium") or playwright.chromium.executable_path
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        print(f"{browser.version}, {rounds} rounds, load {os.getloadavg()[0]:.1f}")
        pages = {"ours": address}
        if "stock.html" in GzipHandler.packed:
            pages["stock"] = f"{address}stock.html"
        for rate in (1, 4):
            runs: dict[str, list[dict[str, float]]] = {name: [] for name in pages}
            for _ in range(rounds):
                for name, url in pages.items():
                    runs[name].append(boot(browser, url, rate))
            report(runs, rate)
        for rate in (1, 4):
            times = sorted(click_times(browser, address, rate))
            p95 = times[int(len(times) * 0.95)]
            print(
                f"click to painted, {rate}x: median {statistics.median(times):.1f} ms, "
                f"p95 {p95:.1f} ms, {len(times)} clicks (bar: p95 {16 if rate == 1 else 50} ms)"
            )
        browser.close()
        server.shutdown()


def report(runs: dict[str, list[dict[str, float]]], rate: int) -> None:
    """Print the medians of the boots at one speed, and their ratios."""

    def median(name: str, field: str) -> float:
        return statistics.median(run[field] for run in runs[name])

    for name in runs:
        print(
            f"boot {rate}x {name:5}: cold {median(name, 'cold'):6.0f} ms, "
            f"warm {median(name, 'warm'):6.0f} ms, first paint {median(name, 'paint'):4.0f} ms, "
            f"{median(name, 'bytes') / 1e6:.2f} MB in {median(name, 'requests'):.0f} requests"
        )
    if "stock" in runs:
        cold = median("ours", "cold") / median("stock", "cold")
        warm = median("ours", "warm") / median("stock", "warm")
        print(f"boot {rate}x ours / stock: cold {cold:.2f}, warm {warm:.2f} (bars 4x: 0.50, 0.40)")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
