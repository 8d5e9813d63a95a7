"""What was played: kept at the end, listed, looked at, deleted, saved to a file and taken in."""

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
from qwixx.ui.screens.history import update as past
from qwixx.ui.screens.history.model import PAGE, SLICE, UNDO
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


def finished() -> tuple[Model, list[Effect]]:
    """Return the end of a game of one person, and what the browser is asked to do then."""
    model = open_page(start="1", seed="4", first="0", bots="greedy")
    while True:
        rolls = model.board.game.state.phase is Phase.ROLL
        model, effects = update(model, ControlUsed("roll" if rolls else "pass"))
        while model.board.is_local_bot_next:
            model, effects = update(model, TimerFired(model.session.timer))
        if model.board.game.state.phase is Phase.OVER:
            return model, effects


def test_a_game_is_kept_when_it_is_over() -> None:
    model, effects = finished()
    [keep] = [effect for effect in effects if isinstance(effect, WriteArchive)]
    [(key, text)] = keep.entries
    kept = parse_archived_game(text)
    assert model.game is not None
    assert (keep.store, key, kept.id) == ("games", storage.archive_key(model.board.slot), key)
    assert kept.decode_game().events == model.game.events
    assert kept.kinds == ("person", "greedy")
    assert model_after(model, ArchiveWritten(keep, (text,))).notices == ()
    assert model_after(model, ArchiveWritten(keep, None)).notices == ()  # there is a copy
    full = model.with_session(is_full=True)
    assert model_after(full, ArchiveWritten(keep, None)).notices == ("not-kept",)
    told = full.with_session(can_save=False)  # that nothing is saved here
    assert model_after(told, ArchiveWritten(keep, None)).notices == ()


def test_the_list_shows_games_and_leads_back() -> None:
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
    assert [row.attributes["data-game-id"] for row in rows] == [one.id for one in games]
    scores = games[0].scores
    assert f"{scores[0]} : {scores[1]}" in text_of(rows[0])
    assert "Win chance given away: \u206612%\u2069" in text_of(rows[0])
    assert "given away" not in text_of(rows[1])
    assert model_after(model, ControlUsed("back")).game is before.game
    assert model_after(model, ControlUsed("leave-history")).game is before.game
    assert isinstance(
        model_after(open_history(), ControlUsed("leave-history")).screen, StartScreen
    )


def test_an_unfinished_game_a_tie_and_several_people_are_told_as_such() -> None:
    half = summarize_game(finished_game().go_to(20).without_undone(), OCCUPANT_KINDS, "5")
    tie = replace(make_archived_game(), winners=(0, 1))
    several = replace(make_archived_game(2), kinds=("person", "person"))
    rows = [text_of(n) for n in walk(view(open_history(half, tie, several))) if n.tag == "li"]
    assert "Not finished" in rows[0]
    assert "Tie" in rows[1]
    assert not any(word in rows[2] for word in ("Won", "Lost", "Tie"))
    assert "11/" in text_of(
        view(open_history(replace(make_archived_game(), id=f"{1_795_000_000_000 << 20:x}")))
    )


def test_a_page_at_a_time() -> None:
    model = model_after(
        open_page(),
        ControlUsed("history"),
        replace_total(archive_read([make_archived_game()]), 50),
    )
    model, effects = update(model, ControlUsed("older"))
    assert effects[0] == ReadArchive("history", PAGE, PAGE)
    model = model_after(
        model, replace_total(archive_read([make_archived_game()]), 50), ControlUsed("older")
    )
    assert history_screen(model).skip == 2 * PAGE
    model = model_after(model, ControlUsed("older"))
    assert history_screen(model).skip == 2 * PAGE  # there are no more
    actions = {n.attributes.get("data-action") for n in walk(view(model))}
    assert "newer" in actions
    assert "older" not in actions
    assert history_screen(model_after(model, ControlUsed("newer"))).skip == PAGE


def replace_total(message: ArchiveRead, total: int) -> ArchiveRead:
    return ArchiveRead(
        message.purpose, message.games, message.reviews, total, message.from_database
    )


def test_a_game_of_the_list_is_looked_at_and_left_again() -> None:
    model = open_history(make_archived_game(2), make_archived_game(1))
    there = model_after(model, ControlUsed("open:1"))
    assert isinstance(there.screen, ReplayScreen)
    assert there.screen.whole_own_game.events == finished_game().events
    back = model_after(there, ControlUsed("leave-replay"))
    assert history_screen(back).entries == history_screen(model).entries
    broken = model_after(
        open_history(replace(make_archived_game(), code="1xyz")), ControlUsed("open:0")
    )
    assert broken.notices == ("bad-game",)
    assert model_after(model, ControlUsed("open:9")).screen == model.screen


def test_what_cannot_be_read_is_counted() -> None:
    message = archive_read([make_archived_game()])
    message = ArchiveRead(
        "history", (*message.games, "{}", ""), ("", "", "x"), 3, from_database=False
    )
    model = model_after(open_page(), ControlUsed("history"), message)
    assert history_screen(model).unread == 2
    told = text_of(view(model))
    assert "Games that can't be read: 2." in told
    assert "isn't giving out its list of games" in told
    assert "keep your games" in text_of(view(model.with_session(is_full=True)))
    odd = ArchiveRead("history", message.games[:1], ("x",), 1, from_database=True)
    assert history_screen(model_after(model, odd)).judged == (None,)


def test_a_deleted_game_can_be_brought_back_for_a_while() -> None:
    games = [make_archived_game(2), make_archived_game(1)]
    model, effects = update(open_history(*games), ControlUsed("delete:0"))
    assert DeleteGames((games[0].id,)) in effects
    assert StartTimer(UNDO, model.session.timer) in effects
    model = model_after(model, archive_read(games[1:]))
    assert "Games deleted: 1." in text_of(view(model))
    brought = effects_of(model, ControlUsed("bring-back"))
    assert brought[0] == WriteArchive(
        "games", ((games[0].id, archived_game.write_archived_game(games[0])),)
    )
    late = model_after(model, TimerFired(model.session.timer))
    assert history_screen(late).deleted == ()
    assert model_after(model, TimerFired(model.session.timer - 1)).screen == model.screen


def test_all_games_are_deleted_after_a_question_that_offers_a_file() -> None:
    games = [make_archived_game(2), make_archived_game(1)]
    asked = model_after(open_history(*games), ControlUsed("delete-all"))
    assert asked.dialog.kind is Dialog.DELETE
    assert "export" in {n.attributes.get("data-action") for n in walk(view(asked))}
    model, effects = update(asked, ControlUsed("delete-them"))
    assert effects == [ReadArchive("delete")]
    model, effects = update(model, archive_read(games, "delete"))
    assert DeleteGames(tuple(one.id for one in games)) in effects
    assert len(history_screen(model).deleted) == 2
    assert "No finished games yet" in text_of(view(model_after(model, archive_read([]))))


def test_games_go_to_a_file_and_come_from_one() -> None:
    games = [make_archived_game(2), make_archived_game(1)]
    model = open_history(*games)
    assert effects_of(model, ControlUsed("export")) == [ReadArchive("export")]
    [file] = effects_of(model, archive_read(games, "export"))
    assert isinstance(file, DownloadText)
    assert effects_of(model, ControlUsed("import")) == [PickFile("application/json")]
    taken, effects = update(model, FilePicked(file.text))
    [keep, browse] = effects
    assert keep == WriteArchive(
        "games", tuple((one.id, archived_game.write_archived_game(one)) for one in games)
    )
    assert isinstance(browse, ReadArchive)
    assert "Games imported: 2." in text_of(view(taken))
    fields = json.loads(file.text)
    fields["games"][0]["code"] = "1xyz"
    half = model_after(model, FilePicked(json.dumps(fields)))
    assert "Damaged games in the file: 1." in text_of(view(half))
    for text in ("", "{}", "x" * 99, "[" * 99_999):
        assert "There are no games in this file." in text_of(
            view(model_after(model, FilePicked(text)))
        )
    assert update(open_page(), FilePicked(file.text))[1] == []  # the list has been left
    assert update(open_page(), archive_read(games))[1] == []
    assert model_after(model, archive_read([], "statistics")).screen == model.screen


def test_many_games_of_a_file_are_taken_in_bit_by_bit() -> None:
    games = [
        replace(make_archived_game(), id=storage.archive_key(f"{n << 30:x}"))
        for n in range(2 * SLICE + 1)
    ]
    file = archived_game.render_archive_file(map(archived_game.write_archived_game, games))
    model, effects = update(open_history(), FilePicked(file))
    taken: list[str] = []
    while isinstance(effects[-1], StartTimer):
        assert isinstance(effects[0], WriteArchive)
        assert f"Games imported: {len(taken) + SLICE}." in text_of(view(model))
        taken += [key for key, _text in effects[0].entries]
        assert len(taken) <= 2 * SLICE
        model = model_after(model, TimerFired(model.session.timer - 1))  # an old timer
        model, effects = update(model, TimerFired(effects[-1].timer_id))
    [keep, browse] = effects
    assert isinstance(keep, WriteArchive)
    assert [*taken, *(key for key, _text in keep.entries)] == [one.id for one in games]
    assert isinstance(browse, ReadArchive)


def test_games_go_on_coming_in_while_one_looks_around() -> None:
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
    turned = model_after(model, ControlUsed("statistics"))
    assert history_screen(turned).coming == history_screen(model).coming
    assert "Games imported" in text_of(view(model_after(turned, archive_read([], "statistics"))))
    there = model_after(model, ControlUsed("open:0"))
    back, effects = update(there, ControlUsed("back"))
    assert StartTimer(0, back.session.timer) in effects
    assert history_screen(back).read_view_effect in effects
    back = model_after(back, TimerFired(back.session.timer))
    assert history_screen(back).counts == (2 * SLICE, 0)
    assert history_screen(model_after(model, ControlUsed("delete:0"))).coming == ()


def test_nothing_is_played_from_the_list() -> None:
    model = open_history(make_archived_game())
    for message in (
        CellTapped(0, "r5"),
        ControlUsed("roll"),
        KeyPressed("r"),
        WeightsLoaded("x", ok=False),
    ):
        assert history_screen(model_after(model, message)).entries == history_screen(model).entries
    assert model_after(model, KeyPressed("m")).dialog.kind is Dialog.MENU


def test_a_game_that_is_left_can_be_kept() -> None:
    model = model_after(
        open_page(start="1", seed="4", first="0"), ControlUsed("roll"), ControlUsed("new-game")
    )
    assert model.dialog.kind is Dialog.LEAVE
    left, effects = update(model, ControlUsed("leave-and-keep"))
    assert isinstance(left.screen, StartScreen)
    [keep] = [effect for effect in effects if isinstance(effect, WriteArchive)]
    assert not parse_archived_game(keep.entries[0][1]).is_finished
    fresh = open_page(start="1", seed="4", first="0")
    assert not [
        e for e in effects_of(fresh, ControlUsed("leave-and-keep")) if isinstance(e, WriteArchive)
    ]


def test_games_that_nobody_has_judged_are_judged_while_one_looks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(past, "missing_file", lambda _variant, _players: "")
    games = [
        make_archived_game(2),
        make_archived_game(1),
        replace(make_archived_game(3), kinds=("hard", "easy")),
    ]
    message = ArchiveRead(
        "history", archive_read(games).games, (MISTAKES_TEXT, "", ""), 3, from_database=True
    )
    model, effects = update(model_after(open_page(), ControlUsed("history")), message)
    [ponder] = effects
    assert isinstance(ponder, ContinueReview)
    assert ponder.game.events == finished_game().events
    assert effects_of(model, ReviewProgressed(ponder.game, 0.5)) == [ponder]
    assert effects_of(model, ReviewProgressed(finished_game(), 0.5)) == []  # another one
    account = Account(0.5, 0.1, 0.0, 0.0, 0.0, 0.4)
    model, effects = update(
        model, ReviewProgressed(ponder.game, 1.0, Review((), (), (account, account)))
    )
    [keep] = effects
    assert isinstance(keep, WriteArchive)
    assert (keep.store, keep.entries[0][0]) == ("judgements", games[1].id)
    judged = history_screen(model).judged
    assert judged[1] is not None
    assert judged[1].luck == 0.1
    assert judged[2] is None  # nobody plays there
    assert history_screen(model).judging is None


def test_weights_are_asked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(past, "missing_file", lambda _variant, _players: "some.bin")
    games = [make_archived_game(2), make_archived_game(1)]
    unjudged = ArchiveRead("history", archive_read(games).games, ("", ""), 2, from_database=True)
    model, effects = update(model_after(open_page(), ControlUsed("history")), unjudged)
    assert effects == [LoadWeights("some.bin")]
    assert effects_of(model, WeightsLoaded("some.bin", ok=False)) == []
    monkeypatch.setattr(past, "missing_file", lambda _variant, _players: "")
    [ponder] = effects_of(model, WeightsLoaded("some.bin", ok=True))
    assert isinstance(ponder, ContinueReview)
    broken = replace(make_archived_game(5), code="1xyz")
    text = ArchiveRead("history", archive_read([broken]).games, ("",), 1, from_database=True)
    assert effects_of(model_after(open_page(), ControlUsed("history")), text) == []


def test_a_game_that_moves_in_elsewhere_is_not_lost_here() -> None:
    model, _effects = finished()
    assert model_after(model, SlotChangedElsewhere(model.board.slot, "")).notices == model.notices
