"""Test which language the page takes from the browser, whose answers vary."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext

MISSING = "undefined"
CASES = [
    ('["iw-IL"]', '"iw-IL"', "he"),
    ('["fr", "iw"]', '"fr"', "he"),
    ('["ger-Latn-CH"]', '"ger-Latn-CH"', "de"),
    ('["he-Hebr-IL-u-nu-latn"]', '"he"', "he"),
    (MISSING, '"de-DE"', "de"),
    ("null", '"de-DE"', "de"),
    ("[]", '"de-DE"', "de"),
    ('[""]', '"he-IL"', "he"),
    ("[null, 5]", '"uk"', "uk"),
    (MISSING, MISSING, "en"),
]
OVERRIDE = """
for (const [name, value] of [["languages", %s], ["language", %s]])
  Object.defineProperty(Navigator.prototype, name, {get: () => value, configurable: true});
"""


@pytest.mark.parametrize(("languages", "language", "shown"), CASES)
def test_language_before_python_runs(
    new_context: Callable[..., BrowserContext],
    address: str,
    languages: str,
    language: str,
    shown: str,
) -> None:
    """Python reads the list that this script makes."""
    with new_context() as context:
        page = context.new_page()
        page.add_init_script(OVERRIDE % (languages, language))
        page.goto(f"{address}?embed=1")  # Python does not start yet
        assert page.evaluate("document.documentElement.lang") == shown
        listed = page.evaluate("JSON.stringify(qwixxFirst.languages)")
        assert all(isinstance(code, str) and code for code in json.loads(listed))
        page.goto(f"{address}404.html")
        assert page.evaluate("document.documentElement.lang") == shown


@pytest.mark.parametrize(
    ("languages", "language", "query", "shown"),
    [(MISSING, '"he-IL"', "", "he"), ('["en"]', '"en"', "lang=iw", "he")],
)
def test_language_of_game(
    new_context: Callable[..., BrowserContext],
    address: str,
    languages: str,
    language: str,
    query: str,
    shown: str,
) -> None:
    with new_context() as context:
        page = context.new_page()
        page.add_init_script(OVERRIDE % (languages, language))
        page.goto(f"{address}?{query}")
        page.wait_for_selector("html[data-qwixx=ready]", timeout=120_000)
        assert page.evaluate("document.documentElement.lang") == shown
        assert page.locator(".notices:visible").count() == 0
