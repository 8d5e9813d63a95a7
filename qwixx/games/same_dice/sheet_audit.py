"""Check the final sheets of a same-dice game against the dice, the turns, and each other.

Discrepancies are reported, but a sheet is never rejected: what happened at the table counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from qwixx.rules.moves import Color

if TYPE_CHECKING:
    from collections.abc import Iterator

    from qwixx.games.same_dice.game import SameDice
    from qwixx.games.same_dice.phone_state import PhoneState
    from qwixx.rules.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """A contradiction among sheets, dice, and turns.

    Args:
        reason: one of
            "dice": a row has crosses that the dice cannot make;
            "crosses": a sheet has more crosses than the number of turns allows;
            "penalties": a sheet has more penalties than its player had turns;
            "unheard": a row locked on a sheet is open on this phone;
            "nobody": a row closed on this phone is locked on no sheet;
            "fourth": the game ended here with a last penalty that is on no sheet;
            "open": nothing on the sheets ends the game.
        seat: seat of the player with the contradictory sheet; -1 for none.
        row: index of the row; -1 for none.
    """

    reason: str
    seat: int = -1
    row: int = -1


def find_discrepancies(game: SameDice) -> list[Discrepancy]:
    """Return all discrepancies in the known sheets. Source: rules, "End"."""
    found: list[Discrepancy] = []
    turns = game.turn_starts
    for seat, sheet in enumerate(game.reported_sheets):
        if sheet is not None:
            found += _sheet_discrepancies(turns, seat, sheet, game.state)
    return [*found, *_table_discrepancies(game)] if game.is_complete else found


def _sheet_discrepancies(
    turns: list[PhoneState], seat: int, sheet: Sheet, end: PhoneState
) -> Iterator[Discrepancy]:
    """Yield the discrepancies of one sheet. Source: rules, "A turn", "Penalty"."""
    own = end.setup.active_turn_count(seat, len(turns))
    crosses = sum(len(sheet.crossed(row)) for row in Color)
    if sheet.penalties > own:
        yield Discrepancy("penalties", seat)
    elif crosses > len(turns) + own - 2 * sheet.penalties:
        yield Discrepancy("crosses", seat)
    for row in Color:
        if sheet.locked(row) and not (end.closed_now[row] or end.step_ends_game):
            yield Discrepancy("unheard", seat, row)
        elif not _row_is_possible(turns, seat, sheet, row):
            yield Discrepancy("dice", seat, row)


def _row_is_possible(turns: list[PhoneState], seat: int, sheet: Sheet, row: int) -> bool:
    """Return whether the dice of the given turns can make the crosses in a row.

    The search is greedy: each number, from left to right, is matched to the earliest roll that
    makes it. Whether other rows use the same dice is ignored.

    Source: rules, "Left to right", "White step", "Color step", "Longo: lucky numbers".
    """
    numbers, order = sheet.crossed(row), sheet.variant.rows[row].numbers
    matched = 0
    for state in turns:
        roll = state.roll
        if matched == len(numbers):
            return True
        if roll is None or state.closed_at_turn_start[row]:
            break
        leftmost = order.index(numbers[matched - 1]) + 1 if matched else 0
        lucky = roll.white_sum in sheet.lucky and order[leftmost] == numbers[matched]
        if numbers[matched] == roll.white_sum or lucky:
            matched += 1
        die = roll.colored[row]
        if (
            matched < len(numbers)
            and state.setup.active_player(state.turn) == seat
            and die is not None
        ):
            matched += numbers[matched] in {die + white for white in roll.white}
    return matched == len(numbers)


def _table_discrepancies(game: SameDice) -> Iterator[Discrepancy]:
    """Yield the discrepancies that appear only when all sheets are known.

    Source: rules, "Locking", "End".
    """
    sheets = [sheet for sheet in game.sheets if sheet is not None]
    variant = game.setup.variant
    locked = [any(sheet.locked(row) for sheet in sheets) for row in Color]
    last = any(sheet.penalties >= variant.penalty_boxes for sheet in sheets)
    for row in Color:
        if game.state.closed_now[row] and not locked[row]:
            yield Discrepancy("nobody", row=row)
    if not game.state.step_ends_game and not last:
        yield Discrepancy("fourth")
    elif sum(locked) < variant.rows_to_end and not last:
        yield Discrepancy("open")
