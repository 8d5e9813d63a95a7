"""The requests to one sandbox: one at a time, each with limits."""

from __future__ import annotations

import json
from enum import Enum, auto
from typing import TYPE_CHECKING, Protocol

from qwixx.bots.user_bots.limits import MAX_OUTPUT, MAX_REPORTS
from qwixx.ui.browser.sandbox_reports import Ready, Report, Request, read_report
from qwixx.ui.model.messages import (
    CRASHED,
    FLOOD,
    NO_ANSWER,
    NO_SANDBOX,
    BotFailed,
    BotOutputCut,
    BotPrinted,
    PracticeProgressed,
)

if TYPE_CHECKING:
    from collections.abc import Callable

START_MS = 30_000
"""Limit for the start of a sandbox."""
IDLE_MS = 60_000
"""Time after which the sandbox of a game that asks nothing is closed."""
RENDER_MS = 200
"""Minimum time between two progress messages."""
_START = Request({"type": "start", "id": 0}, START_MS)


class Frame(Protocol):
    """A sandbox in the page."""

    def post(self, request: object) -> None:
        """Send a request, as JSON, or weights."""

    def close(self) -> None:
        """Remove the frame, which ends the worker at once."""


class Host(Protocol):
    """The page around the sandboxes."""

    def open_frame(
        self, on_report: Callable[[object], None], on_failure: Callable[[str], None]
    ) -> Frame:
        """Open a sandbox, which reports when it is ready.

        Args:
            on_report: handles each report.
            on_failure: handles the reason if the sandbox cannot start, or if its script fails.
        """

    def start_timer(self, callback: Callable[[], None], delay_ms: int) -> None:
        """Call a function later."""

    def fetch_weights(self, name: str, callback: Callable[[object], None]) -> None:
        """Fetch a weight file, and pass it to the function; None if that fails."""


class _Stage(Enum):
    STARTING = auto()
    BUSY = auto()
    IDLE = auto()
    CLOSED = auto()


class Job:
    """A sandbox that handles one request at a time.

    Args:
        host: opens the sandbox and starts timers.
        on_report: handles each report, and a `BotFailed` when the sandbox fails, which closes it.
        closes_when_idle: whether the sandbox is closed when it has not been asked for a while.
    """

    def __init__(
        self, host: Host, on_report: Callable[[Report], None], *, closes_when_idle: bool = False
    ) -> None:
        self._host = host
        self._deliver = on_report
        self._closes_when_idle = closes_when_idle
        self._stage = _Stage.STARTING
        self._request = _START
        self._next: Request | None = None
        self._unsent: list[object] = []
        self._number = self._clock = self._reports = self._printed = 0
        self._frame = host.open_frame(self._on_report, self.fail)
        self._restart_clock(START_MS)

    @property
    def is_free(self) -> bool:
        """Whether the sandbox can handle a request."""
        return self._stage is _Stage.IDLE

    @property
    def is_closed(self) -> bool:
        """Whether the sandbox is closed."""
        return self._stage is _Stage.CLOSED

    def post(self, weights: object) -> None:
        """Send weights, at once or when the sandbox is ready."""
        if self._stage is _Stage.STARTING:
            self._unsent.append(weights)
        else:
            self._frame.post(weights)

    def ask(self, request: Request) -> None:
        """Send a request, at once or when the sandbox is ready."""
        self._number += 1
        request = request._replace(fields={**request.fields, "id": self._number})
        self.post(json.dumps(request.fields))
        if self._stage is _Stage.STARTING:
            self._next = request
        else:
            self._begin(request)

    def close(self) -> None:
        """End the sandbox at once."""
        if self._stage is not _Stage.CLOSED:
            self._stage = _Stage.CLOSED
            self._frame.close()

    def fail(self, reason: str) -> None:
        """End the sandbox, and report why."""
        if self._stage is _Stage.CLOSED:
            return
        request = self._next or self._request
        self.close()
        self._deliver(BotFailed(request.key, reason))

    def _begin(self, request: Request) -> None:
        self._stage, self._request, self._next = _Stage.BUSY, request, None
        self._reports = self._printed = 0
        self._restart_clock(request.limit_ms)

    def _rest(self) -> None:
        self._stage = _Stage.IDLE
        self._restart_clock(IDLE_MS)

    def _restart_clock(self, limit_ms: int) -> None:
        self._clock += 1
        started = self._clock
        self._host.start_timer(lambda: self._on_limit(started), limit_ms)

    def _on_limit(self, started: int) -> None:
        if started != self._clock:
            return
        if self._stage is _Stage.IDLE:
            if self._closes_when_idle:
                self.close()
        else:
            self.fail(NO_SANDBOX if self._stage is _Stage.STARTING else NO_ANSWER)

    def _on_report(self, text: object) -> None:
        if self._stage is _Stage.CLOSED:
            return
        self._reports += 1
        if self._reports > MAX_REPORTS:
            self.fail(FLOOD)
            return
        try:
            report = read_report(text, self._request)
        except ValueError:
            self.fail(NO_SANDBOX if self._stage is _Stage.STARTING else CRASHED)
            return
        if self._stage is _Stage.IDLE:  # nothing was asked
            self.fail(CRASHED)
        elif isinstance(report, Ready):
            self._on_ready()
        else:
            self._on_reply(report)

    def _on_ready(self) -> None:
        unsent, self._unsent = self._unsent, []
        for request in unsent:
            self._frame.post(request)
        if self._next is not None:
            self._begin(self._next)
        else:
            self._rest()

    def _on_reply(self, report: Report) -> None:
        if isinstance(report, BotPrinted):
            self._printed += len(report.text)
            if self._printed > MAX_OUTPUT:
                self.fail(FLOOD)
                return
        elif isinstance(report, BotOutputCut):
            pass  # the bot continues
        elif isinstance(report, PracticeProgressed) and not report.is_done:
            self._restart_clock(self._request.limit_ms)
        else:
            self._rest()
        self._deliver(report)


class ProgressPace:
    """Delays progress messages, so that the page stays responsive while games are played.

    Args:
        send: handles each message.
        start_timer: calls a function later; see `Host.start_timer`.
    """

    def __init__(
        self,
        send: Callable[[Report], None],
        start_timer: Callable[[Callable[[], None], int], None],
    ) -> None:
        self._send = send
        self._start_timer = start_timer
        self._is_resting = False
        self._delayed: PracticeProgressed | None = None

    def send(self, report: Report) -> None:
        """Send a report; progress waits unless it is the last one, or the first for a while."""
        is_progress = isinstance(report, PracticeProgressed)
        if isinstance(report, PracticeProgressed) and not report.is_done and self._is_resting:
            self._delayed = report
            return
        delayed, self._delayed = self._delayed, None
        if delayed is not None and not is_progress:
            self._send(delayed)
        self._send(report)
        if is_progress:
            self._rest()

    def drop(self) -> None:
        """Forget delayed progress."""
        self._delayed = None

    def _rest(self) -> None:
        if not self._is_resting:
            self._is_resting = True
            self._start_timer(self._end_rest, RENDER_MS)

    def _end_rest(self) -> None:
        self._is_resting = False
        if self._delayed is not None:
            delayed, self._delayed = self._delayed, None
            self._rest()
            self._send(delayed)
