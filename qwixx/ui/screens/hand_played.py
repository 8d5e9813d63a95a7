"""Functions shared by the score pad and same-dice screens, where players enter each mark."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, TypeVar

from qwixx.ui import late, storage
from qwixx.ui.model import Model, ModelOf, Result, with_notice
from qwixx.ui.model.effects import DeleteGames, PlaySound
from qwixx.ui.model.screen import Screen
from qwixx.ui.model.values import replace
from qwixx.ui.screens.stack import push

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.games.same_dice.game import SameDice
    from qwixx.games.score_pad.pad import Pad
    from qwixx.ui.model.effects import Effect, SaveText, WriteArchive
    from qwixx.ui.screens.kind import ArchivedGameToOpen

    HandPlayed: TypeAlias = "Pad | SameDice"

S = TypeVar("S", bound=Screen)


def record_step(
    model: ModelOf[S],
    screen: S,
    before: HandPlayed | None,
    after: HandPlayed | None,
    save: SaveText,
    *,
    sound: str,
) -> tuple[ModelOf[S], list[Effect]]:
    """Show and save a step, and update the archive.

    A finished game is archived; if its end is undone, it is deleted from the archive.

    Args:
        model: the model before the step.
        screen: the screen after the step.
        before: the game before the step, or None.
        after: the game after the step, or None.
        save: the effect that saves the game after the step.
        sound: the sound of the step; "" for none.
    """
    effects: list[Effect] = [save]
    if after is not None and after is not before:
        if after.state.is_finished:
            effects.append(archive_effect(after))
        elif before is not None and before.state.is_finished and before.id == after.id:
            effects.append(DeleteGames((storage.archive_key(after.id),)))
    if sound and not model.is_muted:
        effects.append(PlaySound(sound))
    return replace(model, screen=screen), effects


def archive_effect(game: HandPlayed) -> WriteArchive:
    """Return the effect that archives a game, replacing any earlier version."""
    return storage.archive_with_copy_effect(
        storage.archive_key(game.id), _archive_text(game), overwrite=True
    )


def export_text_or_raise(game: HandPlayed | None) -> str:
    """Return a game as the text of an archive file.

    Raises:
        ValueError: `game` is None.
    """
    if game is None:
        msg = "no game has begun"
        raise ValueError(msg)
    return late.archived_game.render_archive_file([_archive_text(game)])


def _archive_text(game: HandPlayed) -> str:
    return late.archived_game.write_archived_game(late.archived_game.summarize_hand_played(game))


def open_archived_or_notify(
    model: Model, archived: ArchivedGameToOpen, read: Callable[[], Screen]
) -> Result:
    """Open an archived game, or show a notice if it cannot be read.

    Args:
        model: the model.
        archived: the archived game.
        read: returns a screen with the game; raises ValueError if the game cannot be read.
    """
    try:
        screen = read()
    except ValueError:
        return with_notice(model, "bad-game"), []
    return push(model, screen, opener_selector=f'[data-game-id="{archived.entry.id}"] button')
