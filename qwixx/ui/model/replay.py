"""The model of the replay: a game that is looked at, from its start to its end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from qwixx.games.events import Decision

if TYPE_CHECKING:
    from qwixx.coach import Decided, Review
    from qwixx.games.game import Game
    from qwixx.ui.model import Model
    from qwixx.ui.model.table import Setup

WORTH_TELLING = 0.0005
"""The least that is told of a chance that was given away: what would not round to nothing."""
PACE = {"calm": 1400, "quick": 700, "instant": 350}
"""How long each step is shown where they follow each other, in milliseconds."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A game that is looked at. Nobody acts in it.

    Args:
        game: the game at the step that is shown; what comes later can be redone.
        setup: who played.
        back: the page as it was before, to which it returns. Its session is no longer looked at.
        opener: the selector of what opened it and gets the focus back; empty if nothing here did.
        arrived: whether the page was opened with it, so that the browser's way back leads out.
        running: whether the steps follow each other by themselves.
        wants: whether weights were asked for, for the coach.
        review: what the coach says of the game.
        reviewed: how far the coach is with it, from 0 to 1; None if it has not begun.
    """

    game: Game
    setup: Setup
    back: Model
    opener: str = ""
    arrived: bool = False
    running: bool = False
    wants: bool = False
    review: Review | None = None
    reviewed: float | None = None

    @property
    def step(self) -> int:
        """How many events have happened at the step that is shown."""
        return len(self.game.events)

    @property
    def whole(self) -> Game:
        """The game with all that happened in it."""
        return self.game.go_to(self.game.length)

    @property
    def decision(self) -> Decision | None:
        """The decision that led to what is shown; None after a roll, and at the start."""
        last = self.game.events[-1:]
        return last[0] if last and isinstance(last[0], Decision) else None

    @property
    def shown(self) -> int:
        """Index of the player whose sheet is large: who has just decided, or rolled."""
        decision = self.decision
        return self.game.state.active if decision is None else decision.player

    @property
    def judged(self) -> Decided | None:
        """What the coach says of the decision that led here."""
        decisions = self.review.decisions if self.review else ()
        return next((one for one in decisions if one.event == self.step - 1), None)
