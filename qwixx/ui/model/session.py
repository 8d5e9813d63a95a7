"""State that lasts while the page is open."""

from __future__ import annotations

from dataclasses import field
from enum import Enum
from typing import TYPE_CHECKING

from qwixx.games.daily import DailyLog
from qwixx.ui.model.values import dataclass

if TYPE_CHECKING:
    from qwixx.games.game import Game
    from qwixx.ui.model.board import Board
    from qwixx.ui.model.screen import Screen
    from qwixx.ui.model.setup import SavedGame, Setup

OFFERS = ("earlier", "last-over")
"""Notices that offer the first of `Session.others`."""


class OfflineStatus(Enum):
    """Whether the page can start without a network, and if not, the reason.

    The service worker (`sw.js`) names some of the values.
    """

    UNKNOWN = ""
    AVAILABLE = "available"
    INSECURE = "insecure"
    """The page's URL is not secure, so there are no service workers."""
    BLOCKED = "blocked"
    """The browser has no service workers, or allows none here."""
    HOST = "host"
    """The host changes or withholds a file."""
    SPACE = "space"
    """There is no room for the files."""
    NETWORK = "network"
    """The network or the host failed before all files had arrived."""


@dataclass(frozen=True, slots=True)
class Session:
    """State of the page that does not depend on the screen.

    Args:
        can_save: whether the browser allows storage.
        quarantined: unreadable saved texts, the latest last.
        others: slots of the games to offer, in order: other unfinished games and, if this tab's
            game is finished, that game first.
        offer: the game in the first slot of `others`; None if it was not read.
        table_game: the unfinished game of the live table that this device hosts; None for none.
        ticket: number of the next game's slot, which no other tab uses.
        embedded: whether the page is embedded in another page.
        address: URL without parameters; "" for a single file or a page opened from disk.
        seed: seed of the next game.
        build: release of the page; "" if unknown.
        chance: 64 hexadecimal digits of entropy, from which tables derive secret keys.
        query: the URL's query when the game started.
        can_share: whether the browser supports the Web Share API.
        can_connect: whether the browser has WebRTC, without which there are no guests.
        daily_log: started daily games and their scores.
        challenges: the challenge log, as `challenge_log.write_challenge_log` writes it.
        turn_games: saved games by turns, as pairs of their id and their text.
        today: the UTC day at the last check; "" before the first check.
        local_day: the local day at the last check; "" before the first check.
        hours_left: hours until the next day in UTC at the last check, the last one included; 0 if
            unknown.
        own_setup: the setup that the player chose, while a daily game or a challenge with another
            one is shown.
        is_first_visit: whether nothing was saved in this browser when the page opened.
        printing: whether the page is being printed, with all sheets large.
        newer: whether a newer release is ready.
        offline: whether the page can start without a network.
        loading: code of the language whose catalog is loading; "" for none.
        timer: number of the last started timer; numbers are unique (see `Model.timer`).
        is_full: whether the last save failed because storage was full.
        is_archive_closed: whether a notice has said that the database refuses finished games.
        copies_read: names of copies of finished games that were already read or skipped.
        failures: number of consecutive messages that raised an exception.
        entered: action and text of the field whose link or code was used while it was edited, so
            that leaving the field does not use it again.
        repeated_notices: number of notices that were shown already when they were to be added.
        tournament: the round robin that was closed last; None if none was.
        own_bots: the bots that players wrote in this browser, as saved; "" for none.
        blocks: names of the blocks that this device knows, the latest first.
    """

    can_save: bool = True
    quarantined: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    offer: SavedGame | None = None
    table_game: Game | None = None
    ticket: int = 0
    embedded: bool = False
    address: str = ""
    seed: int = 0
    build: str = ""
    chance: str = ""
    query: str = ""
    can_share: bool = False
    can_connect: bool = True
    daily_log: DailyLog = field(default_factory=DailyLog)
    challenges: str = ""
    turn_games: tuple[tuple[str, str], ...] = ()
    today: str = ""
    local_day: str = ""
    hours_left: int = 0
    own_setup: Setup | None = None
    is_first_visit: bool = False
    printing: bool = False
    newer: bool = False
    offline: OfflineStatus = OfflineStatus.UNKNOWN
    loading: str = ""
    timer: int = 0
    is_full: bool = False
    is_archive_closed: bool = False
    copies_read: frozenset[str] = frozenset()
    failures: int = 0
    entered: tuple[str, str] = ("", "")
    repeated_notices: int = 0
    tournament: Screen | None = None
    own_bots: str = ""
    blocks: tuple[str, ...] = ()

    def setup_after(self, board: Board) -> Setup:
        """Return the setup for the next game, which is not that of a daily game or a challenge."""
        policy = board.policy
        return (self.own_setup if policy.day.date or policy.origin else None) or board.setup
