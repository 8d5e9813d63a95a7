"""A game: its players, the source of its dice, and the history of its events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from qwixx.games.dice_source import Seeded
from qwixx.games.events import Decision, Event, apply_event, parse_event
from qwixx.games.names import check_names
from qwixx.games.undo_history import Undoable, UndoHistory
from qwixx.games.written.playthrough import Playthrough, is_start_of_game
from qwixx.games.written.position import parse_position
from qwixx.games.written.save_format import (
    ROLL,
    RecordError,
    SaveRecord,
    parse_record,
    write_record,
)
from qwixx.rules.dice import draw_first_player
from qwixx.rules.moves import short_repr
from qwixx.rules.state import State, new_game
from qwixx.rules.variants import find_variant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.games.dice_source import DiceSource
    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Move


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Game(Undoable[State, Event]):
    """A game with its history. Immutable: methods return changed copies.

        game = Game(CLASSIC, ["Ann", "Bob"], seed=7).roll()
        game = game.play(game.state.to_act[0], PASS)

    The dice are derived from the seed and the turn, so undo and redo never change a roll. A game
    with another source of dice, or from another position, is made by `Game.at`.

    Args:
        variant: the variant, or the name of a registered one.
        names: player names, 1 to `MAX_NAME` characters each, without control characters.
        seed: seed of the dice, 0 to `MAX_SEED`.
        first: index of the player who begins; None draws one from the seed.
        lucky: see `new_game`.
        cards: see `new_game`.

    Attributes:
        history: the states, the events, and the cursor.
        names: player names, by seat.
        dice: the source of the dice.
        has_given_rolls: whether a roll did not come from the seed, as at a live table.

    Raises:
        ValueError: an argument is invalid.
    """

    names: tuple[str, ...]
    dice: DiceSource
    has_given_rolls: bool

    def __init__(
        self,
        variant: Variant | str,
        names: Sequence[str],
        seed: int,
        *,
        first: int | None = None,
        lucky: Sequence[Sequence[int]] | None = None,
        cards: Sequence[str] | None = None,
    ) -> None:
        """Start the game."""
        names, dice = check_names(names), Seeded(seed)
        if first is None:
            first = draw_first_player(seed, len(names))
        start = new_game(variant, len(names), first=first, lucky=lucky, cards=cards)
        self._set(history=UndoHistory((start,)), names=names, dice=dice, has_given_rolls=False)

    @classmethod
    def at(cls, state: State, names: Sequence[str], dice: DiceSource) -> Game:
        """Return a game that begins in any position, with any source of dice.

        Args:
            state: the first state.
            names: player names; see `Game`.
            dice: the source of the dice.

        Raises:
            ValueError: a name is invalid, or the number of names is wrong.
        """
        game = cls.__new__(cls)
        game._set(  # noqa: SLF001 - a constructor, too
            history=UndoHistory((state,)), names=(), dice=dice, has_given_rolls=False
        )
        return game.rename(names)

    @property
    def seed(self) -> int:
        """The seed of the bots, and of the dice if they come from a seed."""
        return self.dice.seed

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
        if len(names) != self.state.players:
            msg = f"expected {self.state.players} names, got {len(names)}"
            raise ValueError(msg)
        return self._with(names=check_names(names))

    def with_dice(self, dice: DiceSource) -> Game:
        """Return the game with another source of dice; earlier rolls stay."""
        return self._with(dice=dice)

    def __repr__(self) -> str:
        return f"<Game {self.seed} {self.state.code}>"

    def roll(self) -> Game:
        """Roll the dice for this turn; the roll is `state.roll` of the returned game.

        Raises:
            ValueError: the phase is not ROLL, or the source of the dice does not know the roll.
        """
        roll = self.dice.roll(self.state)
        if roll is None:
            msg = f"the dice of turn {self.state.turn + 1} are not known yet"
            raise ValueError(msg)
        if not isinstance(self.dice, Seeded):
            return self.apply_or_redo(roll)
        return self._with(history=self.history.apply_or_redo(roll, apply_event))

    def roll_if_known(self) -> Game:
        """Roll the dice for this turn; return the same game if its source does not know the roll.

        Raises:
            ValueError: the phase is not ROLL.
        """
        return self if self.dice.roll(self.state) is None else self.roll()

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

        A roll is applied as given, even if the source of the dice would give different ones.

        Raises:
            ValueError: the event is not possible now (`IllegalMoveError` for a decision).
        """
        history = self.history.apply_or_redo(event, apply_event)
        is_given = self.has_given_rolls or (
            not isinstance(event, Decision) and event != Seeded(self.seed).roll(self.state)
        )
        return self._with(history=history, has_given_rolls=is_given)

    def playthrough(self) -> Playthrough:
        """Return a playthrough of the events up to the cursor; without the seed of other dice."""
        seed = None if self.has_given_rolls else self.seed
        return Playthrough(self.states[0], self.events, seed)

    def to_json(self) -> str:
        """Return a save: ASCII JSON with all events, undone ones included.

        The save includes the players' names but not the kinds of occupants, which belong to the
        setup. Nor does it name the source of the dice: rolls that do not come from a seed are
        saved as they are.
        """
        start = self.history.states[0]
        lucky = [list(sheet.lucky) for sheet in start.sheets]
        cards = [sheet.card for sheet in start.sheets]
        events, seeded = self.history.events, Seeded(self.seed)
        codes = [
            event.code
            if isinstance(event, Decision)
            or (self.has_given_rolls and event != seeded.roll(state))
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
                cards=cards if start.variant.cards else None,
                start="" if is_start_of_game(start) else start.code,
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
                cards=record.cards,
            )
            if record.start:
                game = cls.at(parse_position(record.start), record.names, game.dice)
        except ValueError as error:
            raise RecordError(str(error)) from error
        for index, code in enumerate(record.events):
            try:
                game = game.roll() if code == ROLL else game.apply_or_redo(parse_event(code))
            except ValueError as error:
                msg = f"event {index} {short_repr(code)}: {error}"
                raise RecordError(msg, index) from error
        return game.go_to(record.cursor)
