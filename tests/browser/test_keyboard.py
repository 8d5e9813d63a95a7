"""Letter keys in a real page: off where they are turned off, and never taken from text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.driver import Driver

PRESS = """(changes) => {
  const { on, ...init } = changes;
  const target = on ? document.querySelector(on) : document.body;
  const event = new KeyboardEvent('keydown',
    { key: 'r', code: 'KeyR', bubbles: true, cancelable: true, ...init });
  target.dispatchEvent(event);
}"""
EDITABLE = """() => {
  const box = document.createElement('div');
  Object.assign(box, { contentEditable: 'true', id: 'box', textContent: 'x' });
  document.getElementById('app').append(box);
}"""
UNNAMED = "document.body.dispatchEvent(new Event('keydown', { bubbles: true }))"


def test_letters_are_turned_off_and_stay_off(open_page: Callable[..., Driver]) -> None:
    driver = open_page(players=2, start=1, first=0, seed=5, lang="en")
    page = driver.page
    page.keyboard.press("?")
    page.locator("[data-action=shortcuts][value=off]").check()
    assert "letter keys are off" in page.locator("dialog .body").inner_text()
    assert page.evaluate("document.activeElement.value") == "off"  # it keeps the focus
    page.keyboard.press("Escape")
    for _ in range(2):
        page.evaluate("document.activeElement.blur()")
        page.keyboard.type("read paper, please?")
        assert driver.read_game()["phase"] == "roll"
        assert page.locator("dialog").count() == 0
        page.reload()
        driver.wait_until_ready()
    cell = driver.cell(0, "r2")
    cell.focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.cell") == "r3"
    page.locator("[data-action=roll]:visible").last.focus()
    page.keyboard.press("Enter")
    assert driver.read_game()["phase"] == "white"


def test_a_key_acts_once_and_is_not_taken_from_others(open_page: Callable[..., Driver]) -> None:
    driver = open_page(players=2, start=1, first=0, seed=5)
    page = driver.page
    page.evaluate(EDITABLE)
    page.evaluate(UNNAMED)
    for changes in (
        *({name: True} for name in ("ctrlKey", "altKey", "metaKey", "modifierAltGraph")),
        *({"isComposing": True}, {"keyCode": 229}, {"repeat": True}),
        *({"on": "#box"}, {"on": "[data-cell=r5]", "repeat": True}),
    ):
        page.evaluate(PRESS, changes)
        assert driver.read_game()["phase"] == "roll", changes
    page.evaluate(PRESS, {})
    assert driver.read_game()["phase"] == "white"
    page.locator("[data-action=pass]:visible").last.focus()
    for _ in range(5):
        page.keyboard.down("Enter")  # held: the browser repeats it
    page.keyboard.up("Enter")
    assert driver.saved_game().state.to_act == (1,)
