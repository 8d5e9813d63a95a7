"""The base class of a printed rule: one sentence of a sheet that goes beyond Classic."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol, Self

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from qwixx.rules.boxes import RowSpec, Tables
    from qwixx.rules.moves import Color, Mark, Reason

HOOKS = (
    *("opens", "offers_white", "offers_color", "spends", "follows", "resolves", "choices"),
    *("chooses", "closes", "points", "waives_penalties", "refusal"),
)
"""Names of the hooks that the engine calls only if a rule overrides them."""


class TrackField(NamedTuple):
    """A field of a sheet's extra track, as printed.

    Args:
        color: the color that it orders, or None.
        numbers: the numbers on it.

    Source: rules, "Bonus A: color bar", "X-Change: swap fields".
    """

    color: Color | None = None
    numbers: tuple[int, ...] = ()


class Reward(NamedTuple):
    """A reward printed beside the rows, which the cross on the last of its boxes earns.

    Args:
        name: a word for what it brings.
        boxes: the boxes with its sign.
        short: what it brings, in figures and signs.
        text: what it brings, in English, marked by `N_`.

    Source: rules, "Bonus B".
    """

    name: str
    boxes: tuple[Mark, ...]
    short: str
    text: str


class AnyVariant(Protocol):
    """The members of a `Variant`, which itself holds rules, that a printed rule may use.

    Source: rules, "More sheets".
    """

    def __hash__(self) -> int:
        """Return a hash, so that a rule can cache its results for a variant."""

    @property
    def rows(self) -> tuple[RowSpec, ...]:
        """The four rows."""

    @property
    def points(self) -> tuple[int, ...]:
        """Points of a row, by number of crosses."""

    @property
    def tables(self) -> Tables:
        """The boxes as bits."""

    def bit(self, mark: Mark) -> int:
        """Return the bit of a box."""


class AnySheet(Protocol):
    """The members of a `Sheet` that a printed rule may use. Source: rules, "More sheets"."""

    @property
    def variant(self) -> AnyVariant:
        """The variant."""

    @property
    def crosses(self) -> int:
        """All crosses as one integer."""

    @property
    def free(self) -> int:
        """The boxes that a player with the right roll may cross out."""

    @property
    def lucky(self) -> tuple[int, ...]:
        """Lucky numbers of the card."""

    @property
    def card(self) -> str:
        """Letter of the printed card."""

    @property
    def pending(self) -> tuple[int, ...]:
        """Earned bonuses that are still to be carried out."""

    @property
    def track(self) -> int:
        """Crossed fields of the extra track."""

    def count(self, row: int) -> int:
        """Return the number of crosses in a row."""

    def row_points(self, row: int) -> int:
        """Return the points of a row."""

    def next_bit(self, row: int) -> int:
        """Return the box directly right of the last cross of a row."""

    def rows_with_fewest_crosses(self, closed: Sequence[bool]) -> tuple[int, ...]:
        """Return the open rows with the fewest crosses."""

    def with_box(self, bit: int, closed: Sequence[bool]) -> Self:
        """Return the sheet after a cross on a box and what follows at once."""

    def with_crosses(self, crosses: int) -> Self:
        """Return the sheet with other crosses."""

    def with_pending(self, pending: tuple[int, ...]) -> Self:
        """Return the sheet with other pending bonuses."""


class PrintedRule:
    """One sentence of a sheet, as hooks that the engine calls. A rule overrides what it changes.

    Boxes are bits, as in `Tables`; a set of boxes is an integer.

    Attributes:
        track: the fields of the sheet's extra track that this rule uses; see `Sheet.track`.
        has_choices: whether a bonus can leave a choice, which `Phase.BONUS` asks for.
        makes_crosses: whether crosses can follow from a cross, so that they need no dice.
        rewards: the rewards printed beside the rows.
        question: what players are asked in `Phase.BONUS`, in English, marked by `N_`.

    Source: rules, "More sheets".
    """

    track: tuple[TrackField, ...] = ()
    has_choices = False
    makes_crosses = False
    rewards: tuple[Reward, ...] = ()
    question = ""

    def signs(self, card: str) -> Mapping[Mark, str]:  # noqa: ARG002 - a hook
        """Return the name of the sign printed at each box that has one, on a card."""
        return {}

    def links(self, card: str) -> tuple[tuple[Mark, Mark], ...]:  # noqa: ARG002 - a hook
        """Return the pairs of boxes that are printed as linked, on a card."""
        return ()

    def opens(self, tables: Tables, crosses: int, free: int) -> int:  # noqa: ARG002 - a hook
        """Return the boxes that some roll allows: `free`, with boxes added or removed."""
        return free

    def offers_white(self, sheet: AnySheet, closed: Sequence[bool], total: int) -> int:  # noqa: ARG002 - a hook
        """Return the boxes that the white sum offers in addition to those with its number."""
        return 0

    def offers_color(self, sheet: AnySheet, color: int, total: int) -> int:  # noqa: ARG002 - a hook
        """Return the boxes that a colored die offers in addition to those of its color."""
        return 0

    def spends(self, sheet: AnySheet, bit: int, total: int) -> int:  # noqa: ARG002 - a hook
        """Return the bits to cross out beside a box that the white sum `total` crosses out."""
        return 0

    def follows(self, sheet: AnySheet, bit: int, closed: Sequence[bool]) -> AnySheet:  # noqa: ARG002 - a hook
        """Return the sheet with the crosses that follow from the new cross on `bit`."""
        return sheet

    def resolves(self, sheet: AnySheet, closed: Sequence[bool]) -> AnySheet:  # noqa: ARG002 - a hook
        """Return the sheet after its pending bonuses, up to the first one that leaves a choice."""
        return sheet

    def choices(self, sheet: AnySheet, closed: Sequence[bool]) -> int:  # noqa: ARG002 - a hook
        """Return the boxes among which the first pending bonus leaves a choice."""
        return 0

    def chooses(self, sheet: AnySheet, bit: int, closed: Sequence[bool]) -> AnySheet:  # noqa: ARG002 - a hook
        """Return the sheet after the choice of a box for the first pending bonus."""
        return sheet

    def closes(self, sheet: AnySheet, closed: Sequence[bool]) -> AnySheet:  # noqa: ARG002 - a hook
        """Return the sheet after a step that has closed rows."""
        return sheet

    def points(self, sheet: AnySheet) -> int:  # noqa: ARG002 - a hook
        """Return points that do not come from a row."""
        return 0

    def waives_penalties(self, sheet: AnySheet) -> bool:  # noqa: ARG002 - a hook
        """Return whether penalties cost nothing."""
        return False

    def refusal(self, sheet: AnySheet, bit: int) -> Reason | None:  # noqa: ARG002 - a hook
        """Return the reason why this rule allows a box on no roll, or None."""
        return None

    def contradiction(self, sheet: AnySheet, closed: Sequence[bool]) -> str:  # noqa: ARG002 - a hook
        """Return the reason why no game leads to such a sheet, or ""."""
        return ""
