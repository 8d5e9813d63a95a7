"""Share links and replays in Chromium, with the browser's Back button."""

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

REPLAY_SCREEN = "html[data-screen=history]"
CUT_PARTS = """() => [...document.querySelectorAll('.replay .cell, .controls *, .bar *, .die')]
  .filter((part) => part.checkVisibility())
  .map((part) => [part.outerHTML.slice(0, 80), part.getBoundingClientRect()])
  .filter(([, box]) => box.left < -0.5 || box.right > innerWidth + 0.5)"""


def slider_value(page: Page) -> int:
    return int(page.locator("[data-move-slider]").input_value())


def test_share_link_opens_replay_that_can_be_left(
    open_page: Callable[..., Driver],
) -> None:
    game = finished_game()
    driver = open_page(speed="instant", start=1, first=0, seed=5, theme="dark")
    page = driver.page
    driver.click_action("roll")
    game_before = driver.read_game()
    page.evaluate("hash => location.hash = hash", f"g={encode_game(game, ('person', 'hard'))}")
    page.locator(REPLAY_SCREEN).wait_for(state="attached")
    page.keyboard.press("ArrowRight")
    assert slider_value(page) == 1
    page.locator("[data-action=last]").click()
    assert slider_value(page) == game.event_count_with_undone
    page.locator("[data-move-slider]").press("ArrowLeft")
    assert slider_value(page) == game.event_count_with_undone - 1
    page.locator("[data-action=next]").click()
    for player, points in enumerate(game.state.scores()):
        assert page.locator(f"[data-score='{player}']").inner_text() == str(points)
    assert find_violations(page) == []
    for width, height in ((320, 568), (360, 640), (844, 390), (768, 1024), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(CUT_PARTS) == []
        box = page.locator("[data-action=run]").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= height  # no need to scroll to the controls
    driver.click_action("menu")
    page.go_back()
    page.locator("dialog").wait_for(state="detached")
    assert page.locator(REPLAY_SCREEN).count() == 1
    page.go_back()
    page.locator("html[data-screen=game]").wait_for(state="attached")
    assert driver.read_game() == game_before
    assert page.url.partition("#")[2] == ""
    page.evaluate("hash => location.hash = hash", f"g={encode_game(game, ('person', 'hard'))}")
    page.locator(REPLAY_SCREEN).wait_for(state="attached")
    driver.click_action("leave-replay")
    page.wait_for_function("() => location.hash === ''")
    page.locator("html[data-screen=game]").wait_for(state="attached")
    assert driver.read_game() == game_before


def test_dialogs_do_not_fill_browser_history(
    open_page: Callable[..., Driver],
) -> None:
    driver = open_page(speed="instant", start=1, first=0, seed=5)
    page = driver.page
    entry_count = page.evaluate("history.length")
    for _ in range(3):
        driver.click_action("rules")
        page.go_back()
        page.locator("dialog").wait_for(state="detached")
        driver.click_action("menu")
        page.locator("dialog [data-action=close]").click()
        page.locator("dialog").wait_for(state="detached")
    page.wait_for_function("entries => history.length <= entries + 1", arg=entry_count)
    driver.click_action("roll")
    page.reload()
    driver.wait_until_ready()
    page.locator("html[data-phase=white]").wait_for(state="attached")  # reopens its own game


def test_share_link_opens_in_another_page(
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
    displayed_code = driver.page.locator(".qr")
    displayed_code.wait_for()
    with monkeypatch.context() as patch:
        patch.syspath_prepend(ROOT / qr.LIBRARY)
        [_light, dark] = qr.qr_code(qr.qr_module_rows(text.splitlines()[-1]), "").children
    assert isinstance(dark, Node)
    assert displayed_code.locator(".dark").get_attribute("d") == dark.attributes["d"]
    assert find_violations(driver.page) == []
    other_page = context.new_page()
    other_page.goto(text.splitlines()[-1])
    Driver(other_page).wait_until_ready()
    other_page.locator(REPLAY_SCREEN).wait_for(state="attached")
    assert "Ben" in other_page.locator(".other-sheets").inner_text()
    other_page.locator("[data-action=play-on]").click()
    other_page.locator("html[data-screen=game][data-phase=white]").wait_for(state="attached")
    assert "#" not in other_page.url


def test_replay_shows_result_of_bot_with_same_dice(open_page: Callable[..., Driver]) -> None:
    game = finished_game()
    page = open_page().page
    page.evaluate("hash => location.hash = hash", f"g={encode_game(game, ('person', 'greedy'))}")
    page.locator(REPLAY_SCREEN).wait_for(state="attached")
    player_tab, bot_tab = page.locator(".segments label").all()
    assert str(game.state.scores()[0]) in player_tab.inner_text()
    bot_tab.click()
    page.wait_for_function("label => /\\d/.test(label.innerText)", arg=bot_tab.element_handle())
    assert slider_value(page) == int(page.locator("[data-move-slider]").get_attribute("max") or 0)
    points = page.locator("[data-score='0']").inner_text().replace("-", "\u2212")
    assert points in bot_tab.inner_text()
    player_tab.click()
    assert slider_value(page) == 0
