"""Lessons, rules, hints, and reviews in Chromium."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from qwixx.ui.model.policy import NEXT, ROLL
from qwixx.ui.screens.lesson.model import Lesson
from qwixx.ui.screens.lesson.texts import current_step_text
from qwixx.ui.texts.languages import texts_in
from tests.browser.accessibility import find_violations

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.driver import Driver

ICON_FILE = "icon-48.png"
"""The icon of the page; the browser may request it at any time."""

FIND_EMPTY_SPACE = """() => [...document.querySelectorAll('.example .sheet')].filter((sheet) => {
  const bottoms = [...sheet.children].map((part) => part.getBoundingClientRect().bottom);
  return sheet.getBoundingClientRect().bottom - Math.max(...bottoms) > 12;
}).map(({ textContent }) => textContent)"""
"""Script that finds example sheets with empty space below their last row."""


def test_lesson_can_be_played_by_keyboard_alone(open_page: Callable[..., Driver]) -> None:
    driver = open_page(speed="instant")
    driver.click_action("learn")
    page = driver.page
    lesson = Lesson("classic")
    while True:
        page.get_by_text(current_step_text(texts_in("en"), lesson)).wait_for()
        expected_step = lesson.expected_step
        if expected_step == NEXT:
            page.locator("[data-action=next]").press("Enter")
        elif expected_step == ROLL:
            page.keyboard.press("r")
        elif expected_step == "-":
            page.keyboard.press("p")
        else:
            driver.cell(0, expected_step).press("Enter")
        if lesson.is_at_last_step:
            break
        lesson, _scene = lesson.at_next_step()
        if lesson.step in (2, 5):
            page.reload()
            driver.wait_until_ready()
    page.locator("[data-action=start]").wait_for()
    assert page.evaluate("Object.keys(localStorage)") == []


def test_back_button_leaves_lesson_but_not_site(open_page: Callable[..., Driver]) -> None:
    driver = open_page(speed="instant")
    driver.click_action("learn")
    driver.click_action("roll")
    driver.page.go_back()
    driver.page.locator("[data-screen=start] [data-action=learn]").wait_for()


def test_rules_show_one_topic_at_a_time(open_page: Callable[..., Driver]) -> None:
    driver = open_page(variant="longo", theme="dark")
    driver.click_action("rules")
    page = driver.page
    titles = page.locator(".topics button").all_inner_texts()
    assert len(titles) == 8
    for topic, title in enumerate(titles):
        assert page.locator(".topic h3").inner_text() == title
        assert find_violations(page) == []
        assert page.evaluate(FIND_EMPTY_SPACE) == []
        following = page.locator("dialog .steps button").nth(1)
        assert (following.get_attribute("aria-disabled") == "true") == (topic == len(titles) - 1)
        if topic < len(titles) - 1:
            following.click()


@pytest.mark.fresh_page  # a reused page may have loaded the coach
def test_coach_loads_on_first_hint_and_reviews_game(
    open_page: Callable[..., Driver],
) -> None:
    driver = open_page(start=1, players=2, first=0, seed=5, names="Ann,Bob")
    page = driver.page
    requested_files: list[str] = []
    page.on("request", lambda request: requested_files.append(request.url.rpartition("/")[2]))
    driver.click_action("roll")
    assert [name for name in requested_files if name != ICON_FILE] == []
    driver.click_action("hint")
    page.locator(".hint li").first.wait_for()
    assert [name for name in requested_files if name != ICON_FILE] == ["classic-2.bin"]
    assert find_violations(page) == []
    page.keyboard.press("h")
    assert page.locator(".hint").count() == 0

    driver.play_to_end()
    driver.click_action("review")
    page.locator("dialog .decision").first.wait_for()
    assert find_violations(page) == []
    jump_button = page.locator("dialog [data-action^='jump:']").first
    event_count = int(str(jump_button.get_attribute("data-action")).partition(":")[2])
    jump_button.click()
    page.locator(".hint li").first.wait_for()
    assert len(driver.saved_game().events) == event_count
    driver.click_action("to-end")  # the click fails if something covers the button
    page.locator(".game-result").wait_for()
    page.locator("button.decision").first.click()
    assert driver.read_game()["phase"] != "over"
