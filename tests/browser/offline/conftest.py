"""A host on which the game lies in a folder, and goes offline or on to the next version."""

from __future__ import annotations

import re
import shutil
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from qwixx.publish.files import ROOT, game_files, preview_picture_paths, runtime_files
from qwixx.publish.renew import renew_version_ids
from tests.browser.driver import Driver, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import BrowserContext, Page


HOME = "/user/qwixx/"
KEPT = """async () => {
  const registration = await navigator.serviceWorker.ready;
  const worker = registration.active;
  if (worker.state !== 'activated')
    await new Promise((done) => { worker.onstatechange = done; });
}"""
CACHES = "async () => (await caches.keys()).sort()"
COUNT = """async () => {
  let count = 0;
  for (const name of await caches.keys())
    count += (await (await caches.open(name)).keys()).length;
  return count;
}"""
CONTROLLED = "() => navigator.serviceWorker.controller !== null"
LOOK = "async () => { await (await navigator.serviceWorker.getRegistration()).update(); }"


class Host:
    """A plain host of files in a folder below its root, which can be switched off."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self.requests: list[str] = []
        self.asked: list[str] = []
        """Paths that a service worker has fetched."""
        self.patience = 10_000
        """How many of those it still answers."""
        self.odd: dict[str, tuple[int, str, bytes]] = {}
        """Statuses, types and contents that it gives for some paths, by regular expression."""

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}{HOME}"

    def start(self) -> None:
        host = self

        class Handler(SimpleHTTPRequestHandler):
            def do_GET(self) -> None:
                path = self.path.partition("?")[0].removeprefix(HOME)
                host.requests.append(path)
                if self.headers.get("Referer", "").endswith("/sw.js"):
                    host.asked.append(path)
                    host.patience -= 1
                    if host.patience < 0:
                        self.close_connection = True
                        return
                for pattern, (status, kind, content) in host.odd.items():
                    if re.search(pattern, path):
                        self.send_response(status)
                        self.send_header("Content-Type", kind)
                        self.send_header("Content-Length", str(len(content)))
                        self.end_headers()
                        self.wfile.write(content)
                        return
                super().do_GET()

            def translate_path(self, path: str) -> str:
                inside = path.startswith(HOME)
                return super().translate_path(path.removeprefix(HOME) if inside else "/none")

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name
                pass

        handler = partial(Handler, directory=str(self.folder))
        self.server = ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        self.server.daemon_threads = True
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


def copy_site(folder: Path) -> Path:
    others = ("sw.js", "static/vendor/manifest.json", *preview_picture_paths(ROOT))
    for name in (*runtime_files(), *game_files(), *others):
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, target)
    renew_version_ids(folder)
    return folder


def deploy_next(folder: Path) -> None:
    """Put a new version of the game there, which calls itself by another name."""
    view = folder / "qwixx/ui/view.py"
    text = view.read_text(encoding="utf-8")
    assert text.count('"Qwixx"') == 1
    view.write_text(text.replace('"Qwixx"', '"Qwixx 2"'), encoding="utf-8")
    renew_version_ids(folder)


@pytest.fixture
def uses_started_pages() -> bool:
    """Return that each test needs pages of its own."""
    return False


@pytest.fixture
def host(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Host]:
    if getattr(request, "param", "source") == "assembled":
        folder = request.getfixturevalue("assembled")
    else:
        folder = copy_site(tmp_path / "site")
    host = Host(folder)
    host.start()
    yield host
    host.stop()


@pytest.fixture
def address(host: Host) -> str:
    return host.address


@pytest.fixture
def ours(address: str) -> set[str]:
    return {urlsplit(address).netloc}


@pytest.fixture
def context(new_context: Callable[..., BrowserContext]) -> BrowserContext:
    """A visitor whose browser has service workers."""
    return new_context(worker=True)


def title(page: Page) -> str:
    return page.locator("h1").inner_text()


def wait_until_given_up(driver: Driver) -> None:
    """Wait until the first version could not be kept."""
    nothing = "async () => await navigator.serviceWorker.getRegistration() === undefined"
    wait_until(lambda: driver.page.evaluate(nothing), driver.page)


def load_anew(driver: Driver) -> None:
    driver.page.reload()
    driver.wait_ready()


def play_to_the_end(driver: Driver) -> None:
    """Play as nobody should: quickly, by passing."""
    for _turn in range(7):
        driver.act("roll")
        for _decision in range(3):
            driver.act("pass")
    assert driver.saved().state.scores() == (-20, -15)
    assert driver.page.locator("html").get_attribute("data-phase") == "over"
