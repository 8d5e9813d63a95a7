"""Same-dice games on two phones without a connection: a whole game, window sizes, and links."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from qwixx import find_variant
from qwixx.games.paper_actions import Cross, Finish, Lock, RollDice
from qwixx.games.written.join_code import SharedSetup
from qwixx.rules.moves import Color
from tests.browser.accessibility import find_violations
from tests.games.phone_games import random_phone_steps

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext, Page

    from qwixx.games.paper_actions import PaperAction
    from tests.browser.driver import Driver

PHONE_VIEWPORT = {"width": 360, "height": 640}
SIZES = [(360, 640), (390, 844), (740, 360), (844, 390), (768, 1024), (1024, 768)]
# Pixels by which the page exceeds the window
WIDER = "document.documentElement.scrollWidth - innerWidth"
TALLER = "document.documentElement.scrollHeight - innerHeight"
# Visible controls that are cut off, covered, narrower than `least` pixels, or too low to tap
UNTAPPABLE_CONTROLS = """(least) => [...document.querySelectorAll(
  'main :is(.cell, button, input), .bar button',
)].filter((part) => part.checkVisibility({opacityProperty: true})).filter((part) => {
  const box = part.getBoundingClientRect();
  const middle = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return box.left < 0 || box.right > innerWidth || !(part === middle || part.contains(middle))
    || box.width < least || box.height < Math.min(least, 14);
}).map((part) => part.outerHTML.slice(0, 120))"""
DICE_VALUES = (
    """() => [...document.querySelectorAll('[data-die]')].map((die) => die.dataset.value).join()"""
)


def tap_action(page: Page, action: str) -> None:
    page.locator(f"[data-action='{action}']:visible").first.tap()


def perform_action(page: Page, action: PaperAction) -> None:
    if isinstance(action, Cross):
        page.locator(f"[data-cell='{action.mark.code}']").tap()
    elif isinstance(action, Lock):
        page.locator(f"[data-lock='{Color(action.row).letter}']").tap()
    elif isinstance(action, Finish):
        tap_action(page, "fourth" if action.by_other_player else "finish")
    else:
        tap_action(page, "roll")


@pytest.fixture
def phones(new_context: Callable[..., BrowserContext]) -> list[BrowserContext]:
    return [
        new_context(has_touch=True, viewport=PHONE_VIEWPORT, reduced_motion="reduce")
        for _ in range(2)
    ]


def test_two_phones_play_whole_game_and_exchange_results(
    open_page: Callable[..., Driver], phones: list[BrowserContext]
) -> None:
    """The phones share only the join code, one sheet code, and one link."""
    parameters = {"same": 1, "players": 2, "speed": "instant", "seed": 7}
    ann = open_page(phones[0], **parameters).page
    bob = open_page(phones[1], **{**parameters, "seed": 8}, lang="he").page
    code = ann.locator("[data-action='same-code']").input_value()
    setup = SharedSetup.from_code(code)
    bob.locator("[data-action='same-code']").fill(code.lower())  # without Enter
    bob.locator(f"[data-table='{code}']").wait_for()
    ann.locator("[data-action='same-name']").fill("Ann")
    for seat, page in enumerate((ann, bob)):
        tap_action(page, f"same-seat:{seat}")
        tap_action(page, "sit")
    for index, (state, actions) in enumerate(random_phone_steps(setup, 3)):
        for seat, action in actions:
            perform_action((ann, bob)[seat], action)
        if (0, RollDice()) in actions:
            assert ann.evaluate(DICE_VALUES) == bob.evaluate(DICE_VALUES)
        if index == 4:  # a reload restores the game
            ann.reload()
            ann.locator("html[data-qwixx=ready]").wait_for(state="attached")
        last_state = state
    outcome = last_state.outcome()
    assert outcome
    sheet_codes = [page.locator("[data-end-code]").inner_text() for page in (ann, bob)]
    link = ann.locator("#same-link").input_value()
    for seat, page in enumerate((ann, bob)):
        assert page.locator(f"[data-score='{seat}']").inner_text() == str(outcome.scores[seat])
    result_field = ann.locator("[data-action='same-result:1']")
    result_field.fill(sheet_codes[1][:-1])
    result_field.press("Enter")
    ann.locator("#same-fault-1").wait_for()
    result_field.fill(sheet_codes[1].lower())
    bob.goto(link.replace("#", "?speed=instant#"))  # the link in the QR code
    for page in (ann, bob):
        rows = page.locator("[data-result]")
        page.locator("[data-result]").nth(1).wait_for()
        totals = {
            int(row.get_attribute("data-result") or ""): int(row.locator(".total").inner_text())
            for row in rows.all()
        }
        assert totals == dict(enumerate(outcome.scores))
        assert page.locator(".discrepancies").count() == 0
        assert page.locator("[data-winner]").count() == len(outcome.winners)
    assert "Ann" in bob.locator("[data-result='0']").inner_text()
    tap_action(ann, "same-again")
    tap_action(bob, "same-again")
    tap_action(ann, "roll")
    tap_action(bob, "roll")
    assert ann.evaluate(DICE_VALUES) == bob.evaluate(DICE_VALUES)
    tap_action(bob, "leave-same")
    bob.locator("html[data-screen=start]").wait_for(state="attached")
    bob.locator("[data-action=history]").tap()
    bob.locator("[data-game-id] .entry").tap()
    bob.locator("[data-result='0']").wait_for()
    bob.go_back()
    bob.locator("[data-game-id]").wait_for()


@pytest.mark.parametrize(
    ("variant", "lang", "theme"),
    [("classic", "en", "light"), ("longo", "de", "dark"), ("classic", "ar", "dark")],
)
def test_controls_are_visible_and_tappable_in_every_window(
    open_page: Callable[..., Driver],
    phones: list[BrowserContext],
    variant: str,
    lang: str,
    theme: str,
) -> None:
    driver = open_page(
        phones[0], same=1, variant=variant, players=4, lang=lang, theme=theme, speed="instant"
    )
    page = driver.page
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(WIDER) <= 0, (width, height)
    tap_action(page, "sit")
    attempts = find_variant(variant).players[-1] * 3
    for _ in range(attempts):
        offers = page.locator("[data-offer=now]")
        if offers.count():
            offers.first.tap()
            driver.wait_for_whole_page()
        if page.locator("[data-action=roll]").count():
            tap_action(page, "roll")
            driver.wait_for_whole_page()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(WIDER) <= 0, (width, height)
        assert page.evaluate(TALLER) <= 0, (width, height)
        assert page.evaluate(UNTAPPABLE_CONTROLS, 22) == [], (width, height)
    for row in "yg":
        page.locator(f"[data-lock={row}]").tap()
    tap_action(page, "finish")
    page.locator("[data-end-code]").wait_for()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(WIDER) <= 0, (width, height)


def test_same_dice_screens_are_accessible(open_page: Callable[..., Driver]) -> None:
    page = open_page(same=1, speed="instant", theme="dark").page

    def assert_accessible() -> None:
        for theme in ("light", "dark"):
            page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
            assert find_violations(page) == [], theme

    assert_accessible()
    page.locator("[data-action=same-code]").fill("12345")
    page.keyboard.press("Enter")
    page.locator("#same-fault").wait_for()
    assert_accessible()
    page.locator("[data-action=same-new]").click()
    for actions in (("sit",), ("roll",), ("where",), ("invite", "same-qr"), ("leave-same",)):
        for action in actions:
            page.locator(f"[data-action='{action}']:visible").first.click()
        assert_accessible()
    for row in "rg":
        page.locator(f"[data-lock={row}]").click()
    page.locator("[data-action=finish]").click()
    assert_accessible()


def test_join_link_opens_game_without_reload(
    open_page: Callable[..., Driver],
) -> None:
    page = open_page(speed="instant").page
    setup = SharedSetup(find_variant("longo"), 3, 77)
    page.evaluate("(code) => { location.hash = `same=${code}`; }", setup.code)
    page.locator(f"[data-table='{setup.code}']").wait_for()
    page.go_back()
    page.locator("html[data-screen=start]").wait_for(state="attached")
    page.go_forward()
    page.locator("[data-action='same-seat:0']").click()
    page.locator("[data-action=sit]").click()
    page.locator("[data-roll='0']").wait_for()
    page.keyboard.press("r")
    page.locator("[data-roll='1']").wait_for()
    page.locator("[data-action=where]").click()
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    assert page.locator("[data-roll]").get_attribute("data-roll") in ("2", "3")
