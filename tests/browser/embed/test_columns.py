"""Test the layout of embedded games in the columns of blogs, which are of many widths."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.driver import wait_for_posted_messages, wait_until
from tests.browser.embed.conftest import find_game_frames, start_game
from tests.browser.test_layout import CUT_SUMS, LAYOUT_FAULTS, MISFIT_TEXTS

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Frame, Page

COLUMN_WIDTHS = [480, 600, 680, 740, 860, 1100]
IFRAME_HEIGHT = 640
"""Height of the iframe in qwixx/publish/README.md, in pixels."""
LOST_PARTS = """() => {
  const problems = [];
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const tray = box('.tray');
  for (const die of document.querySelectorAll('.die')) {
    const { left, right, top, bottom } = die.getBoundingClientRect();
    if (left < tray.left || right > tray.right || top < tray.top || bottom > tray.bottom)
      problems.push(`${die.dataset.die} is outside the tray`);
  }
  for (const sum of document.querySelectorAll('.sum'))
    if (!sum.checkVisibility({ visibilityProperty: true })) problems.push('a sum is hidden');
  const text = document.querySelector('.status-text');
  if (text.scrollHeight > text.clientHeight + 1)
    problems.push(`the instruction is cut: ${text.innerText}`);
  for (const name of document.querySelectorAll('.other-sheets .name'))
    if (name.scrollWidth > name.clientWidth) problems.push(`${name.textContent} is cut`);
  const end = Math.max(box('.sheet.large').bottom, box('.controls').bottom);
  if (innerHeight - end > 60) problems.push(`${innerHeight - end} pixels below are empty`);
  if (document.documentElement.scrollHeight > innerHeight)
    problems.push('a part is below the frame');
  return problems;
}"""
ELEMENT_HEIGHT = 480
READ_FRAME_HEIGHT = "document.querySelector('iframe').clientHeight"


def find_problems(frame: Frame) -> list[str]:
    """Return everything in a frame that is cut off, hidden, outside its place, or too small."""
    scripts = (LAYOUT_FAULTS, MISFIT_TEXTS, CUT_SUMS, LOST_PARTS)
    return [str(problem) for script in scripts for problem in frame.evaluate(script)]


def set_column_width(page: Page, frame: Frame, width: int) -> None:
    """Resize the column, and wait until the frame has the height that the game requests."""
    page.set_viewport_size({"width": width, "height": 900})
    wait_until(lambda: bool(frame.evaluate(f"innerWidth === {width}")), page)
    for _ in range(3):  # the frame may first shrink, and then grow
        frame.evaluate(
            "() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))"
        )
        wait_for_posted_messages(frame, page)


@pytest.mark.parametrize(
    ("variant", "bots", "language"),
    [
        ("classic", "greedy", "en"),
        ("classic", "easy,medium", "he"),
        ("longo", "greedy", "he"),
        ("longo", "easy,medium,hard,hard", "en"),
        ("longo", "greedy", "ru"),
    ],
)
@pytest.mark.parametrize("kind", ["element", "iframe"])
def test_embedded_game_is_whole_in_columns_of_all_widths(
    open_post: Callable[..., Page], address: str, kind: str, variant: str, bots: str, language: str
) -> None:
    parameters = {"variant": variant, "bots": bots, "lang": language, "first": 0, "seed": 5}
    if kind == "element":
        attributes = " ".join(f'{name}="{value}"' for name, value in parameters.items())
        game = f"""<script src="{address}static/embed/qwixx-game.js"></script>
            <qwixx-game speed="instant" {attributes}></qwixx-game>"""
    else:
        query = "&amp;".join(f"{name}={value}" for name, value in parameters.items())
        game = f"""<iframe src="{address}?embed=1&amp;speed=instant&amp;{query}" title="Qwixx"
            width="100%" height="{IFRAME_HEIGHT}" style="border: 0; display: block"></iframe>"""
    page = open_post(f"<style>body {{ margin: 0 }}</style>{game}")
    page.emulate_media(reduced_motion="reduce")
    (frame,) = find_game_frames(page)
    driver = start_game(page, frame)
    first_height = ELEMENT_HEIGHT if kind == "element" else IFRAME_HEIGHT
    problems = {}
    for step in ("start", "white", "color"):
        if step != "start":
            frame.locator(".controls .wide").click()
            driver.wait_for_person_or_end()
        for width in COLUMN_WIDTHS:
            set_column_width(page, frame, width)
            found = find_problems(frame)
            if step == "start":
                found = [problem for problem in found if problem != "a sum is hidden"]
            if page.evaluate(READ_FRAME_HEIGHT) < first_height:
                found.append("the frame has shrunk")
            if found:
                problems[step, width] = found
    assert problems == {}


def test_next_game_has_layout_of_first_height(
    open_post: Callable[..., Page], address: str
) -> None:
    """The end of a game is higher than the element, whose next game is not."""
    page = open_post(f"""<style>body {{ margin: 0 }}</style>
        <script src="{address}static/embed/qwixx-game.js"></script>
        <qwixx-game bots="greedy" seed="5" first="0" speed="instant"></qwixx-game>""")
    (frame,) = find_game_frames(page)
    driver = start_game(page, frame)
    set_column_width(page, frame, 680)
    assert page.evaluate(READ_FRAME_HEIGHT) == 480
    driver.play_to_end()
    wait_until(lambda: page.evaluate(READ_FRAME_HEIGHT) > 480, page)
    wait_until(
        lambda: frame.evaluate("document.documentElement.scrollHeight <= innerHeight"), page
    )
    driver.click_action("rematch")
    wait_until(lambda: page.evaluate(READ_FRAME_HEIGHT) == 480, page)
