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
    """Holds a wake lock while a game is in progress and the page is visible.

    The browser may release it at any time, as when the battery is low; the next rendering then
    requests another one.
    """

    def __init__(self) -> None:
        self.is_needed = False
        self._lock: Any = None
        self._is_requesting = False
        self._is_supported = hasattr(window.navigator, "wakeLock")
        self._timer = 0
        self._tire = make_listener(lambda: self.set_needed(needed=False))
        self._on_release = make_listener(self._forget_lock)
        # The browser releases the lock when the page is hidden.
        document.addEventListener("visibilitychange", make_listener(self._on_visibility_change))

    def set_needed(self, *, needed: bool) -> None:
        """Set whether a game is in progress; called after each rendering."""
        window.clearTimeout(self._timer)
        if needed:
            self._timer = window.setTimeout(self._tire, PATIENCE)
        is_lost = needed and self._lock is None
        if self._is_supported and (needed is not self.is_needed or is_lost):
            self.is_needed = needed
            run_in_background(self._update())

    def _on_visibility_change(self, _event: Any) -> None:
        self._lock = None
        if self._is_supported:
            run_in_background(self._update())

    def _forget_lock(self, event: Any) -> None:
        if self._lock is not None and self._lock == event.target:
            self._lock = None

    async def _update(self) -> None:
        if self._is_requesting:
            return  # looks again afterward
        try:
            if not self.is_needed and self._lock:
                lock, self._lock = self._lock, None
                await lock.release()
            elif self.is_needed and not self._lock and document.visibilityState == "visible":
                await self._request()
        except (JsException, AttributeError):
            self._lock = None  # low battery, or not allowed in this frame

    async def _request(self) -> None:
        self._is_requesting = True
        try:
            self._lock = await window.navigator.wakeLock.request("screen")
            self._lock.addEventListener("release", self._on_release)
        finally:
            self._is_requesting = False
        if not self.is_needed:  # the game ended meanwhile
            await self._update()
