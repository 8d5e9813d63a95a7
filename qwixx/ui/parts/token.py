"""A player's avatar: a bot's face, or the seat's emblem."""

from __future__ import annotations

from functools import lru_cache

from qwixx.bots import LEVELS
from qwixx.ui.parts.html import Node, h

EMBLEMS = 5
"""Number of emblems; larger groups, as of friends who replied to a challenge, share them."""


@lru_cache(maxsize=16)
def seat_token(seat_kind: str, seat: int) -> Node:
    """Return the face of a bot, or else the emblem of the seat.

    Args:
        seat_kind: kind of the seat, as in `Seat.kind`.
        seat: index of the seat.
    """
    shape = seat_kind if seat_kind in LEVELS else f"seat-{seat % EMBLEMS + 1}"
    return h("span", {"class": f"token {shape}", "aria-hidden": "true"})
