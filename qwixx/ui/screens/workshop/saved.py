"""The bots that players wrote in this browser, as one saved text."""

from __future__ import annotations

import json

from qwixx.games.written.bot_link import MAX_TEXT
from qwixx.games.written.safe_json import loads

MAX_BOTS = 20
"""Maximum number of saved bots."""


def write_bots(texts: tuple[str, ...]) -> str:
    """Return bots as a text; "" for none."""
    return json.dumps({"version": 1, "bots": list(texts)}) if texts else ""


def parse_bots_or_empty(text: str) -> tuple[str, ...]:
    """Return the bots in a text; () if it cannot be read."""
    try:
        fields = loads(text)
    except ValueError:
        return ()
    bots = fields.get("bots") if isinstance(fields, dict) else None
    if not isinstance(bots, list):
        return ()
    return tuple(each for each in bots if isinstance(each, str) and len(each) <= MAX_TEXT)
