"""What is heard of a step: one sound, of what matters most in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.events import Decision
from qwixx.rules.moves import Mark
from qwixx.rules.state import Phase

if TYPE_CHECKING:
    from qwixx.games.game import Game

SOUNDS = ("roll", "cross", "lock", "penalty", "win", "end", "undo", "turn")


def sound_of(before: Game, after: Game, people: tuple[int, ...]) -> str:
    """Return what is heard of what led from one position of a game to another; "" for nothing.

    Args:
        before: the game as it was.
        after: the same game as it is.
        people: the seats of those who sit at the device.
    """
    if len(after.events) < len(before.events):
        return "undo"
    if len(after.events) == len(before.events):
        return ""
    was, now, last = before.state, after.state, after.events[-1]
    outcome = now.outcome()
    if outcome is not None:
        return "win" if {*outcome.winners} & {*people} else "end"
    if now.closed != was.closed:
        return "lock"
    fines = zip(was.sheets, now.sheets, strict=True)
    if any(sheet.penalties > old.penalties for old, sheet in fines):
        return "penalty"
    if not isinstance(last, Decision):
        return "roll"
    secret = was.phase is now.phase is Phase.WHITE and last.player not in people
    return "cross" if isinstance(last.move, Mark) and not secret else ""


def is_felt(after: Game, people: tuple[int, ...]) -> bool:
    """Return whether somebody at the device did what happened last."""
    last = after.events[-1] if after.events else None
    return not isinstance(last, Decision) or last.player in people
