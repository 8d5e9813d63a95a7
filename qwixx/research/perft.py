"""Perft: counts of decision sequences, to compare implementations of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.rules.state import Phase, State

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.rules.dice import Roll


def perft(state: State, depth: int, roll_for: Callable[[State], Roll]) -> int:
    """Return the number of legal sequences of `depth` decisions from `state`.

    White decisions are made in seat order. Rolls are not counted, nor are shorter sequences
    that end the game.

    Args:
        state: the first state.
        depth: number of decisions, 0 or more.
        roll_for: deterministic function that returns the roll for a state in phase ROLL.
    """
    if depth == 0:
        return 1
    return sum(perft_by_move(state, depth, roll_for).values())


def perft_by_move(state: State, depth: int, roll_for: Callable[[State], Roll]) -> dict[str, int]:
    """Return the count from `perft`, broken down by the first decision.

    Args:
        state: the first state.
        depth: number of decisions, 1 or more.
        roll_for: as for `perft`.

    Returns:
        counts by `Move.code`, in the order of `State.legal_moves`; {} if the game has ended.
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
