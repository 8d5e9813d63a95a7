"""Choices on any sheet, by an evaluation that knows only boxes, rows, and points.

For each row, the final crosses are estimated as in `evaluators`, but from the boxes of the sheet:
so it needs neither weights nor rows of one kind. What follows from a cross (links, bonuses,
rewards) is seen because the engine makes it.
"""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from qwixx.bots.planning.choices import WIN_VALUE
from qwixx.bots.planning.evaluators import PENALTY_COST, PENALTY_GROWTH
from qwixx.rules.moves import PASS, Mark
from qwixx.rules.state import Phase, closed_rows, ends_game

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.rules.boxes import RowSpec
    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Move
    from qwixx.rules.sheet import Sheet
    from qwixx.rules.state import State

_SECOND_SHARE = 0.5
"""Share of a free box's value that the possible second cross on the last number has."""
_BONUS_SHARE = 0.5
"""Share of a free box's value that a free box of a bonus row has."""
_FIELD_POINTS = 0.4
"""Value of an open swap field, in points."""
_FIRST_TURNS, _LAST_TURNS = 16, 3
"""Turns that a row is expected to grow, at the start of a game and close to its end."""
_ALMOST_FULL = 26
"""Crosses on a sheet with which a game is close to its end."""


class PointsChoice(NamedTuple):
    """A move with the estimated final points of the player's sheet.

    Args:
        value: estimated points; `WIN_VALUE` for the end of a won game, its negative for a lost
            one.
        move: the move.
    """

    value: float
    move: Move


class _RowTable(NamedTuple):
    """Estimates for one row.

    Args:
        final: final crosses of an open row, by the turns left, the length of the crossed part,
            and the number of crosses; not whole, since many crosses are worth more than few.
        to_come: crosses that the free boxes are worth, by the length of the crossed part.
        likely: crosses that each box is worth, by its number.
    """

    final: tuple[tuple[tuple[float, ...], ...], ...]
    to_come: tuple[float, ...]
    likely: tuple[float, ...]


@lru_cache(maxsize=16)
def _row_tables(variant: Variant) -> tuple[_RowTable, ...]:
    """Return the estimates for each row, bonus rows last."""
    sides = variant.die_sides
    tables = []
    for row, marks in enumerate(variant.marks):
        rolls = [max(0, sides - abs(mark.number - sides - 1)) for mark in marks]
        likely = [0.5 * (count / sides) ** 0.7 for count in rolls]
        to_come = [sum(likely[length:]) for length in range(len(likely) + 1)]
        spec = variant.rows[row] if row < len(variant.rows) else None
        final = _final_crosses(spec, tuple(rolls), sides, variant.points) if spec else ()
        tables.append(_RowTable(final, tuple(to_come), tuple(likely)))
    return tuple(tables)


@lru_cache(maxsize=16)
def _final_crosses(
    row: RowSpec, rolls: tuple[int, ...], sides: int, points: tuple[int, ...]
) -> tuple[tuple[tuple[float, ...], ...], ...]:
    """Return the crosses that a row alone ends with; see `_RowTable.final`.

    In each turn, the dice show one number of the row, as often as the white dice do, and it is
    crossed out if that brings more points.

    Args:
        row: the row.
        rolls: for each box, the number of ways in which two dice show its number.
        sides: number of sides of a die.
        points: points by number of crosses.
    """
    boxes, last = len(rolls), len(points) - 1
    chances = [count / sides**2 for count in rolls]
    scores = [float(points[min(count, last)]) for count in range(2 * boxes + 2)]
    values = [scores] * (boxes + 1)
    turns = [values]
    for _ in range(_FIRST_TURNS + 1):
        after = []
        for length in range(boxes):
            most = length * (1 + bool(row.second_cells))
            line = [*scores]
            for count in range(most + 1):
                now = line[count] = values[length][count]
                for box in range(length, boxes):
                    if box < boxes - row.lock_cells:
                        later = values[box + 1][count + 1]
                    else:
                        later = scores[count + 2] if count >= row.lock_needs else now
                    if later > now:
                        line[count] += chances[box] * (later - now)
            after.append(line)
        values = [*after, scores]
        turns.append(values)
    return tuple(
        tuple(tuple((sqrt(1 + 8 * value) - 1) / 2 for value in line) for line in values)
        for values in turns
    )


def estimated_points(sheet: Sheet, closed: Sequence[bool], progress: float = 0.0) -> float:
    """Return the estimated final points of a sheet.

    Args:
        sheet: the sheet.
        closed: for each row, whether it is closed.
        progress: share of the game that is over; see `_progress`.
    """
    variant = sheet.variant
    tables, estimates, crosses = variant.tables, _row_tables(variant), sheet.crosses
    shared = [0.0] * len(variant.rows)
    for at, bonus in enumerate(variant.bonus_rows, len(variant.rows)):
        row = tables.rows[at]
        length = max(0, (crosses & row.boxes).bit_length() - row.start)
        for neighbor in bonus.between:
            shared[neighbor] += _BONUS_SHARE * estimates[at].to_come[length]
            shared[neighbor] += (crosses & row.boxes).bit_count()
    left = _FIRST_TURNS + (_LAST_TURNS - _FIRST_TURNS) * progress
    turns = int(left)
    total = 0.0
    most = len(variant.points) - 1
    for at, row in enumerate(tables.rows[: len(variant.rows)]):
        own = (crosses & row.counted).bit_count()
        count = own + shared[at]
        if not closed[at] and not crosses & row.lock:
            length = max(0, (crosses & row.boxes).bit_length() - row.start)
            fewer, more = (estimates[at].final[each][length][own] for each in (turns, turns + 1))
            count = fewer + (left - turns) * (more - fewer) + shared[at]
            if length and tables.second[row.start + length - 1] & ~crosses:
                count += _SECOND_SHARE * estimates[at].likely[length - 1]
        count = min(count, most)
        total += count * (count + 1) / 2
    fine = (PENALTY_COST + PENALTY_GROWTH * sheet.penalties) * sheet.penalties
    if fine and not sheet.penalty_points:
        fine = 0.0
    fields = variant.track_length - sheet.track.bit_length() if tables.spends else 0
    return total + sheet.extra_points + _FIELD_POINTS * fields - fine


def points_choices(state: State, player: int) -> list[PointsChoice]:
    """Return the value of each legal move; the color step is planned with the white one."""
    sheet, roll = state.sheets[player], state.roll
    plans_color = state.phase is Phase.WHITE and player == state.active and roll is not None
    white_sum = roll.white_sum if roll and state.phase is Phase.WHITE else None
    progress = _progress(state)
    choices = []
    for move in state.legal_moves(player):
        after = sheet
        if isinstance(move, Mark):
            after = sheet.cross(move, state.closed, white_sum=white_sum)
        elif state.phase is Phase.COLOR and state.penalty_due:
            after = sheet.with_penalty()
        value = _value(state, player, after, progress)
        if plans_color and roll and abs(value) < WIN_VALUE:
            closed = closed_rows((*state.sheets, after))
            later = after.color_offer(roll.without(closed)) & after.free
            later &= ~state.variant.tables.in_closed_rows[closed]
            values = [
                _value(
                    state, player, after.with_box(1 << index, closed).resolved(closed), progress
                )
                for index in range(later.bit_length())
                if later >> index & 1
            ]
            if move is PASS:
                value = _value(state, player, after.with_penalty(), progress)
            value = max([value, *values])
        choices.append(PointsChoice(value, move))
    return choices


def _value(state: State, player: int, sheet: Sheet, progress: float) -> float:
    """Return the value of a sheet for a player, if the others' sheets stay as they are.

    Args:
        state: the position.
        player: the player.
        sheet: the player's new sheet.
        progress: share of the game that is over; see `_progress`.
    """
    sheets = (*state.sheets[:player], sheet, *state.sheets[player + 1 :])
    closed = closed_rows(sheets)
    others = [each for at, each in enumerate(sheets) if at != player]
    if ends_game(sheets, closed):
        lead = sheet.points - max([each.points for each in others], default=-1)
        return WIN_VALUE + lead if lead > 0 else lead - WIN_VALUE * (lead < 0)
    return estimated_points(sheet, closed, progress)


def _progress(state: State) -> float:
    """Return the share of the game that is over, roughly, from 0 to 1."""
    variant = state.variant
    rows = range(len(variant.rows))
    return min(
        1.0,
        max(
            max(sum(map(sheet.count, rows)) for sheet in state.sheets) / _ALMOST_FULL,
            0.8 * sum(state.closed) / variant.rows_to_end,
            0.8 * max(sheet.penalties for sheet in state.sheets) / variant.penalty_boxes,
        ),
    )
