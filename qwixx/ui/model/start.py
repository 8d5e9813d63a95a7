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
        unfolded: whether the player unfolded or folded the seat fields; None if they are as the
            setup needs them.
    """

    folder: ClassVar[str] = "start"

    setup: Setup = field(default_factory=Setup)
    unfolded: bool | None = None

    @property
    def shows_seat_fields(self) -> bool:
        """Whether the fields of all seats are shown."""
        return needs_seat_fields(self.setup) if self.unfolded is None else self.unfolded

    def with_seat_fields(self, setup: Setup, *, shown: bool) -> StartScreen:
        """Return the screen with another setup, and with the seat fields shown or hidden."""
        return StartScreen(setup, None if shown == needs_seat_fields(setup) else shown)

    @property
    def shown_setup(self) -> Setup:
        """The chosen setup."""
        return self.setup


def needs_seat_fields(setup: Setup) -> bool:
    """Return whether players need the seat fields: all but one person against one bot."""
    return setup.sole_bot_opponent_seat is None
