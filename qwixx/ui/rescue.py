"""Export the current game when the page fails, as a file that the history can import."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.rules.state import Phase
from qwixx.ui import storage
from qwixx.ui.screens import kind_of

if TYPE_CHECKING:
    from qwixx.ui.model import Model
    from qwixx.ui.model.screen import Screen

FILE = "qwixx-game.json"


def _topmost_exportable_screen(model: Model) -> Screen | None:
    """Return the topmost screen with a game that a file can hold, or None."""
    return next((screen for screen in reversed(model.stack) if screen.can_export), None)


def has_exportable_game(model: Model) -> bool:
    """Return whether a game is shown, covered, or offered on the start screen."""
    return _topmost_exportable_screen(model) is not None or model.session.offer is not None


def export_text(model: Model) -> str:
    """Return the current game as the text of a file; "" if there is no game.

    Raises:
        ValueError: the game cannot be saved.
    """
    screen, offer = _topmost_exportable_screen(model), model.session.offer
    write = None if screen is None else kind_of(screen).export_text
    if write is not None:
        return write(screen)
    return "" if offer is None else storage.game_file_text(offer.game, offer.setup, "")


def slot_of_unfinished_game(model: Model) -> str:
    """Return the slot of the current unfinished game, or ""."""
    screen = _topmost_exportable_screen(model)
    board = None if screen is None else screen.board
    runs = board is not None and board.game.furthest.phase is not Phase.OVER
    return board.slot if board is not None and runs else ""
