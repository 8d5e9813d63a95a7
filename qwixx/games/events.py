"""Events of a game: rolls of the dice and players' decisions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from qwixx.games.written.position import parse_non_negative_int
from qwixx.rules.dice import Roll
from qwixx.rules.moves import Move, parse_move

if TYPE_CHECKING:
    from qwixx.rules.state import State


@dataclass(frozen=True, slots=True)
class Decision:
    """A player's decision in the white step or the color step.

    Args:
        player: index of the player.
        move: the move.
    """

    player: int
    move: Move

    @property
    def code(self) -> str:
        """The text form: the player's index and the move, as in "0 r7"."""
        return f"{self.player} {self.move.code}"

    @classmethod
    def from_code(cls, code: str) -> Decision:
        """Parse the text form of a decision; see `Decision.code`.

        Raises:
            ValueError: the text is not a decision.
        """
        player, _, move = code.partition(" ")
        return cls(parse_non_negative_int(player), parse_move(move))


Event: TypeAlias = Roll | Decision
"""A game event: a roll of the dice, or a decision of one player."""


def parse_event(code: str) -> Event:
    """Parse the text form of an event.

    Raises:
        ValueError: the text is neither a roll nor a decision.
    """
    return Roll.from_code(code) if ":" in code else Decision.from_code(code)


def apply_event(state: State, event: Event) -> State:
    """Return the state after an event.

    Raises:
        ValueError: the event is not possible in this state (`IllegalMoveError` for a decision).
    """
    if isinstance(event, Decision):
        return state.play(event.player, event.move)
    return state.apply_roll(event)
