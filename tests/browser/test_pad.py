"""Score pads in Chromium: a whole game, window sizes, keyboard, swipes, and embedding."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from qwixx import find_variant
from qwixx.games.paper_actions import Cross, Finish, Lock, Penalty
from qwixx.ui.texts.languages import LANGUAGES
from tests.browser.accessibility import find_violations
from tests.browser.reusable_page import ReusablePage
from tests.games.pad_games import random_pad_steps

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext, Page

    from qwixx.games.paper_actions import PaperAction
    from tests.browser.driver import Driver

LANDSCAPE_PHONE = {"width": 740, "height": 360}
SIZES = [(360, 640), (360, 740), (390, 844), (740, 360), (768, 1024), (1024, 768), (1280, 800)]
HORIZONTAL_OVERFLOW = "document.documentElement.scrollWidth - innerWidth"
VERTICAL_OVERFLOW = "document.documentElement.scrollHeight - innerHeight"
# Visible controls that are cut off, covered, or smaller than the given size in pixels; a number's
# second cross can be tapped on the number, too
FIND_UNREACHABLE_CONTROLS = """(least) => [...document.querySelectorAll(
  '.pad :is(.cell, .lock, .penalty, .pad-total, .controls button), .pad-bar button',
)].filter((part) => part.checkVisibility()).filter((part) => {
  const box = part.getBoundingClientRect();
  const middle = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return box.left < 0 || box.right > innerWidth
    || !(part === middle || part.contains(middle) || middle?.matches('.second'))
    || box.width < least || box.height < least;
}).map((part) => part.outerHTML.slice(0, 120))"""
FIND_CUT_TEXTS = """() => [...document.querySelectorAll('.pad .controls :is(.button, b)')]
  .filter((part) => part.checkVisibility() && part.scrollWidth > part.clientWidth + 1)
  .map((part) => part.textContent)"""
CELL_SIZES = """(player) => [...document.querySelectorAll(`[data-player="${player}"] [data-cell]`)]
  .map((cell) => cell.getBoundingClientRect()).map(({ width, height }) => [width, height])"""


def tap_action(page: Page, action: str) -> None:
    page.locator(f".pad [data-action='{action}'], .bar [data-action='{action}']").first.tap()


def tap_cell(page: Page, player: int, code: str) -> None:
    """Tap a cell, after switching to its sheet if necessary."""
    sheet = page.locator(f"[data-player='{player}']")
    if not sheet.locator(f"[data-cell='{code}']").is_visible():
        tap_action(page, f"pad-seat:{player}")
    sheet.locator(f"[data-cell='{code}']").tap(force=True)  # even if it is disabled


def perform_action(page: Page, action: PaperAction) -> None:
    if isinstance(action, Cross):
        tap_cell(page, action.player, action.mark.code)
        if action.in_lock_step:
            tap_action(page, f"answer:{action.mark.code}")
    elif isinstance(action, Penalty):
        if not page.locator(f"[data-player='{action.player}'] .pad-penalties").is_visible():
            tap_action(page, f"pad-seat:{action.player}")
        page.locator(
            f"[data-player='{action.player}'] [data-state=open][data-penalty]"
        ).first.tap()
    elif isinstance(action, Lock):
        page.locator(f"[data-player] [data-lock='{'rygb'[action.row]}']:visible").tap()
        tap_action(page, "answer:elsewhere")
    elif isinstance(action, Finish):
        tap_action(page, "finish")
        if action.by_other_player:
            tap_action(page, "answer:elsewhere")


@pytest.fixture
def landscape_phone(new_context: Callable[..., BrowserContext]) -> BrowserContext:
    return new_context(has_touch=True, viewport=LANDSCAPE_PHONE, reduced_motion="reduce")


def test_game_on_three_sheets_with_wrong_taps(
    open_page: Callable[..., Driver], landscape_phone: BrowserContext
) -> None:
    """The totals equal the engine's even though there are wrong taps, which are undone."""
    driver = open_page(landscape_phone, pad=1, players=3, lang="he", speed="instant")
    page = driver.page
    rng = random.Random(11)
    marks = [mark for row in find_variant("classic").marks for mark in row]
    for actions, state in random_pad_steps(find_variant("classic"), 4, (0, 1, 2), rng):
        for action in actions:
            if rng.random() < 0.25:
                undo_label = page.locator(".pad-undo .button-note")
                label_before = undo_label.inner_text()
                tap_cell(page, rng.randrange(3), rng.choice(marks).code)
                if page.locator(".pad-question").is_visible():
                    tap_action(page, "answer:")
                if undo_label.inner_text() != label_before:
                    tap_action(page, "undo")
            perform_action(page, action)
        final_state = state
    scores = [page.locator(f"[data-score='{seat}']").text_content() for seat in range(3)]
    assert scores == [str(final_state.sheets[seat].points) for seat in range(3)]
    results = page.locator(".results tbody tr")
    assert results.count() == 3
    best_score = max(final_state.sheets[seat].points for seat in range(3))
    assert results.first.locator(".total").inner_text() == str(best_score)
    assert page.evaluate(HORIZONTAL_OVERFLOW) <= 0
    page.reload()
    driver.wait_until_ready()
    assert results.first.locator(".total").inner_text() == str(best_score)
    tap_action(page, "leave-pad")
    page.locator("html[data-screen=start]").wait_for(state="attached")
    page.locator("[data-action=history]").tap()
    page.locator("[data-game-id] .entry").tap()
    page.locator("html[data-screen=pad]").wait_for(state="attached")
    assert page.locator("[data-score='1']").text_content() == scores[1]
    assert page.locator(".pad .controls").count() == 0
    page.go_back()
    page.locator("[data-game-id]").wait_for()


@pytest.mark.parametrize(
    ("variant", "players", "lang"),
    [("classic", 1, "he"), ("double-a", 2, "de"), ("classic", 5, "ar"), ("longo", 5, "de")],
)
def test_controls_are_reachable_in_every_window(
    open_page: Callable[..., Driver],
    landscape_phone: BrowserContext,
    variant: str,
    players: int,
    lang: str,
) -> None:
    page = open_page(landscape_phone, pad=1, variant=variant, players=players, lang=lang).page
    page.locator("[data-cell=b9]:visible").first.tap()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(HORIZONTAL_OVERFLOW) <= 0, (width, height)
        assert page.evaluate(VERTICAL_OVERFLOW) <= 0, (width, height)
        assert page.evaluate(FIND_UNREACHABLE_CONTROLS, 24) == [], (width, height)
        if (variant, players, width, height) == ("classic", 1, 360, 740):
            assert all(w >= 60 and h >= 48 for w, h in page.evaluate(CELL_SIZES, 0))


def test_no_text_is_cut_off_on_landscape_phone(
    address: str, landscape_phone: BrowserContext
) -> None:
    phone = ReusablePage(landscape_phone, [])
    phone.page.set_viewport_size({"width": 740, "height": 360})
    cut_texts = {}
    for lang in LANGUAGES:
        phone.go_to(f"{address}?pad=1&lang={lang}")
        phone.page.wait_for_selector(f"html[lang={lang}][data-qwixx=ready] .pad-undo")
        if texts := phone.page.evaluate(FIND_CUT_TEXTS):
            cut_texts[lang] = texts
    assert cut_texts == {}


def test_slots_are_at_least_as_wide_as_their_dice(
    open_page: Callable[..., Driver], landscape_phone: BrowserContext
) -> None:
    page = open_page(landscape_phone, pad=1).page
    tap_action(page, "pad-view:dice")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        narrow_slot_count = page.evaluate("""() => [...document.querySelectorAll('.pad .slot')]
          .filter((slot) => slot.offsetWidth < slot.querySelector('.die').offsetWidth).length""")
        assert narrow_slot_count == 0, (width, height)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_score_pad_is_accessible(open_page: Callable[..., Driver], theme: str) -> None:
    page = open_page(pad=1, players=2, theme=theme, speed="instant").page
    page.locator("[data-cell=r7]:visible").first.click()
    for action in ("lock:0:r", "answer:elsewhere", "pad-view:dice", "throw", "pad-view:choices"):
        page.locator(f"[data-action='{action}']:visible").first.click()
        assert find_violations(page) == []


def test_rotated_sheet_can_be_filled_by_keyboard_alone(
    open_page: Callable[..., Driver],
) -> None:
    page = open_page(pad=1, speed="instant").page
    page.locator("[data-cell=r2]").focus()
    for key in ("ArrowDown", "ArrowDown", "Enter", "ArrowRight", "Space"):
        page.keyboard.press(key)
    assert page.locator("[data-score]").inner_text() == "2"
    marked_cells = page.locator("[data-cell][aria-pressed=true]")
    assert marked_cells.evaluate_all("(cells) => cells.map((cell) => cell.dataset.cell)") == [
        "r4",
        "y4",
    ]
    page.keyboard.press("u")
    assert page.locator("[data-score]").inner_text() == "1"
    page.locator("[data-lock=g]").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")  # the first answer has the focus
    assert page.locator("[data-lock=g]").get_attribute("data-state") == "closed"
    assert page.evaluate("document.activeElement.dataset.lock") == "g"


def test_horizontal_swipe_shows_next_sheet(
    open_page: Callable[..., Driver], new_context: Callable[..., BrowserContext]
) -> None:
    page = open_page(new_context(has_touch=True), pad=1, players=3).page
    devtools = page.context.new_cdp_session(page)

    def swipe(*points: tuple[int, int]) -> None:
        for event_type, point in zip(("touchStart", "touchMove"), points, strict=True):
            touch_points = [{"x": point[0], "y": point[1]}]
            devtools.send(
                "Input.dispatchTouchEvent", {"type": event_type, "touchPoints": touch_points}
            )
        devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    swipe((300, 300), (80, 310))
    page.locator("[data-player='1'][data-shown]").wait_for(state="attached")
    swipe((80, 300), (300, 310))
    page.locator("[data-player='0'][data-shown]").wait_for(state="attached")
    swipe((200, 300), (180, 560))
    assert page.locator("[data-cell][aria-pressed=true]").count() == 0
    assert page.locator("[data-player='0'][data-shown]").count() == 1


def test_score_pad_can_be_embedded(context: BrowserContext, address: str) -> None:
    page = context.new_page()
    page.goto(f"{address}?pad=1&embed=1")
    page.locator("[data-action=play]").click()
    page.locator("html[data-qwixx=ready]").wait_for(state="attached")
    page.locator("[data-cell=r7]").click()
    assert page.locator("[data-score]").inner_text() == "1"
    assert page.evaluate(HORIZONTAL_OVERFLOW) <= 0
