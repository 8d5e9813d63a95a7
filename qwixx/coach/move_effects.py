"""Effects of a single move, from which `reasoning` builds its reasons."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, product
from typing import TYPE_CHECKING, NamedTuple, TypedDict

from qwixx.coach.odds import Chance, sum_chance
from qwixx.rules.follow_ups import NOTHING, FollowUps, follow_ups
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
        follow_ups: what the move brings along.
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
    follow_ups: FollowUps = NOTHING

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
        white_sum = state.roll.white_sum if state.phase is Phase.WHITE and state.roll else None
        after = sheet.cross(move, state.closed, white_sum=white_sum)
        locked = [after.locked(row) for row in range(len(state.closed))]
        closed = [out or own for out, own in zip(state.closed, locked, strict=True)]
        return cls(
            move,
            after,
            after.points - sheet.points,
            _skipped_numbers(sheet, move),
            move.row < len(locked) and locked[move.row],
            final_lead=_final_lead_range(state, player, after, closed),
            follow_ups=follow_ups(sheet, after, move, white_sum),
            **_row_effects(sheet, after, move),
        )


class RowEffects(TypedDict, total=False):
    """The fields of `MoveEffect` about the move's row, or about what is left of it."""

    crosses_to_lock: int | None
    gives_up_lock: bool
    locking_numbers: tuple[int, ...]
    next_number: tuple[int, Chance] | None


def _row_effects(sheet: Sheet, after: Sheet, move: Mark) -> RowEffects:
    """Return the effects of a mark on its row; {} in a bonus row, which has no lock."""
    variant = after.variant
    if move.row >= len(variant.rows):
        return {}
    spec, locks = variant.rows[move.row], after.locked(move.row)
    needed = None if locks else _crosses_to_lock(after, move.row)
    at = spec.bits[after.crossed(move.row)[-1]].bit_length()
    next_number = None
    if not locks and after.may_cross(Mark(move.row, spec.numbers[at])):
        next_number = spec.numbers[at], sum_chance(variant, spec.numbers[at])
    return {
        "crosses_to_lock": needed,
        "gives_up_lock": (
            not locks
            and needed is None
            and not variant.makes_crosses  # such crosses can count without numbers to the right
            and _crosses_to_lock(sheet, move.row) is not None
        ),
        "locking_numbers": tuple(
            number for number, bit in spec.bits.items() if bit & spec.locking_bits
        ),
        "next_number": next_number,
    }


def _crosses_to_lock(sheet: Sheet, row: int) -> int | None:
    """Return the crosses that an open row still needs; None if too few numbers are left."""
    spec, crossed = sheet.variant.rows[row], sheet.crossed(row)
    needed = max(0, spec.lock_needs - sheet.count(row))
    at = spec.bits[crossed[-1]].bit_length() if crossed else 0
    left = len(spec.numbers) - spec.lock_cells - at
    # Numbers that can be crossed out twice count twice, the last one unless it has both.
    left += max(0, spec.second_cells - at)
    left += 0 < at <= spec.second_cells and crossed[-1] not in sheet.crossed_twice(row)
    return needed if needed <= left else None


def _skipped_numbers(sheet: Sheet, move: Mark) -> tuple[int, ...]:
    """Return the numbers that a mark skips, from left to right."""
    count, row = sheet.skips(move), sheet.variant.marks[move.row]
    at = row.index(move) if count else 0
    return tuple(mark.number for mark in row[at - count : at])


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


def color_moves_if_others_pass(state: State, player: int, move: Move) -> set[Move]:
    """Return the active player's color-step moves after a white-step move, if all others pass.

    If the move leaves a bonus to choose, the moves after each choice are included.
    """
    state = state.play(player, move)
    while state.phase is Phase.WHITE:
        state = state.play(state.to_act[0], PASS)
    if state.phase is Phase.BONUS:
        choices = state.legal_moves(player)
        return set().union(*(color_moves_if_others_pass(state, player, each) for each in choices))
    return set(state.legal_moves(player))


def rows_lockable_by_others(state: State, player: int) -> set[int]:
    """Return the rows that other players may lock in this step, as far as the player knows."""
    return set().union(*chain.from_iterable(_rows_lockable_by_each(state, player)))


def others_may_end_game(state: State, player: int) -> bool:
    """Return whether other players may end the game before the color step by locking rows."""
    choices = product(*_rows_lockable_by_each(state, player))
    most = max(len(set().union(*rows)) for rows in choices)
    return sum(state.closed) + most >= state.variant.rows_to_end


def _rows_lockable_by_each(state: State, player: int) -> list[set[frozenset[int]]]:
    """Return the rows that each other player may lock in this step, omitting players with none.

    A player's mark can lock several rows, if crosses follow from it.
    """
    if state.phase is not Phase.WHITE:
        return []
    by_seat = (
        {
            frozenset(row for row, out in enumerate(state.closed) if sheet.locked(row) and not out)
            for sheet in _possible_sheets(state, seat)
        }
        - {frozenset[int]()}
        for seat in range(state.players)
        if seat != player
    )
    return [rows for rows in by_seat if rows]


def _possible_sheets(state: State, player: int) -> list[Sheet]:
    """Return a player's possible sheets after this step, except the one after a pass."""
    sheet = state.sheets[player]
    white_sum = state.roll.white_sum if state.phase is Phase.WHITE and state.roll else None
    unsettled = [
        sheet.cross(move, state.closed, white_sum=white_sum)
        for move in state.legal_moves(player)
        if isinstance(move, Mark)
    ]
    settled = []
    while unsettled:
        sheet = unsettled.pop()
        boxes = sheet.choices(state.closed)  # of a bonus
        marks = [mark for at, mark in enumerate(state.variant.tables.marks) if boxes >> at & 1]
        unsettled += [sheet.cross(mark, state.closed) for mark in marks]
        settled += [] if marks else [sheet]
    return settled


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
    if after.pending or not ends_game(sheets, closed):  # a bonus to choose changes the points
        return None
    others = [seat for seat in range(state.players) if seat != player]
    least = [state.sheets[seat].points for seat in others]
    most = [
        max(
            [state.sheets[seat].points, *(sheet.points for sheet in _possible_sheets(state, seat))]
        )
        for seat in others
    ]
    return after.points - max(most), after.points - max(least)
