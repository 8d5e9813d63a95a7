"""Fixtures that open pages in Chromium, served locally.

By default, a test fails if a page logs an error or a warning, throws an exception, or sends a
request to another origin.
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
from tests.browser.reusable_page import ReusablePage

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

PHONE = {"width": 360, "height": 740}
CONTEXT_OPTIONS: dict[str, Any] = {"viewport": PHONE, "locale": "en-US"}
"""Default options of a browser context."""
DISABLE_SERVICE_WORKER = "delete Navigator.prototype.serviceWorker"
DISABLE_SNAPSHOT = "Object.defineProperty(Navigator.prototype, 'deviceMemory', {get: () => 1})"
"""Script that simulates a device with little memory, where pages make no memory snapshot."""
TIMEOUT_MS = 60_000
"""Timeout of Playwright's operations: generous, because the machine may be busy."""
UNUSED_PRELOAD_WARNING = "was preloaded using link preload but not used within a few seconds"
"""Chromium's warning on a busy machine; test_offline.py checks that no file is loaded twice."""
FAVICON_PATH = "/favicon.ico"
"""Path that the browser itself requests when a test opens a file that is not a page."""
DISABLED_FEATURES = (
    # Two hidden pages that Chromium opens for each window, as slow to open as the tested page
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),
    # A spare process for the next page: a test that kills all processes would block that page.
    "SpareRendererForSitePerProcess",
    # Hostnames that replace IP addresses: pages would have to look them up on the network.
    "WebRtcHideLocalIpsWithMdns",
    # Playwright's own list, which this flag would otherwise override
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
CHROMIUM_FLAGS = [
    *("--no-sandbox", "--disable-background-networking", "--disable-component-update"),
    f"--disable-features={','.join(DISABLED_FEATURES)}",
    "--js-flags=--liftoff-only",  # tests end before optimized WebAssembly pays off
]


def chromium_path(browser_type: BrowserType) -> str:
    """Return the path of the system's Chromium or, if there is none, of Playwright's."""
    return shutil.which("chromium") or browser_type.executable_path


@pytest.fixture(scope="session")
def assembled_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder assembled by `python3 -m qwixx build`."""
    out = tmp_path_factory.mktemp("assembled")
    build(out)
    return out


@pytest.fixture(scope="session")
def address(request: pytest.FixtureRequest) -> Iterator[str]:
    """Address of the page, which is served as `python3 -m qwixx` serves it.

    By default, the server serves the assembled page, which is the published one and starts faster.
    With `--source`, or if a test passes "source" as the fixture's parameter, it serves the source
    folder. The servers in tests/browser/offline serve that by default.
    """
    source = request.config.getoption("--source") or getattr(request, "param", None) == "source"
    root = ROOT if source else request.getfixturevalue("assembled_site")
    with make_server(0, root) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Launch the system's Chromium if there is one, or else Playwright's.

    Without either, skip the test, or fail it in CI.
    """
    with sync_playwright() as playwright:
        path = chromium_path(playwright.chromium)
        if not Path(path).exists():
            if os.environ.get("CI"):
                pytest.fail("there is no Chromium, and CI skips no test")
            pytest.skip("there is no Chromium: `python3 -m tests` installs one")
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def allowed_hosts() -> set[str]:
    """Hosts besides the page's own that pages may send requests to; tests may add more."""
    return set()


@pytest.fixture
def page_problems(request: pytest.FixtureRequest) -> Iterator[list[str]]:
    """Collect errors, warnings, and forbidden requests of pages; fail the test if there are any.

    A test may remove expected entries. In a test marked `expects_errors`, only forbidden requests
    count.
    """
    problems: list[str] = []
    yield problems
    if request.node.get_closest_marker("expects_errors"):
        problems = [problem for problem in problems if problem.startswith("request:")]
    assert problems == []


def record_problems(
    context: BrowserContext, problems: list[str], address: str, allowed_hosts: Collection[str] = ()
) -> None:
    """Add errors, warnings, and forbidden requests of a context's pages to a list.

    Also set the default timeout of the context.
    """

    def record_page_problems(page: Page) -> None:
        page.on("pageerror", lambda error: problems.append(f"error: {error}"))
        page.on(
            "console",
            lambda message: (
                problems.append(f"console: {message.text}")
                if message.type in ("error", "warning")
                and UNUSED_PRELOAD_WARNING not in message.text
                and not message.location["url"].endswith(FAVICON_PATH)
                else None
            ),
        )

    context.set_default_timeout(TIMEOUT_MS)
    context.on("page", record_page_problems)
    context.on(
        "request",
        lambda request: (
            problems.append(f"request: {request.url}")
            if urlsplit(request.url).netloc not in {urlsplit(address).netloc, *allowed_hosts}
            and not request.url.startswith(("blob:", "data:", "file:"))
            else None
        ),
    )


@pytest.fixture
def new_context(
    chromium: Browser, page_problems: list[str], address: str, allowed_hosts: set[str]
) -> Iterator[Callable[..., BrowserContext]]:
    """Return a function that makes a browser context for a new visitor.

    Problems of the context's pages are recorded. Pages may have a service worker only with
    `worker=True`, and a snapshot of Python's memory only with `snapshot=True`: most tests are
    faster without them.
    """
    contexts: list[BrowserContext] = []

    def make_context(
        *, worker: bool = False, snapshot: bool = False, **options: object
    ) -> BrowserContext:
        options = {**CONTEXT_OPTIONS, **options}
        if "user_data_dir" in options:  # a profile with its own settings
            launch = chromium.browser_type.launch_persistent_context
            path = chromium_path(chromium.browser_type)
            context = launch(executable_path=path, args=CHROMIUM_FLAGS, **options)  # type: ignore[arg-type]
        else:
            context = chromium.new_context(**options)  # type: ignore[arg-type]
        if not worker:
            context.add_init_script(DISABLE_SERVICE_WORKER)
        if not snapshot:
            context.add_init_script(DISABLE_SNAPSHOT)
        record_problems(context, page_problems, address, allowed_hosts)
        contexts.append(context)
        return context

    yield make_context
    for context in contexts:
        context.close()


@pytest.fixture
def context(new_context: Callable[..., BrowserContext]) -> BrowserContext:
    """Browser context whose window has the size of a phone's screen."""
    return new_context()


@pytest.fixture(scope="session")
def idle_pages() -> Iterator[dict[str, list[ReusablePage]]]:
    """Started pages that no test is using, by the address of their server."""
    pages: dict[str, list[ReusablePage]] = {}
    yield pages
    for page in chain(*pages.values()):
        page.context.close()


class PagePool:
    """Started pages for one test, each in its own browser context.

    Args:
        idle: started pages that no test is using.
        start_page: function that returns another page; None if the test must not reuse pages.
    """

    def __init__(
        self, idle: list[ReusablePage], start_page: Callable[[], ReusablePage] | None
    ) -> None:
        self.idle = idle
        self.start_page = start_page
        self.in_use: list[ReusablePage] = []

    def acquire(self) -> ReusablePage | None:
        """Return an idle page or else a new one, or None if the test must not reuse pages."""
        if not self.start_page:
            return None
        self.in_use.append(self.idle.pop() if self.idle else self.start_page())
        return self.in_use[-1]

    def page_for(self, visitor: BrowserContext | Driver | None) -> ReusablePage | None:
        """Return the reusable page of a driver, or one for the first page of a test.

        Return None if the visitor needs another page.
        """
        if isinstance(visitor, Driver):
            return next((page for page in self.in_use if page.page is visitor.page), None)
        return None if visitor or self.in_use else self.acquire()

    def release_all(self) -> list[str]:
        """Reset the pages for other tests, close unusable ones, and return all problems."""
        problems = []
        for page in self.in_use:
            if page.reset():
                self.idle.append(page)
            else:
                page.context.close()
            problems += page.problems
            page.problems.clear()
        return problems


@pytest.fixture
def can_reuse_pages(request: pytest.FixtureRequest) -> bool:
    """Return whether the test can use pages that were started for earlier tests."""
    return not (request.node.get_closest_marker("fresh_page") or "context" in request.fixturenames)


@pytest.fixture
def page_pool(
    chromium: Browser,
    page_problems: list[str],
    address: str,
    idle_pages: dict[str, list[ReusablePage]],
    *,
    can_reuse_pages: bool,
) -> Iterator[PagePool]:
    """Provide reusable pages, reset them after the test, and report their problems."""

    def start_page() -> ReusablePage:
        context = chromium.new_context(**CONTEXT_OPTIONS)
        context.add_init_script(DISABLE_SERVICE_WORKER)
        context.add_init_script(DISABLE_SNAPSHOT)
        problems: list[str] = []
        record_problems(context, problems, address)
        return ReusablePage(context, problems)

    idle = idle_pages.setdefault(address, [])
    page_pool = PagePool(idle, start_page if can_reuse_pages else None)
    yield page_pool
    page_problems.extend(page_pool.release_all())


@pytest.fixture
def open_page(
    request: pytest.FixtureRequest, address: str, page_pool: PagePool
) -> Callable[..., Driver]:
    """Return a function that opens the page with URL parameters and waits until it is ready.

    For a browser context, the function opens a new page; for a driver, it navigates the driver's
    page. Without either, the first page of a test is a reusable one, unless the test is marked
    `fresh_page` or uses the fixture `context`. With the parameter `start`, the default of `speed`
    is "instant". `viewport` is the width and height of the page in pixels, `media` the arguments
    of `emulate_media`, and `query` a query string that replaces the parameters.
    """

    def find_or_open_page(visitor: BrowserContext | Driver | None) -> Page:
        if isinstance(visitor, Driver):
            return visitor.page
        if visitor is None:
            pages_in_use = page_pool.in_use
            visitor = (
                pages_in_use[0].context if pages_in_use else request.getfixturevalue("context")
            )
        page: Page = visitor.new_page()
        return page

    def open_with_parameters(
        visitor: BrowserContext | Driver | None = None,
        *,
        viewport: tuple[int, int] | None = None,
        media: dict[str, Any] | None = None,
        query: str = "",
        **parameters: object,
    ) -> Driver:
        if "start" in parameters:
            parameters = {"speed": "instant", **parameters}
        query = query or urlencode(parameters)
        url = f"{address}?{query}" if query else address
        reusable_page = page_pool.page_for(visitor)
        page = reusable_page.page if reusable_page else find_or_open_page(visitor)
        if viewport:
            page.set_viewport_size({"width": viewport[0], "height": viewport[1]})
        if media:
            page.emulate_media(**media)
        if reusable_page:
            reusable_page.go_to(url)
        else:
            page.goto(url)
        driver = Driver(page)
        driver.wait_until_ready()
        return driver

    return open_with_parameters


@pytest.fixture
def reload_page(page_pool: PagePool) -> Callable[[Driver], None]:
    """Return a function that reloads a page and waits until it is ready.

    On a reusable page, the function starts a new model in the same interpreter instead.
    """

    def reload(driver: Driver) -> None:
        reusable_page = page_pool.page_for(driver)
        if reusable_page:
            reusable_page.go_to("")
        else:
            driver.page.reload()
        driver.wait_until_ready()

    return reload
