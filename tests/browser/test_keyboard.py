"""Test letter keys in a browser: they can be turned off and never interfere with text input."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.driver import Driver

DISPATCH_KEYDOWN = """(changes) => {
  const { on, ...init } = changes;
  const target = on ? document.querySelector(on) : document.body;
  const event = new KeyboardEvent('keydown',
    { key: 'r', code: 'KeyR', bubbles: true, cancelable: true, ...init });
  target.dispatchEvent(event);
}"""
ADD_EDITABLE_ELEMENT = """() => {
  const box = document.createElement('div');
  Object.assign(box, { contentEditable: 'true', id: 'box', textContent: 'x' });
  document.getElementById('app').append(box);
}"""
DISPATCH_KEYDOWN_WITHOUT_KEY = (
    "document.body.dispatchEvent(new Event('keydown', { bubbles: true }))"
)


def test_letter_keys_stay_off_after_reload(open_page: Callable[..., Driver]) -> None:
    driver = open_page(players=2, start=1, first=0, seed=5, lang="en")
    page = driver.page
    page.keyboard.press("?")
    page.locator("[data-action=shortcuts][value=off]").check()
    assert "Letter keys are off" in page.locator("dialog .body").inner_text()
    assert page.evaluate("document.activeElement.value") == "off"  # the option keeps the focus
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


def test_modified_repeated_and_typed_keys_do_not_act(open_page: Callable[..., Driver]) -> None:
    driver = open_page(players=2, start=1, first=0, seed=5)
    page = driver.page
    page.evaluate(ADD_EDITABLE_ELEMENT)
    page.evaluate(DISPATCH_KEYDOWN_WITHOUT_KEY)
    for changes in (
        *({name: True} for name in ("ctrlKey", "altKey", "metaKey", "modifierAltGraph")),
        *({"isComposing": True}, {"keyCode": 229}, {"repeat": True}),
        *({"on": "#box"}, {"on": "[data-cell=r5]", "repeat": True}),
    ):
        page.evaluate(DISPATCH_KEYDOWN, changes)
        assert driver.read_game()["phase"] == "roll", changes
    page.evaluate(DISPATCH_KEYDOWN, {})
    assert driver.read_game()["phase"] == "white"
    page.locator("[data-action=pass]:visible").last.focus()
    for _ in range(5):
        page.keyboard.down("Enter")  # repeats the key, as if it were held down
    page.keyboard.up("Enter")
    assert driver.saved_game().state.to_act == (1,)
