"""The daily game: for each day, in UTC, the same dice for everybody.

The seed is the first 53 bits of the SHA-256 of "qwixx daily 2026-11-20". Classic is played, on
Sundays Longo, against the bot "hard". A *local day* is one of the calendar where the player is.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from datetime import date
from hashlib import sha256
from typing import TYPE_CHECKING

from qwixx.games.written.safe_json import loads
from qwixx.rules.variants import CLASSIC, LONGO

if TYPE_CHECKING:
    from collections.abc import Iterable

    from qwixx.rules.layout import Variant

OPPONENT = "hard"
MS_PER_DAY = 86_400_000
"""Length of a day."""
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_EPOCH = date(1970, 1, 1).toordinal()
_SUNDAY = 6
_BITS = 53
_MAX_POINTS = 1000


def daily_seed(day: str) -> int:
    """Return the seed of a day's dice."""
    digest = sha256(f"qwixx daily {day}".encode()).digest()
    return int.from_bytes(digest[:7]) >> (56 - _BITS)


def daily_variant(day: str) -> Variant:
    """Return the variant of a day: Longo on Sundays."""
    return LONGO if _date(day).weekday() == _SUNDAY else CLASSIC


def day_from_timestamp(moment: int) -> str:
    """Return the day, in UTC, of a moment in milliseconds since 1970."""
    return day_from_number(moment // MS_PER_DAY)


def day_number(day: str) -> int:
    """Return the number of days from the first day of 1970 to a day.

    Raises:
        ValueError: the text is not a day as "2026-11-20".
    """
    return _date(day).toordinal() - _EPOCH


def day_from_number(number: int) -> str:
    """Return the day that is that many days after the first day of 1970."""
    return date.fromordinal(number + _EPOCH).isoformat()


def _date(day: str) -> date:
    if not _DAY.fullmatch(day):  # other ISO 8601 forms are not written here
        msg = f"not a day: {day[:40]!r}"
        raise ValueError(msg)
    return date.fromisoformat(day)


@dataclass(frozen=True, slots=True)
class DailyLog:
    """Which daily games were begun, and what came of them.

    Args:
        begun: the days whose game was begun on that day: only that first run counts.
        points: the points of those that were played to their end, by day.
        local: the local days on which a daily game was finished, maybe once more; of results that
            were saved without one, the days in UTC. Empty until a local day is known.
    """

    begun: frozenset[str] = frozenset()
    points: tuple[tuple[str, int], ...] = ()
    local: frozenset[str] = frozenset()

    @property
    def last(self) -> str:
        """The latest day that was begun; "" if none was. Days are sorted as texts are."""
        return max(self.begun, default="")

    def counts(self, day: str, today: str) -> bool:
        """Return whether a game that begins now counts for a day.

        Each day counts once, on that day; whose clock jumps back gets no day again.
        """
        return day == today and day > self.last

    def begin(self, day: str) -> DailyLog:
        """Return the diary after a game that counts was begun."""
        return replace(self, begun=self.begun | {day})

    def finish(self, day: str, points: int, local_day: str = "") -> DailyLog:
        """Return the diary after a day's game was finished, maybe once more.

        The first result stays, but each time counts for its local day: eight hours behind UTC, six
        in the evening and three on the next afternoon are of the same day, with one game.

        Args:
            day: the game's day.
            points: the player's points.
            local_day: the local day; "" if that is not known. It counts if it overlaps the day.
        """
        diary = self
        if local_day and abs(day_number(local_day) - day_number(day)) <= 1:
            diary = replace(self, local=frozenset({*(self.local or dict(self.points)), local_day}))
        if day in dict(self.points):
            return diary
        return replace(diary, points=tuple(sorted((*self.points, (day, points)))))

    def merge(self, other: DailyLog) -> DailyLog:
        """Return all that two diaries tell; where they differ, what the other one does."""
        points = {**dict(self.points), **dict(other.points)}
        begun, local = self.begun | other.begun, self.local | other.local
        return DailyLog(begun, tuple(sorted(points.items())), local)

    def result(self, day: str) -> int | None:
        """Return the points of a day; None if there are none."""
        return dict(self.points).get(day)

    def streak(self, today: str, local_day: str = "") -> int:
        """Return on how many days in a row games were finished, up to today or yesterday.

        Days in UTC count, or local days where more of these are in a row; never a mix of both. A
        clock that jumps back ends no streak: the latest day that was begun is "today" then.

        Args:
            today: the day it is, in UTC.
            local_day: the local day; "" if that is not known.
        """
        finished = dict(self.points)
        local_today = max(local_day or today, *self.local) if self.local else today
        return max(
            _streak_length(finished, max(today, self.last)),
            _streak_length(self.local, local_today),
        )


def _streak_length(days: Iterable[str], today: str) -> int:
    """Return how many days before today, or up to it, are in a row."""
    numbers, end = set(map(day_number, days)), day_number(today)
    if end not in numbers:
        end -= 1  # today's game is still to be played
    length = 0
    while end - length in numbers:
        length += 1
    return length


def write_daily_log(diary: DailyLog) -> str:
    """Return a diary as text."""
    fields = {"begun": sorted(diary.begun), "points": dict(diary.points)}
    return json.dumps({**fields, "local": sorted(diary.local)} if diary.local else fields)


def read_daily_log(text: str) -> DailyLog:
    """Read a diary back.

    Raises:
        ValueError: the text holds none.
    """
    fields = loads(text)
    try:
        begun = frozenset(fields["begun"])
        points = tuple(sorted(fields["points"].items()))
        local = frozenset(fields.get("local", ()))
        for day in (*begun, *dict(points), *local):
            day_number(day)
        fits = all(type(each) is int and abs(each) < _MAX_POINTS for _day, each in points)
    except (TypeError, KeyError, AttributeError) as error:
        msg = "this is no diary"
        raise ValueError(msg) from error
    if not fits:
        msg = "these are no points"
        raise ValueError(msg)
    return DailyLog(begun, points, local)
