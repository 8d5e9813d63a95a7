"""What a move does to the sheet, and what may come of it: what reasons are made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from qwixx.coach.odds import Chance, sum_chance
from qwixx.rules.moves import PASS, Mark, Move
from qwixx.rules.state import Phase, is_over

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.rules.sheet import Sheet
    from qwixx.rules.state import State


@dataclass(frozen=True, slots=True)
class MoveEffect:
    """What a move does to the sheet.

    Args:
        move: the move.
        after: the sheet after it.
        gain: the points that it brings, a penalty that is certain taken off.
        skipped: the numbers that are lost.
        locks: whether it locks the row.
        penalty: which penalty it surely costs, 1 for the first; 0 if none.
        lead: the least and the greatest lead if it ends the game; None if it does not.
        needs: how many crosses the row lacks then, until it can be locked; None if it
            cannot be, or need not be.
        ends: the numbers that lock the row.
        following: the row's leftmost free number, and how likely two dice make it; None if
            that may not be crossed.
    """

    move: Move
    after: Sheet
    gain: int
    skipped: tuple[int, ...] = ()
    locks: bool = False
    penalty: int = 0
    lead: tuple[int, int] | None = None
    needs: int | None = None
    ends: tuple[int, ...] = ()
    following: tuple[int, Chance] | None = None

    @classmethod
    def of(cls, state: State, player: int, move: Move) -> MoveEffect:
        """Look at a legal move."""
        sheet = state.sheets[player]
        if not isinstance(move, Mark):
            if not costs_penalty(state, player):
                return cls(move, sheet, 0)
            fined = sheet.with_penalty()
            lead = _lead(state, player, fined, state.closed)
            gain = fined.points - sheet.points
            return cls(move, fined, gain, penalty=fined.penalties, lead=lead)
        after, spec = sheet.cross(move), state.variant.rows[move.row]
        locks = after.locked(move.row)
        closed = [out or (locks and row == move.row) for row, out in enumerate(state.closed)]
        cell = spec.bits[move.number]
        needs: int | None = max(0, spec.lock_needs - after.count(move.row))
        at = cell.bit_length()
        if locks or (needs or 0) > len(spec.numbers) - spec.lock_cells - at:
            needs = None
        following = None
        if not locks and after.may_cross(Mark(move.row, spec.numbers[at])):
            following = spec.numbers[at], sum_chance(state.variant, spec.numbers[at])
        return cls(
            move,
            after,
            after.points - sheet.points,
            tuple(
                number for number, bit in spec.bits.items() if sheet.rows[move.row] < bit < cell
            ),
            locks,
            lead=_lead(state, player, after, closed),
            needs=needs,
            ends=tuple(number for number, bit in spec.bits.items() if bit & spec.locking_bits),
            following=following,
        )


def costs_penalty(state: State, player: int) -> bool:
    """Tell whether to pass now surely costs a penalty, whatever the others do."""
    if player != state.active:
        return False
    if state.phase is Phase.COLOR:
        return state.penalty_due
    crosses = [move for move in color_moves(state, player, PASS) if isinstance(move, Mark)]
    return not crosses and not may_end_before_color(state, rows_others_may_lock(state, player))


def color_moves(state: State, player: int, move: Move) -> tuple[Move, ...]:
    """Return what the active player may do in the color step, if the others pass."""
    state = state.play(player, move)
    while state.phase is Phase.WHITE:
        state = state.play(state.to_act[0], PASS)
    return state.legal_moves(player)


def rows_others_may_lock(state: State, player: int) -> set[int]:
    """Return the rows that others may lock in this step, as far as the player can see."""
    if state.phase is not Phase.WHITE:
        return set()
    return {
        move.row
        for seat in range(state.players)
        for move in state.legal_moves(seat)
        if seat != player
        and isinstance(move, Mark)
        and state.sheets[seat].cross(move).locked(move.row)
    }


def may_end_before_color(state: State, shut: set[int]) -> bool:
    """Tell whether the game may end before the color step."""
    return sum(state.closed) + len(shut) >= state.variant.rows_to_end


def _lead(
    state: State, player: int, after: Sheet, closed: Sequence[bool]
) -> tuple[int, int] | None:
    """Return the least and the greatest lead of a player whose sheet ends the game.

    In the white step the others may still cross what brings them most, or nothing.
    """
    sheets = (*state.sheets[:player], after, *state.sheets[player + 1 :])
    if not is_over(sheets, closed):
        return None
    others = [seat for seat in range(state.players) if seat != player]
    least = [state.sheets[seat].points for seat in others]
    most = [
        max(
            [
                state.sheets[seat].points,
                *(
                    state.sheets[seat].cross(move).points
                    for move in state.legal_moves(seat)
                    if isinstance(move, Mark)
                ),
            ]
        )
        for seat in others
    ]
    return after.points - max(most), after.points - max(least)
