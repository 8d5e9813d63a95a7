"""The model of the start screen."""

from __future__ import annotations

from dataclasses import field
from typing import ClassVar

from qwixx.ui.model.screen import Screen
from qwixx.ui.model.setup import Setup
from qwixx.ui.model.values import dataclass


@dataclass(frozen=True, slots=True)
class StartScreen(Screen):
    """The start screen.

    Args:
        setup: the chosen setup.
        unfolded: whether all seats are shown, even for one person against one bot.
    """

    folder: ClassVar[str] = "start"

    setup: Setup = field(default_factory=Setup)
    unfolded: bool = False

    @property
    def shown_setup(self) -> Setup:
        """The chosen setup."""
        return self.setup
