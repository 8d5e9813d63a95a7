"""What moves a game on: the dice are rolled, or somebody decides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from qwixx.games.written.position import parse_int
from qwixx.rules.dice import Roll
from qwixx.rules.moves import Move, parse_move

if TYPE_CHECKING:
    from qwixx.rules.state import State


@dataclass(frozen=True, slots=True)
class Decision:
    """What one player decided.

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
        """Read `code` back.

        Raises:
            ValueError: the text is no decision.
        """
        player, _, move = code.partition(" ")
        return cls(parse_int(player), parse_move(move))


Event: TypeAlias = Roll | Decision
"""What moves a game on: the dice are rolled, or somebody decides."""


def apply_event(state: State, event: Event) -> State:
    """Return the state after an event.

    Raises:
        ValueError: it does not fit the state (`IllegalMoveError` for a decision).
    """
    if isinstance(event, Decision):
        return state.play(event.player, event.move)
    return state.apply_roll(event)
