"""Pages at both ends of a connection let each other know that they are there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from qwixx.ui.browser import heartbeat
from qwixx.ui.browser.heartbeat import INTERVAL_S, SILENT_AFTER_S, Heartbeat
from qwixx.ui.browser.rate_limiter import AT_ONCE

if TYPE_CHECKING:
    from collections.abc import Sequence


class Enough(Exception):  # noqa: N818 - no error
    """No more sleeps are left."""


def live(
    monkeypatch: pytest.MonkeyPatch, sleeps: Sequence[float], comes: Sequence[float] = ()
) -> list[tuple[float, object]]:
    """Return what a pulse sends and tells, and when.

    Args:
        monkeypatch: puts another clock in the place of the real one.
        sleeps: how long its sleeps take.
        comes: after which sleeps something comes from the other side, by index.
    """
    at = 0.0
    done: list[tuple[float, object]] = []
    left = iter(enumerate(sleeps))

    async def sleep(seconds: float) -> None:
        nonlocal at
        assert seconds == INTERVAL_S
        index, taken = next(left, (0, None))
        if taken is None:
            raise Enough
        at += taken
        if index in comes:
            one.on_received()

    one = Heartbeat(lambda text: done.append((at, text)), lambda silent: done.append((at, silent)))
    monkeypatch.setattr(heartbeat, "sleep", sleep)
    monkeypatch.setattr(heartbeat, "monotonic", lambda: at)
    with pytest.raises(Enough):  # no sleep is a real one, and so no loop is needed
        one.run().send(None)
    return done


def told(done: Sequence[tuple[float, object]]) -> list[tuple[float, object]]:
    return [one for one in done if one[1] != ""]


def test_an_empty_text_is_sent_at_once_and_again_and_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert live(monkeypatch, [2, 2.5, 3], range(3)) == [(0, ""), (2, ""), (4.5, ""), (7.5, "")]


def test_a_silence_is_told_once_and_so_is_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    done = live(monkeypatch, [2] * 12, [0, 6, 7])
    assert told(done) == [(2 + SILENT_AFTER_S, True), (14, False), (16 + SILENT_AFTER_S, True)]


def test_a_page_that_was_stopped_counts_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told(live(monkeypatch, [2, 2, 60, 2, 2])) == []
    assert told(live(monkeypatch, [2, 2, 60, 2, 2, 2])) == [(64 + SILENT_AFTER_S, True)]
    assert told(live(monkeypatch, [2 * INTERVAL_S, 2 * INTERVAL_S])) == [
        (8, True)
    ]  # slow, but not stopped
    assert told(live(monkeypatch, [5] * 99)) == []
    assert told(live(monkeypatch, [2, 2, 2, 60, 2, 2])) == [(6, True)]  # it has heard nothing


def test_what_heaps_up_before_a_stopped_page_is_no_flood(monkeypatch: pytest.MonkeyPatch) -> None:
    hour = live(monkeypatch, [2] * 1800)
    assert AT_ONCE / 2 < len(hour) < AT_ONCE
    again = live(monkeypatch, [2] * 1800, [1700])
    beats = [at for at, text in again if text == "" and at > 3402]
    assert beats[:2] == [3404, 3406]  # to somebody who is there again it beats as before
