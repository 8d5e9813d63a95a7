"""Days of daily games, as nodes: those that were played are crossed off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.daily import day_at, number_of
from qwixx.ui.parts.html import Node, h

if TYPE_CHECKING:
    from qwixx.games.daily import Diary


def days(diary: Diary, today: str, count: int) -> Node:
    """Return the last days up to today; for who listens, the streak is told elsewhere."""
    last = number_of(today)
    return h(
        "span",
        {"class": "week", "aria-hidden": "true", "dir": "ltr"},
        *(
            h(
                "i",
                {"class": "x" if diary.result(day) is not None else None},
                str(int(day[-2:])),
                key=day,
            )
            for day in map(day_at, range(last - count + 1, last + 1))
        ),
    )
