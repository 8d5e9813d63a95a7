"""The sound of a step: one sound, for its most important event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.events import Decision
from qwixx.rules.moves import Mark
from qwixx.rules.state import Phase

if TYPE_CHECKING:
    from qwixx.games.game import Game

SOUNDS = ("roll", "cross", "lock", "penalty", "win", "end", "undo", "turn")


def sound_between(before: Game, after: Game, local_people: tuple[int, ...]) -> str:
    """Return the sound for the change from one position of a game to another, or "".

    Args:
        before: the game before the change.
        after: the same game after the change.
        local_people: the seats of people at this device.
    """
    if len(after.events) < len(before.events):
        return "undo"
    if len(after.events) == len(before.events):
        return ""
    was, now, last = before.state, after.state, after.events[-1]
    outcome = now.outcome()
    if outcome is not None:
        return "win" if {*outcome.winners} & {*local_people} else "end"
    if now.closed != was.closed:
        return "lock"
    fines = zip(was.sheets, now.sheets, strict=True)
    if any(sheet.penalties > old.penalties for old, sheet in fines):
        return "penalty"
    if not isinstance(last, Decision):
        return "roll"
    secret = was.phase is now.phase is Phase.WHITE and last.player not in local_people
    return "cross" if isinstance(last.move, Mark) and not secret else ""


def has_other_player_just_decided(game: Game, local_people: tuple[int, ...]) -> bool:
    """Return whether the last event is the decision of a bot or of a player elsewhere."""
    last = game.events[-1] if game.events else None
    return isinstance(last, Decision) and last.player not in local_people
