"""A player's sheet: its crosses, the cells that may be crossed out, and its points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from qwixx.rules.moves import Color, Mark, Reason
from qwixx.rules.variants import find_variant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.rules.layout import Variant


@dataclass(frozen=True, slots=True, repr=False)
class Sheet:
    """One player's sheet, immutable. Source: rules, "Dice and sheet".

    Args:
        variant: the variant, or its name.
        rows: a bitmask per row: bit i is the i-th number from the left, counting from 0; the bit
            above the last number is the lock.
        penalties: number of crossed-out penalty boxes.
        lucky: lucky numbers of the card; () if there are none.

    Raises:
        ValueError: the name of the variant is unknown.
    """

    variant: Variant
    rows: tuple[int, ...] = (0,) * len(Color)
    penalties: int = 0
    lucky: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Look up a variant given by name."""
        if isinstance(self.variant, str):
            object.__setattr__(self, "variant", find_variant(self.variant))

    def crossed(self, row: int) -> tuple[int, ...]:
        """Return the crossed-out numbers of a row, from left to right, without the lock."""
        bits = self.variant.rows[row].bits
        return tuple(number for number, bit in bits.items() if self.rows[row] & bit)

    def locked(self, row: int) -> bool:
        """Return whether this player has locked the row. Source: rules, "Locking"."""
        return self.rows[row] >= self.variant.rows[row].lock_bit

    def count(self, row: int) -> int:
        """Return the number of crosses in a row, including the lock. Source: rules, "Score"."""
        return self.rows[row].bit_count()

    def row_points(self, row: int) -> int:
        """Return the points of a row. Source: rules, "Score", "Longo: score"."""
        return self.variant.points[self.count(row)]

    @property
    def points(self) -> int:
        """Points of the whole sheet. Source: rules, "Score"."""
        rows = sum(self.row_points(row) for row in range(len(self.rows)))
        return rows - self.penalties * self.variant.penalty_points

    def crossable_bits(self, row: int) -> int:
        """Return a bitmask of the cells that a player with the right roll may cross out.

        The row is assumed to be open. The bitmask contains every cell to the right of the last
        cross, but the locking cells only if the row has at least `RowSpec.lock_needs` crosses.

        Source: rules, "Left to right", "Locking", "Longo: locking".
        """
        spec = self.variant.rows[row]
        crosses = self.rows[row]
        bits = spec.number_bits & -(1 << crosses.bit_length())
        if crosses.bit_count() < spec.lock_needs:
            bits &= ~spec.locking_bits
        return bits

    def refusal(self, mark: Mark, *, is_closed: bool) -> Reason | None:
        """Return the reason why no roll allows a mark, or None if some roll does.

        Args:
            mark: the mark.
            is_closed: whether the row is closed for this player.

        Source: rules, "Left to right", "Locking", "Longo: locking".
        """
        crosses = self.rows[mark.row]
        bit = self.variant.rows[mark.row].bits.get(mark.number, 0)
        if not bit:
            return Reason.NOT_ON_SHEET
        if crosses & bit:
            return Reason.ALREADY_CROSSED
        if is_closed:
            return Reason.ROW_CLOSED
        if crosses > bit:
            return Reason.LEFT_OF_LAST
        return None if self.crossable_bits(mark.row) & bit else Reason.TOO_FEW_CROSSES

    def may_cross(self, mark: Mark) -> bool:
        """Return whether some roll allows a mark in an open row.

        Source: rules, "Left to right".
        """
        bit = self.variant.rows[mark.row].bits.get(mark.number, 0)
        return self.crossable_bits(mark.row) & bit != 0

    def skips(self, mark: Mark) -> int:
        """Return the number of free cells that a mark would skip.

        Source: rules, "Left to right".
        """
        bit = self.variant.rows[mark.row].bits[mark.number]
        return bit.bit_length() - 1 - self.rows[mark.row].bit_length()

    def lucky_bit(self, row: int, closed: Sequence[bool]) -> int:
        """Return the bit of the number that a lucky sum offers in a row, or 0 if it offers none.

        A lucky sum offers the leftmost free number of this row if the row is open and no open row
        has fewer crosses. `crossable_bits` determines whether that number may be crossed out.

        Args:
            row: index of the row.
            closed: for each row, whether it is closed.

        Source: rules, "Longo: lucky numbers".
        """
        return self.leftmost_free_bit(row) if row in self.rows_with_fewest_crosses(closed) else 0

    def leftmost_free_bit(self, row: int) -> int:
        """Return the bit of the leftmost free number: the bit above the last cross.

        Source: rules, "Longo: lucky numbers".
        """
        return 1 << self.rows[row].bit_length()

    def rows_with_fewest_crosses(self, closed: Sequence[bool]) -> tuple[int, ...]:
        """Return the open rows with the fewest crosses: several in a tie.

        Source: rules, "Longo: lucky numbers".
        """
        rows = [row for row, out in enumerate(closed) if not out]
        least = min(map(self.count, rows))
        return tuple(row for row in rows if self.count(row) == least)

    def cross(self, mark: Mark) -> Sheet:
        """Return the sheet after crossing out a number, and the lock if the number locks the row.

        The mark is not checked; see `crossable_bits`. Source: rules, "Locking", "Longo: locking".
        """
        spec = self.variant.rows[mark.row]
        bit = spec.bits[mark.number]
        if bit & spec.locking_bits:
            bit |= spec.lock_bit
        rows = list(self.rows)
        rows[mark.row] |= bit
        return Sheet(self.variant, tuple(rows), self.penalties, self.lucky)

    def with_penalty(self) -> Sheet:
        """Return the sheet with one more penalty. Source: rules, "Penalty"."""
        return Sheet(self.variant, self.rows, self.penalties + 1, self.lucky)

    @property
    def code(self) -> str:
        """The text form: rows, penalties, and lucky numbers, as in "r5,7/y/g6/b10/0/5,8"."""
        rows = (color.letter + ",".join(map(str, self.crossed(color.value))) for color in Color)
        lucky = [",".join(map(str, self.lucky))] if self.lucky else []
        return "/".join([*rows, str(self.penalties), *lucky])

    def __repr__(self) -> str:
        return f"<Sheet {self.code}>"
