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
    with pytest.raises(ValueError, match="no day"):
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
    ],
)
def test_what_is_no_diary_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        read_diary(text)
