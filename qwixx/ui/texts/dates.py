"""Days, as a language writes them in short."""

from __future__ import annotations

from datetime import UTC, datetime

from qwixx.ui.texts.languages import translations


def day_of(language: str, moment: int) -> str:
    """Return the day of a moment, in milliseconds since 1970."""
    return written(language, datetime.fromtimestamp(moment / 1000, UTC).date().isoformat())


def written(language: str, day: str) -> str:
    """Return a day, as "2026-11-20", in the order of a language."""
    year, month, number = day.split("-")
    # Translators: a day in numbers, in the order and with the signs that are usual.
    pattern = translations(language).gettext("{month}/{day}/{year}")
    text = pattern.format(day=int(number), month=int(month), year=year)
    return f"\u2066{text}\u2069"
