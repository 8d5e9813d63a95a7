"""Short dates and times in the player's time zone, formatted for a language.

Python uses the device's time zone, even in the browser.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from qwixx.ui.texts.languages import KNOWN

if TYPE_CHECKING:
    from qwixx.games.archive.archived_game import ArchivedGame
    from qwixx.ui.model.session import Session
    from qwixx.ui.texts.languages import Texts


def local_day(moment_ms: int) -> str:
    """Return the local date, such as "2026-11-20", of a time in milliseconds since 1970."""
    return _local_time(moment_ms).date().isoformat()


def day_of_game(_: Texts, entry: ArchivedGame) -> str:
    """Return the day of a game: the date of a daily game, otherwise the day the game started."""
    return formatted_day(_, entry.daily_date or local_day(entry.started_ms))


def day_of_game_id(game_id: str) -> str:
    """Return the local day on which a game started, or "" if its id is damaged."""
    try:
        started_ms = int(game_id, 16) >> 20  # see `ArchivedGame.started_ms`
        return local_day(started_ms) if started_ms else ""
    except (ValueError, OverflowError, OSError):
        return ""


def next_daily_text(_: Texts, session: Session) -> str:
    """Return in how many hours the next daily game begins; "" if unknown."""
    hours = session.hours_left
    if not hours:
        return ""
    # Translators: the time until the next daily game.
    text = _.ngettext("Next one in {count} hour", "Next one in {count} hours", hours)
    return text.format(count=hours)


def end_of_day_text(_: Texts, day: str, session: Session) -> str:
    """Return the day of a finished daily game, the streak, and the time until the next game."""
    streak = session.daily_log.streak(session.today, session.local_day) if session.today else 0
    parts = [_("Daily game"), formatted_day(_, day)]
    if streak > 1:
        parts.append(_("Streak: {count}").format(count=streak))
    parts.append(next_daily_text(_, session))
    return " · ".join(filter(None, parts))


def _local_time(moment: int) -> datetime:
    return datetime.fromtimestamp(moment / 1000)  # noqa: DTZ006 - the device's time zone is intended


def formatted_day(_: Texts, iso_day: str) -> str:
    """Return a day, given in the form "2026-11-20", formatted for a language."""
    year, month, number = iso_day.split("-")
    months = KNOWN[_.language].months
    # Translators: a day in numbers, in your usual order and punctuation.
    pattern = _("{month}/{day}/{year}")
    if months:
        return f"{months[int(month) - 1]} {int(number)}, {year}"
    text = pattern.format(day=int(number), month=int(month), year=year)
    return f"\u2066{text}\u2069"
