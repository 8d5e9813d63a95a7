"""Test the height that an embedded page requests for its frame."""

from __future__ import annotations

import pytest

from qwixx.ui.browser.frame_height import MAX_BORDER, FrameHeight


class Embedding:
    """A page in a frame that gets every height that the page requests.

    Args:
        first_height: height of the frame before the game starts, in pixels.
        border: height of its border and padding together, in pixels.
    """

    def __init__(self, first_height: int, border: int = 0) -> None:
        self.border = border
        self.frame = first_height
        self.height = FrameHeight(first_height - border)

    def show(self, place: str, content: int) -> int:
        """Show content of a height in pixels, and return the height of the frame after that."""
        for _ in range(9):
            page = max(content, self.frame - self.border)
            asked = self.height.height_to_request(place, page)
            if asked == self.frame:
                return self.frame
            self.frame = asked
            self.height.on_frame_resized(asked - self.border)
        pytest.fail("the heights never settle")


def test_frame_never_shrinks_below_its_first_height() -> None:
    embedding = Embedding(480)
    assert [embedding.show("start", 300), embedding.show("game", 410)] == [480, 480]


def test_frame_only_grows_in_one_place() -> None:
    embedding = Embedding(480)
    heights = [embedding.show("game", height) for height in (480, 493, 480, 500, 470)]
    assert heights == [480, 493, 493, 500, 500]
    assert embedding.show("finished", 1400) == 1400
    assert embedding.show("game", 470) == 480
    assert embedding.show("game", 490) == 490


def test_grown_frame_gets_its_first_height_before_another_place_is_measured() -> None:
    """The page may have the layout for its first height only in a frame of that height."""
    for page_height in (1400, 1500):
        height = FrameHeight(480)
        assert height.height_to_request("finished", 1400) == 1400
        height.on_frame_resized(1400)
        assert height.height_to_request("game", page_height) == 480
        assert height.height_to_request("game", page_height) == 480  # it has not shrunk yet
        height.on_frame_resized(480)
        assert height.height_to_request("game", 520) == 520


def test_height_of_lagging_frame_is_not_given_by_embedding_page() -> None:
    height = FrameHeight(480)
    assert [height.height_to_request("finished", page) for page in (900, 1400)] == [900, 1400]
    for frame in (900, 1400):
        height.on_frame_resized(frame)
    assert height.height_to_request("game", 1400) == 480


def test_frame_that_does_not_shrink_can_still_grow() -> None:
    height = FrameHeight(480)
    height.height_to_request("finished", 900)
    height.on_frame_resized(900)
    assert height.height_to_request("game", 900) == 480
    assert height.height_to_request("game", 950) == 950


def test_requested_height_includes_border() -> None:
    embedding = Embedding(480, border=6)
    assert embedding.show("start", 300) == 480
    assert embedding.show("game", 500) == 506
    assert embedding.show("start", 300) == 480
    embedding.border = 0
    embedding.height.on_frame_resized(480)
    assert embedding.height.height_to_request("start", 480) == 474  # as high inside as before


def test_height_set_by_embedding_page_is_not_a_border() -> None:
    height = FrameHeight(480)
    height.height_to_request("game", 500)
    height.on_frame_resized(500)
    for given in (700, 400):
        height.on_frame_resized(given)
        assert height.height_to_request("game", given) == given
    height.on_frame_resized(400 - MAX_BORDER)
    assert height.height_to_request("game", 400 - MAX_BORDER) == 400 + MAX_BORDER
