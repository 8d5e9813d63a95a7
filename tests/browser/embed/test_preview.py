"""Test the preview that an embedded game shows before it starts."""

from __future__ import annotations

import gzip
import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from tests.browser.accessibility import find_violations
from tests.browser.embed.conftest import GAME_QUERY, IFRAME_HTML

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext, Page, Response


def test_preview_is_small(context: BrowserContext, address: str) -> None:
    page = context.new_page()
    responses: list[Response] = []
    page.on("response", lambda response: responses.append(response))  # noqa: PLW0108 - for mypy
    page.goto(f"{address}index.html{GAME_QUERY}", wait_until="networkidle")
    page.locator("[data-action='play']").wait_for()
    assert page.locator(".shell-rows").filter(visible=True).count() == 1
    sizes = {
        urlsplit(response.url).path: len(gzip.compress(response.body())) for response in responses
    }
    sizes.pop("/static/icons/icon.svg", None)  # frames have no icon
    page_html = re.sub(r"(?s)<template.*?</template>", "", responses[0].text())
    # The assembled page itself contains everything that the first paint needs.
    scripts = {f"/{name}" for name in re.findall(r'src="(static/js/[^"]+)"', page_html)}
    scripts.add("/static/js/boot.js")
    styles = re.findall(r'<link rel="stylesheet" href="([^"]+)"', page_html)
    assert set(sizes) == {"/index.html", *(f"/{style}" for style in styles), *scripts}
    assert sum(sizes.values()) < 18_000
    assert page.evaluate("Object.keys(localStorage)") == []


@pytest.mark.parametrize(("language", "label"), [("en", "Play"), ("he", "לשחק")])
def test_preview_uses_language_of_url(
    context: BrowserContext, address: str, language: str, label: str
) -> None:
    page = context.new_page()
    page.goto(f"{address}{GAME_QUERY}&lang={language}")
    assert page.locator("[data-action='play']").inner_text() == label
    assert page.locator(".languages").is_hidden()
    assert find_violations(page) == []


@pytest.mark.parametrize(
    ("variant", "cell_count"), [("classic", 44), ("longo", 60), ("chess", 44), ("", 44)]
)
@pytest.mark.parametrize("width", [320, 760])
def test_preview_shows_variant(
    new_context: Callable[..., BrowserContext],
    address: str,
    variant: str,
    cell_count: int,
    width: int,
) -> None:
    page = new_context(viewport={"width": width, "height": 480}).new_page()
    page.goto(f"{address}?embed=1" + (f"&variant={variant}" if variant else ""))
    page.locator("[data-action='play']").wait_for()
    assert page.locator(".shell-rows :is(b, s, u)").filter(visible=True).count() == cell_count
    content_fits = "(({scrollWidth: w, scrollHeight: h}) => w <= innerWidth && h <= innerHeight)"
    assert page.evaluate(f"{content_fits}(document.documentElement)")


def test_game_that_starts_without_click_does_not_take_focus(
    open_post: Callable[..., Page], address: str
) -> None:
    page = open_post(
        f"<input aria-label=comment>{IFRAME_HTML.format(f'{address}{GAME_QUERY}&start=1', '')}"
    )
    page.locator("input").focus()
    frame = page.frame_locator("iframe")
    frame.locator("[data-action='roll']").wait_for()
    page.keyboard.type("hello")
    assert page.locator("input").input_value() == "hello"
