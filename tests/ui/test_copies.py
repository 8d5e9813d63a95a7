"""No finished game is lost: a copy goes only when the database holds the game."""

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
from tests.ui.fake_database import FAULTS, FakeDatabase, TabWithDatabase
from tests.ui.fake_page import open_page as model_of_start
from tests.ui.fake_page import page_actions, text_of
from tests.ui.history_pages import make_archived_game
from tests.ui.pad_user import PadUser

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine


def waiting(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Run an async test in another thread: after browser tests an event loop runs in this one."""

    @wraps(test)
    def run(*args: object, **named: object) -> None:
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, test(*args, **named)).result()

    return run


def shop() -> MemoryStorage:
    return MemoryStorage(capacity=1_000_000)


def opened(
    store: MemoryStorage, database: FakeDatabase, seed: int = 11, **parameters: str
) -> TabWithDatabase:
    return TabWithDatabase(
        store, database, start="1", seed=str(seed), players="2", first="0", **parameters
    )


async def play(page: TabWithDatabase, games: int) -> TabWithDatabase:
    """Play games to their end, each after the other."""
    for number in range(games):
        if number:
            page.press("rematch")
        finish_game(page)
        await page.wait_for_tasks()
    return page


def copy_of(seed: int) -> str:
    """Return the copy of a finished game, as it is saved in its slot."""
    return storage.write_game(finished_game(seed=seed), Setup(seats=(Seat(), Seat())), "{}")


def seeds(database: FakeDatabase) -> list[int]:
    """Return the seeds of the games that the database holds, the broken ones left out."""
    found = []
    for text in database.games.values():
        try:
            found.append(decode_game(archived_game.parse_archived_game(text).code).seed)
        except archived_game.ArchiveError:
            continue
    return sorted(found)


def past(page: TabWithDatabase) -> HistoryScreen:
    assert isinstance(page.model.screen, HistoryScreen)
    return page.model.screen


@waiting
async def test_each_copy_goes_once_the_next_game_is_over() -> None:
    database, store = FakeDatabase(), shop()
    page = await play(opened(store, database), 4)
    assert page.copy_names == [
        f"over:{page.model.board.slot}"
    ]  # one can still go back to this one
    assert len(database.games) == 4
    again = await TabWithDatabase(store, database).send(BrowserWentIdle()).wait_for_tasks()
    assert again.copy_names == []
    assert len(database.games) == 4


@pytest.mark.parametrize("fault", FAULTS)
@waiting
async def test_no_game_is_lost_where_the_database_has_a_fault(fault: str) -> None:
    database, store = FakeDatabase(), shop()
    database.fault = fault
    page = await play(opened(store, database), 3)
    assert page.model.notices == ()  # it is saved, and will be in the list
    page.press("history")
    await page.wait_for_tasks()
    assert len(page.copy_names) == 3
    assert past(page).total == 3
    assert "Loading" not in text_of(view(page.model))
    page.press("statistics", "leave-history", "history")
    await page.wait_for_tasks()
    assert len(page.copy_names) == 3
    database.fault = ""
    later = await TabWithDatabase(store, database).send(BrowserWentIdle()).wait_for_tasks()
    assert len(database.games) == 3
    assert later.copy_names == []
    later.press("history")
    await later.wait_for_tasks()
    assert past(later).total == 3
    assert "isn't giving out" not in text_of(view(later.model))


@pytest.mark.parametrize("fault", FAULTS)
@waiting
async def test_the_list_is_shown_in_time_and_says_what_is_missing(fault: str) -> None:
    database, store = FakeDatabase(), shop()
    await play(opened(store, database), 2)
    database.fault = fault
    page = TabWithDatabase(store, database)
    page.store.texts["qwixx:/:over:99"] = copy_of(3)
    for name in ("history", "statistics"):
        page.press(name)
        await page.wait_for_tasks()
        told = text_of(view(page.model))
        assert "Loading" not in told
        answers = fault in ("refuses to write", "takes and keeps nothing")
        assert ("isn't giving out its list" in told) is not answers
        assert "export" in page_actions(page.model) or (answers and name == "statistics")
    page.press("history")
    await page.wait_for_tasks()
    assert {"export", "import"} <= page_actions(page.model)


@waiting
async def test_an_error_of_our_own_ends_the_wait_too(monkeypatch: pytest.MonkeyPatch) -> None:
    database, store = FakeDatabase(), shop()
    page = TabWithDatabase(store, database)
    monkeypatch.setattr(database, "game_keys", lambda: 1 / 0)
    page.press("history")
    with pytest.raises(ZeroDivisionError):
        await page.wait_for_tasks()
    assert past(page).refused


@waiting
async def test_a_late_answer_is_taken() -> None:
    database, store = FakeDatabase(), shop()
    database.games[make_archived_game(3).id] = archived_game.write_archived_game(
        make_archived_game(3)
    )
    database.fault = "never answers"
    page = await play(opened(store, database, 22), 1)
    page.press("history")
    await page.wait_for_tasks()
    assert past(page).total == 1
    assert past(page).refused
    await page.answer_after_timeout()
    assert len(database.games) == 2
    assert not past(page).refused
    assert past(page).total == 2


@waiting
async def test_a_late_file_is_not_offered_and_nothing_is_deleted_late() -> None:
    database, store = FakeDatabase(), shop()
    database.games[make_archived_game(3).id] = archived_game.write_archived_game(
        make_archived_game(3)
    )
    database.fault = "never answers"
    page = TabWithDatabase(store, database).press("history")
    await page.wait_for_tasks()
    page.press("delete-all", "delete-them")
    await page.wait_for_tasks()
    await page.answer_after_timeout()
    assert len(database.games) == 1


@waiting
async def test_two_tabs_move_the_same_games_in() -> None:
    database, store = FakeDatabase(), shop()
    for number in range(7):
        store.texts[f"qwixx:/:over:{number + 5}"] = copy_of(number)
    tabs = [TabWithDatabase(store, database), TabWithDatabase(store, database)]
    for tab in tabs:
        tab.send(BrowserWentIdle())
    for _ in range(20):
        for tab in tabs:
            await tab.wait_for_tasks()
    assert tabs[0].copy_names == []
    assert seeds(database) == [*range(7)]


@pytest.mark.parametrize("steps", range(8))
@waiting
async def test_the_page_may_be_closed_at_any_moment(steps: int) -> None:
    database, store = FakeDatabase(), shop()
    store.texts["qwixx:/:over:5"] = copy_of(5)
    store.texts["qwixx:/:over:6"] = copy_of(6)
    page = TabWithDatabase(store, database).send(BrowserWentIdle())
    for _ in range(steps):
        await asyncio.sleep(0)
    page.close()
    held = seeds(database)
    assert {5, 6} <= {*held, *(int(name[5:]) for name in page.copy_names)}
    await TabWithDatabase(store, database).send(BrowserWentIdle()).wait_for_tasks()
    assert seeds(database) == [5, 6]
    assert page.copy_names == []


@pytest.mark.parametrize(
    "record",
    ["", "?", "{", '{"v":2}', archived_game.write_archived_game(make_archived_game(77))],
    ids=range(5),
)
@waiting
async def test_a_copy_whose_key_another_record_has_gets_another_key(record: str) -> None:
    database, store = FakeDatabase(), shop()
    key = storage.archive_key("5")
    database.games[key] = record
    store.texts["qwixx:/:over:5"] = copy_of(5)
    page = await TabWithDatabase(store, database).send(BrowserWentIdle()).wait_for_tasks()
    if record:
        assert database.games[key] == record
        assert 5 in seeds(database)
        assert page.copy_names == []
        await TabWithDatabase(store, database).send(BrowserWentIdle()).wait_for_tasks()
        assert seeds(database).count(5) == 1
    else:  # it says that it has kept nothing
        assert page.copy_names == ["over:5"]


@waiting
async def test_where_all_keys_are_taken_a_copy_stays() -> None:
    database, store = FakeDatabase(), shop()
    for number in range(9):
        database.games[f"{5 + number:016x}"] = "?"
    store.texts["qwixx:/:over:5"] = copy_of(5)
    page = await TabWithDatabase(store, database).send(BrowserWentIdle()).wait_for_tasks()
    assert page.copy_names == ["over:5"]
    assert {*database.games.values()} == {"?"}


@waiting
async def test_a_game_that_ended_twice_is_one_game() -> None:
    database, store = FakeDatabase(), shop()
    page = await play(opened(store, database), 1)
    first = dict(database.games)
    page.press("undo", "roll")
    while page.model.board.game.state.phase is not Phase.OVER:
        page.press("roll", "pass")
    await page.wait_for_tasks()
    page.press("rematch")
    finish_game(page)
    await page.wait_for_tasks()
    assert first.items() <= database.games.items()
    assert len(database.games) == 2
    assert len(page.copy_names) == 1


@waiting
async def test_a_copy_that_changed_meanwhile_stays() -> None:
    database, store = FakeDatabase(), shop()
    store.texts["qwixx:/:over:5"] = copy_of(5)
    page = TabWithDatabase(store, database).send(BrowserWentIdle())
    undone = storage.write_game(
        finished_game(seed=5).go_to(9), Setup(seats=(Seat(), Seat())), "{}"
    )
    store.texts["qwixx:/:over:5"] = undone
    await page.wait_for_tasks()
    assert store.texts_by_name()["over:5"] == undone
    await TabWithDatabase(store, database).send(BrowserWentIdle()).wait_for_tasks()
    assert page.copy_names == []  # it is held as it ended
    assert len(database.games) == 1


@waiting
async def test_a_copy_that_cannot_be_read_stays() -> None:
    database, store = FakeDatabase(), shop()
    going_on = storage.write_game(
        finished_game().go_to(9).without_undone(), Setup(seats=(Seat(), Seat())), "{}"
    )
    broken = {"over:5": "{", "entry:6": "[]", "over:7": going_on}
    for name, text in broken.items():
        store.texts[f"qwixx:/:{name}"] = text
    page = await TabWithDatabase(store, database).send(BrowserWentIdle()).wait_for_tasks()
    assert broken.items() <= store.texts_by_name().items()
    assert database.games == {}
    page.press("history")
    await page.wait_for_tasks()
    assert past(page).total == 0


@waiting
async def test_the_game_that_is_offered_keeps_its_copy() -> None:
    database, store = FakeDatabase(), shop()
    page = await play(opened(store, database), 1)
    again = TabWithDatabase(store, database, tab_state=page.tab_state)
    assert again.model.notices == ("last-over",)
    await again.send(BrowserWentIdle()).wait_for_tasks()
    assert len(again.copy_names) == 1
    assert again.press("resume").model.board.game.state.phase is Phase.OVER


@pytest.mark.parametrize("fault", FAULTS)
@waiting
async def test_a_game_left_and_kept_in_the_list_is_not_lost(fault: str) -> None:
    database, store = FakeDatabase(), shop()
    database.fault = fault
    page = opened(store, database).press("roll", "pass", "new-game", "leave-and-keep")
    await page.wait_for_tasks()
    [copy] = page.copy_names
    assert copy.startswith("entry:")
    database.fault = ""
    await TabWithDatabase(store, database).send(BrowserWentIdle()).wait_for_tasks()
    assert page.copy_names == []
    assert len(database.games) == 1


@pytest.mark.parametrize("fault", ["", *FAULTS])
@waiting
async def test_a_finished_pad_is_not_lost(fault: str) -> None:
    database, store = FakeDatabase(), shop()
    database.fault = fault
    page = TabWithDatabase(store, database)
    person = PadUser(players="2", names="Ana,Ben")
    person.tap("r2")
    page.run_effect(archive_effect(person.screen.pad))
    await page.wait_for_tasks()
    assert len(page.copy_names) == bool(fault)
    database.fault = ""
    await TabWithDatabase(store, database).send(BrowserWentIdle()).wait_for_tasks()
    assert page.copy_names == []
    [text] = database.games.values()
    assert archived_game.parse_archived_game(text).pad_json


@waiting
async def test_a_deleted_game_does_not_come_back() -> None:
    database, store = FakeDatabase(), shop()
    page = await play(opened(store, database), 1)
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


@waiting
async def test_a_deletion_that_the_database_refuses_is_told() -> None:
    database, store = FakeDatabase(), shop()
    page = await play(opened(store, database), 1)
    page.press("history")
    await page.wait_for_tasks()
    database.fault = "refuses"
    page.press("delete:0")
    await page.wait_for_tasks()
    assert "not-deleted" in page.model.notices
    database.fault = ""
    page.press("delete:0")
    await page.wait_for_tasks()


@waiting
async def test_games_of_a_file_that_the_database_refuses_last_until_the_page_closes() -> None:
    database, store = FakeDatabase(), shop()
    database.fault = "refuses"
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
    assert past(page).total == 1
    assert page.copy_names == []


@waiting
async def test_without_room_and_database_the_player_is_told() -> None:
    database, store = FakeDatabase(), shop()
    database.fault = "refuses"
    page = opened(store, database)
    store.capacity = 0
    await play(page, 1)
    assert {"no-room", "not-kept"} <= {*page.model.notices}
    blocked = page.model.with_session(can_save=False)
    asked = storage.archive_game_effect(page.model.board)
    page.model = replace(blocked, notices=())
    page.send(ArchiveWritten(asked, None))
    assert page.model.notices == ()  # the page has said that it saves nothing


@waiting
async def test_many_copies_are_read_bit_by_bit() -> None:
    database, store = FakeDatabase(), MemoryStorage(capacity=10_000_000)
    count = 3 * SLICE + 1
    text = json.loads(copy_of(1))
    game = json.loads(text["game"])
    for number in range(count):
        changed = text | {"game": json.dumps(game | {"names": ["Ann", f"B{number}"]})}
        store.texts[f"qwixx:/:over:{number + 1 << 24:x}"] = json.dumps(changed)
    database.fault = "refuses"
    page = TabWithDatabase(store, database).press("history")
    await page.wait_for_tasks()
    assert past(page).total == count
    database.fault = ""
    page.send(TimerFired(page.model.timer), ControlUsed("leave-history"), ControlUsed("history"))
    await page.wait_for_tasks()
    assert page.copy_names == []
    assert len(database.games) == count


def test_a_later_end_of_a_pad_that_came_first_is_the_same_game() -> None:
    person = PadUser(players="2", names="Ana,Ben")
    person.tap("r2 y3")
    keep = archive_effect(person.screen.pad)
    (key, first) = keep.entries[0]
    later = json.dumps(json.loads(first) | {"scores": [9, 0]})
    model, effects = on_archive_written(model_of_start(), ArchiveWritten(keep, (later,)))
    assert not [effect for effect in effects if isinstance(effect, WriteArchive)]
    assert model.notices == ()
    game = archived_game.write_archived_game(replace(make_archived_game(), id=key))
    _model, effects = on_archive_written(model_of_start(), ArchiveWritten(keep, (game,)))
    [other_key] = [effect.entries[0][0] for effect in effects if isinstance(effect, WriteArchive)]
    assert other_key != key
