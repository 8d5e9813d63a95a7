"""A score pad in Chromium: games with real dice touched on it, its sizes, its ways in and out."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from qwixx import find_variant
from qwixx.games.paper_actions import Cross, Finish, Lock, Penalty
from qwixx.ui.texts.languages import LANGUAGES
from tests.browser.accessibility import find_violations
from tests.games.pad_games import random_pad_steps

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext, Page

    from qwixx.games.paper_actions import PaperAction
    from tests.browser.driver import Driver

PHONE_ON_ITS_SIDE = {"width": 740, "height": 360}
SIZES = [(360, 640), (360, 740), (390, 844), (740, 360), (768, 1024), (1024, 768), (1280, 800)]
WIDER = "document.documentElement.scrollWidth - innerWidth"
LOWER = "document.documentElement.scrollHeight - innerHeight"
# What can be touched and is seen, but is cut, lies under something else, or is hard to hit
HIDDEN = """(least) => [...document.querySelectorAll(
  '.pad :is(.cell, .lock, .penalty, .pad-total, .controls button), .pad-bar button',
)].filter((part) => part.checkVisibility()).filter((part) => {
  const box = part.getBoundingClientRect();
  const middle = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return box.left < 0 || box.right > innerWidth || !(part === middle || part.contains(middle))
    || box.width < least || box.height < least;
}).map((part) => part.outerHTML.slice(0, 120))"""
CUT = """() => [...document.querySelectorAll('.pad .controls :is(.button, b)')]
  .filter((part) => part.checkVisibility() && part.scrollWidth > part.clientWidth + 1)
  .map((part) => part.textContent)"""
CELLS = """(player) => [...document.querySelectorAll(`[data-player="${player}"] [data-cell]`)]
  .map((cell) => cell.getBoundingClientRect()).map(({ width, height }) => [width, height])"""


def act(page: Page, action: str) -> None:
    page.locator(f".pad [data-action='{action}'], .bar [data-action='{action}']").first.tap()


def tap(page: Page, player: int, code: str) -> None:
    """Tap a cell, of a sheet that may first have to be turned to."""
    sheet = page.locator(f"[data-player='{player}']")
    if not sheet.locator(f"[data-cell='{code}']").is_visible():
        act(page, f"pad-seat:{player}")
    sheet.locator(f"[data-cell='{code}']").tap(force=True)  # whether it may be crossed or not


def do(page: Page, touch: PaperAction) -> None:
    if isinstance(touch, Cross):
        tap(page, touch.player, touch.mark.code)
        if touch.in_lock_step:
            act(page, f"answer:{touch.mark.code}")
    elif isinstance(touch, Penalty):
        if not page.locator(f"[data-player='{touch.player}'] .pad-penalties").is_visible():
            act(page, f"pad-seat:{touch.player}")
        page.locator(f"[data-player='{touch.player}'] [data-state=open][data-penalty]").first.tap()
    elif isinstance(touch, Lock):
        page.locator(f"[data-player] [data-lock='{'rygb'[touch.row]}']:visible").tap()
        act(page, "answer:elsewhere")
    elif isinstance(touch, Finish):
        act(page, "finish")
        if touch.by_other_player:
            act(page, "answer:elsewhere")


@pytest.fixture
def fingers(new_context: Callable[..., BrowserContext]) -> BrowserContext:
    return new_context(has_touch=True, viewport=PHONE_ON_ITS_SIDE, reduced_motion="reduce")


def test_a_game_with_real_dice_on_three_pads_with_mis_taps(
    open_page: Callable[..., Driver], fingers: BrowserContext
) -> None:
    """In Hebrew, on a phone on its side: whatever slips, every total is the engine's."""
    driver = open_page(fingers, pad=1, players=3, lang="he", speed="instant")
    page = driver.page
    rng = random.Random(11)
    marks = [mark for row in find_variant("classic").marks for mark in row]
    for touches, state in random_pad_steps(find_variant("classic"), 4, (0, 1, 2), rng):
        for touch in touches:
            if rng.random() < 0.25:
                undo = page.locator(".pad-undo .button-note")
                before = undo.inner_text()
                tap(page, rng.randrange(3), rng.choice(marks).code)
                if page.locator(".pad-question").is_visible():
                    act(page, "answer:")
                if undo.inner_text() != before:
                    act(page, "undo")
            do(page, touch)
        last = state
    scores = [page.locator(f"[data-score='{seat}']").text_content() for seat in range(3)]
    assert scores == [str(last.sheets[seat].points) for seat in range(3)]
    results = page.locator(".results tbody tr")
    assert results.count() == 3
    best = max(last.sheets[seat].points for seat in range(3))
    assert results.first.locator(".total").inner_text() == str(best)
    assert page.evaluate(WIDER) <= 0
    page.reload()
    driver.wait_until_ready()
    assert results.first.locator(".total").inner_text() == str(best)
    act(page, "leave-pad")
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
    [("classic", 1, "he"), ("longo", 3, "de"), ("classic", 5, "ar"), ("longo", 5, "de")],
)
def test_all_can_be_hit_and_seen_in_every_window(
    open_page: Callable[..., Driver],
    fingers: BrowserContext,
    variant: str,
    players: int,
    lang: str,
) -> None:
    page = open_page(fingers, pad=1, variant=variant, players=players, lang=lang).page
    page.locator("[data-cell=b9]:visible").first.tap()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(WIDER) <= 0, (width, height)
        assert page.evaluate(LOWER) <= 0, (width, height)
        assert page.evaluate(HIDDEN, 22) == [], (width, height)
        if (variant, players, width, height) == ("classic", 1, 360, 740):
            assert all(w >= 60 and h >= 48 for w, h in page.evaluate(CELLS, 0))


def test_no_word_is_cut_on_a_phone_on_its_side(
    open_page: Callable[..., Driver], fingers: BrowserContext
) -> None:
    page = open_page(fingers, pad=1).page
    page.set_viewport_size({"width": 740, "height": 360})
    cut = {}
    for lang in LANGUAGES:
        page.goto(f"{page.url.partition('?')[0]}?pad=1&lang={lang}")
        page.wait_for_selector(".pad-undo")
        if found := page.evaluate(CUT):
            cut[lang] = found
    assert cut == {}


def test_a_colored_die_is_touched_wherever_it_is_seen(
    open_page: Callable[..., Driver], fingers: BrowserContext
) -> None:
    page = open_page(fingers, pad=1).page
    act(page, "pad-view:dice")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        narrow = page.evaluate("""() => [...document.querySelectorAll('.pad .slot')]
          .filter((slot) => slot.offsetWidth < slot.querySelector('.die').offsetWidth).length""")
        assert narrow == 0, (width, height)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_is_as_good_for_who_does_not_see_it(
    open_page: Callable[..., Driver], theme: str
) -> None:
    page = open_page(pad=1, players=2, theme=theme, speed="instant").page
    page.locator("[data-cell=r7]:visible").first.click()
    for step in ("lock:0:r", "pad-view:dice", "throw", "pad-view:choices"):
        page.locator(f"[data-action='{step}']:visible").first.click()
        assert find_violations(page) == []


def test_it_is_played_by_keys_alone_on_a_sheet_that_is_turned(
    open_page: Callable[..., Driver],
) -> None:
    page = open_page(pad=1, speed="instant").page
    page.locator("[data-cell=r2]").focus()
    for key in ("ArrowDown", "ArrowDown", "Enter", "ArrowRight", "Space"):
        page.keyboard.press(key)
    assert page.locator("[data-score]").inner_text() == "2"
    pressed = page.locator("[data-cell][aria-pressed=true]")
    assert pressed.evaluate_all("(cells) => cells.map((cell) => cell.dataset.cell)") == [
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


def test_a_finger_drawn_sideways_turns_to_the_next_sheet(
    open_page: Callable[..., Driver], new_context: Callable[..., BrowserContext]
) -> None:
    page = open_page(new_context(has_touch=True), pad=1, players=3).page
    devtools = page.context.new_cdp_session(page)

    def draw(*way: tuple[int, int]) -> None:
        for kind, point in zip(("touchStart", "touchMove"), way, strict=True):
            at = [{"x": point[0], "y": point[1]}]
            devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})
        devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    draw((300, 300), (80, 310))
    page.locator("[data-player='1'][data-shown]").wait_for(state="attached")
    draw((80, 300), (300, 310))
    page.locator("[data-player='0'][data-shown]").wait_for(state="attached")
    draw((200, 300), (180, 560))
    assert page.locator("[data-cell][aria-pressed=true]").count() == 0
    assert page.locator("[data-player='0'][data-shown]").count() == 1


def test_it_works_in_another_page(context: BrowserContext, address: str) -> None:
    page = context.new_page()
    page.goto(f"{address}?pad=1&embed=1")
    page.locator("[data-action=play]").click()
    page.locator("html[data-qwixx=ready]").wait_for(state="attached")
    page.locator("[data-cell=r7]").click()
    assert page.locator("[data-score]").inner_text() == "1"
    assert page.evaluate(WIDER) <= 0
