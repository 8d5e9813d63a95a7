"""Test servers that refuse, mislabel, damage, or delay files: a page starts or names the fault."""

from __future__ import annotations

import gzip
import shutil
from itertools import islice
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from qwixx.publish.files import ROOT
from tests.browser.driver import Driver, wait_until
from tests.browser.faulty_server import (
    REDIRECT,
    SEND_SIGN_IN_PAGE,
    FaultyServer,
    redirect_to_sign_in,
    replace_body,
    set_flag,
    set_headers,
    set_status,
)
from tests.conftest import runs_everything

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import BrowserContext, Page

    from tests.browser.faulty_server import ResponseChanges

NOSNIFF = "nosniff"
REFUSE = set_status(403)
MJS_PATH, WASM_PATH, STDLIB_PATH = r"pyodide\.mjs$", r"\.wasm$", r"stdlib\.bin$"
BUNDLE_PATHS = "^static/file/"


@pytest.fixture
def server(assembled_site: Path) -> FaultyServer:
    return FaultyServer(assembled_site)


@pytest.fixture
def address(server: FaultyServer) -> Iterator[str]:
    yield from server.serve()


@pytest.fixture
def allowed_hosts(address: str) -> set[str]:
    return {urlsplit(address).netloc}


def uses_script_bundles(page: Page) -> bool:
    """Return whether the page loaded its files from script bundles."""
    return bool(page.evaluate("self.qwixxBoot.carried"))


# Servers on which the page starts

TOLERATED_FAULTS: dict[str, ResponseChanges] = {
    "webassembly": {WASM_PATH: set_headers(Content_Type="application/octet-stream")},
    "others": {
        WASM_PATH: set_headers(Content_Type=None),
        r"\.(json|zip|txt|mo|bin|whl|woff2)$": set_headers(
            Content_Type="application/x-odd", X_Content_Type_Options=NOSNIFF
        ),
        r"\.(py|toml|webmanifest)$": REFUSE,
        r"(^|/)[._]": REFUSE,
        r"\.css$": set_headers(Content_Type="text/plain"),
    },
}
FAULTS_AVOIDED_BY_BUNDLES: dict[str, ResponseChanges] = {
    "types of modules": {r"\.mjs$": set_headers(Content_Type="application/octet-stream")},
    "types of scripts": {r"\.m?js$": set_headers(Content_Type="text/plain")},
    "statuses": {r"\.(mjs|zip|wasm|txt)$": REFUSE, r"\.json$": set_status(500)},
    "content": {
        WASM_PATH: replace_body(lambda data: data.replace(b"\n", b"\r\n")),
        MJS_PATH: replace_body(gzip.compress),
        STDLIB_PATH: replace_body(gzip.compress),
    },
}


@pytest.mark.expects_errors
@pytest.mark.parametrize(
    "changes",
    [*TOLERATED_FAULTS.values(), *FAULTS_AVOIDED_BY_BUNDLES.values()],
    ids=[*TOLERATED_FAULTS, *FAULTS_AVOIDED_BY_BUNDLES],
)
def test_page_starts_if_server_serves_scripts(
    server: FaultyServer, context: BrowserContext, address: str, changes: ResponseChanges
) -> None:
    server.changes = changes
    page = context.new_page()
    page.goto(f"{address}?start=1&players=2&first=0&speed=instant")
    driver = Driver(page)
    driver.wait_until_ready()
    driver.click_action("roll")
    assert driver.read_game()["phase"] == "white"
    assert uses_script_bundles(page) == (changes in FAULTS_AVOIDED_BY_BUNDLES.values())
    assert (
        page.evaluate("getComputedStyle(document.querySelector('[data-cell]')).display") == "grid"
    )
    assert page.evaluate("document.fonts.ready.then((fonts) => fonts.size)") > 0


@pytest.mark.expects_errors
def test_source_folder_starts_without_python_files(
    new_context: Callable[..., BrowserContext], allowed_hosts: set[str]
) -> None:
    server = FaultyServer(ROOT)
    server.changes = {r"\.(py|toml|webmanifest)$|(^|/)[._]": set_status(500)}
    for address in server.serve():
        allowed_hosts.add(urlsplit(address).netloc)
        page = new_context().new_page()
        page.goto(address)
        Driver(page).wait_until_ready()
        assert not uses_script_bundles(page)
        assert not [path for path in server.requested_paths if path.endswith((".py", ".toml"))]


# Servers on which the page cannot start

PERMANENT_FAULTS: dict[str, tuple[ResponseChanges, list[str]]] = {
    "403": ({MJS_PATH: REFUSE}, ["pyodide.mjs", "403"]),
    "404": ({WASM_PATH: set_status(404)}, ["pyodide.asm.wasm", "404"]),
    "500": ({STDLIB_PATH: set_status(500)}, ["python_stdlib.bin", "500"]),
    "type": (
        {MJS_PATH: set_headers(Content_Type="text/plain")},
        ["pyodide.mjs", "text/plain", "text/javascript"],
    ),
    "no type": (
        {MJS_PATH: set_headers(Content_Type=None)},
        ["pyodide.mjs", "without", "text/javascript"],
    ),
    "packed": ({WASM_PATH: replace_body(gzip.compress)}, ["pyodide.asm.wasm", "Content-Encoding"]),
    "packed twice": (
        {
            STDLIB_PATH: replace_body(
                lambda data: gzip.compress(gzip.compress(data)), Content_Encoding="gzip"
            )
        },
        ["python_stdlib.bin", "Content-Encoding"],
    ),
    "not packed": ({MJS_PATH: set_headers(Content_Encoding="gzip")}, ["pyodide.mjs", "damaged"]),
    "cut": ({WASM_PATH: set_flag("cut")}, ["pyodide.asm.wasm", "incomplete"]),
    "short": (
        {WASM_PATH: replace_body(lambda data: data[:-9])},
        ["pyodide.asm.wasm", "incomplete"],
    ),
    "line ends": (
        {STDLIB_PATH: replace_body(lambda data: data.replace(b"\n", b"\r\n"))},
        ["python_stdlib.bin", "damaged"],
    ),
    "empty": ({MJS_PATH: replace_body(lambda _data: b"")}, ["pyodide.mjs", "incomplete"]),
    "dropped": ({MJS_PATH: set_flag("dropped")}, ["pyodide.mjs", "incomplete"]),
}
TEMPORARY_FAULTS: dict[str, tuple[ResponseChanges, list[str]]] = {
    "503": ({MJS_PATH: set_status(503)}, ["pyodide.mjs", "503", "few minutes"]),
    "429": ({WASM_PATH: set_status(429)}, ["pyodide.asm.wasm", "429", "few minutes"]),
    "login page": ({MJS_PATH: SEND_SIGN_IN_PAGE}, ["pyodide.mjs", "sign in"]),
    "login page for WebAssembly": (
        {WASM_PATH: SEND_SIGN_IN_PAGE},
        ["pyodide.asm.wasm", "sign in"],
    ),
    "login page for an archive": (
        {STDLIB_PATH: SEND_SIGN_IN_PAGE},
        ["python_stdlib.bin", "sign in"],
    ),
    "redirect": ({WASM_PATH: redirect_to_sign_in}, ["pyodide.asm.wasm", "sign in"]),
}


def load_failing_page(page: Page, address: str) -> str:
    """Load a page that fails and return its error message."""
    page.goto(address)
    page.wait_for_selector("html[data-qwixx=failed]", state="attached")
    page.locator("#boot-failure h2").wait_for()
    return page.locator("#boot-failure p").inner_text()


@pytest.mark.expects_errors
def test_permanent_server_fault_is_named(
    request: pytest.FixtureRequest, server: FaultyServer, context: BrowserContext, address: str
) -> None:
    page = context.new_page()
    stride = 1 if runs_everything(request.config) else 4
    for name, (changes, expected_words) in islice(PERMANENT_FAULTS.items(), 0, None, stride):
        server.changes = {**changes, BUNDLE_PATHS: set_status(404)}
        message = load_failing_page(page, address)
        assert [word for word in expected_words if word not in message] == [], (name, message)
        assert "Your connection is fine" in message, name
        assert urlsplit(address).netloc in message
        assert "python3 -m qwixx bundle" in message
        assert expected_words[0] in page.locator("#boot-failure pre").inner_text()


@pytest.mark.expects_errors
def test_temporary_server_or_network_fault_is_named(
    request: pytest.FixtureRequest,
    server: FaultyServer,
    context: BrowserContext,
    address: str,
    allowed_hosts: set[str],
) -> None:
    stride = 1 if runs_everything(request.config) else 3
    allowed_hosts.add(urlsplit(REDIRECT[1]).netloc)
    page = context.new_page()
    for name, (changes, expected_words) in islice(TEMPORARY_FAULTS.items(), 0, None, stride):
        server.changes = changes
        server.requested_paths.clear()
        message = load_failing_page(page, address)
        assert [word for word in expected_words if word not in message] == [], (name, message)
        assert "connection" not in message, name
        assert not [path for path in server.requested_paths if path.startswith("static/file/")]
    server.changes = {r"^(?!index\.html|static/(js|css)/)": set_flag("dropped")}
    assert "Check your connection" in load_failing_page(page, address)


@pytest.mark.expects_errors
@pytest.mark.parametrize(
    ("language", "phrase"),
    [("cs", "Tvým připojením"), ("de", "An deiner Verbindung"), ("ar", "ليست المشكلة في اتصالكم")],
)
def test_server_fault_is_named_in_language_of_page(
    server: FaultyServer,
    new_context: Callable[..., BrowserContext],
    address: str,
    language: str,
    phrase: str,
) -> None:
    server.changes = {MJS_PATH: REFUSE, BUNDLE_PATHS: REFUSE}
    page = new_context(viewport={"width": 320, "height": 560}).new_page()
    message = load_failing_page(page, f"{address}?lang={language}")
    assert phrase in message
    # The path is isolated from right-to-left text.
    assert "\u2068static/vendor/pyodide/pyodide.mjs\u2069" in message
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


# Slow networks


def test_slow_network_is_not_reported_as_failure(
    server: FaultyServer, context: BrowserContext, address: str
) -> None:
    """Even after several minutes, the page shows its progress; it starts once the file arrives."""
    server.changes = {WASM_PATH: set_flag("half")}
    page = context.new_page()
    page.clock.install()
    page.goto(address)
    wait_until(lambda: "static/vendor/pyodide/pyodide.asm.wasm" in server.requested_paths, page)
    page.clock.fast_forward(10_000)
    loaded_amount = page.locator("#boot-stage + p")
    loaded_amount.wait_for()
    assert loaded_amount.inner_text().strip("\u2068\u2069").endswith("loaded")

    def is_slow_after_another_minute() -> bool:
        """Advance the clock by a minute and return whether the page calls the network slow.

        Bytes that are read only now restart the page's wait.
        """
        page.clock.fast_forward(60_000)
        return page.get_by_text("taking longer than usual").is_visible()

    for _minute in range(3):
        wait_until(is_slow_after_another_minute, page)
        assert page.locator("html").get_attribute("data-qwixx") == "loading"
        assert page.locator("#boot-failure h2").is_hidden()
        assert page.locator("#boot-progress").is_visible()
    server.released.set()
    Driver(page).wait_until_ready()
    assert page.locator("#boot-failure").count() == 0


SHORTEN_DIAGNOSIS = """AbortSignal.timeout = () => {
  const control = new AbortController();
  setTimeout(() => control.abort(new DOMException('', 'TimeoutError')), 500);
  return control.signal;
}"""
"""Script that limits the search for the cause of a failure to half a second."""


@pytest.mark.expects_errors
def test_slow_network_is_not_reported_as_damaged_file(
    server: FaultyServer, context: BrowserContext, address: str
) -> None:
    """An unrelated error occurs while a file is still loading."""
    server.changes = {WASM_PATH: set_flag("half")}
    page = context.new_page()
    page.add_init_script(SHORTEN_DIAGNOSIS)
    page.goto(address)
    wait_until(lambda: "static/vendor/pyodide/pyodide.asm.wasm" in server.requested_paths, page)
    page.evaluate("void Promise.reject(new Error('odd'))")
    page.wait_for_selector("html[data-qwixx=failed]", state="attached")
    message = page.locator("#boot-failure p").inner_text()
    assert message == "Part of the game couldn’t be loaded. Try again."
    assert not uses_script_bundles(page)


# The page without its scripts


@pytest.mark.expects_errors
def test_page_without_scripts_names_missing_files(
    context: BrowserContext, tmp_path: Path, page_problems: list[str], allowed_hosts: set[str]
) -> None:
    shutil.copy(ROOT / "index.html", tmp_path)
    page = context.new_page()

    def assert_missing_files_are_reported() -> None:
        message = page.locator("#boot-alone").inner_text()
        assert "unpack the whole ZIP file" in message
        assert "allow-same-origin" in message  # in WebKit, a sandbox without it blocks all files
        assert page.get_by_text("Loading").filter(visible=True).count() == 0
        assert page.locator("#boot-progress").is_hidden()
        assert page.locator(".art").is_hidden()
        assert page.evaluate("document.documentElement.dataset.theme") is None

    page.goto(tmp_path.joinpath("index.html").as_uri())
    assert_missing_files_are_reported()
    for address in FaultyServer(tmp_path).serve():
        allowed_hosts.add(urlsplit(address).netloc)
        page.goto(address)
        assert_missing_files_are_reported()
        page.locator("#boot-alone pre", has_text="static/js/first.js: 404").wait_for()
    assert page_problems


@pytest.mark.expects_errors
def test_refused_scripts_are_named(
    server: FaultyServer, context: BrowserContext, address: str, page_problems: list[str]
) -> None:
    page = context.new_page()
    for change, response_text in (
        (
            set_headers(Content_Type="text/plain", X_Content_Type_Options=NOSNIFF),
            "200, text/plain, nosniff",
        ),
        (set_status(503), "503, text/javascript"),
        (SEND_SIGN_IN_PAGE, "200, text/html"),
    ):
        server.changes = {r"\.js$": change}
        page.goto(address)
        page.locator("#boot-alone pre", has_text=f"boot.js: {response_text}").wait_for()
    assert page_problems


def test_frames_and_pages_without_javascript_report_no_missing_files(
    new_context: Callable[..., BrowserContext], address: str
) -> None:
    page = new_context().new_page()
    page.goto(f"{address}?embed=1")
    page.locator("[data-action='play']").wait_for()
    assert page.locator("#boot-alone").count() == 0
    page = new_context(java_script_enabled=False).new_page()
    page.goto(address)
    assert page.locator("#boot-alone").is_hidden()
    assert page.locator("noscript").is_visible()
