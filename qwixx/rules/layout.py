"""The types that define a variant: `RowSpec`, `BonusRow`, and `Variant`.

A variant is one file in `variants/`, registered in `variants/__init__.py`. Numbers (in any
order), the die of each box, dice, lock conditions, points, penalties, numbers of players, lucky
numbers, bonus rows, second crosses, and printed cards are data in a `Variant`. A sentence that
the data cannot express is a `PrintedRule`, a small class in the variant's file. Codes, links,
saves, statistics, and the command line then support the variant (`tests/contract` adds two
variants and tests this). Weights are optional: without them, the levels estimate points
(`qwixx.bots.planning.general`), and there are no win probabilities.

These features would also need new code in the engine:

- a number of colors or dice other than four colored and two white ones;
- decisions other than one cross per step.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from qwixx.rules.boxes import BonusRow, RowSpec, Tables
from qwixx.rules.lucky_numbers import LuckyNumbers
from qwixx.rules.moves import Color, Mark, is_int_in_range, short_repr
from qwixx.rules.printed_rule import HOOKS, PrintedRule, Reward, TrackField

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.rules.explanation import Explanation

_NAME = re.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*(:[0-9A-Z]+)?")
_CARD = re.compile("[A-Z]")
_SHORT_CODE = 6
"""Length of `Variant.short_code`."""


@dataclass(frozen=True, repr=False)
class Variant:
    """The rules of one variant, as data.

    Args:
        name: one lowercase word, which may contain digits and hyphens; for a block of one's own
            a colon and its code follow. Notation and saves store only this name, so
            `find_variant` must know it to read it back.
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
        title: name shown to players, in English and marked by `N_`, in which {code} stands for
            `short_code`; `name` if empty.
        summary: the difference from the classic sheet, in a few English words marked by `N_`; ""
            if the numbers and the dice say it.
        difficulty: 1 for an easy sheet to 3 for a difficult one.
        explanation: page of the rules dialog about what is different; None if the data of the
            rows, the dice, and the lucky numbers say it.
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
    summary: str = ""
    difficulty: int = 1
    explanation: Explanation | None = None
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

    @property
    def block_code(self) -> str:
        """The code of a block of one's own, from which the whole block follows; "" for a sheet.

        Source: rules, "A block of your own".
        """
        return self.name.partition(":")[2]

    @property
    def short_code(self) -> str:
        """The end of the block's code, by which people tell blocks apart; "" for a sheet.

        Source: rules, "A block of your own".
        """
        return self.block_code[-_SHORT_CODE:]

    @cached_property
    def tables(self) -> Tables:
        """The boxes as bits, computed on first use. Source: rules, "Dice and sheet"."""
        hooks = {name: _overridden(self.all_rules, name) for name in HOOKS}
        return Tables(self.rows, self.bonus_rows, self.track_length, hooks)

    @property
    def all_rules(self) -> tuple[PrintedRule, ...]:
        """All printed rules, lucky numbers included. Source: rules, "Longo: lucky numbers"."""
        return (LuckyNumbers(), *self.rules) if self.lucky_pairs else self.rules

    @property
    def track_length(self) -> int:
        """Number of fields of the extra track; 0 if there is none.

        Source: rules, "Bonus A: color bar", "X-Change: swap fields".
        """
        return len(self.track)

    @property
    def track(self) -> tuple[TrackField, ...]:
        """The fields of the extra track. Source: rules, "Bonus A: color bar"."""
        return tuple(field for rule in self.rules for field in rule.track)

    def signs(self, card: str) -> dict[Mark, str]:
        """Return the name of the sign at each box that has one, on a card.

        Source: rules, "Bonus A", "Bonus B", "Connected A".
        """
        return {mark: sign for rule in self.rules for mark, sign in rule.signs(card).items()}

    def links(self, card: str) -> dict[Mark, Mark]:
        """Return the other box of each linked box, on a card. Source: rules, "Connected B"."""
        pairs = [pair for rule in self.rules for pair in rule.links(card)]
        return dict([*pairs, *((other, one) for one, other in pairs)])

    @cached_property
    def printed_lines(self) -> tuple[tuple[Mark, ...], ...]:
        """The marks of each printed line, from top to bottom.

        A bonus row lies below the first of its rows, and second crosses below their numbers.

        Source: rules, "Big Points: bonus rows", "Double A".
        """
        rows = self.row_order
        return tuple(
            line for row in rows for line in (self.marks[row], self.second_marks(row)) if line
        )

    @cached_property
    def row_order(self) -> tuple[int, ...]:
        """The rows from top to bottom; a bonus row lies below the first of its two rows.

        Source: rules, "Big Points: bonus rows".
        """
        first, count = [bonus.between[0] for bonus in self.bonus_rows], len(self.rows)
        return tuple(
            place
            for row in range(count)
            for place in (row, *(count + at for at, above in enumerate(first) if above == row))
        )

    def second_marks(self, row: int) -> tuple[Mark, ...]:
        """Return the second crosses of a row, from left to right. Source: rules, "Double A"."""
        if row >= len(self.rows):
            return ()
        spec = self.rows[row]
        return tuple(Mark(row, at, second=True) for at in spec.numbers[: spec.second_cells])

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
    def rewards(self) -> tuple[Reward, ...]:
        """The rewards printed beside the rows. Source: rules, "Bonus B"."""
        return tuple(reward for rule in self.rules for reward in rule.rewards)

    @property
    def question(self) -> str:
        """The question to players about a bonus, in English. Source: rules, "Bonus B"."""
        return next((rule.question for rule in self.rules if rule.question), "")

    @property
    def makes_crosses(self) -> bool:
        """Whether crosses can follow from a cross. Source: rules, "Connected B", "Bonus A"."""
        return any(rule.makes_crosses for rule in self.rules)

    def color_of(self, mark: Mark) -> Color:
        """Return the color of a box in one of the four rows.

        Source: rules, "Color step", "Mixx A".
        """
        return self.rows[mark.row].color_of(mark.number)

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


def _overridden(rules: Sequence[PrintedRule], name: str) -> tuple[Any, ...]:
    """Return the rules' methods of this name, but not the hooks that do nothing."""
    hook = getattr(PrintedRule, name)
    return tuple(getattr(rule, name) for rule in rules if getattr(type(rule), name) is not hook)
