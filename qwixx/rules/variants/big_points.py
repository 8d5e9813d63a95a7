"""The sheet Qwixx Big Points."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.rules.boxes import BonusRow
from qwixx.rules.explanation import Explanation, Picture
from qwixx.rules.layout import triangular_points
from qwixx.rules.moves import N_, Color, Reason
from qwixx.rules.printed_rule import PrintedRule
from qwixx.rules.variants.classic import CLASSIC

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.rules.boxes import Tables
    from qwixx.rules.printed_rule import AnySheet


class NextToCross(PrintedRule):
    """A bonus box needs a crossed neighbor; a colored die, the neighbor of its color.

    Source: rules, "Big Points: bonus rows".
    """

    def opens(self, tables: Tables, crosses: int, free: int) -> int:
        """Remove the bonus boxes without a crossed neighbor; see `PrintedRule.opens`."""
        return free & ~_without_neighbor(tables, crosses)

    def offers_color(self, sheet: AnySheet, color: int, total: int) -> int:
        """Return the bonus box beside a crossed box; see `PrintedRule.offers_color`."""
        tables = sheet.variant.tables
        crossed = sheet.crosses & tables.color[color].get(total, 0)
        return crossed >> tables.rows[color].start << tables.rows[4 + color // 2].start

    def refusal(self, sheet: AnySheet, bit: int) -> Reason | None:
        """Return whether a neighbor is missing; see `PrintedRule.refusal`."""
        is_alone = bit & _without_neighbor(sheet.variant.tables, sheet.crosses)
        return Reason.NO_NEIGHBOR if is_alone else None

    def contradiction(self, sheet: AnySheet, closed: Sequence[bool]) -> str:  # noqa: ARG002 - a hook
        """Return whether a bonus cross has no neighbor; see `PrintedRule.contradiction`."""
        is_alone = sheet.crosses & _without_neighbor(sheet.variant.tables, sheet.crosses)
        return "a bonus box is crossed beside two free boxes" if is_alone else ""


def _without_neighbor(tables: Tables, crosses: int) -> int:
    """Return the bonus boxes with no crossed neighbor. Neighbors are in the same column."""
    boxes = 0
    for row, bonus in enumerate(tables.rows[4:]):
        first, second = (crosses >> tables.rows[2 * row + step].start for step in (0, 1))
        boxes |= bonus.boxes & ~((first | second) << bonus.start)
    return boxes


EXPLANATION = Explanation(
    N_("Bonus rows"),
    (
        N_(
            "Between red and yellow, and between green and blue, there is a bonus row. You may "
            "cross out a number there if you have crossed out the same number above or below it."
        ),
        N_(
            "That takes the place of your cross in this step. With the colored dice, you need the "
            "die in the color of a crossed-out box beside it."
        ),
        N_(
            "Each cross there counts in both rows beside it, up to 15 crosses per row, but not "
            "toward the crosses that a lock needs. Bonus rows are never locked."
        ),
    ),
    (
        Picture(
            N_(
                "Red 4 is crossed out and the white dice show {dice}: the 4 in the bonus row is "
                "available, too."
            ),
            crosses="r4",
            white=(3, 1),
        ),
        Picture(N_("One cross, which counts in red and in yellow."), crosses="r4 y6", mark="ry4"),
    ),
)
"""The differences from Classic. Source: rules, "Big Points"."""

BIG_POINTS = replace(
    CLASSIC,
    name="big-points",
    points=triangular_points(15),
    number=4,
    title=N_("Big Points"),
    summary=N_("Bonus rows that count twice"),
    difficulty=2,
    explanation=EXPLANATION,
    bonus_rows=(
        BonusRow((Color.RED, Color.YELLOW), CLASSIC.rows[Color.RED].numbers),
        BonusRow((Color.GREEN, Color.BLUE), CLASSIC.rows[Color.GREEN].numbers),
    ),
    rules=(NextToCross(),),
)
"""Two bonus rows, whose crosses count in both neighboring rows. Source: rules, "Big Points"."""
