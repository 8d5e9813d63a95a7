"""Model of the replay screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeAlias

from qwixx.games.events import Decision
from qwixx.rules.state import Phase
from qwixx.ui.model.screen import Screen
from qwixx.ui.model.values import dataclass

if TYPE_CHECKING:
    from qwixx.coach import Decided, Review
    from qwixx.games.game import Game
    from qwixx.rules.layout import Variant
    from qwixx.rules.sheet import Sheet
    from qwixx.ui.model import ModelOf
    from qwixx.ui.model.setup import Setup

WORTH_TELLING = 0.02
"""The coach's `TELLING`; the coach is imported only when it is needed."""
PACE = {"calm": 600, "quick": 300, "instant": 150}
"""Milliseconds per step during playback, by speed; passes take a third of that."""


@dataclass(frozen=True, slots=True)
class ReplayScreen(Screen):
    """A replay of a game, step by step.

    Args:
        game: the game at the shown step; later steps can be redone.
        setup: setup of the shown game.
        running: whether playback is running.
        wants: whether the coach's weights were requested.
        review: the coach's review, or None.
        reviewed: progress of the review, from 0 to 1; None if it has not begun.
        other: the game that is not shown, either the person's or the bot's, with its setup; None
            without a bot's game.
        by_bot: whether the bot's game is shown.
        thinks: whether the bot is still playing.
        game_id: id of the game; "" if unknown.
        is_own: whether people at this device may have played the game; False for a link.
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
    game_id: str = ""
    is_own: bool = True

    @property
    def data_screen(self) -> str:
        """The public name of the screen, shared with the history."""
        return "history"

    @property
    def shareable_game(self) -> Game:
        """The shown game."""
        return self.game

    @property
    def shown_variant(self) -> Variant:
        """The variant."""
        return self.game.variant

    @property
    def shown_setup(self) -> Setup:
        """The setup of the shown game."""
        return self.setup

    @property
    def printable_final_sheets(self) -> tuple[tuple[str, Sheet], ...]:
        """Names and final sheets of the person's game; () if the game is unfinished."""
        state = self.whole_own_game.state
        pairs = zip(self.whole_own_game.names, state.sheets, strict=True)
        return tuple(pairs) if state.phase is Phase.OVER else ()

    @property
    def printable_game_id(self) -> str:
        """The id of the game."""
        return self.game_id

    @property
    def step(self) -> int:
        """Number of events up to the shown step."""
        return len(self.game.events)

    @property
    def whole_own_game(self) -> Game:
        """The person's game with all its events."""
        game, _setup = self._own_game_and_setup
        return game.go_to(game.event_count_with_undone)

    @property
    def shared_result(self) -> Game | None:
        """The end of a finished game that was opened by a link, or None."""
        game = self.whole_own_game
        is_shared = not self.is_own and not self.by_bot
        return game if is_shared and game.state.phase is Phase.OVER else None

    @property
    def bot_game(self) -> Game | None:
        """The bot's game with the person's dice, or None."""
        if self.other is None:
            return None
        game = self.game if self.by_bot else self.other[0]
        return game.go_to(game.event_count_with_undone)

    @property
    def _own_game_and_setup(self) -> tuple[Game, Setup]:
        """The person's game and its setup."""
        return self.other if self.by_bot and self.other else (self.game, self.setup)

    @property
    def replayable_seat(self) -> int | None:
        """The only person's seat in a finished game, which a bot can replay; or None."""
        _game, setup = self._own_game_and_setup
        people = setup.person_seats
        is_finished = self.whole_own_game.state.phase is Phase.OVER
        return people[0] if is_finished and len(people) == 1 else None

    @property
    def can_challenge(self) -> bool:
        """Whether a person at this device played the game, alone or against bots, to its end."""
        is_known = self.is_own and bool(self.game_id) and not self.by_bot
        return is_known and self.replayable_seat is not None and not self.game.has_given_rolls

    @property
    def sole_person(self) -> int | None:
        """The seat of the only person, addressed as "you"; or None."""
        people = self.setup.person_seats
        return people[0] if self.is_own and len(people) == 1 and not self.by_bot else None

    @property
    def shown_decision(self) -> Decision | None:
        """The decision that led to the shown step; None after a roll or at the start."""
        last = self.game.events[-1:]
        return last[0] if last and isinstance(last[0], Decision) else None

    @property
    def large_seat(self) -> int:
        """The seat of the player who decided or rolled last, whose sheet is shown large.

        At the end of the bot's game, it is the seat of the person whom the bot replaced.
        """
        decision = self.shown_decision
        if (
            self.by_bot
            and self.replayable_seat is not None
            and self.step == self.game.event_count_with_undone
        ):
            return self.replayable_seat
        return self.game.state.active if decision is None else decision.player

    @property
    def shown_decision_review(self) -> Decided | None:
        """The coach's verdict on the decision that led to the shown step, or None."""
        decisions = self.review.decisions if self.review and not self.by_bot else ()
        return next((one for one in decisions if one.event == self.step - 1), None)


ReplayModel: TypeAlias = "ModelOf[ReplayScreen]"
"""The model while this screen is on top."""
