"""The policy of a board: what it allows and expects. Each way to play is a value of its own."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from qwixx.ui.model.values import dataclass

ROLL, NEXT = "roll", "next"
"""Expected steps other than cells and passes: rolling, and continuing to read."""


class Undo(Enum):
    """The steps that people at this device may undo."""

    FREE = "free"
    """All of them, back to the beginning of the game."""
    THIS_TURN = "this turn"
    """Those since the last roll, so that nobody decides with later dice in mind."""
    OWN_OPEN = "own, open"
    """Their own decisions, until the game ends; those of earlier steps only if others agree."""
    NONE = "none"
    """None of them."""


class Help(Enum):
    """The advice that the coach gives during the game."""

    NONE = "none"
    """No advice."""
    CHANCES = "chances"
    """Only the win probabilities."""
    FULL = "full"
    """Hints, too."""


class Day(NamedTuple):
    """The day of a daily game.

    Args:
        date: the date, such as "2026-11-20"; "" for any other game.
        counts: whether the game counts for that day.
    """

    date: str = ""
    counts: bool = False

    @property
    def counted_date(self) -> str:
        """The date for which the game counts, or ""."""
        return self.date if self.counts else ""


NO_DAY = Day()
"""The day of a game that is not a daily one."""


@dataclass(frozen=True, slots=True)
class Policy:
    """A way to play, as far as a board needs to know it.

    Args:
        undo: the steps that may be undone.
        elsewhere: seats at other devices.
        advice: the advice given during the game.
        expects: the only step that counts: `ROLL`, a cell, "-" for a pass, or `NEXT`; "" if every
            legal step counts.
        day: the day of a daily game.
        draws: whether the first player was drawn by lot, which is announced.
        origin: the text that the game came from, such as a friend's; "" for none.
        teaches: whether it is the first game of a player, with spotlights on its first decisions.
        can_roll: whether the dice can be rolled, for which a guest at a live table needs the host.
    """

    undo: Undo = Undo.FREE
    elsewhere: tuple[int, ...] = ()
    advice: Help = Help.FULL
    expects: str = ""
    day: Day = NO_DAY
    draws: bool = False
    origin: str = ""
    teaches: bool = False
    can_roll: bool = True

    @property
    def is_played_once(self) -> bool:
        """Whether the game cannot be started again, so that leaving it keeps it."""
        return self.day.counts or bool(self.origin)
