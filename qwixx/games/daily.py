"""The daily game: everyone gets the same dice on the same UTC day.

The seed is the first 53 bits of the SHA-256 of a text such as "qwixx daily 2026-11-20". The
variant is Classic, or Longo on Sundays, or one of nine more sheets on Saturdays, in turn, since
2026-12-05; the opponent is the bot "hard". A day is an ISO 8601 date such as "2026-11-20". A
*local day* is a day in the player's time zone.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from datetime import date
from hashlib import sha256
from typing import TYPE_CHECKING

from qwixx.games.written.safe_json import loads
from qwixx.rules.variants import CLASSIC, LONGO, variants_by_code_number

if TYPE_CHECKING:
    from collections.abc import Iterable

    from qwixx.rules.layout import Variant

OPPONENT = "hard"
MS_PER_DAY = 86_400_000
MS_PER_HOUR = 3_600_000
"""Milliseconds per day."""
MAX_SET_BACK = 7
"""Number of days by which people may set the clock back without ending a streak."""
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_EPOCH = date(1970, 1, 1).toordinal()
_SUNDAY = 6
SATURDAYS_SINCE = "2026-12-05"
"""The first Saturday with another sheet; earlier ones have the classic sheet."""
SATURDAY_NUMBERS = range(2, 11)
"""Numbers of the variants of Saturdays, in turn. Past days keep their variants, so this never
changes: for other variants, another range begins on another day."""
_BITS = 53
_MAX_POINTS = 1000


def daily_seed(day: str) -> int:
    """Return the seed of a day's dice."""
    digest = sha256(f"qwixx daily {day}".encode()).digest()
    return int.from_bytes(digest[:7]) >> (56 - _BITS)


def daily_variant(day: str) -> Variant:
    """Return the variant of a day: Longo on Sundays, in turn on Saturdays, otherwise Classic.

    If this program does not know a Saturday's variant, it is Classic, too.

    Raises:
        ValueError: the text is not a day such as "2026-11-20".
    """
    date_of_day = _parse_day(day)
    if date_of_day.weekday() == _SUNDAY:
        return LONGO
    week, rest = divmod((date_of_day - _parse_day(SATURDAYS_SINCE)).days, 7)
    if rest or week < 0:
        return CLASSIC
    number = SATURDAY_NUMBERS[week % len(SATURDAY_NUMBERS)]
    return variants_by_code_number()[number] or CLASSIC


def hours_until_next_day(moment_ms: int) -> int:
    """Return the hours from a time in milliseconds since 1970 to the next UTC day, rounded up."""
    return -(-(MS_PER_DAY - moment_ms % MS_PER_DAY) // MS_PER_HOUR)


def utc_day_from_timestamp(timestamp_ms: int) -> str:
    """Return the UTC day of a Unix timestamp in milliseconds."""
    return day_from_days_since_epoch(timestamp_ms // MS_PER_DAY)


def days_since_epoch(day: str) -> int:
    """Return the number of days from 1970-01-01 to a day.

    Raises:
        ValueError: the text is not a day such as "2026-11-20".
    """
    return _parse_day(day).toordinal() - _EPOCH


def day_from_days_since_epoch(days: int) -> str:
    """Return the day that is `days` days after 1970-01-01."""
    return date.fromordinal(days + _EPOCH).isoformat()


def is_daily_key(key: str) -> bool:
    """Return whether an archive key may be that of a daily game, which is the start of a day."""
    return int(key, 16) % (MS_PER_DAY << 20) == 0


def _parse_day(day: str) -> date:
    if not _DAY.fullmatch(day):  # `date.fromisoformat` also accepts other ISO 8601 forms
        msg = f"not a day: {day[:40]!r}"
        raise ValueError(msg)
    return date.fromisoformat(day)


@dataclass(frozen=True, slots=True)
class DailyLog:
    """A log of daily games: starts, scores, and the days that count toward a streak. Immutable.

    Args:
        started: days on which the day's own game was started; only the first start counts.
        scores: (day, points) pairs of finished games, sorted by day.
        local_days: local days on which a daily game was finished, repeats included; UTC days
            for results saved without a local day. Empty until a local day is known.
    """

    started: frozenset[str] = frozenset()
    scores: tuple[tuple[str, int], ...] = ()
    local_days: frozenset[str] = frozenset()

    def would_count(self, day: str, today: str) -> bool:
        """Return whether a game of `day` that starts on the UTC day `today` counts.

        A day's game counts only once and only on that day. Started days in the future do not
        matter: the clock was wrong then, or is wrong now.
        """
        return day == today and day not in self.started

    def with_started(self, day: str) -> DailyLog:
        """Return the log after the counted start of a day's game."""
        return replace(self, started=self.started | {day})

    def with_finished_game(self, day: str, points: int, local_day: str = "") -> DailyLog:
        """Return the log after a finished game, which may be a repeat.

        Only the first score of a day is kept, but every finished game counts for its local day.
        Eight hours behind UTC, for example, 6 p.m. and 3 p.m. on the next day fall on the same UTC
        day, which has only one game.

        Args:
            day: the game's day.
            points: the player's points.
            local_day: the local day; "" if unknown. It counts if it overlaps `day`.

        Raises:
            ValueError: `local_day` is not empty, and one of the days is not a valid day.
        """
        log = self
        if local_day and abs(days_since_epoch(local_day) - days_since_epoch(day)) <= 1:
            log = replace(
                self, local_days=frozenset({*(self.local_days or dict(self.scores)), local_day})
            )
        if day in dict(self.scores):
            return log
        return replace(log, scores=tuple(sorted((*self.scores, (day, points)))))

    def merged_preferring(self, other: DailyLog) -> DailyLog:
        """Return the union of two logs; where scores differ, the score in `other` wins."""
        points = {**dict(self.scores), **dict(other.scores)}
        started, local = self.started | other.started, self.local_days | other.local_days
        return DailyLog(started, tuple(sorted(points.items())), local)

    def score(self, day: str) -> int | None:
        """Return the points scored on a day, or None if no score is stored."""
        return dict(self.scores).get(day)

    def streak(self, today: str, local_day: str = "") -> int:
        """Return the number of consecutive days with a finished game, up to today or yesterday.

        Counts UTC days or local days, whichever gives the longer streak, but never a mix. Setting
        the clock back by up to `MAX_SET_BACK` days does not end a streak: the latest of these days
        then counts as today. Later days come from a clock that was wrong, and do not matter.

        Args:
            today: the current UTC day.
            local_day: the current local day; "" if unknown.

        Raises:
            ValueError: `today` or `local_day` is not a valid day.
        """
        finished = {day for day, _points in self.scores}
        return max(
            _streak_length(finished, today, finished | self.started),
            _streak_length(self.local_days, local_day or today, self.local_days),
        )


def _streak_length(finished: Iterable[str], today: str, started: Iterable[str]) -> int:
    """Return the number of consecutive finished days up to today or yesterday."""
    numbers, end = set(map(days_since_epoch, finished)), days_since_epoch(today)
    latest = end + MAX_SET_BACK
    end = max((day for day in map(days_since_epoch, started) if end < day <= latest), default=end)
    if end not in numbers:
        end -= 1  # today's game may still be played
    length = 0
    while end - length in numbers:
        length += 1
    return length


def write_daily_log(log: DailyLog) -> str:
    """Return a daily log as JSON."""
    fields = {"begun": sorted(log.started), "points": dict(log.scores)}
    return json.dumps({**fields, "local": sorted(log.local_days)} if log.local_days else fields)


def parse_daily_log(text: str) -> DailyLog:
    """Parse a daily log.

    Raises:
        ValueError: the text is not a valid daily log.
    """
    fields = loads(text)
    try:
        started = frozenset(fields["begun"])
        points = tuple(sorted(fields["points"].items()))
        local = frozenset(fields.get("local", ()))
        for day in (*started, *dict(points), *local):
            days_since_epoch(day)
        fits = all(type(each) is int and abs(each) < _MAX_POINTS for _day, each in points)
    except (TypeError, KeyError, AttributeError) as error:
        msg = "not a valid daily log"
        raise ValueError(msg) from error
    if not fits:
        msg = f"points must be integers from {1 - _MAX_POINTS} to {_MAX_POINTS - 1}"
        raise ValueError(msg)
    return DailyLog(started, points, local)
