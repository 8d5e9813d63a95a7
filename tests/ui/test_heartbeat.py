"""Test heartbeats with a fake clock: the texts sent and the silences noticed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from qwixx.ui.browser import heartbeat
from qwixx.ui.browser.heartbeat import INTERVAL_S, SILENT_AFTER_S, Heartbeat
from qwixx.ui.browser.rate_limiter import AT_ONCE

if TYPE_CHECKING:
    from collections.abc import Sequence


class OutOfSleeps(Exception):  # noqa: N818 - not an error
    """Raised to stop the heartbeat when no sleeps are left."""


def run_heartbeat(
    monkeypatch: pytest.MonkeyPatch, sleeps: Sequence[float], received_after: Sequence[float] = ()
) -> list[tuple[float, object]]:
    """Run a heartbeat; return each text sent and each change of silence, with its time.

    Args:
        monkeypatch: fixture that replaces the clock.
        sleeps: durations of the sleeps, in seconds.
        received_after: indices of the sleeps after which a text is received.
    """
    now = 0.0
    outputs: list[tuple[float, object]] = []
    remaining_sleeps = iter(enumerate(sleeps))

    async def sleep(seconds: float) -> None:
        nonlocal now
        assert seconds == INTERVAL_S
        index, duration = next(remaining_sleeps, (0, None))
        if duration is None:
            raise OutOfSleeps
        now += duration
        if index in received_after:
            sender.on_received()

    sender = Heartbeat(
        lambda text: outputs.append((now, text)), lambda silent: outputs.append((now, silent))
    )
    monkeypatch.setattr(heartbeat, "sleep", sleep)
    monkeypatch.setattr(heartbeat, "monotonic", lambda: now)
    with pytest.raises(OutOfSleeps):  # no sleep is real, so no event loop is needed
        sender.run().send(None)
    return outputs


def silence_changes(outputs: Sequence[tuple[float, object]]) -> list[tuple[float, object]]:
    return [output for output in outputs if output[1] != ""]


def test_empty_text_is_sent_immediately_and_after_each_sleep(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert run_heartbeat(monkeypatch, [2, 2.5, 3], range(3)) == [
        (0, ""),
        (2, ""),
        (4.5, ""),
        (7.5, ""),
    ]


def test_silence_and_its_end_are_reported_once(monkeypatch: pytest.MonkeyPatch) -> None:
    outputs = run_heartbeat(monkeypatch, [2] * 12, [0, 6, 7])
    assert silence_changes(outputs) == [
        (2 + SILENT_AFTER_S, True),
        (14, False),
        (16 + SILENT_AFTER_S, True),
    ]


def test_silence_is_measured_afresh_after_suspension(monkeypatch: pytest.MonkeyPatch) -> None:
    assert silence_changes(run_heartbeat(monkeypatch, [2, 2, 60, 2, 2])) == []
    assert silence_changes(run_heartbeat(monkeypatch, [2, 2, 60, 2, 2, 2])) == [
        (64 + SILENT_AFTER_S, True)
    ]
    assert silence_changes(run_heartbeat(monkeypatch, [2 * INTERVAL_S, 2 * INTERVAL_S])) == [
        (8, True)
    ]  # slow, but not suspended
    assert silence_changes(run_heartbeat(monkeypatch, [5] * 99)) == []
    assert silence_changes(run_heartbeat(monkeypatch, [2, 2, 2, 60, 2, 2])) == [
        (6, True)
    ]  # the peer was silent before the suspension


def test_heartbeats_to_suspended_peer_stay_below_rate_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    silent_hour = run_heartbeat(monkeypatch, [2] * 1800)
    assert AT_ONCE / 2 < len(silent_hour) < AT_ONCE
    interrupted_silence = run_heartbeat(monkeypatch, [2] * 1800, [1700])
    times = [time for time, text in interrupted_silence if text == "" and time > 3402]
    assert times[:2] == [3404, 3406]  # the peer is back: heartbeats are regular again
