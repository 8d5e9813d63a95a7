"""Calendars of daily games: played days are crossed off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.daily import day_from_number, day_number
from qwixx.ui.parts.html import Node, h
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.dates import written

if TYPE_CHECKING:
    from collections.abc import Collection

    from qwixx.games.daily import DailyLog

WEEK, WEEKS = 7, 4
"""Days on the card, and weeks in the calendar."""


def week(log: DailyLog, today: str) -> Node:
    """Return the last days up to today; screen readers get the streak elsewhere."""
    each = (_day(log, day, "i") for day in _days(today, WEEK))
    return h("span", {"class": "week", "aria-hidden": "true", "dir": "ltr"}, *each)


def calendar(language: str, log: DailyLog, today: str, archived: Collection[str]) -> Node:
    """Return the last weeks up to today.

    Args:
        language: code of the language.
        log: the daily log.
        today: today's date.
        archived: dates of archived games, which can be opened.
    """
    each = (
        _labeled_day(language, log, day, can_open=day in archived)
        for day in _days(today, WEEKS * WEEK)
    )
    return h("div", {"class": "week", "dir": "ltr"}, *each)


def _days(today: str, count: int) -> list[str]:
    last = day_number(today)
    return [*map(day_from_number, range(last - count + 1, last + 1))]


def _day(log: DailyLog, day: str, tag: str, attributes: dict[str, str] | None = None) -> Node:
    crossed = "x" if log.score(day) is not None else None
    return h(tag, {"class": crossed, **(attributes or {})}, str(int(day[-2:])), key=day)


def _labeled_day(language: str, log: DailyLog, day: str, *, can_open: bool) -> Node:
    """Return a day, with its result for screen readers."""
    points = log.score(day)
    if points is None:
        return _day(log, day, "i", {"aria-hidden": "true"})
    label = {"aria-label": texts.points_of(language, written(language, day), points)}
    if not can_open:
        return _day(log, day, "i", {"role": "img", **label})
    return _day(log, day, "button", {"type": "button", "data-action": f"day:{day}", **label})
