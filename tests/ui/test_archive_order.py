"""Test that archived games are listed in the order in which they were played."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from qwixx.games.archive import archived_game
from qwixx.games.daily import MS_PER_DAY, days_since_epoch
from qwixx.ui.browser.archive import Archive
from qwixx.ui.model.effects import DeleteGames, ReadArchive
from qwixx.ui.model.messages import ArchiveRead, ControlUsed, DateReceived
from qwixx.ui.model.values import replace
from tests.ui.browser_tabs import finish_game
from tests.ui.fake_database import FakeDatabase, TabWithDatabase
from tests.ui.fake_page import play_to_end
from tests.ui.history_pages import make_archived_game
from tests.ui.test_archive_copies import huge_storage, run_async

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.games.archive.archived_game import ArchivedGame

NOW_MS = days_since_epoch("2026-11-26") * MS_PER_DAY + 12 * 3_600_000
DAY, BEGUN_BY_PERSON = "2026-11-26", "2026-11-20"


def game_at(time_ms: int, seed: int = 1) -> ArchivedGame:
    return replace(make_archived_game(seed), id=f"{(time_ms << 20) + seed:016x}")


async def listed_ids(*games: ArchivedGame) -> list[str]:
    """Return the ids of archived games as the history lists them."""
    database, answers = FakeDatabase(), list[object]()
    database.stores["games"] = {game.id: archived_game.write_archived_game(game) for game in games}
    archive = Archive(answers.append, database, 600, lambda: NOW_MS / 1000)
    await archive.read(ReadArchive("history", 0, 20))
    (answer,) = answers
    assert isinstance(answer, ArchiveRead)
    return [archived_game.parse_archived_game(text).id for text in answer.games]


@run_async
async def test_daily_game_is_listed_by_its_end() -> None:
    midnight = days_since_epoch(DAY) * MS_PER_DAY
    before, after = game_at(midnight + 3_600_000), game_at(midnight + 3 * 3_600_000)
    daily_id = f"{midnight << 20:016x}"
    daily = replace(make_archived_game(2), id=daily_id, daily_date=DAY)
    finished = f"{midnight + 2 * 3_600_000 << 20:x}"
    known = replace(daily, finished_id=finished)
    assert await listed_ids(before, known, after) == [after.id, daily_id, before.id]
    # Records of older releases lack the time.
    assert await listed_ids(before, daily, after) == [after.id, before.id, daily_id]


@run_async
async def test_games_from_the_future_are_listed_last() -> None:
    future = game_at(days_since_epoch("2030-01-01") * MS_PER_DAY)
    today, yesterday = game_at(NOW_MS - 1000), game_at(NOW_MS - MS_PER_DAY)
    assert await listed_ids(yesterday, future, today) == [today.id, yesterday.id, future.id]


class SlowDatabase(FakeDatabase):
    """A database that answers the first question for texts of games only when it may."""

    def __init__(self) -> None:
        super().__init__()
        self.was_asked = asyncio.Event()

    async def read_texts(self, store: str, keys: Sequence[str]) -> list[str]:
        texts = await super().read_texts(store, keys)
        if keys and not self.was_asked.is_set():
            self.was_asked.set()
            await self.may_answer.wait()
        return texts


@run_async
async def test_late_answer_to_read_before_deletion_shows_no_deleted_game() -> None:
    game = make_archived_game()
    database, answers = SlowDatabase(), list[object]()
    database.stores["games"] = {game.id: archived_game.write_archived_game(game)}
    archive = Archive(answers.append, database, 600)
    first_read = asyncio.ensure_future(archive.read(ReadArchive("history", 0, 20)))
    await database.was_asked.wait()
    await archive.delete(DeleteGames((game.id,)))
    await archive.read(ReadArchive("history", 0, 20))
    database.may_answer.set()
    await first_read
    assert [each.total for each in answers if isinstance(each, ArchiveRead)] == [0]


@run_async
async def test_end_of_daily_game_is_archived() -> None:
    database = FakeDatabase()
    page = TabWithDatabase(huge_storage(), database)
    opened = page.model.session.ticket
    page.send(ControlUsed("daily"), DateReceived(BEGUN_BY_PERSON))
    *_before, before_end, _end = play_to_end(page.model, with_marks=False)
    page.model = before_end
    page.press("pass")
    await page.wait_for_tasks()
    (text,) = database.games.values()
    entry = archived_game.parse_archived_game(text)
    assert entry.daily_date == BEGUN_BY_PERSON
    assert int(entry.finished_id, 16) >= opened
    assert archived_game.recompute_by_replay(entry) == entry


@run_async
async def test_other_games_have_no_time_of_end() -> None:
    database = FakeDatabase()
    page = TabWithDatabase(huge_storage(), database, start="1", seed="11", players="2", first="0")
    finish_game(page)
    await page.wait_for_tasks()
    (text,) = database.games.values()
    assert "finished" not in text  # older releases reject unknown keys
