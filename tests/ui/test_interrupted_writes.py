"""Test pages that are closed between any two writes: each game is in one place, none is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from qwixx.games.archive import archived_game
from qwixx.games.daily import parse_daily_log
from qwixx.games.written.share_link import decode_game
from qwixx.rules.state import Phase
from qwixx.ui.model.messages import BrowserWentIdle, ControlUsed, DateReceived
from tests.ui.browser_tabs import MemoryStorage
from tests.ui.fake_database import FAILURES, FakeDatabase, TabWithDatabase
from tests.ui.fake_page import play_to_end
from tests.ui.test_archive_copies import huge_storage, run_async

if TYPE_CHECKING:
    from collections.abc import Callable

SEED = 11
DAY = "2026-11-20"


class PageClosedError(Exception):
    """The page was closed before a write."""


class CutStorage(MemoryStorage):
    """Storage of a page that is closed after some writes.

    Args:
        before: the storage before the page was opened.
        writes_left: number of writes until the page is closed.
    """

    def __init__(self, before: MemoryStorage, writes_left: int) -> None:
        super().__init__(capacity=1_000_000)
        self.texts = dict(before.texts)
        self.writes_left = writes_left

    def set(self, key: str, text: str) -> None:
        self._count_write()
        super().set(key, text)

    def remove(self, key: str) -> None:
        if key in self.texts:
            self._count_write()
        super().remove(key)

    def _count_write(self) -> None:
        if not self.writes_left:
            raise PageClosedError
        self.writes_left -= 1


def copied(database: FakeDatabase) -> FakeDatabase:
    copy = FakeDatabase()
    copy.stores = {name: dict(texts) for name, texts in database.stores.items()}
    return copy


async def cut_after_each_write(
    before: MemoryStorage,
    database: FakeDatabase,
    use: Callable[[TabWithDatabase], object],
    **parameters: str,
) -> list[tuple[MemoryStorage, FakeDatabase]]:
    """Use a page once for each of its writes, closing it before that write.

    Return the storage and the database that each of these pages leaves.
    """
    left: list[tuple[MemoryStorage, FakeDatabase]] = []
    for writes in range(1000):
        store, database_now = CutStorage(before, writes), copied(database)
        page = None
        try:
            page = TabWithDatabase(store, database_now, **parameters)
            use(page)
            await page.wait_for_tasks()
        except PageClosedError:
            if page is not None:
                page.close()
        left.append((store, database_now))
        if store.writes_left:
            return left
    pytest.fail("the page never stops writing")


async def reopen(store: MemoryStorage, database: FakeDatabase) -> TabWithDatabase:
    """Return a page in a new tab, which has archived all copies."""
    uncut = huge_storage()
    uncut.texts = dict(store.texts)
    page = TabWithDatabase(uncut, database)
    await page.send(BrowserWentIdle()).wait_for_tasks()
    return page


def archived_seeds(database: FakeDatabase) -> list[int]:
    entries = map(archived_game.parse_archived_game, database.games.values())
    return [decode_game(entry.code).seed for entry in entries]


def is_running(page: TabWithDatabase) -> bool:
    game = page.model.game
    offered = page.model.session.offer
    return (game is not None and game.state.phase is not Phase.OVER) or offered is not None


def start(store: MemoryStorage, database: FakeDatabase) -> None:
    TabWithDatabase(store, database, start="1", seed=str(SEED), players="2", first="0").press(
        "roll"
    )


def finish(page: TabWithDatabase) -> None:
    page.press("pass", "pass", "pass")
    for _ in range(6):
        page.press("roll", "pass", "pass", "pass")


@run_async
async def test_finished_game_is_archived_or_in_progress_but_never_both() -> None:
    store, database = huge_storage(), FakeDatabase()
    start(store, database)
    for left, database_left in await cut_after_each_write(store, database, finish):
        for after, database_after in await cut_after_each_write(
            left, database_left, lambda page: page.send(BrowserWentIdle())
        ):
            page = await reopen(after, database_after)
            page = await reopen(page.store, page.database)
            assert archived_seeds(page.database) == [SEED] * (not is_running(page))


@run_async
async def test_deleted_game_does_not_come_back() -> None:
    store, database = huge_storage(), FakeDatabase()
    start(store, database)
    for left, database_left in await cut_after_each_write(store, database, finish):
        page = await reopen(left, database_left)
        if is_running(page):
            continue
        await page.press("history").wait_for_tasks()
        await page.press("delete:0").wait_for_tasks()
        page = await reopen(page.store, page.database)
        assert not is_running(page)
        assert archived_seeds(page.database) == []


@pytest.mark.parametrize("failure", ["", *FAILURES])
@run_async
async def test_undone_deletion_survives_close(failure: str) -> None:
    store, database = huge_storage(), FakeDatabase()
    start(store, database)
    page = await reopen(store, database)
    finish(page)
    await page.wait_for_tasks()
    await page.press("history").wait_for_tasks()
    await page.press("delete:0").wait_for_tasks()
    assert archived_seeds(database) == []
    database.failure = failure
    page.press("bring-back")
    page.close()  # before the database has answered
    database.failure = ""
    page = await reopen(page.store, database)
    assert archived_seeds(database) == [SEED]
    assert not is_running(page)
    assert page.copy_names == []


@run_async
async def test_score_of_finished_daily_game_is_never_missing() -> None:
    store, database = huge_storage(), FakeDatabase()
    page = TabWithDatabase(store, database)
    page.send(ControlUsed("daily"), DateReceived(DAY))
    assert page.model.board.policy.day.counts
    before_end = play_to_end(page.model, with_marks=False)[-2]

    def end(page: TabWithDatabase) -> None:
        page.model = before_end
        page.press("pass")

    for left, database_left in await cut_after_each_write(store, database, end):
        page = await reopen(left, database_left)
        log = parse_daily_log(left.texts_by_name()["daily"])
        is_over = any(name.startswith("over:") for name in left.texts_by_name())
        assert log.score(DAY) is not None or not is_over
    assert log.score(DAY) is not None
