"""Check the final sheets of a same-dice game against the dice, the turns, and each other.

Discrepancies are reported, but a sheet is never rejected: what happened at the table counts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
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
    variant = sheet.variant
    boxes = (1 << len(variant.tables.marks)) - 1
    crosses = (sheet.crosses & boxes).bit_count()
    if sheet.penalties > own:
        yield Discrepancy("penalties", seat)
    elif not variant.makes_crosses and crosses > len(turns) + own - 2 * sheet.penalties:
        yield Discrepancy("crosses", seat)
    for row, table in enumerate(variant.tables.rows):
        is_heard = not table.lock or end.closed_now[row] or end.step_ends_game
        if sheet.locked(row) and not is_heard:
            yield Discrepancy("unheard", seat, row)
        elif not (variant.makes_crosses or _row_is_possible(turns, seat, sheet, row)):
            yield Discrepancy("dice", seat, row)


def _row_is_possible(turns: list[PhoneState], seat: int, sheet: Sheet, row: int) -> bool:
    """Return whether the dice of the given turns can make the crosses in a row.

    The search is greedy: each cross, from left to right, is matched to the earliest roll that
    makes it. Whether other rows use the same dice is ignored.

    Source: rules, "Left to right", "White step", "Color step", "Longo: lucky numbers".
    """
    tables = sheet.variant.tables
    blank = replace(sheet, crosses=0)
    start = tables.rows[row].start
    cells = range(start, start + len(sheet.variant.marks[row]))
    order = [bit for cell in cells for bit in (1 << cell, tables.second[cell]) if bit]
    crossed = [bit for bit in order if bit & sheet.crosses]
    matched = 0
    for state in turns:
        roll = state.roll
        if matched == len(crossed):
            return True
        if roll is None or (tables.rows[row].lock and state.closed_at_turn_start[row]):
            break
        leftmost = order.index(crossed[matched - 1]) + 1 if matched else 0
        lucky = roll.white_sum in sheet.lucky and order[leftmost] == crossed[matched]
        white = blank.white_offer(state.closed_at_turn_start, roll.white_sum)
        if lucky or crossed[matched] & white:
            matched += 1
        is_active = state.setup.active_player(state.turn) == seat
        if matched < len(crossed) and is_active:
            matched += crossed[matched] & sheet.color_offer(roll) != 0
    return matched == len(crossed)


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
