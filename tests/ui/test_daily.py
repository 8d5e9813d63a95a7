"""Test that the page starts a daily game once, resumes it, and never rerolls its dice."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from qwixx import Phase
from qwixx.games.archive.archived_game import parse_archived_game
from qwixx.games.daily import (
    MS_PER_DAY,
    DailyLog,
    daily_seed,
    days_since_epoch,
    parse_daily_log,
    write_daily_log,
)
from qwixx.games.events import Decision
from qwixx.ui import storage
from qwixx.ui.dialogs.share import share_text
from qwixx.ui.model import Model
from qwixx.ui.model.effects import (
    Effect,
    GetDate,
    LoadGame,
    SaveText,
    SetTabSlot,
    ShareImage,
    WriteArchive,
)
from qwixx.ui.model.hand import Weights
from qwixx.ui.model.messages import (
    ArchiveRead,
    ControlUsed,
    DateReceived,
    DayChanged,
    GameLoaded,
    PageOpened,
    TimerFired,
)
from qwixx.ui.model.start import StartScreen
from qwixx.ui.update import update
from qwixx.ui.view import root_attributes, view
from tests.ui.fake_page import effects_of, model_after, text_of, walk
from tests.ui.history_pages import open_history

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

DAY, NEXT_DAY = "2026-11-20", "2026-11-21"


def open_page_on(day: str = DAY, saved: dict[str, str] | None = None, **parameters: str) -> Model:
    """Return the model of a page opened on a given day."""
    return update(Model(), page_opened(day, saved, **parameters))[0]


def page_opened(
    day: str = DAY, saved: dict[str, str] | None = None, **parameters: str
) -> PageOpened:
    return PageOpened(
        parameters={"speed": "instant", **parameters},
        saved=saved or {},
        languages=("en",),
        next_slot=(days_since_epoch(day) * MS_PER_DAY + 5) << 20,
        page_url="https://me.org/",
    )


def daily_card_text(model: Model) -> str:
    """Return the text of the daily card on a second visit; the first visit shows no card."""
    nodes = view(model.with_session(is_first_visit=False))
    return next(
        text_of(node) for node in walk(nodes) if node.attributes.get("class") == "card featured"
    )


def play_to_end(model: Model) -> tuple[Model, list[Effect]]:
    """Pass until the game is finished; bots play without weights."""
    effects: list[Effect] = []
    model = model.with_board(weights=Weights.FAILED)
    while model.board.game.state.phase is not Phase.OVER:
        if model.board.is_local_bot_next:
            model, new_effects = update(model, TimerFired(model.session.timer))
        else:
            must_roll = model.board.game.state.phase is Phase.ROLL
            model, new_effects = update(model, ControlUsed("roll" if must_roll else "pass"))
        effects += new_effects
    return model, effects


def test_daily_link_starts_game_of_its_day() -> None:
    model, effects = update(Model(), page_opened(daily="1"))
    assert model.game is not None
    assert model.game.seed == daily_seed(DAY)
    assert [seat.kind for seat in model.seats] == ["person", "hard"]
    assert model.board.policy.day.counts
    assert root_attributes(model)["data-daily"] == DAY
    assert root_attributes(model)["data-phase"] in ("roll", "white")
    assert SetTabSlot(model.board.slot) in effects
    assert SaveText("daily", write_daily_log(DailyLog(frozenset({DAY})))) in effects
    sunday = open_page_on("2026-11-22", daily="2026-11-22")
    assert sunday.game is not None
    assert sunday.game.variant.name == "longo"


@pytest.mark.parametrize("text", ["2026-11-21", "2026-02-30", "x", "", "0", "1999-01-01"])
def test_invalid_or_future_day_starts_no_game(text: str) -> None:
    model = open_page_on(daily=text)
    assert isinstance(model.screen, StartScreen)
    assert model.notices == ("bad-day",)


def test_game_of_earlier_day_is_practice() -> None:
    model = open_page_on(daily="2026-11-19")
    assert not model.board.policy.day.counts
    assert root_attributes(model)["data-daily"] == "2026-11-19"
    assert model.notices == ("practice",)
    assert model.session.daily_log == DailyLog()


def test_daily_button_requests_date_and_starts_game() -> None:
    model = open_page_on()
    assert "once a day" in daily_card_text(model)
    assert effects_of(model, ControlUsed("daily")) == [GetDate()]
    started = model_after(model, DateReceived(NEXT_DAY))  # the page was open past midnight
    assert started.board.policy.day.date == NEXT_DAY
    assert started.board.policy.day.counts


def test_started_daily_game_is_resumed() -> None:
    started = model_after(open_page_on(daily="1"), ControlUsed("roll"))
    slot = started.board.slot
    text = storage.save_game_effect(started.board, "").text
    saved = {f"game:{slot}": text, "daily": write_daily_log(started.session.daily_log)}
    later = open_page_on(saved=saved, start="1")
    assert later.board.slot != slot
    assert effects_of(later, DateReceived(DAY)) == [LoadGame(slot)]
    resumed = model_after(later, GameLoaded(slot, text))
    assert resumed.board.policy.day == (DAY, True)
    assert resumed.board.game.events == started.board.game.events
    assert effects_of(resumed, DateReceived(DAY)) == []  # already open
    without_save = open_page_on(saved={"daily": saved["daily"]})
    assert "Continue" in daily_card_text(without_save)


def play_to_first_decision(model: Model) -> Model:
    """Return the model after the first roll on which the person can decide."""
    model = model.with_board(weights=Weights.FAILED)
    while model.board.is_local_bot_next:
        model = model_after(model, TimerFired(model.session.timer))
    return (
        model_after(model, ControlUsed("roll"))
        if model.board.game.state.phase is Phase.ROLL
        else model
    )


def test_daily_game_is_resumed_after_leaving() -> None:
    started = play_to_first_decision(open_page_on(daily="1"))
    left, effects = update(started, ControlUsed("new-game"))
    assert isinstance(left.screen, StartScreen)  # nothing is lost, so no dialog
    assert not [effect for effect in effects if isinstance(effect, SaveText) and not effect.text]
    slot = started.board.slot
    assert effects_of(left, DateReceived(DAY)) == [LoadGame(slot)]
    assert left.session.others == (slot,)


def test_daily_game_with_lost_save_restarts_and_counts() -> None:
    started = play_to_first_decision(open_page_on(daily="1"))
    left = model_after(started, ControlUsed("new-game"))
    restarted = model_after(left, GameLoaded(started.board.slot, ""))
    assert restarted.board.policy.day == (DAY, True)
    assert restarted.board.game.seed == started.board.game.seed
    assert "gone" not in restarted.notices
    assert "gone" in model_after(left, GameLoaded("77", "")).notices
    finished = left.with_session(daily_log=left.session.daily_log.with_finished_game(DAY, 50))
    assert "gone" in model_after(finished, GameLoaded(started.board.slot, "")).notices


def test_daily_game_played_in_another_tab() -> None:
    other_log = DailyLog().with_started(DAY)
    [load_game] = effects_of(open_page_on(), DateReceived(DAY, write_daily_log(other_log)))
    assert isinstance(load_game, LoadGame)  # resumes the game
    practice = model_after(
        open_page_on(), DateReceived(DAY, write_daily_log(other_log.with_finished_game(DAY, 77)))
    )
    assert not practice.board.policy.day.counts
    assert practice.session.daily_log.score(DAY) == 77
    assert model_after(open_page_on(), DateReceived(DAY, "{")).board.policy.day.counts


def test_daily_score_is_logged_once() -> None:
    model, effects = play_to_end(open_page_on(daily="1"))
    points = model.board.game.state.scores()[0]
    assert model.session.daily_log.score(DAY) == points
    logs = [
        parse_daily_log(effect.text)
        for effect in effects
        if isinstance(effect, SaveText) and effect.key == "daily"
    ]
    assert logs == [model.session.daily_log]
    [write_archive] = [effect for effect in effects if isinstance(effect, WriteArchive)]
    assert f'"daily":"{DAY}"' in write_archive.entries[0][1]
    start = model_after(model, ControlUsed("new-game"))
    assert f"Points today: {points}".replace("-", "\u2066−") in daily_card_text(start)
    practice = model_after(start, DateReceived(DAY))
    assert not practice.board.policy.day.counts
    practice_end, effects = play_to_end(practice)
    assert practice_end.session.daily_log == model.session.daily_log
    assert not [
        effect for effect in effects if isinstance(effect, SaveText) and effect.key == "daily"
    ]


def test_daily_game_has_no_undo_of_rolls_and_no_hints() -> None:
    model = play_to_first_decision(open_page_on(daily="1"))
    assert not model.board.can_undo
    assert model_after(model, ControlUsed("undo")).board.game.events == model.board.game.events
    assert model_after(model, ControlUsed("hint")).board.hint == ()
    passed = model_after(model, ControlUsed("pass"))
    assert isinstance(passed.board.game.events[-1], Decision)  # no roll since the decision
    assert passed.board.can_undo


def test_saved_daily_game_counts_only_with_dice_of_its_day() -> None:
    model = open_page_on(daily="1")
    text = storage.save_game_effect(model.board, "").text
    saved = storage.parse_game(text)
    assert saved.day == (DAY, True)
    for wrong_day in (NEXT_DAY, "x", "5"):
        other = storage.parse_game(text.replace(f'"{DAY}"', f'"{wrong_day}"'))
        assert other.day == ("", False)


def test_shared_daily_text_reveals_no_dice() -> None:
    model, _effects = play_to_end(open_page_on(daily="1"))
    sharing = model_after(model, ControlUsed("share"))
    text = share_text(sharing, with_names=True)
    assert text.startswith(f"Qwixx {DAY}: ")
    assert "#g=" not in text
    assert text.endswith(f"?daily={DAY}")
    assert f"Rex: {sharing.board.game.state.scores()[1]}" in text.splitlines()
    assert "give away today’s dice" in text_of(view(sharing))


def test_end_of_daily_game_shows_day_streak_and_next_one() -> None:
    daily_log = DailyLog().with_started("2026-11-19").with_finished_game("2026-11-19", 60)
    opened = open_page_on(saved={"daily": write_daily_log(daily_log)}, daily="1")
    model, _effects = play_to_end(opened)
    shown = text_of(view(model.with_session(hours_left=9)))
    assert "Streak: 2" in shown
    assert "Next one in 9 hours" in shown
    assert "Nov 20, 2026" in shown
    buttons = {node.attributes.get("data-action") for node in walk(view(model))}
    assert "rematch" not in buttons
    assert "share" in buttons
    direct = view(model.with_session(can_share=True))
    assert "send-result" in {node.attributes.get("data-action") for node in walk(direct)}
    [effect] = update(model.with_session(can_share=True), ControlUsed("send-result"))[1]
    assert isinstance(effect, ShareImage)
    assert "#g=" not in effect.text


def test_start_screen_after_daily_game_needs_no_reload() -> None:
    """Even on the first visit, it shows the points, and the bot that the player had chosen."""
    opened = model_after(open_page_on(), ControlUsed("kind:1", "easy"))
    opened = opened.with_session(is_first_visit=True)
    chosen = opened.setup
    assert chosen.seats[1].kind == "easy"
    model, _effects = play_to_end(model_after(opened, DateReceived(DAY)))
    start = model_after(model, ControlUsed("new-game"))
    assert start.setup == chosen
    points = model.board.game.state.scores()[0]
    assert f"Points today: {points}".replace("-", "\u2066−") in text_of(view(start))


def test_deleting_daily_game_brings_back_own_setup() -> None:
    """The bot of a daily game is nobody's choice."""
    opened = model_after(open_page_on(), ControlUsed("kind:1", "easy"))
    model, effects = play_to_end(model_after(opened, DateReceived(DAY)))
    [(_key, text)] = next(one for one in effects if isinstance(one, WriteArchive)).entries
    history = open_history(parse_archived_game(text), model=model)
    deleted = model_after(history, ControlUsed("delete:0"))
    assert deleted.stack[0].shown_setup == opened.setup


def test_daily_card_shows_streak_and_days_played() -> None:
    daily_log = DailyLog()
    for day in ("2026-11-17", "2026-11-18", "2026-11-19"):
        daily_log = daily_log.with_started(day).with_finished_game(day, 60)
    model = open_page_on(saved={"daily": write_daily_log(daily_log)})
    assert "Streak: 3" in daily_card_text(model)
    crossed_days = [
        node
        for node in walk(view(model))
        if node.tag == "i" and node.attributes.get("class") == "crossed"
    ]
    assert len([node for node in crossed_days if text_of(node) in ("17", "18", "19")]) >= 3
    broken = open_page_on(saved={"daily": "{"})
    assert "unread-choices" in broken.notices


def test_statistics_show_streak_and_four_weeks() -> None:
    daily_log = DailyLog()
    for day in ("2026-11-18", "2026-11-19"):
        daily_log = daily_log.with_started(day).with_finished_game(day, 60)
    model = model_after(
        open_page_on(saved={"daily": write_daily_log(daily_log)}), ControlUsed("statistics")
    )
    model = model_after(model, ArchiveRead("statistics", (), (), 0, from_database=True))
    nodes = [*walk(view(model))]
    [streak] = [node for node in nodes if node.attributes.get("data-stat") == "streak"]
    assert text_of(streak) == "2"
    [weeks] = [node for node in nodes if node.attributes.get("class") == "week"]
    assert len(weeks.children) == 28
    assert "dir" not in weeks.attributes  # days follow the reading direction
    crossed = [node for node in walk(weeks) if node.attributes.get("class") == "crossed"]
    assert [text_of(node) for node in crossed] == ["18", "19"]


# Time zones


@pytest.fixture
def set_time_zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Yield a function that sets the time zone, and restore the zone afterward."""
    if not hasattr(time, "tzset"):
        pytest.skip("on Windows a process has no time zone of its own")

    def set_zone(zone: str) -> None:
        monkeypatch.setenv("TZ", zone)
        time.tzset()

    yield set_zone
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("language", "hours", "expected"),
    [
        ("en", 1, "Next one in 1 hour"),
        ("en", 9, "Next one in 9 hours"),
        ("de", 9, "Das nächste in 9 Stunden"),
    ],
)
def test_daily_card_shows_time_until_next_game(language: str, hours: int, expected: str) -> None:
    model = open_page_on(lang=language)
    assert expected in daily_card_text(model.with_session(hours_left=hours))


def test_open_page_updates_when_day_changes() -> None:
    model = open_page_on()
    other_log = DailyLog().with_started(NEXT_DAY).with_finished_game(NEXT_DAY, 77)
    later = model_after(model, DayChanged(NEXT_DAY, write_daily_log(other_log), NEXT_DAY))
    assert "Points today: 77" in daily_card_text(later)  # played in another tab
    assert daily_card_text(later).endswith("15 16 17 18 19 20 21")
    earlier = model_after(later, DayChanged(DAY, "{", DAY))  # clock set back and daily log damaged
    assert earlier.session.today == earlier.session.local_day == DAY
    assert earlier.session.daily_log == other_log


@pytest.mark.parametrize("screen", ["statistics", "history", "learn", "print", "start", "daily"])
def test_all_screens_handle_change_of_day(screen: str) -> None:
    model = (
        open_page_on(daily="1")
        if screen == "daily"
        else model_after(open_page_on(), ControlUsed(screen))
    )
    later, effects = update(model, DayChanged(NEXT_DAY, hours_left=7))
    assert later == model.with_session(today=NEXT_DAY, local_day=NEXT_DAY, hours_left=7)
    assert effects == []


def test_statistics_show_new_day() -> None:
    daily_log = DailyLog().with_started(DAY).with_finished_game(DAY, 60)
    model = model_after(
        open_page_on(saved={"daily": write_daily_log(daily_log)}), ControlUsed("statistics")
    )
    model = model_after(
        model, ArchiveRead("statistics", (), (), 0, from_database=True), DayChanged(NEXT_DAY)
    )
    [weeks] = [node for node in walk(view(model)) if node.attributes.get("class") == "week"]
    assert text_of(weeks.children[-1]) == "21"
    assert "Next one in" in text_of(view(model.with_session(hours_left=7)))


def test_practice_on_another_local_day_extends_streak() -> None:
    """In UTC-8, play at 6 p.m., at 3 p.m. the next day, and at 6 p.m. the day after."""
    model, results = open_page_on("2026-11-25"), []
    for day, local_day in (
        ("2026-11-25", "2026-11-24"),
        ("2026-11-25", "2026-11-25"),
        ("2026-11-27", "2026-11-26"),
    ):
        model = model_after(model, DateReceived(day, "", local_day))
        results.append((model.board.policy.day.counts, model.notices))
        model, effects = play_to_end(model)
        [saved] = [
            effect.text
            for effect in effects
            if isinstance(effect, SaveText) and effect.key == "daily"
        ]
        assert parse_daily_log(saved) == model.session.daily_log
        assert "practice-day" not in model.notices  # the game is finished
    assert results == [(True, ()), (False, ("practice-day",)), (True, ())]
    assert "Streak: 3" in daily_card_text(model_after(model, ControlUsed("new-game")))
    repeated = model_after(model, DateReceived("2026-11-27", "", "2026-11-26"))
    assert repeated.notices == ("practice",)  # this day already counts


def test_practice_for_missed_day_is_not_logged() -> None:
    model, effects = play_to_end(open_page_on(daily="2026-11-19"))
    assert model.session.daily_log == DailyLog()
    assert not [
        effect for effect in effects if isinstance(effect, SaveText) and effect.key == "daily"
    ]


def test_history_shows_local_dates(set_time_zone: Callable[[str], None]) -> None:
    set_time_zone("America/Los_Angeles")
    # 5 p.m. on November 24 in Los Angeles
    evening = days_since_epoch("2026-11-25") * MS_PER_DAY + 3_600_000
    message = page_opened(start="1", bots="greedy").replace(next_slot=evening << 20)
    entries = [
        effect.entries[0][1]
        for model in (update(Model(), message)[0], open_page_on(daily="1"))
        for effect in play_to_end(model)[1]
        if isinstance(effect, WriteArchive) and effect.store == "games"
    ]
    history = model_after(
        open_page_on(),
        ControlUsed("history"),
        ArchiveRead("history", (*entries,), ("", ""), 2, from_database=True),
    )
    entry_texts = [
        text_of(node)
        for node in walk(view(history))
        if node.attributes.get("class") == "game-entry"
    ]
    assert "Nov 24, 2026" in entry_texts[0]
    assert "Daily game" in entry_texts[1]
    assert "Nov 20, 2026" in entry_texts[1]  # the UTC date


def test_saturday_names_its_sheet_wherever_it_is_told() -> None:
    """The card, the shared text, and the history name another sheet than the usual one."""
    day = "2026-12-05"
    model, effects = play_to_end(open_page_on(day, daily="1"))
    assert model.board.game.variant.name == "mixx-a"
    sharing = model_after(model, ControlUsed("share"))
    assert share_text(sharing, with_names=True).startswith(f"Qwixx Mixx A {day}: ")
    start = model_after(model, ControlUsed("new-game"))
    assert "Today’s sheet: Mixx A" in daily_card_text(start)
    assert "Today’s sheet" not in daily_card_text(open_page_on(saved={"daily": "{}"}))
    [write_archive] = [
        effect
        for effect in effects
        if isinstance(effect, WriteArchive) and effect.store == "games"
    ]
    history = model_after(
        open_page_on(day),
        ControlUsed("history"),
        ArchiveRead("history", (write_archive.entries[0][1],), ("",), 1, from_database=True),
    )
    assert "Daily game · Mixx A" in text_of(view(history))
