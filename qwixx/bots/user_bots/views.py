"""A player's view of a state as numbers, which are read faster than notation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from qwixx.rules.dice import Roll
from qwixx.rules.sheet import Sheet
from qwixx.rules.state import Phase, State

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant

_PHASES = tuple(Phase)


def pack_view(state: State) -> list[Any]:
    """Return the view of a player who must decide now as a list for JSON."""
    roll = state.roll
    return [
        state.turn,
        state.active,
        _PHASES.index(state.phase),
        [*roll.white, *(die or 0 for die in roll.colored)] if roll else [],
        [int(closed) for closed in state.closed],
        int(state.penalty_due),
        int(state.is_color_bonus),
        [
            [sheet.penalties, sheet.lucky, sheet.card, sheet.pending, sheet.crosses]
            for sheet in state.sheets
        ],
    ]


def unpack_view(packed: list[Any], variant: Variant) -> State:
    """Return the view that was packed."""
    turn, active, phase, dice, closed, penalty_due, is_color_bonus, sheets = packed
    roll = Roll((dice[0], dice[1]), tuple(die or None for die in dice[2:])) if dice else None
    is_white = _PHASES[phase] is Phase.WHITE
    return State(
        variant,
        turn,
        active,
        _PHASES[phase],
        roll,
        tuple(
            Sheet(variant, (), penalties, tuple(lucky), card, tuple(pending), crosses)
            for penalties, lucky, card, pending, crosses in sheets
        ),
        tuple(map(bool, closed)),
        (None,) * len(sheets) if is_white else (),
        bool(penalty_due),
        bool(is_color_bonus),
    )
