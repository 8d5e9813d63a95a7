"""A limit on the loops and calls of a user's bot, so that an endless loop ends with its line.

The limit counts steps instead of time: the same bot ends at the same step everywhere. It needs
Python 3.12; earlier versions have no limit. Only code of the bot itself is counted, so a loop in a
function of Python's own library is not noticed.
"""

from __future__ import annotations

import sys
from types import CodeType

MAX_STEPS = 1_000_000
"""Maximum number of loop iterations and calls in one decision, about a second of work."""


class TooManyStepsError(BaseException):
    """The bot exceeded the limit. Not an `Exception`, so that bots do not catch it by accident."""


class LoopLimit:
    """Counts the steps of a bot's code.

    Args:
        code: code of the bot's text, with the code of its functions.
    """

    def __init__(self, code: CodeType) -> None:
        _watch(code)

    def __enter__(self) -> None:
        """Start counting from zero."""
        _steps.left = MAX_STEPS

    def __exit__(self, *_error: object) -> None:
        """Stop counting."""
        _steps.left = sys.maxsize


class _Steps:
    """The number of steps left."""

    left = sys.maxsize


_steps = _Steps()


def _count_step(*_event: object) -> None:
    """Count an event of the bot's code.

    Raises:
        TooManyStepsError: no step is left.
    """
    _steps.left -= 1
    if _steps.left < 0:
        raise TooManyStepsError(MAX_STEPS)


def _watch(code: CodeType) -> None:
    """Count the backward jumps and the calls of a code and of the codes in it."""
    if sys.version_info < (3, 12):
        return
    monitoring = sys.monitoring
    events = monitoring.events
    if monitoring.get_tool(_TOOL) is None:
        monitoring.use_tool_id(_TOOL, "qwixx")
        monitoring.register_callback(_TOOL, events.JUMP, _count_step)
        monitoring.register_callback(_TOOL, events.PY_START, _count_step)
    monitoring.set_local_events(_TOOL, code, events.JUMP | events.PY_START)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            _watch(constant)


_TOOL = 4
"""A tool id that Python does not reserve."""
