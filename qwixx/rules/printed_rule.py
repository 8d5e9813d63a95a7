"""The base class of a printed rule: one sentence of a sheet that goes beyond Classic."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.rules.layout import Tables
    from qwixx.rules.moves import Reason
    from qwixx.rules.sheet import Sheet


class PrintedRule:
    """One sentence of a sheet, as hooks that the engine calls. A rule overrides what it changes.

    Boxes are bits, as in `Tables`; a set of boxes is an integer.

    Attributes:
        fields: number of fields of the sheet's extra track that this rule uses; see
            `Sheet.track`.
        has_choices: whether a bonus can leave a choice, which `Phase.BONUS` asks for.
        makes_crosses: whether crosses can follow from a cross, so that they need no dice.

    Source: rules, "More sheets".
    """

    fields = 0
    has_choices = False
    makes_crosses = False

    def opens(self, tables: Tables, crosses: int, free: int) -> int:  # noqa: ARG002 - a hook
        """Return the boxes that some roll allows: `free`, with boxes added or removed."""
        return free

    def offers_white(self, sheet: Sheet, closed: Sequence[bool], total: int) -> int:  # noqa: ARG002 - a hook
        """Return the boxes that the white sum offers in addition to those with its number."""
        return 0

    def offers_color(self, sheet: Sheet, color: int, total: int) -> int:  # noqa: ARG002 - a hook
        """Return the boxes that a colored die offers in addition to those of its color."""
        return 0

    def spends(self, sheet: Sheet, bit: int, total: int) -> int:  # noqa: ARG002 - a hook
        """Return the bits to cross out beside a box that the white sum `total` crosses out."""
        return 0

    def follows(self, sheet: Sheet, bit: int, closed: Sequence[bool]) -> Sheet:  # noqa: ARG002 - a hook
        """Return the sheet with the crosses that follow from the new cross on `bit`."""
        return sheet

    def resolves(self, sheet: Sheet, closed: Sequence[bool]) -> Sheet:  # noqa: ARG002 - a hook
        """Return the sheet after its pending bonuses, up to the first one that leaves a choice."""
        return sheet

    def choices(self, sheet: Sheet, closed: Sequence[bool]) -> int:  # noqa: ARG002 - a hook
        """Return the boxes among which the first pending bonus leaves a choice."""
        return 0

    def chooses(self, sheet: Sheet, bit: int, closed: Sequence[bool]) -> Sheet:  # noqa: ARG002 - a hook
        """Return the sheet after the choice of a box for the first pending bonus."""
        return sheet

    def closes(self, sheet: Sheet, closed: Sequence[bool]) -> Sheet:  # noqa: ARG002 - a hook
        """Return the sheet after a step that has closed rows."""
        return sheet

    def points(self, sheet: Sheet) -> int:  # noqa: ARG002 - a hook
        """Return points that do not come from a row."""
        return 0

    def waives_penalties(self, sheet: Sheet) -> bool:  # noqa: ARG002 - a hook
        """Return whether penalties cost nothing."""
        return False

    def refusal(self, sheet: Sheet, bit: int) -> Reason | None:  # noqa: ARG002 - a hook
        """Return the reason why this rule allows a box on no roll, or None."""
        return None

    def contradiction(self, sheet: Sheet, closed: Sequence[bool]) -> str:  # noqa: ARG002 - a hook
        """Return the reason why no game leads to such a sheet, or ""."""
        return ""
