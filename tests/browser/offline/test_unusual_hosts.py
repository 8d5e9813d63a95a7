"""Test hosts that change the page or its headers: it works offline, or its menu says why not."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from tests.browser.driver import Driver, wait_until
from tests.browser.faulty_server import (
    FaultyServer,
    Response,
    replace_body,
    set_headers,
    set_status,
)
from tests.browser.offline.conftest import (
    HAS_CONTROLLER,
    WAIT_FOR_ACTIVE_WORKER,
    wait_until_cache_is_checked,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import BrowserContext

    from tests.browser.faulty_server import ResponseChanges

PAGE = r"^index\.html$"
MENU_TEXT = "[data-dialog='menu'] .menu-text"


@pytest.fixture
def server(assembled_site: Path) -> FaultyServer:
    return FaultyServer(assembled_site)


@pytest.fixture
def address(server: FaultyServer) -> Iterator[str]:
    yield from server.serve()


@pytest.fixture
def allowed_hosts(address: str) -> set[str]:
    return {urlsplit(address).netloc}


def insert(old: bytes, new: bytes) -> Callable[[Response], object]:
    """Return a function that replaces a text, which must occur once."""

    def replace_once(body: bytes) -> bytes:
        assert body.count(old) == 1
        return body.replace(old, new)

    return replace_body(replace_once)


def partial_response(response: Response) -> None:
    response.status = 206
    size = len(response.body)
    response.headers["Content-Range"] = f"bytes 0-{size - 1}/{size}"


class RedirectingServer(FaultyServer):
    """A server that redirects one of the page's two URLs to the other."""

    def __init__(self, folder: Path, source: str, target: str) -> None:
        super().__init__(folder)
        self.source, self.target = source, target

    def respond(self, path: str) -> Response:
        if path == self.source:
            self.requested_paths.append(path)
            return Response(302, {"Location": f"/{self.target}"})
        return super().respond(path)


HOSTS: dict[str, ResponseChanges] = {
    "comment": {PAGE: insert(b"</html>", b"</html>\n<!-- served in 3 ms -->")},
    "script": {PAGE: insert(b"</body>", b"<script>self.count = 1</script></body>")},
    "first line": {PAGE: insert(b"<!doctype html>", b"<!-- cached --><!DOCTYPE html>")},
    "vary": {"": set_headers(Vary="*")},
    "partial": {r"^(?!index)": partial_response},
    "partial page": {PAGE: partial_response},
}


def open_offline(context: BrowserContext, address: str) -> Driver:
    """Open the page, and once it is cached, open it again without a network; return its driver."""
    page = context.new_page()
    page.goto(address)
    driver = Driver(page)
    driver.wait_until_ready()
    page.evaluate(WAIT_FOR_ACTIVE_WORKER)
    context.set_offline(True)
    page.goto(address)
    driver.wait_until_ready()
    assert page.evaluate(HAS_CONTROLLER)
    return driver


def menu_text(driver: Driver, expected: str) -> None:
    """Open the menu and wait until it says a text about offline play."""
    driver.click_action("menu")
    driver.page.locator(MENU_TEXT, has_text=expected).wait_for()


@pytest.mark.expects_errors
@pytest.mark.parametrize("changes", HOSTS.values(), ids=HOSTS)
def test_page_works_offline_although_host_changes_it(
    server: FaultyServer, context: BrowserContext, address: str, changes: ResponseChanges
) -> None:
    server.changes = changes
    driver = open_offline(context, address)
    menu_text(driver, "You can also play offline.")


@pytest.mark.expects_errors
@pytest.mark.parametrize(("source", "target"), [("", "index.html"), ("index.html", "")])
def test_page_works_offline_although_host_redirects(
    assembled_site: Path,
    context: BrowserContext,
    allowed_hosts: set[str],
    source: str,
    target: str,
) -> None:
    for address in RedirectingServer(assembled_site, source, target).serve():
        allowed_hosts.add(urlsplit(address).netloc)
        driver = open_offline(context, address)
        driver.page.goto(f"{address}index.html?lang=de")
        driver.wait_until_ready()


REFUSALS: dict[str, tuple[ResponseChanges, str]] = {
    "other page": ({PAGE: insert(b'data-build="', b'data-build="0')}, "changes or withholds"),
    "changed style sheet": (
        {r"\.css$": replace_body(lambda body: body + b"/* */")},
        "changes or withholds",
    ),
    "missing icon": ({r"icon-512\.png$": set_status(404)}, "changes or withholds"),
    "busy": ({r"icon-512\.png$": set_status(503)}, "haven’t arrived"),
    "no worker": ({r"^sw\.js$": set_status(404)}, "changes or withholds"),
    "worker of another type": (
        {r"^sw\.js$": set_headers(Content_Type="text/plain")},
        "changes or withholds",
    ),
}


@pytest.mark.expects_errors
@pytest.mark.parametrize(("changes", "expected"), REFUSALS.values(), ids=REFUSALS)
def test_menu_says_why_page_does_not_work_offline(
    server: FaultyServer,
    context: BrowserContext,
    address: str,
    changes: ResponseChanges,
    expected: str,
) -> None:
    page = context.new_page()
    page.goto(address)
    driver = Driver(page)
    driver.wait_until_ready()  # without faults, so that the page itself is intact
    wait_until_cache_is_checked(page)
    page.evaluate(
        """async () => {
          await (await navigator.serviceWorker.getRegistration()).unregister();
          for (const name of await caches.keys()) await caches.delete(name);
        }"""
    )
    server.changes = changes
    page.reload()
    driver.wait_until_ready()
    menu_text(driver, expected)


def test_menu_says_that_browser_has_no_room_for_files(
    context: BrowserContext, address: str, page_problems: list[str]
) -> None:
    devtools = context.new_cdp_session(context.new_page())
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": address[:-1], "quotaSize": 200_000})
    page = context.new_page()
    page.goto(address)
    driver = Driver(page)
    driver.wait_until_ready()
    menu_text(driver, "enough space")
    assert page_problems == []


def test_menu_says_that_browser_allows_no_offline_play(
    new_context: Callable[..., BrowserContext], address: str
) -> None:
    for script, expected in (
        ("", "private window"),
        ("Object.defineProperty(self, 'isSecureContext', {value: false})", "doesn’t use HTTPS"),
    ):
        page = new_context().new_page()  # without service workers
        page.add_init_script(script)
        page.goto(address)
        driver = Driver(page)
        driver.wait_until_ready()
        menu_text(driver, expected)


@pytest.mark.expects_errors
def test_damaged_copy_of_changed_page_is_replaced(
    server: FaultyServer, context: BrowserContext, address: str
) -> None:
    """The list has no hash for it, so the worker notes its own."""
    server.changes = HOSTS["comment"]
    page = context.new_page()
    page.goto(address)
    driver = Driver(page)
    driver.wait_until_ready()
    wait_until_cache_is_checked(page)
    page.evaluate(
        """async (url) => {
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        const found = await cache.match(url);
        if (!found) continue;
        const text = await found.text();
        await cache.put(url, new Response(text.replaceAll('<script', '<scrypt'), found));
      }
    }""",
        address,
    )
    page.reload()
    driver.wait_until_ready()
    wait_until(lambda: bool(page.evaluate(HAS_CONTROLLER)), page)
