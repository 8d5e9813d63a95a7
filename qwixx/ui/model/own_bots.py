"""The bots that players wrote in this browser, as one saved text."""

from __future__ import annotations

import json
import re
from typing import NamedTuple

from qwixx.games.names import sanitize_name
from qwixx.games.written.bot_link import MAX_TEXT, id_of_text
from qwixx.games.written.link_seal import SealedLinkReason
from qwixx.games.written.safe_json import loads

MAX_BOTS = 20
"""Maximum number of saved bots."""
MAX_PLAYED = 5
"""Maximum number of texts that are saved because games are played against them."""


OPPONENTS = ("random", "greedy", "easy", "medium", "heuristic", "hard")
"""Our bots that players' own bots can play against, weakest first."""
LINK_INCOMPLETE, LINK_DAMAGED = "link-incomplete", "link-damaged"
LINK_NEWER, LINK_TOO_LONG = "link-newer", "link-too-long"
NOT_TEXT, NO_LINK, NO_ADDRESS, FULL = "not-text", "no-link", "no-address", "full"
CUT = "cut"
PROBLEMS = (
    *(LINK_INCOMPLETE, LINK_DAMAGED, LINK_NEWER, LINK_TOO_LONG),
    *(NOT_TEXT, NO_LINK, NO_ADDRESS, FULL, CUT),
)
"""Problems of opening, sharing, and saving."""
PROBLEM_OF_LINK = {
    SealedLinkReason.INCOMPLETE: LINK_INCOMPLETE,
    SealedLinkReason.DAMAGED: LINK_DAMAGED,
    SealedLinkReason.NEWER: LINK_NEWER,
    SealedLinkReason.TOO_LONG: LINK_TOO_LONG,
}
_NAME = re.compile(r"""^NAME *= *(["'])(.*)\1""", re.MULTILINE)


class OwnBots(NamedTuple):
    """The saved bots.

    Args:
        bots: texts of the bots, the latest first.
        played: texts that a player of this browser has played against, the latest first; no
            other text plays in a game.
    """

    bots: tuple[str, ...] = ()
    played: tuple[str, ...] = ()

    def with_played(self, text: str) -> OwnBots:
        """Return the bots after a game against a text has begun."""
        others = (each for each in self.played if each != text)
        return self._replace(played=(text, *others)[:MAX_PLAYED])

    def find_played(self, text_id: str) -> str | None:
        """Return the played text with an id; None if there is none."""
        return next((text for text in self.played if id_of_text(text) == text_id), None)


def is_program_text(text: str) -> bool:
    """Return whether the text of a file may be a bot's."""
    return bool(text) and "\0" not in text and "\ufffd" not in text and len(text) <= MAX_TEXT


def is_full_program(text: str) -> bool:
    """Return whether a field for programs takes nothing more after a text.

    Browsers count its characters in UTF-16; the page's Python lacks "utf-16-le", which writes no
    byte order mark.
    """
    return len(text.encode("utf-16", "surrogatepass")) >= 2 * (MAX_TEXT + 1)


def name_of_bot(text: str) -> str:
    """Return the `NAME` in a bot's text, without running it; "" if it has none."""
    found = _NAME.search(text)
    return sanitize_name(found[2]) if found else ""


def write_own_bots(own: OwnBots) -> str:
    """Return bots as a text; "" for none."""
    if own == OwnBots():
        return ""
    return json.dumps({"version": 1, "bots": list(own.bots), "played": list(own.played)})


def parse_own_bots_or_empty(text: str) -> OwnBots:
    """Return the bots in a text; none if it cannot be read."""
    try:
        fields = loads(text)
    except ValueError:
        return OwnBots()
    if not isinstance(fields, dict):
        return OwnBots()
    return OwnBots(_texts(fields.get("bots")), _texts(fields.get("played"))[:MAX_PLAYED])


def _texts(value: object) -> tuple[str, ...]:
    """Return the bots' texts in a value."""
    if not isinstance(value, list):
        return ()
    return tuple(each for each in value if isinstance(each, str) and len(each) <= MAX_TEXT)
