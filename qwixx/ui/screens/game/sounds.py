"""The cause of a change of position: the most important event of the step, with its sound."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.events import Decision
from qwixx.rules.moves import Mark
from qwixx.rules.state import Phase
from qwixx.ui.model.timeline import COUNT, CROSS, END, LOCK, PENALTY, RIVAL, ROLL, UNDO, WIN

if TYPE_CHECKING:
    from qwixx.games.game import Game


def sound_between(before: Game, after: Game, local_people: tuple[int, ...]) -> str:
    """Return the sound for the change from one position of a game to another, or "".

    The sound of a result is separate; see `result_sound`.

    Args:
        before: the game before the change.
        after: the same game after the change.
        local_people: the seats of people at this device.
    """
    if after.events == before.events:
        return ""
    if after.events == before.events[: len(after.events)]:
        return UNDO
    return _step_sound(after, local_people)


def result_sound(game: Game, local_people: tuple[int, ...]) -> str:
    """Return the sound of the result of a finished game."""
    outcome = game.state.outcome()
    assert outcome is not None  # noqa: S101 - the game is finished
    return WIN if {*outcome.winners} & {*local_people} else END


def cause_of_last_step(game: Game, local_people: tuple[int, ...]) -> str:
    """Return the event of `model.timeline` that the last step of a game shows, or "".

    If another player completes a white step, the crosses of people at this device were written
    when they were tapped: only their points are new.
    """
    cause, last = _step_sound(game, local_people), game.events[-1]
    resolves = game.states[-2].phase is Phase.WHITE and game.state.phase is not Phase.WHITE
    by_other = isinstance(last, Decision) and last.player not in local_people
    return COUNT if cause in (RIVAL, "") and resolves and by_other else cause


def _step_sound(game: Game, local_people: tuple[int, ...]) -> str:
    """Return the sound of the last step of a game, or ""."""
    was, now, last = game.states[-2], game.state, game.events[-1]
    if now.closed != was.closed:
        return LOCK
    fines = zip(was.sheets, now.sheets, strict=True)
    if any(sheet.penalties > old.penalties for old, sheet in fines):
        return PENALTY
    if not isinstance(last, Decision):
        return ROLL
    is_rival = last.player not in local_people
    if not isinstance(last.move, Mark) or (is_rival and was.phase is now.phase is Phase.WHITE):
        return ""  # secret until all players have decided
    return RIVAL if is_rival else CROSS


def has_other_player_just_decided(game: Game, local_people: tuple[int, ...]) -> bool:
    """Return whether the last event is the decision of a bot or of a player elsewhere."""
    last = game.events[-1] if game.events else None
    return isinstance(last, Decision) and last.player not in local_people


def is_person_crossing(game: Game, local_people: tuple[int, ...]) -> bool:
    """Return whether the last event is a cross of a person at this device."""
    last = game.events[-1] if game.events else None
    is_mark = isinstance(last, Decision) and isinstance(last.move, Mark)
    return is_mark and not has_other_player_just_decided(game, local_people)
