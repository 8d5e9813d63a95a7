"""Accessibility checks with axe."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from playwright.sync_api import Page

STRICT_TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
"""Tags of axe's rules for strict checks with `find_violations`."""

# Contrast is lower during a color transition.
WAIT_FOR_ANIMATIONS = """async () => {
  const moving = () => document.getAnimations().filter((one) => one.playState === 'running'
    && one.effect.getComputedTiming().endTime !== Infinity);
  for (let now = moving(); now.length; now = moving())
    await Promise.allSettled(now.map((one) => one.finished));
}"""


def find_violations(page: Page, tags: tuple[str, ...] = ()) -> list[str]:
    """Wait until animations have ended, and return axe's violations: rule, element, and reason.

    Args:
        page: the page to check.
        tags: tags of the rules to check; if empty, axe makes its own selection.
    """
    page.evaluate(WAIT_FOR_ANIMATIONS)
    options: dict[str, object] = {"resultTypes": ["violations"]}
    if tags:
        options["runOnly"] = [*tags]
    violations = Axe().run(page, options=options).response["violations"]
    return [
        f"{violation['id']}: {node['html'][:160]}: {node['failureSummary'][:300]}"
        for violation in violations
        for node in violation["nodes"]
    ]
