"""Nothing is lost and nothing hangs: damaged saves, hostile addresses, kills, tabs, no room.

Some twenty of each; `python3 -m tests --long` makes it 300 saves, 300 addresses, 100 kills.
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
from typing import TYPE_CHECKING, Any

import pytest

from qwixx.ui.browser.slot_store import SlotStore
from qwixx.ui.model import Model
from qwixx.ui.model.board import find_person_to_act
from qwixx.ui.model.delays import GUARD_MS
from qwixx.ui.model.messages import PageOpened
from qwixx.ui.storage import parse_game
from qwixx.ui.texts.sentences import notice_text
from qwixx.ui.update import update
from tests.browser.driver import Driver
from tests.browser.hostile_input import SETUP, VALID_SAVE, damaged_storage, hostile_query

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, BrowserContext, Page

    from qwixx import Game
    from qwixx.games.events import Decision
    from qwixx.rules.dice import Roll
    from tests.browser.reusable_page import ReusablePage

pytestmark = pytest.mark.heavy
SLICE = 20
"""How many cases one test has."""
PUT = """([saved, state]) => {
  localStorage.clear();
  for (const [name, text] of Object.entries(saved)) localStorage.setItem(`qwixx:/:${name}`, text);
  history.replaceState(state, '');
}"""
TEXTS = "() => Object.fromEntries(Object.entries(localStorage))"
FILL = """() => {
  let text = 'x'.repeat(1 << 20);
  for (let n = 0; text; n++)
    try { localStorage.setItem(`filler ${n}`, text); }
    catch { text = text.slice(1 + text.length / 2); }
}"""
FREE = """() => {
  for (const key of Object.keys(localStorage))
    if (key.startsWith('filler')) localStorage.removeItem(key);
}"""
# Chromium counts otherwise in each process: a second page may have room where the first has none.
IS_FULL = """() => {
  try { localStorage.setItem('filler', 'x'.repeat(5000)); } catch { return true; }
  localStorage.removeItem('filler');
  return false;
}"""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A few slices; more of them in a long run."""
    long = metafunc.config.getoption("--long")
    for name, most in (("saves", 300), ("addresses", 300), ("kills", 100), ("rounds", 100)):
        if name in metafunc.fixturenames:
            count = most // SLICE if long else 1
            slices = [range(n * SLICE, (n + 1) * SLICE) for n in range(count)]
            metafunc.parametrize(name, slices, ids=lambda numbers: str(numbers[0]))


class Kept:
    """What a page has saved, for the model that runs in plain Python."""

    def __init__(self, saved: dict[str, str]) -> None:
        self.texts = {f"qwixx:/:{name}": text for name, text in saved.items()}

    def keys(self) -> list[str]:
        return [*self.texts]

    def get(self, key: str) -> str | None:
        return self.texts.get(key)

    def set(self, key: str, text: str) -> None:
        self.texts[key] = text

    def remove(self, key: str) -> None:
        self.texts.pop(key, None)


def assert_usable(driver: Driver) -> None:
    """A game can be played on, or one can be started; nothing lies in the way."""
    page = driver.page
    assert page.locator("main img, main script").count() == 0
    if not driver.read_game()["sheets"]:
        driver.click_action("start")
    if driver.read_game()["actor"] is None:
        return  # a bot is to act
    page.wait_for_timeout(GUARD_MS)  # from here on nothing changes by itself
    events = len(driver.saved_game().events)
    if driver.read_game()["actor"] is not None:
        driver.click_action("roll" if driver.read_game()["phase"] == "roll" else "pass")
        assert len(driver.saved_game().events) > events


def test_damaged_saves(
    open_page: Callable[..., Driver], reload_page: Callable[[Driver], None], saves: range
) -> None:
    driver = open_page()
    for number in saves:
        case = damaged_storage(number)
        driver.page.evaluate(PUT, [case.texts, case.tab_state])
        reload_page(driver)
        # What the page says is what the same model says where no stack can overflow.
        saved = SlotStore(Kept(case.texts), "/").read_without_finished_games()
        begin = PageOpened(
            saved=saved, languages=("en",), tab_state=case.tab_state or "", next_slot=1 << 60
        )
        model, _effects = update(Model(), begin)
        told = [notice_text(model.settings.language, key) for key in model.notices]
        shown = driver.page.locator(".notices p").all_inner_texts()
        assert shown == told, number
        texts = driver.page.evaluate(TEXTS).values()
        lost = [
            name for name, text in case.texts.items() if name != "newest" and text not in texts
        ]
        assert lost == [], number
        if model.session.quarantined:
            assert model.session.quarantined[-1].encode("utf-8", "replace") in [
                text.encode("utf-8", "replace") for text in texts
            ], number
        assert_usable(driver)
        if model.board.slot != "1":
            assert VALID_SAVE in driver.page.evaluate(TEXTS).values(), number
        else:
            assert driver.saved_game().events[:6] == parse_game(VALID_SAVE).game.events, number


def test_hostile_addresses(open_page: Callable[..., Driver], addresses: range) -> None:
    driver = open_page()
    driver.page.evaluate(PUT, [{"game:1": VALID_SAVE}, None])
    for number in addresses:
        query = hostile_query(number)
        driver = open_page(driver, query=query)
        assert driver.page.evaluate("Object.keys(Object.prototype).length") == 0
        assert_usable(driver)
        texts = driver.page.evaluate(TEXTS).values()
        games = [parse_game(text).game for text in texts if text.startswith('{"game"')]
        assert [game.seed for game in games].count(11) >= 1, query
        first = next(game for game in games if game.seed == 11)
        assert first.events[:6] == parse_game(VALID_SAVE).game.events, query
    assert len(driver.page.context.pages) == 1


def kill(browser: Browser, page: Page) -> None:
    """Kill the processes that show pages, as a device does that needs the memory."""
    control = browser.new_browser_cdp_session()
    with page.expect_event("crash"):
        processes = control.send("SystemInfo.getProcessInfo")["processInfo"]
        for process in processes:
            if process["type"] == "renderer":
                with contextlib.suppress(ProcessLookupError):  # an earlier page's, gone by itself
                    os.kill(int(process["id"]), signal.SIGKILL)
    page.close()


@pytest.mark.fresh_page
def test_killed_at_any_moment(
    chromium: Browser,
    context: BrowserContext,
    address: str,
    idle_pages: dict[str, list[ReusablePage]],
    kills: range,
) -> None:
    for started in idle_pages.values():  # they would be killed, too
        while started:
            started.pop().context.close()
    played: tuple[Roll | Decision, ...] = ()
    for number in kills:
        rng = random.Random(f"kill {number}")
        page = context.new_page()
        begin = "" if played else "&start=1&players=2&first=0&seed=7"
        page.goto(f"{address}?speed=instant{begin}")
        driver = Driver(page)
        if rng.random() < 0.9:  # else it dies as it begins
            driver.wait_until_ready()
            game = driver.saved_game()
            assert game.events[: len(played)] == played, number
            assert len(game.events) <= len(played) + 1, number
            for _ in range(int(1 + rng.random() * 3)):
                step(driver)
            played = driver.saved_game().events
            if len(played) > 20:  # before somebody has four penalties
                page.evaluate("localStorage.clear()")
                played = ()
            elif rng.random() < 0.5:  # in the middle of a step
                page.evaluate(
                    "setTimeout(() => document.querySelector('.controls .wide').click())"
                )
        kill(chromium, page)


def step(driver: Driver) -> None:
    """Roll or pass, if the game is not over."""
    phase = driver.read_game()["phase"]
    if phase != "over":
        driver.click_action("roll" if phase == "roll" else "pass")


def saved_games(driver: Driver) -> dict[int, Game]:
    texts: dict[str, Any] = driver.page.evaluate(TEXTS)
    games = [parse_game(t).game for key, t in texts.items() if ":game:" in key or ":over:" in key]
    assert len({game.seed for game in games}) == len(games)
    return {game.seed: game for game in games}


@pytest.mark.fresh_page
def test_three_tabs_at_once(open_page: Callable[..., Driver], rounds: range) -> None:
    """Two games in three tabs: nothing that was played is ever lost, in none of them."""
    rng = random.Random(f"tabs {rounds[0]}")
    tabs = [open_page(start=1, players=2, first=0, seed=seed) for seed in (11, 22)]
    step(tabs[1])
    tabs.append(open_page(speed="instant"))  # the game that was played last
    assert tabs[2].saved_game().seed == 22
    most: dict[int, int] = {}
    for _ in rounds:
        step(tabs[int(rng.random() * 3)])
        games = saved_games(tabs[0])
        for seed, events in most.items():
            assert len(games[seed].events) >= events
        most = {seed: len(game.events) for seed, game in games.items()}
    assert set(most) == {11, 22}
    # In the end all tabs show what is saved.
    for tab, seed in zip(tabs, (11, 22, 22), strict=True):
        assert tab.saved_game().seed == seed
        state = saved_games(tab)[seed].state
        actor = find_person_to_act(state, SETUP.person_seats)
        shown = f"[data-phase='{state.phase.value}'][data-actor='{actor}']"
        tab.page.locator(f"html{shown}").wait_for(state="attached")
    # Leaving one game leaves the other alone, and the third tab says what happened.
    tabs[1].click_action("menu")
    tabs[1].click_action("new-game")
    if tabs[1].page.locator("[data-action='leave']").count():
        tabs[1].click_action("leave")
        tabs[2].page.get_by_text("left this game in another tab").wait_for()
    assert 11 in saved_games(tabs[0])
    step(tabs[2])
    assert len(saved_games(tabs[2])[22].events) > most[22]


@pytest.mark.fresh_page
def test_the_storage_is_filled(open_page: Callable[..., Driver]) -> None:
    driver = open_page(start=1, players=2, first=0, seed=5)
    driver.click_action("roll")
    driver.page.evaluate(FILL)
    before = driver.saved_game_text()
    notices = driver.page.locator(".notices")
    driver.click_action("pass")
    assert "no space" in notices.inner_text()
    assert driver.saved_game_text() == before
    # Somebody opens the page anew: the game is there, nothing is written over.
    other = open_page(speed="instant")
    assert len(other.saved_game().events) == 1
    told = "no space" in other.page.locator(".notices").inner_text()
    assert told == other.page.evaluate(IS_FULL)
    third = open_page(start=1, players=2, seed=6)
    assert third.page.locator("[data-action='resume']").is_visible()
    assert third.page.evaluate(TEXTS)[driver.saved_game_key()] == before
    third.page.evaluate(FREE)
    third.click_action("roll")
    assert "no space" not in third.page.locator(".notices").inner_text()
    assert set(saved_games(third)) == {5, 6}
