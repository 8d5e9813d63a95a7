"""The common form of links in the URL's fragment: a version, a length, the contents, and a check.

The length tells a link that a messenger cut from one with a wrong character, and characters that a
messenger appended are ignored. A sealed link consists of `mixed_radix.ALPHABET`.
"""

from __future__ import annotations

from enum import Enum
from hashlib import sha256

from qwixx.games.written.mixed_radix import ALPHABET

MAX_BODY = len(ALPHABET) ** 2 - 4
"""Maximum number of characters in the contents of a link."""
_HEAD = 3  # characters of the version and the length
_CHECK = 3


class SealedLinkReason(Enum):
    """The reason why a text is not a valid link."""

    INCOMPLETE = "the end is missing"
    DAMAGED = "characters are wrong"
    NEWER = "another version wrote it"
    TOO_LONG = "too long"
    INVALID = "whole, but not valid in this version"


class SealedLinkError(ValueError):
    """The text is not a valid link.

    Args:
        reason: machine-readable reason.
    """

    def __init__(self, reason: SealedLinkReason) -> None:
        """Store the reason."""
        super().__init__(f"not a valid link: {reason.value}")
        self.reason = reason


def seal_link(version: str, body: str) -> str:
    """Return the text of a link.

    Args:
        version: the version, one decimal digit.
        body: the contents, at most `MAX_BODY` characters of `ALPHABET`.

    Raises:
        ValueError: the contents are too long.
    """
    if len(body) > MAX_BODY:
        msg = f"a link holds {MAX_BODY} characters, not {len(body)}"
        raise ValueError(msg)
    high, low = divmod(len(body) + _CHECK, len(ALPHABET))
    head = version + ALPHABET[high] + ALPHABET[low]
    return head + body + digest_characters(head + body, _CHECK)


def open_link(version: str, text: str) -> str:
    """Return the contents of a link; characters after its end are ignored.

    Args:
        version: the only version that the caller can read.
        text: the text, which is untrusted.

    Raises:
        SealedLinkError: the text is not a whole link of this version.
    """
    digits = [ALPHABET.find(character) for character in text[1:_HEAD]]
    if not (text[:1].isascii() and text[:1].isdecimal()) or -1 in digits:
        raise SealedLinkError(SealedLinkReason.DAMAGED if text else SealedLinkReason.INCOMPLETE)
    if text[0] != version:
        raise SealedLinkError(SealedLinkReason.NEWER)
    if len(digits) < _HEAD - 1:
        raise SealedLinkError(SealedLinkReason.INCOMPLETE)
    length = _HEAD + digits[0] * len(ALPHABET) + digits[1]
    if len(text) < length:
        raise SealedLinkError(SealedLinkReason.INCOMPLETE)
    whole = text[:length]
    head_and_body, check = whole[:-_CHECK], whole[-_CHECK:]
    if length < _HEAD + _CHECK or digest_characters(head_and_body, _CHECK) != check:
        raise SealedLinkError(SealedLinkReason.DAMAGED)
    return head_and_body[_HEAD:]


def digest_characters(text: str, length: int) -> str:
    """Return characters that depend on all of a text."""
    number = int.from_bytes(sha256(text.encode()).digest())
    return "".join(ALPHABET[number >> 6 * place & 63] for place in range(length))
