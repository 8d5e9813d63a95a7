"""The sheet Qwixx Bonus A."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.rules.explanation import Explanation, Picture
from qwixx.rules.moves import N_, Color, Mark
from qwixx.rules.printed_rule import PrintedRule, TrackField
from qwixx.rules.variants.classic import CLASSIC

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from qwixx.rules.printed_rule import AnySheet

BOXED = frozenset(
    map(Mark.from_code, "r3 r6 r9 y5 y8 y11 g11 g7 g4 b10 b8 b5".split())  # noqa: SIM905 - as printed
)
"""The boxed numbers. Source: rules, "Bonus A"."""
BAR = tuple(map("rygb".index, "rygbgrbyrybg"))
"""The color of each field of the bar, as a row. Source: rules, "Bonus A: color bar"."""


class ColorBar(PrintedRule):
    """A boxed number crosses out the next field of the bar, whose color orders one more cross.

    Source: rules, "Bonus A: color bar".
    """

    track = tuple(TrackField(Color(row)) for row in BAR)
    makes_crosses = True

    def signs(self, card: str) -> Mapping[Mark, str]:  # noqa: ARG002 - a hook
        """Return the boxed numbers; see `PrintedRule.signs`."""
        return dict.fromkeys(BOXED, "frame")

    def follows(self, sheet: AnySheet, bit: int, closed: Sequence[bool]) -> AnySheet:
        """Use a field and make the cross that it orders; see `PrintedRule.follows`."""
        tables = sheet.variant.tables
        field = _first_open(sheet.track)
        if tables.marks[bit.bit_length() - 1] not in BOXED or field >= len(BAR):
            return sheet
        sheet = sheet.with_crosses(sheet.crosses | tables.track << field)
        row = BAR[field]
        box = sheet.next_bit(row) & sheet.free
        if not box or (closed and closed[row]):
            return sheet
        return sheet.with_box(box, closed)

    def closes(self, sheet: AnySheet, closed: Sequence[bool]) -> AnySheet:
        """Cross out the fields of closed rows; see `PrintedRule.closes`."""
        fields = _fields(closed) & ~sheet.track
        return (
            sheet.with_crosses(sheet.crosses | fields * sheet.variant.tables.track)
            if fields
            else sheet
        )

    def contradiction(self, sheet: AnySheet, closed: Sequence[bool]) -> str:
        """Return whether the bar does not fit the boxed crosses; see the base class."""
        bits = map(sheet.variant.bit, BOXED)
        boxed = sum(1 for bit in bits if sheet.crosses & bit)
        out, track = _fields(closed), sheet.track
        used = (track & ~out).bit_count()
        open_field = _first_open(track)
        is_in_order = not track >> open_field & ~(out >> open_field)
        if out & ~track or not is_in_order:
            return "the bar is not crossed out from left to right"
        most = track.bit_count()
        if used > boxed or (boxed > most and open_field < len(BAR)):
            return "the bar does not fit the boxed numbers"
        return ""


def _first_open(track: int) -> int:
    """Return the leftmost field that is not crossed out."""
    return (~track & track + 1).bit_length() - 1


def _fields(closed: Sequence[bool]) -> int:
    """Return the bitmask of the fields in the colors of closed rows."""
    return sum(1 << field for field, row in enumerate(BAR) if closed[row])


EXPLANATION = Explanation(
    N_("Color bar"),
    (
        N_(
            "Twelve numbers are framed. When you cross one out, you also cross out the next field "
            "of the color bar, and its color gives you one more cross at once: on the next box "
            "of that row."
        ),
        N_(
            "If that box is framed, too, the next field follows. You can’t choose or decline. If "
            "the box can’t be crossed out, the field is used up."
        ),
        N_("When a row is locked, the fields of its color are crossed out for everyone."),
    ),
    (
        Picture(
            N_(
                "White dice {dice}: red 3 is framed. The first field of the bar is red, so red 4 "
                "comes with it."
            ),
            white=(1, 2),
            mark="r3",
        ),
        Picture(
            N_("Yellow 5 brings red 3, which is framed, too, and brings yellow 6."),
            crosses="r2",
            mark="y5",
        ),
    ),
)
"""The differences from Classic. Source: rules, "Bonus A"."""

BONUS_A = replace(
    CLASSIC,
    name="bonus-a",
    number=5,
    title=N_("Bonus A"),
    summary=N_("Framed numbers bring more crosses"),
    difficulty=3,
    explanation=EXPLANATION,
    rules=(ColorBar(),),
)
"""Boxed numbers that bring more crosses. Source: rules, "Bonus A"."""
