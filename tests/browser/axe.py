"""Asks axe what keeps somebody from using a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from playwright.sync_api import Page

STRICT = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
"""Sets of rules, for `faults`."""

# While a color changes into another one, there is less contrast than before and after.
AT_REST = """async () => {
  const moving = () => document.getAnimations().filter((one) => one.playState === 'running'
    && one.effect.getComputedTiming().endTime !== Infinity);
  for (let now = moving(); now.length; now = moving())
    await Promise.allSettled(now.map((one) => one.finished));
}"""


def faults(page: Page, tags: tuple[str, ...] = ()) -> list[str]:
    """Wait until nothing moves, and return what axe finds: the rule, where, and why.

    Args:
        page: what is looked at.
        tags: the sets of rules that count, by default what axe takes itself.
    """
    page.evaluate(AT_REST)
    options: dict[str, object] = {"resultTypes": ["violations"]}
    if tags:
        options["runOnly"] = [*tags]
    found = Axe().run(page, options=options).response["violations"]
    return [
        f"{one['id']}: {node['html'][:160]}: {node['failureSummary'][:300]}"
        for one in found
        for node in one["nodes"]
    ]
