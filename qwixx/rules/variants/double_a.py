"""The sheet Qwixx Double A."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.rules.explanation import Explanation, Picture
from qwixx.rules.layout import mirrored_rows, triangular_points
from qwixx.rules.moves import N_, Reason
from qwixx.rules.printed_rule import PrintedRule
from qwixx.rules.variants.classic import CLASSIC

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.rules.boxes import Tables
    from qwixx.rules.printed_rule import AnySheet


class SecondCross(PrintedRule):
    """The last crossed number of a row may be crossed out a second time.

    Source: rules, "Double A".
    """

    def opens(self, tables: Tables, crosses: int, free: int) -> int:
        """Add the second cross of each row; see `PrintedRule.opens`."""
        for row in tables.rows:
            crossed = crosses & row.boxes
            if crossed and not crosses & row.lock:
                free |= tables.second[crossed.bit_length() - 1] & ~crosses
        return free

    def refusal(self, sheet: AnySheet, bit: int) -> Reason | None:
        """Return whether the number is not the last cross; see `PrintedRule.refusal`."""
        mark = sheet.variant.tables.marks[bit.bit_length() - 1]
        return Reason.NOT_LAST_CROSS if mark.second else None

    def contradiction(self, sheet: AnySheet, closed: Sequence[bool]) -> str:  # noqa: ARG002 - a hook
        """Return whether a first cross is missing; see `PrintedRule.contradiction`."""
        for index, second in enumerate(sheet.variant.tables.second):
            if sheet.crosses & second and not sheet.crosses >> index & 1:
                return "a second cross without the first"
        return ""


EXPLANATION = Explanation(
    N_("Second crosses"),
    (
        N_(
            "Every number but the last of its row can be crossed out twice. Only the last cross "
            "of a row can get its second one, when its number comes up again."
        ),
        N_(
            "That takes the place of your cross in this step and skips nothing. Once you cross "
            "out a number further to the right, the chance is gone."
        ),
        N_(
            "To lock a row, you need seven crosses in it, second crosses included. A row scores "
            "up to 16 crosses: 136 points."
        ),
    ),
    (
        Picture(
            N_("White dice {dice}: red 5 is the last cross in its row, so it can be doubled."),
            crosses="r3 r5",
            white=(4, 1),
        ),
        Picture(N_("Two numbers, four crosses: 10 points."), crosses="r3 r3+ r5", mark="r5+"),
    ),
)
"""The differences from Classic. Source: rules, "Double A"."""

DOUBLE_A = replace(
    CLASSIC,
    name="double-a",
    rows=mirrored_rows(12, lock_cells=1, lock_needs=7, second_cells=10),
    points=triangular_points(16),
    number=10,
    title=N_("Double A"),
    summary=N_("Numbers to cross out twice"),
    difficulty=2,
    explanation=EXPLANATION,
    rules=(SecondCross(),),
)
"""Numbers that can be crossed out twice. Source: rules, "Double A"."""
