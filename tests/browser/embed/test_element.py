"""Test the `<qwixx-game>` element and the snippet that adds it to a page."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.browser.accessibility import find_violations
from tests.browser.driver import Driver, wait_for_posted_messages, wait_until
from tests.browser.embed.conftest import GAME_QUERY, IFRAME_HTML, find_game_frames, start_game

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext, Page


# The element


RECORD_FRAME_HEIGHTS = """() => {
  self.heights = [];
  new MutationObserver((changes) => {
    for (const { target } of changes) heights.push(target.getAttribute('height'));
  }).observe(document.querySelector('iframe'), { attributeFilter: ['height'] });
}"""


def test_element_resizes_under_strict_policy(open_post: Callable[..., Page], address: str) -> None:
    """Neither malformed messages nor messages from other windows resize the element."""
    body = f"""<script src="{address}static/embed/qwixx-game.js"></script>
        <qwixx-game variant="longo" players="3" seed="5" first="0" lang="he"></qwixx-game>"""
    origin = address.rstrip("/")
    page = open_post(body, policy=f"default-src 'none'; script-src {origin}; frame-src {origin}")
    element = page.locator("iframe")
    source = urlsplit(element.get_attribute("src") or "")
    expected_query = "embed=1&variant=longo&players=3&first=0&seed=5&lang=he&theme=light"
    assert parse_qs(source.query) == parse_qs(expected_query)
    assert element.get_attribute("loading") == "lazy"
    assert element.get_attribute("title") == "Qwixx"
    read_height = "Number(document.querySelector('iframe').height)"
    assert page.evaluate(read_height) == 480
    (frame,) = find_game_frames(page)
    driver = start_game(page, frame)
    driver.click_action("roll")
    wait_until(lambda: page.evaluate(f"{read_height} > 480"), page)
    content_fits = "document.documentElement.scrollHeight <= innerHeight"
    wait_until(lambda: frame.evaluate(content_fits), page)
    assert page.evaluate(read_height) < 1000
    height_before = page.evaluate(read_height)
    page.evaluate("postMessage({type: 'qwixx:resize', height: 999}, '*')")
    for invalid_message in (
        "{type: 'other', height: 999}",
        "{type: 'qwixx:resize', height: '999'}",
        "null",
    ):
        frame.evaluate(f"parent.postMessage({invalid_message}, '*')")
    wait_for_posted_messages(frame, page)
    assert page.evaluate(read_height) == height_before
    page.evaluate(RECORD_FRAME_HEIGHTS)  # the larger frame may immediately report its own height
    frame.evaluate("parent.postMessage({type: 'qwixx:resize', height: 1e9}, '*')")
    wait_until(lambda: page.evaluate("heights.length > 0"), page)
    assert page.evaluate("heights[0]") == "2000"
    page.evaluate("document.querySelector('qwixx-game').remove()")


def test_page_can_contain_snippet_twice(open_post: Callable[..., Page], address: str) -> None:
    snippet = (
        f'<script src="{address}static/embed/qwixx-game.js"></script><qwixx-game></qwixx-game>'
    )
    page = open_post(snippet * 2)
    page.locator("iframe").nth(1).wait_for(state="attached")
    assert page.locator("qwixx-game > iframe").count() == 2


FRAME_STYLES = """<style>iframe {box-sizing: border-box; border: 5px solid red; padding: 3px;
  min-height: 700px; max-width: 200px}</style>"""
CONTENT_FITS = "document.documentElement.scrollHeight <= innerHeight"


def test_element_fits_game_despite_page_styles_for_frames(
    open_post: Callable[..., Page], address: str
) -> None:
    """The height of the element does not change during the game."""
    styles = FRAME_STYLES.replace("solid red", "solid red !important")
    page = open_post(f"""{styles}<script src="{address}static/embed/qwixx-game.js"></script>
        <qwixx-game variant="longo" bots="greedy" seed="5" first="0" speed="instant">""")
    page.set_viewport_size({"width": 400, "height": 900})
    (frame,) = find_game_frames(page)
    driver = start_game(page, frame)
    read_heights = (
        "(f => [f.height, f.clientHeight, f.offsetHeight])(document.querySelector('iframe'))"
    )
    driver.click_action("roll")
    wait_until(lambda: frame.evaluate(CONTENT_FITS), page)
    height_attribute, client_height, offset_height = page.evaluate(read_heights)
    assert int(height_attribute) == client_height == offset_height > 480
    assert page.evaluate("document.querySelector('iframe').clientWidth") > 300
    for _ in range(12):
        driver.wait_for_person_or_end()
        assert frame.evaluate(CONTENT_FITS)
        frame.evaluate("document.querySelector('.controls .wide').click()")  # roll or pass
    assert page.evaluate(read_heights) == [height_attribute, client_height, offset_height]


def test_requested_height_includes_frame_border(
    open_post: Callable[..., Page], address: str
) -> None:
    """The listener is the one in qwixx/publish/README.md without the origin check."""
    page = open_post(f"""<style>iframe {{box-sizing: border-box; border: 5px solid red}}</style>
        {IFRAME_HTML.format(f"{address}{GAME_QUERY}&bots=greedy", "")}<script>
        addEventListener("message", ({{ source, origin, data }}) => {{
          const frame = document.querySelector("iframe");
          if (source === frame.contentWindow && data?.type === "qwixx:resize")
            frame.height = Math.min(data.height, 2000);
        }});</script>""")
    (frame,) = find_game_frames(page)
    driver = start_game(page, frame)
    driver.click_action("roll")
    wait_until(lambda: frame.evaluate(CONTENT_FITS), page)
    game_height = frame.evaluate("document.getElementById('app').getBoundingClientRect().height")
    assert page.evaluate("document.querySelector('iframe').clientHeight") - game_height < 1
    assert page.evaluate("document.querySelector('iframe').offsetHeight") - game_height >= 10


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
def test_element_adopts_color_scheme_of_page(
    open_post: Callable[..., Page], address: str, head: str, attribute: str, theme: str | None
) -> None:
    script = f'<script src="{address}static/embed/qwixx-game.js"></script>'
    page = open_post(f"{head}{script}<qwixx-game {attribute}></qwixx-game>")
    source = urlsplit(page.locator("iframe").get_attribute("src") or "")
    assert parse_qs(source.query).get("theme", [None]) == [theme]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_demo_page(new_context: Callable[..., BrowserContext], address: str, scheme: str) -> None:
    page = new_context(color_scheme=scheme, viewport={"width": 760, "height": 1000}).new_page()
    page.goto(f"{address}static/embed/demo.html")
    page.locator("qwixx-game").scroll_into_view_if_needed()
    iframe, element = find_game_frames(page, 2)
    assert find_violations(page) == []
    start_game(page, element)
    read_background = "getComputedStyle(document.body).backgroundColor"
    assert iframe.evaluate(read_background) == element.evaluate(read_background)


# The dialog "Embed this game"


@pytest.mark.parametrize("has_clipboard", [True, False], ids=["clipboard", "by hand"])
def test_snippet_is_copied_and_embeds_game(
    new_context: Callable[..., BrowserContext],
    open_page: Callable[..., Driver],
    open_post: Callable[..., Page],
    *,
    has_clipboard: bool,
) -> None:
    visitor = new_context(permissions=["clipboard-read", "clipboard-write"])
    if not has_clipboard:
        visitor.add_init_script("delete Navigator.prototype.clipboard")
    driver = open_page(visitor, variant="longo", bots="greedy", lang="he")
    driver.click_action("menu")
    driver.click_action("embed")
    field = driver.page.locator("#snippet")
    snippet = field.input_value()
    driver.click_action("copy")
    driver.page.locator("dialog [role=status]:not(:empty)").wait_for()
    assert driver.page.evaluate("document.activeElement.dataset.action") == "copy"
    read_selection = (
        "({value, selectionStart, selectionEnd}) => value.slice(selectionStart, selectionEnd)"
    )
    assert field.evaluate(read_selection) == snippet
    if has_clipboard:
        assert driver.page.evaluate("navigator.clipboard.readText()") == snippet
    assert find_violations(driver.page) == []
    if not has_clipboard:
        return
    page = open_post(snippet)
    (frame,) = find_game_frames(page)
    embedded_game = start_game(page, frame).read_game()
    assert len(embedded_game["sheets"]["0"]["cells"]) == 60
    assert frame.locator("html").get_attribute("lang") == "he"
