"""The model of the replay: a game that is looked at, from its start to its end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from qwixx.games.events import Decision
from qwixx.rules.state import Phase
from qwixx.ui.model.screen import Screen

if TYPE_CHECKING:
    from qwixx.coach import Decided, Review
    from qwixx.games.game import Game
    from qwixx.rules.layout import Variant
    from qwixx.rules.sheet import Sheet
    from qwixx.ui.model import ModelOf
    from qwixx.ui.model.setup import Setup

WORTH_TELLING = 0.0005
"""The least that is told of a chance that was given away: what would not round to nothing."""
PACE = {"calm": 1400, "quick": 700, "instant": 350}
"""How long each step is shown where they follow each other, in milliseconds."""


@dataclass(frozen=True, slots=True)
class ReplayScreen(Screen):
    """A game that is looked at. Nobody acts in it.

    Args:
        game: the game at the step that is shown; what comes later can be redone.
        setup: who played.
        running: whether the steps follow each other by themselves.
        wants: whether weights were asked for, for the coach.
        review: what the coach says of the game.
        reviewed: how far the coach is with it, from 0 to 1; None if it has not begun.
        other: the hidden one of the two games (what a bot plays with the person's dice, and the
            person's own), and its setup; None if never asked for.
        by_bot: whether the bot's game is shown.
        thinks: whether the bot is still playing.
    """

    folder: ClassVar[str] = "replay"
    is_of_link: ClassVar[bool] = True

    game: Game
    setup: Setup
    running: bool = False
    wants: bool = False
    review: Review | None = None
    reviewed: float | None = None
    other: tuple[Game, Setup] | None = None
    by_bot: bool = False
    thinks: bool = False

    @property
    def data_screen(self) -> str:
        """The public name: a replay is a part of the history."""
        return "history"

    @property
    def shown_game(self) -> Game:
        """The game that is looked at."""
        return self.game

    @property
    def shown_variant(self) -> Variant:
        """Its rules."""
        return self.game.variant

    @property
    def shown_setup(self) -> Setup:
        """The setup of that game."""
        return self.setup

    @property
    def printable(self) -> tuple[tuple[str, Sheet], ...]:
        """The sheets of the game that was played, once it is over."""
        state = self.whole.state
        pairs = zip(self.whole.names, state.sheets, strict=True)
        return tuple(pairs) if state.phase is Phase.OVER else ()

    @property
    def step(self) -> int:
        """How many events have happened at the step that is shown."""
        return len(self.game.events)

    @property
    def whole(self) -> Game:
        """The game that was played, with all that happened in it."""
        game, _setup = self._own
        return game.go_to(game.length)

    @property
    def bots(self) -> Game | None:
        """The game that a bot plays in the person's place; None if nobody asked for that."""
        if self.other is None:
            return None
        game = self.game if self.by_bot else self.other[0]
        return game.go_to(game.length)

    @property
    def _own(self) -> tuple[Game, Setup]:
        """The game that was played, and by whom."""
        return self.other if self.by_bot and self.other else (self.game, self.setup)

    @property
    def person(self) -> int | None:
        """Whose place a bot may take: that of the one person, once the game is over."""
        _game, setup = self._own
        people = setup.people
        over = self.whole.state.phase is Phase.OVER
        return people[0] if over and len(people) == 1 else None

    @property
    def decision(self) -> Decision | None:
        """The decision that led to what is shown; None after a roll, and at the start."""
        last = self.game.events[-1:]
        return last[0] if last and isinstance(last[0], Decision) else None

    @property
    def shown(self) -> int:
        """Index of the player whose sheet is large: who has just decided, or rolled.

        At the end of a bot's game it is the one that it plays in the person's place.
        """
        decision = self.decision
        if self.by_bot and self.person is not None and self.step == self.game.length:
            return self.person
        return self.game.state.active if decision is None else decision.player

    @property
    def judged(self) -> Decided | None:
        """What the coach says of the decision that led here."""
        decisions = self.review.decisions if self.review and not self.by_bot else ()
        return next((one for one in decisions if one.event == self.step - 1), None)


ReplayModel: TypeAlias = "ModelOf[ReplayScreen]"
"""The model, seen from this screen."""
