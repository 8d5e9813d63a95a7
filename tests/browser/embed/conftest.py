"""Fixtures and functions for pages of other sites that embed the game."""

from __future__ import annotations

import threading
from functools import partial
from http.server import ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

from qwixx.publish.serve import HOST, DevHandler
from tests.browser.driver import Driver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import BrowserContext, Frame, Page


GAME_QUERY = "?embed=1&players=2&first=0&seed=5&speed=instant"
IFRAME_HTML = '<iframe src="{}" title="Qwixx" width="360" height="480"{}></iframe>'
SANDBOX_ATTRIBUTE = ' sandbox="allow-scripts"'
RECORD_MESSAGES = (
    "addEventListener('message', ({origin, data}) => (self.messages ??= []).push([origin, data]))"
)


class EmbeddingSiteHandler(DevHandler):
    """Request handler that serves a test's HTML at /post, and a folder otherwise."""

    body_html: ClassVar[str] = ""
    policy: ClassVar[str] = ""

    def do_GET(self) -> None:  # noqa: N802 - inherited
        if self.path == "/favicon.ico":
            self.send_response(204)
            self.end_headers()
            return
        if self.path != "/post":
            super().do_GET()
            return
        body = f"<!doctype html><html lang=en><title>A post</title>{self.body_html}".encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        if self.policy:
            self.send_header("Content-Security-Policy", self.policy)
        self.end_headers()
        self.wfile.write(body)


class CrossOriginHandler(DevHandler):
    """Request handler that allows requests from every origin, as GitHub Pages does."""

    def end_headers(self) -> None:
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()


def serve(
    handler: type[DevHandler], folder: Path, hostname: str, allowed_hosts: set[str]
) -> Iterator[str]:
    """Serve a folder, and yield the server's address.

    Add the server's host to `allowed_hosts`. Stop serving when the generator is resumed.
    """
    with ThreadingHTTPServer((HOST, 0), partial(handler, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        allowed_hosts.add(f"{hostname}:{server.server_port}")
        yield f"http://{hostname}:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module")
def embedding_url(assembled_site: Path, allowed_hosts: set[str]) -> Iterator[str]:
    """Address of a server that browsers treat as a different site from the game's."""
    yield from serve(EmbeddingSiteHandler, assembled_site, "localhost", allowed_hosts)


@pytest.fixture(scope="module")
def cross_origin_url(assembled_site: Path, allowed_hosts: set[str]) -> Iterator[str]:
    """Address of the game on a server that allows requests from every origin."""
    yield from serve(CrossOriginHandler, assembled_site, HOST, allowed_hosts)


@pytest.fixture
def can_reuse_pages() -> bool:
    """Give every test new pages."""
    return False


@pytest.fixture
def open_post(embedding_url: str, context: BrowserContext) -> Callable[..., Page]:
    """Return a function that opens a blog post with the given HTML as its body."""

    def open_new_post(body: str, visitor: BrowserContext | None = None, policy: str = "") -> Page:
        EmbeddingSiteHandler.body_html, EmbeddingSiteHandler.policy = body, policy
        page = (visitor or context).new_page()
        page.add_init_script(RECORD_MESSAGES)
        page.goto(f"{embedding_url}post", wait_until="domcontentloaded")
        return page

    return open_new_post


def find_game_frames(page: Page, count: int = 1) -> list[Frame]:
    """Wait for the previews of embedded games and return their frames."""
    frames = []
    for index in range(count):
        element = page.locator("iframe").nth(index).element_handle()
        assert element is not None
        frame = element.content_frame()
        assert frame is not None
        frame.locator("[data-action='play']").wait_for()
        frames.append(frame)
    return frames


def start_game(page: Page, frame: Frame) -> Driver:
    """Press Play in a preview, wait for the game, and return its driver."""
    frame.locator("[data-action='play']").click()
    driver = Driver(page, frame)
    frame.wait_for_selector("html[data-qwixx=ready], html[data-qwixx=failed]", state="attached")
    assert driver.page_state() == "ready"
    return driver


def received_messages(page: Page) -> list[tuple[str, dict[str, Any]]]:
    """Return the origin and data of each message posted to a page."""
    messages: list[tuple[str, dict[str, Any]]] = page.evaluate("self.messages ?? []")
    return messages
