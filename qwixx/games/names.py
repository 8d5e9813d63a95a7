"""Names of players and bots: validation and sanitizing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from qwixx.games.graphemes import truncate_at_grapheme

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_NAME = 40
"""Maximum number of code points in a player's name."""
MAX_KIND = 16
"""Maximum number of characters in the name of a bot, or of another kind of occupant."""
OWN_BOT = "own"
"""The kind of a bot that a player wrote."""
KINDS: set[str] = set()
"""Kinds of occupants registered by higher layers: the names of bots."""
_KIND = re.compile("[a-z][a-z0-9-]*")
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_NOT_IN_XML = re.compile("[\ufffe\uffff]")
"""Characters with which no picture (SVG) could be drawn; names in old saves may have them."""
# Invisible characters, some of which reorder the text around a name.
_INVISIBLE = re.compile(
    "[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]"
)
# Joiners, fillers, variation selectors, and tags: parts of letters and emoji, blank on their own.
_BLANK = (
    "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u200c\u200d\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_VISIBLE = re.compile(f"[^\\s{_BLANK}]")


def is_possible_occupant_kind(value: object) -> bool:
    """Return whether a value has the form of an occupant's kind: "person" or a bot's name."""
    return isinstance(value, str) and len(value) <= MAX_KIND and _KIND.fullmatch(value) is not None


def register_bot_kind(name: str) -> None:
    """Register the name of a bot, so that links and archives can record its seats.

    Raises:
        ValueError: the name is longer than `MAX_KIND` characters, does not start with a
            lowercase letter, or contains characters other than lowercase letters, digits,
            and hyphens.
    """
    if not is_possible_occupant_kind(name):
        msg = f"the name of a bot must be one lowercase word, not {name!r}"
        raise ValueError(msg)
    KINDS.add(name)


def check_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names as a tuple if all are valid.

    Raises:
        ValueError: `names` is neither a tuple nor a list, or a name does not have 1 to `MAX_NAME`
            characters, is blank, or contains control characters (such as those for the writing
            direction).
    """
    if isinstance(names, (tuple, list)) and all(
        isinstance(name, str)
        and is_visible(name)
        and len(name) <= MAX_NAME
        and not _UNPRINTABLE.search(name)
        and not _INVISIBLE.search(name)
        for name in names
    ):
        return tuple(names)
    msg = (
        f"names must have 1 to {MAX_NAME} characters, with a visible one and no control characters"
    )
    raise ValueError(msg)


def sanitize_name(text: str, max_bytes: int = 4 * MAX_NAME) -> str:
    """Return entered text as a valid name, cleaned and truncated; "" if nothing is visible.

    Args:
        text: the text.
        max_bytes: maximum size of the name in UTF-8.
    """
    printable = _NOT_IN_XML.sub("", _UNPRINTABLE.sub("", text))
    name = truncate_at_grapheme(strip_invisible(printable).strip(), MAX_NAME).strip()
    while len(name.encode()) > max_bytes:
        name = truncate_at_grapheme(name, len(name) - 1).strip()
    return name if is_visible(name) else ""


def strip_invisible(text: str) -> str:
    """Return a text without the invisible characters that names must not contain."""
    return _INVISIBLE.sub("", text)


def is_visible(text: str) -> bool:
    """Return whether a text contains a visible character."""
    return _VISIBLE.search(text) is not None
