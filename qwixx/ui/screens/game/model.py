"""The model of the game screen."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, ClassVar

from qwixx.ui.model.screen import Screen
from qwixx.ui.model.values import dataclass

if TYPE_CHECKING:
    from qwixx.ui.model.board import Board


@dataclass(frozen=True, slots=True)
class GameScreen(Screen):
    """A game played only on this device.

    Args:
        board: the board of the game.
    """

    folder: ClassVar[str] = "game"

    board: Board = field()
