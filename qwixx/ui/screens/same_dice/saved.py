"""Saves of same-dice games, and links to the games, as validated text."""

from __future__ import annotations

import json

from qwixx.games.names import sanitize_name
from qwixx.games.same_dice.game import SameDice
from qwixx.games.written import mixed_radix
from qwixx.games.written.join_code import SameDiceError, SharedSetup
from qwixx.games.written.safe_json import loads
from qwixx.ui.address import fragment_if_known
from qwixx.ui.model.public import SAME_LINK
from qwixx.ui.model.values import Value


class SavedSameDice(Value):
    """A saved same-dice game.

    Args:
        game: the game, or None.
        name: name of this phone's player.
        query: the URL's query when the game was saved.
        is_open: whether the game was open.
    """

    game: SameDice | None = None
    name: str = ""
    query: str = ""
    is_open: bool = False


def write_save(game: SameDice | None, name: str, query: str, *, is_open: bool = True) -> str:
    """Return a save as JSON."""
    others = {"name": name, "query": query, "open": is_open}
    return f'{{"game":{"null" if game is None else game.to_json()},{json.dumps(others)[1:]}'


def parse_save(text: str) -> SavedSameDice:
    """Parse a save; an empty text yields an empty save.

    Raises:
        ValueError: the text is not a save.
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
    """A parsed link to a same-dice game.

    Args:
        setup: the shared setup.
        result: sheet code of a player; "" in an invitation.
        name: name of that player, or "".
    """

    setup: SharedSetup
    result: str = ""
    name: str = ""


def invitation_or_result_url(
    address: str, setup: SharedSetup, result: str = "", name: str = ""
) -> str:
    """Return a URL that invites players to a table or reports a player's result."""
    parts = [setup.code]
    if result:
        parts.append(result.replace(" ", ""))
        if name:
            parts.append(mixed_radix.to_checked_base64(int.from_bytes(name.encode())))
    return f"{address}#{SAME_LINK}{'.'.join(parts)}"


def parse_link(text: str) -> SharedLink:
    """Parse a join code, a URL, or a URL's fragment.

    Raises:
        SameDiceError: the join code is invalid.
    """
    _, found, linked = text.rpartition(SAME_LINK)
    fragment = fragment_if_known(found + linked).removeprefix(SAME_LINK) if found else text
    code, _, rest = fragment.strip().partition(".")
    result, _, name = rest.partition(".")
    return SharedLink(SharedSetup.from_code(code), result, _decode_name(name))


def parse_sheet_code_or_link(text: str) -> SharedLink | str:
    """Parse a typed link; return "" if it is invalid, and any other text unchanged."""
    if SAME_LINK not in text:
        return text
    try:
        return parse_link(text)
    except SameDiceError:
        return ""


def _decode_name(text: str) -> str:
    """Return a player's name; "" if it is missing or invalid."""
    try:
        number = mixed_radix.from_checked_base64(text) if 0 < len(text) <= 300 else 0
        return sanitize_name(number.to_bytes((number.bit_length() + 7) // 8).decode())
    except ValueError:
        return ""
