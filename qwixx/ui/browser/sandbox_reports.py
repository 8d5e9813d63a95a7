"""Read the reports of a sandbox, where anything may have been changed by a bot."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from qwixx.bots.contests import PairTally
from qwixx.bots.user_bots.source import MAX_MESSAGE, BotErrorReason
from qwixx.games.written.safe_json import loads
from qwixx.ui.model.messages import (
    BotDecided,
    BotFailed,
    BotOutputCut,
    BotPrinted,
    PracticeProgressed,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MAX_REPORT = 200_000
"""Maximum number of characters of a report."""
_MAX_POINTS, _MAX_SEEDS = 1_000, 10_000
_MAX_SUM = 2 * _MAX_POINTS * _MAX_SEEDS
_REASONS = frozenset(reason.value for reason in BotErrorReason)
_MSG = "not a report"


class Request(NamedTuple):
    """A request to a sandbox.

    Args:
        fields: its fields; see `qwixx.bots.user_bots.runner`.
        limit_ms: time limit for each reply.
        key: key of the question, for the messages in reply.
    """

    fields: Mapping[str, Any]
    limit_ms: int
    key: str = ""


class Ready(NamedTuple):
    """The sandbox has started."""


class BotLoaded(NamedTuple):
    """Reply to "load"."""


class Moves(NamedTuple):
    """Reply to "answer".

    Args:
        codes: codes of the moves, which are untrusted.
    """

    codes: str


class QuestionsAsked(NamedTuple):
    """Reply of a referee: the next questions.

    Args:
        texts: the questions to each bot; "" for none.
    """

    texts: list[str]


class Refused(NamedTuple):
    """Reply of a referee: answers are not legal moves.

    Args:
        bot: index of the bot that gave them.
    """

    bot: int


class Tallied(NamedTuple):
    """Reply of a referee: the games are over.

    Args:
        tally: their sums.
    """

    tally: PairTally


Report: TypeAlias = (
    Ready
    | BotPrinted
    | BotOutputCut
    | BotFailed
    | BotDecided
    | PracticeProgressed
    | BotLoaded
    | Moves
    | QuestionsAsked
    | Refused
    | Tallied
)


def read_report(text: object, request: Request) -> Report:
    """Return a report on a request.

    Raises:
        ValueError: the request does not cause such a report, or Python has failed.
    """
    if not isinstance(text, str) or len(text) > MAX_REPORT:
        raise ValueError(_MSG)
    report = loads(text)
    if not isinstance(report, dict):
        raise ValueError(_MSG)  # noqa: TRY004 - invalid input of any type
    kind, asked = _text(report, "type", 20), request.fields["type"]
    if kind == "printed" and asked != "start":
        return BotPrinted(_text(report, "text", MAX_REPORT))
    if kind == "cut" and asked != "start":
        return BotOutputCut()
    if report.get("id") != request.fields["id"]:
        raise ValueError(_MSG)
    if kind == "error" and asked != "start":
        return _read_error(report, request.key)
    read = _REPLIES.get((asked, kind))
    if read is None:
        raise ValueError(_MSG)
    return read(report, request)


def _read_error(report: Mapping[str, Any], key: str) -> BotFailed:
    line, reason = report.get("line"), _text(report, "reason", 20)
    if type(line) is not int or not 0 <= line <= MAX_REPORT or reason not in _REASONS:
        raise ValueError(_MSG)
    texts = (_text(report, name, MAX_MESSAGE) for name in ("message", "details"))
    return BotFailed(key, reason, line, *texts)


def _read_progress(report: Mapping[str, Any], request: Request) -> PracticeProgressed:
    games, points = report.get("games"), report.get("points")
    total = request.fields["games"]
    if type(games) is not int or not 0 < games <= total:
        raise ValueError(_MSG)
    if not isinstance(points, list) or len(points) != 2:
        raise ValueError(_MSG)
    own, other = (_number(value, -_MAX_POINTS, _MAX_POINTS) for value in points)
    share, error = (_number(report.get(name), 0, 1) for name in ("share", "error"))
    return PracticeProgressed(games, share, error, (own, other), is_done=games == total)


def _read_questions(report: Mapping[str, Any], _request: Request) -> QuestionsAsked:
    texts = report.get("questions")
    if not isinstance(texts, list) or len(texts) != 2 or not all(type(x) is str for x in texts):
        raise ValueError(_MSG)
    return QuestionsAsked(texts)


def _read_refused(report: Mapping[str, Any], _request: Request) -> Refused:
    bot = report.get("bot")
    if type(bot) is not int or bot not in (0, 1):
        raise ValueError(_MSG)
    return Refused(bot)


def _read_tally(report: Mapping[str, Any], _request: Request) -> Tallied:
    sums = report.get("tally")
    if not isinstance(sums, list) or len(sums) != 4 or not isinstance(sums[3], list):
        raise ValueError(_MSG)
    seeds, wins, squares = (_number(value, 0, _MAX_SEEDS) for value in sums[:3])
    own, other = (int(_number(value, -_MAX_SUM, _MAX_SUM)) for value in sums[3])
    return Tallied(PairTally(int(seeds), wins, squares, (own, other)))


def _number(value: object, least: float, most: float) -> float:
    is_number = type(value) in (int, float) and isfinite(value)  # type: ignore[arg-type]
    if not is_number or not least <= value <= most:  # type: ignore[operator]
        raise ValueError(_MSG)
    return float(value)  # type: ignore[arg-type]


def _text(report: Mapping[str, Any], name: str, longest: int) -> str:
    value = report.get(name)
    if not isinstance(value, str) or len(value) > longest:
        raise ValueError(_MSG)
    return value


_REPLIES: Mapping[tuple[str, str], Callable[[Mapping[str, Any], Request], Report]] = {
    ("start", "ready"): lambda _report, _request: Ready(),
    ("decide", "move"): lambda report, request: BotDecided(request.key, _text(report, "code", 10)),
    ("practice", "progress"): _read_progress,
    ("load", "loaded"): lambda _report, _request: BotLoaded(),
    ("answer", "moves"): lambda report, _request: Moves(_text(report, "codes", MAX_REPORT)),
    ("begin", "questions"): _read_questions,
    ("begin", "tally"): _read_tally,
    ("continue", "questions"): _read_questions,
    ("continue", "refused"): _read_refused,
    ("continue", "tally"): _read_tally,
}
"""Readers of replies, by the types of the request and the reply."""
