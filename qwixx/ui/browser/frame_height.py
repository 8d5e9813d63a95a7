"""The height that an embedded page requests for its frame."""

from __future__ import annotations

MAX_BORDER = 64
"""Maximum height of a frame's border and padding together, in pixels."""


class FrameHeight:
    """Computes the height to request for a frame."""

    def __init__(self) -> None:
        self.asked = 0
        self._place: object = None
        self._tallest = 0
        self._border = 0

    def height_without_shrinking(self, place: object, page_height_px: int) -> int:
        """Return the height to request for the frame, in pixels.

        While `place` stays the same, the height only grows: otherwise, a sentence that appears and
        disappears would make the text around the frame jump.

        Args:
            place: the screen and the width of the frame.
            page_height_px: height of the page, in pixels.
        """
        if place != self._place:
            self._place, self._tallest = place, 0
        self._tallest = max(self._tallest, page_height_px)
        self.asked = self._tallest + self._border
        return self.asked

    def measure_border(self, frame_height_px: int) -> None:
        """Record the height of the frame's border, which the requested height includes.

        Args:
            frame_height_px: height of the page inside the frame, in pixels.
        """
        missing = self.asked - frame_height_px
        self._border = missing if 0 < missing <= MAX_BORDER else 0
