"""Real pages in Chromium, from a server of our own.

A page that complains, throws, or asks another origin for anything fails its test.
"""

from __future__ import annotations

import os
import shutil
import threading
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode, urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, Page, sync_playwright

from qwixx.publish.build import build
from qwixx.publish.files import ROOT
from qwixx.publish.serve import make_server
from tests.browser.driver import Driver
from tests.browser.started import StartedPage

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

PHONE = {"width": 360, "height": 740}
USUAL: dict[str, Any] = {"viewport": PHONE, "locale": "en-US"}
"""Options of a context, unless a test has others."""
NO_WORKER = "delete Navigator.prototype.serviceWorker"
NO_SNAPSHOT = "Object.defineProperty(Navigator.prototype, 'deviceMemory', {get: () => 1})"
"""On so small a device no page makes a snapshot of Python's memory: most are soon closed."""
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
def complaints(request: pytest.FixtureRequest) -> Iterator[list[str]]:
    """Collect errors, warnings and foreign requests of pages, until the last page is closed.

    A test may remove what it expects while it runs; one that is marked `expects_errors` expects
    all but requests to other hosts, also those that come late.
    """
    seen: list[str] = []
    yield seen
    if request.node.get_closest_marker("expects_errors"):
        seen = [complaint for complaint in seen if complaint.startswith("request:")]
    assert seen == []


def watch(
    context: BrowserContext, complaints: list[str], address: str, ours: Collection[str] = ()
) -> None:
    """Note the complaints of a visitor's pages, and their requests to hosts that are not ours."""

    def watch_page(page: Page) -> None:
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

    context.set_default_timeout(PATIENCE)
    context.on("page", watch_page)
    context.on(
        "request",
        lambda request: (
            complaints.append(f"request: {request.url}")
            if urlsplit(request.url).netloc not in {urlsplit(address).netloc, *ours}
            and not request.url.startswith(("blob:", "data:", "file:"))
            else None
        ),
    )


@pytest.fixture
def new_context(
    chromium: Browser, complaints: list[str], address: str, ours: set[str]
) -> Iterator[Callable[..., BrowserContext]]:
    """Make a context, as of a new visitor; its pages are watched.

    With `worker=True` pages may have a service worker, with `snapshot=True` a snapshot of Python's
    memory: most tests are quicker without.
    """
    contexts: list[BrowserContext] = []

    def make(*, worker: bool = False, snapshot: bool = False, **options: object) -> BrowserContext:
        options = {**USUAL, **options}
        if "user_data_dir" in options:  # somebody with settings of their own
            start = chromium.browser_type.launch_persistent_context
            path = chromium_path(chromium.browser_type)
            context = start(executable_path=path, args=FLAGS, **options)  # type: ignore[arg-type]
        else:
            context = chromium.new_context(**options)  # type: ignore[arg-type]
        if not worker:
            context.add_init_script(NO_WORKER)
        if not snapshot:
            context.add_init_script(NO_SNAPSHOT)
        watch(context, complaints, address, ours)
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def context(new_context: Callable[..., BrowserContext]) -> BrowserContext:
    """A visitor with a phone."""
    return new_context()


@pytest.fixture(scope="session")
def started_pages() -> Iterator[dict[str, list[StartedPage]]]:
    """Pages whose Python has started and that no test uses, by the address of their host."""
    pages: dict[str, list[StartedPage]] = {}
    yield pages
    for page in chain(*pages.values()):
        page.context.close()


class Lender:
    """Lends a test pages that have started before, each of a visitor of its own.

    Args:
        started: pages that nobody uses.
        start: starts another one; None for a test that opens its own pages.
    """

    def __init__(
        self, started: list[StartedPage], start: Callable[[], StartedPage] | None
    ) -> None:
        self.started = started
        self.start = start
        self.lent: list[StartedPage] = []

    def lend(self) -> StartedPage | None:
        """Return a page; None if the test opens its own."""
        if not self.start:
            return None
        self.lent.append(self.started.pop() if self.started else self.start())
        return self.lent[-1]

    def find(self, visitor: BrowserContext | Driver | None) -> StartedPage | None:
        """Return the page that a visitor goes on with; None if that needs a page of its own."""
        if isinstance(visitor, Driver):
            return next((page for page in self.lent if page.page is visitor.page), None)
        return None if visitor or self.lent else self.lend()

    def take_back(self) -> list[str]:
        """Keep pages that can be used again for other tests; return all complaints."""
        complaints = []
        for page in self.lent:
            if page.park():
                self.started.append(page)
            else:
                page.context.close()
            complaints += page.complaints
            page.complaints.clear()
        return complaints


@pytest.fixture
def uses_started_pages(request: pytest.FixtureRequest) -> bool:
    """Return whether the test can do with a page that has started before."""
    return not (request.node.get_closest_marker("fresh_page") or "context" in request.fixturenames)


@pytest.fixture
def lender(
    chromium: Browser,
    complaints: list[str],
    address: str,
    started_pages: dict[str, list[StartedPage]],
    *,
    uses_started_pages: bool,
) -> Iterator[Lender]:
    """Lend pages that have started before."""

    def start() -> StartedPage:
        context = chromium.new_context(**USUAL)
        context.add_init_script(NO_WORKER)
        context.add_init_script(NO_SNAPSHOT)
        heard: list[str] = []
        watch(context, heard, address)
        return StartedPage(context, heard)

    started = started_pages.setdefault(address, [])
    lender = Lender(started, start if uses_started_pages else None)
    yield lender
    complaints.extend(lender.take_back())


@pytest.fixture
def open_page(
    request: pytest.FixtureRequest, address: str, lender: Lender
) -> Callable[..., Driver]:
    """Open the page with parameters and wait until Python shows it.

    A visitor opens a new page; a driver sends its own page to another address. The first page of
    a test without either is one that has started before, unless the test is marked `fresh_page`
    or asks for `context`. A game that is started at once waits for nothing, unless `speed` says
    otherwise. `window` is the size of the page in pixels, `media` what `emulate_media` takes;
    `query` stands in the place of parameters as it is.
    """

    def own_page(visitor: BrowserContext | Driver | None) -> Page:
        if isinstance(visitor, Driver):
            return visitor.page
        if visitor is None:
            lent = lender.lent
            visitor = lent[0].context if lent else request.getfixturevalue("context")
        page: Page = visitor.new_page()
        return page

    def open_(
        visitor: BrowserContext | Driver | None = None,
        *,
        window: tuple[int, int] | None = None,
        media: dict[str, Any] | None = None,
        query: str = "",
        **parameters: object,
    ) -> Driver:
        if "start" in parameters:
            parameters = {"speed": "instant", **parameters}
        query = query or urlencode(parameters)
        target = f"{address}?{query}" if query else address
        started = lender.find(visitor)
        page = started.page if started else own_page(visitor)
        if window:
            page.set_viewport_size({"width": window[0], "height": window[1]})
        if media:
            page.emulate_media(**media)
        if started:
            started.go(target)
        else:
            page.goto(target)
        driver = Driver(page)
        driver.wait_ready()
        return driver

    return open_


@pytest.fixture
def reload_page(lender: Lender) -> Callable[[Driver], None]:
    """Load a page anew and wait until Python shows it: a used one in the same interpreter."""

    def reload(driver: Driver) -> None:
        started = lender.find(driver)
        if started:
            started.go("")
        else:
            driver.page.reload()
        driver.wait_ready()

    return reload
