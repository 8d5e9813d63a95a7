"""Sources of dice: a seed, other players, or rolls that a person enters.

`chains.Chained` is another source: the links of all devices.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from qwixx.rules.dice import check_seed, seeded_roll

if TYPE_CHECKING:
    from qwixx.rules.dice import Roll
    from qwixx.rules.state import State


class DiceSource(Protocol):
    """A source of dice. Immutable, so that undo and redo never change a roll."""

    @property
    def seed(self) -> int:
        """The seed of bots, and of the dice of a copy that is played on without this source."""

    def roll(self, state: State) -> Roll | None:
        """Return the roll of a state's turn; None if the source does not know it yet."""


@dataclass(frozen=True, slots=True)
class Seeded:
    """Dice derived from a seed and the turn.

    Args:
        seed: the seed, 0 to `MAX_SEED`.

    Raises:
        ValueError: the seed is invalid.
    """

    seed: int

    def __post_init__(self) -> None:
        """Check the seed."""
        check_seed(self.seed)

    def roll(self, state: State) -> Roll:
        """Return the roll of a state's turn."""
        return seeded_roll(self.seed, state.turn, state.variant, state.closed)


@dataclass(frozen=True, slots=True)
class Untold:
    """Dice that others make: each roll is applied when it is made.

    Args:
        seed: see `DiceSource.seed`.
    """

    seed: int = 0

    def roll(self, state: State) -> None:  # noqa: ARG002 - the protocol's argument
        """Return None, since no roll is known in advance."""
        return


@dataclass(frozen=True, slots=True)
class Entered:
    """Dice that a person enters, as for a position to study.

    Args:
        rolls: rolls by turn, as pairs; the last one of a turn counts.
        seed: see `DiceSource.seed`.
    """

    rolls: tuple[tuple[int, Roll], ...] = ()
    seed: int = 0

    def roll(self, state: State) -> Roll | None:
        """Return the roll entered for a state's turn, without dice of closed rows, or None."""
        entered = dict(self.rolls).get(state.turn)
        return None if entered is None else entered.without(state.closed)

    def with_roll(self, turn: int, roll: Roll) -> Entered:
        """Return the source with a roll entered for a turn."""
        others = (pair for pair in self.rolls if pair[0] != turn)
        return Entered((*others, (turn, roll)), self.seed)
