"""The running game as a file, whatever else has gone wrong; past games take that file in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.rules.state import Phase
from qwixx.ui import storage
from qwixx.ui.model import Detour
from qwixx.ui.model.pads import Pads
from qwixx.ui.model.play import Play
from qwixx.ui.model.same import Same
from qwixx.ui.model.together import Together

if TYPE_CHECKING:
    from qwixx.ui.model import Model
    from qwixx.ui.model.table import SavedGame

FILE = "qwixx-game.json"


def running(model: Model) -> Play | Pads | Same | SavedGame | None:
    """Return the game that is shown, or behind it, or offered on the start screen, if it runs."""
    screen = model.screen
    while True:
        play = screen.play if isinstance(screen, Together) else screen
        if isinstance(play, Play) and play.game.length:
            return play
        if isinstance(screen, Pads | Same) and not screen.looked_at:
            return screen
        if not isinstance(screen, Detour):
            return model.session.offer
        screen = screen.back.screen


def file_of(found: Play | Pads | Same | SavedGame) -> str:
    """Return a file with one game.

    Raises:
        ValueError: there is nothing to save.
    """
    from qwixx.games.archive import archived_game  # noqa: PLC0415 - loads when first needed

    if isinstance(found, Pads):
        entry = archived_game.entry_of_pad(found.pad)
    elif isinstance(found, Same):
        if found.game is None:
            msg = "no game has begun"
            raise ValueError(msg)
        entry = archived_game.entry_of_same(found.game)
    else:
        slot = getattr(found, "slot", "")
        try:
            return archived_game.write_file([storage.entry_of(found.game, found.setup, slot)[1]])
        except ValueError:  # no link can hold it
            return storage.write_game(found.game, found.setup, "")
    return archived_game.write_file([archived_game.write_entry(entry)])


def slot_of(model: Model) -> str:
    """Return the slot of the running game; "" if none runs."""
    found = running(model)
    runs = isinstance(found, Play) and found.game.furthest.phase is not Phase.OVER
    return found.slot if isinstance(found, Play) and runs else ""
