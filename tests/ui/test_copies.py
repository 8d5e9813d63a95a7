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
from tests.played import played
from tests.ui.database import FAULTS, Database, Page
from tests.ui.fake import actions, text_of
from tests.ui.fake import opened as model_of_start
from tests.ui.kept import entry
from tests.ui.pads import Person
from tests.ui.tabs import Store, finish

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine


def waiting(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Run an async test in another thread: after browser tests an event loop runs in this one."""

    @wraps(test)
    def run(*args: object, **named: object) -> None:
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, test(*args, **named)).result()

    return run


def shop() -> Store:
    return Store(room=1_000_000)


def opened(store: Store, database: Database, seed: int = 11, **parameters: str) -> Page:
    return Page(store, database, start="1", seed=str(seed), players="2", first="0", **parameters)


async def play(page: Page, games: int) -> Page:
    """Play games to their end, each after the other."""
    for number in range(games):
        if number:
            page.act("rematch")
        finish(page)
        await page.settle()
    return page


def copy_of(seed: int) -> str:
    """Return the copy of a finished game, as it is saved in its slot."""
    return storage.write_game(played(seed=seed), Setup(seats=(Seat(), Seat())), "{}")


def seeds(database: Database) -> list[int]:
    """Return the seeds of the games that the database holds, the broken ones left out."""
    found = []
    for text in database.games.values():
        try:
            found.append(decode_game(archived_game.parse_archived_game(text).code).seed)
        except archived_game.ArchiveError:
            continue
    return sorted(found)


def past(page: Page) -> HistoryScreen:
    assert isinstance(page.model.screen, HistoryScreen)
    return page.model.screen


@waiting
async def test_each_copy_goes_once_the_next_game_is_over() -> None:
    database, store = Database(), shop()
    page = await play(opened(store, database), 4)
    assert page.copies == [f"over:{page.model.board.slot}"]  # one can still go back to this one
    assert len(database.games) == 4
    again = await Page(store, database).send(BrowserWentIdle()).settle()
    assert again.copies == []
    assert len(database.games) == 4


@pytest.mark.parametrize("fault", FAULTS)
@waiting
async def test_no_game_is_lost_where_the_database_has_a_fault(fault: str) -> None:
    database, store = Database(), shop()
    database.fault = fault
    page = await play(opened(store, database), 3)
    assert page.model.notices == ()  # it is saved, and will be in the list
    page.act("history")
    await page.settle()
    assert len(page.copies) == 3
    assert past(page).total == 3
    assert "Loading" not in text_of(view(page.model))
    page.act("statistics", "leave-history", "history")
    await page.settle()
    assert len(page.copies) == 3
    database.fault = ""
    later = await Page(store, database).send(BrowserWentIdle()).settle()
    assert len(database.games) == 3
    assert later.copies == []
    later.act("history")
    await later.settle()
    assert past(later).total == 3
    assert "isn't giving out" not in text_of(view(later.model))


@pytest.mark.parametrize("fault", FAULTS)
@waiting
async def test_the_list_is_shown_in_time_and_says_what_is_missing(fault: str) -> None:
    database, store = Database(), shop()
    await play(opened(store, database), 2)
    database.fault = fault
    page = Page(store, database)
    page.store.texts["qwixx:/:over:99"] = copy_of(3)
    for name in ("history", "statistics"):
        page.act(name)
        await page.settle()
        told = text_of(view(page.model))
        assert "Loading" not in told
        answers = fault in ("refuses to write", "takes and keeps nothing")
        assert ("isn't giving out its list" in told) is not answers
        assert "export" in actions(page.model) or (answers and name == "statistics")
    page.act("history")
    await page.settle()
    assert {"export", "import"} <= actions(page.model)


@waiting
async def test_an_error_of_our_own_ends_the_wait_too(monkeypatch: pytest.MonkeyPatch) -> None:
    database, store = Database(), shop()
    page = Page(store, database)
    monkeypatch.setattr(database, "game_keys", lambda: 1 / 0)
    page.act("history")
    with pytest.raises(ZeroDivisionError):
        await page.settle()
    assert past(page).refused


@waiting
async def test_a_late_answer_is_taken() -> None:
    database, store = Database(), shop()
    database.games[entry(3).id] = archived_game.write_archived_game(entry(3))
    database.fault = "never answers"
    page = await play(opened(store, database, 22), 1)
    page.act("history")
    await page.settle()
    assert past(page).total == 1
    assert past(page).refused
    await page.settle_late()
    assert len(database.games) == 2
    assert not past(page).refused
    assert past(page).total == 2


@waiting
async def test_a_late_file_is_not_offered_and_nothing_is_deleted_late() -> None:
    database, store = Database(), shop()
    database.games[entry(3).id] = archived_game.write_archived_game(entry(3))
    database.fault = "never answers"
    page = Page(store, database).act("history")
    await page.settle()
    page.act("delete-all", "delete-them")
    await page.settle()
    await page.settle_late()
    assert len(database.games) == 1


@waiting
async def test_two_tabs_move_the_same_games_in() -> None:
    database, store = Database(), shop()
    for number in range(7):
        store.texts[f"qwixx:/:over:{number + 5}"] = copy_of(number)
    tabs = [Page(store, database), Page(store, database)]
    for tab in tabs:
        tab.send(BrowserWentIdle())
    for _ in range(20):
        for tab in tabs:
            await tab.settle()
    assert tabs[0].copies == []
    assert seeds(database) == [*range(7)]


@pytest.mark.parametrize("steps", range(8))
@waiting
async def test_the_page_may_be_closed_at_any_moment(steps: int) -> None:
    database, store = Database(), shop()
    store.texts["qwixx:/:over:5"] = copy_of(5)
    store.texts["qwixx:/:over:6"] = copy_of(6)
    page = Page(store, database).send(BrowserWentIdle())
    for _ in range(steps):
        await asyncio.sleep(0)
    page.close()
    held = seeds(database)
    assert {5, 6} <= {*held, *(int(name[5:]) for name in page.copies)}
    await Page(store, database).send(BrowserWentIdle()).settle()
    assert seeds(database) == [5, 6]
    assert page.copies == []


@pytest.mark.parametrize(
    "record", ["", "?", "{", '{"v":2}', archived_game.write_archived_game(entry(77))], ids=range(5)
)
@waiting
async def test_a_copy_whose_key_another_record_has_gets_another_key(record: str) -> None:
    database, store = Database(), shop()
    key = storage.archive_key("5")
    database.games[key] = record
    store.texts["qwixx:/:over:5"] = copy_of(5)
    page = await Page(store, database).send(BrowserWentIdle()).settle()
    if record:
        assert database.games[key] == record
        assert 5 in seeds(database)
        assert page.copies == []
        await Page(store, database).send(BrowserWentIdle()).settle()
        assert seeds(database).count(5) == 1
    else:  # it says that it has kept nothing
        assert page.copies == ["over:5"]


@waiting
async def test_where_all_keys_are_taken_a_copy_stays() -> None:
    database, store = Database(), shop()
    for number in range(9):
        database.games[f"{5 + number:016x}"] = "?"
    store.texts["qwixx:/:over:5"] = copy_of(5)
    page = await Page(store, database).send(BrowserWentIdle()).settle()
    assert page.copies == ["over:5"]
    assert {*database.games.values()} == {"?"}


@waiting
async def test_a_game_that_ended_twice_is_one_game() -> None:
    database, store = Database(), shop()
    page = await play(opened(store, database), 1)
    first = dict(database.games)
    page.act("undo", "roll")
    while page.model.board.game.state.phase is not Phase.OVER:
        page.act("roll", "pass")
    await page.settle()
    page.act("rematch")
    finish(page)
    await page.settle()
    assert first.items() <= database.games.items()
    assert len(database.games) == 2
    assert len(page.copies) == 1


@waiting
async def test_a_copy_that_changed_meanwhile_stays() -> None:
    database, store = Database(), shop()
    store.texts["qwixx:/:over:5"] = copy_of(5)
    page = Page(store, database).send(BrowserWentIdle())
    undone = storage.write_game(played(seed=5).go_to(9), Setup(seats=(Seat(), Seat())), "{}")
    store.texts["qwixx:/:over:5"] = undone
    await page.settle()
    assert store.names()["over:5"] == undone
    await Page(store, database).send(BrowserWentIdle()).settle()
    assert page.copies == []  # it is held as it ended
    assert len(database.games) == 1


@waiting
async def test_a_copy_that_cannot_be_read_stays() -> None:
    database, store = Database(), shop()
    going_on = storage.write_game(
        played().go_to(9).without_undone(), Setup(seats=(Seat(), Seat())), "{}"
    )
    broken = {"over:5": "{", "entry:6": "[]", "over:7": going_on}
    for name, text in broken.items():
        store.texts[f"qwixx:/:{name}"] = text
    page = await Page(store, database).send(BrowserWentIdle()).settle()
    assert broken.items() <= store.names().items()
    assert database.games == {}
    page.act("history")
    await page.settle()
    assert past(page).total == 0


@waiting
async def test_the_game_that_is_offered_keeps_its_copy() -> None:
    database, store = Database(), shop()
    page = await play(opened(store, database), 1)
    again = Page(store, database, place=page.place)
    assert again.model.notices == ("last-over",)
    await again.send(BrowserWentIdle()).settle()
    assert len(again.copies) == 1
    assert again.act("resume").model.board.game.state.phase is Phase.OVER


@pytest.mark.parametrize("fault", FAULTS)
@waiting
async def test_a_game_left_and_kept_in_the_list_is_not_lost(fault: str) -> None:
    database, store = Database(), shop()
    database.fault = fault
    page = opened(store, database).act("roll", "pass", "new-game", "leave-and-keep")
    await page.settle()
    [copy] = page.copies
    assert copy.startswith("entry:")
    database.fault = ""
    await Page(store, database).send(BrowserWentIdle()).settle()
    assert page.copies == []
    assert len(database.games) == 1


@pytest.mark.parametrize("fault", ["", *FAULTS])
@waiting
async def test_a_finished_pad_is_not_lost(fault: str) -> None:
    database, store = Database(), shop()
    database.fault = fault
    page = Page(store, database)
    person = Person(players="2", names="Ana,Ben")
    person.tap("r2")
    page.do(archive_effect(person.screen.pad))
    await page.settle()
    assert len(page.copies) == bool(fault)
    database.fault = ""
    await Page(store, database).send(BrowserWentIdle()).settle()
    assert page.copies == []
    [text] = database.games.values()
    assert archived_game.parse_archived_game(text).pad_json


@waiting
async def test_a_deleted_game_does_not_come_back() -> None:
    database, store = Database(), shop()
    page = await play(opened(store, database), 1)
    page.act("history")
    await page.settle()
    page.act("delete:0")
    await page.settle()
    assert page.copies == []
    page.act("leave-history")
    await page.settle()
    await Page(store, database, place=page.place).send(BrowserWentIdle()).settle()
    assert database.games == {}
    assert page.copies == []


@waiting
async def test_a_deletion_that_the_database_refuses_is_told() -> None:
    database, store = Database(), shop()
    page = await play(opened(store, database), 1)
    page.act("history")
    await page.settle()
    database.fault = "refuses"
    page.act("delete:0")
    await page.settle()
    assert "not-deleted" in page.model.notices
    database.fault = ""
    page.act("delete:0")
    await page.settle()


@waiting
async def test_games_of_a_file_that_the_database_refuses_last_until_the_page_closes() -> None:
    database, store = Database(), shop()
    database.fault = "refuses"
    page = Page(store, database).act("history")
    await page.settle()
    page.send(
        FilePicked(
            archived_game.render_archive_file([archived_game.write_archived_game(entry(3))])
        )
    )
    await page.settle()
    assert page.model.notices == ("not-kept",)
    assert past(page).total == 1
    assert page.copies == []


@waiting
async def test_without_room_and_database_the_player_is_told() -> None:
    database, store = Database(), shop()
    database.fault = "refuses"
    page = opened(store, database)
    store.room = 0
    await play(page, 1)
    assert {"no-room", "not-kept"} <= {*page.model.notices}
    blocked = page.model.with_session(can_save=False)
    asked = storage.archive_game_effect(page.model.board)
    page.model = replace(blocked, notices=())
    page.send(ArchiveWritten(asked, None))
    assert page.model.notices == ()  # the page has said that it saves nothing


@waiting
async def test_many_copies_are_read_bit_by_bit() -> None:
    database, store = Database(), Store(room=10_000_000)
    count = 3 * SLICE + 1
    text = json.loads(copy_of(1))
    game = json.loads(text["game"])
    for number in range(count):
        changed = text | {"game": json.dumps(game | {"names": ["Ann", f"B{number}"]})}
        store.texts[f"qwixx:/:over:{number + 1 << 24:x}"] = json.dumps(changed)
    database.fault = "refuses"
    page = Page(store, database).act("history")
    await page.settle()
    assert past(page).total == count
    database.fault = ""
    page.send(TimerFired(page.model.timer), ControlUsed("leave-history"), ControlUsed("history"))
    await page.settle()
    assert page.copies == []
    assert len(database.games) == count


def test_a_later_end_of_a_pad_that_came_first_is_the_same_game() -> None:
    person = Person(players="2", names="Ana,Ben")
    person.tap("r2 y3")
    keep = archive_effect(person.screen.pad)
    (key, first) = keep.entries[0]
    later = json.dumps(json.loads(first) | {"scores": [9, 0]})
    model, effects = on_archive_written(model_of_start(), ArchiveWritten(keep, (later,)))
    assert not [effect for effect in effects if isinstance(effect, WriteArchive)]
    assert model.notices == ()
    game = archived_game.write_archived_game(replace(entry(), id=key))
    _model, effects = on_archive_written(model_of_start(), ArchiveWritten(keep, (game,)))
    [other_key] = [effect.entries[0][0] for effect in effects if isinstance(effect, WriteArchive)]
    assert other_key != key
