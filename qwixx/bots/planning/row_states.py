"""What a bot needs to know of a row: a small number for each state that it can be in.

To whoever decides, a row is its rightmost cross, its count and who closed it: what was
skipped on the way makes no difference. So a row with 11 numbers has 73 states: 56 open
ones, 6 in which this player has locked it, 11 in which others have. In this order:

- empty, then for each rightmost cross, from left to right, each possible count;
- locked by this player, by count;
- closed by others, by count.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant
    from qwixx.rules.sheet import Sheet

NO_MOVE = -1
"""The state that follows when a cell may not be crossed."""


@dataclass(frozen=True, slots=True, eq=False)
class RowStateTable:
    """The states of the rows of a variant, and what follows from each.

    Args:
        cells: how many numbers a row has.
        lock_cells: how many of them lock it.
        lock_needs: how many crosses that takes.
        points: what so many crosses score.

    Attributes:
        locked: the first state in which this player has locked the row.
        closed: the first state in which others have.
        count: how many crosses the row has, the lock included.
        score: what the row scores.
        next: for each cell the state after crossing it, or `NO_MOVE`.
        first_free: index of the leftmost free cell; `cells` when the row is closed.
        shut: the state after others close the row.
    """

    cells: int
    lock_cells: int
    lock_needs: int
    points: tuple[int, ...]
    locked: int = field(init=False)
    closed: int = field(init=False)
    count: tuple[int, ...] = field(init=False)
    score: tuple[int, ...] = field(init=False)
    next: tuple[tuple[int, ...], ...] = field(init=False)
    first_free: tuple[int, ...] = field(init=False)
    shut: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Make the tables."""
        free = self.cells - self.lock_cells
        opened = [(0, 0)] + [(last, n) for last in range(1, free + 1) for n in range(1, last + 1)]
        locked = len(opened)
        closed = locked + free - self.lock_needs + 1
        count = [n for _, n in opened]
        count += [n + 2 for n in range(self.lock_needs, free + 1)]
        count += list(range(free + 1))
        none = (NO_MOVE,) * self.cells
        after = []
        for last, n in opened:
            cells = list(none)
            for cell in range(last, free):
                cells[cell] = _open_state(cell + 1, n + 1)
            if n >= self.lock_needs:
                cells[free:] = [locked + n - self.lock_needs] * self.lock_cells
            after.append(tuple(cells))
        rest = len(count) - locked
        set_field = object.__setattr__
        set_field(self, "locked", locked)
        set_field(self, "closed", closed)
        set_field(self, "count", tuple(count))
        set_field(self, "score", tuple(self.points[n] for n in count))
        set_field(self, "next", (*after, *[none] * rest))
        set_field(self, "first_free", (*(last for last, _ in opened), *[self.cells] * rest))
        shut = [closed + n for _, n in opened]
        set_field(self, "shut", (*shut, *range(locked, len(count))))

    def __len__(self) -> int:
        return len(self.count)

    def read(self, sheet: Sheet, row: int, *, closed: bool) -> int:
        """Return the state of a row of a sheet.

        Args:
            sheet: whose row it is.
            row: its index.
            closed: whether the row is closed for everybody.
        """
        count = sheet.count(row)
        if sheet.locked(row):
            return self.locked + count - 2 - self.lock_needs
        if closed:
            return self.closed + count
        return _open_state(sheet.rows[row].bit_length(), count)


def _open_state(last: int, count: int) -> int:
    """Return the state of an open row by the place of its last cross, from 1, and its count."""
    return 1 + last * (last - 1) // 2 + count - 1 if last else 0


@lru_cache(maxsize=4)
def row_state_table(variant: Variant) -> RowStateTable:
    """Return the states of the rows of a variant.

    Raises:
        ValueError: its rows are not two and two alike, running in opposite directions.
    """
    first = variant.rows[0]
    if not has_row_states(variant):
        msg = f"no row states for {variant.name}: its rows differ too much"
        raise ValueError(msg)
    return RowStateTable(len(first.numbers), first.lock_cells, first.lock_needs, variant.points)


def has_row_states(variant: Variant) -> bool:
    """Return whether the rows are two and two alike, running in opposite directions."""
    sums = tuple(variant.white_sums)
    kinds = {(row.lock_cells, row.lock_needs) for row in variant.rows}
    numbers = [row.numbers for row in variant.rows]
    return numbers == [sums, sums, sums[::-1], sums[::-1]] and len(kinds) == 1
