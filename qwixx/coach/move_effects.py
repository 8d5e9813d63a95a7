"""Effects of a single move, from which `reasoning` builds its reasons."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from qwixx.coach.odds import Chance, sum_chance
from qwixx.rules.moves import PASS, Mark, Move
from qwixx.rules.state import Phase, ends_game

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.rules.sheet import Sheet
    from qwixx.rules.state import State


@dataclass(frozen=True, slots=True)
class MoveEffect:
    """The effects of a move on the player's sheet.

    Args:
        move: the move.
        sheet_after: the sheet after the move.
        gain: points gained; negative if the move is certain to cost a penalty.
        skipped: numbers that the move skips.
        locks: whether the move locks the row.
        penalty_number: number of the penalty on the sheet, from 1, if it is certain; otherwise 0.
        final_lead: least and greatest possible leads over the best other player, in points, if the
            move ends the game; otherwise None.
        crosses_to_lock: number of crosses that the row still needs before it can be locked; None
            if the row is locked or can no longer be locked.
        gives_up_lock: whether the row could be locked before the move, and no longer after it.
        locking_numbers: numbers that lock the row.
        next_number: leftmost free number of the row, and the odds that two dice add up to it; None
            if that number may not be crossed out.
    """

    move: Move
    sheet_after: Sheet
    gain: int
    skipped: tuple[int, ...] = ()
    locks: bool = False
    penalty_number: int = 0
    final_lead: tuple[int, int] | None = None
    crosses_to_lock: int | None = None
    gives_up_lock: bool = False
    locking_numbers: tuple[int, ...] = ()
    next_number: tuple[int, Chance] | None = None

    @classmethod
    def from_move(cls, state: State, player: int, move: Move) -> MoveEffect:
        """Return the effects of a legal move."""
        sheet = state.sheets[player]
        if not isinstance(move, Mark):
            if not pass_costs_penalty(state, player):
                return cls(move, sheet, 0)
            after = sheet.with_penalty()
            lead = _final_lead_range(state, player, after, state.closed)
            gain = after.points - sheet.points
            return cls(move, after, gain, penalty_number=after.penalties, final_lead=lead)
        after, spec = sheet.cross(move), state.variant.rows[move.row]
        locks = after.locked(move.row)
        closed = [out or (locks and row == move.row) for row, out in enumerate(state.closed)]
        cell = spec.bits[move.number]
        at = cell.bit_length()
        needed = None if locks else _crosses_to_lock(after, move.row)
        next_number = None
        if not locks and after.may_cross(Mark(move.row, spec.numbers[at])):
            next_number = spec.numbers[at], sum_chance(state.variant, spec.numbers[at])
        return cls(
            move,
            after,
            after.points - sheet.points,
            tuple(
                number for number, bit in spec.bits.items() if sheet.rows[move.row] < bit < cell
            ),
            locks,
            final_lead=_final_lead_range(state, player, after, closed),
            crosses_to_lock=needed,
            gives_up_lock=(
                not locks and needed is None and _crosses_to_lock(sheet, move.row) is not None
            ),
            locking_numbers=tuple(
                number for number, bit in spec.bits.items() if bit & spec.locking_bits
            ),
            next_number=next_number,
        )


def _crosses_to_lock(sheet: Sheet, row: int) -> int | None:
    """Return the crosses that an open row still needs; None if too few numbers are left."""
    spec = sheet.variant.rows[row]
    needed = max(0, spec.lock_needs - sheet.count(row))
    left = len(spec.numbers) - spec.lock_cells - sheet.rows[row].bit_length()
    return needed if needed <= left else None


class MarkEffect(NamedTuple):
    """The effect of a mark that is planned for the color step.

    Args:
        gain: points gained.
        skips: number of numbers that the mark skips.
    """

    gain: int = 0
    skips: int = 0

    @classmethod
    def from_plan(cls, effect: MoveEffect, then: Mark | None) -> MarkEffect:
        """Return the effect of a mark that follows a move; None has no effect."""
        if then is None:
            return cls()
        sheet = effect.sheet_after
        return cls(sheet.cross(then).points - sheet.points, sheet.skips(then))


def pass_costs_penalty(state: State, player: int) -> bool:
    """Return whether a pass now is certain to cost a penalty, regardless of the others' moves."""
    if player != state.active:
        return False
    if state.phase is Phase.COLOR:
        return state.penalty_due
    crosses = [
        move for move in color_moves_if_others_pass(state, player, PASS) if isinstance(move, Mark)
    ]
    return not crosses and not others_may_end_game(state, player)


def color_moves_if_others_pass(state: State, player: int, move: Move) -> tuple[Move, ...]:
    """Return the active player's color-step moves after a white-step move, if all others pass."""
    state = state.play(player, move)
    while state.phase is Phase.WHITE:
        state = state.play(state.to_act[0], PASS)
    return state.legal_moves(player)


def rows_lockable_by_others(state: State, player: int) -> set[int]:
    """Return the rows that other players may lock in this step, as far as the player knows."""
    return set().union(*_rows_lockable_by_each(state, player))


def others_may_end_game(state: State, player: int) -> bool:
    """Return whether other players may end the game before the color step by locking rows.

    Each of the other players can lock at most one row.
    """
    choices = product(*_rows_lockable_by_each(state, player))
    most = max(len(set(rows)) for rows in choices)
    return sum(state.closed) + most >= state.variant.rows_to_end


def _rows_lockable_by_each(state: State, player: int) -> list[set[int]]:
    """Return the rows that each other player may lock in this step, omitting players with none."""
    if state.phase is not Phase.WHITE:
        return []
    by_seat = (
        {
            move.row
            for move in state.legal_moves(seat)
            if isinstance(move, Mark) and state.sheets[seat].cross(move).locked(move.row)
        }
        for seat in range(state.players)
        if seat != player
    )
    return [rows for rows in by_seat if rows]


def _final_lead_range(
    state: State, player: int, after: Sheet, closed: Sequence[bool]
) -> tuple[int, int] | None:
    """Return the least and greatest possible leads, or None if a move does not end the game.

    In the white step, every other player may still cross out their best number or none.

    Args:
        state: the state before the move.
        player: index of the player.
        after: the player's sheet after the move.
        closed: for each row, whether it is closed after the move.
    """
    sheets = (*state.sheets[:player], after, *state.sheets[player + 1 :])
    if not ends_game(sheets, closed):
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
