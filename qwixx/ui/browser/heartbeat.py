"""Heartbeats: empty texts that both sides of a connection send to detect a sleeping peer."""

from __future__ import annotations

from asyncio import sleep
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

INTERVAL_S = 2
"""Seconds between two heartbeats."""
SILENT_AFTER_S = 6
"""Seconds without a text after which a peer counts as silent."""
RARELY = 10
"""Factor by which heartbeats to a silent peer are less frequent.

A suspended page later receives all heartbeats together, and they must not look like a flood.
"""


class Heartbeat:
    """Sends heartbeats to a peer and notices when the peer falls silent.

    Args:
        send: sends a text.
        on_silence: called with True when the peer falls silent, and with False once texts arrive.
    """

    def __init__(self, send: Callable[[str], None], on_silence: Callable[[bool], None]) -> None:
        self._send = send
        self._on_silence = on_silence
        self._silent = False
        self._last_received = 0.0

    async def run(self) -> None:
        """Send heartbeats until canceled."""
        self._last_received = looked = monotonic()
        count = 0
        while True:
            now = monotonic()
            if (
                now - looked > 2 * INTERVAL_S
            ):  # this page was suspended: texts sent meanwhile arrive now
                self._last_received = now
            looked = now
            if now - self._last_received >= SILENT_AFTER_S:
                self._set_silent(silent=True)
            if not self._silent or count % RARELY == 0:
                self._send("")
            count += 1
            await sleep(INTERVAL_S)

    def on_received(self) -> None:
        """Record that a text was received from the peer."""
        self._last_received = monotonic()
        self._set_silent(silent=False)

    def _set_silent(self, *, silent: bool) -> None:
        if silent is not self._silent:
            self._silent = silent
            self._on_silence(silent)
