"""Heartbeats: both sides of a connection send empty texts, to notice a peer that went to sleep."""

from __future__ import annotations

from asyncio import sleep
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

PULSE = 2
"""Seconds between two heartbeats, which are empty texts."""
SILENCE = 6
"""Seconds without a text after which a peer counts as silent."""
RARELY = 10
"""Send heartbeats to a silent peer this many times more rarely.

A suspended page receives them all at once, which must not look like a flood.
"""


class Pulse:
    """Sends heartbeats to a peer, and notices when it falls silent.

    Args:
        send: sends a text.
        tell: handles whether the peer is silent, when that changes.
    """

    def __init__(self, send: Callable[[str], None], tell: Callable[[bool], None]) -> None:
        self._send = send
        self._tell = tell
        self._silent = False
        self._came = 0.0

    async def go_on(self) -> None:
        """Do so from now on, until it is cancelled."""
        self._came = looked = monotonic()
        beat = 0
        while True:
            now = monotonic()
            if now - looked > 2 * PULSE:  # this page was stopped: texts from meanwhile arrive now
                self._came = now
            looked = now
            if now - self._came >= SILENCE:
                self._change(silent=True)
            if not self._silent or beat % RARELY == 0:
                self._send("")
            beat += 1
            await sleep(PULSE)

    def hear(self) -> None:
        """Note that a text was received."""
        self._came = monotonic()
        self._change(silent=False)

    def _change(self, *, silent: bool) -> None:
        if silent is not self._silent:
            self._silent = silent
            self._tell(silent)
