"""A rate limit for texts from untrusted peers."""

from __future__ import annotations

MAX_TEXT_BYTES = 1 << 16
"""Maximum size of a text in bytes; browsers refuse to send larger ones by default."""
PER_SECOND, AT_ONCE = 60, 200
"""Texts allowed per second in the long run, and in one burst; a game sends a few per second."""


class RateLimiter:
    """Limits the number and length of texts from one peer."""

    def __init__(self) -> None:
        self._room: float = AT_ONCE
        self._at: float | None = None

    def admit(self, text: object, now_ms: float) -> bool:
        """Count a text and return whether it is short enough and within the rate limit.

        Args:
            text: the received text.
            now_ms: time on a monotonic clock, in milliseconds.
        """
        passed = 0 if self._at is None else max(0, now_ms - self._at)
        self._room = min(AT_ONCE, self._room + passed * PER_SECOND / 1000) - 1
        self._at = now_ms
        if self._room < 0 or not isinstance(text, str) or len(text) > MAX_TEXT_BYTES:
            return False
        return len(text.encode(errors="replace")) <= MAX_TEXT_BYTES
