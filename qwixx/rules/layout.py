"""The types that define a variant: `RowSpec`, `BonusRow`, and `Variant`.

A variant is one file in `variants/`, registered in `variants/__init__.py`. Numbers (in any
order), the die of each box, dice, lock conditions, points, penalties, numbers of players, lucky
numbers, bonus rows, second crosses, and printed cards are data in a `Variant`. A sentence that
the data cannot express is a `PrintedRule`, a small class in the variant's file. Codes, links,
saves, statistics, and the command line then support the variant (`tests/contract` adds two
variants and tests this). Weights for the bots that need them are optional; without weights, the
strongest bot that can play replaces those bots (`qwixx.bots.opponent`).

These features would also need new code in the engine:

- a number of colors or dice other than four colored and two white ones;
- decisions other than one cross per step.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from qwixx.rules.lucky_numbers import LuckyNumbers
from qwixx.rules.moves import Color, Mark, is_int_in_range, short_repr
from qwixx.rules.printed_rule import PrintedRule

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_NAME = re.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*")
_CARD = re.compile("[A-Z]")


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

    Attributes:
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
        variant: the variant.

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

    def __init__(self, variant: Variant) -> None:
        """Compute the bits of the boxes and the masks."""
        specs, between = variant.rows, variant.bonus_rows
        rows = [[Mark(at, number) for number in spec.numbers] for at, spec in enumerate(specs)]
        rows += [
            [Mark(len(specs) + at, number) for number in row.numbers]
            for at, row in enumerate(between)
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
        self.rows = tuple(_row_tables(variant, rows, index))
        self.row_at = [self.rows[mark.row] for mark in self.marks]
        self.white: dict[int, int] = {}
        self.color: tuple[dict[int, int], ...] = tuple({} for _ in specs)
        for mark, at in index.items():
            self.white[mark.number] = self.white.get(mark.number, 0) | 1 << at
            if mark.row < len(specs):
                spec = specs[mark.row]
                cell = spec.numbers.index(mark.number)
                by_sum = self.color[spec.dice[cell] if spec.dice else spec.color]
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
        if variant.track_length:
            self.strips.append((count + len(specs), variant.track_length, 0))
        rules = variant.all_rules
        self.opens = _overridden(rules, "opens")
        self.offers_white = _overridden(rules, "offers_white")
        self.offers_color = _overridden(rules, "offers_color")
        self.spends = _overridden(rules, "spends")
        self.follows = _overridden(rules, "follows")
        self.resolves = _overridden(rules, "resolves")
        self.choices = _overridden(rules, "choices")
        self.chooses = _overridden(rules, "chooses")
        self.closes = _overridden(rules, "closes")
        self.points = _overridden(rules, "points")
        self.waives_penalties = _overridden(rules, "waives_penalties")
        self.refusal = _overridden(rules, "refusal")

    def free(self, crosses: int) -> int:
        """Return the boxes that some roll allows on a sheet. Source: rules, "Left to right"."""
        free = 0
        for row in self.rows:
            free |= row.free(crosses)
        for opens in self.opens:
            free = opens(self, crosses, free)
        return free


def _row_tables(
    variant: Variant, rows: Sequence[Sequence[Mark]], index: Mapping[Mark, int]
) -> Iterator[RowTable]:
    """Yield the table of each row, bonus rows last.

    Args:
        variant: the variant.
        rows: the marks of each row.
        index: the box of each mark.
    """
    bonus_marks = rows[len(variant.rows) :]
    for at, spec in enumerate(variant.rows):
        start, lock = index[rows[at][0]], 1 << len(index) + at
        boxes = _mask(index[mark] for mark in rows[at])
        seconds = _mask(index[mark] for mark in index if mark.second and mark.row == at)
        counted = boxes | lock | seconds
        bonus = _mask(
            index[mark]
            for row, marks in zip(variant.bonus_rows, bonus_marks, strict=True)
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


def _overridden(rules: Sequence[PrintedRule], name: str) -> tuple[Any, ...]:
    """Return the rules' methods of this name, but not the hooks that do nothing."""
    hook = getattr(PrintedRule, name)
    return tuple(getattr(rule, name) for rule in rules if getattr(type(rule), name) is not hook)


@dataclass(frozen=True, repr=False)
class Variant:
    """The rules of one variant, as data.

    Args:
        name: one lowercase word, which may contain digits and hyphens. Notation and saves store
            only this name, so a variant must be registered to be read back.
        rows: the four rows, in the order of `Color`.
        die_sides: number of sides of each die.
        points: points of a row, by number of crosses, from 0; further crosses add nothing.
        players: possible numbers of players.
        penalty_points: points lost per penalty.
        penalty_boxes: number of penalty boxes on a sheet; crossing out the last one ends the game.
        rows_to_end: number of closed rows that ends the game.
        lucky_pairs: pairs of lucky numbers, in the order in which they are dealt, at least one
            pair per player; () if the variant has no lucky numbers.
        number: number in codes, never changed or reused; None for a variant that codes cannot
            hold.
        title: name shown to players, in English and marked by `N_`; `name` if empty.
        bonus_rows: rows between two rows, in addition to the four.
        cards: letters of the printed cards, in the order in which they are dealt, at least one
            per player; () if all sheets are the same.
        rules: printed rules that the other data cannot express.

    Attributes:
        marks: for each row, bonus rows last, its marks, from left to right, without second
            crosses.

    Raises:
        ValueError: a value is not valid, or the values contradict each other.

    Source: rules, "Classic", "Longo", "More sheets".
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
    bonus_rows: tuple[BonusRow, ...] = ()
    cards: tuple[str, ...] = ()
    rules: tuple[PrintedRule, ...] = ()
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
        if not all(map(_CARD.fullmatch, self.cards)) or 0 < len(self.cards) < max(self.players):
            msg = f"{self.name}: cards must be capital letters, at least one per player"
            raise ValueError(msg)
        marks = tuple(
            tuple(Mark(index, number) for number in numbers)
            for index, numbers in enumerate(self._numbers_by_row())
        )
        object.__setattr__(self, "marks", marks)

    def _numbers_by_row(self) -> list[tuple[int, ...]]:
        """Return the numbers of each row, bonus rows last."""
        return [row.numbers for row in self.rows] + [row.numbers for row in self.bonus_rows]

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"<Variant {self.name}>"

    @cached_property
    def tables(self) -> Tables:
        """The boxes as bits, computed on first use. Source: rules, "Dice and sheet"."""
        return Tables(self)

    @property
    def all_rules(self) -> tuple[PrintedRule, ...]:
        """All printed rules, lucky numbers included. Source: rules, "Longo: lucky numbers"."""
        return (LuckyNumbers(), *self.rules) if self.lucky_pairs else self.rules

    @property
    def track_length(self) -> int:
        """Number of fields of the extra track; 0 if there is none.

        Source: rules, "Bonus A: color bar", "X-Change: swap fields".
        """
        return sum(rule.fields for rule in self.rules)

    @property
    def is_plain(self) -> bool:
        """Whether each box has its row's color, and no rule but lucky numbers is printed.

        Source: rules, "Classic", "Longo".
        """
        extras = [
            self.rules,
            self.bonus_rows,
            *((row.dice, row.second_cells) for row in self.rows),
        ]
        return not any(any(extra) for extra in extras)

    @property
    def has_choices(self) -> bool:
        """Whether a bonus can leave a choice. Source: rules, "Bonus B"."""
        return any(rule.has_choices for rule in self.rules)

    @property
    def makes_crosses(self) -> bool:
        """Whether crosses can follow from a cross. Source: rules, "Connected B", "Bonus A"."""
        return any(rule.makes_crosses for rule in self.rules)

    def is_closed(self, mark: Mark, closed: Sequence[bool]) -> bool:
        """Return whether a mark's row is closed; bonus rows never are.

        Source: rules, "Locking", "Big Points: bonus rows".
        """
        return mark.row < len(self.rows) and closed[mark.row]

    def bit(self, mark: Mark) -> int:
        """Return the bit of a box in `Sheet.crosses`; 0 if the sheet has no such box.

        Source: rules, "Dice and sheet".
        """
        return self.tables.bits.get((mark.row << 7 | mark.number) << 1 | mark.second, 0)

    def check_card(self, card: object) -> str:
        """Check the letter of a printed card and return it.

        Source: rules, "Connected".

        Raises:
            ValueError: the variant has no such card.
        """
        if isinstance(card, str) and card in self.cards:
            return card
        msg = f"cards must be of {', '.join(self.cards)}, got {short_repr(card)}"
        raise ValueError(msg)

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


def mirrored_rows(
    last: int, *, lock_cells: int, lock_needs: int, second_cells: int = 0
) -> tuple[RowSpec, ...]:
    """Return four rows: red and yellow from 2 to `last`, green and blue from `last` to 2."""
    up = tuple(range(2, last + 1))
    numbers = (up, up, up[::-1], up[::-1])
    return tuple(
        RowSpec(color, cells, lock_cells, lock_needs, second_cells=second_cells)
        for color, cells in zip(Color, numbers, strict=True)
    )


def triangular_points(max_crosses: int) -> tuple[int, ...]:
    """Return a points table in which the k-th cross of a row is worth k points."""
    return tuple(k * (k + 1) // 2 for k in range(max_crosses + 1))
