"""Perft: counts of decision sequences, to compare one implementation of the rules with another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.rules.state import Phase, State

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.rules.dice import Roll


def perft(state: State, depth: int, roll_for: Callable[[State], Roll]) -> int:
    """Return how many sequences of `depth` decisions the rules allow from `state`.

    White decisions are taken in the order of seats. Rolls do not count. A sequence that
    ends the game earlier does not count either.

    Args:
        state: where to begin.
        depth: the number of decisions, 0 or more.
        roll_for: the dice for a state in phase ROLL, the same for the same state.
    """
    if depth == 0:
        return 1
    return sum(divide(state, depth, roll_for).values())


def divide(state: State, depth: int, roll_for: Callable[[State], Roll]) -> dict[str, int]:
    """Return what each decision that comes next adds to the count of `perft`.

    Args:
        state: where to begin.
        depth: the number of decisions, 1 or more.
        roll_for: as for `perft`.

    Returns:
        counts by the text form of the move, in the order of `State.legal_moves`; none
        if the game is over.
    """
    if state.phase is Phase.OVER:
        return {}
    if state.phase is Phase.ROLL:
        state = state.apply_roll(roll_for(state))
    player = state.to_act[0]
    return {
        move.code: perft(state.play(player, move), depth - 1, roll_for)
        for move in state.legal_moves(player)
    }
