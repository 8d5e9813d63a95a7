"""The daily game: the same dice for everybody, once a day, whatever clocks do."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random

import pytest

from qwixx.games.daily import (
    MILLISECONDS,
    Diary,
    day_at,
    day_of,
    number_of,
    read_diary,
    seed_of,
    variant_of,
    write_diary,
)


def test_days_are_those_of_the_calendar() -> None:
    for number in range(-800, 60_000, 13):
        day = (date(1970, 1, 1) + timedelta(number)).isoformat()
        assert day_at(number) == day
        assert number_of(day) == number
        sunday = date.fromisoformat(day).isoweekday() == 7
        assert variant_of(day).name == ("longo" if sunday else "classic")


@pytest.mark.parametrize("text", ["", "2026-2-1", "2026-02-30", "2026-13-01", "x", "2026-11-20 "])
def test_what_is_no_day_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"day|month"):
        number_of(text)


def test_a_day_ends_at_midnight_utc() -> None:
    midnight = number_of("2026-11-20") * MILLISECONDS
    assert day_of(midnight - 1) == "2026-11-19"
    assert day_of(midnight) == day_of(midnight + MILLISECONDS - 1) == "2026-11-20"


def test_the_dice_of_a_day_never_change() -> None:
    assert seed_of("2026-11-20") == 2477774784681649
    seeds = {seed_of(day_at(number)) for number in range(20_000, 21_000)}
    assert len(seeds) == 1000
    assert max(seeds) < 1 << 53


def test_a_week_is_played() -> None:
    diary = Diary()
    for number in range(20_779, 20_786):
        day = day_at(number)
        assert diary.counts(day, day)
        assert not diary.counts(day_at(number - 1), day)  # yesterday's is practice
        diary = diary.begin(day)
        assert not diary.counts(day, day)  # there is no second first try
        diary = diary.finish(day, 50 + number % 10)
        assert diary.finish(day, 99) == diary  # nor a better end
        assert diary.streak(day) == number - 20_778
    assert diary.streak(day_at(20_786)) == 7  # today's is still to be played
    assert diary.streak(day_at(20_787)) == 0
    assert read_diary(write_diary(diary)) == diary


def test_a_clock_that_jumps_back_gives_no_second_try_and_takes_no_streak() -> None:
    diary = Diary()
    for day in ("2026-11-18", "2026-11-19", "2026-11-20"):
        diary = diary.begin(day).finish(day, 60)
    assert diary.streak("2026-11-18") == 3
    assert not diary.counts("2026-11-19", "2026-11-19")
    assert not diary.counts("2026-11-12", "2026-11-12")
    assert diary.counts("2026-11-21", "2026-11-21")


def test_wherever_one_travels_each_day_counts_at_most_once() -> None:
    rng, moment, diary, counted = Random(4), 1_795_000_000_000, Diary(), []
    for _ in range(400):
        moment += rng.randrange(-10, 30) * 3_600_000  # time zones, and a clock set by hand
        today = day_of(moment)
        if diary.counts(today, today):
            diary = diary.begin(today).finish(today, 1)
            counted.append(today)
    assert len(counted) == len({*counted}) > 50
    assert counted == sorted(counted)


# Local days

HOUR = 3_600_000
FIRST = number_of("2026-11-24") * MILLISECONDS


def days(zone: int, hour: int) -> tuple[str, str]:
    """Return the day in UTC, and the local one.

    Args:
        zone: the hours by which the player's clock is before that of UTC.
        hour: the player's hours since the midnight that begins 24 November.
    """
    return day_of(FIRST + (hour - zone) * HOUR), day_of(FIRST + hour * HOUR)


def played(zone: int, hours: list[int], diary: Diary | None = None) -> Diary:
    """Return the diary of a player who finishes the daily game at some hours."""
    diary = diary or Diary()
    for hour in hours:
        day, local_day = days(zone, hour)
        if diary.counts(day, day):
            diary = diary.begin(day)
        diary = diary.finish(day, 60, local_day)
    return diary


def test_a_player_of_each_local_day_keeps_the_streak() -> None:
    """In Los Angeles the second game is one of the same day in UTC as the first."""
    diary = played(-8, [18, 24 + 15, 48 + 18])
    assert [day for day, _points in diary.points] == ["2026-11-25", "2026-11-27"]
    assert diary.streak(*days(-8, 48 + 19)) == 3
    assert diary.streak(*days(-8, 72 + 12)) == 3  # until the end of the next local day
    assert diary.streak(*days(-8, 96 + 18)) == 0
    assert read_diary(write_diary(diary)) == diary


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
    old = Diary()
    for day in ("2026-11-21", "2026-11-22", "2026-11-23"):
        old = old.begin(day).finish(day, 60)
    assert "local" not in write_diary(old)
    assert old.streak("2026-11-24") == old.streak("2026-11-24", "2026-11-24") == 3
    new = played(0, [12, 24 + 12], old)
    assert new.streak(*days(0, 24 + 12)) == 5
    assert old.merge(new) == new.merge(old) == new
    # Evenings in Los Angeles: where the old days and the new ones meet, two are the same.
    evenings = Diary()
    for day in ("2026-11-22", "2026-11-23", "2026-11-24"):
        evenings = evenings.begin(day).finish(day, 60)
    assert played(-8, [18, 24 + 15, 48 + 18], evenings).streak(*days(-8, 48 + 18)) == 5


def test_a_game_of_long_ago_marks_no_local_day() -> None:
    diary = played(0, [12])
    assert diary.finish("2026-11-24", 1, "2026-11-26") == diary
    assert diary.finish("2026-11-24", 1, "2026-11-25") != diary


@pytest.mark.parametrize("text", ["1970-01-01", "1999-12-31", "2038-01-20", "9998-12-31"])
def test_a_clock_that_is_wrong_breaks_nothing(text: str) -> None:
    diary = played(-8, [18, 24 + 15])
    assert diary.streak(text, text) in (0, 2)
    assert diary.finish(text, 5, text).streak("2026-11-25", "2026-11-25") in (1, 2)


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
        read_diary(text)
