"""The sheet Qwixx Big Points."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.rules.boxes import BonusRow
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


BIG_POINTS = replace(
    CLASSIC,
    name="big-points",
    points=triangular_points(15),
    number=4,
    title=N_("Big Points"),
    bonus_rows=(
        BonusRow((Color.RED, Color.YELLOW), CLASSIC.rows[Color.RED].numbers),
        BonusRow((Color.GREEN, Color.BLUE), CLASSIC.rows[Color.GREEN].numbers),
    ),
    rules=(NextToCross(),),
)
"""Two bonus rows, whose crosses count in both neighboring rows. Source: rules, "Big Points"."""
