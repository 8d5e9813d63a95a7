"""The messages with which two connected pages prepare the return of either after a reload.

They travel on a data channel of their own: pages that do not know it never see them. Each is a
word and a signal. The page that may be reloaded sends the `KEY` that it will use when it returns:
a certificate's fingerprint, user name, and password. The other page prepares a connection for that
key and replies with its `OFFER`, which the first page saves.
"""

from __future__ import annotations

import base64
from random import SystemRandom
from typing import TYPE_CHECKING, NamedTuple

from qwixx.games.written.safe_json import loads
from qwixx.ui.model.effects import MAX_PEERS
from qwixx.ui.model.signals import Signal, SignalError, pack, unpack

if TYPE_CHECKING:
    from collections.abc import Sequence

KEY, OFFER = "key", "offer"
"""The words before the signal."""
MAX_LENGTH = 512
"""Maximum length of a message in characters."""
MAX_MESSAGES = 20
"""Maximum number of messages that a page handles over one connection; two are enough unless the
connection falls silent and recovers."""


class ReturnMessage(NamedTuple):
    """A message about a return.

    Args:
        kind: `KEY` or `OFFER`.
        signal: the key, which has no addresses, or the offer.
    """

    kind: str
    signal: Signal


class ReturnPath(NamedTuple):
    """All that a page saves to return to one peer.

    Args:
        key: the page's own key.
        offer: the peer's offer.
    """

    key: Signal
    offer: Signal


def write_message(kind: str, signal: Signal) -> str:
    """Return a message as text."""
    return f"{kind} {pack(signal)}"


def parse_message(text: object) -> ReturnMessage | None:
    """Parse a message from a peer; return None if it is invalid."""
    if not isinstance(text, str) or len(text) > MAX_LENGTH:
        return None
    kind, _, packed = text.partition(" ")
    try:
        signal = unpack(packed)
    except SignalError:
        return None
    # A key never has addresses: it is made before its connection exists.
    valid = kind == OFFER or (kind == KEY and not signal.candidates)
    return ReturnMessage(kind, signal) if valid else None


def new_key(fingerprint: bytes) -> Signal:
    """Return a key with a new user name and password, in Chromium's format.

    Args:
        fingerprint: SHA-256 digest of the certificate, 32 bytes.
    """
    draw = SystemRandom().randbytes
    name, password = (base64.b64encode(draw(size)).decode() for size in (3, 18))
    return Signal(0, 0, fingerprint, name, password)


def write_return_paths(paths: Sequence[ReturnPath]) -> str:
    """Return paths as text, to be saved."""
    pairs = (f'["{pack(path.key)}","{pack(path.offer)}"]' for path in paths[:MAX_PEERS])
    return f"[{','.join(pairs)}]"


def parse_return_paths(text: object) -> tuple[ReturnPath, ...]:
    """Parse saved return paths; return () if the text is invalid."""
    try:
        pairs = loads(text if isinstance(text, str) else "")
        return tuple(ReturnPath(unpack(key), unpack(offer)) for key, offer in pairs[:MAX_PEERS])
    except (ValueError, TypeError, AttributeError, KeyError):
        return ()
