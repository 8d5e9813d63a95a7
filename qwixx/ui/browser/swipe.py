"""Turn to the next or previous sheet when a person swipes horizontally."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from js import document

from qwixx.ui.browser.errors import make_listener
from qwixx.ui.model.messages import ControlUsed, Message

if TYPE_CHECKING:
    from collections.abc import Callable

FAR = 48
"""Minimum length of a swipe, in pixels; its vertical part is at most half as long."""


class Swipes:
    """Listens for swipes on elements with `data-swipe`.

    Args:
        send: handles each message.
    """

    def __init__(self, send: Callable[[Message], None]) -> None:
        self.send = send
        self._start: tuple[float, float] | None = None
        place = document.getElementById("app")
        for kind, handler in (("touchstart", self._on_start), ("touchend", self._on_end)):
            place.addEventListener(kind, make_listener(handler))

    def _on_start(self, event: Any) -> None:
        one = event.touches.length == 1 and event.target.closest("[data-swipe]")
        touch = event.touches.item(0)
        self._start = (touch.clientX, touch.clientY) if one else None

    def _on_end(self, event: Any) -> None:
        if self._start is None:
            return
        touch = event.changedTouches.item(0)
        across, along = touch.clientX - self._start[0], touch.clientY - self._start[1]
        self._start = None
        if abs(across) >= FAR and abs(across) > 2 * abs(along):
            onwards = (across < 0) is (document.documentElement.dir != "rtl")
            self.send(ControlUsed("swipe:next" if onwards else "swipe:previous"))
