"""Keep the screen on during a game, if the browser allows it."""

from __future__ import annotations

from typing import Any

from js import document, window
from pyodide.ffi import JsException

from qwixx.ui.browser.errors import make_listener
from qwixx.ui.browser.tasks import run_in_background

PATIENCE = 600_000
"""Time without activity after which the wake lock is released, in milliseconds."""


class WakeLock:
    """Holds a wake lock while a game is in progress and the page is visible."""

    def __init__(self) -> None:
        self.is_needed = False
        self._lock: Any = None
        self._timer = 0
        self._tire = make_listener(lambda: self.set_needed(needed=False))
        # The browser releases the lock when the page is hidden.
        document.addEventListener("visibilitychange", make_listener(self._on_visibility_change))

    def set_needed(self, *, needed: bool) -> None:
        """Set whether a game is in progress; called after each rendering."""
        window.clearTimeout(self._timer)
        if needed:
            self._timer = window.setTimeout(self._tire, PATIENCE)
        if needed is not self.is_needed:
            self.is_needed = needed
            run_in_background(self._update())

    def _on_visibility_change(self, _event: Any) -> None:
        self._lock = None
        run_in_background(self._update())

    async def _update(self) -> None:
        try:
            if not self.is_needed and self._lock:
                await self._lock.release()
                self._lock = None
            elif self.is_needed and not self._lock and document.visibilityState == "visible":
                self._lock = await window.navigator.wakeLock.request("screen")
                if not self.is_needed:  # the game ended meanwhile
                    await self._update()
        except (JsException, AttributeError):
            self._lock = None  # low battery, not allowed in this frame, or not supported
