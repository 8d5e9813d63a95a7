"""Read the reports of a sandbox, where anything may have been changed by a bot."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

from qwixx.bots.user_bots.source import MAX_MESSAGE, BotErrorReason
from qwixx.games.written.safe_json import loads
from qwixx.ui.model.messages import (
    BotDecided,
    BotFailed,
    BotPrinted,
    PracticeProgressed,
)

if TYPE_CHECKING:
    from qwixx.ui.model.messages import Message

MAX_REPORT = 200_000
"""Maximum number of characters of a report."""
MAX_REPORTS = 2_000
"""Maximum number of reports on a request."""
MAX_OUTPUT = 200_000
"""Maximum number of characters of printed text after a request."""
_MAX_POINTS = 1_000
_REASONS = frozenset(reason.value for reason in BotErrorReason)


def read_report(text: object, key: str, games: int = 0) -> Message:
    """Return the message for a report on a request.

    Args:
        text: the report.
        key: the key of the question; "" for a practice.
        games: number of games of the practice.

    Raises:
        ValueError: no request causes such a report.
    """
    if not isinstance(text, str) or len(text) > MAX_REPORT:
        raise ValueError(_MSG)
    report = loads(text)
    if not isinstance(report, dict):
        raise ValueError(_MSG)  # noqa: TRY004 - invalid input of any type
    kind = report.get("type")
    if kind == "printed":
        return BotPrinted(_text(report, "text", MAX_REPORT))
    if kind == "error":
        line, reason = report.get("line"), _text(report, "reason", 20)
        if type(line) is not int or not 0 <= line <= MAX_REPORT or reason not in _REASONS:
            raise ValueError(_MSG)
        texts = (_text(report, name, MAX_MESSAGE) for name in ("message", "details"))
        return BotFailed(key, reason, line, *texts)
    if kind == "move" and key:
        return BotDecided(key, _text(report, "code", 10))
    if kind == "progress" and not key:
        return _read_progress(report, games)
    raise ValueError(_MSG)


_MSG = "not a report"


def _read_progress(report: dict[str, Any], total: int) -> PracticeProgressed:
    games, points = report.get("games"), report.get("points")
    if type(games) is not int or not 0 < games <= total:
        raise ValueError(_MSG)
    if not isinstance(points, list) or len(points) != 2:
        raise ValueError(_MSG)
    own, other = (_number(value, -_MAX_POINTS, _MAX_POINTS) for value in points)
    share, error = (_number(report.get(name), 0, 1) for name in ("share", "error"))
    return PracticeProgressed(games, share, error, (own, other), is_done=games == total)


def _number(value: object, least: float, most: float) -> float:
    is_number = type(value) in (int, float) and isfinite(value)  # type: ignore[arg-type]
    if not is_number or not least <= value <= most:  # type: ignore[operator]
        raise ValueError(_MSG)
    return float(value)  # type: ignore[arg-type]


def _text(report: dict[str, Any], name: str, longest: int) -> str:
    value = report.get(name)
    if not isinstance(value, str) or len(value) > longest:
        raise ValueError(_MSG)
    return value
