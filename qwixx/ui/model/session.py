"""What lasts as long as the page is open, whatever is played on it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from qwixx.games.daily import DailyLog

if TYPE_CHECKING:
    from qwixx.ui.model.setup import SavedGame

OFFERS = ("earlier", "last-over")
"""Notices that offer the first of the other games."""


@dataclass(frozen=True, slots=True)
class Session:
    """What the page knows of itself.

    Args:
        can_save: whether the browser keeps what is saved.
        quarantined: unreadable saved texts, the latest last.
        others: slots of games that are saved and not shown, the one to be offered first.
        offer: that one; None if it has not been read.
        ticket: the slot of the next game, as a number that no other tab has.
        embedded: whether the page lies in another page.
        address: the page's own, without parameters; empty if others cannot open it.
        seed: of the next game.
        build: which release of the page it is; "" if that is not known.
        chance: 64 hexadecimal digits that nobody else can guess: tables take theirs from there.
        query: what the address asked for when the game was started.
        can_share: whether the system has a way of its own to share texts.
        daily_log: started daily games and their scores.
        today: the day it is, in UTC, or was when the page asked last; "" if it never did.
        local_day: the day it was then where the player is; "" likewise.
        is_first_visit: whether nothing was saved in this browser when the page was opened.
        printing: whether the page is being printed: then all sheets are large.
        newer: whether a newer version of the page is ready.
        loading: code of the language whose catalogue is awaited; empty if none is.
        timer: the number of the last timer that was started. No number comes twice, so that
            no game hears of a timer of one before it; see `Model.timer`.
        is_full: whether the last text that was to be saved found no room.
        copies_read: names of the copies of finished games that were read in this round.
        failures: how many messages in a row raised an exception.
    """

    can_save: bool = True
    quarantined: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    offer: SavedGame | None = None
    ticket: int = 0
    embedded: bool = False
    address: str = ""
    seed: int = 0
    build: str = ""
    chance: str = ""
    query: str = ""
    can_share: bool = False
    daily_log: DailyLog = field(default_factory=DailyLog)
    today: str = ""
    local_day: str = ""
    is_first_visit: bool = False
    printing: bool = False
    newer: bool = False
    loading: str = ""
    timer: int = 0
    is_full: bool = False
    copies_read: frozenset[str] = frozenset()
    failures: int = 0
