"""Test with the keyboard alone that the focus stays in the page when controls are replaced."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.browser.driver import Driver

FOCUSED = "document.activeElement.dataset.action ?? document.activeElement.tagName.toLowerCase()"
WATCH_FOCUS = """() => {
  self.focusLosses = [];
  const look = () => {
    if (document.activeElement === document.body) focusLosses.push(document.title);
  };
  new MutationObserver(() => setTimeout(look))
    .observe(document.getElementById('app'), { subtree: true, childList: true, attributes: true });
}"""


def press(page: Page, action: str, key: str = "Enter") -> str:
    """Press a key on a control, and return the action or tag of the element then in focus."""
    page.locator(f"[data-action='{action}']:visible:not([tabindex='-1'])").last.focus()
    page.keyboard.press(key)
    page.evaluate("() => new Promise((done) => setTimeout(done))")
    return str(page.evaluate(FOCUSED))


@pytest.mark.parametrize("speed", ["calm", "instant"])
@pytest.mark.parametrize("seats", [{"players": 2, "names": "Ana,Ben"}, {"bots": "random"}])
def test_large_button_keeps_focus(
    open_page: Callable[..., Driver], seats: dict[str, object], speed: str
) -> None:
    driver = open_page(**seats, start=1, first=0, seed=5, speed=speed, lang="en")
    page = driver.page
    page.locator("[data-action=roll].wide").focus()
    page.evaluate("self.large = document.activeElement")
    page.evaluate(WATCH_FOCUS)
    for _press in range(6):
        driver.wait_for_person_or_end()
        page.wait_for_function("document.querySelector('.controls .wide:not([aria-disabled])')")
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement === large && large.isConnected")
    assert page.evaluate("focusLosses") == []


def test_focus_goes_to_result_and_back_to_game(open_page: Callable[..., Driver]) -> None:
    driver = open_page(players=2, start=1, first=0, seed=5, lang="en")
    driver.play_to_end()
    assert driver.page.evaluate(FOCUSED) == "h2"
    assert press(driver.page, "rematch") != "body"
    assert driver.read_game()["phase"] == "roll"


def test_focus_in_dialog_and_history(open_page: Callable[..., Driver]) -> None:
    driver = open_page(players=2, start=1, first=0, seed=5, lang="en")
    page = driver.page
    driver.play_to_end()
    assert press(page, "replay") == "main"
    for action in ("next", "last", "first"):
        assert press(page, action) == action
    assert press(page, "leave-replay") == "replay"
    assert press(page, "menu") == "h2"
    assert press(page, "history") == "main"
    page.locator("[data-game-id]").wait_for()
    assert press(page, "delete:0") == "bring-back"
    page.locator(".empty-state").wait_for()
    assert press(page, "bring-back") == "main"
    page.locator("[data-game-id]").wait_for()
    assert press(page, "statistics") == "main"
    assert press(page, "leave-history") == "history"


def test_focus_on_paper_screens_and_start(open_page: Callable[..., Driver]) -> None:
    driver = open_page(lang="en")
    page = driver.page
    page.evaluate(WATCH_FOCUS)
    assert press(page, "variant", "ArrowDown") == "variant"
    driver = open_page(pad=1, players=2, speed="instant", lang="en")
    page = driver.page
    assert press(page, "lock:0:r") == "answer:elsewhere"
    assert press(page, "answer:elsewhere") == "lock:0:r"
    assert press(page, "undo") == "undo"
    assert press(page, "pad-view:dice") == "main"
    assert press(page, "throw") == "throw"
    driver = open_page(same=1, speed="instant", lang="en")
    page = driver.page
    assert press(page, "sit") == "main"
    assert press(page, "roll") == "roll"
    assert press(page, "roll") == "roll"


def test_focus_at_live_table(open_page: Callable[..., Driver]) -> None:
    driver = open_page(table=1, lang="en")
    page = driver.page
    assert press(page, "invite") != "body"
    assert press(page, "seat-bot") != "body"
    assert press(page, "start") != "body"
    driver.wait_for_person_or_end()
    page.locator(".controls .wide").focus()
    for _press in range(4):
        driver.wait_for_person_or_end()
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.classList.contains('wide')")


def test_edited_field_counts_if_another_control_acts_without_taking_focus(
    open_page: Callable[..., Driver],
) -> None:
    """Some browsers do not focus a tapped button; then the field is left as it is removed."""
    driver = open_page(speed="instant", first=0)
    driver.click_action("unfold")
    driver.page.locator("[data-action='name:0']").fill("Zoe")
    driver.page.evaluate("() => document.querySelector('[data-action=start]').click()")
    assert driver.saved_game().names[0] == "Zoe"
