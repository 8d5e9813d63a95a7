"""Calendars of daily games: played days are crossed off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.daily import day_from_days_since_epoch, days_since_epoch
from qwixx.ui.parts.html import Node, h
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.dates import formatted_day

if TYPE_CHECKING:
    from collections.abc import Collection

    from qwixx.games.daily import DailyLog
    from qwixx.ui.texts.languages import Texts

WEEK, WEEKS = 7, 4
"""Number of days on the daily card, and of weeks in the calendar."""


def last_daily_days(log: DailyLog, today: str) -> Node:
    """Return the last seven days, hidden from screen readers, which read the streak elsewhere."""
    each = (_day_cell(log, day, "i") for day in _last_days(today, WEEK))
    return h("span", {"class": "week", "aria-hidden": "true"}, *each)


def last_daily_weeks(_: Texts, log: DailyLog, today: str, archived_days: Collection[str]) -> Node:
    """Return a calendar of the last four weeks, up to today.

    Args:
        _: the texts of the language.
        log: the daily log.
        today: today's date.
        archived_days: dates of archived games, which can be opened.
    """
    each = (
        _day_with_result_label(_, log, day, can_open=day in archived_days)
        for day in _last_days(today, WEEKS * WEEK)
    )
    return h("div", {"class": "week"}, *each)


def _last_days(today: str, count: int) -> list[str]:
    last = days_since_epoch(today)
    return [*map(day_from_days_since_epoch, range(last - count + 1, last + 1))]


def _day_cell(log: DailyLog, day: str, tag: str, attributes: dict[str, str] | None = None) -> Node:
    crossed = "crossed" if log.score(day) is not None else None
    return h(tag, {"class": crossed, **(attributes or {})}, str(int(day[-2:])), key=day)


def _day_with_result_label(_: Texts, log: DailyLog, day: str, *, can_open: bool) -> Node:
    """Return a day with its result for screen readers."""
    points = log.score(day)
    if points is None:
        return _day_cell(log, day, "i", {"aria-hidden": "true"})
    label = {"aria-label": texts.points_text(_, formatted_day(_, day), points)}
    if not can_open:
        return _day_cell(log, day, "i", {"role": "img", **label})
    return _day_cell(log, day, "button", {"type": "button", "data-action": f"day:{day}", **label})
