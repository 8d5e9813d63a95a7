"""The types that define a variant: `RowSpec` and `Variant`.

A variant with different numbers (in any order), dice, lock conditions, points, penalties, numbers
of players, or lucky numbers needs only a new `Variant` value: a file in `variants/`, registered in
`variants/__init__.py`. Screens, dialogs, codes, links, saves, statistics, and the command line
then support it (`tests/contract` adds two variants and tests this). Two things are optional: a
translation of the title, and weights for the bots that need them; without weights, the strongest
bot that can play replaces those bots (`qwixx.bots.opponent`).

These features would also need new code:

- cells whose color differs from their row's, so that a row depends on several dice;
- cells that belong to two rows, are crossed out twice, or give a bonus;
- a number of rows other than four, or several dice of one color;
- lucky numbers with effects other than crossing out the leftmost free number.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from qwixx.rules.moves import Color, Mark, is_int_in_range, short_repr

_NAME = re.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class RowSpec:
    """One row of a sheet, as printed.

    Args:
        color: color of the row and of its die.
        numbers: printed numbers from left to right, all different, each 1 to 99.
        lock_cells: number of cells at the right end, any one of which locks the row.
        lock_needs: number of crosses that the row must have before a locking number may be
            crossed out.

    Attributes:
        bits: maps each number to its bitmask: bit i for the i-th number from the left, counting
            from 0.
        number_bits: bitmask of all numbers.
        locking_bits: bitmask of the locking numbers.
        lock_bit: bitmask of the lock: the bit above the bits of all numbers.

    Raises:
        ValueError: a number occurs twice, or the row can never be locked.

    Source: rules, "Dice and sheet", "Locking", "Longo: locking".
    """

    color: Color
    numbers: tuple[int, ...]
    lock_cells: int
    lock_needs: int
    bits: dict[int, int] = field(init=False, repr=False, compare=False)
    number_bits: int = field(init=False, repr=False, compare=False)
    locking_bits: int = field(init=False, repr=False, compare=False)
    lock_bit: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Check the values and compute the bitmasks."""
        bits = {number: 1 << cell for cell, number in enumerate(self.numbers)}
        if len(bits) != len(self.numbers):
            msg = f"duplicate number in the {self.color.name} row"
            raise ValueError(msg)
        if not (self.lock_needs >= 0 and 1 <= self.lock_cells <= len(bits) - self.lock_needs):
            msg = f"the {self.color.name} row can never be locked"
            raise ValueError(msg)
        lock_bit = 1 << len(bits)
        object.__setattr__(self, "bits", bits)
        object.__setattr__(self, "number_bits", lock_bit - 1)
        object.__setattr__(self, "locking_bits", lock_bit - (lock_bit >> self.lock_cells))
        object.__setattr__(self, "lock_bit", lock_bit)

    @property
    def max_crosses(self) -> int:
        """Maximum number of crosses: all nonlocking numbers, one locking number, and the lock.

        Source: rules, "Score", "Longo: score".
        """
        return len(self.numbers) - self.lock_cells + 2


@dataclass(frozen=True, slots=True, repr=False)
class Variant:
    """The rules of one variant, as data.

    Args:
        name: one lowercase word, which may contain digits and hyphens. Notation and saves store
            only this name, so a variant must be registered to be read back.
        rows: the four rows, in the order of `Color`.
        die_sides: number of sides of each die.
        points: points of a row, by number of crosses, from 0.
        players: possible numbers of players.
        penalty_points: points lost per penalty.
        penalty_boxes: number of penalty boxes on a sheet; crossing out the last one ends the game.
        rows_to_end: number of closed rows that ends the game.
        lucky_pairs: pairs of lucky numbers, in the order in which they are dealt, at least one
            pair per player; () if the variant has no lucky numbers.
        number: number in codes, never changed or reused; None for a variant that codes cannot
            hold.
        title: name shown to players, in English and marked by `N_`; `name` if empty.

    Attributes:
        marks: for each row, its marks, from left to right.

    Raises:
        ValueError: a value is not valid, or the values contradict each other.

    Source: rules, "Classic", "Longo".
    """

    name: str
    rows: tuple[RowSpec, ...]
    die_sides: int
    points: tuple[int, ...]
    players: range
    penalty_points: int
    penalty_boxes: int
    rows_to_end: int
    lucky_pairs: tuple[tuple[int, int], ...]
    number: int | None = None
    title: str = ""
    marks: tuple[tuple[Mark, ...], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Check the values and create the marks, which all states share."""
        if not _NAME.fullmatch(self.name):
            msg = f"the name of a variant must be one lowercase word, got {short_repr(self.name)}"
            raise ValueError(msg)
        object.__setattr__(self, "title", self.title or self.name)
        if [row.color for row in self.rows] != list(Color):
            msg = f"{self.name}: the rows must be in the order of the colors"
            raise ValueError(msg)
        if len(self.points) <= max(row.max_crosses for row in self.rows):
            msg = f"{self.name}: the points table is too short"
            raise ValueError(msg)
        counts = (self.die_sides, self.penalty_boxes, self.rows_to_end, *self.players)
        if not self.players or min(counts) < 1 or self.rows_to_end > len(self.rows):
            msg = (
                f"{self.name}: die_sides, penalty_boxes, rows_to_end and players must be positive,"
                " and rows_to_end at most the number of rows"
            )
            raise ValueError(msg)
        if 0 < len(self.lucky_pairs) < max(self.players):
            msg = f"{self.name}: too few pairs of lucky numbers"
            raise ValueError(msg)
        for pair in self.lucky_pairs:
            self.parse_lucky_pair(pair)
        marks = tuple(
            tuple(Mark(index, number) for number in row.numbers)
            for index, row in enumerate(self.rows)
        )
        object.__setattr__(self, "marks", marks)

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"<Variant {self.name}>"

    def parse_lucky_pair(self, pair: object) -> tuple[int, int]:
        """Check a pair of lucky numbers and return it with the lower number first.

        Source: rules, "Longo: lucky pairs".

        Raises:
            ValueError: the pair is not two different sums of the white dice.
        """
        if isinstance(pair, (tuple, list)) and len(pair) == 2:
            low, high = self.white_sums[0], self.white_sums[-1]
            if all(is_int_in_range(number, low, high) for number in pair) and pair[0] != pair[1]:
                return min(pair), max(pair)
        msg = f"lucky numbers must be two different sums of the white dice, got {short_repr(pair)}"
        raise ValueError(msg)

    def nearest_count(self, players: int) -> int:
        """Return the possible number of players that is closest to `players`.

        Source: rules, "Classic", "Longo".
        """
        return min(self.players, key=lambda count: abs(count - players))

    @property
    def white_sums(self) -> range:
        """Possible sums of the two white dice. Source: rules, "White step"."""
        return range(2, 2 * self.die_sides + 1)


def mirrored_rows(last: int, *, lock_cells: int, lock_needs: int) -> tuple[RowSpec, ...]:
    """Return four rows: red and yellow from 2 to `last`, green and blue from `last` to 2."""
    up = tuple(range(2, last + 1))
    numbers = (up, up, up[::-1], up[::-1])
    return tuple(
        RowSpec(color, cells, lock_cells, lock_needs)
        for color, cells in zip(Color, numbers, strict=True)
    )


def triangular_points(max_crosses: int) -> tuple[int, ...]:
    """Return a points table in which the k-th cross of a row is worth k points."""
    return tuple(k * (k + 1) // 2 for k in range(max_crosses + 1))
