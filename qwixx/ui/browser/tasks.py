"""Background tasks, and the coach's review in time slices."""

from __future__ import annotations

import asyncio
from traceback import format_exception
from typing import TYPE_CHECKING

from js import window

from qwixx.ui.browser.errors import make_once_callback, report_exception
from qwixx.ui.model.messages import Message, ReviewProgressed

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Generator

    from qwixx.coach import Review
    from qwixx.games.game import Game
    from qwixx.ui.model.effects import ContinueReview

SLICE = 20
"""Duration of a review's slice, in milliseconds."""
_tasks: set[asyncio.Task[None]] = set()


def run_in_background(work: Coroutine[object, object, None]) -> None:
    """Run a coroutine in the background."""
    start_task(work)


def start_task(work: Coroutine[object, object, None]) -> asyncio.Task[None]:
    """Start a background task and return it so that it can be canceled."""
    task = asyncio.ensure_future(work)
    _tasks.add(task)  # the event loop itself holds only weak references
    task.add_done_callback(_report_failure)
    return task


def _report_failure(task: asyncio.Task[None]) -> None:
    """Report an exception from a task that nothing awaits."""
    _tasks.discard(task)
    error = None if task.cancelled() else task.exception()
    if error is not None:
        report_exception("".join(format_exception(error)))


class Coach:
    """Reviews a game in slices, one per request, so that the page stays responsive.

    Args:
        send: handles each message.
    """

    def __init__(self, send: Callable[[Message], None]) -> None:
        self.send = send
        self._at: tuple[Game, Generator[float, None, Review]] | None = None
        self._slice = 0

    def continue_review(self, effect: ContinueReview) -> None:
        """Review the game for one time slice, continuing where the last slice ended."""
        from qwixx.coach import review_steps  # noqa: PLC0415 - loads when first needed

        game = effect.game
        if self._at is None or self._at[0] is not game:
            self._at = game, review_steps(game)
        steps = self._at[1]
        window.clearTimeout(self._slice)
        self._slice = window.setTimeout(
            make_once_callback(lambda: self._run_slice(game, steps)), 0
        )

    def _run_slice(self, game: Game, steps: Generator[float, None, Review]) -> None:
        until = window.performance.now() + SLICE
        try:
            while True:
                done = next(steps)
                if window.performance.now() > until:
                    break
        except StopIteration as end:
            self._at = None
            self.send(ReviewProgressed(game, 1.0, end.value))
        else:
            self.send(ReviewProgressed(game, done))
