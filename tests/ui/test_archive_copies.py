"""Test that the local copy of a game is removed only once the database holds the game."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from typing import TYPE_CHECKING, Any

import pytest

from qwixx import Phase
from qwixx.games.archive import archived_game
from qwixx.games.written.share_link import decode_game
from qwixx.ui import storage
from qwixx.ui.model.effects import WriteArchive
from qwixx.ui.model.messages import (
    ArchiveWritten,
    BrowserWentIdle,
    ControlUsed,
    FilePicked,
    TimerFired,
)
from qwixx.ui.model.setup import Seat, Setup
from qwixx.ui.model.values import replace
from qwixx.ui.screens.hand_played import archive_effect
from qwixx.ui.screens.history.copies import on_archive_written
from qwixx.ui.screens.history.model import SLICE, HistoryScreen
from qwixx.ui.view import view
from tests.finished_games import finished_game
from tests.ui.browser_tabs import MemoryStorage, finish_game
from tests.ui.fake_database import FAILURES, FakeDatabase, TabWithDatabase
from tests.ui.fake_page import open_page as model_of_start
from tests.ui.fake_page import page_actions, text_of
from tests.ui.history_pages import make_archived_game
from tests.ui.pad_user import PadUser

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine


def run_async(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Run an async test in another thread, as browser tests leave an event loop in this one."""

    @wraps(test)
    def run_in_thread(*args: object, **kwargs: object) -> None:
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, test(*args, **kwargs)).result()

    return run_in_thread


def huge_storage() -> MemoryStorage:
    return MemoryStorage(capacity=1_000_000)


def open_game(
    store: MemoryStorage, database: FakeDatabase, seed: int = 11, **parameters: str
) -> TabWithDatabase:
    return TabWithDatabase(
        store, database, start="1", seed=str(seed), players="2", first="0", **parameters
    )


async def play(page: TabWithDatabase, count: int) -> TabWithDatabase:
    """Play a number of games to their ends, one after another."""
    for number in range(count):
        if number:
            page.press("rematch")
        finish_game(page)
        await page.wait_for_tasks()
    return page


def copy_text(seed: int) -> str:
    """Return the text of the local copy of a finished game."""
    return storage.write_game(finished_game(seed=seed), Setup(seats=(Seat(), Seat())), "{}")


def archived_seeds(database: FakeDatabase) -> list[int]:
    """Return the sorted seeds of the valid games in the database."""
    seeds = []
    for text in database.games.values():
        try:
            seeds.append(decode_game(archived_game.parse_archived_game(text).code).seed)
        except archived_game.ArchiveError:
            continue
    return sorted(seeds)


def history_screen(page: TabWithDatabase) -> HistoryScreen:
    assert isinstance(page.model.screen, HistoryScreen)
    return page.model.screen


@run_async
async def test_copy_is_removed_after_next_game_ends() -> None:
    database, store = FakeDatabase(), huge_storage()
    page = await play(open_game(store, database), 4)
    # The player can still return to this game.
    assert page.copy_names == [f"over:{page.model.board.slot}"]
    assert len(database.games) == 4
    reopened = await TabWithDatabase(store, database).send(BrowserWentIdle()).wait_for_tasks()
    assert reopened.copy_names == []
    assert len(database.games) == 4


@pytest.mark.parametrize("failure", FAILURES)
@run_async
async def test_no_game_is_lost_despite_database_failure(failure: str) -> None:
    database, store = FakeDatabase(), huge_storage()
    database.failure = failure
    page = await play(open_game(store, database), 3)
    assert page.model.notices == (
        "list-closed",
    )  # the copy is saved, and the history will list it
    page.press("history")
    await page.wait_for_tasks()
    assert len(page.copy_names) == 3
    assert history_screen(page).total == 3
    assert "Loading" not in text_of(view(page.model))
    page.press("statistics", "leave-history", "history")
    await page.wait_for_tasks()
    assert len(page.copy_names) == 3
    database.failure = ""
    reopened = await TabWithDatabase(store, database).send(BrowserWentIdle()).wait_for_tasks()
    assert len(database.games) == 3
    assert reopened.copy_names == []
    reopened.press("history")
    await reopened.wait_for_tasks()
    assert history_screen(reopened).total == 3
    assert "can’t open its list" not in text_of(view(reopened.model))


@pytest.mark.parametrize("failure", FAILURES)
@run_async
async def test_history_is_shown_despite_failure_and_warns_of_missing_games(failure: str) -> None:
    database, store = FakeDatabase(), huge_storage()
    await play(open_game(store, database), 2)
    database.failure = failure
    page = TabWithDatabase(store, database)
    page.store.texts["qwixx:/:over:99"] = copy_text(3)
    for name in ("history", "statistics"):
        page.press(name)
        await page.wait_for_tasks()
        page_text = text_of(view(page.model))
        assert "Loading" not in page_text
        is_readable = failure in ("refuses to write", "accepts and stores nothing")
        assert ("can’t open its list" in page_text) is not is_readable
        assert "export" in page_actions(page.model) or (is_readable and name == "statistics")
    page.press("history")
    await page.wait_for_tasks()
    assert {"export", "import"} <= page_actions(page.model)


@run_async
async def test_unexpected_error_ends_loading(monkeypatch: pytest.MonkeyPatch) -> None:
    database, store = FakeDatabase(), huge_storage()
    page = TabWithDatabase(store, database)
    monkeypatch.setattr(database, "game_keys", lambda: 1 / 0)
    page.press("history")
    with pytest.raises(ZeroDivisionError):
        await page.wait_for_tasks()
    assert history_screen(page).refused


@run_async
async def test_late_answer_of_database_is_handled() -> None:
    database, store = FakeDatabase(), huge_storage()
    database.games[make_archived_game(3).id] = archived_game.write_archived_game(
        make_archived_game(3)
    )
    database.failure = "never answers"
    page = await play(open_game(store, database, 22), 1)
    page.press("history")
    await page.wait_for_tasks()
    assert history_screen(page).total == 1
    assert history_screen(page).refused
    await page.answer_after_timeout()
    assert len(database.games) == 2
    assert not history_screen(page).refused
    assert history_screen(page).total == 2


@run_async
async def test_late_answer_deletes_no_games() -> None:
    database, store = FakeDatabase(), huge_storage()
    database.games[make_archived_game(3).id] = archived_game.write_archived_game(
        make_archived_game(3)
    )
    database.failure = "never answers"
    page = TabWithDatabase(store, database).press("history")
    await page.wait_for_tasks()
    page.press("delete-all", "delete-them")
    await page.wait_for_tasks()
    await page.answer_after_timeout()
    assert len(database.games) == 1


@run_async
async def test_two_tabs_archive_the_same_copies() -> None:
    database, store = FakeDatabase(), huge_storage()
    for number in range(7):
        store.texts[f"qwixx:/:over:{number + 5}"] = copy_text(number)
    tabs = [TabWithDatabase(store, database), TabWithDatabase(store, database)]
    for tab in tabs:
        tab.send(BrowserWentIdle())
    for _ in range(20):
        for tab in tabs:
            await tab.wait_for_tasks()
    assert tabs[0].copy_names == []
    assert archived_seeds(database) == [*range(7)]


@pytest.mark.parametrize("step_count", range(8))
@run_async
async def test_no_game_is_lost_if_page_closes_at_any_step(step_count: int) -> None:
    database, store = FakeDatabase(), huge_storage()
    store.texts["qwixx:/:over:5"] = copy_text(5)
    store.texts["qwixx:/:over:6"] = copy_text(6)
    page = TabWithDatabase(store, database).send(BrowserWentIdle())
    for _ in range(step_count):
        await asyncio.sleep(0)
    page.close()
    seeds = archived_seeds(database)
    assert {5, 6} <= {*seeds, *(int(name[5:]) for name in page.copy_names)}
    await TabWithDatabase(store, database).send(BrowserWentIdle()).wait_for_tasks()
    assert archived_seeds(database) == [5, 6]
    assert page.copy_names == []


@pytest.mark.parametrize(
    "record",
    ["", "?", "{", '{"v":2}', archived_game.write_archived_game(make_archived_game(77))],
    ids=range(5),
)
@run_async
async def test_copy_gets_another_key_if_its_key_is_taken(record: str) -> None:
    database, store = FakeDatabase(), huge_storage()
    key = storage.archive_key("5")
    database.games[key] = record
    store.texts["qwixx:/:over:5"] = copy_text(5)
    page = await TabWithDatabase(store, database).send(BrowserWentIdle()).wait_for_tasks()
    if record:
        assert database.games[key] == record
        assert 5 in archived_seeds(database)
        assert page.copy_names == []
        await TabWithDatabase(store, database).send(BrowserWentIdle()).wait_for_tasks()
        assert archived_seeds(database).count(5) == 1
    else:  # a read returns an empty text, so nothing is confirmed
        assert page.copy_names == ["over:5"]


@run_async
async def test_copy_stays_if_all_keys_are_taken() -> None:
    database, store = FakeDatabase(), huge_storage()
    for number in range(9):
        database.games[f"{5 + number:016x}"] = "?"
    store.texts["qwixx:/:over:5"] = copy_text(5)
    page = await TabWithDatabase(store, database).send(BrowserWentIdle()).wait_for_tasks()
    assert page.copy_names == ["over:5"]
    assert {*database.games.values()} == {"?"}


@run_async
async def test_game_finished_twice_is_archived_once() -> None:
    database, store = FakeDatabase(), huge_storage()
    page = await play(open_game(store, database), 1)
    first_games = dict(database.games)
    page.press("undo", "roll")
    while page.model.board.game.state.phase is not Phase.OVER:
        page.press("roll", "pass")
    await page.wait_for_tasks()
    page.press("rematch")
    finish_game(page)
    await page.wait_for_tasks()
    assert first_games.items() <= database.games.items()
    assert len(database.games) == 2
    assert len(page.copy_names) == 1


@run_async
async def test_copy_that_changed_during_archiving_stays() -> None:
    database, store = FakeDatabase(), huge_storage()
    store.texts["qwixx:/:over:5"] = copy_text(5)
    page = TabWithDatabase(store, database).send(BrowserWentIdle())
    undone = storage.write_game(
        finished_game(seed=5).go_to(9), Setup(seats=(Seat(), Seat())), "{}"
    )
    store.texts["qwixx:/:over:5"] = undone
    await page.wait_for_tasks()
    assert store.texts_by_name()["over:5"] == undone
    await TabWithDatabase(store, database).send(BrowserWentIdle()).wait_for_tasks()
    assert page.copy_names == []  # the database has the finished game
    assert len(database.games) == 1


@run_async
async def test_unreadable_copy_stays() -> None:
    database, store = FakeDatabase(), huge_storage()
    unfinished = storage.write_game(
        finished_game().go_to(9).without_undone(), Setup(seats=(Seat(), Seat())), "{}"
    )
    broken = {"over:5": "{", "entry:6": "[]", "over:7": unfinished}
    for name, text in broken.items():
        store.texts[f"qwixx:/:{name}"] = text
    page = await TabWithDatabase(store, database).send(BrowserWentIdle()).wait_for_tasks()
    assert broken.items() <= store.texts_by_name().items()
    assert database.games == {}
    page.press("history")
    await page.wait_for_tasks()
    assert history_screen(page).total == 0


@run_async
async def test_resumable_game_keeps_its_copy() -> None:
    database, store = FakeDatabase(), huge_storage()
    page = await play(open_game(store, database), 1)
    reopened = TabWithDatabase(store, database, tab_state=page.tab_state)
    assert reopened.model.notices == ("last-over",)
    await reopened.send(BrowserWentIdle()).wait_for_tasks()
    assert len(reopened.copy_names) == 1
    assert reopened.press("resume").model.board.game.state.phase is Phase.OVER


@pytest.mark.parametrize("failure", FAILURES)
@run_async
async def test_unfinished_archived_game_is_not_lost(failure: str) -> None:
    database, store = FakeDatabase(), huge_storage()
    database.failure = failure
    page = open_game(store, database).press("roll", "pass", "new-game", "leave-and-keep")
    await page.wait_for_tasks()
    [copy] = page.copy_names
    assert copy.startswith("entry:")
    database.failure = ""
    await TabWithDatabase(store, database).send(BrowserWentIdle()).wait_for_tasks()
    assert page.copy_names == []
    assert len(database.games) == 1


@pytest.mark.parametrize("failure", ["", *FAILURES])
@run_async
async def test_finished_score_pad_is_not_lost(failure: str) -> None:
    database, store = FakeDatabase(), huge_storage()
    database.failure = failure
    page = TabWithDatabase(store, database)
    user = PadUser(players="2", names="Ana,Ben")
    user.tap("r2")
    page.run_effect(archive_effect(user.screen.pad))
    await page.wait_for_tasks()
    assert len(page.copy_names) == bool(failure)
    database.failure = ""
    await TabWithDatabase(store, database).send(BrowserWentIdle()).wait_for_tasks()
    assert page.copy_names == []
    [text] = database.games.values()
    assert archived_game.parse_archived_game(text).pad_json


@run_async
async def test_deleted_game_is_not_archived_again() -> None:
    database, store = FakeDatabase(), huge_storage()
    page = await play(open_game(store, database), 1)
    page.press("history")
    await page.wait_for_tasks()
    page.press("delete:0")
    await page.wait_for_tasks()
    assert page.copy_names == []
    page.press("leave-history")
    await page.wait_for_tasks()
    await (
        TabWithDatabase(store, database, tab_state=page.tab_state)
        .send(BrowserWentIdle())
        .wait_for_tasks()
    )
    assert database.games == {}
    assert page.copy_names == []


@run_async
async def test_notice_says_that_deletion_failed() -> None:
    database, store = FakeDatabase(), huge_storage()
    page = await play(open_game(store, database), 1)
    page.press("history")
    await page.wait_for_tasks()
    database.failure = "refuses"
    page.press("delete:0")
    await page.wait_for_tasks()
    assert "not-deleted" in page.model.notices
    database.failure = ""
    page.press("delete:0")
    await page.wait_for_tasks()


@run_async
async def test_imported_games_are_listed_even_if_database_refuses_them() -> None:
    database, store = FakeDatabase(), huge_storage()
    database.failure = "refuses"
    page = TabWithDatabase(store, database).press("history")
    await page.wait_for_tasks()
    page.send(
        FilePicked(
            archived_game.render_archive_file(
                [archived_game.write_archived_game(make_archived_game(3))]
            )
        )
    )
    await page.wait_for_tasks()
    assert page.model.notices == ("not-kept",)
    assert history_screen(page).total == 1
    assert page.copy_names == []


@run_async
async def test_notices_say_that_neither_copy_nor_archive_was_written() -> None:
    database, store = FakeDatabase(), huge_storage()
    database.failure = "refuses"
    page = open_game(store, database)
    store.capacity = 0
    await play(page, 1)
    assert {"no-room", "not-kept"} <= {*page.model.notices}
    without_storage = page.model.with_session(can_save=False)
    request = storage.archive_game_effect(page.model.board)
    page.model = replace(without_storage, notices=())
    page.send(ArchiveWritten(request, None))
    assert page.model.notices == ()  # the page already shows that it cannot save


@run_async
async def test_many_copies_are_read_in_slices() -> None:
    database, store = FakeDatabase(), MemoryStorage(capacity=10_000_000)
    count = 3 * SLICE + 1
    save = json.loads(copy_text(1))
    game = json.loads(save["game"])
    for number in range(count):
        changed_save = save | {"game": json.dumps(game | {"names": ["Ann", f"B{number}"]})}
        store.texts[f"qwixx:/:over:{number + 1 << 24:x}"] = json.dumps(changed_save)
    database.failure = "refuses"
    page = TabWithDatabase(store, database).press("history")
    await page.wait_for_tasks()
    assert history_screen(page).total == count
    database.failure = ""
    page.send(TimerFired(page.model.timer), ControlUsed("leave-history"), ControlUsed("history"))
    await page.wait_for_tasks()
    assert page.copy_names == []
    assert len(database.games) == count


def test_changed_score_pad_keeps_its_archive_key() -> None:
    user = PadUser(players="2", names="Ana,Ben")
    user.tap("r2 y3")
    request = archive_effect(user.screen.pad)
    (key, first) = request.entries[0]
    stored_text = json.dumps(json.loads(first) | {"scores": [9, 0]})
    model, effects = on_archive_written(model_of_start(), ArchiveWritten(request, (stored_text,)))
    assert not [effect for effect in effects if isinstance(effect, WriteArchive)]
    assert model.notices == ()
    other_game = archived_game.write_archived_game(replace(make_archived_game(), id=key))
    _model, effects = on_archive_written(model_of_start(), ArchiveWritten(request, (other_game,)))
    [other_key] = [effect.entries[0][0] for effect in effects if isinstance(effect, WriteArchive)]
    assert other_key != key


@run_async
async def test_page_says_once_that_database_refuses_games() -> None:
    database, store = FakeDatabase(), huge_storage()
    database.failure = "refuses"
    page = await play(open_game(store, database), 1)
    assert page.model.notices == ("list-closed",)
    assert "This game is saved" in text_of(view(page.model))
    await play(page.press("dismiss", "rematch"), 1)
    assert "game is saved" not in text_of(view(page.model))
    page.press("history")
    await page.wait_for_tasks()
    assert "can’t open its list of games" in text_of(view(page.model))
    database.failure = ""
    page.press("leave-history", "rematch")
    await play(page, 1)
    assert not page.model.session.is_archive_closed
    assert len(database.games) == 3
    database.failure = "refuses to write"
    await play(page.press("rematch"), 1)
    assert page.model.notices == ("list-closed",)
    database.failure = ""
    await play(page.press("rematch"), 1)
    assert "game is saved" not in text_of(view(page.model))
    assert len(database.games) == 5
