"""Pages of other people, in which the game lies."""

from __future__ import annotations

import threading
from functools import partial
from http.server import ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

from qwixx.publish.files import ROOT
from qwixx.publish.serve import HOST, DevHandler
from tests.browser.driver import Driver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import BrowserContext, Frame, Page


GAME = "?embed=1&players=2&first=0&seed=5&speed=instant"
FRAME = '<iframe src="{}" title="Qwixx" width="360" height="480"{}></iframe>'
OPAQUE = ' sandbox="allow-scripts"'
LISTEN = (
    "addEventListener('message', ({origin, data}) => (self.heard ??= []).push([origin, data]))"
)


class HostHandler(DevHandler):
    """Serves what a test wrote, and the project's own folder beside it."""

    page: ClassVar[str] = ""
    policy: ClassVar[str] = ""

    def do_GET(self) -> None:  # noqa: N802 - the base class calls it so
        """Answer."""
        if self.path == "/favicon.ico":
            self.send_response(204)
            self.end_headers()
            return
        if self.path != "/post":
            super().do_GET()
            return
        body = f"<!doctype html><html lang=en><title>A post</title>{self.page}".encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        if self.policy:
            self.send_header("Content-Security-Policy", self.policy)
        self.end_headers()
        self.wfile.write(body)


class OpenHandler(DevHandler):
    """Lets every origin read, as GitHub Pages does."""

    def end_headers(self) -> None:
        """Say so."""
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()


def run(handler: type[DevHandler], name: str, ours: set[str]) -> Iterator[str]:
    with ThreadingHTTPServer((HOST, 0), partial(handler, directory=str(ROOT))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        ours.add(f"{name}:{server.server_port}")
        yield f"http://{name}:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module")
def host(ours: set[str]) -> Iterator[str]:
    """Somebody else's site: another one than the game's, as browsers see it."""
    yield from run(HostHandler, "localhost", ours)


@pytest.fixture(scope="module")
def open_address(ours: set[str]) -> Iterator[str]:
    """The game on a host that lets every origin read."""
    yield from run(OpenHandler, HOST, ours)


@pytest.fixture
def uses_started_pages() -> bool:
    """Return that each test needs pages of its own."""
    return False


@pytest.fixture
def post(host: str, context: BrowserContext) -> Callable[..., Page]:
    """Open a post with something in it."""

    def open_(body: str, visitor: BrowserContext | None = None, policy: str = "") -> Page:
        HostHandler.page, HostHandler.policy = body, policy
        page = (visitor or context).new_page()
        page.add_init_script(LISTEN)
        page.goto(f"{host}post", wait_until="domcontentloaded")
        return page

    return open_


def frames_of(page: Page, count: int = 1) -> list[Frame]:
    """Return the frames with a game in them, when their previews are there."""
    frames = []
    for index in range(count):
        element = page.locator("iframe").nth(index).element_handle()
        assert element is not None
        frame = element.content_frame()
        assert frame is not None
        frame.locator("[data-action='play']").wait_for()
        frames.append(frame)
    return frames


def play(page: Page, frame: Frame) -> Driver:
    """Touch Play and wait for the game."""
    frame.locator("[data-action='play']").click()
    driver = Driver(page, frame)
    frame.wait_for_selector("html[data-qwixx=ready], html[data-qwixx=failed]", state="attached")
    assert driver.qwixx() == "ready"
    return driver


def heard(page: Page) -> list[tuple[str, dict[str, Any]]]:
    messages: list[tuple[str, dict[str, Any]]] = page.evaluate("self.heard ?? []")
    return messages
