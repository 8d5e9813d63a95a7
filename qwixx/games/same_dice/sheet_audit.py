"""What the sheets of a table tell when they come together: what in them contradicts what.

Nobody's sheet is forbidden for that: people play at a table, and what happened there counts.
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
    """Something that contradicts something else.

    Args:
        kind: "dice" for crosses in a row that these dice do not make, "crosses" for more of them
            than there were turns for, "penalties" for more penalties than turns, "unheard" for a
            row that a player has locked and that is not locked here, "nobody" for one that is
            locked here and on no sheet, "fourth" if somebody's last penalty ended it here and
            nobody has it, "open" if nothing on the sheets ends the game.
        seat: whose sheet it is on; -1 if on nobody's.
        row: which row; -1 if none.
    """

    kind: str
    seat: int = -1
    row: int = -1


def find_discrepancies(game: SameDice) -> list[Discrepancy]:
    """Return what contradicts what, as far as sheets are known. Source: rules, "End"."""
    found: list[Discrepancy] = []
    turns = game.turns
    for seat, sheet in enumerate(game.heard):
        if sheet is not None:
            found += _in_sheet(turns, seat, sheet, game.state)
    return [*found, *_between_sheets(game)] if game.is_complete else found


def _in_sheet(
    turns: list[PhoneState], seat: int, sheet: Sheet, end: PhoneState
) -> Iterator[Discrepancy]:
    """Yield what is wrong with one sheet. Source: rules, "A turn", "Penalty"."""
    own = end.deal.turns_of(seat, len(turns))
    crosses = sum(len(sheet.crossed(row)) for row in Color)
    if sheet.penalties > own:
        yield Discrepancy("penalties", seat)
    elif crosses > len(turns) + own - 2 * sheet.penalties:
        yield Discrepancy("crosses", seat)
    for row in Color:
        if sheet.locked(row) and not (end.called[row] or end.must_end):
            yield Discrepancy("unheard", seat, row)
        elif not _row_is_possible(turns, seat, sheet, row):
            yield Discrepancy("dice", seat, row)


def _row_is_possible(turns: list[PhoneState], seat: int, sheet: Sheet, row: int) -> bool:
    """Return whether the dice of these turns make the crosses of a row, from left to right.

    Each is taken as soon as it can be. What other rows took of the same dice is not looked at.

    Source: rules, "Left to right", "White step", "Color step", "Longo: lucky numbers".
    """
    numbers, order = sheet.crossed(row), sheet.variant.rows[row].numbers
    done = 0
    for stand in turns:
        roll = stand.roll
        if done == len(numbers):
            return True
        if roll is None or stand.closed[row]:
            break
        leftmost = order.index(numbers[done - 1]) + 1 if done else 0
        lucky = roll.white_sum in sheet.lucky and order[leftmost] == numbers[done]
        if numbers[done] == roll.white_sum or lucky:
            done += 1
        die = roll.colored[row]
        if done < len(numbers) and stand.deal.active(stand.turn) == seat and die is not None:
            done += numbers[done] in {die + white for white in roll.white}
    return done == len(numbers)


def _between_sheets(game: SameDice) -> Iterator[Discrepancy]:
    """Yield what does not fit when all sheets are known. Source: rules, "Locking", "End"."""
    sheets = [sheet for sheet in game.sheets if sheet is not None]
    variant = game.deal.variant
    locked = [any(sheet.locked(row) for sheet in sheets) for row in Color]
    last = any(sheet.penalties >= variant.penalty_boxes for sheet in sheets)
    for row in Color:
        if game.state.called[row] and not locked[row]:
            yield Discrepancy("nobody", row=row)
    if not game.state.must_end and not last:
        yield Discrepancy("fourth")
    elif sum(locked) < variant.rows_to_end and not last:
        yield Discrepancy("open")
