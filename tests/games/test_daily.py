"""Test the daily game: its days and dice, and the daily log with its streak."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random

import pytest

from qwixx.games.daily import (
    MS_PER_DAY,
    SATURDAYS_SINCE,
    DailyLog,
    daily_seed,
    daily_variant,
    day_from_days_since_epoch,
    days_since_epoch,
    parse_daily_log,
    utc_day_from_timestamp,
    write_daily_log,
)
from qwixx.rules.variants import CODE_ROOM


def test_days_match_calendar() -> None:
    for day_number in range(-800, 60_000, 13):
        day = (date(1970, 1, 1) + timedelta(day_number)).isoformat()
        assert day_from_days_since_epoch(day_number) == day
        assert days_since_epoch(day) == day_number
        weekday = date.fromisoformat(day).isoweekday()
        if weekday != 6 or day < SATURDAYS_SINCE:
            assert daily_variant(day).name == ("longo" if weekday == 7 else "classic")


def test_saturdays_take_the_other_sheets_in_turn() -> None:
    """Past days keep their sheets: these never change."""
    saturdays = [date(2026, 11, 28) + timedelta(7 * week) for week in range(12)]
    assert [daily_variant(day.isoformat()).name for day in saturdays] == [
        "classic",
        *("mixx-a", "mixx-b", "big-points", "bonus-a", "bonus-b"),
        *("connected-a", "connected-b", "x-change", "double-a"),
        *("mixx-a", "mixx-b"),
    ]
    assert daily_variant("2026-12-06").name == "longo"


def test_unknown_sheet_of_a_saturday_is_classic(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qwixx.games.daily.variants_by_code_number", lambda: (None,) * CODE_ROOM)
    assert daily_variant("2026-12-05").name == "classic"


@pytest.mark.parametrize("text", ["", "2026-2-1", "2026-02-30", "2026-13-01", "x", "2026-11-20 "])
def test_invalid_day_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"day|month"):
        days_since_epoch(text)


def test_day_ends_at_midnight_utc() -> None:
    midnight = days_since_epoch("2026-11-20") * MS_PER_DAY
    assert utc_day_from_timestamp(midnight - 1) == "2026-11-19"
    assert (
        utc_day_from_timestamp(midnight)
        == utc_day_from_timestamp(midnight + MS_PER_DAY - 1)
        == "2026-11-20"
    )


def test_seed_of_day_never_changes() -> None:
    assert daily_seed("2026-11-20") == 2477774784681649
    seeds = {
        daily_seed(day_from_days_since_epoch(day_number)) for day_number in range(20_000, 21_000)
    }
    assert len(seeds) == 1000
    assert max(seeds) < 1 << 53


def test_week_of_daily_games() -> None:
    log = DailyLog()
    for day_number in range(20_779, 20_786):
        day = day_from_days_since_epoch(day_number)
        assert log.would_count(day, day)
        assert not log.would_count(
            day_from_days_since_epoch(day_number - 1), day
        )  # yesterday's game is only practice
        log = log.with_started(day)
        assert not log.would_count(day, day)  # only the first try counts
        log = log.with_finished_game(day, 50 + day_number % 10)
        assert log.with_finished_game(day, 99) == log  # a later score does not replace the first
        assert log.streak(day) == day_number - 20_778
    assert (
        log.streak(day_from_days_since_epoch(20_786)) == 7
    )  # today's game can still extend the streak
    assert log.streak(day_from_days_since_epoch(20_787)) == 0
    assert parse_daily_log(write_daily_log(log)) == log


def test_clock_set_back_gives_no_second_try_and_keeps_streak() -> None:
    log = DailyLog()
    for day in ("2026-11-18", "2026-11-19", "2026-11-20"):
        log = log.with_started(day).with_finished_game(day, 60)
    assert log.streak("2026-11-18") == 3
    assert not log.would_count("2026-11-19", "2026-11-19")
    assert not log.would_count("2026-11-12", "2026-11-20")
    assert log.would_count("2026-11-21", "2026-11-21")


@pytest.mark.parametrize("wrong", ["2026-11-27", "2027-02-01", "2030-01-01", "9998-12-31"])
def test_clock_that_was_wrong_bars_no_later_day_and_ends_no_streak(wrong: str) -> None:
    log = DailyLog()
    for day in ("2026-11-24", "2026-11-25"):
        log = log.with_started(day).with_finished_game(day, 60, day)
    log = log.with_started(wrong).with_finished_game(wrong, 60, wrong)
    assert not log.would_count(wrong, wrong)
    assert log.would_count("2026-11-26", "2026-11-26")
    log = log.with_started("2026-11-26").with_finished_game("2026-11-26", 60, "2026-11-26")
    assert not log.would_count("2026-11-26", "2026-11-26")
    assert log.streak("2026-11-26", "2026-11-26") == (4 if wrong == "2026-11-27" else 3)
    assert log.streak("2026-12-24", "2026-12-24") == 0


def test_each_day_counts_once_for_travelers() -> None:
    rng, now_ms, log, counted_days = Random(4), 1_795_000_000_000, DailyLog(), []
    for _ in range(400):
        now_ms += rng.randrange(-10, 30) * 3_600_000  # travel, or a clock set by hand
        today = utc_day_from_timestamp(now_ms)
        if log.would_count(today, today):
            log = log.with_started(today).with_finished_game(today, 1)
            counted_days.append(today)
    assert len(counted_days) == len({*counted_days}) > 50
    assert counted_days == sorted(counted_days)


# Streaks in local days

HOUR = 3_600_000
FIRST_MS = days_since_epoch("2026-11-24") * MS_PER_DAY


def utc_and_local_day(zone: int, hour: int) -> tuple[str, str]:
    """Return the day in UTC and the local day.

    Args:
        zone: hours by which the player's clock is ahead of UTC.
        hour: hours since the start of November 24 on the player's clock.
    """
    return utc_day_from_timestamp(FIRST_MS + (hour - zone) * HOUR), utc_day_from_timestamp(
        FIRST_MS + hour * HOUR
    )


def log_after_games(zone: int, hours: list[int], log: DailyLog | None = None) -> DailyLog:
    """Return the log of a player who finishes a daily game at each of the given hours."""
    log = log or DailyLog()
    for hour in hours:
        day, local_day = utc_and_local_day(zone, hour)
        if log.would_count(day, day):
            log = log.with_started(day)
        log = log.with_finished_game(day, 60, local_day)
    return log


def test_game_on_each_local_day_keeps_streak() -> None:
    """The first two games, played in Los Angeles, are on the same day in UTC."""
    log = log_after_games(-8, [18, 24 + 15, 48 + 18])
    assert [day for day, _points in log.scores] == ["2026-11-25", "2026-11-27"]
    assert log.streak(*utc_and_local_day(-8, 48 + 19)) == 3
    assert (
        log.streak(*utc_and_local_day(-8, 72 + 12)) == 3
    )  # valid until the end of the next local day
    assert log.streak(*utc_and_local_day(-8, 96 + 18)) == 0
    assert parse_daily_log(write_daily_log(log)) == log


@pytest.mark.parametrize("zone", range(-12, 15))
def test_streak_has_same_length_in_every_zone(zone: int) -> None:
    rng = Random(zone)
    hours = [24 * day + rng.randrange(24) for day in range(30)]
    assert log_after_games(zone, hours).streak(*utc_and_local_day(zone, hours[-1])) == 30


@pytest.mark.parametrize("zone", [-11, -8, 0, 1, 9, 13])
def test_streak_is_no_longer_than_days_played(zone: int) -> None:
    for seed in range(60):
        hours = sorted(Random(seed).sample(range(24 * 12), 14))
        pairs = [utc_and_local_day(zone, hour) for hour in hours]
        max_days = max(len({pair[index] for pair in pairs}) for index in (0, 1))
        assert log_after_games(zone, hours).streak(*pairs[-1]) <= max_days
    assert log_after_games(zone, [12]).streak(*utc_and_local_day(zone, 12)) == 1
    assert (
        log_after_games(zone, [12, 48 + 12]).streak(*utc_and_local_day(zone, 48 + 12)) == 1
    )  # one day is skipped


def test_log_without_local_days_keeps_streak() -> None:
    old_log = DailyLog()
    for day in ("2026-11-21", "2026-11-22", "2026-11-23"):
        old_log = old_log.with_started(day).with_finished_game(day, 60)
    assert "local" not in write_daily_log(old_log)
    assert old_log.streak("2026-11-24") == old_log.streak("2026-11-24", "2026-11-24") == 3
    new_log = log_after_games(0, [12, 24 + 12], old_log)
    assert new_log.streak(*utc_and_local_day(0, 24 + 12)) == 5
    assert old_log.merged_preferring(new_log) == new_log.merged_preferring(old_log) == new_log
    # On evenings in Los Angeles, the last day logged in UTC is also the first local day logged.
    evenings = DailyLog()
    for day in ("2026-11-22", "2026-11-23", "2026-11-24"):
        evenings = evenings.with_started(day).with_finished_game(day, 60)
    assert (
        log_after_games(-8, [18, 24 + 15, 48 + 18], evenings).streak(
            *utc_and_local_day(-8, 48 + 18)
        )
        == 5
    )


def test_old_game_adds_no_local_day() -> None:
    log = log_after_games(0, [12])
    assert log.with_finished_game("2026-11-24", 1, "2026-11-26") == log
    assert log.with_finished_game("2026-11-24", 1, "2026-11-25") != log


@pytest.mark.parametrize("text", ["1970-01-01", "1999-12-31", "2038-01-20", "9998-12-31"])
def test_wrong_clock_breaks_nothing(text: str) -> None:
    log = log_after_games(-8, [18, 24 + 15])
    assert log.streak(text, text) in (0, 2)
    assert log.with_finished_game(text, 5, text).streak("2026-11-25", "2026-11-25") in (1, 2)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"begun": 5, "points": {}}',
        '{"begun": ["x"], "points": {}}',
        '{"begun": [5], "points": {}}',
        '{"begun": [], "points": []}',
        '{"begun": [], "points": {"2026-11-20": "9"}}',
        '{"begun": [], "points": {"2026-11-20": 9999}}',
        '{"begun": [], "points": {}, "local": 5}',
        '{"begun": [], "points": {}, "local": ["x"]}',
        '{"begun": [], "points": {}, "local": [[]]}',
    ],
)
def test_invalid_log_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        parse_daily_log(text)
