"""Names: which texts can be a player's name or a bot's, and how a text becomes a player's."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from qwixx.games.graphemes import cut

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_NAME = 40
"""The most code points in a player's name."""
MAX_KIND = 16
"""The number of characters that the name of a bot, or another kind of seat, may have."""
KINDS: set[str] = set()
"""The kinds of seats that the layers above have registered: the names of bots."""
_KIND = re.compile("[a-z][a-z0-9-]*")
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
# What turns the text around a name, or is no part of any: names saved earlier may have them.
_UNSEEN = re.compile(
    "[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]"
)
# Parts of letters and emoji (joiners, fillers, variation selectors, tags) show nothing alone.
_BLANK = (
    "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u200c\u200d\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_SEEN = re.compile(f"[^\\s{_BLANK}]")


def is_kind(value: object) -> bool:
    """Return whether a value can say who holds a seat: the name of a bot, or "person"."""
    return isinstance(value, str) and len(value) <= MAX_KIND and _KIND.fullmatch(value) is not None


def add_kind(name: str) -> None:
    """Register the name of a bot, so that links and archives can hold its seat.

    Raises:
        ValueError: it is not one word of lowercase letters, digits and hyphens, or too long.
    """
    if not is_kind(name):
        msg = f"the name of a bot is one lowercase word, not {name!r}"
        raise ValueError(msg)
    KINDS.add(name)


def check_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return players' names if they can be such.

    Raises:
        ValueError: one of them is not a text of 1 to `MAX_NAME` characters, shows nothing,
            or holds control characters, those of the writing direction among them.
    """
    if isinstance(names, (tuple, list)) and all(
        isinstance(name, str)
        and _SEEN.search(name)
        and len(name) <= MAX_NAME
        and not _UNPRINTABLE.search(name)
        and not _UNSEEN.search(name)
        for name in names
    ):
        return tuple(names)
    msg = f"a name has 1 to {MAX_NAME} characters, none of them control characters"
    raise ValueError(msg)


def sanitize_name(text: str) -> str:
    """Return a typed text as a name that `Game` takes, or "" if nothing is left of it."""
    name = cut(_UNSEEN.sub("", _UNPRINTABLE.sub("", text)).strip(), MAX_NAME).strip()
    return name if _SEEN.search(name) else ""


def sanitize_saved_name(name: str, number: int) -> str:
    """Return a saved name without what was allowed once; a number if nothing is seen of it."""
    seen = _UNSEEN.sub("", name)
    return seen if _SEEN.search(seen) or not name.strip() else str(number)
