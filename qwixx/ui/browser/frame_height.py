"""How high the page asks to be where it lies in another page."""

from __future__ import annotations

WIDEST = 64
"""The most that counts as a frame's border and padding, above and below, in pixels."""


class FrameHeight:
    """The height of a frame whose host may follow the height that the page asks for."""

    def __init__(self) -> None:
        """Have asked for nothing yet."""
        self.asked = 0
        self._place: object = None
        self._tallest = 0
        self._border = 0

    def ask(self, place: object, height: int) -> int:
        """Return how high the frame should be, in pixels.

        In one place of the page it only grows: a sentence that comes and goes would make the
        text around the game jump.

        Args:
            place: what is shown, and how wide the frame is.
            height: of what is shown, in pixels.
        """
        if place != self._place:
            self._place, self._tallest = place, 0
        self._tallest = max(self._tallest, height)
        self.asked = self._tallest + self._border
        return self.asked

    def resized(self, height: int) -> None:
        """Record the actual height; a difference is the frame's border (`box-sizing: border-box`)."""
        missing = self.asked - height
        self._border = missing if 0 < missing <= WIDEST else 0
