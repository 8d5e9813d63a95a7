"""Hosts that refuse, rename, damage or delay files: the page starts, or says what is wrong."""

from __future__ import annotations

import gzip
import shutil
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

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import BrowserContext, Page

    from tests.browser.faulty_server import ResponseChanges

NOSNIFF = "nosniff"
REFUSED = set_status(403)
MJS, WASM, STDLIB = r"pyodide\.mjs$", r"\.wasm$", r"stdlib\.bin$"
BUNDLES = "^static/file/"


@pytest.fixture
def host(assembled_site: Path) -> FaultyServer:
    return FaultyServer(assembled_site)


@pytest.fixture
def address(host: FaultyServer) -> Iterator[str]:
    yield from host.serve()


@pytest.fixture
def allowed_hosts(address: str) -> set[str]:
    return {urlsplit(address).netloc}


def carried(page: Page) -> bool:
    return bool(page.evaluate("self.qwixxBoot.carried"))


# Hosts on which it starts

TYPES: dict[str, ResponseChanges] = {
    "webassembly": {WASM: set_headers(Content_Type="application/octet-stream")},
    "others": {
        WASM: set_headers(Content_Type=None),
        r"\.(json|zip|txt|mo|bin|whl|woff2)$": set_headers(
            Content_Type="application/x-odd", X_Content_Type_Options=NOSNIFF
        ),
        r"\.(py|toml|webmanifest)$": REFUSED,
        r"(^|/)[._]": REFUSED,
        r"\.css$": set_headers(Content_Type="text/plain"),
    },
}
KINDS: dict[str, ResponseChanges] = {
    "types of modules": {r"\.mjs$": set_headers(Content_Type="application/octet-stream")},
    "types of scripts": {r"\.m?js$": set_headers(Content_Type="text/plain")},
    "statuses": {r"\.(mjs|zip|wasm|txt)$": REFUSED, r"\.json$": set_status(500)},
    "content": {
        WASM: replace_body(lambda data: data.replace(b"\n", b"\r\n")),
        MJS: replace_body(gzip.compress),
        STDLIB: replace_body(gzip.compress),
    },
}


@pytest.mark.expects_errors
@pytest.mark.parametrize("rules", [*TYPES.values(), *KINDS.values()], ids=[*TYPES, *KINDS])
def test_a_host_that_gives_scripts_is_enough(
    host: FaultyServer, context: BrowserContext, address: str, rules: ResponseChanges
) -> None:
    host.changes = rules
    page = context.new_page()
    page.goto(f"{address}?start=1&players=2&first=0&speed=instant")
    driver = Driver(page)
    driver.wait_until_ready()
    driver.click_action("roll")
    assert driver.read_game()["phase"] == "white"
    assert carried(page) == (rules in KINDS.values())
    assert (
        page.evaluate("getComputedStyle(document.querySelector('[data-cell]')).display") == "grid"
    )
    assert page.evaluate("document.fonts.ready.then((fonts) => fonts.size)") > 0


@pytest.mark.expects_errors
def test_the_folder_as_it_lies_needs_no_python_files_either(
    new_context: Callable[..., BrowserContext], allowed_hosts: set[str]
) -> None:
    host = FaultyServer(ROOT)
    host.changes = {r"\.(py|toml|webmanifest)$|(^|/)[._]": set_status(500)}
    for address in host.serve():
        allowed_hosts.add(urlsplit(address).netloc)
        page = new_context().new_page()
        page.goto(address)
        Driver(page).wait_until_ready()
        assert not carried(page)
        assert not [path for path in host.requested_paths if path.endswith((".py", ".toml"))]


# Hosts on which it cannot start

WRONG: dict[str, tuple[ResponseChanges, list[str]]] = {
    "403": ({MJS: REFUSED}, ["pyodide.mjs", "403"]),
    "404": ({WASM: set_status(404)}, ["pyodide.asm.wasm", "404"]),
    "500": ({STDLIB: set_status(500)}, ["python_stdlib.bin", "500"]),
    "type": (
        {MJS: set_headers(Content_Type="text/plain")},
        ["pyodide.mjs", "text/plain", "text/javascript"],
    ),
    "no type": (
        {MJS: set_headers(Content_Type=None)},
        ["pyodide.mjs", "without", "text/javascript"],
    ),
    "packed": ({WASM: replace_body(gzip.compress)}, ["pyodide.asm.wasm", "Content-Encoding"]),
    "packed twice": (
        {
            STDLIB: replace_body(
                lambda data: gzip.compress(gzip.compress(data)), Content_Encoding="gzip"
            )
        },
        ["python_stdlib.bin", "Content-Encoding"],
    ),
    "not packed": ({MJS: set_headers(Content_Encoding="gzip")}, ["pyodide.mjs", "damaged"]),
    "cut": ({WASM: set_flag("cut")}, ["pyodide.asm.wasm", "incomplete"]),
    "short": ({WASM: replace_body(lambda data: data[:-9])}, ["pyodide.asm.wasm", "incomplete"]),
    "line ends": (
        {STDLIB: replace_body(lambda data: data.replace(b"\n", b"\r\n"))},
        ["python_stdlib.bin", "damaged"],
    ),
    "empty": ({MJS: replace_body(lambda _data: b"")}, ["pyodide.mjs", "incomplete"]),
    "dropped": ({MJS: set_flag("dropped")}, ["pyodide.mjs", "incomplete"]),
}
AWAY: dict[str, tuple[ResponseChanges, list[str]]] = {
    "503": ({MJS: set_status(503)}, ["pyodide.mjs", "503", "few minutes"]),
    "429": ({WASM: set_status(429)}, ["pyodide.asm.wasm", "429", "few minutes"]),
    "login page": ({MJS: SEND_SIGN_IN_PAGE}, ["pyodide.mjs", "sign in"]),
    "login page for WebAssembly": ({WASM: SEND_SIGN_IN_PAGE}, ["pyodide.asm.wasm", "sign in"]),
    "login page for an archive": ({STDLIB: SEND_SIGN_IN_PAGE}, ["python_stdlib.bin", "sign in"]),
    "redirect": ({WASM: redirect_to_sign_in}, ["pyodide.asm.wasm", "sign in"]),
}


def failure(page: Page, address: str) -> str:
    """Load a page that fails, and return what it says."""
    page.goto(address)
    page.wait_for_selector("html[data-qwixx=failed]", state="attached")
    page.locator("#boot-failure h2").wait_for()
    return page.locator("#boot-failure p").inner_text()


@pytest.mark.expects_errors
def test_the_fault_of_a_host_is_named(
    host: FaultyServer, context: BrowserContext, address: str
) -> None:
    page = context.new_page()
    for name, (rules, words) in WRONG.items():
        host.changes = {**rules, BUNDLES: set_status(404)}
        said = failure(page, address)
        assert [word for word in words if word not in said] == [], (name, said)
        assert "Your connection isn't the problem" in said, name
        assert urlsplit(address).netloc in said
        assert "python3 -m qwixx bundle" in said
        assert words[0] in page.locator("#boot-failure pre").inner_text()


@pytest.mark.expects_errors
def test_a_passing_fault_of_a_host_or_network_is_named(
    host: FaultyServer, context: BrowserContext, address: str, allowed_hosts: set[str]
) -> None:
    allowed_hosts.add(urlsplit(REDIRECT[1]).netloc)
    page = context.new_page()
    for name, (rules, words) in AWAY.items():
        host.changes = rules
        host.requested_paths.clear()
        said = failure(page, address)
        assert [word for word in words if word not in said] == [], (name, said)
        assert "connection" not in said, name
        assert not [path for path in host.requested_paths if path.startswith("static/file/")]
    host.changes = {r"^(?!index\.html|static/(js|css)/)": set_flag("dropped")}
    assert "Check your connection" in failure(page, address)


@pytest.mark.expects_errors
@pytest.mark.parametrize(
    ("language", "word"),
    [("cs", "Tvým připojením"), ("de", "An deiner Verbindung"), ("ar", "ليست المشكلة في اتصالكم")],
)
def test_the_fault_of_a_host_is_named_in_the_language(
    host: FaultyServer,
    new_context: Callable[..., BrowserContext],
    address: str,
    language: str,
    word: str,
) -> None:
    host.changes = {MJS: REFUSED, BUNDLES: REFUSED}
    page = new_context(viewport={"width": 320, "height": 560}).new_page()
    said = failure(page, f"{address}?lang={language}")
    assert word in said
    assert "\u2068static/vendor/pyodide/pyodide.mjs\u2069" in said  # isolated from right to left
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


# Slow networks


def test_a_slow_network_is_no_failure(
    host: FaultyServer, context: BrowserContext, address: str
) -> None:
    """After minutes the page still says that it loads, how far it is, and then it starts."""
    host.changes = {WASM: set_flag("half")}
    page = context.new_page()
    page.clock.install()
    page.goto(address)
    wait_until(lambda: "static/vendor/pyodide/pyodide.asm.wasm" in host.requested_paths, page)
    page.clock.fast_forward(10_000)
    amount = page.locator("#boot-stage + p")
    amount.wait_for()
    assert amount.inner_text().strip("\u2068\u2069").endswith("loaded")

    def is_said_to_take_long() -> bool:
        """Let a minute pass; bytes that are read only now begin another one."""
        page.clock.fast_forward(60_000)
        return page.get_by_text("taking longer than usual").is_visible()

    for _minute in range(3):
        wait_until(is_said_to_take_long, page)
        assert page.locator("html").get_attribute("data-qwixx") == "loading"
        assert page.locator("#boot-failure h2").is_hidden()
        assert page.locator("#boot-progress").is_visible()
    host.released.set()
    Driver(page).wait_until_ready()
    assert page.locator("#boot-failure").count() == 0


QUICK = """AbortSignal.timeout = () => {
  const control = new AbortController();
  setTimeout(() => control.abort(new DOMException('', 'TimeoutError')), 500);
  return control.signal;
}"""
"""Looks for a reason for half a second only."""


@pytest.mark.expects_errors
def test_a_slow_network_is_not_taken_for_a_damaged_file(
    host: FaultyServer, context: BrowserContext, address: str
) -> None:
    """Something else fails while a file is still on its way."""
    host.changes = {WASM: set_flag("half")}
    page = context.new_page()
    page.add_init_script(QUICK)
    page.goto(address)
    wait_until(lambda: "static/vendor/pyodide/pyodide.asm.wasm" in host.requested_paths, page)
    page.evaluate("void Promise.reject(new Error('odd'))")
    page.wait_for_selector("html[data-qwixx=failed]", state="attached")
    said = page.locator("#boot-failure p").inner_text()
    assert said == "Part of the game couldn't be loaded. Try again."
    assert not carried(page)


# The page alone


@pytest.mark.expects_errors
def test_alone_it_says_what_is_missing_without_any_script(
    context: BrowserContext, tmp_path: Path, page_problems: list[str], allowed_hosts: set[str]
) -> None:
    shutil.copy(ROOT / "index.html", tmp_path)
    page = context.new_page()

    def assert_told() -> None:
        said = page.locator("#boot-alone").inner_text()
        assert "unpack the whole ZIP file" in said
        assert page.get_by_text("Loading").filter(visible=True).count() == 0
        assert page.locator("#boot-progress").is_hidden()
        assert page.locator(".art").is_hidden()
        assert page.evaluate("document.documentElement.dataset.theme") is None

    page.goto(tmp_path.joinpath("index.html").as_uri())
    assert_told()
    for address in FaultyServer(tmp_path).serve():
        allowed_hosts.add(urlsplit(address).netloc)
        page.goto(address)
        assert_told()
        page.locator("#boot-alone pre", has_text="static/js/first.js: 404").wait_for()
    assert page_problems


@pytest.mark.expects_errors
def test_refused_scripts_are_named(
    host: FaultyServer, context: BrowserContext, address: str, page_problems: list[str]
) -> None:
    page = context.new_page()
    for change, fact in (
        (
            set_headers(Content_Type="text/plain", X_Content_Type_Options=NOSNIFF),
            "200, text/plain, nosniff",
        ),
        (set_status(503), "503, text/javascript"),
        (SEND_SIGN_IN_PAGE, "200, text/html"),
    ):
        host.changes = {r"\.js$": change}
        page.goto(address)
        page.locator("#boot-alone pre", has_text=f"boot.js: {fact}").wait_for()
    assert page_problems


def test_nobody_else_is_told_that_files_are_missing(
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
