"""The sheets Qwixx Connected A."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.rules.explanation import Explanation, Picture
from qwixx.rules.moves import N_
from qwixx.rules.printed_rule import PrintedRule
from qwixx.rules.variants.classic import CLASSIC

if TYPE_CHECKING:
    from collections.abc import Mapping

    from qwixx.rules.boxes import Tables
    from qwixx.rules.moves import Mark
    from qwixx.rules.printed_rule import AnySheet

STEPS = {
    "A": "ygbgyrygbgy",
    "B": "bgyrygbgyry",
    "C": "gbgyrygbgyr",
    "D": "yrygbgyrygb",
    "E": "rygbgyrygbg",
}
"""For each card, the row of the step in each column, from left to right.

Source: rules, "Connected A".
"""


class Steps(PrintedRule):
    """The crossed steps score like a fifth row. Source: rules, "Connected A"."""

    def signs(self, card: str) -> Mapping[Mark, str]:
        """Return the steps; see `PrintedRule.signs`."""
        rows = CLASSIC.marks
        letters = enumerate(STEPS.get(card, ""))
        return {rows["rygb".index(row)][column]: "step" for column, row in letters}

    def points(self, sheet: AnySheet) -> int:
        """Return the points of the steps; see `PrintedRule.points`."""
        steps = sheet.crosses & step_boxes(sheet.variant.tables, sheet.card)
        return sheet.variant.points[steps.bit_count()]


@lru_cache(maxsize=32)
def step_boxes(tables: Tables, card: str) -> int:
    """Return the step boxes of a card; 0 for an unknown card. Source: rules, "Connected A"."""
    letters = enumerate(STEPS.get(card, ""))
    return sum(1 << tables.rows["rygb".index(row)].start + column for column, row in letters)


EXPLANATION = Explanation(
    N_("Steps"),
    (
        N_(
            "Eleven boxes are steps, one in each column. You cross them out as usual, and they "
            "count in their rows."
        ),
        N_(
            "At the end, your crossed-out steps score again, like a fifth row. Their order "
            "doesn’t matter."
        ),
        N_("There are five cards, A to E, with different steps. Each player has a different one."),
    ),
    (
        Picture(
            N_("White dice {dice}: on card A, yellow 2 is a step, and red 2 isn’t."),
            white=(1, 1),
        ),
        Picture(N_("Five steps: 15 more points at the end."), crosses="y2 y6 r7 g11 b10"),
    ),
)
"""The differences from Classic. Source: rules, "Connected A"."""

CONNECTED_A = replace(
    CLASSIC,
    name="connected-a",
    number=7,
    title=N_("Connected A"),
    summary=N_("Eleven steps score like a fifth row"),
    difficulty=2,
    explanation=EXPLANATION,
    cards=tuple(STEPS),
    rules=(Steps(),),
)
"""Eleven steps, which score like a fifth row. Source: rules, "Connected A"."""
