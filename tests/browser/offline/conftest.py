"""Fixtures: a web server that serves the game and can be stopped or updated."""

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


BASE_PATH = "/user/qwixx/"
WAIT_FOR_ACTIVE_WORKER = """async () => {
  const registration = await navigator.serviceWorker.ready;
  const worker = registration.active;
  if (worker.state !== 'activated')
    await new Promise((done) => { worker.onstatechange = done; });
}"""
RECORD_STATUSES = """self.offlineStatuses = [];
navigator.serviceWorker?.addEventListener('message', ({ data }) => {
  if (String(data).startsWith('offline ')) self.offlineStatuses.push(data);
});"""
LIST_CACHES = "async () => (await caches.keys()).sort()"
COUNT_CACHED_FILES = """async () => {
  let count = 0;
  for (const name of await caches.keys())
    count += (await (await caches.open(name)).keys()).length;
  return count;
}"""
HAS_CONTROLLER = "() => navigator.serviceWorker.controller !== null"
CHECK_FOR_UPDATE = (
    "async () => { await (await navigator.serviceWorker.getRegistration()).update(); }"
)


class SiteServer:
    """A web server that serves the game at `BASE_PATH` and can be stopped."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self.requested_paths: list[str] = []
        self.worker_requests: list[str] = []
        """Paths requested by a service worker."""
        self.worker_responses_left = 10_000
        """Number of further service-worker requests that the server will answer."""
        self.overrides: dict[str, tuple[int, str, bytes]] = {}
        """Status, content type, and content to send, by regular expression for the path."""

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}{BASE_PATH}"

    def start(self) -> None:
        server = self

        class Handler(SimpleHTTPRequestHandler):
            def do_GET(self) -> None:
                path = self.path.partition("?")[0].removeprefix(BASE_PATH)
                server.requested_paths.append(path)
                if self.headers.get("Referer", "").endswith("/sw.js"):
                    server.worker_requests.append(path)
                    server.worker_responses_left -= 1
                    if server.worker_responses_left < 0:
                        self.close_connection = True
                        return
                for pattern, (status, content_type, content) in server.overrides.items():
                    if re.search(pattern, path):
                        self.send_response(status)
                        self.send_header("Content-Type", content_type)
                        self.send_header("Content-Length", str(len(content)))
                        self.end_headers()
                        self.wfile.write(content)
                        return
                super().do_GET()

            def translate_path(self, path: str) -> str:
                inside = path.startswith(BASE_PATH)
                return super().translate_path(path.removeprefix(BASE_PATH) if inside else "/none")

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - inherited
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
    """Copy the files of the page to a folder, renew the version IDs, and return the folder."""
    other_paths = ("sw.js", "static/vendor/manifest.json", *preview_picture_paths(ROOT))
    for name in (*runtime_files(), *game_files(), *other_paths):
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, target)
    renew_version_ids(folder)
    return folder


def deploy_next_release(folder: Path) -> None:
    """Turn a folder into the next release, with a different heading."""
    view = folder / "qwixx/ui/view.py"
    text = view.read_text(encoding="utf-8")
    assert text.count('"Qwixx"') == 1
    view.write_text(text.replace('"Qwixx"', '"Qwixx 2"'), encoding="utf-8")
    renew_version_ids(folder)


@pytest.fixture
def can_reuse_pages() -> bool:
    """Give every test new pages."""
    return False


@pytest.fixture
def server(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[SiteServer]:
    if getattr(request, "param", "source") == "assembled":
        folder = request.getfixturevalue("assembled_site")
    else:
        folder = copy_site(tmp_path / "site")
    server = SiteServer(folder)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def address(server: SiteServer) -> str:
    return server.address


@pytest.fixture
def allowed_hosts(address: str) -> set[str]:
    return {urlsplit(address).netloc}


@pytest.fixture
def context(new_context: Callable[..., BrowserContext]) -> BrowserContext:
    """Browser context whose pages may have a service worker and record its offline statuses."""
    context = new_context(worker=True)
    context.add_init_script(RECORD_STATUSES)
    return context


def read_heading(page: Page) -> str:
    return page.locator("h1").inner_text()


def wait_until_worker_is_unregistered(driver: Driver) -> None:
    """Wait until the page has no service worker, as after a failed installation."""
    has_no_worker = "async () => await navigator.serviceWorker.getRegistration() === undefined"
    wait_until(lambda: driver.page.evaluate(has_no_worker), driver.page)


def wait_until_cache_is_checked(page: Page) -> None:
    """Wait until the worker has checked all files for a page, lest it repair altered ones."""
    wait_until(lambda: page.evaluate("self.offlineStatuses.length") > 0, page)


def reload_and_wait(driver: Driver) -> None:
    driver.page.reload()
    driver.wait_until_ready()


def pass_until_end(driver: Driver) -> None:
    """Finish a two-player game by passing in every step."""
    for _turn in range(7):
        driver.click_action("roll")
        for _decision in range(3):
            driver.click_action("pass")
    assert driver.saved_game().state.scores() == (-20, -15)
    assert driver.page.locator("html").get_attribute("data-phase") == "over"
