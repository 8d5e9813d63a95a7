"""Bot links: the text and the name of a player's own bot in a URL.

A link has the common form (`link_seal`); its contents are base 64 of the name and the text,
compressed. Links of version 1, which end with a checksum, have no length. Reading a link runs
nothing.
"""

from __future__ import annotations

import base64
import zlib
from hashlib import sha256
from typing import NamedTuple

from qwixx.games.names import sanitize_name
from qwixx.games.written.link_seal import SealedLinkError, SealedLinkReason, open_link, seal_link

MAX_TEXT = 20_000
"""Maximum number of characters in the text of a bot."""
MAX_LINK = 4_000
"""Maximum number of characters in a link's text."""
_MAX_BYTES = 4 * MAX_TEXT + 1_000
_VERSION, _OLD_VERSION = "2", "1"
_CHECK = 3  # bytes of the checksum of version 1
_RAW = -15
"""Deflate without a header or checksum."""
# All versions compress with this text, so it never changes. The most usual lines come last.
_DICTIONARY = b"""\
import math
from random import Random
from qwixx import PASS, Color, Mark, Phase
def plays(variant, players):
    return players == 2
    if state.phase is Phase.WHITE:
    total = state.roll.white_sum
    others = [other for seat, other in enumerate(state.sheets) if seat != player]
    for row in range(4):
        if not state.closed[row] and sheet.count(row) >= 5:
            if sheet.locked(row):
    penalties = sheet.penalties
    scores = state.scores()
    print(state, move)
    for mark in marks:
        value = sheet.cross(mark).points - sheet.points - 1.5 * sheet.skips(mark)
        if value > most:
            best, most = mark, value
    best = max(marks, key=value, default=PASS)
    return best
def choose_move(state, player, rng):
    return state.legal_moves(player)[0]
    return moves[int(rng.random() * len(moves))]
from qwixx import PASS

NAME = "My bot"


def choose_move(state, player, rng):
    sheet = state.sheets[player]
    limit = 2 if player == state.active else 1
    if state.penalty_due:
        limit = 4
    limit = 3 if state.penalty_due else 2
    moves = state.legal_moves(player)
    marks = [move for move in moves if move != PASS and sheet.skips(move) <= limit]
    return min(marks, key=sheet.skips, default=PASS)
"""


class LinkedBot(NamedTuple):
    """The contents of a bot link.

    Args:
        name: name of the bot; "" for none.
        text: its program text.
    """

    name: str
    text: str


def encode_bot(text: str, name: str = "") -> str:
    """Return a bot as the text of a link.

    Args:
        text: its program text.
        name: its name; "" for none.

    Raises:
        SealedLinkError: the bot is too long for a link.
    """
    content = f"{sanitize_name(name)}\n{text}".encode(errors="replace")
    packer = zlib.compressobj(9, wbits=_RAW, zdict=_DICTIONARY)
    packed = packer.compress(content) + packer.flush()
    body = base64.urlsafe_b64encode(packed).decode().rstrip("=")
    if len(text) > MAX_TEXT or len(body) > MAX_LINK - len(seal_link(_VERSION, "")):
        raise SealedLinkError(SealedLinkReason.TOO_LONG)
    return seal_link(_VERSION, body)


def decode_bot(link: str) -> LinkedBot:
    """Return the bot in a link's text.

    Raises:
        SealedLinkError: the text is not a bot link.
    """
    if len(link) > MAX_LINK:
        raise SealedLinkError(SealedLinkReason.TOO_LONG)
    try:
        content = _unpacked(_packed(link))
        is_whole = len(content) <= _MAX_BYTES
        name, _, text = content.decode("utf-8", "strict" if is_whole else "replace").partition(
            "\n"
        )
    except SealedLinkError:
        raise
    except (ValueError, zlib.error) as error:  # not base 64, not ASCII, not UTF-8, or not packed
        raise SealedLinkError(SealedLinkReason.DAMAGED) from error
    if not is_whole or len(text) > MAX_TEXT:
        raise SealedLinkError(SealedLinkReason.TOO_LONG)
    return LinkedBot(sanitize_name(name), text)


def id_of_text(text: str) -> str:
    """Return the id of a bot's text in saved games and round robins: 16 hexadecimal digits."""
    return sha256(text.encode(errors="replace")).hexdigest()[:16]


def _packed(link: str) -> bytes:
    """Return the compressed contents of a link.

    Raises:
        ValueError: the link is damaged (`SealedLinkError` for one of version 2 or later).
    """
    if link[:1] != _OLD_VERSION:
        return _from_base64(open_link(_VERSION, link))
    body = _from_base64(link[1:])
    packed, check = body[:-_CHECK], body[-_CHECK:]
    if check != _checksum(packed):
        msg = "the check does not match"
        raise ValueError(msg)
    return packed


def _from_base64(code: str) -> bytes:
    return base64.b64decode(code + "=" * (-len(code) % 4), b"-_", validate=True)


def _unpacked(packed: bytes) -> bytes:
    """Return the content of a link, or the first `_MAX_BYTES` + 1 bytes of a longer one.

    Raises:
        ValueError: the content is cut off.
        zlib.error: it is not compressed.
    """
    unpacker = zlib.decompressobj(_RAW, zdict=_DICTIONARY)
    content = unpacker.decompress(packed, _MAX_BYTES + 1)
    if not (unpacker.eof or len(content) > _MAX_BYTES):
        msg = "the content is cut off"
        raise ValueError(msg)
    return content


def _checksum(packed: bytes) -> bytes:
    return zlib.crc32(packed).to_bytes(4, "big")[:_CHECK]
