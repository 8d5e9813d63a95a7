"""What is saved of a live table, as text; all of it is checked on the way in.

A table of this device and its seat at another one are saved apart, for both may be open in tabs of
one browser.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from qwixx.bots import BOTS
from qwixx.games.game import Game
from qwixx.games.live.guest import Guest
from qwixx.games.live.host import Host
from qwixx.games.live.protocol import PEOPLE
from qwixx.games.names import sanitize_name
from qwixx.games.written.safe_json import loads
from qwixx.rules.state import Phase
from qwixx.ui.model.board import Board
from qwixx.ui.model.effects import SaveText
from qwixx.ui.model.public import SEAT_SLOT, TABLE_SLOT
from qwixx.ui.model.setup import OPPONENT, PERSON, Seat, Setup
from qwixx.ui.model.values import Value

if TYPE_CHECKING:
    from qwixx.ui.screens.live_table.model import LiveTableScreen


class SavedLiveTable(Value):
    """What was saved under one of the two names.

    Args:
        host: the table, if it is this device's.
        guest: what leads back to the seat at another one's.
        name: what the player of this device is called.
        over: the hash of the game that is among those that were played; "" if none is.
        is_open: whether it lies open in a tab.
        tab: in which one it was last, as `LiveTableScreen.tab` has it.
        older: the unfinished game of a table whose guests speak version 1 of the messages: they
            cannot come back; None if there is none.
    """

    host: Host | None = None
    guest: Guest | None = None
    name: str = ""
    archived_commit: str = ""
    is_open: bool = False
    tab: str = ""
    older: Board | None = None

    def lies_in(self, tab: str) -> bool:
        """Return whether it lay open in a tab before that was loaded anew."""
        return self.is_open and bool(tab) and tab == self.tab


def write(screen: LiveTableScreen, *, is_open: bool = True) -> str:
    """Return what is saved."""
    host, guest = screen.host, screen.guest
    return json.dumps(
        {
            "host": None if host is None else host.to_text(),
            "guest": None if guest is None else guest.to_text(),
            "name": screen.name,
            "over": screen.archived_commit,
            "open": is_open,
            "tab": screen.tab,
        }
    )


def read(text: str, build: str = "") -> SavedLiveTable:
    """Read it back; an empty text is one of which nothing is known.

    Raises:
        ValueError: the text is nothing of that kind.
    """
    if not text:
        return SavedLiveTable()
    fields = loads(text)
    try:
        host, guest = fields["host"], fields["guest"]
        older = host is not None and "version" not in loads(host)
        return SavedLiveTable(
            None if host is None or older else Host.from_text(host, build),
            None if guest is None else Guest.from_text(guest, build),
            sanitize_name(fields["name"]),
            str(fields["over"]),
            fields.get("open", True) is True,
            str(fields["tab"]),
            _older_game(loads(host)) if older else None,
        )
    except (TypeError, KeyError, AttributeError) as error:
        msg = f"no saved table: {error}"
        raise ValueError(msg) from error


def _older_game(fields: dict[str, Any]) -> Board | None:
    """Return the unfinished game of a table that version 1 saved.

    Raises:
        ValueError, TypeError, KeyError, AttributeError: it is no table.
    """
    seats = tuple(
        Seat(PERSON if kind in PEOPLE else kind if kind in BOTS else OPPONENT, sanitize_name(name))
        for kind, name, *_rest in fields["holders"]
    )
    game = Game.from_json(fields["game"]) if fields["game"] else None
    if game is None or not game.length or game.state.phase is Phase.OVER:
        return None
    if len(seats) != game.state.players:
        msg = "the game of another table"
        raise ValueError(msg)
    return Board(game, Setup(game.variant, seats))


def save(screen: LiveTableScreen, *, is_open: bool = True) -> SaveText:
    """Return the effect that saves the table; one at which nobody has played is forgotten."""
    slot = SEAT_SLOT if screen.host is None else TABLE_SLOT
    if not is_open and screen.host is not None and screen.host.game is None:
        screen = replace(screen, host=None)
    known = screen.host or screen.guest or screen.name
    return SaveText(slot, write(screen, is_open=is_open) if known else "")
