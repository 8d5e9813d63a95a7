"""The page in a frame of another page: its identity and its requested height."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

from js import document, window
from pyodide.ffi import JsException

from qwixx.ui.address import own_search
from qwixx.ui.browser.errors import listener
from qwixx.ui.browser.frame_height import FrameHeight

if TYPE_CHECKING:
    from collections.abc import Callable


class Host:
    """The embedding page, if there is one.

    Args:
        place: returns the name of the screen; while it stays, a frame only grows.
    """

    def __init__(self, place: Callable[[], object]) -> None:
        """Watch the height of the page."""
        self.place = place
        self.height = FrameHeight()
        observer = window.ResizeObserver.new(listener(self._announce_height))
        observer.observe(document.getElementById("app"))
        window.addEventListener("resize", listener(self._heed_frame))

    def _announce_height(self, *_: object) -> None:
        """Send the embedding page the height of the game, and nothing else."""
        height = math.ceil(document.getElementById("app").getBoundingClientRect().height)
        before = self.height.asked
        height = self.height.ask((self.place(), window.innerWidth), height)
        if height != before:
            message = json.dumps({"type": "qwixx:resize", "height": height})
            window.parent.postMessage(window.JSON.parse(message), "*")

    def _heed_frame(self, _event: Any) -> None:
        self.height.resized(window.innerHeight)
        self._announce_height()


def frame_name() -> str:
    """Return a key that distinguishes this frame from identical ones on the same page."""
    search = own_search(str(window.location.search))
    number = 0
    for index in range(window.parent.length):
        frame = window.Reflect.get(window.parent, index)
        if window.Reflect.get(window.Object, "is")(frame, window.self):
            break
        number += _is_alike(frame, search)
    return f"{search}#{number}" if number else search


def _is_alike(frame: Any, search: str) -> bool:
    """Return whether a frame shows this page with the same parameters."""
    try:
        there = frame.location
        same_path = str(there.pathname) == str(window.location.pathname)
        return same_path and own_search(str(there.search)) == search
    except (JsException, AttributeError):
        return False  # of another origin
