"""Real pages in Chromium, from a server of our own.

A page that complains, throws, or asks another origin for anything fails its test.
"""

from __future__ import annotations

import os
import shutil
import threading
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode, urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, Page, sync_playwright

from qwixx.publish.build import build
from qwixx.publish.files import ROOT
from qwixx.publish.serve import make_server
from tests.browser.driver import Driver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PHONE = {"width": 360, "height": 740}
PATIENCE = 120_000
"""How long a page may take for what it does in a second, in milliseconds: machines are busy."""
LATE = "was preloaded using link preload but not used within a few seconds"
"""What Chromium says on a busy machine; test_offline.py sees that each hint is of use."""
ICON = "/favicon.ico"
"""What a browser asks for by itself, once, where a test opens a file that is no page."""
NOT_WANTED = (
    # Two hidden pages of Chromium's own for each window, which take as long as ours.
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),
    # A process that waits for the next page: killed with the others, it leaves that page waiting.
    "SpareRendererForSitePerProcess",
    # Names in the place of addresses, for whose sake pages would ask the network.
    "WebRtcHideLocalIpsWithMdns",
    # Playwright's own list, in whose place this one comes.
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "OptimizationHints",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
)
FLAGS = [
    *("--no-sandbox", "--disable-background-networking", "--disable-component-update"),
    f"--disable-features={','.join(NOT_WANTED)}",
    "--js-flags=--liftoff-only",  # a test is over before better code for Python's machine is made
]


def chromium_path(kind: BrowserType) -> str:
    return shutil.which("chromium") or kind.executable_path


@pytest.fixture(scope="session")
def assembled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that `python3 -m qwixx build` assembles."""
    out = tmp_path_factory.mktemp("assembled")
    build(out)
    return out


@pytest.fixture(scope="session")
def address(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of the page, served as `python3 -m qwixx` does.

    It is the assembled one, which people get and which begins sooner; the folder as it is with
    `--source`, or for a test that asks for "source". tests/browser/embed and tests/browser/offline
    have hosts of that one in any case.
    """
    source = request.config.getoption("--source") or getattr(request, "param", None) == "source"
    root = ROOT if source else request.getfixturevalue("assembled")
    with make_server(0, root) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Debian's chromium if it is there, Playwright's own otherwise."""
    with sync_playwright() as playwright:
        path = chromium_path(playwright.chromium)
        if not Path(path).exists():
            if os.environ.get("CI"):
                pytest.fail("there is no Chromium, and CI skips no test")
            pytest.skip("there is no Chromium: `python3 -m tests` installs one")
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def ours() -> set[str]:
    """Hosts that pages may ask beside the page's own; tests with more servers add theirs."""
    return set()


@pytest.fixture
def complaints() -> Iterator[list[str]]:
    """What pages complain of; a test that expects something takes it out."""
    seen: list[str] = []
    yield seen
    assert seen == []


@pytest.fixture
def new_context(
    chromium: Browser, complaints: list[str], address: str, ours: set[str]
) -> Iterator[Callable[..., BrowserContext]]:
    """Make a context, as of a new visitor; its pages are watched.

    With `worker=True` pages may have a service worker: most tests are quicker without.
    """
    contexts: list[BrowserContext] = []

    def watch(page: Page) -> None:
        page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
        page.on(
            "console",
            lambda message: (
                complaints.append(f"console: {message.text}")
                if message.type in ("error", "warning")
                and LATE not in message.text
                and not message.location["url"].endswith(ICON)
                else None
            ),
        )

    def make(*, worker: bool = False, **options: object) -> BrowserContext:
        options = {"viewport": PHONE, "locale": "en-US", **options}
        if "user_data_dir" in options:  # somebody with settings of their own
            start = chromium.browser_type.launch_persistent_context
            path = chromium_path(chromium.browser_type)
            context = start(executable_path=path, args=FLAGS, **options)  # type: ignore[arg-type]
        else:
            context = chromium.new_context(**options)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        if not worker:
            context.add_init_script("delete Navigator.prototype.serviceWorker")
        context.on("page", watch)
        context.on(
            "request",
            lambda request: (
                complaints.append(f"request: {request.url}")
                if urlsplit(request.url).netloc not in {urlsplit(address).netloc, *ours}
                and not request.url.startswith(("blob:", "data:", "file:"))
                else None
            ),
        )
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def context(new_context: Callable[..., BrowserContext]) -> BrowserContext:
    """A visitor with a phone."""
    return new_context()


@pytest.fixture
def open_page(address: str, context: BrowserContext) -> Callable[..., Driver]:
    """Open the page with parameters and wait until Python shows it.

    A game that is started at once waits for nothing, unless `speed` says otherwise.
    """

    def open_(visitor: BrowserContext | None = None, **parameters: object) -> Driver:
        if "start" in parameters:
            parameters = {"speed": "instant", **parameters}
        page = (visitor or context).new_page()
        page.goto(f"{address}?{urlencode(parameters)}" if parameters else address)
        driver = Driver(page)
        driver.wait_ready()
        return driver

    return open_
