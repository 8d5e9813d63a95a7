"""Validity of the style sheets in a browser."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from qwixx.publish.files import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import BrowserContext

COUNT_RULES = """(text) => {
  const count = (rules) => Array.from(rules ?? [])
    .filter((rule) => !rule.constructor.name.endsWith('Declarations'))
    .reduce((sum, rule) => sum + 1 + count(rule.cssRules), 0);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return count(sheet.cssRules);
}"""


@pytest.mark.parametrize(
    "sheet", sorted(ROOT.glob("static/css/*.css")), ids=lambda sheet: sheet.stem
)
def test_browser_parses_each_rule(context: BrowserContext, sheet: Path) -> None:
    """Browsers silently drop invalid rules.

    Chromium also drops rules for Firefox, so the test ignores those.
    """
    text = re.sub(r"[^{}]*::-moz-[^{}]*\{[^{}]*\}", "", sheet.read_text(encoding="utf-8"))
    rule_count = re.sub(r'/\*.*?\*/|url\("[^"]*"\)', "", text, flags=re.DOTALL).count("{")
    assert context.new_page().evaluate(COUNT_RULES, text) == rule_count
