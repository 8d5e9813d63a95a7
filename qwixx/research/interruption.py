"""Ctrl-C in commands that may run for hours: one line instead of a traceback."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

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
