"""The rule of lucky numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.rules.printed_rule import PrintedRule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.rules.printed_rule import AnySheet


class LuckyNumbers(PrintedRule):
    """A lucky sum offers the leftmost free number of the rows with the fewest crosses.

    Source: rules, "Longo: lucky numbers".
    """

    def offers_white(self, sheet: AnySheet, closed: Sequence[bool], total: int) -> int:
        """Return the offered boxes; see `PrintedRule.offers_white`."""
        if total not in sheet.lucky:
            return 0
        boxes = 0
        for row in sheet.rows_with_fewest_crosses(closed):
            boxes |= sheet.next_bit(row)
        return boxes
