"""The sheet Qwixx Bonus B."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.rules.explanation import Explanation, Picture
from qwixx.rules.moves import N_, Mark
from qwixx.rules.printed_rule import PrintedRule, Reward
from qwixx.rules.variants.classic import CLASSIC

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from qwixx.rules.printed_rule import AnySheet, AnyVariant

TWO_IN_FEWEST, ONE_IN_EACH, DOUBLE_LOWEST, PLUS_13, NO_PENALTY_POINTS = range(5)
SYMBOLS = ("y11 g9", "y7 b7", "r8 b10", "r6 b4", "y3 g5")
"""The two boxes of each symbol, in the order of the rewards. Source: rules, "Bonus B"."""
TEXTS = (
    ("two-in-fewest", "✕✕", N_("two crosses in the row with the fewest crosses")),
    ("one-in-each", "4✕", N_("a cross in each row")),
    ("double-lowest", "min ×2", N_("the row with the fewest points counts twice")),
    ("plus-13", "+13", N_("13 more points")),
    ("no-penalty-points", "−0", N_("penalties cost nothing")),
)
"""The name of each reward, and what it brings: in signs, and in English."""
REWARDS = tuple(
    Reward(name, tuple(map(Mark.from_code, pair.split())), short, text)
    for (name, short, text), pair in zip(TEXTS, SYMBOLS, strict=True)
)
"""The rewards. Source: rules, "Bonus B"."""
SHAPES = ("circle", "notched-square", "square", "octagon", "star")
"""The printed symbols, in the order of the rewards. Source: rules, "Bonus B"."""


class Symbols(PrintedRule):
    """The second cross of a pair of symbols earns the reward. Source: rules, "Bonus B"."""

    has_choices = True
    makes_crosses = True
    question = N_("Your bonus: two crosses. Choose one of the rows with the fewest crosses.")
    rewards = REWARDS

    def signs(self, card: str) -> Mapping[Mark, str]:  # noqa: ARG002 - a hook
        """Return the symbols; see `PrintedRule.signs`."""
        pairs = zip(SHAPES, REWARDS, strict=True)
        return {mark: shape for shape, reward in pairs for mark in reward.boxes}

    def follows(self, sheet: AnySheet, bit: int, closed: Sequence[bool]) -> AnySheet:  # noqa: ARG002 - a hook
        """Append an earned reward to the pending ones; see `PrintedRule.follows`."""
        for reward in (TWO_IN_FEWEST, ONE_IN_EACH):
            if bit & symbol_boxes(sheet.variant)[reward] and has_earned(sheet, reward):
                return sheet.with_pending((*sheet.pending, reward))
        return sheet

    def resolves(self, sheet: AnySheet, closed: Sequence[bool]) -> AnySheet:
        """Carry out the rewards one after another; see `PrintedRule.resolves`."""
        while sheet.pending:
            boxes = self.choices(sheet, closed)
            if boxes.bit_count() > 1:
                return sheet
            reward, *later = sheet.pending
            sheet = sheet.with_pending(tuple(later))
            if reward == ONE_IN_EACH:
                for row in range(len(sheet.variant.rows)):
                    sheet = (
                        sheet.with_box(box, closed)
                        if (box := _next(sheet, row, closed))
                        else sheet
                    )
            elif boxes:
                sheet = _cross_two(sheet, boxes, closed)
        return sheet

    def choices(self, sheet: AnySheet, closed: Sequence[bool]) -> int:
        """Return the next boxes of the rows with the fewest crosses; see the base class."""
        if sheet.pending[0] != TWO_IN_FEWEST:
            return 0
        rows = [row for row in range(len(sheet.variant.rows)) if _next(sheet, row, closed)]
        fewest = min(map(sheet.count, rows), default=0)
        return sum(_next(sheet, row, closed) for row in rows if sheet.count(row) == fewest)

    def chooses(self, sheet: AnySheet, bit: int, closed: Sequence[bool]) -> AnySheet:
        """Make both crosses in the chosen row; see `PrintedRule.chooses`."""
        return _cross_two(sheet.with_pending(sheet.pending[1:]), bit, closed)

    def points(self, sheet: AnySheet) -> int:
        """Return the points of the rewards; see `PrintedRule.points`."""
        lowest = min(map(sheet.row_points, range(len(sheet.variant.rows))))
        return lowest * has_earned(sheet, DOUBLE_LOWEST) + 13 * has_earned(sheet, PLUS_13)

    def waives_penalties(self, sheet: AnySheet) -> bool:
        """Return whether the reward is earned; see `PrintedRule.waives_penalties`."""
        return has_earned(sheet, NO_PENALTY_POINTS)

    def contradiction(self, sheet: AnySheet, closed: Sequence[bool]) -> str:
        """Return whether a pending reward is not due; see `PrintedRule.contradiction`."""
        if not sheet.pending:
            return ""
        are_known = set(sheet.pending) <= {TWO_IN_FEWEST, ONE_IN_EACH}
        are_earned = are_known and all(has_earned(sheet, reward) for reward in sheet.pending)
        if (
            are_earned
            and len({*sheet.pending}) == len(sheet.pending)
            and self.choices(sheet, closed).bit_count() > 1
        ):
            return ""
        return "a pending bonus is not due"


def has_earned(sheet: AnySheet, reward: int) -> bool:
    """Return whether both boxes of a symbol are crossed out. Source: rules, "Bonus B"."""
    pair = symbol_boxes(sheet.variant)[reward]
    return sheet.crosses & pair == pair


@lru_cache(maxsize=4)
def symbol_boxes(variant: AnyVariant) -> tuple[int, ...]:
    """Return the bits of the two boxes of each symbol. Source: rules, "Bonus B"."""
    return tuple(
        sum(variant.bit(Mark.from_code(code)) for code in pair.split()) for pair in SYMBOLS
    )


def _next(sheet: AnySheet, row: int, closed: Sequence[bool]) -> int:
    """Return the next box of a row, or 0 if it may not be crossed out."""
    return 0 if closed and closed[row] else sheet.next_bit(row) & sheet.free


def _cross_two(sheet: AnySheet, box: int, closed: Sequence[bool]) -> AnySheet:
    """Return the sheet after a cross on a box and on the one after it, if that is possible."""
    row = sheet.variant.tables.marks[box.bit_length() - 1].row
    sheet = sheet.with_box(box, closed)
    after = _next(sheet, row, closed)
    return sheet.with_box(after, closed) if after else sheet


EXPLANATION = Explanation(
    N_("Symbols and rewards"),
    (
        N_(
            "Ten boxes have symbols, two of each kind. The second cross on a pair earns its "
            "reward, once per game."
        ),
        N_(
            "Two of the rewards are crosses that you get at once: two in the row where you have "
            "the fewest, or one in each row. They go on the next boxes of those rows. If several "
            "rows have the fewest, you choose one."
        ),
        N_(
            "The others count at the end: 13 more points, the row with the fewest points counts "
            "twice, or your penalties cost nothing."
        ),
    ),
    (
        Picture(
            N_(
                "White dice {dice}: green 9 and yellow 11 have the same symbol. Blue has the "
                "fewest crosses, so two follow there."
            ),
            crosses="y11 r2",
            white=(4, 5),
            mark="g9",
        ),
        Picture(N_("Blue 7 and yellow 7: one cross in each row."), crosses="r2 y7 g12", mark="b7"),
    ),
)
"""The differences from Classic. Source: rules, "Bonus B"."""

BONUS_B = replace(
    CLASSIC,
    name="bonus-b",
    number=6,
    title=N_("Bonus B"),
    summary=N_("Pairs of symbols earn rewards"),
    difficulty=3,
    explanation=EXPLANATION,
    rules=(Symbols(),),
)
"""Pairs of symbols that earn rewards. Source: rules, "Bonus B"."""
