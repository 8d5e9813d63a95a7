"""Short dates and times in the player's time zone, formatted for a language.

Python uses the device's time zone, even in the browser.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from qwixx.games.daily import MS_PER_DAY, days_since_epoch
from qwixx.ui.texts.languages import KNOWN, find_catalog

if TYPE_CHECKING:
    from qwixx.games.archive.archived_game import ArchivedGame
    from qwixx.ui.model.session import Session


def local_day(moment_ms: int) -> str:
    """Return the local date, such as "2026-11-20", of a time in milliseconds since 1970."""
    return _local_time(moment_ms).date().isoformat()


def day_of_game(language: str, entry: ArchivedGame) -> str:
    """Return the day of a game: the date of a daily game, otherwise the day the game started."""
    return formatted_day(language, entry.daily_date or local_day(entry.started_ms))


def day_of_game_id(game_id: str) -> str:
    """Return the local day on which a game started, or "" if its id does not tell."""
    try:
        started_ms = int(game_id, 16) >> 20  # see `ArchivedGame.started_ms`
        return local_day(started_ms) if started_ms else ""
    except (ValueError, OverflowError, OSError):
        return ""


def next_daily_start_time(language: str, today: str) -> str:
    """Return the local time at which the next daily game begins."""
    time = _local_time((days_since_epoch(today) + 1) * MS_PER_DAY)
    if not KNOWN[language].half_days:
        return f"{time:%H:%M}"
    _ = find_catalog(language).gettext
    # Translators: before noon, after a time of day: "8:00 AM".
    half = _("AM") if time.hour < 12 else _("PM")
    return f"{(time.hour - 1) % 12 + 1}:{time:%M} {half}"


def end_of_day_text(language: str, day: str, session: Session) -> str:
    """Return the day of a finished daily game, the streak, and the time until the next game."""
    catalog = find_catalog(language)
    _ = catalog.gettext
    streak = session.daily_log.streak(session.today, session.local_day) if session.today else 0
    hours = session.hours_left
    parts = [_("Daily game"), formatted_day(language, day)]
    if streak > 1:
        parts.append(_("Streak: {count}").format(count=streak))
    if hours:
        # Translators: the time until the next daily game.
        wait = catalog.ngettext("Next one in {count} hour", "Next one in {count} hours", hours)
        parts.append(wait.format(count=hours))
    return " · ".join(parts)


def _local_time(moment: int) -> datetime:
    return datetime.fromtimestamp(moment / 1000)  # noqa: DTZ006 - the device's time zone is intended


def formatted_day(language: str, iso_day: str) -> str:
    """Return a day, given in the form "2026-11-20", formatted for a language."""
    year, month, number = iso_day.split("-")
    # Translators: a day in numbers, in your usual order and punctuation.
    pattern = find_catalog(language).gettext("{month}/{day}/{year}")
    text = pattern.format(day=int(number), month=int(month), year=year)
    return f"\u2066{text}\u2069"
