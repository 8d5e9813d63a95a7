"""The daily game: the same dice for everybody, once a day, whatever clocks do."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random

import pytest

from qwixx.games.daily import (
    MS_PER_DAY,
    DailyLog,
    daily_seed,
    daily_variant,
    day_from_days_since_epoch,
    days_since_epoch,
    parse_daily_log,
    utc_day_from_timestamp,
    write_daily_log,
)


def test_days_are_those_of_the_calendar() -> None:
    for number in range(-800, 60_000, 13):
        day = (date(1970, 1, 1) + timedelta(number)).isoformat()
        assert day_from_days_since_epoch(number) == day
        assert days_since_epoch(day) == number
        sunday = date.fromisoformat(day).isoweekday() == 7
        assert daily_variant(day).name == ("longo" if sunday else "classic")


@pytest.mark.parametrize("text", ["", "2026-2-1", "2026-02-30", "2026-13-01", "x", "2026-11-20 "])
def test_what_is_no_day_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"day|month"):
        days_since_epoch(text)


def test_a_day_ends_at_midnight_utc() -> None:
    midnight = days_since_epoch("2026-11-20") * MS_PER_DAY
    assert utc_day_from_timestamp(midnight - 1) == "2026-11-19"
    assert (
        utc_day_from_timestamp(midnight)
        == utc_day_from_timestamp(midnight + MS_PER_DAY - 1)
        == "2026-11-20"
    )


def test_the_dice_of_a_day_never_change() -> None:
    assert daily_seed("2026-11-20") == 2477774784681649
    seeds = {daily_seed(day_from_days_since_epoch(number)) for number in range(20_000, 21_000)}
    assert len(seeds) == 1000
    assert max(seeds) < 1 << 53


def test_a_week_is_played() -> None:
    diary = DailyLog()
    for number in range(20_779, 20_786):
        day = day_from_days_since_epoch(number)
        assert diary.would_count(day, day)
        assert not diary.would_count(
            day_from_days_since_epoch(number - 1), day
        )  # yesterday's is practice
        diary = diary.with_started(day)
        assert not diary.would_count(day, day)  # there is no second first try
        diary = diary.with_finished_game(day, 50 + number % 10)
        assert diary.with_finished_game(day, 99) == diary  # nor a better end
        assert diary.streak(day) == number - 20_778
    assert diary.streak(day_from_days_since_epoch(20_786)) == 7  # today's is still to be played
    assert diary.streak(day_from_days_since_epoch(20_787)) == 0
    assert parse_daily_log(write_daily_log(diary)) == diary


def test_a_clock_that_jumps_back_gives_no_second_try_and_takes_no_streak() -> None:
    diary = DailyLog()
    for day in ("2026-11-18", "2026-11-19", "2026-11-20"):
        diary = diary.with_started(day).with_finished_game(day, 60)
    assert diary.streak("2026-11-18") == 3
    assert not diary.would_count("2026-11-19", "2026-11-19")
    assert not diary.would_count("2026-11-12", "2026-11-12")
    assert diary.would_count("2026-11-21", "2026-11-21")


def test_wherever_one_travels_each_day_counts_at_most_once() -> None:
    rng, moment, diary, counted = Random(4), 1_795_000_000_000, DailyLog(), []
    for _ in range(400):
        moment += rng.randrange(-10, 30) * 3_600_000  # time zones, and a clock set by hand
        today = utc_day_from_timestamp(moment)
        if diary.would_count(today, today):
            diary = diary.with_started(today).with_finished_game(today, 1)
            counted.append(today)
    assert len(counted) == len({*counted}) > 50
    assert counted == sorted(counted)


# Local days

HOUR = 3_600_000
FIRST = days_since_epoch("2026-11-24") * MS_PER_DAY


def days(zone: int, hour: int) -> tuple[str, str]:
    """Return the day in UTC, and the local one.

    Args:
        zone: the hours by which the player's clock is before that of UTC.
        hour: the player's hours since the midnight that begins 24 November.
    """
    return utc_day_from_timestamp(FIRST + (hour - zone) * HOUR), utc_day_from_timestamp(
        FIRST + hour * HOUR
    )


def played(zone: int, hours: list[int], diary: DailyLog | None = None) -> DailyLog:
    """Return the diary of a player who finishes the daily game at some hours."""
    diary = diary or DailyLog()
    for hour in hours:
        day, local_day = days(zone, hour)
        if diary.would_count(day, day):
            diary = diary.with_started(day)
        diary = diary.with_finished_game(day, 60, local_day)
    return diary


def test_a_player_of_each_local_day_keeps_the_streak() -> None:
    """In Los Angeles the second game is one of the same day in UTC as the first."""
    diary = played(-8, [18, 24 + 15, 48 + 18])
    assert [day for day, _points in diary.scores] == ["2026-11-25", "2026-11-27"]
    assert diary.streak(*days(-8, 48 + 19)) == 3
    assert diary.streak(*days(-8, 72 + 12)) == 3  # until the end of the next local day
    assert diary.streak(*days(-8, 96 + 18)) == 0
    assert parse_daily_log(write_daily_log(diary)) == diary


@pytest.mark.parametrize("zone", range(-12, 15))
def test_a_streak_is_as_long_in_every_zone(zone: int) -> None:
    rng = Random(zone)
    hours = [24 * day + rng.randrange(24) for day in range(30)]
    assert played(zone, hours).streak(*days(zone, hours[-1])) == 30


@pytest.mark.parametrize("zone", [-11, -8, 0, 1, 9, 13])
def test_a_streak_is_never_longer_than_the_days_that_were_played(zone: int) -> None:
    for seed in range(60):
        hours = sorted(Random(seed).sample(range(24 * 12), 14))
        pairs = [days(zone, hour) for hour in hours]
        most = max(len({pair[which] for pair in pairs}) for which in (0, 1))
        assert played(zone, hours).streak(*pairs[-1]) <= most
    assert played(zone, [12]).streak(*days(zone, 12)) == 1
    assert played(zone, [12, 48 + 12]).streak(*days(zone, 48 + 12)) == 1  # one is left out


def test_results_without_local_days_count_as_before() -> None:
    old = DailyLog()
    for day in ("2026-11-21", "2026-11-22", "2026-11-23"):
        old = old.with_started(day).with_finished_game(day, 60)
    assert "local" not in write_daily_log(old)
    assert old.streak("2026-11-24") == old.streak("2026-11-24", "2026-11-24") == 3
    new = played(0, [12, 24 + 12], old)
    assert new.streak(*days(0, 24 + 12)) == 5
    assert old.merged_preferring(new) == new.merged_preferring(old) == new
    # Evenings in Los Angeles: where the old days and the new ones meet, two are the same.
    evenings = DailyLog()
    for day in ("2026-11-22", "2026-11-23", "2026-11-24"):
        evenings = evenings.with_started(day).with_finished_game(day, 60)
    assert played(-8, [18, 24 + 15, 48 + 18], evenings).streak(*days(-8, 48 + 18)) == 5


def test_a_game_of_long_ago_marks_no_local_day() -> None:
    diary = played(0, [12])
    assert diary.with_finished_game("2026-11-24", 1, "2026-11-26") == diary
    assert diary.with_finished_game("2026-11-24", 1, "2026-11-25") != diary


@pytest.mark.parametrize("text", ["1970-01-01", "1999-12-31", "2038-01-20", "9998-12-31"])
def test_a_clock_that_is_wrong_breaks_nothing(text: str) -> None:
    diary = played(-8, [18, 24 + 15])
    assert diary.streak(text, text) in (0, 2)
    assert diary.with_finished_game(text, 5, text).streak("2026-11-25", "2026-11-25") in (1, 2)


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
def test_what_is_no_diary_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        parse_daily_log(text)
