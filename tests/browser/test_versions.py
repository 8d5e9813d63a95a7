"""A page of two versions, where no service worker keeps one whole: a cache, a deployment."""

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
COUNT = "window.name = String(Number(window.name) + 1)"
"""How often a page was loaded, in what stays with its tab."""


class Lasting(SimpleHTTPRequestHandler):
    """Lets browsers keep each file for ten minutes, as GitHub Pages does."""

    old: ClassVar[dict[str, bytes]] = {}
    """What is given out once more, by path."""

    def do_GET(self) -> None:
        data = self.old.pop(self.path, None)
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

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name there
        pass


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """The first version, which has seen `renew`, an hour ago.

    A host tells by whole seconds whether a file has changed since.
    """
    folder = copy_site(tmp_path / "site")
    renew_version_ids(folder)
    before = time.time() - 3600
    for path in folder.rglob("*"):
        os.utime(path, (before, before))
    return folder


@pytest.fixture
def address(site: Path) -> Iterator[str]:
    handler = partial(Lasting, directory=str(site))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture
def allowed_hosts(address: str) -> set[str]:
    return {urlsplit(address).netloc}


def loads(page: Page) -> int:
    """Return how often a page has been loaded."""
    return int(page.evaluate("window.name"))


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")


def change_python(site: Path) -> None:
    change(site / "qwixx/ui/view.py", '"Qwixx"', '"Qwixx 2"')


def change_scripts(site: Path) -> None:
    change(site / "static/js/boot.js", '"use strict";\n', '"use strict"; self.boot = 2;\n')
    change(site / "index.html", "<body>", '<body class="two">')


def change_modules_that_need_each_other(site: Path) -> None:
    change_python(site)
    with site.joinpath("qwixx/ui/view.py").open("a", encoding="utf-8") as file:
        file.write("\n\nTWO = 2\n")
    change(
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
def test_after_a_deployment_a_page_is_loaded_anew_once(
    site: Path,
    context: BrowserContext,
    open_page: Callable[..., Driver],
    changes: list[Callable[[Path], None]],
) -> None:
    context.add_init_script(COUNT)
    driver = open_page()
    before = loads(driver.page)
    for each in changes:
        each(site)
    renew_version_ids(site)
    driver.page.reload()
    wait_for_title(driver.page, "Qwixx 2")
    assert loads(driver.page) == before + 2
    assert driver.page.locator(".notices").inner_text() == ""
    if change_scripts in changes:
        assert driver.page.evaluate("[self.boot, document.body.className]") == [2, "two"]
    driver.page.reload()
    driver.wait_until_ready()
    assert loads(driver.page) == before + 3


@pytest.mark.expects_errors
def test_modules_that_do_not_fit_are_fetched_anew(
    site: Path, context: BrowserContext, address: str, page_problems: list[str]
) -> None:
    """Python stops at an import before it can see of which version it is."""
    view = site / "qwixx/ui/view.py"
    before = view.read_bytes()
    change_modules_that_need_each_other(site)
    after = view.read_bytes()
    view.write_bytes(before)
    renew_version_ids(site)
    Lasting.old = {f"/{PROGRAM}": site.joinpath(PROGRAM).read_bytes()}
    view.write_bytes(after)
    renew_version_ids(site)
    page = context.new_page()
    page.goto(address)
    wait_for_title(page, "Qwixx 2")
    (complaint,) = page_problems
    assert "ImportError" in complaint


def test_a_host_of_two_versions_is_told_of_once(
    site: Path, context: BrowserContext, address: str
) -> None:
    context.add_init_script(COUNT)
    change_python(site)
    site.joinpath(PROGRAM).write_text(
        encode_bundle(read_files(site, program_paths(site)))
    )  # and nothing says so
    page = context.new_page()
    page.goto(address)
    wait_for_title(page, "Qwixx 2")
    first = loads(page)
    assert "different versions" in page.locator(".notices").inner_text()
    page.reload()
    wait_for_title(page, "Qwixx 2")
    assert loads(page) - first in (1, 2)
    assert "different versions" in page.locator(".notices").inner_text()


def test_in_a_frame_a_reader_presses_play_once(
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
