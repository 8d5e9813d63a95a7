"""The current day and hour, and their changes while the page is open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from js import document, window

from qwixx.games.daily import MS_PER_DAY, hours_until_next_day, utc_day_from_timestamp
from qwixx.ui.browser.errors import make_listener
from qwixx.ui.model.messages import DateReceived, DayChanged, Message
from qwixx.ui.texts.dates import local_day

if TYPE_CHECKING:
    from collections.abc import Callable

MINUTE = 60_000
"""Maximum time between clock checks, in milliseconds; timers stop while a device sleeps."""


class Days:
    """Sends the date on request, when it or the hour changes, and when the page becomes visible.

    Args:
        send: handles each message.
        read_daily_log: returns the daily log, as `daily.write_daily_log` writes it.
    """

    def __init__(self, send: Callable[[Message], None], read_daily_log: Callable[[], str]) -> None:
        self._send = send
        self._read_daily_log = read_daily_log
        self._times = _days_and_hours_left()
        self._look = make_listener(self._on_timer)

    def send_date(self) -> None:
        """Send the current day as `DateReceived`."""
        day, local, hours_left = _days_and_hours_left()
        self._send(DateReceived(day, self._read_daily_log(), local, hours_left))

    def watch_date(self) -> None:
        """Start sending the day whenever it or the hour changes, or the page becomes visible."""
        show = make_listener(self._on_show)
        document.addEventListener("visibilitychange", show)
        window.addEventListener("pageshow", show)
        self._on_timer()

    def _on_timer(self) -> None:
        if _days_and_hours_left() != self._times:
            self._send_days()
        until_midnight = MS_PER_DAY - _now() % MS_PER_DAY  # in UTC
        window.setTimeout(self._look, min(until_midnight, MINUTE))

    def _on_show(self, _event: object) -> None:
        if not document.hidden:  # the daily log or the time zone may have changed
            self._send_days()

    def _send_days(self) -> None:
        day, local, hours_left = self._times = _days_and_hours_left()
        self._send(DayChanged(day, self._read_daily_log(), local, hours_left))


def _now() -> int:
    return int(window.Date.now())


def _days_and_hours_left() -> tuple[str, str, int]:
    """Return today's date in UTC and in local time, and the hours until the next one in UTC."""
    now = _now()
    return utc_day_from_timestamp(now), local_day(now), hours_until_next_day(now)
