"""A page takes what a game sends, and no flood."""

from __future__ import annotations

import pytest

from qwixx.ui.browser.rate_limiter import AT_ONCE, MAX_TEXT_BYTES, PER_SECOND, RateLimiter


def test_many_at_once_are_taken_but_not_more() -> None:
    flood = RateLimiter()
    assert [flood.admit("x", 5) for _ in range(AT_ONCE + 1)] == [True] * AT_ONCE + [False]


def test_some_in_a_second_are_taken_for_long_and_twice_as_many_are_not() -> None:
    flood, hurried = RateLimiter(), RateLimiter()
    count = 60 * PER_SECOND
    assert all(flood.admit("x", n * 1000 / PER_SECOND) for n in range(count))
    assert not all(hurried.admit("x", n * 500 / PER_SECOND) for n in range(count))


def test_after_a_pause_there_is_room_again_but_not_more_than_ever() -> None:
    flood = RateLimiter()
    assert all(flood.admit("x", 0) for _ in range(AT_ONCE))
    assert [flood.admit("x", 1000) for _ in range(PER_SECOND + 1)] == [True] * PER_SECOND + [False]
    flood = RateLimiter()
    taken = [flood.admit("x", 1e9) for _ in range(AT_ONCE + 1)]
    assert taken.count(True) == AT_ONCE


def test_a_clock_that_goes_back_gives_no_room() -> None:
    flood = RateLimiter()
    taken = [flood.admit("x", 1000 - n) for n in range(AT_ONCE + 1)]
    assert taken.count(True) == AT_ONCE


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("", True),
        ("x" * MAX_TEXT_BYTES, True),
        ("x" * (MAX_TEXT_BYTES + 1), False),
        ("é" * (MAX_TEXT_BYTES // 2), True),
        ("é" * (MAX_TEXT_BYTES // 2 + 1), False),
        ("\ud800", True),
        (b"x", False),
        (None, False),
    ],
    ids=range(8),
)
def test_what_a_text_is(text: object, *, taken: bool) -> None:
    assert RateLimiter().admit(text, 0) == taken
