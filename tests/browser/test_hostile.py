"""Test damaged saves, hostile URLs, killed processes, concurrent tabs, and full storage.

A normal run has 5 cases each of saves, URLs, and rounds with tabs, and 2 kills; a run of
everything (`python3 -m tests --all`) has 20 of each. A long run (`python3 -m tests --long`) has
300 saves, 300 URLs, 100 kills, and 100 rounds with tabs.
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
from qwixx.ui.texts.languages import texts_of
from qwixx.ui.texts.sentences import notice_text
from qwixx.ui.update import update
from tests.browser.driver import Driver
from tests.browser.hostile_input import SETUP, VALID_SAVE, damaged_storage, hostile_query
from tests.conftest import runs_everything

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, BrowserContext, Page

    from qwixx import Game
    from qwixx.games.events import Decision
    from qwixx.rules.dice import Roll
    from tests.browser.reusable_page import ReusablePage

pytestmark = pytest.mark.heavy
FEW_CASES = {"saves": 3, "addresses": 3, "kills": 2, "rounds": 3}
"""Number of cases in one test of a normal run; a kill takes longest."""
CASES_PER_TEST = 20
"""Number of cases in one test of other runs."""
REPLACE_STORAGE = """([saved, state]) => {
  localStorage.clear();
  for (const [name, text] of Object.entries(saved)) localStorage.setItem(`qwixx:/:${name}`, text);
  history.replaceState(state, '');
}"""
READ_STORAGE = "() => Object.fromEntries(Object.entries(localStorage))"
FILL_STORAGE = """() => {
  let text = 'x'.repeat(1 << 20);
  for (let n = 0; text; n++)
    try { localStorage.setItem(`filler ${n}`, text); }
    catch { text = text.slice(1 + text.length / 2); }
}"""
REMOVE_FILLERS = """() => {
  for (const key of Object.keys(localStorage))
    if (key.startsWith('filler')) localStorage.removeItem(key);
}"""
# Chromium's processes count storage use differently: a second page may have space left.
IS_STORAGE_FULL = """() => {
  try { localStorage.setItem('filler', 'x'.repeat(5000)); } catch { return true; }
  localStorage.removeItem('filler');
  return false;
}"""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Divide the cases into tests of equal size; a long run has more tests."""
    is_long_run = metafunc.config.getoption("--long")
    has_all_cases = runs_everything(metafunc.config)
    for name, max_count in (("saves", 300), ("addresses", 300), ("kills", 100), ("rounds", 100)):
        if name in metafunc.fixturenames:
            case_count = CASES_PER_TEST if has_all_cases else FEW_CASES[name]
            count = max_count // CASES_PER_TEST if is_long_run else 1
            slices = [range(n * case_count, (n + 1) * case_count) for n in range(count)]
            metafunc.parametrize(name, slices, ids=lambda numbers: str(numbers[0]))


class MemoryStorage:
    """The storage of a page, for the model that runs in plain Python."""

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
    """Check that no element was injected and that a game can be started or continued."""
    page = driver.page
    assert page.locator("main img, main script").count() == 0
    if not driver.read_game()["sheets"]:
        driver.click_action("start")
    if driver.read_game()["actor"] is None:
        return  # it is a bot's turn
    page.wait_for_timeout(GUARD_MS)  # after the tap guard, nothing changes by itself
    event_count = len(driver.saved_game().events)
    if driver.read_game()["actor"] is not None:
        driver.click_action("roll" if driver.read_game()["phase"] == "roll" else "pass")
        assert len(driver.saved_game().events) > event_count


def test_damaged_saves_are_reported_and_preserved(
    open_page: Callable[..., Driver], reload_page: Callable[[Driver], None], saves: range
) -> None:
    driver = open_page()
    for case_number in saves:
        case = damaged_storage(case_number)
        driver.page.evaluate(REPLACE_STORAGE, [case.texts, case.tab_state])
        reload_page(driver)
        # The page must show the same notices as a model in plain Python.
        saved = SlotStore(MemoryStorage(case.texts), "/").read_without_finished_games()
        page_opened = PageOpened(
            saved=saved, languages=("en",), tab_state=case.tab_state or "", next_slot=1 << 60
        )
        model, _effects = update(Model(), page_opened)
        expected_notices = [notice_text(texts_of(model), key) for key in model.notices]
        notices = driver.page.locator(".notice-texts > *").all_inner_texts()
        assert notices == expected_notices, case_number
        texts = driver.page.evaluate(READ_STORAGE).values()
        lost_texts = [
            name for name, text in case.texts.items() if name != "newest" and text not in texts
        ]
        assert lost_texts == [], case_number
        if model.session.quarantined:
            assert model.session.quarantined[-1].encode("utf-8", "replace") in [
                text.encode("utf-8", "replace") for text in texts
            ], case_number
        assert_usable(driver)
        if model.board.slot != "1":
            assert VALID_SAVE in driver.page.evaluate(READ_STORAGE).values(), case_number
        else:
            assert driver.saved_game().events[:6] == parse_game(VALID_SAVE).game.events, (
                case_number
            )


def test_hostile_urls_damage_no_game(open_page: Callable[..., Driver], addresses: range) -> None:
    driver = open_page()
    driver.page.evaluate(REPLACE_STORAGE, [{"game:1": VALID_SAVE}, None])
    for case_number in addresses:
        query = hostile_query(case_number)
        driver = open_page(driver, query=query)
        assert driver.page.evaluate("Object.keys(Object.prototype).length") == 0
        assert_usable(driver)
        texts = driver.page.evaluate(READ_STORAGE).values()
        games = [parse_game(text).game for text in texts if text.startswith('{"game"')]
        assert [game.seed for game in games].count(11) >= 1, query
        first = next(game for game in games if game.seed == 11)
        assert first.events[:6] == parse_game(VALID_SAVE).game.events, query
    assert len(driver.page.context.pages) == 1


def kill_page_processes(browser: Browser, page: Page) -> None:
    """Kill all processes that show pages, as a device short of memory does; close the page."""
    devtools = browser.new_browser_cdp_session()
    with page.expect_event("crash"):
        processes = devtools.send("SystemInfo.getProcessInfo")["processInfo"]
        for process in processes:
            if process["type"] == "renderer":
                # The process of an earlier page may already have ended.
                with contextlib.suppress(ProcessLookupError):
                    os.kill(int(process["id"]), signal.SIGKILL)
    page.close()


@pytest.mark.fresh_page
def test_no_saved_event_is_lost_when_page_is_killed(
    chromium: Browser,
    context: BrowserContext,
    address: str,
    idle_pages: dict[str, list[ReusablePage]],
    kills: range,
) -> None:
    for pages in idle_pages.values():  # their processes would be killed, too
        while pages:
            pages.pop().context.close()
    played_events: tuple[Roll | Decision, ...] = ()
    for case_number in kills:
        rng = random.Random(f"kill {case_number}")
        page = context.new_page()
        start_query = "" if played_events else "&start=1&players=2&first=0&seed=7"
        page.goto(f"{address}?speed=instant{start_query}")
        driver = Driver(page)
        if rng.random() < 0.9:  # otherwise kill the page while it starts
            driver.wait_until_ready()
            game = driver.saved_game()
            assert game.events[: len(played_events)] == played_events, case_number
            assert len(game.events) <= len(played_events) + 1, case_number
            for _ in range(int(1 + rng.random() * 3)):
                roll_or_pass(driver)
            played_events = driver.saved_game().events
            if len(played_events) > 20:  # before a player has four penalties
                page.evaluate("localStorage.clear()")
                played_events = ()
            elif rng.random() < 0.5:  # kill the page during a step
                page.evaluate(
                    "setTimeout(() => document.querySelector('.controls .wide').click())"
                )
        kill_page_processes(chromium, page)


def roll_or_pass(driver: Driver) -> None:
    """Roll or pass unless the game is finished."""
    phase = driver.read_game()["phase"]
    if phase != "over":
        driver.click_action("roll" if phase == "roll" else "pass")


def saved_games_by_seed(driver: Driver) -> dict[int, Game]:
    texts: dict[str, Any] = driver.page.evaluate(READ_STORAGE)
    games = [
        parse_game(text).game for key, text in texts.items() if ":game:" in key or ":over:" in key
    ]
    assert len({game.seed for game in games}) == len(games)
    return {game.seed: game for game in games}


@pytest.mark.fresh_page
def test_three_tabs_lose_no_move_of_two_games(
    open_page: Callable[..., Driver], rounds: range
) -> None:
    rng = random.Random(f"tabs {rounds[0]}")
    tabs = [open_page(start=1, players=2, first=0, seed=seed) for seed in (11, 22)]
    roll_or_pass(tabs[1])
    tabs.append(open_page(speed="instant"))  # opens the most recently played game
    assert tabs[2].saved_game().seed == 22
    event_counts: dict[int, int] = {}
    for _ in rounds:
        roll_or_pass(tabs[int(rng.random() * 3)])
        games = saved_games_by_seed(tabs[0])
        for seed, event_count in event_counts.items():
            assert len(games[seed].events) >= event_count
        event_counts = {seed: len(game.events) for seed, game in games.items()}
    assert set(event_counts) == {11, 22}
    # At the end, all tabs show the saved games.
    for tab, seed in zip(tabs, (11, 22, 22), strict=True):
        assert tab.saved_game().seed == seed
        state = saved_games_by_seed(tab)[seed].state
        actor = find_person_to_act(state, SETUP.person_seats)
        state_selector = f"[data-phase='{state.phase.value}'][data-actor='{actor}']"
        tab.page.locator(f"html{state_selector}").wait_for(state="attached")
    # Leaving one game does not affect the other one; a tab with the same game reports this.
    tabs[1].click_action("menu")
    tabs[1].click_action("new-game")
    if tabs[1].page.locator("[data-action='leave']").count():
        tabs[1].click_action("leave")
        tabs[2].page.get_by_text("left this game in another tab").wait_for()
    assert 11 in saved_games_by_seed(tabs[0])
    roll_or_pass(tabs[2])
    assert len(saved_games_by_seed(tabs[2])[22].events) > event_counts[22]


@pytest.mark.fresh_page
def test_full_storage_is_reported_and_overwrites_nothing(open_page: Callable[..., Driver]) -> None:
    driver = open_page(start=1, players=2, first=0, seed=5)
    driver.click_action("roll")
    driver.page.evaluate(FILL_STORAGE)
    saved_text = driver.saved_game_text()
    notices = driver.page.locator(".notices")
    driver.click_action("pass")
    assert "no space" in notices.inner_text()
    assert driver.saved_game_text() == saved_text
    # A new page shows the game and overwrites nothing.
    other_page = open_page(speed="instant")
    assert len(other_page.saved_game().events) == 1
    is_reported = "no space" in other_page.page.locator(".notices").inner_text()
    assert is_reported == other_page.page.evaluate(IS_STORAGE_FULL)
    third_page = open_page(start=1, players=2, seed=6)
    assert third_page.page.locator("[data-action='resume']").is_visible()
    assert third_page.page.evaluate(READ_STORAGE)[driver.saved_game_key()] == saved_text
    third_page.page.evaluate(REMOVE_FILLERS)
    third_page.click_action("roll")
    assert "no space" not in third_page.page.locator(".notices").inner_text()
    assert set(saved_games_by_seed(third_page)) == {5, 6}
