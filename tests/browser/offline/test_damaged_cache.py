"""Test files that are damaged in the cache, or missing there while the host no longer has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from qwixx.publish.files import TABLE
from qwixx.ui.files.single_file import PROGRAM
from qwixx.ui.files.versions import BOOT
from tests.browser.driver import Driver
from tests.browser.offline.conftest import (
    COUNT_CACHED_FILES,
    WAIT_FOR_ACTIVE_WORKER,
    SiteServer,
    deploy_next_release,
    reload_and_wait,
    wait_until_cache_is_checked,
)
from tests.browser.offline.test_failing_server import DELETE_CACHED_FILE
from tests.conftest import runs_everything

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

pytestmark = pytest.mark.expects_errors

ALTER_CACHED_FILE = """async ([end, alteration]) => {
  const alter = {
    flipped: (data) => data.map((byte, at) => (at % 997 ? byte : byte ^ 4)),
    cut: (data) => data.slice(0, data.length / 2),
    empty: () => new Uint8Array(),
  }[alteration];
  for (const name of (await caches.keys()).filter((name) => name.startsWith('qwixx '))) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      if (!request.url.endsWith(end)) continue;
      const found = await cache.match(request);
      const data = alter(new Uint8Array(await found.arrayBuffer()));
      await cache.put(request, new Response(data, found));
    }
  }
}"""
CACHED_SIZE = """async (end) => {
  for (const name of (await caches.keys()).filter((name) => name.startsWith('qwixx '))) {
    const cache = await caches.open(name);
    for (const request of await cache.keys())
      if (request.url.endsWith(end)) return (await (await cache.match(request)).blob()).size;
  }
  return null;
}"""
WASM = "pyodide.asm.wasm"
PYSCRIPT = "static/vendor/pyscript/core.js"
FIRST = "static/js/first.js"
FAILURE = "static/js/failure.js"
SHIM = "static/js/shim.js"  # in an assembled folder, also contains failure.js


@pytest.fixture
def cached_page(open_page: Callable[..., Driver]) -> Driver:
    """Open a page whose files are cached, with a started game."""
    driver = open_page(start=1, players=2, seed=11, first=0)
    wait_until_cache_is_checked(driver.page)
    driver.click_action("roll")
    return driver


def wait_until_game_is_shown(page: Page) -> None:
    """Wait until the page shows the game that `cached_page` started."""
    Driver(page).wait_until_ready()
    page.locator("html[data-phase=white]").wait_for(state="attached")


@pytest.mark.parametrize("server", ["assembled"], indirect=True)
@pytest.mark.parametrize(
    "path", ["/qwixx/", BOOT, SHIM, TABLE, "pyodide.mjs", WASM, "python_stdlib.bin", PYSCRIPT]
)
def test_page_starts_although_cached_file_is_damaged(
    request: pytest.FixtureRequest, cached_page: Driver, path: str
) -> None:
    page = cached_page.page
    size = page.evaluate(CACHED_SIZE, path)
    assert size
    for alteration in ("flipped", "cut", "empty") if runs_everything(request.config) else ("cut",):
        page.evaluate(ALTER_CACHED_FILE, [path, alteration])
        page.reload()
        wait_until_game_is_shown(page)
        wait_until_cache_is_checked(page)  # possibly that of a new service worker
        assert page.evaluate(CACHED_SIZE, path) == size


@pytest.mark.parametrize(
    ("path", "worker"),
    [
        *((path, "old") for path in ("/qwixx/", FIRST, BOOT, FAILURE, PROGRAM, PYSCRIPT)),
        *(("/qwixx/", worker) for worker in ("missing", "failing")),
        *((BOOT, worker) for worker in ("missing", "failing")),
    ],
)
def test_page_starts_if_host_has_no_longer_missing_file(
    server: SiteServer, cached_page: Driver, path: str, worker: str
) -> None:
    """The host has the next release, but its sw.js is still of this one, or cannot be had."""
    page = cached_page.page
    page.evaluate(DELETE_CACHED_FILE, path)
    if path.startswith("static/"):
        with server.folder.joinpath(path).open("a", encoding="utf-8") as file:
            file.write("\n")
    old_worker = server.folder.joinpath("sw.js").read_bytes()
    deploy_next_release(server.folder)
    server.overrides = {
        r"^sw\.js$": {
            "old": (200, "text/javascript", old_worker),
            "missing": (404, "text/plain", b"none"),
            "failing": (500, "text/plain", b"down"),
        }[worker]
    }
    page.reload()
    page.locator("h1", has_text="Qwixx 2").wait_for()
    wait_until_game_is_shown(page)
    reload_and_wait(cached_page)
    assert page.locator("h1").inner_text() == "Qwixx 2"
    server.overrides = {}
    reload_and_wait(cached_page)
    page.evaluate(WAIT_FOR_ACTIVE_WORKER)


@pytest.mark.parametrize("server", ["assembled"], indirect=True)
@pytest.mark.parametrize("path", [BOOT, TABLE, WASM])
def test_page_without_network_says_why_it_cannot_start(
    server: SiteServer, cached_page: Driver, path: str
) -> None:
    """The other files stay in the cache; once the network is back, the page starts."""
    page = cached_page.page
    count = page.evaluate(COUNT_CACHED_FILES)
    page.evaluate(ALTER_CACHED_FILE, [path, "flipped"])
    server.stop()
    page.reload()
    page.locator("#boot-alone, #boot-failure p").filter(visible=True).first.wait_for()
    if path != BOOT:
        text = page.locator("#boot-failure p", has_text="Check your connection")
        text.wait_for()
    assert page.evaluate(COUNT_CACHED_FILES) >= count - 1
    server.start()
    page.reload()
    wait_until_game_is_shown(page)


def test_page_that_fails_without_cache_leaves_it_only_once(cached_page: Driver) -> None:
    """The fault is not in the cache: the page says so and does not reload again and again."""
    page = cached_page.page
    page.add_init_script(
        "WebAssembly.instantiate = async () => { throw new Error('odd'); };"
        "WebAssembly.instantiateStreaming = WebAssembly.instantiate;"
        "self.name = String(Number(self.name) + 1);"
    )
    page.reload()
    page.locator("#boot-failure h2").wait_for()
    assert page.evaluate("self.name") == "2"
    assert "couldn’t be loaded" in page.locator("#boot-failure p").inner_text()
    assert page.evaluate(
        "Object.keys(localStorage).filter((key) => key.includes(':game:')).length"
    )
