"""The running game as a file, whatever else has gone wrong; past games take that file in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.rules.state import Phase
from qwixx.ui import storage
from qwixx.ui.model import Detour
from qwixx.ui.model.board import Board
from qwixx.ui.screens.live_table.model import LiveTableScreen
from qwixx.ui.screens.same_dice.model import SameDiceScreen
from qwixx.ui.screens.score_pad.model import ScorePadScreen

if TYPE_CHECKING:
    from qwixx.ui.model import Model
    from qwixx.ui.model.setup import SavedGame

FILE = "qwixx-game.json"


def running(model: Model) -> Board | ScorePadScreen | SameDiceScreen | SavedGame | None:
    """Return the game that is shown, or behind it, or offered on the start screen, if it runs."""
    screen = model.screen
    while True:
        board = screen.board if isinstance(screen, LiveTableScreen) else screen
        if isinstance(board, Board) and board.game.length:
            return board
        if isinstance(screen, ScorePadScreen | SameDiceScreen) and not screen.looked_at:
            return screen
        if not isinstance(screen, Detour):
            return model.session.offer
        screen = screen.back.screen


def file_of(found: Board | ScorePadScreen | SameDiceScreen | SavedGame) -> str:
    """Return a file with one game.

    Raises:
        ValueError: there is nothing to save.
    """
    from qwixx.games import archive  # noqa: PLC0415 - loads when first needed

    if isinstance(found, ScorePadScreen):
        entry = archive.entry_of_pad(found.pad)
    elif isinstance(found, SameDiceScreen):
        if found.game is None:
            msg = "no game has begun"
            raise ValueError(msg)
        entry = archive.entry_of_same(found.game)
    else:
        slot = getattr(found, "slot", "")
        try:
            return archive.write_file([storage.entry_of(found.game, found.setup, slot)[1]])
        except ValueError:  # no link can hold it
            return storage.write_game(found.game, found.setup, "")
    return archive.write_file([archive.write_entry(entry)])


def slot_of(model: Model) -> str:
    """Return the slot of the running game; "" if none runs."""
    found = running(model)
    runs = isinstance(found, Board) and found.game.furthest.phase is not Phase.OVER
    return found.slot if isinstance(found, Board) and runs else ""
