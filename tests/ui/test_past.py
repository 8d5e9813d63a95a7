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
from tests.played import played
from tests.ui.fake import after, effects_of, opened, text_of, walk
from tests.ui.kept import JUDGED, KINDS, answer, entry, listed, past_of

if TYPE_CHECKING:
    import pytest


def finished() -> tuple[Model, list[Effect]]:
    """Return the end of a game of one person, and what the browser is asked to do then."""
    model = opened(start="1", seed="4", first="0", bots="greedy")
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
    assert after(model, ArchiveWritten(keep, (text,))).notices == ()
    assert after(model, ArchiveWritten(keep, None)).notices == ()  # there is a copy
    full = model.with_session(is_full=True)
    assert after(full, ArchiveWritten(keep, None)).notices == ("not-kept",)
    told = full.with_session(can_save=False)  # that nothing is saved here
    assert after(told, ArchiveWritten(keep, None)).notices == ()


def test_the_list_shows_games_and_leads_back() -> None:
    before = opened(start="1", seed="4", first="0")
    model, effects = update(before, ControlUsed("history"))
    assert [type(effect) for effect in effects] == [ReadCopies, ReadArchive, type(effects[-1])]
    assert effects[1] == ReadArchive("history", 0, PAGE)
    assert model.back_stays_on_page
    assert root_attributes(model)["data-screen"] == "history"
    assert "Loading" in text_of(view(model))
    games = [entry(seed) for seed in (3, 2, 1)]
    model = after(model, answer(games))
    rows = [n for n in walk(view(model)) if "data-game-id" in n.attributes]
    assert [row.attributes["data-game-id"] for row in rows] == [one.id for one in games]
    scores = games[0].scores
    assert f"{scores[0]} : {scores[1]}" in text_of(rows[0])
    assert "Win chance given away: \u206612%\u2069" in text_of(rows[0])
    assert "given away" not in text_of(rows[1])
    assert after(model, ControlUsed("back")).game is before.game
    assert after(model, ControlUsed("leave-history")).game is before.game
    assert isinstance(after(listed(), ControlUsed("leave-history")).screen, StartScreen)


def test_an_unfinished_game_a_tie_and_several_people_are_told_as_such() -> None:
    half = summarize_game(played().go_to(20).without_undone(), KINDS, "5")
    tie = replace(entry(), winners=(0, 1))
    several = replace(entry(2), kinds=("person", "person"))
    rows = [text_of(n) for n in walk(view(listed(half, tie, several))) if n.tag == "li"]
    assert "Not finished" in rows[0]
    assert "Tie" in rows[1]
    assert not any(word in rows[2] for word in ("Won", "Lost", "Tie"))
    assert "11/" in text_of(view(listed(replace(entry(), id=f"{1_795_000_000_000 << 20:x}"))))


def test_a_page_at_a_time() -> None:
    model = after(opened(), ControlUsed("history"), replace_total(answer([entry()]), 50))
    model, effects = update(model, ControlUsed("older"))
    assert effects[0] == ReadArchive("history", PAGE, PAGE)
    model = after(model, replace_total(answer([entry()]), 50), ControlUsed("older"))
    assert past_of(model).skip == 2 * PAGE
    model = after(model, ControlUsed("older"))
    assert past_of(model).skip == 2 * PAGE  # there are no more
    actions = {n.attributes.get("data-action") for n in walk(view(model))}
    assert "newer" in actions
    assert "older" not in actions
    assert past_of(after(model, ControlUsed("newer"))).skip == PAGE


def replace_total(message: ArchiveRead, total: int) -> ArchiveRead:
    return ArchiveRead(
        message.purpose, message.games, message.reviews, total, message.from_database
    )


def test_a_game_of_the_list_is_looked_at_and_left_again() -> None:
    model = listed(entry(2), entry(1))
    there = after(model, ControlUsed("open:1"))
    assert isinstance(there.screen, ReplayScreen)
    assert there.screen.whole_own_game.events == played().events
    back = after(there, ControlUsed("leave-replay"))
    assert past_of(back).entries == past_of(model).entries
    broken = after(listed(replace(entry(), code="1xyz")), ControlUsed("open:0"))
    assert broken.notices == ("bad-game",)
    assert after(model, ControlUsed("open:9")).screen == model.screen


def test_what_cannot_be_read_is_counted() -> None:
    message = answer([entry()])
    message = ArchiveRead(
        "history", (*message.games, "{}", ""), ("", "", "x"), 3, from_database=False
    )
    model = after(opened(), ControlUsed("history"), message)
    assert past_of(model).unread == 2
    told = text_of(view(model))
    assert "Games that can't be read: 2." in told
    assert "isn't giving out its list of games" in told
    assert "keep your games" in text_of(view(model.with_session(is_full=True)))
    odd = ArchiveRead("history", message.games[:1], ("x",), 1, from_database=True)
    assert past_of(after(model, odd)).judged == (None,)


def test_a_deleted_game_can_be_brought_back_for_a_while() -> None:
    games = [entry(2), entry(1)]
    model, effects = update(listed(*games), ControlUsed("delete:0"))
    assert DeleteGames((games[0].id,)) in effects
    assert StartTimer(UNDO, model.session.timer) in effects
    model = after(model, answer(games[1:]))
    assert "Games deleted: 1." in text_of(view(model))
    brought = effects_of(model, ControlUsed("bring-back"))
    assert brought[0] == WriteArchive(
        "games", ((games[0].id, archived_game.write_archived_game(games[0])),)
    )
    late = after(model, TimerFired(model.session.timer))
    assert past_of(late).deleted == ()
    assert after(model, TimerFired(model.session.timer - 1)).screen == model.screen


def test_all_games_are_deleted_after_a_question_that_offers_a_file() -> None:
    games = [entry(2), entry(1)]
    asked = after(listed(*games), ControlUsed("delete-all"))
    assert asked.dialog.kind is Dialog.DELETE
    assert "export" in {n.attributes.get("data-action") for n in walk(view(asked))}
    model, effects = update(asked, ControlUsed("delete-them"))
    assert effects == [ReadArchive("delete")]
    model, effects = update(model, answer(games, "delete"))
    assert DeleteGames(tuple(one.id for one in games)) in effects
    assert len(past_of(model).deleted) == 2
    assert "No finished games yet" in text_of(view(after(model, answer([]))))


def test_games_go_to_a_file_and_come_from_one() -> None:
    games = [entry(2), entry(1)]
    model = listed(*games)
    assert effects_of(model, ControlUsed("export")) == [ReadArchive("export")]
    [file] = effects_of(model, answer(games, "export"))
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
    half = after(model, FilePicked(json.dumps(fields)))
    assert "Damaged games in the file: 1." in text_of(view(half))
    for text in ("", "{}", "x" * 99, "[" * 99_999):
        assert "There are no games in this file." in text_of(view(after(model, FilePicked(text))))
    assert update(opened(), FilePicked(file.text))[1] == []  # the list has been left
    assert update(opened(), answer(games))[1] == []
    assert after(model, answer([], "statistics")).screen == model.screen


def test_many_games_of_a_file_are_taken_in_bit_by_bit() -> None:
    games = [
        replace(entry(), id=storage.archive_key(f"{n << 30:x}")) for n in range(2 * SLICE + 1)
    ]
    file = archived_game.render_archive_file(map(archived_game.write_archived_game, games))
    model, effects = update(listed(), FilePicked(file))
    taken: list[str] = []
    while isinstance(effects[-1], StartTimer):
        assert isinstance(effects[0], WriteArchive)
        assert f"Games imported: {len(taken) + SLICE}." in text_of(view(model))
        taken += [key for key, _text in effects[0].entries]
        assert len(taken) <= 2 * SLICE
        model = after(model, TimerFired(model.session.timer - 1))  # an old timer
        model, effects = update(model, TimerFired(effects[-1].timer_id))
    [keep, browse] = effects
    assert isinstance(keep, WriteArchive)
    assert [*taken, *(key for key, _text in keep.entries)] == [one.id for one in games]
    assert isinstance(browse, ReadArchive)


def test_games_go_on_coming_in_while_one_looks_around() -> None:
    games = [replace(entry(), id=storage.archive_key(f"{n << 30:x}")) for n in range(2 * SLICE)]
    model = after(
        listed(*games[:1]),
        FilePicked(
            archived_game.render_archive_file(map(archived_game.write_archived_game, games))
        ),
    )
    turned = after(model, ControlUsed("statistics"))
    assert past_of(turned).coming == past_of(model).coming
    assert "Games imported" in text_of(view(after(turned, answer([], "statistics"))))
    there = after(model, ControlUsed("open:0"))
    back, effects = update(there, ControlUsed("back"))
    assert StartTimer(0, back.session.timer) in effects
    assert past_of(back).read_view_effect in effects
    back = after(back, TimerFired(back.session.timer))
    assert past_of(back).counts == (2 * SLICE, 0)
    assert past_of(after(model, ControlUsed("delete:0"))).coming == ()


def test_nothing_is_played_from_the_list() -> None:
    model = listed(entry())
    for message in (
        CellTapped(0, "r5"),
        ControlUsed("roll"),
        KeyPressed("r"),
        WeightsLoaded("x", ok=False),
    ):
        assert past_of(after(model, message)).entries == past_of(model).entries
    assert after(model, KeyPressed("m")).dialog.kind is Dialog.MENU


def test_a_game_that_is_left_can_be_kept() -> None:
    model = after(
        opened(start="1", seed="4", first="0"), ControlUsed("roll"), ControlUsed("new-game")
    )
    assert model.dialog.kind is Dialog.LEAVE
    left, effects = update(model, ControlUsed("leave-and-keep"))
    assert isinstance(left.screen, StartScreen)
    [keep] = [effect for effect in effects if isinstance(effect, WriteArchive)]
    assert not parse_archived_game(keep.entries[0][1]).is_finished
    fresh = opened(start="1", seed="4", first="0")
    assert not [
        e for e in effects_of(fresh, ControlUsed("leave-and-keep")) if isinstance(e, WriteArchive)
    ]


def test_games_that_nobody_has_judged_are_judged_while_one_looks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(past, "missing_file", lambda _variant, _players: "")
    games = [entry(2), entry(1), replace(entry(3), kinds=("hard", "easy"))]
    message = ArchiveRead("history", answer(games).games, (JUDGED, "", ""), 3, from_database=True)
    model, effects = update(after(opened(), ControlUsed("history")), message)
    [ponder] = effects
    assert isinstance(ponder, ContinueReview)
    assert ponder.game.events == played().events
    assert effects_of(model, ReviewProgressed(ponder.game, 0.5)) == [ponder]
    assert effects_of(model, ReviewProgressed(played(), 0.5)) == []  # another one
    account = Account(0.5, 0.1, 0.0, 0.0, 0.0, 0.4)
    model, effects = update(
        model, ReviewProgressed(ponder.game, 1.0, Review((), (), (account, account)))
    )
    [keep] = effects
    assert isinstance(keep, WriteArchive)
    assert (keep.store, keep.entries[0][0]) == ("judgements", games[1].id)
    judged = past_of(model).judged
    assert judged[1] is not None
    assert judged[1].luck == 0.1
    assert judged[2] is None  # nobody plays there
    assert past_of(model).judging is None


def test_weights_are_asked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(past, "missing_file", lambda _variant, _players: "some.bin")
    games = [entry(2), entry(1)]
    unjudged = ArchiveRead("history", answer(games).games, ("", ""), 2, from_database=True)
    model, effects = update(after(opened(), ControlUsed("history")), unjudged)
    assert effects == [LoadWeights("some.bin")]
    assert effects_of(model, WeightsLoaded("some.bin", ok=False)) == []
    monkeypatch.setattr(past, "missing_file", lambda _variant, _players: "")
    [ponder] = effects_of(model, WeightsLoaded("some.bin", ok=True))
    assert isinstance(ponder, ContinueReview)
    broken = replace(entry(5), code="1xyz")
    text = ArchiveRead("history", answer([broken]).games, ("",), 1, from_database=True)
    assert effects_of(after(opened(), ControlUsed("history")), text) == []


def test_a_game_that_moves_in_elsewhere_is_not_lost_here() -> None:
    model, _effects = finished()
    assert after(model, SlotChangedElsewhere(model.board.slot, "")).notices == model.notices
