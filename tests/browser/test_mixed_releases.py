"""Pages with files of two releases, due to caches or deployments, without a service worker."""

from __future__ import annotations

import os
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, ClassVar
from urllib.parse import urlsplit

import pytest

from qwixx.publish.files import program_paths
from qwixx.publish.renew import renew_version_ids
from qwixx.publish.script_bundles import encode_bundle, read_files
from qwixx.ui.files.single_file import PROGRAM
from tests.browser.driver import Driver
from tests.browser.offline.conftest import copy_site

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import BrowserContext, Page

pytestmark = pytest.mark.fresh_page
COUNT_LOADS = "window.name = String(Number(window.name) + 1)"
"""Script that counts the loads of a tab in the window's name, which survives reloads."""


class CachingHandler(SimpleHTTPRequestHandler):
    """Request handler that lets browsers cache files for ten minutes, like GitHub Pages."""

    old_files: ClassVar[dict[str, bytes]] = {}
    """Old file contents to serve once more, by path."""

    def do_GET(self) -> None:
        data = self.old_files.pop(self.path, None)
        if data is None:
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "max-age=600")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name in the base class
        pass


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Create the site of the first release, with files that are an hour old.

    Otherwise, servers could miss a change: they compare modification times in whole seconds.
    """
    folder = copy_site(tmp_path / "site")
    renew_version_ids(folder)
    hour_ago = time.time() - 3600
    for path in folder.rglob("*"):
        os.utime(path, (hour_ago, hour_ago))
    return folder


@pytest.fixture
def address(site: Path) -> Iterator[str]:
    handler = partial(CachingHandler, directory=str(site))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture
def allowed_hosts(address: str) -> set[str]:
    return {urlsplit(address).netloc}


def load_count(page: Page) -> int:
    """Return the number of times a page was loaded."""
    return int(page.evaluate("window.name"))


def replace_once(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")


def change_python(site: Path) -> None:
    replace_once(site / "qwixx/ui/view.py", '"Qwixx"', '"Qwixx 2"')


def change_scripts(site: Path) -> None:
    replace_once(site / "static/js/boot.js", '"use strict";\n', '"use strict"; self.boot = 2;\n')
    replace_once(site / "index.html", "<body>", '<body class="two">')


def change_interdependent_modules(site: Path) -> None:
    change_python(site)
    with site.joinpath("qwixx/ui/view.py").open("a", encoding="utf-8") as file:
        file.write("\n\nTWO = 2\n")
    replace_once(
        site / "qwixx/ui/app.py",
        "from qwixx.ui.model import Model\n",
        "from qwixx.ui.model import Model\nfrom qwixx.ui.view import TWO\n",
    )


def wait_for_title(page: Page, title: str) -> None:
    page.locator("h1", has_text=title).wait_for()
    Driver(page).wait_until_ready()
    assert page.locator("h1").inner_text() == title


@pytest.mark.parametrize(
    "changes",
    [
        [change_python],
        [change_python, change_scripts],
    ],
    ids=["python", "all"],
)
def test_page_reloads_once_after_deployment(
    site: Path,
    context: BrowserContext,
    open_page: Callable[..., Driver],
    changes: list[Callable[[Path], None]],
) -> None:
    context.add_init_script(COUNT_LOADS)
    driver = open_page()
    initial_count = load_count(driver.page)
    for make_change in changes:
        make_change(site)
    renew_version_ids(site)
    driver.page.reload()
    wait_for_title(driver.page, "Qwixx 2")
    assert load_count(driver.page) == initial_count + 2
    assert driver.page.locator(".notices").inner_text() == ""
    if change_scripts in changes:
        assert driver.page.evaluate("[self.boot, document.body.className]") == [2, "two"]
    driver.page.reload()
    driver.wait_until_ready()
    assert load_count(driver.page) == initial_count + 3


@pytest.mark.expects_errors
def test_incompatible_modules_are_fetched_again(
    site: Path, context: BrowserContext, address: str, page_problems: list[str]
) -> None:
    """An import fails before Python can compare the releases."""
    view = site / "qwixx/ui/view.py"
    old_view = view.read_bytes()
    change_interdependent_modules(site)
    new_view = view.read_bytes()
    view.write_bytes(old_view)
    renew_version_ids(site)
    CachingHandler.old_files = {f"/{PROGRAM}": site.joinpath(PROGRAM).read_bytes()}
    view.write_bytes(new_view)
    renew_version_ids(site)
    page = context.new_page()
    page.goto(address)
    wait_for_title(page, "Qwixx 2")
    (problem,) = page_problems
    assert "ImportError" in problem


def test_mixed_releases_are_reported_and_reloading_stops(
    site: Path, context: BrowserContext, address: str
) -> None:
    context.add_init_script(COUNT_LOADS)
    change_python(site)
    site.joinpath(PROGRAM).write_text(
        encode_bundle(read_files(site, program_paths(site)))
    )  # without new version IDs
    page = context.new_page()
    page.goto(address)
    wait_for_title(page, "Qwixx 2")
    initial_count = load_count(page)
    assert "different versions" in page.locator(".notices").inner_text()
    page.reload()
    wait_for_title(page, "Qwixx 2")
    assert load_count(page) - initial_count in (1, 2)
    assert "different versions" in page.locator(".notices").inner_text()


def test_one_press_of_play_starts_new_release_in_frame(
    site: Path, context: BrowserContext, address: str
) -> None:
    site.joinpath("blog.html").write_text(
        '<link rel="icon" href="data:,"><iframe src="./?embed=1" height="600"></iframe>',
        encoding="utf-8",
    )
    page = context.new_page()
    page.goto(f"{address}blog.html")
    frame = page.frame_locator("iframe")
    frame.locator("[data-action='play']").wait_for()
    change_python(site)
    change_scripts(site)
    renew_version_ids(site)
    page.reload()
    frame.locator("[data-action='play']").click()
    ready = frame.locator("html[data-qwixx=ready]")
    ready.wait_for(state="attached")
    frame.locator("h1", has_text="Qwixx 2").wait_for(state="attached")
    assert frame.locator("body").get_attribute("class") == "two"
    assert frame.locator("[data-player]").count() == 2
