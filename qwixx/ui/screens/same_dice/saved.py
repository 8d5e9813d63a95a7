"""What is saved of a game with the same dice, as text, and what a link to one says.

All of it is checked on the way in.
"""

from __future__ import annotations

import json

from qwixx.games.names import sanitize_name
from qwixx.games.same_dice.game import SameDice
from qwixx.games.written import mixed_radix
from qwixx.games.written.join_code import SameDiceError, SharedSetup
from qwixx.games.written.safe_json import loads
from qwixx.ui.address import own_fragment
from qwixx.ui.model.public import SAME_LINK
from qwixx.ui.model.values import Value


class SavedSameDice(Value):
    """What was saved.

    Args:
        game: the game; None if none was begun.
        name: what the player of this phone is called.
        query: what the address asked for when it was saved.
        is_open: whether it lay open.
    """

    game: SameDice | None = None
    name: str = ""
    query: str = ""
    is_open: bool = False


def write(game: SameDice | None, name: str, query: str, *, is_open: bool = True) -> str:
    """Return what is saved."""
    others = {"name": name, "query": query, "open": is_open}
    return f'{{"game":{"null" if game is None else game.to_json()},{json.dumps(others)[1:]}'


def read(text: str) -> SavedSameDice:
    """Read it back; an empty text is one of which nothing is known.

    Raises:
        ValueError: the text is nothing of that kind.
    """
    if not text:
        return SavedSameDice()
    fields = loads(text)
    try:
        record = fields["game"]
        game = None if record is None else SameDice.from_json(json.dumps(record))
        name, query = sanitize_name(fields["name"]), str(fields["query"])
    except (TypeError, KeyError, AttributeError) as error:
        msg = f"no saved game with the same dice: {error}"
        raise ValueError(msg) from error
    return SavedSameDice(game, name, query, fields.get("open") is True)


class SharedLink(Value):
    """What a link says.

    Args:
        deal: the table.
        result: the code of a player's sheet; "" if it only leads to the table.
        name: what that player is called; "" if it does not say.
    """

    setup: SharedSetup
    result: str = ""
    name: str = ""


def write_link(address: str, setup: SharedSetup, result: str = "", name: str = "") -> str:
    """Return the address that leads to a table, or brings a result to it."""
    parts = [setup.code]
    if result:
        parts.append(result.replace(" ", ""))
        if name:
            parts.append(mixed_radix.to_checked_base64(int.from_bytes(name.encode())))
    return f"{address}#{SAME_LINK}{'.'.join(parts)}"


def read_link(text: str) -> SharedLink:
    """Read what follows "#" in an address, or what was typed: a code, or a whole address.

    Raises:
        SameDiceError: it is no code of a table.
    """
    _, found, linked = text.rpartition(SAME_LINK)
    fragment = own_fragment(found + linked).removeprefix(SAME_LINK) if found else text
    code, _, rest = fragment.strip().partition(".")
    result, _, name = rest.partition(".")
    return SharedLink(SharedSetup.from_code(code), result, _read_name(name))


def read_result(text: str) -> SharedLink | str:
    """Read what was typed as a result: the code itself, or a whole address."""
    if SAME_LINK not in text:
        return text
    try:
        return read_link(text)
    except SameDiceError:
        return ""


def _read_name(text: str) -> str:
    """Return a player's name; "" if there is none, or the text is broken."""
    try:
        number = mixed_radix.from_checked_base64(text) if 0 < len(text) <= 300 else 0
        return sanitize_name(number.to_bytes((number.bit_length() + 7) // 8).decode())
    except ValueError:
        return ""
