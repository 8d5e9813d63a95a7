"""The page inside other people's pages."""

from __future__ import annotations

import gzip
import json
import threading
from functools import partial
from http.server import ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, ClassVar
from urllib.parse import parse_qs, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

from qwixx.publish.files import ROOT
from qwixx.publish.serve import HOST, Handler
from tests.browser.driver import Driver, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import BrowserContext, Frame, Page, Response

GAME = "?embed=1&players=2&first=0&seed=5&speed=instant"
FRAME = '<iframe src="{}" title="Qwixx" width="360" height="480"{}></iframe>'
OPAQUE = ' sandbox="allow-scripts"'
LISTEN = (
    "addEventListener('message', ({origin, data}) => (self.heard ??= []).push([origin, data]))"
)


class HostHandler(Handler):
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


class OpenHandler(Handler):
    """Lets every origin read, as GitHub Pages does."""

    def end_headers(self) -> None:
        """Say so."""
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()


def run(handler: type[Handler], name: str, ours: set[str]) -> Iterator[str]:
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


# Before somebody plays


def test_the_preview_is_light(context: BrowserContext, address: str) -> None:
    page = context.new_page()
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108 - for mypy
    page.goto(f"{address}index.html{GAME}", wait_until="networkidle")
    page.locator("[data-action='play']").wait_for()
    assert page.locator(".shell-rows").filter(visible=True).count() == 1
    sizes = {urlsplit(a.url).path: len(gzip.compress(a.body())) for a in answers}
    sizes.pop("/static/icons/icon.svg", None)  # no frame has an icon
    scripts = {f"/static/js/{name}.js" for name in ("texts", "boot", "shim", "runtime")}
    styles = {f"/static/css/{name}.css" for name in ("colors", "base", "first")}
    assert set(sizes) == {"/index.html", *styles, *scripts}
    assert sum(sizes.values()) < 14_000
    assert page.evaluate("Object.keys(localStorage)") == []


@pytest.mark.parametrize(("language", "word"), [("en", "Play"), ("he", "לשחק")])
def test_the_preview_speaks_the_language(
    context: BrowserContext, address: str, language: str, word: str
) -> None:
    page = context.new_page()
    page.goto(f"{address}{GAME}&lang={language}")
    assert page.locator("[data-action='play']").inner_text() == word
    assert page.locator(".languages").is_hidden()
    axe = Axe().run(page).response
    assert axe["violations"] == []


@pytest.mark.parametrize(
    ("variant", "cells"), [("classic", 44), ("longo", 60), ("chess", 44), ("", 44)]
)
@pytest.mark.parametrize("width", [320, 760])
def test_the_preview_shows_the_variant(
    new_context: Callable[..., BrowserContext],
    address: str,
    variant: str,
    cells: int,
    width: int,
) -> None:
    page = new_context(viewport={"width": width, "height": 480}).new_page()
    page.goto(f"{address}?embed=1" + (f"&variant={variant}" if variant else ""))
    page.locator("[data-action='play']").wait_for()
    assert page.locator(".shell-rows :is(b, s)").filter(visible=True).count() == cells
    fits = "(({scrollWidth: w, scrollHeight: h}) => w <= innerWidth && h <= innerHeight)"
    assert page.evaluate(f"{fits}(document.documentElement)")


def test_a_page_can_ask_for_the_game_at_once_and_keeps_the_focus(
    post: Callable[..., Page], address: str
) -> None:
    page = post(f"<input aria-label=comment>{FRAME.format(f'{address}{GAME}&start=1', '')}")
    page.locator("input").focus()
    frame = page.frame_locator("iframe")
    frame.locator("[data-action='roll']").wait_for()
    page.keyboard.type("hello")
    assert page.locator("input").input_value() == "hello"


# Every frame


@pytest.mark.parametrize(
    ("server", "attributes", "keeps"),
    [
        ("host", "", True),
        ("address", "", False),
        ("address", ' sandbox="allow-scripts allow-same-origin"', False),
        ("address", OPAQUE, False),
        ("open_address", OPAQUE, False),
    ],
    ids=["same origin", "other origin", "sandbox", "no origin", "no origin, may read"],
)
def test_it_plays_in_every_frame(
    request: pytest.FixtureRequest,
    post: Callable[..., Page],
    complaints: list[str],
    server: str,
    attributes: str,
    *,
    keeps: bool,
) -> None:
    """New visitors here block the storage of third parties."""
    base = request.getfixturevalue(server)
    page = post(FRAME.format(f"{base}{GAME}", attributes))
    (frame,) = frames_of(page)
    driver = play(page, frame)
    driver.act("roll")
    driver.act("pass")
    shown = driver.read()
    assert (shown["phase"], shown["actor"]) == ("white", "1")
    told = frame.locator(".notices").inner_text()
    assert ("won't save anything" in told) != keeps
    origin = "null" if attributes == OPAQUE else base.rstrip("/")
    assert {sender for sender, _ in heard(page)} == {origin}
    assert all(set(data) == {"type", "height"} for _, data in heard(page))
    assert all(data["type"] == "qwixx:resize" for _, data in heard(page))
    if attributes == OPAQUE and server == "address":  # how the page knows
        assert len(complaints) == 2
        assert "has been blocked by CORS policy" in complaints[0]
        complaints.clear()


@pytest.mark.parametrize(
    ("profile", "keeps"),
    [
        ({"default_content_setting_values": {"cookies": 2}}, False),
        ({"cookie_controls_mode": 0, "block_third_party_cookies": False}, True),
    ],
    ids=["all blocked", "nothing blocked"],
)
def test_it_plays_with_and_without_storage(
    new_context: Callable[..., BrowserContext],
    post: Callable[..., Page],
    tmp_path: Path,
    address: str,
    profile: dict[str, object],
    *,
    keeps: bool,
) -> None:
    preferences = tmp_path / "Default" / "Preferences"
    preferences.parent.mkdir()
    preferences.write_text(json.dumps({"profile": profile}), encoding="utf-8")
    visitor = new_context(user_data_dir=tmp_path)
    page = post(FRAME.format(f"{address}{GAME}", ""), visitor)
    (frame,) = frames_of(page)
    driver = play(page, frame)
    assert ("won't save anything" in frame.locator(".notices").inner_text()) != keeps
    driver.act("roll")
    assert driver.read()["phase"] == "white"


def test_games_on_one_page_do_not_disturb_each_other(post: Callable[..., Page], host: str) -> None:
    body = "".join(FRAME.format(f"{host}{GAME}&variant={v}", "") for v in ("classic", "longo"))
    page = post(body)
    first, second = (play(page, frame) for frame in frames_of(page, 2))
    first.act("roll")
    second.act("roll")
    first.act("pass")
    page.reload()
    first, second = (play(page, frame) for frame in frames_of(page, 2))
    assert (first.read()["actor"], second.read()["actor"]) == ("1", "0")
    assert len(first.read()["sheets"]["0"]["cells"]) < len(second.read()["sheets"]["0"]["cells"])


def test_frames_that_are_alike_have_games_of_their_own(
    post: Callable[..., Page], host: str
) -> None:
    page = post(FRAME.format(f"{host}{GAME}", "") * 2)
    first, second = (play(page, frame) for frame in frames_of(page, 2))
    first.act("roll")
    assert first.saved().events != second.saved().events
    page.reload()
    second, first = (play(page, frame) for frame in frames_of(page, 2)[::-1])
    assert (first.read()["phase"], second.read()["phase"]) == ("white", "roll")


def test_a_game_elsewhere_is_left_alone(
    context: BrowserContext, open_page: Callable[..., Driver], address: str
) -> None:
    own = open_page(players=3, seed=8, start=1)
    state = own.saved().state
    page = context.new_page()
    page.goto(f"{address}{GAME}")
    play(page, page.main_frame).act("roll")
    assert own.saved().state == state


# Manners


def test_tab_goes_in_and_out_and_nothing_scrolls(post: Callable[..., Page], address: str) -> None:
    far = "<br>" * 60
    frame_html = FRAME.format(f"{address}{GAME}", "")
    page = post(f"{far}<button id=a>a</button>{frame_html}<button id=b>b</button>{far}")
    (frame,) = frames_of(page)
    page.locator("#a").focus()
    page.wait_for_timeout(100)
    top = page.evaluate("scrollY")
    assert top > 0
    page.keyboard.press("Tab")
    focus = "document.activeElement.dataset.action"
    wait_until(lambda: frame.evaluate(focus) == "play", page)
    page.keyboard.press("Enter")
    driver = Driver(page, frame)
    frame.locator("[data-action='roll']").wait_for()
    assert frame.evaluate("document.activeElement.tagName") == "MAIN"
    assert page.evaluate("[scrollY, document.activeElement.tagName]") == [top, "IFRAME"]
    driver.act("roll")
    for key, way_out in (("Tab", "b"), ("Shift+Tab", "a")):
        for _ in range(40):
            page.keyboard.press(key)
            page.wait_for_timeout(30)  # the focus goes from process to process
            if page.evaluate("document.activeElement.id") == way_out:
                break
        assert page.evaluate("document.activeElement.id") == way_out
        page.keyboard.press("Shift+Tab" if key == "Tab" else "Tab")
        page.wait_for_function("document.activeElement.tagName === 'IFRAME'")
    seen = """() => {
      self.prevented = [];
      addEventListener('keydown', (event) =>
        setTimeout(() => prevented.push(event.defaultPrevented)));
    }"""
    frame.evaluate(seen)
    for selector in ("main", "[data-cell][tabindex='0']"):
        frame.locator(selector).first.focus()
        page.keyboard.press("ArrowDown")
    page.wait_for_timeout(100)
    assert frame.evaluate("prevented") == [False, True]
    page.mouse.move(180, 300)
    top = page.evaluate("scrollY")
    page.mouse.wheel(0, 200)
    page.wait_for_function(f"scrollY > {top}")


@pytest.mark.parametrize("message", ["play", {"type": "qwixx:resize", "height": 9}, [1], None])
def test_it_obeys_no_message(post: Callable[..., Page], address: str, message: object) -> None:
    page = post(FRAME.format(f"{address}{GAME}", ""))
    (frame,) = frames_of(page)
    send = "(message) => document.querySelector('iframe').contentWindow.postMessage(message, '*')"
    page.evaluate(send, message)
    page.wait_for_timeout(100)
    assert frame.locator("[data-action='play']").is_visible()
    if message != "play":
        return
    driver = play(page, frame)
    before = driver.read()
    page.evaluate(send, message)
    page.evaluate(send, {"action": "roll"})
    page.wait_for_timeout(100)
    assert driver.read() == before


@pytest.mark.parametrize("size", [(320, 480), (360, 480), (700, 480)], ids=str)
def test_a_small_frame_is_enough(
    new_context: Callable[..., BrowserContext], address: str, size: tuple[int, int]
) -> None:
    width, height = size
    page = new_context(viewport={"width": width, "height": height}).new_page()
    page.goto(f"{address}{GAME}&bots=greedy")
    driver = play(page, page.main_frame)
    driver.act("roll")
    box = page.evaluate(
        "(({scrollWidth, scrollHeight}) => [scrollWidth, scrollHeight])(document.documentElement)"
    )
    assert box[0] <= width
    assert box[1] <= height


COVERED = """() => {
  const wrong = [];
  for (const sheet of document.querySelectorAll('.sheet')) {
    const parts = [...sheet.querySelectorAll('.owner > *, .penalty')]
      .map((part) => [part.className || part.tagName, part.getBoundingClientRect()]);
    for (const [i, [one, a]] of parts.entries())
      for (const [other, b] of parts.slice(i + 1))
        if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
            && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
          wrong.push(`${one} and ${other} of ${sheet.dataset.player}`);
    for (const name of sheet.querySelectorAll('.name'))
      if (name.clientWidth < 24) wrong.push(`no name of ${sheet.dataset.player}`);
  }
  return wrong;
}"""


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_names_chances_and_penalties_stand_side_by_side(
    new_context: Callable[..., BrowserContext], address: str, players: int
) -> None:
    page = new_context(viewport={"width": 320, "height": 480}).new_page()
    page.goto(f"{address}?embed=1&players={players}&variant=longo&first=0&seed=5")
    driver = play(page, page.main_frame)
    driver.act("roll")
    assert page.evaluate(COVERED) == []
    driver.act("menu")
    page.locator("[data-action='chances']").select_option("shown")
    driver.act("close")
    page.locator(".chance").nth(players - 1).wait_for()
    assert page.evaluate(COVERED) == []
    shown = page.locator(".chance > span:last-child").all_inner_texts()
    assert abs(sum(int(text.strip("\u2066\u2069%")) for text in shown) - 100) <= players / 2


# The element


def test_the_element_under_a_strict_policy(post: Callable[..., Page], address: str) -> None:
    """It grows with the game, and believes its own frame only."""
    body = f"""<script src="{address}static/embed/qwixx-game.js"></script>
        <qwixx-game variant="longo" players="3" seed="5" first="0" lang="he"></qwixx-game>"""
    origin = address.rstrip("/")
    page = post(body, policy=f"default-src 'none'; script-src {origin}; frame-src {origin}")
    element = page.locator("iframe")
    source = urlsplit(element.get_attribute("src") or "")
    asked = "embed=1&variant=longo&players=3&first=0&seed=5&lang=he&theme=light"
    assert parse_qs(source.query) == parse_qs(asked)
    assert element.get_attribute("loading") == "lazy"
    assert element.get_attribute("title") == "Qwixx"
    height = "Number(document.querySelector('iframe').height)"
    assert page.evaluate(height) == 480
    (frame,) = frames_of(page)
    driver = play(page, frame)
    driver.act("roll")
    wait_until(lambda: page.evaluate(f"{height} > 480"), page)
    page.wait_for_timeout(200)
    fits = "document.documentElement.scrollHeight <= innerHeight"
    assert frame.evaluate(fits)
    assert page.evaluate(height) < 1000
    shown = page.evaluate(height)
    page.evaluate("postMessage({type: 'qwixx:resize', height: 999}, '*')")
    for lie in ("{type: 'other', height: 999}", "{type: 'qwixx:resize', height: '999'}", "null"):
        frame.evaluate(f"parent.postMessage({lie}, '*')")
    page.wait_for_timeout(100)
    assert page.evaluate(height) == shown
    frame.evaluate("parent.postMessage({type: 'qwixx:resize', height: 1e9}, '*')")
    wait_until(lambda: page.evaluate(f"{height} === 2000"), page)
    page.evaluate("document.querySelector('qwixx-game').remove()")


def test_the_snippet_may_stand_on_a_page_twice(post: Callable[..., Page], address: str) -> None:
    snippet = (
        f'<script src="{address}static/embed/qwixx-game.js"></script><qwixx-game></qwixx-game>'
    )
    page = post(snippet * 2)
    page.locator("iframe").nth(1).wait_for(state="attached")
    assert page.locator("qwixx-game > iframe").count() == 2


HOSTILE = """<style>iframe {box-sizing: border-box; border: 5px solid red; padding: 3px;
  min-height: 700px; max-width: 200px}</style>"""
FITS = "document.documentElement.scrollHeight <= innerHeight"


def test_the_element_is_as_high_as_the_game_whatever_the_page_says_of_frames(
    post: Callable[..., Page], address: str
) -> None:
    """And it keeps its height while the game goes on."""
    important = HOSTILE.replace("solid red", "solid red !important")
    page = post(f"""{important}<script src="{address}static/embed/qwixx-game.js"></script>
        <qwixx-game variant="longo" bots="greedy" seed="5" first="0" speed="instant">""")
    page.set_viewport_size({"width": 400, "height": 900})
    (frame,) = frames_of(page)
    driver = play(page, frame)
    heights = "(f => [f.height, f.clientHeight, f.offsetHeight])(document.querySelector('iframe'))"
    driver.act("roll")
    wait_until(lambda: frame.evaluate(FITS), page)
    asked, inner, outer = page.evaluate(heights)
    assert int(asked) == inner == outer > 480
    assert page.evaluate("document.querySelector('iframe').clientWidth") > 300
    for _ in range(4):
        for action in ("pass", "pass", "roll", "pass"):
            if frame.locator(f"[data-action='{action}']").count():
                driver.act(action)
        driver.wait_for_person()
        assert frame.evaluate(FITS)
    assert page.evaluate(heights) == [asked, inner, outer]


def test_a_border_that_the_host_gives_a_frame_is_asked_for(
    post: Callable[..., Page], address: str
) -> None:
    """The listener is the one that README shows."""
    page = post(f"""<style>iframe {{box-sizing: border-box; border: 5px solid red}}</style>
        {FRAME.format(f"{address}{GAME}&bots=greedy", "")}<script>
        addEventListener("message", ({{ source, origin, data }}) => {{
          const frame = document.querySelector("iframe");
          if (source === frame.contentWindow && data?.type === "qwixx:resize")
            frame.height = Math.min(data.height, 2000);
        }});</script>""")
    (frame,) = frames_of(page)
    driver = play(page, frame)
    driver.act("roll")
    wait_until(lambda: frame.evaluate(FITS), page)
    height = frame.evaluate("document.getElementById('app').getBoundingClientRect().height")
    assert page.evaluate("document.querySelector('iframe').clientHeight") - height < 1
    assert page.evaluate("document.querySelector('iframe').offsetHeight") - height >= 10


@pytest.mark.parametrize(
    ("head", "attribute", "theme"),
    [
        ("", "", "light"),
        ('<meta name="color-scheme" content="dark">', "", "dark"),
        ('<meta name="color-scheme" content="light dark">', "", None),
        ("<style>:root {color-scheme: dark}</style>", "", "dark"),
        ("<style>:root {color-scheme: dark}</style>", 'theme="light"', "light"),
    ],
    ids=["silent", "meta dark", "meta both", "style dark", "attribute"],
)
def test_the_element_has_the_colors_of_its_page(
    post: Callable[..., Page], address: str, head: str, attribute: str, theme: str | None
) -> None:
    script = f'<script src="{address}static/embed/qwixx-game.js"></script>'
    page = post(f"{head}{script}<qwixx-game {attribute}></qwixx-game>")
    source = urlsplit(page.locator("iframe").get_attribute("src") or "")
    assert parse_qs(source.query).get("theme", [None]) == [theme]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_demonstration(
    new_context: Callable[..., BrowserContext], address: str, scheme: str
) -> None:
    page = new_context(color_scheme=scheme, viewport={"width": 760, "height": 1000}).new_page()
    page.goto(f"{address}static/embed/demo.html")
    page.locator("qwixx-game").scroll_into_view_if_needed()
    plain, grown = frames_of(page, 2)
    assert Axe().run(page).response["violations"] == []
    play(page, grown)
    theme = "getComputedStyle(document.body).backgroundColor"
    assert plain.evaluate(theme) == grown.evaluate(theme)


# Embed this


@pytest.mark.parametrize("clipboard", [True, False], ids=["clipboard", "by hand"])
def test_the_snippet_is_copied_and_works(
    new_context: Callable[..., BrowserContext],
    open_page: Callable[..., Driver],
    post: Callable[..., Page],
    *,
    clipboard: bool,
) -> None:
    visitor = new_context(permissions=["clipboard-read", "clipboard-write"])
    if not clipboard:
        visitor.add_init_script("delete Navigator.prototype.clipboard")
    driver = open_page(visitor, variant="longo", bots="greedy", lang="he")
    driver.act("menu")
    driver.act("embed")
    field = driver.page.locator("#snippet")
    text = field.input_value()
    driver.act("copy")
    driver.page.locator("dialog [role=status]:not(:empty)").wait_for()
    assert driver.page.evaluate("document.activeElement.id") == "snippet"
    selected = (
        "({value, selectionStart, selectionEnd}) => value.slice(selectionStart, selectionEnd)"
    )
    assert field.evaluate(selected) == text
    if clipboard:
        assert driver.page.evaluate("navigator.clipboard.readText()") == text
    assert Axe().run(driver.page).response["violations"] == []
    if not clipboard:
        return
    page = post(text)
    (frame,) = frames_of(page)
    shown = play(page, frame).read()
    assert len(shown["sheets"]["0"]["cells"]) == 60
    assert frame.locator("html").get_attribute("lang") == "he"
