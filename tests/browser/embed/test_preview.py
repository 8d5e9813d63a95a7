"""Before somebody plays: a light preview."""

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


# Before somebody plays


def test_the_preview_is_light(context: BrowserContext, address: str) -> None:
    page = context.new_page()
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108 - for mypy
    page.goto(f"{address}index.html{GAME_QUERY}", wait_until="networkidle")
    page.locator("[data-action='play']").wait_for()
    assert page.locator(".shell-rows").filter(visible=True).count() == 1
    sizes = {urlsplit(a.url).path: len(gzip.compress(a.body())) for a in answers}
    sizes.pop("/static/icons/icon.svg", None)  # no frame has an icon
    first = re.sub(r"(?s)<template.*?</template>", "", answers[0].text())
    # Assembled, what the first paint needs is in the page.
    scripts = {f"/{name}" for name in re.findall(r'src="(static/js/[^"]+)"', first)}
    scripts.add("/static/js/boot.js")
    styles = re.findall(r'<link rel="stylesheet" href="([^"]+)"', first)
    assert set(sizes) == {"/index.html", *(f"/{style}" for style in styles), *scripts}
    assert sum(sizes.values()) < 18_000
    assert page.evaluate("Object.keys(localStorage)") == []


@pytest.mark.parametrize(("language", "word"), [("en", "Play"), ("he", "לשחק")])
def test_the_preview_speaks_the_language(
    context: BrowserContext, address: str, language: str, word: str
) -> None:
    page = context.new_page()
    page.goto(f"{address}{GAME_QUERY}&lang={language}")
    assert page.locator("[data-action='play']").inner_text() == word
    assert page.locator(".languages").is_hidden()
    assert find_violations(page) == []


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
    assert page.locator(".shell-rows :is(b, s, u)").filter(visible=True).count() == cells
    fits = "(({scrollWidth: w, scrollHeight: h}) => w <= innerWidth && h <= innerHeight)"
    assert page.evaluate(f"{fits}(document.documentElement)")


def test_a_page_can_ask_for_the_game_at_once_and_keeps_the_focus(
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
