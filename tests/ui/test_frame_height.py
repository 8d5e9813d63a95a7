"""Test the height that an embedded page requests for its frame."""

from __future__ import annotations

from qwixx.ui.browser.frame_height import MAX_BORDER, FrameHeight


def test_height_only_grows_in_one_place() -> None:
    frame = FrameHeight()
    assert [
        frame.height_without_shrinking("game", height) for height in (480, 493, 480, 500, 470)
    ] == [*(480, 493, 493, 500, 500)]
    assert frame.height_without_shrinking("start", 300) == 300
    assert frame.height_without_shrinking("game", 480) == 480


def test_requested_height_includes_border() -> None:
    frame = FrameHeight()
    frame.height_without_shrinking("game", 500)
    for _ in range(2):  # the border takes 6 pixels of the requested height
        frame.measure_border(frame.asked - 6)
        assert frame.height_without_shrinking("game", 500) == 506
    assert frame.height_without_shrinking("start", 300) == 306
    frame.measure_border(306)  # border removed
    assert frame.height_without_shrinking("start", 300) == 300


def test_height_set_by_embedding_page_is_not_a_border() -> None:
    frame = FrameHeight()
    frame.height_without_shrinking("game", 500)
    for height in (700, 500, 500 - MAX_BORDER - 1):
        frame.measure_border(height)
        assert frame.height_without_shrinking("game", 500) == 500
    frame.measure_border(500 - MAX_BORDER)
    assert frame.height_without_shrinking("game", 500) == 500 + MAX_BORDER
