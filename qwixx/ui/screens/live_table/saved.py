"""Saves of live tables, as validated text.

The table that this device hosts and its seat at another table are saved separately, since both
may be open in tabs of the same browser.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from qwixx.bots import BOTS
from qwixx.games.game import Game
from qwixx.games.live.guest import Guest
from qwixx.games.live.host import Host
from qwixx.games.live.protocol import PEOPLE
from qwixx.games.names import sanitize_name
from qwixx.games.written import old_saves
from qwixx.games.written.safe_json import loads
from qwixx.rules.state import Phase
from qwixx.ui.model.board import Board
from qwixx.ui.model.effects import SaveText
from qwixx.ui.model.public import SEAT_SLOT, TABLE_SLOT
from qwixx.ui.model.setup import OPPONENT, PERSON, Seat, Setup
from qwixx.ui.model.values import Value, replace
from qwixx.ui.screens.live_table.model import PlannedMark

if TYPE_CHECKING:
    from qwixx.games.live.table import Table
    from qwixx.rules.layout import Variant
    from qwixx.ui.screens.live_table.model import LiveTableScreen


class SavedLiveTable(Value):
    """A saved table or seat.

    Args:
        host: this device's table, or None.
        guest: this device as a guest at another table, or None.
        name: name of this device's player.
        archived_id: id of the archived game; "" for none.
        is_open: whether the table or seat was open in a tab.
        tab: id of the tab in which the table or seat was last open; see `LiveTableScreen.tab`.
        planned: see `LiveTableScreen.planned`.
        older: the unfinished game of a table that used version 1 or 2 of the messages, so guests
            cannot rejoin it; or None.
        has_older_seat: whether this device had a seat in a game at such a table.
    """

    host: Host | None = None
    guest: Guest | None = None
    name: str = ""
    archived_id: str = ""
    is_open: bool = False
    tab: str = ""
    planned: PlannedMark | None = None
    older: Board | None = None
    has_older_seat: bool = False

    def was_open_in(self, tab: str) -> bool:
        """Return whether the table or seat was open in the tab with this id before a reload."""
        return self.is_open and bool(tab) and tab == self.tab

    def host_to_open(self, variant: Variant | None, *, reopens: bool) -> Host | None:
        """Return the saved table; None if a new one must be opened.

        Args:
            variant: the requested variant, which applies before a game; None for the saved one.
            reopens: whether the table was open in this tab, perhaps after the end of its game.
        """
        host = self.host
        if not host or (host.is_finished and not reopens):
            return None
        return replace(host, variant=variant) if variant and not host.game else host


def write_save(screen: LiveTableScreen, *, is_open: bool = True) -> str:
    """Return a save of the table or seat; a closed table that has no game is left out."""
    key = "host" if screen.table.is_host else "guest"
    table = {} if _is_dropped(screen.table, is_open=is_open) else {key: screen.table.to_json()}
    return json.dumps(
        {
            "host": None,
            "guest": None,
            **table,
            "name": screen.name,
            "over": screen.archived_id,
            "open": is_open,
            "tab": screen.tab,
            **({"planned": screen.planned} if screen.planned else {}),
        }
    )


def _is_dropped(table: Table, *, is_open: bool) -> bool:
    return not is_open and table.is_host and table.game is None


def parse_save(text: str, build: str = "", entropy: str = "") -> SavedLiveTable:
    """Parse a save; an empty text yields an empty save.

    Args:
        text: the save.
        build: release of the page.
        entropy: new random digits for chains; "" for a save that is only looked at.

    Raises:
        ValueError: the text is not a valid save.
    """
    if not text:
        return SavedLiveTable()
    fields = loads(text)
    try:
        host, guest = fields["host"], fields["guest"]
        older = host is not None and old_saves.is_table_of_old_version(loads(host))
        return SavedLiveTable(
            None if host is None or older else Host.from_json(host, build, entropy),
            None if guest is None else Guest.from_json(guest, build, entropy),
            sanitize_name(fields["name"]),
            str(fields["over"]),
            fields.get("open", True) is True,
            str(fields["tab"]),
            _parse_planned_or_none(fields.get("planned")),
            _board_of_old_table(loads(host)) if older else None,
            guest is not None and old_saves.is_guest_in_old_game(loads(guest)),
        )
    except (TypeError, KeyError, AttributeError) as error:
        msg = f"no saved table: {error}"
        raise ValueError(msg) from error


def _parse_planned_or_none(fields: object) -> PlannedMark | None:
    is_plan = isinstance(fields, list) and list(map(type, fields)) == [str, int, str]
    return PlannedMark(*fields) if isinstance(fields, list) and is_plan else None


def hosted_game(text: str) -> Game | None:
    """Return the unfinished game of a saved table; None if there is none, or no valid save."""
    try:
        host = parse_save(text).host
    except ValueError:
        return None  # reported when the table is opened
    return None if host is None or host.is_finished else host.game


def _board_of_old_table(fields: dict[str, Any]) -> Board | None:
    """Return a board with the unfinished game of an old table; None if there is none.

    Raises:
        ValueError, TypeError, KeyError, AttributeError: the fields do not describe a table.
    """
    seats = tuple(
        Seat(PERSON if kind in PEOPLE else kind if kind in BOTS else OPPONENT, name)
        for kind, name in old_saves.seats_of_old_table(fields)
    )
    game = Game.from_json(fields["game"]) if fields["game"] else None
    if game is None or not game.event_count_with_undone or game.state.phase is Phase.OVER:
        return None
    if len(seats) != game.state.players:
        msg = "the game of another table"
        raise ValueError(msg)
    return Board(game, Setup(game.variant, seats))


def save_effect(screen: LiveTableScreen, *, is_open: bool = True) -> SaveText:
    """Return the effect that saves the table or seat."""
    is_empty = _is_dropped(screen.table, is_open=is_open) and not screen.name
    return SaveText(slot_of(screen.table), "" if is_empty else write_save(screen, is_open=is_open))


def slot_of(table: Table) -> str:
    """Return the slot in which the table or seat is saved."""
    return TABLE_SLOT if table.is_host else SEAT_SLOT
