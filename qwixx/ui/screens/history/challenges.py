"""Challenges of the games in the history: deleted, restored, exported, and imported with them.

A challenge is first marked as deleted, and removed from the log when its game is deleted for good.
If the page is closed in between, the next round of reading copies finds either a copy, because the
deletion was undone, or none, and then completes the deletion.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui import late, storage
from qwixx.ui.model.effects import DeleteGames, Effect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from qwixx.games.challenge_log import ChallengeLog
    from qwixx.ui.model import Model, Result


def _log_of(model: Model) -> ChallengeLog:
    log: ChallengeLog = late.challenge_record.log_of(model)
    return log


def _with_log(model: Model, log: ChallengeLog) -> Result:
    changed: Result = late.challenge_record.with_log(model, log)
    return changed


def _with_changed_log(model: Model, change: Callable[[ChallengeLog], ChallengeLog]) -> Result:
    """Change the log; most devices have none, and do not load its modules."""
    if not model.session.challenges:
        return model, []
    return _with_log(model, change(_log_of(model)))


def mark_deleted(model: Model, keys: Iterable[str]) -> Result:
    """Mark the challenges of games as deleted."""
    return _with_changed_log(model, lambda log: log.with_deleted_games(keys))


def restore(model: Model, keys: Iterable[str]) -> Result:
    """Restore the challenges of games whose deletion is undone."""
    return _with_changed_log(model, lambda log: log.with_restored_games(keys))


def restore_all(model: Model) -> Result:
    """Restore the challenges of all games, because a deletion failed."""
    return _with_changed_log(model, lambda log: log.with_restored_games(log.deleted_slots))


def remove_deleted(model: Model) -> Result:
    """Remove the challenges that are marked as deleted."""
    return _with_changed_log(model, lambda log: log.without_deleted())


def deletion_to_complete(model: Model) -> list[Effect]:
    """Return the effect that deletes the games of marked challenges; [] if there are none."""
    slots = _log_of(model).deleted_slots if model.session.challenges else ()
    return [DeleteGames(tuple(map(storage.archive_key, slots)))] if slots else []


def exported(model: Model) -> str:
    """Return the log of the challenges of finished games; "" for none."""
    if not model.session.challenges:
        return ""
    text: str = late.challenge_log.write_challenge_log(_log_of(model).finished)
    return text


def import_from(model: Model, file_text: str) -> Result:
    """Add the challenges in a file of games to the log; where they differ, the log wins."""
    text = late.archived_game.archived_challenges(file_text)
    try:
        imported = late.challenge_log.parse_challenge_log(text)
    except ValueError:
        return model, []
    return _with_log(model, _log_of(model).merged_into(imported)) if text else (model, [])
