"""Save games by turns: JSON with the link, and with the secrets of this device."""

from __future__ import annotations

import json
from dataclasses import replace

from qwixx.games.turns.record import P, Q, Stage
from qwixx.games.turns.record_link import parse_record_link, write_record_link
from qwixx.games.turns.turn_game import TurnGame, chain_of
from qwixx.games.written.safe_json import loads
from qwixx.rules.moves import parse_move

VERSION = 1
FORMAT = "qwixx-turns"
MAX_SAVE = 3_000
"""Maximum length of a saved game, in characters."""
_DIGITS = frozenset("0123456789abcdef")


def write_turn_game(game: TurnGame) -> str:
    """Return a game as JSON, secrets included."""
    record = game.record
    fields = {
        "format": FORMAT,
        "v": VERSION,
        "link": write_record_link(record),
        "seat": game.seat,
        "secret": game.secret,
        "decision": [move.code for move in game.decision],
        "commitment": record.commitment,
        "opening": record.opening,
        "slot": game.slot,
        "since": game.since,
        "due": game.is_awaited,
    }
    return json.dumps(fields, separators=(",", ":"))


def parse_turn_game(text: str) -> TurnGame:
    """Parse a saved game, and replay it.

    Raises:
        ValueError: the text is not a game by turns, or was written by a newer version.
    """
    try:
        fields = loads(text, max_characters=MAX_SAVE)
        if (fields["format"], fields["v"]) != (FORMAT, VERSION):
            msg = "written by a newer version"
            raise ValueError(msg)
        received = parse_record_link(fields["link"])
        record = replace(
            received,
            commitment=_hexadecimal(fields["commitment"], 0, 32),
            opening=_hexadecimal(fields["opening"], 0, 32),
        )
        game = TurnGame(
            record,
            (P, Q).index(fields["seat"]),
            _hexadecimal(fields["secret"], 32),
            tuple(map(parse_move, fields["decision"])),
            _hexadecimal(fields["slot"], *range(17)),
            str(fields["since"])[:10],
        )
        return _checked(game)
    except (TypeError, KeyError, AttributeError) as error:
        msg = f"not a game by turns: {error}"
        raise ValueError(msg) from error


def _checked(game: TurnGame) -> TurnGame:
    """Return a game whose secret and decision fit its record.

    Raises:
        ValueError: they do not.
    """
    record = game.record
    chain = chain_of(record.table, game.secret)
    is_secret = game.seat == P and record.stage in (Stage.ASKED, Stage.ANSWERED, Stage.WHITE)
    if record.links[game.seat] != chain.links[record.link_number(game.seat)] or (
        is_secret != bool(game.decision)
    ):
        msg = "the secrets do not fit the game"
        raise ValueError(msg)
    _ = game.position  # the decision is possible
    return game


def _hexadecimal(value: object, *lengths: int) -> str:
    """Return a value if it consists of hexadecimal digits, of one of the given lengths."""
    if isinstance(value, str) and len(value) in lengths and {*value} <= _DIGITS:
        return value
    msg = "not hexadecimal digits"
    raise ValueError(msg)
