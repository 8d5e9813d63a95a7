"""The daily game on the page: begun once, gone on with, and never rolled again."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from qwixx import Phase
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
from qwixx.ui.model.effects import Effect, GetDate, LoadGame, SaveText, SetTabSlot, WriteArchive
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

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

DAY, NEXT = "2026-11-20", "2026-11-21"


def page(day: str = DAY, saved: dict[str, str] | None = None, **parameters: str) -> Model:
    """Return the page, opened on a day."""
    return update(Model(), begin(day, saved, **parameters))[0]


def begin(day: str = DAY, saved: dict[str, str] | None = None, **parameters: str) -> PageOpened:
    return PageOpened(
        parameters={"speed": "instant", **parameters},
        saved=saved or {},
        languages=("en",),
        next_slot=(days_since_epoch(day) * MS_PER_DAY + 5) << 20,
        page_url="https://me.org/",
    )


def card(model: Model) -> str:
    """Return the text of the card on the start screen, which a first visit does not show."""
    again = view(model.with_session(is_first_visit=False))
    return next(text_of(n) for n in walk(again) if n.attributes.get("class") == "card featured")


def played_on(model: Model) -> tuple[Model, list[Effect]]:
    """Pass until the game is over; bots that wait for weights play a simpler way."""
    effects: list[Effect] = []
    model = model.with_board(without_weights=True, weights_requested=False)
    while model.board.game.state.phase is not Phase.OVER:
        if model.board.is_local_bot_next:
            model, more = update(model, TimerFired(model.session.timer))
        else:
            rolls = model.board.game.state.phase is Phase.ROLL
            model, more = update(model, ControlUsed("roll" if rolls else "pass"))
        effects += more
    return model, effects


def test_a_link_goes_straight_into_the_game_of_its_day() -> None:
    model, effects = update(Model(), begin(daily="1"))
    assert model.game is not None
    assert model.game.seed == daily_seed(DAY)
    assert [seat.kind for seat in model.seats] == ["person", "hard"]
    assert model.board.counts_for_daily
    assert root_attributes(model)["data-daily"] == DAY
    assert root_attributes(model)["data-phase"] in ("roll", "white")
    assert SetTabSlot(model.board.slot) in effects
    assert SaveText("daily", write_daily_log(DailyLog(frozenset({DAY})))) in effects
    sunday = page("2026-11-22", daily="2026-11-22")
    assert sunday.game is not None
    assert sunday.game.variant.name == "longo"


@pytest.mark.parametrize("text", ["2026-11-21", "2026-02-30", "x", "", "0", "1999-01-01"])
def test_no_game_for_what_is_no_day_or_has_not_come(text: str) -> None:
    model = page(daily=text)
    assert isinstance(model.screen, StartScreen)
    assert model.notices == ("bad-day",)


def test_an_earlier_day_is_practice() -> None:
    model = page(daily="2026-11-19")
    assert not model.board.counts_for_daily
    assert root_attributes(model)["data-daily"] == "2026-11-19"
    assert model.notices == ("practice",)
    assert model.session.daily_log == DailyLog()


def test_the_card_asks_which_day_it_is_and_begins() -> None:
    model = page()
    assert "once a day" in card(model)
    assert effects_of(model, ControlUsed("daily")) == [GetDate()]
    begun = model_after(model, DateReceived(NEXT))  # the page was left open over midnight
    assert begun.board.daily == NEXT
    assert begun.board.counts_for_daily


def test_what_was_begun_is_gone_on_with_and_not_begun_again() -> None:
    begun = model_after(page(daily="1"), ControlUsed("roll"))
    slot = begun.board.slot
    text = storage.save_game_effect(begun.board, "").text
    saved = {f"game:{slot}": text, "daily": write_daily_log(begun.session.daily_log)}
    later = page(saved=saved, start="1")
    assert later.board.slot != slot
    assert effects_of(later, DateReceived(DAY)) == [LoadGame(slot)]
    again = model_after(later, GameLoaded(slot, text))
    assert (again.board.daily, again.board.counts_for_daily) == (DAY, True)
    assert again.board.game.events == begun.board.game.events
    assert effects_of(again, DateReceived(DAY)) == []  # it is shown already
    alone = page(saved={"daily": saved["daily"]})
    assert "Continue" in card(alone)


def rolled(model: Model) -> Model:
    """Return the game after the first roll in which the person decides."""
    model = model.with_board(without_weights=True, weights_requested=False)
    while model.board.is_local_bot_next:
        model = model_after(model, TimerFired(model.session.timer))
    return (
        model_after(model, ControlUsed("roll"))
        if model.board.game.state.phase is Phase.ROLL
        else model
    )


def test_who_leaves_it_finds_it_again() -> None:
    begun = rolled(page(daily="1"))
    left, effects = update(begun, ControlUsed("new-game"))
    assert isinstance(left.screen, StartScreen)  # nothing is lost, so nothing is asked
    assert not [e for e in effects if isinstance(e, SaveText) and not e.text]
    slot = begun.board.slot
    assert effects_of(left, DateReceived(DAY)) == [LoadGame(slot)]
    assert left.session.others == (slot,)


def test_what_is_lost_is_begun_anew_and_still_counts() -> None:
    begun = rolled(page(daily="1"))
    left = model_after(begun, ControlUsed("new-game"))
    again = model_after(left, GameLoaded(begun.board.slot, ""))
    assert (again.board.daily, again.board.counts_for_daily) == (DAY, True)
    assert again.board.game.seed == begun.board.game.seed
    assert "gone" not in again.notices
    assert "gone" in model_after(left, GameLoaded("77", "")).notices
    done = left.with_session(daily_log=left.session.daily_log.with_finished_game(DAY, 50))
    assert "gone" in model_after(done, GameLoaded(begun.board.slot, "")).notices


def test_another_tab_has_played_it_meanwhile() -> None:
    elsewhere = DailyLog().with_started(DAY)
    [recall] = effects_of(page(), DateReceived(DAY, write_daily_log(elsewhere)))
    assert isinstance(recall, LoadGame)  # it is gone on with
    practice = model_after(
        page(), DateReceived(DAY, write_daily_log(elsewhere.with_finished_game(DAY, 77)))
    )
    assert not practice.board.counts_for_daily
    assert practice.session.daily_log.score(DAY) == 77
    assert model_after(page(), DateReceived(DAY, "{")).board.counts_for_daily


def test_the_end_is_written_into_the_diary_once() -> None:
    model, effects = played_on(page(daily="1"))
    points = model.board.game.state.scores()[0]
    assert model.session.daily_log.score(DAY) == points
    diaries = [
        parse_daily_log(e.text) for e in effects if isinstance(e, SaveText) and e.key == "daily"
    ]
    assert diaries == [model.session.daily_log]
    [keep] = [e for e in effects if isinstance(e, WriteArchive)]
    assert f'"daily":"{DAY}"' in keep.entries[0][1]
    start = model_after(model, ControlUsed("new-game"))
    assert f"Points today: {points}".replace("-", "\u2066−") in card(start)
    practice = model_after(start, DateReceived(DAY))
    assert not practice.board.counts_for_daily
    ended, effects = played_on(practice)
    assert ended.session.daily_log == model.session.daily_log
    assert not [e for e in effects if isinstance(e, SaveText) and e.key == "daily"]


def test_undo_never_passes_a_roll_in_it_and_there_are_no_hints() -> None:
    model = rolled(page(daily="1"))
    assert not model.board.can_undo
    assert model_after(model, ControlUsed("undo")).board.game.events == model.board.game.events
    assert model_after(model, ControlUsed("hint")).board.hint == ()
    passed = model_after(model, ControlUsed("pass"))
    assert isinstance(passed.board.game.events[-1], Decision)  # nothing was rolled since
    assert passed.board.can_undo


def test_a_saved_day_counts_with_its_own_dice_alone() -> None:
    model = page(daily="1")
    text = storage.save_game_effect(model.board, "").text
    saved = storage.parse_game(text)
    assert (saved.daily, saved.counts) == (DAY, True)
    for wrong in (NEXT, "x", "5"):
        other = storage.parse_game(text.replace(f'"{DAY}"', f'"{wrong}"'))
        assert (other.daily, other.counts) == ("", False)


def test_what_is_shared_of_it_gives_no_dice_away() -> None:
    model, _effects = played_on(page(daily="1"))
    shown = model_after(model, ControlUsed("share"))
    text = share_text(shown, with_names=True)
    assert text.startswith(f"Qwixx {DAY}: ")
    assert "#g=" not in text
    assert text.endswith(f"?daily={DAY}")
    assert "give away the dice" in text_of(view(shown))


def test_a_streak_is_shown_and_the_week_crossed_off() -> None:
    diary = DailyLog()
    for day in ("2026-11-17", "2026-11-18", "2026-11-19"):
        diary = diary.with_started(day).with_finished_game(day, 60)
    model = page(saved={"daily": write_daily_log(diary)})
    assert "Streak: 3" in card(model)
    week = [n for n in walk(view(model)) if n.tag == "i" and n.attributes.get("class") == "x"]
    assert len([n for n in week if text_of(n) in ("17", "18", "19")]) >= 3
    broken = page(saved={"daily": "{"})
    assert "unread-choices" in broken.notices


def test_statistics_show_the_streak_and_four_weeks() -> None:
    diary = DailyLog()
    for day in ("2026-11-18", "2026-11-19"):
        diary = diary.with_started(day).with_finished_game(day, 60)
    model = model_after(page(saved={"daily": write_daily_log(diary)}), ControlUsed("statistics"))
    model = model_after(model, ArchiveRead("statistics", (), (), 0, from_database=True))
    nodes = [*walk(view(model))]
    [streak] = [n for n in nodes if n.attributes.get("data-stat") == "streak"]
    assert text_of(streak) == "2"
    [weeks] = [n for n in nodes if n.attributes.get("class") == "week"]
    assert len(weeks.children) == 28
    assert "dir" not in weeks.attributes  # days go as one reads
    crossed = [n for n in walk(weeks) if n.attributes.get("class") == "x"]
    assert [text_of(n) for n in crossed] == ["18", "19"]


# The player's own clock


@pytest.fixture
def go_to(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Go to another time zone."""
    if not hasattr(time, "tzset"):
        pytest.skip("on Windows a process has no time zone of its own")

    def travel(zone: str) -> None:
        monkeypatch.setenv("TZ", zone)
        time.tzset()

    yield travel
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("zone", "language", "told"),
    [
        ("UTC", "en", "Next one at 12:00 AM"),
        ("America/Los_Angeles", "en", "Next one at 4:00 PM"),
        ("Pacific/Auckland", "en", "Next one at 1:00 PM"),
        ("Asia/Kathmandu", "en", "Next one at 5:45 AM"),
        ("America/Los_Angeles", "de", "Das nächste um 16:00 Uhr"),
        ("Asia/Kathmandu", "he", "המשחק הבא ב־05:45"),
        ("America/Los_Angeles", "ar", "اللعبة التالية الساعة 4:00 م"),
    ],
)
def test_the_card_tells_when_the_next_game_comes(
    go_to: Callable[[str], None], zone: str, language: str, told: str
) -> None:
    go_to(zone)
    assert told in card(page(lang=language))


def test_the_time_of_the_next_game_follows_the_change_of_clocks(
    go_to: Callable[[str], None],
) -> None:
    go_to("Europe/Berlin")
    assert "at 2:00 AM" in card(page("2026-10-23"))
    assert "at 1:00 AM" in card(page("2026-10-25"))


def test_an_open_page_shows_another_day_when_it_begins() -> None:
    model = page()
    elsewhere = DailyLog().with_started(NEXT).with_finished_game(NEXT, 77)
    later = model_after(model, DayChanged(NEXT, write_daily_log(elsewhere), NEXT))
    assert "Points today: 77" in card(later)  # another tab has played it
    assert card(later).endswith("15 16 17 18 19 20 21")
    back = model_after(later, DayChanged(DAY, "{", DAY))  # the clock was set back, a diary damaged
    assert back.session.today == back.session.local_day == DAY
    assert back.session.daily_log == elsewhere


@pytest.mark.parametrize("screen", ["statistics", "history", "learn", "print", "start", "daily"])
def test_a_day_begins_whatever_is_shown(screen: str) -> None:
    model = page(daily="1") if screen == "daily" else model_after(page(), ControlUsed(screen))
    later, effects = update(model, DayChanged(NEXT))
    assert later == model.with_session(today=NEXT, local_day=NEXT)
    assert effects == []


def test_statistics_show_the_day_that_has_begun() -> None:
    diary = DailyLog().with_started(DAY).with_finished_game(DAY, 60)
    model = model_after(page(saved={"daily": write_daily_log(diary)}), ControlUsed("statistics"))
    model = model_after(
        model, ArchiveRead("statistics", (), (), 0, from_database=True), DayChanged(NEXT)
    )
    [weeks] = [n for n in walk(view(model)) if n.attributes.get("class") == "week"]
    assert text_of(weeks.children[-1]) == "21"
    assert "Next one at" in text_of(view(model))


def test_practice_on_another_local_day_goes_on_with_the_streak() -> None:
    """Eight hours behind UTC: six in the evening, three on the next afternoon, then again six."""
    model, counted = page("2026-11-25"), []
    for day, local_day in (
        ("2026-11-25", "2026-11-24"),
        ("2026-11-25", "2026-11-25"),
        ("2026-11-27", "2026-11-26"),
    ):
        model = model_after(model, DateReceived(day, "", local_day))
        counted.append((model.board.counts_for_daily, model.notices))
        model, effects = played_on(model)
        [saved] = [e.text for e in effects if isinstance(e, SaveText) and e.key == "daily"]
        assert parse_daily_log(saved) == model.session.daily_log
        assert "practice-day" not in model.notices  # it has been finished
    assert counted == [(True, ()), (False, ("practice-day",)), (True, ())]
    assert "Streak: 3" in card(model_after(model, ControlUsed("new-game")))
    again = model_after(model, DateReceived("2026-11-27", "", "2026-11-26"))
    assert again.notices == ("practice",)  # this day counts already


def test_practice_for_a_day_that_was_never_played_counts_for_nothing() -> None:
    model, effects = played_on(page(daily="2026-11-19"))
    assert model.session.daily_log == DailyLog()
    assert not [e for e in effects if isinstance(e, SaveText) and e.key == "daily"]


def test_days_of_past_games_are_those_of_the_player(go_to: Callable[[str], None]) -> None:
    go_to("America/Los_Angeles")
    evening = (
        days_since_epoch("2026-11-25") * MS_PER_DAY + 3_600_000
    )  # five in the evening of the 24th
    message = begin(start="1", bots="greedy").replace(next_slot=evening << 20)
    kept = [
        effect.entries[0][1]
        for model in (update(Model(), message)[0], page(daily="1"))
        for effect in played_on(model)[1]
        if isinstance(effect, WriteArchive) and effect.store == "games"
    ]
    listed = model_after(
        page(),
        ControlUsed("history"),
        ArchiveRead("history", (*kept,), ("", ""), 2, from_database=True),
    )
    told = [text_of(n) for n in walk(view(listed)) if n.attributes.get("class") == "game-entry"]
    assert "11/24/2026" in told[0]
    assert "Daily game" in told[1]
    assert "11/20/2026" in told[1]  # its own day
