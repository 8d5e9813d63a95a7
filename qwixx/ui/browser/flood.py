"""A rate limit for texts from peers, who are untrusted."""

from __future__ import annotations

LONGEST = 1 << 16
"""How many bytes a text has at most: more, browsers do not send either, unless told to."""
PER_SECOND, AT_ONCE = 60, 200
"""How many texts may come for long, and how many at once: a game sends a few in a second."""


class Flood:
    """What has come from somebody."""

    def __init__(self) -> None:
        """Have heard nothing."""
        self._room: float = AT_ONCE
        self._at: float | None = None

    def takes(self, text: object, now: float) -> bool:
        """Return whether to accept a text: short enough, and within the rate limit.

        Args:
            text: what has come.
            now: when, in milliseconds of a clock that does not go back.
        """
        passed = 0 if self._at is None else max(0, now - self._at)
        self._room = min(AT_ONCE, self._room + passed * PER_SECOND / 1000) - 1
        self._at = now
        if self._room < 0 or not isinstance(text, str) or len(text) > LONGEST:
            return False
        return len(text.encode(errors="replace")) <= LONGEST
