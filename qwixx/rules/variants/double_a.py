"""The sheet Qwixx Double A."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

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


DOUBLE_A = replace(
    CLASSIC,
    name="double-a",
    rows=mirrored_rows(12, lock_cells=1, lock_needs=7, second_cells=10),
    points=triangular_points(16),
    number=10,
    title=N_("Double A"),
    rules=(SecondCross(),),
)
"""Numbers that can be crossed out twice. Source: rules, "Double A"."""
