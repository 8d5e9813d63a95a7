"""Choices on any sheet, by an evaluation that knows only boxes, rows, and points.

For each row, the final crosses are estimated as in `evaluators`, but from the boxes of the sheet:
so it needs neither weights nor rows of one kind. What follows from a cross (links, bonuses,
rewards) is seen because the engine makes it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from qwixx.bots.planning.choices import WIN_VALUE
from qwixx.bots.planning.evaluators import PENALTY_COST, PENALTY_GROWTH
from qwixx.rules.moves import PASS, Mark
from qwixx.rules.state import Phase, closed_rows, ends_game

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Move
    from qwixx.rules.sheet import Sheet
    from qwixx.rules.state import State

_LOCK_CROSSES = 1.33
"""Crosses that a certain lock would add."""
_SECOND_SHARE = 0.5
"""Share of a free box's value that the possible second cross on the last number has."""
_BONUS_SHARE = 0.5
"""Share of a free box's value that a free box of a bonus row has."""
_FIELD_POINTS = 0.4
"""Value of an open swap field, in points."""
_LOCK_HASTE = 0.07
"""Share of the crosses to come that each further way to roll a locking number takes: a row that is
locked more easily is closed sooner."""
_FIRST_PACE, _LAST_PACE = 1.2, 0.8
"""Factors of the crosses to come at the start of a game and close to its end."""
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
        to_come: crosses that the free boxes are worth, by the length of the crossed part.
        likely: crosses that each box is worth, by its number.
    """

    to_come: tuple[float, ...]
    likely: tuple[float, ...]


@lru_cache(maxsize=16)
def _row_tables(variant: Variant) -> tuple[_RowTable, ...]:
    sides = variant.die_sides
    tables = []
    for row, marks in enumerate(variant.marks):
        locks = variant.rows[row].lock_cells if row < len(variant.rows) else 0
        rolls = [max(0, sides - abs(mark.number - sides - 1)) for mark in marks]
        likely = [0.5 * (count / sides) ** 0.7 for count in rolls]
        haste = _LOCK_HASTE * max(0, sum(rolls[len(rolls) - locks :]) - 1) if locks else 0.0
        free = [*likely[: len(likely) - locks], *[0.0] * locks]
        to_come = [sum(free[length:]) / (1 + haste) for length in range(len(free) + 1)]
        tables.append(_RowTable(tuple(to_come), tuple(likely)))
    return tuple(tables)


def estimated_points(sheet: Sheet, closed: Sequence[bool], pace: float = 1.0) -> float:
    """Return the estimated final points of a sheet.

    Args:
        sheet: the sheet.
        closed: for each row, whether it is closed.
        pace: factor of the crosses to come; see `_pace`.
    """
    variant = sheet.variant
    tables, estimates, crosses = variant.tables, _row_tables(variant), sheet.crosses
    shared = [0.0] * len(variant.rows)
    for at, bonus in enumerate(variant.bonus_rows, len(variant.rows)):
        row = tables.rows[at]
        length = max(0, (crosses & row.boxes).bit_length() - row.start)
        for neighbor in bonus.between:
            shared[neighbor] += pace * _BONUS_SHARE * estimates[at].to_come[length]
    total = 0.0
    most = len(variant.points) - 1
    for at, row in enumerate(tables.rows[: len(variant.rows)]):
        count = float((crosses & row.scored).bit_count()) + shared[at]
        if not closed[at] and not crosses & row.lock:
            length = max(0, (crosses & row.boxes).bit_length() - row.start)
            count += pace * estimates[at].to_come[length]
            if length and tables.second[row.start + length - 1] & ~crosses:
                count += _SECOND_SHARE * estimates[at].likely[length - 1]
            own = count - shared[at]
            needs = row.needs - 1.5
            count += _LOCK_CROSSES * min(1.0, max(0.0, (own - needs) / 4.6))
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
    choices = []
    for move in state.legal_moves(player):
        after = sheet
        if isinstance(move, Mark):
            after = sheet.cross(move, state.closed, white_sum=white_sum)
        elif state.phase is Phase.COLOR and state.penalty_due:
            after = sheet.with_penalty()
        value = _value(state, player, after)
        if plans_color and roll and abs(value) < WIN_VALUE:
            closed = closed_rows((*state.sheets, after))
            later = after.color_offer(roll.without(closed)) & after.free
            later &= ~state.variant.tables.in_closed_rows[closed]
            values = [
                _value(state, player, after.with_box(1 << index, closed).resolved(closed))
                for index in range(later.bit_length())
                if later >> index & 1
            ]
            if move is PASS:
                value = _value(state, player, after.with_penalty())
            value = max([value, *values])
        choices.append(PointsChoice(value, move))
    return choices


def _value(state: State, player: int, sheet: Sheet) -> float:
    """Return the value of a sheet for a player, if the others' sheets stay as they are."""
    sheets = (*state.sheets[:player], sheet, *state.sheets[player + 1 :])
    closed = closed_rows(sheets)
    if ends_game(sheets, closed):
        lead = sheet.points - max(
            [each.points for at, each in enumerate(sheets) if at != player], default=-1
        )
        return WIN_VALUE + lead if lead > 0 else lead - WIN_VALUE * (lead < 0)
    return estimated_points(sheet, closed, _pace(state))


def _pace(state: State) -> float:
    """Return the factor of the crosses to come: the closer the end, the fewer will be made."""
    variant = state.variant
    rows = range(len(variant.rows))
    progress = max(
        max(sum(map(sheet.count, rows)) for sheet in state.sheets) / _ALMOST_FULL,
        0.8 * sum(state.closed) / variant.rows_to_end,
        0.8 * max(sheet.penalties for sheet in state.sheets) / variant.penalty_boxes,
    )
    return _FIRST_PACE - (_FIRST_PACE - _LAST_PACE) * min(1.0, progress)
