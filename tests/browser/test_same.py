"""The same dice on two phones without a connection: a whole game by touch, sizes, links."""

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

PHONE = {"width": 360, "height": 640}
SIZES = [(360, 640), (390, 844), (740, 360), (844, 390), (768, 1024), (1024, 768)]
WIDER = "document.documentElement.scrollWidth - innerWidth"
LOWER = "document.documentElement.scrollHeight - innerHeight"
# What can be touched and is seen, but is cut, lies under something else, or is hard to hit
HIDDEN = """(least) => [...document.querySelectorAll(
  'main :is(.cell, button, input), .bar button',
)].filter((part) => part.checkVisibility({opacityProperty: true})).filter((part) => {
  const box = part.getBoundingClientRect();
  const middle = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return box.left < 0 || box.right > innerWidth || !(part === middle || part.contains(middle))
    || box.width < least || box.height < Math.min(least, 14);
}).map((part) => part.outerHTML.slice(0, 120))"""
DICE = (
    """() => [...document.querySelectorAll('[data-die]')].map((die) => die.dataset.value).join()"""
)


def act(page: Page, action: str) -> None:
    page.locator(f"[data-action='{action}']:visible").first.tap()


def do(page: Page, step: PaperAction) -> None:
    if isinstance(step, Cross):
        page.locator(f"[data-cell='{step.mark.code}']").tap()
    elif isinstance(step, Lock):
        page.locator(f"[data-lock='{Color(step.row).letter}']").tap()
    elif isinstance(step, Finish):
        act(page, "fourth" if step.by_other_player else "finish")
    else:
        act(page, "roll")


@pytest.fixture
def phones(new_context: Callable[..., BrowserContext]) -> list[BrowserContext]:
    return [new_context(has_touch=True, viewport=PHONE, reduced_motion="reduce") for _ in range(2)]


def test_two_phones_play_a_game_and_tell_each_other_how_it_ended(
    open_page: Callable[..., Driver], phones: list[BrowserContext]
) -> None:
    """One makes the table, the other types its code; nothing but that goes between them."""
    asked = {"same": 1, "players": 2, "speed": "instant", "seed": 7}
    ann = open_page(phones[0], **asked).page
    bob = open_page(phones[1], **{**asked, "seed": 8}, lang="he").page
    code = ann.locator("[data-action='same-code']").input_value()
    deal = SharedSetup.from_code(code)
    bob.locator("[data-action='same-code']").fill(code.lower())
    bob.keyboard.press("Enter")
    bob.locator(f"[data-table='{code}']").wait_for()
    ann.locator("[data-action='same-name']").fill("Ann")
    for seat, page in enumerate((ann, bob)):
        act(page, f"same-seat:{seat}")
        act(page, "sit")
    for index, (_state, touched) in enumerate(random_phone_steps(deal, 3)):
        for seat, step in touched:
            do((ann, bob)[seat], step)
        if (0, RollDice()) in touched:
            assert ann.evaluate(DICE) == bob.evaluate(DICE)
        if index == 4:  # a phone is put away and comes back
            ann.reload()
            ann.locator("html[data-qwixx=ready]").wait_for(state="attached")
        last = _state
    outcome = last.outcome()
    assert outcome
    told = [page.locator("[data-end-code]").inner_text() for page in (ann, bob)]
    link = ann.locator("#same-link").input_value()
    for seat, page in enumerate((ann, bob)):
        assert page.locator(f"[data-score='{seat}']").inner_text() == str(outcome.scores[seat])
    field = ann.locator("[data-action='same-result:1']")
    field.fill(told[1][:-1])
    field.press("Enter")
    ann.locator("#same-fault-1").wait_for()
    field.fill(told[1].lower())
    field.press("Enter")
    bob.goto(link.replace("#", "?speed=instant#"))  # what a scanned code opens
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
    act(ann, "same-again")
    act(bob, "same-again")
    act(ann, "roll")
    act(bob, "roll")
    assert ann.evaluate(DICE) == bob.evaluate(DICE)
    act(bob, "leave-same")
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
def test_all_can_be_hit_and_seen_in_every_window(
    open_page: Callable[..., Driver],
    phones: list[BrowserContext],
    variant: str,
    lang: str,
    theme: str,
) -> None:
    page = open_page(
        phones[0], same=1, variant=variant, players=4, lang=lang, theme=theme, speed="instant"
    ).page
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(WIDER) <= 0, (width, height)
    act(page, "sit")
    sides = find_variant(variant).players[-1] * 3
    for _ in range(sides):
        offered = page.locator("[data-offer=now]")
        if offered.count():
            offered.first.tap()
        if page.locator("[data-action=roll]").count():
            act(page, "roll")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(WIDER) <= 0, (width, height)
        assert page.evaluate(LOWER) <= 0, (width, height)
        assert page.evaluate(HIDDEN, 22) == [], (width, height)
    for row in "yg":
        page.locator(f"[data-lock={row}]").tap()
    act(page, "finish")
    page.locator("[data-end-code]").wait_for()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(WIDER) <= 0, (width, height)


def test_it_is_as_good_for_who_does_not_see_it(open_page: Callable[..., Driver]) -> None:
    page = open_page(same=1, speed="instant", theme="dark").page

    def check() -> None:
        assert find_violations(page) == []

    check()
    page.locator("[data-action=same-code]").fill("12345")
    page.keyboard.press("Enter")
    page.locator("#same-fault").wait_for()
    check()
    page.locator("[data-action=same-new]").click()
    for actions in (("sit",), ("roll",), ("where",), ("invite", "same-qr"), ("leave-same",)):
        for action in actions:
            page.locator(f"[data-action='{action}']:visible").first.click()
        check()
    for row in "rg":
        page.locator(f"[data-lock={row}]").click()
    page.locator("[data-action=finish]").click()
    check()


def test_a_link_is_followed_without_loading_the_page_anew(
    open_page: Callable[..., Driver],
) -> None:
    page = open_page(speed="instant").page
    deal = SharedSetup(find_variant("longo"), 3, 77)
    page.evaluate("(code) => { location.hash = `same=${code}`; }", deal.code)
    page.locator(f"[data-table='{deal.code}']").wait_for()
    page.go_back()
    page.locator("html[data-screen=start]").wait_for(state="attached")
    page.go_forward()
    page.locator("[data-action=sit]").click()
    page.locator("[data-roll='0']").wait_for()
    page.keyboard.press("r")
    page.locator("[data-roll='1']").wait_for()
    page.locator("[data-action=where]").click()
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    assert page.locator("[data-roll]").get_attribute("data-roll") in ("2", "3")
