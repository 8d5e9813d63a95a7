"""How high the page asks to be in another page."""

from __future__ import annotations

from qwixx.ui.browser.frame_height import MAX_BORDER, FrameHeight


def test_in_one_place_it_only_grows() -> None:
    frame = FrameHeight()
    assert [
        frame.height_without_shrinking("game", height) for height in (480, 493, 480, 500, 470)
    ] == [*(480, 493, 493, 500, 500)]
    assert frame.height_without_shrinking("start", 300) == 300
    assert frame.height_without_shrinking("game", 480) == 480


def test_what_the_border_takes_is_asked_for() -> None:
    frame = FrameHeight()
    frame.height_without_shrinking("game", 500)
    for _ in range(2):  # the frame is as high as was asked for; what is in it is not
        frame.measure_border(frame.asked - 6)
        assert frame.height_without_shrinking("game", 500) == 506
    assert frame.height_without_shrinking("start", 300) == 306
    frame.measure_border(306)  # the border is gone
    assert frame.height_without_shrinking("start", 300) == 300


def test_a_host_that_does_as_it_likes_is_not_taken_for_a_border() -> None:
    frame = FrameHeight()
    frame.height_without_shrinking("game", 500)
    for height in (700, 500, 500 - MAX_BORDER - 1):
        frame.measure_border(height)
        assert frame.height_without_shrinking("game", 500) == 500
    frame.measure_border(500 - MAX_BORDER)
    assert frame.height_without_shrinking("game", 500) == 500 + MAX_BORDER
