"""The types of a variant: rows, dice, points, and its name and number.

A variant whose sheet has other numbers (in any order), other dice, lock conditions, points,
penalties, players or lucky numbers is a new `Variant` value: a file in `variants/` and a line
in `variants/__init__.py`. Screens, dialogs, codes, links, records, statistics and the command
line take it from there (`tests/contract` adds two variants and tries all of them). Two things
come later or never: a translation of its title, and weights for the bots that need them; until
then the next weaker bot plays (`qwixx.bots.opponent`).

These would need code as well:

- cells whose color differs from their row's, so that a row answers to several dice;
- cells that belong to two rows, are crossed twice, or give something when crossed;
- a number of rows other than four, or several dice of one color;
- lucky numbers that do something else than cross the leftmost free number.
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
        color: the row's color and that of its die.
        numbers: the printed numbers from left to right, all different, each 1 to 99.
        lock_cells: how many numbers at the right end lock the row; each of them does.
        lock_needs: how many crosses the row must hold before one of those is crossed.

    Attributes:
        bits: the bit that stands for each number in a bitmask: bit i for the i-th
            number from the left, starting at 0.
        number_bits: the bits of all numbers.
        locking_bits: the bits of the numbers that lock.
        lock_bit: the bit of the lock itself, above all numbers.

    Raises:
        ValueError: the values contradict each other.

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
        """Check the values and derive the bitmasks."""
        bits = {number: 1 << cell for cell, number in enumerate(self.numbers)}
        if len(bits) != len(self.numbers):
            msg = f"a number stands twice in the {self.color.name} row"
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
    def most_crosses(self) -> int:
        """How many crosses the row can hold: all up to the first that locks, and the lock.

        Source: rules, "Score", "Longo: score".
        """
        return len(self.numbers) - self.lock_cells + 2


@dataclass(frozen=True, slots=True, repr=False)
class Variant:
    """The rules of one variant, as data.

    Args:
        name: one lowercase word, hyphens in it allowed. Text forms hold no more of a
            variant than this, so a variant that is to be read back is registered.
        rows: the four rows, in the order of `Color`.
        die_sides: the dice show 1 to this number.
        points: what a row with that many crosses scores; index 0 is the empty row.
        players: how many can play.
        penalty_points: what a crossed penalty box takes off the score.
        penalty_boxes: how many a sheet has; the last one crossed ends the game.
        rows_to_end: how many closed rows end the game.
        lucky_pairs: the lucky numbers of the cards, in the order in which they are
            dealt, a pair for each player at least; empty if there are none.
        number: its number in codes, never changed and never given to another variant; None
            for a variant that no code can hold.
        title: its name as shown to players, in English and marked by `N_`; `name` if empty.

    Attributes:
        marks: for each row a `Mark` for each number, from left to right.

    Raises:
        ValueError: the values cannot be, or contradict each other.

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
        """Check the values and make the marks once for all states."""
        if not _NAME.fullmatch(self.name):
            msg = f"the name of a variant is one lowercase word, not {short_repr(self.name)}"
            raise ValueError(msg)
        object.__setattr__(self, "title", self.title or self.name)
        if [row.color for row in self.rows] != list(Color):
            msg = f"the rows of {self.name} are not in the order of the colors"
            raise ValueError(msg)
        if len(self.points) <= max(row.most_crosses for row in self.rows):
            msg = f"the points table of {self.name} is too short"
            raise ValueError(msg)
        counts = (self.die_sides, self.penalty_boxes, self.rows_to_end, *self.players)
        if not self.players or min(counts) < 1 or self.rows_to_end > len(self.rows):
            msg = f"{self.name} has dice, penalty boxes, rows to end or players that cannot be"
            raise ValueError(msg)
        if 0 < len(self.lucky_pairs) < max(self.players):
            msg = f"{self.name} has too few pairs of lucky numbers"
            raise ValueError(msg)
        for pair in self.lucky_pairs:
            self.check_lucky(pair)
        marks = tuple(
            tuple(Mark(index, number) for number in row.numbers)
            for index, row in enumerate(self.rows)
        )
        object.__setattr__(self, "marks", marks)

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"<Variant {self.name}>"

    def check_lucky(self, pair: object) -> tuple[int, int]:
        """Return a pair of lucky numbers, the lower one first, if it can be one.

        Source: rules, "Longo: lucky pairs".

        Raises:
            ValueError: it is not two different sums of the white dice.
        """
        if isinstance(pair, (tuple, list)) and len(pair) == 2:
            low, high = self.white_sums[0], self.white_sums[-1]
            if all(is_int_in_range(number, low, high) for number in pair) and pair[0] != pair[1]:
                return min(pair), max(pair)
        msg = f"lucky numbers are two different sums of the white dice, not {short_repr(pair)}"
        raise ValueError(msg)

    def nearest_count(self, players: int) -> int:
        """Return the number of players nearest to one that is wanted.

        Source: rules, "Classic", "Longo".
        """
        return min(self.players, key=lambda count: abs(count - players))

    @property
    def white_sums(self) -> range:
        """The sums that the two white dice can make. Source: rules, "White step"."""
        return range(2, 2 * self.die_sides + 1)


def mirrored_rows(last: int, *, lock_cells: int, lock_needs: int) -> tuple[RowSpec, ...]:
    """Make four rows: red and yellow from 2 up to `last`, green and blue down from it."""
    up = tuple(range(2, last + 1))
    numbers = (up, up, up[::-1], up[::-1])
    return tuple(
        RowSpec(color, cells, lock_cells, lock_needs)
        for color, cells in zip(Color, numbers, strict=True)
    )


def triangular_points(most: int) -> tuple[int, ...]:
    """Make a points table in which the k-th cross of a row is worth k."""
    return tuple(k * (k + 1) // 2 for k in range(most + 1))
