"""Row states: small integers that encode everything that matters about a row of a sheet.

Decisions depend on a row's rightmost cross, its number of crosses, and whether this player
or others closed it, but not on which numbers were skipped. So a row of 11 numbers has 73 states:
56 open, 6 locked by this player, and 11 closed by others. The states are numbered in this order:

- open: the empty row; then, for each rightmost cross from left to right, each possible number of
  crosses;
- locked by this player, by number of crosses;
- closed by others, by number of crosses.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant
    from qwixx.rules.sheet import Sheet

NO_MOVE = -1
"""Entry in `transitions` for a cell that may not be crossed out."""


@dataclass(frozen=True, slots=True, eq=False)
class RowStateTable:
    """Tables of a variant's row states, indexed by state.

    Args:
        cells: number of cells in a row.
        lock_cells: number of cells at the right end that lock the row.
        lock_needs: number of crosses needed before a lock cell may be crossed out.
        points: points of a row, by number of crosses.

    Attributes:
        first_locked: the first state in which this player has locked the row.
        first_closed: the first state in which others have closed the row.
        count: number of crosses, including the lock.
        score: points of the row.
        transitions: by cell, the state after crossing out the cell, or `NO_MOVE`.
        first_free: index of the leftmost free cell; `cells` if the row is closed.
        closed_by_others: the state after others close the row.
    """

    cells: int
    lock_cells: int
    lock_needs: int
    points: tuple[int, ...]
    first_locked: int = field(init=False)
    first_closed: int = field(init=False)
    count: tuple[int, ...] = field(init=False)
    score: tuple[int, ...] = field(init=False)
    transitions: tuple[tuple[int, ...], ...] = field(init=False)
    first_free: tuple[int, ...] = field(init=False)
    closed_by_others: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Compute the tables."""
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
                cells[cell] = _open_row_state(cell + 1, n + 1)
            if n >= self.lock_needs:
                cells[free:] = [locked + n - self.lock_needs] * self.lock_cells
            after.append(tuple(cells))
        rest = len(count) - locked
        set_field = object.__setattr__
        set_field(self, "first_locked", locked)
        set_field(self, "first_closed", closed)
        set_field(self, "count", tuple(count))
        set_field(self, "score", tuple(self.points[n] for n in count))
        set_field(self, "transitions", (*after, *[none] * rest))
        set_field(self, "first_free", (*(last for last, _ in opened), *[self.cells] * rest))
        others = [closed + n for _, n in opened]
        set_field(self, "closed_by_others", (*others, *range(locked, len(count))))

    def __len__(self) -> int:
        return len(self.count)

    def row_state(self, sheet: Sheet, row: int, *, closed: bool) -> int:
        """Return the state of a row of a sheet.

        Args:
            sheet: the sheet.
            row: index of the row.
            closed: whether the row is closed for everyone.
        """
        count = sheet.count(row)
        if sheet.locked(row):
            return self.first_locked + count - 2 - self.lock_needs
        if closed:
            return self.first_closed + count
        return _open_row_state(sheet.rows[row].bit_length(), count)


def _open_row_state(last: int, count: int) -> int:
    """Return the state of an open row.

    Args:
        last: position of the last crossed cell, from 1; 0 if the row is empty.
        count: number of crosses.
    """
    return 1 + last * (last - 1) // 2 + count - 1 if last else 0


@lru_cache(maxsize=4)
def row_state_table(variant: Variant) -> RowStateTable:
    """Return the row-state table of a variant.

    Raises:
        ValueError: the variant has no row states; see `supports_row_states`.
    """
    first = variant.rows[0]
    if not supports_row_states(variant):
        msg = f"no row states for {variant.name}: its rows differ too much"
        raise ValueError(msg)
    return RowStateTable(len(first.numbers), first.lock_cells, first.lock_needs, variant.points)


def supports_row_states(variant: Variant) -> bool:
    """Return whether two rows ascend and two descend through all white sums, with equal locks.

    No printed rule but lucky numbers may connect the rows.
    """
    sums = tuple(variant.white_sums)
    kinds = {(row.lock_cells, row.lock_needs) for row in variant.rows}
    numbers = [row.numbers for row in variant.rows]
    is_mirrored = numbers == [sums, sums, sums[::-1], sums[::-1]]
    return variant.is_plain and is_mirrored and len(kinds) == 1
