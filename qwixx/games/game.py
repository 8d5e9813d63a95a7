"""The record of a game: who plays, the seed of the dice, what happened, undo and redo."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from qwixx.games.events import Decision, Event, apply_event
from qwixx.games.names import check_names
from qwixx.games.written.playthrough import Playthrough
from qwixx.games.written.save_format import ROLL, Record, RecordError, read_record, write_record
from qwixx.rules.dice import check_seed, draw_first, seeded_roll
from qwixx.rules.moves import quote
from qwixx.rules.state import State, new_game
from qwixx.rules.variants import find_variant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Move


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Game:
    """A game with its past and, after undo, its future. It never changes.

    Whatever happens in it returns the next game:

        game = Game(CLASSIC, ["Ann", "Bob"], seed=7).roll()
        game = game.play(game.state.to_act[0], PASS)

    The dice come from the seed and the turn, so no undo ever rolls others.

    Args:
        variant: the rules, or the name of a registered variant.
        names: the players' names, 1 to `MAX_NAME` characters each, none of them control
            characters.
        seed: where the dice come from, 0 to `MAX_SEED`.
        first: index of the player who begins; None draws by lot from the seed.
        lucky: see `new_game`.

    Attributes:
        names: the players' names.
        seed: where the dice come from.

    Raises:
        ValueError: one of these does not fit.
    """

    names: tuple[str, ...]
    seed: int
    _states: tuple[State, ...]
    _events: tuple[Event, ...]
    _done: int

    def __init__(
        self,
        variant: Variant | str,
        names: Sequence[str],
        seed: int,
        *,
        first: int | None = None,
        lucky: Sequence[Sequence[int]] | None = None,
    ) -> None:
        """Begin the game."""
        names, seed = check_names(names), check_seed(seed)
        if first is None:
            first = draw_first(seed, len(names))
        start = new_game(variant, len(names), first=first, lucky=lucky)
        self._set(names, seed, (start,), (), 0)

    def _set(
        self,
        names: tuple[str, ...],
        seed: int,
        states: tuple[State, ...],
        events: tuple[Event, ...],
        done: int,
    ) -> None:
        values = (names, seed, states, events, done)
        for name, value in zip(self.__dataclass_fields__, values, strict=True):
            object.__setattr__(self, name, value)

    def _at(
        self,
        done: int,
        states: tuple[State, ...] | None = None,
        events: tuple[Event, ...] | None = None,
        names: tuple[str, ...] | None = None,
    ) -> Game:
        """Return this game where so many events are done; what is None stays as it is."""
        game = object.__new__(Game)
        game._set(
            self.names if names is None else names,
            self.seed,
            self._states if states is None else states,
            self._events if events is None else events,
            done,
        )
        return game

    @property
    def variant(self) -> Variant:
        """The rules."""
        return self.state.variant

    @property
    def state(self) -> State:
        """The state now."""
        return self._states[self._done]

    @property
    def events(self) -> tuple[Event, ...]:
        """What has happened and is not undone, in order."""
        return self._events[: self._done]

    @property
    def states(self) -> tuple[State, ...]:
        """The state at the beginning and after each of `events`."""
        return self._states[: self._done + 1]

    @property
    def furthest(self) -> State:
        """The state after all that has happened, with what was taken back."""
        return self._states[-1]

    @property
    def length(self) -> int:
        """How many events there are, with those that were taken back."""
        return len(self._events)

    @property
    def can_undo(self) -> bool:
        """Whether there is an event to take back."""
        return self._done > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is an event taken back that can be brought back."""
        return self._done < len(self._events)

    def rename(self, names: Sequence[str]) -> Game:
        """Return the game with other names for its players.

        Raises:
            ValueError: they are no names, or too few or too many.
        """
        if len(names) != len(self.names):
            msg = f"{len(self.names)} players have {len(names)} names"
            raise ValueError(msg)
        return self._at(self._done, names=check_names(names))

    def __repr__(self) -> str:
        return f"<Game {self.seed} {self.state.code}>"

    def roll(self) -> Game:
        """Roll the dice of this turn; they are the `state.roll` of the game that is returned.

        Raises:
            ValueError: it is not the time to roll.
        """
        state = self.state
        return self.follow(seeded_roll(self.seed, state.turn, state.variant, state.closed))

    def play(self, player: int, move: Move) -> Game:
        """Take a player's decision.

        Raises:
            InvalidMoveError: `move` is neither a `Mark` nor `PASS`.
            IllegalMoveError: the rules forbid it.
        """
        return self.follow(Decision(player, move))

    def follow(self, event: Event) -> Game:
        """Let an event happen; to repeat what was taken back keeps what came after it.

        Dice that are told, and not rolled from the seed, are taken as they are.

        Raises:
            ValueError: it does not fit (`IllegalMoveError` for a decision).
        """
        if self.can_redo and self._events[self._done] == event:
            return self._at(self._done + 1)
        state = apply_event(self.state, event)
        return self._at(self._done + 1, (*self.states, state), (*self.events, event))

    def undo(self) -> Game:
        """Take back the last event, a decision or a roll.

        Raises:
            ValueError: there is none; `can_undo` tells.
        """
        if not self.can_undo:
            msg = "there is nothing to take back"
            raise ValueError(msg)
        return self._at(self._done - 1)

    def redo(self) -> Game:
        """Bring back what was taken back last.

        Raises:
            ValueError: there is nothing; `can_redo` tells.
        """
        if not self.can_redo:
            msg = "there is nothing to bring back"
            raise ValueError(msg)
        return self._at(self._done + 1)

    def go_to(self, done: int) -> Game:
        """Return the game where so many of its events are done; the others can be redone.

        Raises:
            ValueError: it has not so many.
        """
        if not 0 <= done <= len(self._events):
            msg = f"a game of {len(self._events)} events has no position after {done}"
            raise ValueError(msg)
        return self._at(done)

    def without_undone(self) -> Game:
        """Return the game as if what was taken back had never happened."""
        return self._at(self._done, self.states, self.events)

    def playthrough(self) -> Playthrough:
        """Return what has happened and is not undone."""
        return Playthrough(self._states[0], self.events, self.seed)

    def to_json(self) -> str:
        """Return the whole record, with what can be redone, as JSON in ASCII.

        Names are in it, seats' bots and the like are not: they are not the game's.
        """
        start = self._states[0]
        lucky = [list(sheet.lucky) for sheet in start.sheets]
        codes = [event.code if isinstance(event, Decision) else ROLL for event in self._events]
        return write_record(
            Record(
                variant=start.variant.name,
                names=list(self.names),
                seed=self.seed,
                first=start.active,
                lucky=lucky if start.variant.lucky_pairs else None,
                events=codes,
                done=self._done,
            )
        )

    @classmethod
    def from_json(cls, text: str) -> Game:
        """Read a record back, whatever the text is.

        Raises:
            RecordError: it is no record of a game, one of a newer version, or an event
                in it breaks the rules; `RecordError.event` says which.
        """
        record = read_record(text)
        try:
            game = cls(
                find_variant(record.variant),
                record.names,
                record.seed,
                first=record.first,
                lucky=record.lucky,
            )
        except ValueError as error:
            raise RecordError(str(error)) from error
        for index, code in enumerate(record.events):
            try:
                game = game.roll() if code == ROLL else game.follow(Decision.from_code(code))
            except ValueError as error:
                msg = f"event {index} {quote(code)}: {error}"
                raise RecordError(msg, index) from error
        while len(game.events) > record.done:
            game = game.undo()
        return game
