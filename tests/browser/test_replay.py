"""A game in a link, in the real page: opened, looked at, left by the browser's "Back", shared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.written.share_link import decode_game, encode_game
from qwixx.publish.files import ROOT
from qwixx.ui.parts import qr
from qwixx.ui.parts.html import Node
from tests.browser.accessibility import find_violations
from tests.browser.driver import Driver
from tests.finished_games import finished_game

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest
    from playwright.sync_api import BrowserContext, Page

SHOWN = "html[data-screen=history]"
FAULTS = """() => [...document.querySelectorAll('.replay .cell, .controls *, .bar *, .die')]
  .filter((part) => part.checkVisibility())
  .map((part) => [part.outerHTML.slice(0, 80), part.getBoundingClientRect()])
  .filter(([, box]) => box.left < -0.5 || box.right > innerWidth + 0.5)"""


def slider(page: Page) -> int:
    return int(page.locator("[data-move-slider]").input_value())


def test_a_link_is_followed_walked_through_and_left(
    open_page: Callable[..., Driver],
) -> None:
    game = finished_game()
    driver = open_page(speed="instant", start=1, first=0, seed=5, theme="dark")
    page = driver.page
    driver.click_action("roll")
    before = driver.read_game()
    page.evaluate("hash => location.hash = hash", f"g={encode_game(game, ('person', 'hard'))}")
    page.locator(SHOWN).wait_for(state="attached")
    page.keyboard.press("ArrowRight")
    assert slider(page) == 1
    page.locator("[data-action=last]").click()
    assert slider(page) == game.event_count_with_undone
    page.locator("[data-move-slider]").press("ArrowLeft")
    assert slider(page) == game.event_count_with_undone - 1
    page.locator("[data-action=next]").click()
    for player, points in enumerate(game.state.scores()):
        assert page.locator(f"[data-score='{player}']").inner_text() == str(points)
    assert find_violations(page) == []
    for width, height in ((320, 568), (360, 640), (844, 390), (768, 1024), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(FAULTS) == []
        box = page.locator("[data-action=run]").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= height  # the controls are in reach
    driver.click_action("menu")
    page.go_back()
    page.locator("dialog").wait_for(state="detached")
    assert page.locator(SHOWN).count() == 1
    page.go_back()
    page.locator("html[data-screen=game]").wait_for(state="attached")
    assert driver.read_game() == before
    assert page.url.partition("#")[2] == ""
    page.evaluate("hash => location.hash = hash", f"g={encode_game(game, ('person', 'hard'))}")
    page.locator(SHOWN).wait_for(state="attached")
    driver.click_action("leave-replay")
    page.wait_for_function("() => location.hash === ''")
    page.locator("html[data-screen=game]").wait_for(state="attached")
    assert driver.read_game() == before


def test_back_closes_what_is_open_and_leaves_nothing_behind(
    open_page: Callable[..., Driver],
) -> None:
    driver = open_page(speed="instant", start=1, first=0, seed=5)
    page = driver.page
    entries = page.evaluate("history.length")
    for _ in range(3):
        driver.click_action("rules")
        page.go_back()
        page.locator("dialog").wait_for(state="detached")
        driver.click_action("menu")
        page.locator("dialog [data-action=close]").click()
        page.locator("dialog").wait_for(state="detached")
    page.wait_for_function("entries => history.length <= entries + 1", arg=entries)
    driver.click_action("roll")
    page.reload()
    driver.wait_until_ready()
    page.locator("html[data-phase=white]").wait_for(state="attached")  # it is still its own game


def test_what_is_shared_opens_elsewhere(
    open_page: Callable[..., Driver], context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = open_page(speed="instant", start=1, first=0, seed=5, names="Ann,Ben", bots="hard")
    driver.click_action("roll")
    driver.click_action("menu")
    driver.click_action("share")
    field = driver.page.locator("[data-share-text]")
    assert "Ann" not in field.input_value()
    driver.page.get_by_label("With names").check()
    text = field.input_value()
    assert decode_game(text.rpartition("#g=")[2]).names == ("Ann", "Ben")
    driver.click_action("qr")
    code = driver.page.locator(".qr")
    code.wait_for()
    with monkeypatch.context() as patch:
        patch.syspath_prepend(ROOT / qr.LIBRARY)
        [_light, dark] = qr.qr_code(qr.qr_module_rows(text.splitlines()[-1]), "").children
    assert isinstance(dark, Node)
    assert code.locator(".dark").get_attribute("d") == dark.attributes["d"]
    assert find_violations(driver.page) == []
    other = context.new_page()
    other.goto(text.splitlines()[-1])
    Driver(other).wait_until_ready()
    other.locator(SHOWN).wait_for(state="attached")
    assert "Ben" in other.locator(".other-sheets").inner_text()
    other.locator("[data-action=play-on]").click()
    other.locator("html[data-screen=game][data-phase=white]").wait_for(state="attached")
    assert "#" not in other.url


def test_a_bot_shows_what_it_makes_of_the_same_dice(open_page: Callable[..., Driver]) -> None:
    game = finished_game()
    page = open_page().page
    page.evaluate("hash => location.hash = hash", f"g={encode_game(game, ('person', 'greedy'))}")
    page.locator(SHOWN).wait_for(state="attached")
    own, bots = page.locator(".segments label").all()
    assert str(game.state.scores()[0]) in own.inner_text()
    bots.click()
    page.wait_for_function("label => /\\d/.test(label.innerText)", arg=bots.element_handle())
    assert slider(page) == int(page.locator("[data-move-slider]").get_attribute("max") or 0)
    points = page.locator("[data-score='0']").inner_text().replace("-", "\u2212")
    assert points in bots.inner_text()
    own.click()
    assert slider(page) == 0
