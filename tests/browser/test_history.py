"""Test the history, archive files, statistics, and the daily game in a browser."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from qwixx.games.archive.archived_game import (
    parse_archive_file,
    parse_archived_game,
    render_archive_file,
    summarize_game,
    write_archived_game,
)
from qwixx.games.daily import daily_seed
from tests.browser.accessibility import find_violations
from tests.browser.driver import Driver
from tests.finished_games import finished_game

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import BrowserContext, Page

SIZES = [(320, 568), (390, 844), (844, 390), (768, 1024), (1280, 800)]
READ_EXCESS_WIDTH = "document.documentElement.scrollWidth - innerWidth"
GAME_SELECTOR = "[data-game-id]"


def assert_fits(page: Page) -> None:
    """Check that a screen is accessible, fits every width, and fits a phone with large text."""
    assert find_violations(page) == []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(READ_EXCESS_WIDTH) <= 0
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(READ_EXCESS_WIDTH) <= 0
    page.evaluate("document.documentElement.style.fontSize = ''")


def write_archive_file(path: Path, count: int) -> Path:
    """Write an archive file with `count` games and a damaged one at its end; return its path."""
    games = [
        summarize_game(
            finished_game(seed=seed),
            ("person", "hard"),
            f"{(1_795_000_000 + seed) * 1000 << 20:x}",
        )
        for seed in range(1, count + 1)
    ]
    text = render_archive_file([*map(write_archived_game, games), '{"v": 1, "id": "5"}'])
    path.write_text(text, encoding="utf-8")
    return path


def test_archived_game_is_listed_opened_and_moved_to_other_browser(
    open_page: Callable[..., Driver],
    new_context: Callable[..., BrowserContext],
    tmp_path: Path,
) -> None:
    driver = open_page(speed="instant", start=1, first=0, seed=5, bots="greedy", lang="ar")
    page = driver.page
    driver.play_to_end()
    scores = page.locator(".podium strong").evaluate_all(
        "(all) => all.map((one) => one.lastChild.data)"
    )
    driver.click_action("new-game")
    page.locator("[data-action=history]").click()
    page.locator(GAME_SELECTOR).wait_for()
    assert all(score in page.locator(GAME_SELECTOR).inner_text() for score in scores)
    assert page.locator(".notice-texts > *").count() == 0
    assert_fits(page)
    page.locator("[data-action='open:0']").click()
    page.locator("[data-move-slider]").wait_for()
    page.go_back()
    page.locator(GAME_SELECTOR).wait_for()
    with page.expect_download() as download:
        driver.click_action("export")
    file = tmp_path / "games.json"
    download.value.save_as(file)
    [archived_game] = map(parse_archived_game, parse_archive_file(file.read_text("utf-8")))
    assert archived_game is not None
    page.locator("[data-action='delete:0']").click()
    page.locator(GAME_SELECTOR).wait_for(state="detached")
    driver.click_action("bring-back")
    page.locator(GAME_SELECTOR).wait_for()

    other_browser = open_page(new_context())
    other_browser.click_action("history")
    file.write_text(file.read_text("utf-8"), encoding="utf-16")  # as Notepad may save it
    with other_browser.page.expect_file_chooser() as chooser:
        other_browser.click_action("import")
    chooser.value.set_files(file)
    other_browser.page.locator(f"[data-game-id='{archived_game.id}']").wait_for()
    other_browser.page.reload()  # the game is stored, not only shown
    other_browser.wait_until_ready()
    other_browser.click_action("history")
    other_browser.page.locator(f"[data-game-id='{archived_game.id}']").wait_for()


def test_imported_games_are_listed_and_counted(
    open_page: Callable[..., Driver], tmp_path: Path
) -> None:
    driver = open_page(theme="dark")
    page = driver.page
    driver.click_action("history")
    for _ in range(2):  # the second file has only known games
        page.locator("nav [data-action=history]").click()  # clears the status
        page.locator(".history-status:empty").wait_for(state="attached")
        with page.expect_file_chooser() as chooser:
            driver.click_action("import")
        chooser.value.set_files(write_archive_file(tmp_path / "many.json", 25))
        page.get_by_text("Damaged games in the file: 1.").wait_for()
    page.wait_for_function(f"() => document.querySelectorAll('{GAME_SELECTOR}').length === 20")
    driver.click_action("older")
    page.wait_for_function(f"() => document.querySelectorAll('{GAME_SELECTOR}').length === 5")
    page.locator("nav [data-action=statistics]").click()
    page.locator("[data-stat=games]").wait_for()
    assert page.locator("[data-stat=games]").inner_text() == "25"
    scores = sorted(finished_game(seed=seed).state.scores()[0] for seed in range(1, 26))
    assert page.locator("[data-stat=median]").inner_text() == str(scores[12])
    assert page.locator("[data-stat=best]").inner_text() == str(scores[-1])
    page.locator(".trend-chart").first.wait_for()  # once the coach has reviewed two games
    assert_fits(page)
    invalid_file = tmp_path / "broken.json"
    invalid_file.write_text("[" * 100_000, encoding="utf-8")
    page.locator("nav [data-action=history]").click()
    with page.expect_file_chooser() as chooser:
        driver.click_action("import")
    chooser.value.set_files(invalid_file)
    page.get_by_text("There are no games in this file.").wait_for()


DISABLE_DATABASE = "Object.defineProperty(globalThis, 'indexedDB', { get() { throw 0; } })"
SILENCE_DATABASE = "IDBFactory.prototype.open = () => new EventTarget()"
ABORT_TRANSACTIONS = """for (const name of ['add', 'put']) {
  const usual = IDBObjectStore.prototype[name];
  IDBObjectStore.prototype[name] = function (...given) {
    const request = usual.apply(this, given);
    this.transaction.abort();
    return request;
  };
}"""
EXCEED_QUOTA = """IDBObjectStore.prototype.add = () => {
  throw new DOMException('no room', 'QuotaExceededError');
};"""
COUNT_STORED_COPIES = (
    "() => Object.keys(localStorage).filter((key) => key.includes(':over:')).length"
)


@pytest.mark.parametrize(
    "break_database",
    [DISABLE_DATABASE, SILENCE_DATABASE, ABORT_TRANSACTIONS, EXCEED_QUOTA],
    ids=["none", "silent", "aborts", "quota"],
)
def test_no_game_is_lost_if_database_fails(
    break_database: str,
    new_context: Callable[..., BrowserContext],
    open_page: Callable[..., Driver],
) -> None:
    visitor = new_context()
    visitor.add_init_script(f"if (location.search) {{ {break_database} }}")
    driver = open_page(visitor, speed="instant", start=1, first=0, seed=5, bots="greedy")
    page = driver.page
    driver.play_to_end()
    driver.click_action("rematch")
    driver.play_to_end()
    driver.click_action("new-game")
    page.locator("[data-action=history]").click()
    page.wait_for_function(f"() => document.querySelectorAll('{GAME_SELECTOR}').length === 2")
    assert page.locator("[data-action=export]").count() == 1
    assert page.locator(".notice-texts > *").count() == 0
    assert page.evaluate(COUNT_STORED_COPIES) == 2
    page.goto(page.url.partition("?")[0])
    driver.wait_until_ready()
    page.locator("[data-action=history]").click()
    page.wait_for_function(f"() => document.querySelectorAll('{GAME_SELECTOR}').length === 2")
    page.wait_for_function(f"() => ({COUNT_STORED_COPIES})() === 0")


def test_daily_game_starts_only_once_per_day(
    new_context: Callable[..., BrowserContext], address: str
) -> None:
    visitor = new_context()
    page = visitor.new_page()
    page.clock.set_fixed_time(datetime(2026, 11, 20, 12, tzinfo=UTC))
    page.goto(f"{address}?lang=en&speed=instant")
    driver = Driver(page)
    driver.wait_until_ready()
    assert_fits(page)
    page.locator("[data-action=daily]").click()
    page.locator("html[data-daily='2026-11-20']").wait_for(state="attached")
    driver.wait_for_person_or_end()
    assert driver.saved_game().seed == daily_seed("2026-11-20")
    event_count = len(driver.saved_game().events)
    driver.click_action("roll" if page.locator("html[data-phase=roll]").count() else "pass")
    page.wait_for_function(
        "count => JSON.parse(JSON.parse(localStorage.getItem(Object.keys(localStorage)"
        ".find((key) => key.includes(':game:')))).game).events.length > count",
        arg=event_count,
    )
    other_page = visitor.new_page()
    other_page.clock.set_fixed_time(datetime(2026, 11, 20, 23, tzinfo=UTC))
    other_page.goto(f"{address}?lang=en&speed=instant&daily=1")
    other_driver = Driver(other_page)
    other_driver.wait_until_ready()
    other_page.locator("html[data-daily='2026-11-20']").wait_for(state="attached")
    assert len(other_driver.saved_game().events) > event_count  # the same game continues
    stored_log = other_page.evaluate(
        "Object.entries(localStorage).find(([key]) => key.endsWith(':daily'))"
    )
    assert json.loads(stored_log[1])["begun"] == ["2026-11-20"]
