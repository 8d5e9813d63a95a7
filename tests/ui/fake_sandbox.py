"""A page whose sandboxes are played by the test."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


class FakeFrame:
    """A sandbox that records its requests.

    Args:
        on_report: handles each report.
        on_failure: handles the reason of a failure.
    """

    def __init__(
        self, on_report: Callable[[object], None], on_failure: Callable[[str], None]
    ) -> None:
        self.on_report = on_report
        self.on_failure = on_failure
        self.requests: list[Any] = []
        self.is_closed = False

    def post(self, request: object) -> None:
        """Record a request."""
        assert not self.is_closed
        self.requests.append(json.loads(request) if isinstance(request, str) else request)

    def close(self) -> None:
        """Record the end."""
        self.is_closed = True

    def report(self, kind: str, **fields: object) -> None:
        """Report on the last request."""
        last = next((one for one in reversed(self.requests) if isinstance(one, dict)), {"id": 0})
        self.on_report(json.dumps({"type": kind, "id": last["id"], **fields}))


class FakeHost:
    """A page with sandboxes, timers, and weight files.

    Args:
        weights: the content of each weight file; None if there are none.
    """

    def __init__(self, weights: object = None) -> None:
        self.frames: list[FakeFrame] = []
        self.timers: list[tuple[int, Callable[[], None]]] = []
        self._weights = weights
        self.fetched: list[str] = []

    def open_frame(
        self, on_report: Callable[[object], None], on_failure: Callable[[str], None]
    ) -> FakeFrame:
        """Open a sandbox."""
        self.frames.append(FakeFrame(on_report, on_failure))
        return self.frames[-1]

    def start_timer(self, callback: Callable[[], None], delay_ms: int) -> None:
        """Record a timer."""
        self.timers.append((delay_ms, callback))

    def fetch_weights(self, name: str, callback: Callable[[object], None]) -> None:
        """Answer at once."""
        self.fetched.append(name)
        callback(self._weights)

    def let_time_pass(self) -> None:
        """Call all functions whose time has come."""
        due, self.timers = self.timers, []
        for _delay, callback in due:
            callback()
