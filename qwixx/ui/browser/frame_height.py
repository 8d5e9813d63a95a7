"""The height that an embedded page requests for its frame."""

from __future__ import annotations

MAX_BORDER = 64
"""Maximum height of a frame's border and padding together, in pixels."""
MAX_PENDING = 8
"""Number of requests that are remembered."""


class FrameHeight:
    """Computes the height to request for a frame.

    The page is at least as high as its frame, so the requests never shrink the frame, except to
    the height that the embedding page gave it.

    Args:
        frame_height_px: height of the page inside the frame, in pixels.
    """

    def __init__(self, frame_height_px: int) -> None:
        self.asked = 0
        self._requests: list[int] = []  # recent ones: the frame may lag behind
        self._given = self._current = frame_height_px
        self._place: object = None
        self._tallest = frame_height_px
        self._border = 0
        self._outdated_px = 0  # height of the page in a frame that is about to shrink

    def height_to_request(self, place: object, page_height_px: int) -> int:
        """Return the height to request for the frame, in pixels.

        While `place` stays the same, the height only grows: otherwise, a sentence that appears and
        disappears would make the text around the frame jump. In another place, a frame that has
        grown gets its first height again; the page then has the layout of that height.

        Args:
            place: the screen and the width of the frame.
            page_height_px: height of the page, in pixels.
        """
        if place != self._place:
            self._place = place
            self._tallest = self._given
            self._outdated_px = page_height_px if self._current > self._given else 0
        if page_height_px > self._current and page_height_px != self._outdated_px:
            self._tallest = max(self._tallest, page_height_px)
        self.asked = self._tallest + self._border
        if self.asked not in self._requests[-1:]:
            self._requests = [*self._requests, self.asked][-MAX_PENDING:]
        return self.asked

    def on_frame_resized(self, frame_height_px: int) -> None:
        """Record the height of a resized frame and of its border.

        The requested height includes the border. Any other height comes from the embedding page.

        Args:
            frame_height_px: height of the page inside the frame, in pixels.
        """
        self._current = frame_height_px
        self._outdated_px = 0
        if frame_height_px + self._border in self._requests:
            return
        borders = [asked - frame_height_px for asked in self._requests]
        borders = [border for border in borders if 0 <= border <= MAX_BORDER]
        if borders:
            self._border = borders[-1]
        else:
            self._border = 0
            self._given = self._tallest = frame_height_px
