"""The rows of a sheet, as printed, and their boxes as bits of one integer."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from qwixx.rules.moves import Color, Mark

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence


@dataclass(frozen=True, slots=True)
class RowSpec:
    """One row of a sheet, as printed.

    Args:
        color: color of the row and of its die.
        numbers: printed numbers from left to right, all different, each 1 to 99.
        lock_cells: number of cells at the right end, any one of which locks the row.
        lock_needs: number of crosses that the row must have before a locking number may be
            crossed out.
        dice: color of each box and of the die that crosses it out; () if all have the row's.
        second_cells: number of cells from the left whose number can be crossed out twice.

    Attributes:
        bits: maps each number to its bitmask: bit i for the i-th number from the left, counting
            from 0.
        number_bits: bitmask of all numbers.
        locking_bits: bitmask of the locking numbers.
        lock_bit: bitmask of the lock: the bit above the bits of all numbers.

    Raises:
        ValueError: a number occurs twice, the row can never be locked, or `dice` or `second_cells`
            does not fit the numbers.

    Source: rules, "Dice and sheet", "Locking", "Longo: locking", "Mixx A", "Double A".
    """

    color: Color
    numbers: tuple[int, ...]
    lock_cells: int
    lock_needs: int
    dice: tuple[Color, ...] = ()
    second_cells: int = 0
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
        if self.dice and len(self.dice) != len(bits):
            msg = f"the {self.color.name} row needs one color for each number"
            raise ValueError(msg)
        if not 0 <= self.second_cells <= len(bits) - self.lock_cells:
            msg = f"too many second crosses in the {self.color.name} row"
            raise ValueError(msg)
        lock_bit = 1 << len(bits)
        object.__setattr__(self, "bits", bits)
        object.__setattr__(self, "number_bits", lock_bit - 1)
        object.__setattr__(self, "locking_bits", lock_bit - (lock_bit >> self.lock_cells))
        object.__setattr__(self, "lock_bit", lock_bit)

    def color_of(self, number: int) -> Color:
        """Return the color of a number's box, whose die crosses it out.

        Source: rules, "Color step", "Mixx A".
        """
        return self.dice[self.numbers.index(number)] if self.dice else self.color

    @property
    def max_crosses(self) -> int:
        """Maximum number of crosses: all nonlocking numbers, one locking number, and the lock.

        Source: rules, "Score", "Longo: score".
        """
        return len(self.numbers) - self.lock_cells + 2


@dataclass(frozen=True, slots=True)
class BonusRow:
    """A row without a lock between two rows; its crosses count in both.

    Args:
        between: the two neighboring rows.
        numbers: printed numbers from left to right, the same as in the neighboring rows.

    Source: rules, "Big Points: bonus rows".
    """

    between: tuple[Color, Color]
    numbers: tuple[int, ...]


class RowTable(NamedTuple):
    """The boxes of one row, as bits of `Sheet.crosses`. Source: rules, "Left to right", "Locking".

    Args:
        start: index of the row's first box.
        boxes: all boxes that are crossed out from left to right.
        locks: the boxes that lock the row.
        lock: the lock; 0 for a bonus row.
        path: the boxes and the lock.
        needs: number of crosses that a locking box needs.
        counted: boxes that count as crosses of the row: the path and second crosses.
        scored: boxes that count for its points; 0 for a bonus row.
    """

    start: int
    boxes: int
    locks: int
    lock: int
    path: int
    needs: int
    counted: int
    scored: int

    def free(self, crosses: int) -> int:
        """Return the boxes that the row allows: right of its last cross.

        Source: rules, "Left to right", "Locking", "Longo: locking".
        """
        free = self.boxes & -(1 << (crosses & self.path).bit_length())
        if (crosses & self.counted).bit_count() < self.needs:
            free &= ~self.locks
        return free


class Tables:
    """A variant's boxes as bits of one integer, with a mask for each question.

    Bit i of `Sheet.crosses` is box i: the boxes of the four rows, of the bonus rows, then the
    second crosses, each from left to right. The locks follow, then the fields of the extra track.

    Args:
        specs: the four rows.
        bonus_rows: the rows between two of them.
        track_length: number of fields of the extra track.
        hooks: the hooks of the printed rules, by the name of the method; each is an attribute.

    Attributes:
        marks: the mark of each box.
        bits: the bit of each mark, by an integer that is faster to hash; see `Variant.bit`.
        rows: the rows, bonus rows last.
        row_at: the row of each box.
        second: for each box, the bit of the second cross on its number; 0 if there is none.
        white: for each white sum, all boxes with this number.
        color: for each color and sum, the boxes that the die of this color crosses out.
        locks: bits of all locks.
        closed: for the bits of the locks, whether each row is closed.
        in_closed_rows: for whether each row is closed, the boxes in closed rows.
        track: bit of the first field of the extra track.
        strips: first bit and width of each part of `Sheet.rows`, its lock in front.

    Source: rules, "Dice and sheet", "White step", "Color step".
    """

    def __init__(
        self,
        specs: Sequence[RowSpec],
        bonus_rows: Sequence[BonusRow],
        track_length: int,
        hooks: Mapping[str, tuple[Callable[..., Any], ...]],
    ) -> None:
        """Compute the bits of the boxes and the masks."""
        rows = [[Mark(at, number) for number in spec.numbers] for at, spec in enumerate(specs)]
        rows += [
            [Mark(len(specs) + at, number) for number in row.numbers]
            for at, row in enumerate(bonus_rows)
        ]
        seconds = [
            [Mark(at, number, second=True) for number in spec.numbers[: spec.second_cells]]
            for at, spec in enumerate(specs)
        ]
        self.marks = tuple(mark for marks in (*rows, *seconds) for mark in marks)
        index = {mark: at for at, mark in enumerate(self.marks)}
        self.bits = {_mark_key(mark): 1 << at for mark, at in index.items()}
        count = len(self.marks)
        self.track = 1 << count + len(specs)
        self.locks = (1 << count + len(specs)) - (1 << count)
        self.second = [0] * count
        for mark, at in index.items():
            if mark.second:
                self.second[index[Mark(mark.row, mark.number)]] = 1 << at
        self.rows = tuple(_row_tables(specs, bonus_rows, rows, index))
        self.row_at = [self.rows[mark.row] for mark in self.marks]
        self.white: dict[int, int] = {}
        self.color: tuple[dict[int, int], ...] = tuple({} for _ in specs)
        for mark, at in index.items():
            self.white[mark.number] = self.white.get(mark.number, 0) | 1 << at
            if mark.row < len(specs):
                by_sum = self.color[specs[mark.row].color_of(mark.number)]
                by_sum[mark.number] = by_sum.get(mark.number, 0) | 1 << at
        self.closed: dict[int, tuple[bool, ...]] = {}
        self.in_closed_rows: dict[tuple[bool, ...], int] = {}
        for closed in product((False, True), repeat=len(specs)):
            pairs = [row for row, out in zip(self.rows, closed, strict=False) if out]
            self.closed[_union(row.lock for row in pairs)] = closed
            self.in_closed_rows[closed] = _union(row.counted & ~row.lock for row in pairs)
        self.strips = [
            *((row.start, row.boxes.bit_count(), row.lock) for row in self.rows),
            *((index[marks[0]], len(marks), 0) for marks in seconds if marks),
        ]
        if track_length:
            self.strips.append((count + len(specs), track_length, 0))
        self.opens = hooks["opens"]
        self.offers_white = hooks["offers_white"]
        self.offers_color = hooks["offers_color"]
        self.spends = hooks["spends"]
        self.follows = hooks["follows"]
        self.resolves = hooks["resolves"]
        self.choices = hooks["choices"]
        self.chooses = hooks["chooses"]
        self.closes = hooks["closes"]
        self.points = hooks["points"]
        self.waives_penalties = hooks["waives_penalties"]
        self.refusal = hooks["refusal"]

    def free(self, crosses: int) -> int:
        """Return the boxes that some roll allows on a sheet. Source: rules, "Left to right"."""
        free = 0
        for row in self.rows:
            free |= row.free(crosses)
        for opens in self.opens:
            free = opens(self, crosses, free)
        return free


def _row_tables(
    specs: Sequence[RowSpec],
    bonus_rows: Sequence[BonusRow],
    rows: Sequence[Sequence[Mark]],
    index: Mapping[Mark, int],
) -> Iterator[RowTable]:
    """Yield the table of each row, bonus rows last.

    Args:
        specs: the four rows.
        bonus_rows: the rows between two of them.
        rows: the marks of each row.
        index: the box of each mark.
    """
    bonus_marks = rows[len(specs) :]
    for at, spec in enumerate(specs):
        start, lock = index[rows[at][0]], 1 << len(index) + at
        boxes = _mask(index[mark] for mark in rows[at])
        seconds = _mask(index[mark] for mark in index if mark.second and mark.row == at)
        counted = boxes | lock | seconds
        bonus = _mask(
            index[mark]
            for row, marks in zip(bonus_rows, bonus_marks, strict=True)
            if at in row.between
            for mark in marks
        )
        locks, scored = spec.locking_bits << start, counted | bonus
        yield RowTable(start, boxes, locks, lock, boxes | lock, spec.lock_needs, counted, scored)
    for marks in bonus_marks:
        boxes = _mask(index[mark] for mark in marks)
        yield RowTable(index[marks[0]], boxes, 0, 0, boxes, 0, boxes, 0)


def _mark_key(mark: Mark) -> int:
    return (mark.row << 7 | mark.number) << 1 | mark.second


def _mask(indexes: Iterator[int]) -> int:
    return _union(1 << index for index in indexes)


def _union(bits: Iterator[int]) -> int:
    mask = 0
    for each in bits:
        mask |= each
    return mask
