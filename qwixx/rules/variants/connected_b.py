"""The sheets Qwixx Connected B."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.rules.explanation import Explanation, Picture
from qwixx.rules.moves import N_, Mark
from qwixx.rules.printed_rule import PrintedRule
from qwixx.rules.variants.classic import CLASSIC

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from qwixx.rules.printed_rule import AnySheet, AnyVariant

PAIRS = {
    "A": "r6-y6 r11-y11 y3-g11 y8-g6 g9-b9 g4-b4",
    "B": "r4-y4 r9-y9 y6-g8 y11-g3 g11-b11 g6-b6",
    "C": "r3-y3 r8-y8 y6-g8 y11-g3 g10-b10 g5-b5",
    "D": "r5-y5 r10-y10 y3-g11 y8-g6 g8-b8 g3-b3",
    "E": "r6-y6 r9-y9 y3-g11 y11-g3 g9-b9 g6-b6",
}
"""For each card, the linked pairs of boxes. Source: rules, "Connected B"."""


class LinkedBoxes(PrintedRule):
    """A cross on one box of a pair brings a cross on the other. Source: rules, "Connected B"."""

    makes_crosses = True

    def links(self, card: str) -> tuple[tuple[Mark, Mark], ...]:
        """Return the linked pairs; see `PrintedRule.links`."""
        pairs = (pair.split("-") for pair in PAIRS.get(card, "").split())
        return tuple((Mark.from_code(one), Mark.from_code(other)) for one, other in pairs)

    def follows(self, sheet: AnySheet, bit: int, closed: Sequence[bool]) -> AnySheet:
        """Cross out the other box of the pair; see `PrintedRule.follows`."""
        other = partners(sheet.variant, sheet.card).get(bit, 0)
        return sheet if sheet.crosses & other or not other else sheet.with_box(other, closed)

    def contradiction(self, sheet: AnySheet, closed: Sequence[bool]) -> str:  # noqa: ARG002 - a hook
        """Return whether half a pair is crossed; see `PrintedRule.contradiction`."""
        pairs = partners(sheet.variant, sheet.card).items()
        is_half = any(sheet.crosses & one and not sheet.crosses & other for one, other in pairs)
        return "only one box of a linked pair is crossed" if is_half else ""


@lru_cache(maxsize=32)
def partners(variant: AnyVariant, card: str) -> Mapping[int, int]:
    """Return the bit of each linked box's partner; {} for an unknown card.

    Source: rules, "Connected B".
    """
    found: dict[int, int] = {}
    for pair in PAIRS.get(card, "").split():
        one, other = (variant.bit(Mark.from_code(code)) for code in pair.split("-"))
        found |= {one: other, other: one}
    return found


EXPLANATION = Explanation(
    N_("Linked boxes"),
    (
        N_(
            "Six pairs of boxes are linked. When you cross out one box of a pair, you cross out "
            "the other one, too, on your own sheet. You can’t decline."
        ),
        N_(
            "The second cross may be to the left of others, and even in a locked row. It counts "
            "for points and toward the lock. Any free numbers to its left are gone."
        ),
        N_("There are five cards, A to E, with different pairs. Each player has a different one."),
    ),
    (
        Picture(
            N_("White dice {dice}: on card A, red 6 brings yellow 6 with it."),
            white=(4, 2),
            mark="r6",
        ),
        Picture(
            N_("Yellow 6 comes along even to the left of other crosses."),
            crosses="y9 y10",
            mark="r6",
        ),
    ),
)
"""The differences from Classic. Source: rules, "Connected B"."""

CONNECTED_B = replace(
    CLASSIC,
    name="connected-b",
    number=8,
    title=N_("Connected B"),
    summary=N_("Linked boxes are crossed out together"),
    difficulty=2,
    explanation=EXPLANATION,
    cards=tuple(PAIRS),
    rules=(LinkedBoxes(),),
)
"""Six linked pairs of boxes. Source: rules, "Connected B"."""
