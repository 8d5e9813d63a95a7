"""Test the history: archiving, listing, replay, deletion, export, import, and reviews."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from qwixx import Phase
from qwixx.coach import Account, Review
from qwixx.games.archive import archived_game
from qwixx.games.archive.archived_game import parse_archived_game, summarize_game
from qwixx.ui import storage
from qwixx.ui.model import Dialog, Model
from qwixx.ui.model.effects import (
    ContinueReview,
    DeleteGames,
    DownloadText,
    Effect,
    LoadWeights,
    PickFile,
    ReadArchive,
    ReadCopies,
    StartTimer,
    WriteArchive,
)
from qwixx.ui.model.messages import (
    ArchiveRead,
    ArchiveWritten,
    CellTapped,
    ControlUsed,
    FilePicked,
    KeyPressed,
    ReviewProgressed,
    SlotChangedElsewhere,
    TimerFired,
    WeightsLoaded,
)
from qwixx.ui.model.start import StartScreen
from qwixx.ui.model.values import replace
from qwixx.ui.screens.history import update as history_update
from qwixx.ui.screens.history.model import PAGE, SLICE, UNDO, HistoryScreen
from qwixx.ui.screens.replay.model import ReplayScreen
from qwixx.ui.update import update
from qwixx.ui.view import root_attributes, view
from tests.finished_games import finished_game
from tests.ui.fake_page import effects_of, model_after, open_page, text_of, walk
from tests.ui.history_pages import (
    MISTAKES_TEXT,
    OCCUPANT_KINDS,
    archive_read,
    history_screen,
    make_archived_game,
    open_history,
)

if TYPE_CHECKING:
    import pytest


def finish_game() -> tuple[Model, list[Effect]]:
    """Play a game between a person and a bot; return the final model and the last effects."""
    model = open_page(start="1", seed="4", first="0", bots="greedy")
    while True:
        is_roll_due = model.board.game.state.phase is Phase.ROLL
        model, effects = update(model, ControlUsed("roll" if is_roll_due else "pass"))
        while model.board.is_local_bot_next:
            model, effects = update(model, TimerFired(model.session.timer))
        if model.board.game.state.phase is Phase.OVER:
            return model, effects


def test_finished_game_is_archived() -> None:
    model, effects = finish_game()
    [write] = [effect for effect in effects if isinstance(effect, WriteArchive)]
    [(key, text)] = write.entries
    entry = parse_archived_game(text)
    assert model.game is not None
    assert (write.store, key, entry.id) == ("games", storage.archive_key(model.board.slot), key)
    assert entry.decode_game().events == model.game.events
    assert entry.kinds == ("person", "greedy")
    assert model_after(model, ArchiveWritten(write, (text,))).notices == ()
    assert model_after(model, ArchiveWritten(write, None)).notices == ("list-closed",)
    history = model_after(model_after(model, ControlUsed("new-game")), ControlUsed("history"))
    assert isinstance(history.screen, HistoryScreen)  # it lists the copy
    assert model_after(history, ArchiveWritten(write, None)).notices == ()
    full_storage = model.with_session(is_full=True)
    assert model_after(full_storage, ArchiveWritten(write, None)).notices == ("not-kept",)
    no_storage = full_storage.with_session(can_save=False)  # another notice has already said so
    assert model_after(no_storage, ArchiveWritten(write, None)).notices == ()


def test_history_lists_games_and_returns_to_game() -> None:
    before = open_page(start="1", seed="4", first="0")
    model, effects = update(before, ControlUsed("history"))
    assert [type(effect) for effect in effects] == [ReadCopies, ReadArchive, type(effects[-1])]
    assert effects[1] == ReadArchive("history", 0, PAGE)
    assert model.back_stays_on_page
    assert root_attributes(model)["data-screen"] == "history"
    assert "Loading" in text_of(view(model))
    games = [make_archived_game(seed) for seed in (3, 2, 1)]
    model = model_after(model, archive_read(games))
    rows = [n for n in walk(view(model)) if "data-game-id" in n.attributes]
    assert [row.attributes["data-game-id"] for row in rows] == [game.id for game in games]
    scores = games[0].scores
    assert f"{scores[0]} : {scores[1]}" in text_of(rows[0])
    assert "Win chance given away: \u206612%\u2069" in text_of(rows[0])
    assert "given away" not in text_of(rows[1])
    assert model_after(model, ControlUsed("back")).game is before.game
    assert model_after(model, ControlUsed("leave-history")).game is before.game
    assert isinstance(
        model_after(open_history(), ControlUsed("leave-history")).screen, StartScreen
    )


def test_rows_describe_unfinished_tied_and_hot_seat_games() -> None:
    unfinished = summarize_game(finished_game().go_to(20).without_undone(), OCCUPANT_KINDS, "5")
    tie = replace(make_archived_game(), winners=(0, 1))
    hot_seat = replace(make_archived_game(2), kinds=("person", "person"))
    rows = [
        text_of(n) for n in walk(view(open_history(unfinished, tie, hot_seat))) if n.tag == "li"
    ]
    assert "Not finished" in rows[0]
    assert "Tie" in rows[1]
    assert not any(word in rows[2] for word in ("Won", "Lost", "Tie"))
    assert "Nov " in text_of(
        view(open_history(replace(make_archived_game(), id=f"{1_795_000_000_000 << 20:x}")))
    )


def test_list_is_read_one_page_at_a_time() -> None:
    model = model_after(
        open_page(),
        ControlUsed("history"),
        with_total(archive_read([make_archived_game()]), 50),
    )
    model, effects = update(model, ControlUsed("older"))
    assert effects[0] == ReadArchive("history", PAGE, PAGE)
    model = model_after(
        model, with_total(archive_read([make_archived_game()]), 50), ControlUsed("older")
    )
    assert history_screen(model).skip == 2 * PAGE
    model = model_after(model, ControlUsed("older"))
    assert history_screen(model).skip == 2 * PAGE  # the last page
    actions = {n.attributes.get("data-action") for n in walk(view(model))}
    assert "newer" in actions
    assert "older" not in actions
    assert history_screen(model_after(model, ControlUsed("newer"))).skip == PAGE


def with_total(message: ArchiveRead, total: int) -> ArchiveRead:
    return ArchiveRead(
        message.purpose, message.games, message.reviews, total, message.from_database
    )


def test_listed_game_opens_in_replay_and_returns_to_list() -> None:
    model = open_history(make_archived_game(2), make_archived_game(1))
    replay_model = model_after(model, ControlUsed("open:1"))
    assert isinstance(replay_model.screen, ReplayScreen)
    assert replay_model.screen.whole_own_game.events == finished_game().events
    history_model = model_after(replay_model, ControlUsed("leave-replay"))
    assert history_screen(history_model).entries == history_screen(model).entries
    broken = model_after(
        open_history(replace(make_archived_game(), code="1xyz")), ControlUsed("open:0")
    )
    assert broken.notices == ("bad-game",)
    assert model_after(model, ControlUsed("open:9")).screen == model.screen


def test_unreadable_games_are_counted() -> None:
    message = archive_read([make_archived_game()])
    message = ArchiveRead(
        "history", (*message.games, "{}", ""), ("", "", "x"), 3, from_database=False
    )
    model = model_after(open_page(), ControlUsed("history"), message)
    assert history_screen(model).unread == 2
    page_text = text_of(view(model))
    assert "Games that can’t be read: 2." in page_text
    assert "can’t open its list of games" in page_text
    assert "keep your games" in text_of(view(model.with_session(is_full=True)))
    unreadable_review = ArchiveRead("history", message.games[:1], ("x",), 1, from_database=True)
    assert history_screen(model_after(model, unreadable_review)).judged == (None,)


def test_deleted_game_can_be_restored_for_a_while() -> None:
    games = [make_archived_game(2), make_archived_game(1)]
    model, effects = update(open_history(*games), ControlUsed("delete:0"))
    assert DeleteGames((games[0].id,)) in effects
    assert StartTimer(UNDO, model.session.timer) in effects
    model = model_after(model, archive_read(games[1:]))
    assert "Games deleted: 1." in text_of(view(model))
    restore_effects = effects_of(model, ControlUsed("bring-back"))
    entry = (games[0].id, archived_game.write_archived_game(games[0]))
    copy = (f"entry:{entry[0]}", entry[1])
    assert restore_effects[0] == WriteArchive("games", (entry,), copies=(copy,))
    expired = model_after(model, TimerFired(model.session.timer))
    assert history_screen(expired).deleted == ()
    assert model_after(model, TimerFired(model.session.timer - 1)).screen == model.screen


def test_deletion_of_all_games_asks_first_and_offers_export() -> None:
    games = [make_archived_game(2), make_archived_game(1)]
    confirmation = model_after(open_history(*games), ControlUsed("delete-all"))
    assert confirmation.dialog.kind is Dialog.DELETE
    assert "export" in {n.attributes.get("data-action") for n in walk(view(confirmation))}
    model, effects = update(confirmation, ControlUsed("delete-them"))
    assert effects == [ReadArchive("delete")]
    model, effects = update(model, archive_read(games, "delete"))
    assert DeleteGames(tuple(game.id for game in games)) in effects
    assert len(history_screen(model).deleted) == 2
    assert "No finished games yet" in text_of(view(model_after(model, archive_read([]))))


def test_games_are_exported_to_and_imported_from_a_file() -> None:
    games = [make_archived_game(2), make_archived_game(1)]
    model = open_history(*games)
    assert effects_of(model, ControlUsed("export")) == [ReadArchive("export")]
    [file] = effects_of(model, archive_read(games, "export"))
    assert isinstance(file, DownloadText)
    assert effects_of(model, ControlUsed("import")) == [PickFile("application/json")]
    imported, effects = update(model, FilePicked(file.text))
    [write, read] = effects
    assert write == WriteArchive(
        "games", tuple((game.id, archived_game.write_archived_game(game)) for game in games)
    )
    assert isinstance(read, ReadArchive)
    assert "Games imported: 2." in text_of(view(imported))
    fields = json.loads(file.text)
    fields["games"][0]["code"] = "1xyz"
    partly_damaged = model_after(model, FilePicked(json.dumps(fields)))
    assert "Damaged games in the file: 1." in text_of(view(partly_damaged))
    for text in ("", "{}", "x" * 99, "[" * 99_999):
        assert "There are no games in this file." in text_of(
            view(model_after(model, FilePicked(text)))
        )
    assert update(open_page(), FilePicked(file.text))[1] == []  # the history is closed
    assert update(open_page(), archive_read(games))[1] == []
    assert model_after(model, archive_read([], "statistics")).screen == model.screen


def test_large_file_is_imported_in_slices() -> None:
    games = [
        replace(make_archived_game(), id=storage.archive_key(f"{n << 30:x}"))
        for n in range(2 * SLICE + 1)
    ]
    file = archived_game.render_archive_file(map(archived_game.write_archived_game, games))
    model, effects = update(open_history(), FilePicked(file))
    imported_keys: list[str] = []
    while isinstance(effects[-1], StartTimer):
        assert isinstance(effects[0], WriteArchive)
        assert f"Games imported: {len(imported_keys) + SLICE}." in text_of(view(model))
        imported_keys += [key for key, _text in effects[0].entries]
        assert len(imported_keys) <= 2 * SLICE
        model = model_after(model, TimerFired(model.session.timer - 1))  # an outdated timer
        model, effects = update(model, TimerFired(effects[-1].timer_id))
    [write, read] = effects
    assert isinstance(write, WriteArchive)
    assert [*imported_keys, *(key for key, _text in write.entries)] == [game.id for game in games]
    assert isinstance(read, ReadArchive)


def test_import_continues_on_other_screens() -> None:
    games = [
        replace(make_archived_game(), id=storage.archive_key(f"{n << 30:x}"))
        for n in range(2 * SLICE)
    ]
    model = model_after(
        open_history(*games[:1]),
        FilePicked(
            archived_game.render_archive_file(map(archived_game.write_archived_game, games))
        ),
    )
    statistics_model = model_after(model, ControlUsed("statistics"))
    assert history_screen(statistics_model).coming == history_screen(model).coming
    assert "Games imported" in text_of(
        view(model_after(statistics_model, archive_read([], "statistics")))
    )
    replay_model = model_after(model, ControlUsed("open:0"))
    history_model, effects = update(replay_model, ControlUsed("back"))
    assert StartTimer(0, history_model.session.timer) in effects
    assert history_screen(history_model).read_view_effect in effects
    history_model = model_after(history_model, TimerFired(history_model.session.timer))
    assert history_screen(history_model).counts == (2 * SLICE, 0)
    assert history_screen(model_after(model, ControlUsed("delete:0"))).coming == ()


def test_game_messages_do_not_change_history() -> None:
    model = open_history(make_archived_game())
    for message in (
        CellTapped(0, "r5"),
        ControlUsed("roll"),
        KeyPressed("r"),
        WeightsLoaded("x", ok=False),
    ):
        assert history_screen(model_after(model, message)).entries == history_screen(model).entries
    assert model_after(model, KeyPressed("m")).dialog.kind is Dialog.MENU


def test_abandoned_game_can_be_archived() -> None:
    model = model_after(
        open_page(start="1", seed="4", first="0"), ControlUsed("roll"), ControlUsed("new-game")
    )
    assert model.dialog.kind is Dialog.LEAVE
    start_model, effects = update(model, ControlUsed("leave-and-keep"))
    assert isinstance(start_model.screen, StartScreen)
    [write] = [effect for effect in effects if isinstance(effect, WriteArchive)]
    assert not parse_archived_game(write.entries[0][1]).is_finished
    unplayed = open_page(start="1", seed="4", first="0")
    assert not [
        e
        for e in effects_of(unplayed, ControlUsed("leave-and-keep"))
        if isinstance(e, WriteArchive)
    ]


def test_unreviewed_games_are_reviewed_while_history_is_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(history_update, "missing_file", lambda _variant, _players: "")
    games = [
        make_archived_game(2),
        make_archived_game(1),
        replace(make_archived_game(3), kinds=("hard", "easy")),
    ]
    message = ArchiveRead(
        "history", archive_read(games).games, (MISTAKES_TEXT, "", ""), 3, from_database=True
    )
    model, effects = update(model_after(open_page(), ControlUsed("history")), message)
    [continue_review] = effects
    assert isinstance(continue_review, ContinueReview)
    assert continue_review.game.events == finished_game().events
    assert effects_of(model, ReviewProgressed(continue_review.game, 0.5)) == [continue_review]
    assert effects_of(model, ReviewProgressed(finished_game(), 0.5)) == []  # another game
    account = Account(0.5, 0.1, 0.0, 0.0, 0.0, 0.4)
    model, effects = update(
        model, ReviewProgressed(continue_review.game, 1.0, Review((), (), (account, account)))
    )
    [write] = effects
    assert isinstance(write, WriteArchive)
    assert (write.store, write.entries[0][0]) == ("judgements", games[1].id)
    reviews = history_screen(model).judged
    assert reviews[1] is not None
    assert reviews[1].luck == 0.1
    assert reviews[2] is None  # only bots played
    assert history_screen(model).judging is None


def test_weights_are_requested_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history_update, "missing_file", lambda _variant, _players: "some.bin")
    games = [make_archived_game(2), make_archived_game(1)]
    unreviewed = ArchiveRead("history", archive_read(games).games, ("", ""), 2, from_database=True)
    model, effects = update(model_after(open_page(), ControlUsed("history")), unreviewed)
    assert effects == [LoadWeights("some.bin")]
    assert effects_of(model, WeightsLoaded("some.bin", ok=False)) == []
    monkeypatch.setattr(history_update, "missing_file", lambda _variant, _players: "")
    [continue_review] = effects_of(model, WeightsLoaded("some.bin", ok=True))
    assert isinstance(continue_review, ContinueReview)
    broken_game = replace(make_archived_game(5), code="1xyz")
    broken_game_read = ArchiveRead(
        "history", archive_read([broken_game]).games, ("",), 1, from_database=True
    )
    assert effects_of(model_after(open_page(), ControlUsed("history")), broken_game_read) == []


def test_no_notice_if_other_tab_removes_finished_game() -> None:
    model, _effects = finish_game()
    assert model_after(model, SlotChangedElsewhere(model.board.slot, "")).notices == model.notices
