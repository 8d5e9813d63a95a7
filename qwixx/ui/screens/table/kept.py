"""What is saved of a live table, as text; all of it is checked on the way in."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.games.names import clean_name
from qwixx.games.nesting import loads
from qwixx.games.table.guest import Guest
from qwixx.games.table.host import Host
from qwixx.ui.model.effects import Save
from qwixx.ui.model.together import SLOT
from qwixx.ui.model.values import Value

if TYPE_CHECKING:
    from qwixx.ui.model.together import Together

AS_HOST, AS_GUEST = "host", "guest"


class Kept(Value):
    """What was saved.

    Args:
        host: the table, if it is this device's.
        guest: what leads back to the seat at another one's.
        name: what the player of this device is called.
        over: the hash of the game that is among those that were played; "" if none is.
        role: as which of the two it lies open, `AS_HOST` or `AS_GUEST`; "" if it does not.
        tab: in which tab, as `Together.tab` has it.
    """

    host: Host | None = None
    guest: Guest | None = None
    name: str = ""
    over: str = ""
    role: str = ""
    tab: str = ""


def write(screen: Together, *, is_open: bool = True) -> str:
    """Return what is saved."""
    aside = screen.aside
    host = screen.host or (aside if isinstance(aside, Host) else None)
    guest = screen.guest or (aside if isinstance(aside, Guest) else None)
    role = AS_HOST if screen.host is not None else AS_GUEST
    return json.dumps(
        {
            "host": None if host is None else host.to_text(),
            "guest": None if guest is None else guest.to_text(),
            "name": screen.name,
            "over": screen.kept,
            "role": role if is_open else "",
            "tab": screen.tab,
        }
    )


def read(text: str, build: str = "") -> Kept:
    """Read it back; an empty text is one of which nothing is known.

    Raises:
        ValueError: the text is nothing of that kind.
    """
    if not text:
        return Kept()
    fields = loads(text)
    try:
        host, guest = fields["host"], fields["guest"]
        return Kept(
            None if host is None else Host.from_text(host, build),
            None if guest is None else Guest.from_text(guest, build),
            clean_name(fields["name"]),
            str(fields["over"]),
            str(fields["role"]),
            str(fields["tab"]),
        )
    except (TypeError, KeyError, AttributeError) as error:
        msg = f"no saved table: {error}"
        raise ValueError(msg) from error


def save(screen: Together, *, is_open: bool = True) -> Save:
    """Return the effect that saves the table; one at which nobody has played is forgotten."""
    if not is_open and screen.host is not None and screen.host.game is None:
        aside = screen.aside
        guest = aside if isinstance(aside, Guest) else None
        screen = replace(screen, host=None, guest=guest, aside=None)
    known = screen.host or screen.guest or screen.aside or screen.name
    return Save(SLOT, write(screen, is_open=is_open) if known else "")
