"""The sheet Qwixx X-Change."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.rules.explanation import Explanation, Picture
from qwixx.rules.moves import N_
from qwixx.rules.printed_rule import PrintedRule, TrackField
from qwixx.rules.variants.classic import CLASSIC

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from qwixx.rules.printed_rule import AnySheet

SWAPS = ((8, 5), (9, 7), (11, 3), (7, 4), (10, 3), (8, 6), (10, 5), (11, 9), (6, 4))
"""The swap fields, from left to right. Source: rules, "X-Change: swap fields"."""


class SwapFields(PrintedRule):
    """An open swap field turns the white sum into its other number.

    Source: rules, "X-Change: swap fields".
    """

    track = tuple(TrackField(numbers=pair) for pair in SWAPS)

    def offers_white(self, sheet: AnySheet, closed: Sequence[bool], total: int) -> int:  # noqa: ARG002 - a hook
        """Return the boxes that a swap reaches; see `PrintedRule.offers_white`."""
        boxes = 0
        for _field, number in open_swaps(sheet, total):
            boxes |= sheet.variant.tables.white[number]
        return boxes

    def spends(self, sheet: AnySheet, bit: int, total: int) -> int:
        """Return the field that a mark uses; see `PrintedRule.spends`."""
        tables = sheet.variant.tables
        crossed = tables.marks[bit.bit_length() - 1].number
        if crossed == total:
            return 0
        fields = (field for field, number in open_swaps(sheet, total) if number == crossed)
        return next((tables.track << field for field in fields), 0)


def open_swaps(sheet: AnySheet, total: int) -> Iterator[tuple[int, int]]:
    """Yield each open field that shows a sum, with its other number.

    Source: rules, "X-Change: swap fields".
    """
    for field in range(sheet.track.bit_length(), len(SWAPS)):
        one, other = SWAPS[field]
        if total in (one, other):
            yield field, one + other - total


EXPLANATION = Explanation(
    N_("Swap fields"),
    (
        N_(
            "There are nine swap fields with two numbers each. When the white sum is one of the "
            "two, you may cross out the field and use its other number instead."
        ),
        N_(
            "You swap for your own sheet only, with the white dice only, and once per roll. For "
            "the others, the sum stays as it is."
        ),
        N_("The fields go from left to right; skipped ones are gone. They score nothing."),
    ),
    (
        Picture(N_("White dice {dice}: besides 8, the swap fields allow 5 or 6."), white=(4, 4)),
        Picture(N_("Red 5 with the first field: 8 is swapped for 5."), white=(4, 4), mark="r5"),
    ),
)
"""The differences from Classic. Source: rules, "X-Change"."""

X_CHANGE = replace(
    CLASSIC,
    name="x-change",
    number=9,
    title=N_("X-Change"),
    summary=N_("Fields that swap the white sum"),
    difficulty=3,
    explanation=EXPLANATION,
    rules=(SwapFields(),),
)
"""Nine fields that swap the white sum. Source: rules, "X-Change"."""
