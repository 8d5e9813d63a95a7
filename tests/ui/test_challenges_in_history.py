"""Challenges of games in the history: deleted, restored, exported, and imported with the games."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from qwixx.games.archive.archived_game import write_archived_game
from qwixx.games.challenge_log import (
    ChallengeLog,
    LoggedChallenge,
    parse_challenge_log,
    write_challenge_log,
)
from qwixx.games.written.challenge_link import Challenge
from qwixx.ui.model.effects import DownloadText, SaveText
from qwixx.ui.model.messages import (
    BrowserWentIdle,
    ControlUsed,
    FilePicked,
    GamesDeleted,
    TimerFired,
)
from qwixx.ui.update import update
from qwixx.ui.view import view
from tests.finished_games import finished_game
from tests.ui.fake_database import FakeDatabase, TabWithDatabase
from tests.ui.fake_page import model_after, open_page, text_of
from tests.ui.history_pages import OCCUPANT_KINDS, archive_read, make_archived_game, open_history
from tests.ui.test_archive_copies import huge_storage, run_async
from tests.ui.test_interrupted_writes import cut_after_each_write, reopen

if TYPE_CHECKING:
    from qwixx.ui.model import Model
    from tests.ui.browser_tabs import MemoryStorage

GAME = make_archived_game(1)
CHALLENGE = Challenge(finished_game("classic", 2, 1), OCCUPANT_KINDS, "Ann")
ANSWERS = tuple(
    Challenge(finished_game("classic", 2, 1), OCCUPANT_KINDS, name, CHALLENGE.id).code
    for name in ("Bo", "Cleo")
)
ENTRY = LoggedChallenge(CHALLENGE.id, CHALLENGE.code, GAME.id, is_own=True, answers=ANSWERS)
LOG = ChallengeLog((ENTRY,))
KEY = "qwixx:/:challenges"


def saved_log(store: MemoryStorage) -> ChallengeLog:
    return parse_challenge_log(store.texts.get(KEY, ""))


def device() -> tuple[MemoryStorage, FakeDatabase]:
    """Return a device with one game, which is a challenge with two answers."""
    store, database = huge_storage(), FakeDatabase()
    store.texts[KEY] = write_challenge_log(LOG)
    database.games[GAME.id] = write_archived_game(GAME)
    return store, database


async def opened_history(store: MemoryStorage, database: FakeDatabase) -> TabWithDatabase:
    page = TabWithDatabase(store, database)
    await page.press("history").wait_for_tasks()
    return page


@run_async
async def test_challenge_is_deleted_with_its_game_once_that_cannot_be_undone() -> None:
    page = await opened_history(*device())
    assert "Challenge: 2 replies" in text_of(view(page.model))
    await page.press("delete:0").wait_for_tasks()
    assert saved_log(page.store).find(ENTRY.id) is None
    assert saved_log(page.store).challenges == (ENTRY,)
    page.send(TimerFired(page.model.session.timer))
    assert KEY not in page.store.texts


@run_async
async def test_undo_restores_challenge() -> None:
    page = await opened_history(*device())
    await page.press("delete:0").wait_for_tasks()
    await page.press("bring-back").wait_for_tasks()
    assert saved_log(page.store) == LOG
    assert "Challenge: 2 replies" in text_of(view(page.model))
    page = await reopen(page.store, page.database)
    assert saved_log(page.store) == LOG


@run_async
async def test_failed_deletion_restores_challenge() -> None:
    page = await opened_history(*device())
    page.database.failure = "refuses"
    await page.press("delete:0").wait_for_tasks()
    assert saved_log(page.store) == LOG


@pytest.mark.parametrize("actions", [("delete:0",), ("delete:0", "bring-back")])
@run_async
async def test_closed_page_leaves_both_game_and_challenge_or_neither(
    actions: tuple[str, ...],
) -> None:
    store, database = device()
    page = await opened_history(store, database)
    page.close()

    def use(page: TabWithDatabase) -> None:
        page.send(ControlUsed("history"), archive_read([GAME]))
        page.press(*actions)

    outcomes = set()
    for left, database_left in await cut_after_each_write(store, database, use):
        page = await reopen(left, database_left)
        has_game = GAME.id in page.database.games
        assert has_game or f"qwixx:/:entry:{GAME.id}" not in left.texts  # the undo had begun
        assert saved_log(page.store) == (LOG if has_game else ChallengeLog())
        outcomes.add(has_game)
    assert True in outcomes


@run_async
async def test_deletion_is_completed_when_page_opens_again() -> None:
    store, database = device()
    store.texts[KEY] = write_challenge_log(LOG.with_deleted_games([GAME.id]))
    page = await reopen(store, database)
    assert page.database.games == {}
    assert KEY not in page.store.texts


def test_other_tab_takes_over_deletion() -> None:
    marked = LOG.with_deleted_games([GAME.id])
    assert marked.merged_into(LOG) == marked
    assert LOG.merged_into(marked) == LOG
    assert ChallengeLog().merged_into(marked) == ChallengeLog()
    assert ChallengeLog().merged_into(LOG) == LOG
    assert parse_challenge_log(write_challenge_log(marked)) == marked
    assert marked.with_challenge(ENTRY) == LOG
    assert marked.with_restored_games([GAME.id]) == LOG
    assert marked.find(ENTRY.id) is None
    assert marked.find_slot(GAME.id) is None


def exported_file(model: Model) -> str:
    model, effects = update(model, archive_read([GAME], "export"))
    [file] = [effect for effect in effects if isinstance(effect, DownloadText)]
    return file.text


def page_with_log() -> Model:
    return open_history(GAME, model=open_page().with_session(challenges=write_challenge_log(LOG)))


def test_file_carries_challenges_to_another_device() -> None:
    text = exported_file(page_with_log())
    model, effects = update(open_history(), FilePicked(text))
    [saved] = [one.text for one in effects if isinstance(one, SaveText) and one.key in KEY]
    assert parse_challenge_log(saved) == LOG
    assert model.session.challenges == saved
    again, effects = update(model, FilePicked(text))
    assert again.session.challenges == saved
    assert not any(isinstance(one, SaveText) for one in effects)


def test_file_has_only_finished_challenges() -> None:
    unfinished = LoggedChallenge("abc123", CHALLENGE.code, "2f", is_own=False)
    log = write_challenge_log(LOG.with_challenge(unfinished))
    model = page_with_log().with_session(challenges=log)
    assert json.loads(exported_file(model))["challenges"] == json.loads(write_challenge_log(LOG))


@pytest.mark.parametrize(
    "challenges", [None, 5, "x", [], {"v": 2}, {"v": 1, "challenges": [["?"] * 5]}]
)
def test_file_without_readable_challenges_is_imported(challenges: object) -> None:
    fields = json.loads(exported_file(open_history(GAME)))
    assert "challenges" not in fields
    if challenges is not None:
        fields["challenges"] = challenges
    model = model_after(open_history(), FilePicked(json.dumps(fields)))
    assert model.session.challenges == ""


def test_own_answers_win_over_those_in_file() -> None:
    other = LoggedChallenge(ENTRY.id, ENTRY.code, "2f", is_own=True, answers=ANSWERS[1:])
    model = open_page().with_session(challenges=write_challenge_log(ChallengeLog((other,))))
    model = model_after(open_history(model=model), FilePicked(exported_file(page_with_log())))
    [merged] = parse_challenge_log(model.session.challenges).challenges
    assert merged.slot == "2f"
    assert set(merged.answers) == {*ANSWERS}


def test_history_without_challenges_is_deleted_as_before() -> None:
    model = model_after(open_history(GAME), ControlUsed("delete:0"), GamesDeleted(ok=True))
    assert model.session.challenges == ""
    model, effects = update(model_after(model, BrowserWentIdle()), GamesDeleted(ok=False))
    assert effects == []
