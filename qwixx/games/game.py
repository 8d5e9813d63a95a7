"""A game: its players, the seed of its dice, and the history of its events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from qwixx.games.events import Decision, Event, apply_event, parse_event
from qwixx.games.names import check_names
from qwixx.games.undo_history import Undoable, UndoHistory
from qwixx.games.written.playthrough import Playthrough
from qwixx.games.written.save_format import (
    ROLL,
    RecordError,
    SaveRecord,
    parse_record,
    write_record,
)
from qwixx.rules.dice import check_seed, draw_first_player, seeded_roll
from qwixx.rules.moves import short_repr
from qwixx.rules.state import State, new_game
from qwixx.rules.variants import find_variant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.rules.dice import Roll
    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Move


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Game(Undoable[State, Event]):
    """A game with its history. Immutable: methods return changed copies.

        game = Game(CLASSIC, ["Ann", "Bob"], seed=7).roll()
        game = game.play(game.state.to_act[0], PASS)

    The dice are derived from the seed and the turn, so undo and redo never change a roll.

    Args:
        variant: the variant, or the name of a registered one.
        names: player names, 1 to `MAX_NAME` characters each, without control characters.
        seed: seed of the dice, 0 to `MAX_SEED`.
        first: index of the player who begins; None draws one from the seed.
        lucky: see `new_game`.

    Attributes:
        history: the states, the events, and the cursor.
        names: player names, by seat.
        seed: seed of the dice.
        has_given_rolls: whether a roll did not come from the seed, as at a live table.

    Raises:
        ValueError: an argument is invalid.
    """

    names: tuple[str, ...]
    seed: int
    has_given_rolls: bool

    def __init__(
        self,
        variant: Variant | str,
        names: Sequence[str],
        seed: int,
        *,
        first: int | None = None,
        lucky: Sequence[Sequence[int]] | None = None,
    ) -> None:
        """Start the game."""
        names, seed = check_names(names), check_seed(seed)
        if first is None:
            first = draw_first_player(seed, len(names))
        start = new_game(variant, len(names), first=first, lucky=lucky)
        self._set(history=UndoHistory((start,)), names=names, seed=seed, has_given_rolls=False)

    @property
    def variant(self) -> Variant:
        """The variant."""
        return self.state.variant

    @property
    def furthest(self) -> State:
        """The state after the last event, undone events included."""
        return self.history.states[-1]

    @property
    def event_count_with_undone(self) -> int:
        """The number of events, undone events included."""
        return len(self.history.events)

    def rename(self, names: Sequence[str]) -> Game:
        """Return the game with new player names.

        Raises:
            ValueError: a name is invalid, or the number of names is wrong.
        """
        if len(names) != len(self.names):
            msg = f"expected {len(self.names)} names, got {len(names)}"
            raise ValueError(msg)
        return self._with(names=check_names(names))

    def __repr__(self) -> str:
        return f"<Game {self.seed} {self.state.code}>"

    def roll(self) -> Game:
        """Roll the dice for this turn; the roll is `state.roll` of the returned game.

        Raises:
            ValueError: the phase is not ROLL.
        """
        roll = self._seeded_roll(self.state)
        return self._with(history=self.history.apply_or_redo(roll, apply_event))

    def play(self, player: int, move: Move) -> Game:
        """Apply a player's decision.

        Raises:
            InvalidMoveError: `move` is neither a `Mark` nor `PASS`.
            IllegalMoveError: the rules forbid the move.
        """
        return self.apply_or_redo(Decision(player, move))

    def apply_or_redo(self, event: Event) -> Game:
        """Apply an event, or redo the next undone event if it equals `event`.

        A redo keeps the later undone events; any other event drops all undone events.

        A roll is applied as given, even if the seed would give different dice.

        Raises:
            ValueError: the event is not possible now (`IllegalMoveError` for a decision).
        """
        history = self.history.apply_or_redo(event, apply_event)
        is_given = not isinstance(event, Decision) and event != self._seeded_roll(self.state)
        return self._with(history=history, has_given_rolls=self.has_given_rolls or is_given)

    def _seeded_roll(self, state: State) -> Roll:
        return seeded_roll(self.seed, state.turn, state.variant, state.closed)

    def playthrough(self) -> Playthrough:
        """Return a playthrough of the events up to the cursor; without the seed of other dice."""
        seed = None if self.has_given_rolls else self.seed
        return Playthrough(self.states[0], self.events, seed)

    def to_json(self) -> str:
        """Return a save: ASCII JSON with all events, undone ones included.

        The save includes the players' names but not the kinds of occupants, which belong to the
        setup.
        """
        start = self.history.states[0]
        lucky = [list(sheet.lucky) for sheet in start.sheets]
        events = self.history.events
        codes = [
            event.code
            if isinstance(event, Decision)
            or (self.has_given_rolls and event != self._seeded_roll(state))
            else ROLL
            for state, event in zip(self.history.states, events, strict=False)
        ]
        return write_record(
            SaveRecord(
                variant=start.variant.name,
                names=list(self.names),
                seed=self.seed,
                first_player=start.active,
                lucky=lucky if start.variant.lucky_pairs else None,
                events=codes,
                cursor=self.history.cursor,
            )
        )

    @classmethod
    def from_json(cls, text: str) -> Game:
        """Parse a save. The text may be untrusted: every event is replayed under the rules.

        Raises:
            RecordError: the text is not a save or was written by a newer version, or an event
                breaks the rules (`RecordError.event` is its index).
        """
        record = parse_record(text)
        try:
            game = cls(
                find_variant(record.variant),
                record.names,
                record.seed,
                first=record.first_player,
                lucky=record.lucky,
            )
        except ValueError as error:
            raise RecordError(str(error)) from error
        for index, code in enumerate(record.events):
            try:
                game = game.roll() if code == ROLL else game.apply_or_redo(parse_event(code))
            except ValueError as error:
                msg = f"event {index} {short_repr(code)}: {error}"
                raise RecordError(msg, index) from error
        return game.go_to(record.cursor)
