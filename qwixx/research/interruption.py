"""Ctrl-C in commands that may run for hours: one line instead of a traceback."""

from __future__ import annotations

import signal
import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

EXIT_STATUS = 130
"""Exit status of an interrupted command: 128 + SIGINT, as in a shell."""


def report_interruption(remark: str = "") -> int:
    """Write a line to standard error, and return the exit status of an interrupted command.

    Args:
        remark: further words for the line, such as how to resume the run.
    """
    sys.stderr.write(f"\ninterrupted{remark and f'; {remark}'}\n")
    return EXIT_STATUS


def run_interruptible(main: Callable[[], int]) -> int:
    """Run a command, and return its exit status, even if Ctrl-C interrupts the command."""
    try:
        return main()
    except KeyboardInterrupt:
        return report_interruption()


@contextmanager
def delay_interruption() -> Iterator[None]:
    """Delay Ctrl-C until the context ends.

    Code in Python that is interrupted at the beginning of a `with` statement may leave its lock
    locked. Only the main thread is interrupted.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    signals: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, _frame: signals.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
    if signals:
        signal.raise_signal(signal.SIGINT)
