"""Test the rate limit for texts from peers."""

from __future__ import annotations

import pytest

from qwixx.ui.browser.rate_limiter import AT_ONCE, MAX_TEXT_BYTES, PER_SECOND, RateLimiter


def test_burst_is_limited() -> None:
    limiter = RateLimiter()
    assert [limiter.admit("x", 5) for _ in range(AT_ONCE + 1)] == [True] * AT_ONCE + [False]


def test_long_run_rate_is_limited() -> None:
    limiter, overloaded = RateLimiter(), RateLimiter()
    count = 60 * PER_SECOND
    assert all(limiter.admit("x", n * 1000 / PER_SECOND) for n in range(count))
    assert not all(overloaded.admit("x", n * 500 / PER_SECOND) for n in range(count))


def test_pause_restores_room_up_to_burst_size() -> None:
    limiter = RateLimiter()
    assert all(limiter.admit("x", 0) for _ in range(AT_ONCE))
    assert [limiter.admit("x", 1000) for _ in range(PER_SECOND + 1)] == [True] * PER_SECOND + [
        False
    ]
    limiter = RateLimiter()
    results = [limiter.admit("x", 1e9) for _ in range(AT_ONCE + 1)]
    assert results.count(True) == AT_ONCE


def test_clock_set_back_adds_no_room() -> None:
    limiter = RateLimiter()
    results = [limiter.admit("x", 1000 - n) for n in range(AT_ONCE + 1)]
    assert results.count(True) == AT_ONCE


@pytest.mark.parametrize(
    ("text", "is_admitted"),
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
def test_admitted_texts_are_short_strings(text: object, *, is_admitted: bool) -> None:
    assert RateLimiter().admit(text, 0) == is_admitted
