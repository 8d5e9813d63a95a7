"""The page embedded in another page: the frame's key and requested height."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

from js import document, window
from pyodide.ffi import JsException

from qwixx.ui.address import without_foreign_parameters
from qwixx.ui.browser.errors import make_listener
from qwixx.ui.browser.frame_height import FrameHeight

if TYPE_CHECKING:
    from collections.abc import Callable


class EmbeddingPage:
    """The page that embeds this one.

    Args:
        place: returns a key of the screen; while the key stays the same, the frame only grows.
    """

    def __init__(self, place: Callable[[], object]) -> None:
        """Watch the height of the page."""
        self.place = place
        self.shown_place = place()
        self.height = FrameHeight(window.innerHeight)
        observer = window.ResizeObserver.new(make_listener(self._announce_height))
        observer.observe(document.getElementById("app"))
        window.addEventListener("resize", make_listener(self._on_frame_event))

    def announce_new_place(self) -> None:
        """Announce the height if another screen is shown, which may be as high as the last one."""
        if self.place() != self.shown_place:
            self.shown_place = self.place()
            self._announce_height()

    def _announce_height(self, *_: object) -> None:
        """Send the embedding page the requested height, and nothing else, if it has changed."""
        height = math.ceil(document.getElementById("app").getBoundingClientRect().height)
        before = self.height.asked
        height = self.height.height_to_request((self.place(), window.innerWidth), height)
        if height != before:
            message = json.dumps({"type": "qwixx:resize", "height": height})
            window.parent.postMessage(window.JSON.parse(message), "*")

    def _on_frame_event(self, _event: Any) -> None:
        self.height.on_frame_resized(window.innerHeight)
        self._announce_height()


def key_among_identical_frames() -> str:
    """Return a key that distinguishes this frame from identical ones on the same page."""
    search = without_foreign_parameters(str(window.location.search))
    number = 0
    for index in range(window.parent.length):
        frame = window.Reflect.get(window.parent, index)
        if window.Reflect.get(window.Object, "is")(frame, window.self):
            break
        number += _shows_same_page(frame, search)
    return f"{search}#{number}" if number else search


def _shows_same_page(frame: Any, search: str) -> bool:
    """Return whether a frame shows this page with the same parameters."""
    try:
        there = frame.location
        same_path = str(there.pathname) == str(window.location.pathname)
        return same_path and without_foreign_parameters(str(there.search)) == search
    except (JsException, AttributeError):
        return False  # of another origin
