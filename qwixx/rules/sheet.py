"""A player's sheet: its crosses, the boxes that may be crossed out, and its points."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from qwixx.rules.moves import ROW_LETTERS, Color, Mark, Reason
from qwixx.rules.variants import find_variant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.rules.dice import Roll
    from qwixx.rules.layout import Variant

_set = object.__setattr__


@dataclass(frozen=True, slots=True, repr=False, init=False)
class Sheet:
    """One player's sheet, immutable. Source: rules, "Dice and sheet".

    Args:
        variant: the variant, or its name.
        rows: a bitmask per row, as in the property `rows`; missing ones are 0. Ignored if
            `crosses` is given and `rows` is not.
        penalties: number of crossed-out penalty boxes.
        lucky: lucky numbers of the card; () if there are none.
        card: letter of the printed card; "" if the variant has none or it is unknown.
        pending: earned bonuses that are still to be carried out, in order; see `State.to_act`.
        crosses: all crosses as one integer; see `Tables`.

    Attributes:
        free: the boxes that a player with the right roll may cross out in open rows.

    Raises:
        ValueError: the name of the variant is unknown.
    """

    variant: Variant
    crosses: int
    penalties: int
    lucky: tuple[int, ...]
    card: str
    pending: tuple[int, ...]
    free: int = field(init=False, compare=False)

    def __init__(  # noqa: PLR0913, PLR0917 - the parts of a sheet
        self,
        variant: Variant | str,
        rows: Sequence[int] = (),
        penalties: int = 0,
        lucky: tuple[int, ...] = (),
        card: str = "",
        pending: tuple[int, ...] = (),
        crosses: int = 0,
    ) -> None:
        """Look up a variant given by name, and compute the crosses and the free boxes."""
        variant = find_variant(variant)
        if rows:
            crosses = 0
            for (start, width, lock), row in zip(variant.tables.strips, rows, strict=False):
                crosses |= (row & (1 << width) - 1) << start
                crosses |= lock if row >> width else 0
        _set(self, "variant", variant)
        _set(self, "crosses", crosses)
        _set(self, "penalties", penalties)
        _set(self, "lucky", lucky)
        _set(self, "card", card)
        _set(self, "pending", pending)
        _set(self, "free", variant.tables.free(crosses))

    @property
    def rows(self) -> tuple[int, ...]:
        """A bitmask per row: bit i is the i-th number from the left, counting from 0.

        The bit above the last number is the lock. Bonus rows follow the four rows, then, for each
        row, its second crosses, then the extra track; each only if the variant has them.

        Source: rules, "Dice and sheet".
        """
        crosses = self.crosses
        return tuple(
            [
                crosses >> start & (1 << width) - 1 | (1 << width if crosses & lock else 0)
                for start, width, lock in self.variant.tables.strips
            ]
        )

    @property
    def track(self) -> int:
        """Bitmask of the crossed fields of the extra track.

        Source: rules, "Bonus A: color bar", "X-Change: swap fields".
        """
        return self.crosses // self.variant.tables.track

    def crossed(self, row: int) -> tuple[int, ...]:
        """Return the crossed-out numbers of a row, from left to right, without the lock."""
        start = self.variant.tables.rows[row].start
        marks = self.variant.marks[row]
        return tuple(
            mark.number for cell, mark in enumerate(marks) if self.crosses >> start + cell & 1
        )

    def crossed_twice(self, row: int) -> tuple[int, ...]:
        """Return the numbers of a row with a second cross, from left to right.

        Source: rules, "Double A".
        """
        tables = self.variant.tables
        return tuple(
            mark.number
            for cell, mark in enumerate(self.variant.marks[row])
            if self.crosses & tables.second[tables.rows[row].start + cell]
        )

    def locked(self, row: int) -> bool:
        """Return whether this player has locked the row. Source: rules, "Locking"."""
        return self.crosses & self.variant.tables.rows[row].lock != 0

    def count(self, row: int) -> int:
        """Return the number of crosses in a row, with the lock and second crosses.

        Source: rules, "Score", "Double A".
        """
        return (self.crosses & self.variant.tables.rows[row].counted).bit_count()

    def row_points(self, row: int) -> int:
        """Return the points of a row; those of its bonus row are among them.

        Source: rules, "Score", "Longo: score", "Big Points: score", "Double A".
        """
        variant = self.variant
        crosses = (self.crosses & variant.tables.rows[row].scored).bit_count()
        points = variant.points
        return points[crosses] if crosses < len(points) else points[-1]

    @property
    def extra_points(self) -> int:
        """Points that do not come from a row. Source: rules, "Connected A", "Bonus B"."""
        return sum([points(self) for points in self.variant.tables.points])

    @property
    def penalty_points(self) -> int:
        """Points lost by penalties. Source: rules, "Penalty", "Bonus B"."""
        variant = self.variant
        if any(waives(self) for waives in variant.tables.waives_penalties):
            return 0
        return self.penalties * variant.penalty_points

    @property
    def points(self) -> int:
        """Points of the whole sheet. Source: rules, "Score"."""
        rows = sum([self.row_points(row) for row in range(len(self.variant.rows))])
        return rows + self.extra_points - self.penalty_points

    def crossable_bits(self, row: int) -> int:
        """Return a bitmask of the cells that a player with the right roll may cross out.

        The row is assumed to be open. The bitmask contains every cell to the right of the last
        cross, but the locking cells only if the row has at least `RowSpec.lock_needs` crosses.

        Source: rules, "Left to right", "Locking", "Longo: locking".
        """
        table = self.variant.tables.rows[row]
        return (self.free & table.boxes) >> table.start

    def refusal(self, mark: Mark, *, is_closed: bool) -> Reason | None:
        """Return the reason why no roll allows a mark, or None if some roll does.

        Args:
            mark: the mark.
            is_closed: whether the row is closed for this player.

        Source: rules, "Left to right", "Locking", "Longo: locking".
        """
        bit = self.variant.bit(mark)
        if not bit:
            return Reason.NOT_ON_SHEET
        if self.crosses & bit:
            return Reason.ALREADY_CROSSED
        if is_closed:
            return Reason.ROW_CLOSED
        if self.free & bit:
            return None
        tables = self.variant.tables
        row = tables.row_at[bit.bit_length() - 1]
        if bit & row.boxes and (self.crosses & row.path) > bit:
            return Reason.LEFT_OF_LAST
        refusals = (refusal(self, bit) for refusal in tables.refusal)
        return next(filter(None, refusals), Reason.TOO_FEW_CROSSES)

    def white_offer(self, closed: Sequence[bool], total: int) -> int:
        """Return the boxes that a white sum offers, whether or not they may be crossed out.

        Args:
            closed: for each row, whether it is closed.
            total: the white sum.

        Source: rules, "White step", "Longo: lucky numbers", "X-Change: swap fields".
        """
        tables = self.variant.tables
        offered = tables.white.get(total, 0)
        for offers in tables.offers_white:
            offered |= offers(self, closed, total)
        return offered

    def color_offer(self, roll: Roll) -> int:
        """Return the boxes that a white and a colored die offer; see `white_offer`.

        Source: rules, "Color step", "Mixx A", "Big Points: bonus rows".
        """
        tables, (first, second), offered = self.variant.tables, roll.white, 0
        for color, die in enumerate(roll.colored):
            if die is not None:  # a closed row has no die
                by_sum = tables.color[color]
                offered |= by_sum.get(die + first, 0) | by_sum.get(die + second, 0)
                for offers in tables.offers_color:
                    offered |= offers(self, color, die + first)
                    offered |= offers(self, color, die + second)
        return offered

    def color_pair(self, roll: Roll, mark: Mark) -> tuple[int, Color] | None:
        """Return a white die and the color of the die that offer a mark with it, or None.

        Source: rules, "Color step", "Mixx A", "Big Points: bonus rows".
        """
        tables, bit = self.variant.tables, self.variant.bit(mark)
        for color, die in enumerate(roll.colored):
            for white in roll.white if die is not None else ():
                total = white + (die or 0)
                offered = tables.color[color].get(total, 0)
                for offers in tables.offers_color:
                    offered |= offers(self, color, total)
                if offered & bit:
                    return white, Color(color)
        return None

    def may_cross(self, mark: Mark) -> bool:
        """Return whether some roll allows a mark in an open row.

        Source: rules, "Left to right".
        """
        return self.free & self.variant.bit(mark) != 0

    def skips(self, mark: Mark) -> int:
        """Return the number of free cells that a mark would skip; 0 for a second cross.

        Source: rules, "Left to right".
        """
        bit = self.variant.bit(mark)
        row = self.variant.tables.rows[mark.row]
        if not bit & row.boxes:
            return 0
        last = max((self.crosses & row.boxes).bit_length(), row.start)
        return bit.bit_length() - 1 - last

    def lucky_bit(self, row: int, closed: Sequence[bool]) -> int:
        """Return the bit of the number that a lucky sum offers in a row, or 0 if it offers none.

        A lucky sum offers the leftmost free number of this row if the row is open and no open row
        has fewer crosses. `crossable_bits` determines whether that number may be crossed out.

        Args:
            row: index of the row.
            closed: for each row, whether it is closed.

        Source: rules, "Longo: lucky numbers".
        """
        return self.leftmost_free_bit(row) if row in self.rows_with_fewest_crosses(closed) else 0

    def leftmost_free_bit(self, row: int) -> int:
        """Return the bit of the leftmost free number, as in `rows`: the bit above the last cross.

        Source: rules, "Longo: lucky numbers".
        """
        return 1 << self.rows[row].bit_length()

    def next_bit(self, row: int) -> int:
        """Return the box directly right of the last cross of a row, as in `crosses`; 0 for none.

        Whether it may be crossed out is another question; see `free`.

        Source: rules, "Longo: lucky numbers", "Bonus A", "Bonus B".
        """
        table = self.variant.tables.rows[row]
        if self.crosses & table.lock:
            return 0
        return 1 << max((self.crosses & table.boxes).bit_length(), table.start) & table.boxes

    def rows_with_fewest_crosses(self, closed: Sequence[bool]) -> tuple[int, ...]:
        """Return the open rows with the fewest crosses: several in a tie.

        Source: rules, "Longo: lucky numbers".
        """
        rows = [row for row, out in enumerate(closed) if not out]
        least = min(map(self.count, rows))
        return tuple(row for row in rows if self.count(row) == least)

    def cross(
        self, mark: Mark, closed: Sequence[bool] = (), *, white_sum: int | None = None
    ) -> Sheet:
        """Return the sheet after a mark, with everything that follows from it.

        A number that locks the row crosses out the lock too. A pending bonus counts the mark as
        its choice. The mark is not checked; see `free`.

        Args:
            mark: the mark.
            closed: for each row, whether it is closed; () if all are open.
            white_sum: the white sum in the white step, so that a rule can tell what the mark
                uses; otherwise None.

        Source: rules, "Locking", "Longo: locking", "More sheets".
        """
        tables, bit = self.variant.tables, self.variant.bit(mark)
        if self.pending:
            return tables.chooses[0](self, bit, closed).resolved(closed)  # type: ignore[no-any-return]
        sheet = self
        if white_sum is not None:
            for spends in tables.spends:
                sheet = sheet.with_crosses(sheet.crosses | spends(sheet, bit, white_sum))
        return sheet.with_box(bit, closed).resolved(closed)

    def with_box(self, bit: int, closed: Sequence[bool]) -> Sheet:
        """Return the sheet after a cross on a box and what follows at once, but not its bonuses.

        Source: rules, "Locking", "Connected B", "Bonus A".
        """
        tables = self.variant.tables
        row = tables.row_at[bit.bit_length() - 1]
        crosses = self.crosses | bit
        if bit & row.locks:
            crosses |= row.lock
        free = self.free & ~row.boxes | row.free(crosses)
        if tables.opens:
            free = tables.free(crosses)
        sheet = self._copy(crosses, free)
        for follows in tables.follows:
            sheet = follows(sheet, bit, closed)
        return sheet

    def resolved(self, closed: Sequence[bool]) -> Sheet:
        """Return the sheet after its pending bonuses, up to the first one that leaves a choice.

        Source: rules, "Bonus B".
        """
        if not self.pending:
            return self
        sheet = self
        for resolves in self.variant.tables.resolves:
            sheet = resolves(sheet, closed)
        return sheet

    def choices(self, closed: Sequence[bool]) -> int:
        """Return the boxes among which a pending bonus leaves a choice.

        Source: rules, "Bonus B".
        """
        return int(self.variant.tables.choices[0](self, closed)) if self.pending else 0

    def with_crosses(self, crosses: int) -> Sheet:
        """Return the sheet with other crosses. Source: rules, "Dice and sheet"."""
        return self._copy(crosses, self.variant.tables.free(crosses))

    def with_pending(self, pending: tuple[int, ...]) -> Sheet:
        """Return the sheet with other pending bonuses. Source: rules, "Bonus B"."""
        sheet = self._copy(self.crosses, self.free)
        _set(sheet, "pending", pending)
        return sheet

    def with_penalty(self) -> Sheet:
        """Return the sheet with one more penalty. Source: rules, "Penalty"."""
        sheet = self._copy(self.crosses, self.free)
        _set(sheet, "penalties", self.penalties + 1)
        return sheet

    def _copy(self, crosses: int, free: int) -> Sheet:
        """Return a copy with other crosses, without computing the free boxes again."""
        sheet = object.__new__(Sheet)
        _set(sheet, "variant", self.variant)
        _set(sheet, "crosses", crosses)
        _set(sheet, "penalties", self.penalties)
        _set(sheet, "lucky", self.lucky)
        _set(sheet, "card", self.card)
        _set(sheet, "pending", self.pending)
        _set(sheet, "free", free)
        return sheet

    @property
    def code(self) -> str:
        """The text form: rows, penalties, and lucky numbers, as in "r5,7/y/g6/b10/0/5,8".

        A number with a second cross has a plus. Further parts follow if the variant has them:
        each bonus row, the letter of the card, the crossed fields of the extra track counted from
        1, and the pending bonuses; each is "-" if it is empty.
        """
        variant = self.variant
        parts = [self._row_code(color.value) for color in Color]
        parts.append(str(self.penalties))
        if self.lucky:
            parts.append(",".join(map(str, self.lucky)))
        parts += [self._row_code(len(Color) + at) for at in range(len(variant.bonus_rows))]
        if variant.cards:
            parts.append(self.card or "-")
        if variant.track_length:
            fields = [str(at + 1) for at in range(variant.track_length) if self.track >> at & 1]
            parts.append(",".join(fields) or "-")
        if variant.has_choices:
            parts.append(",".join(map(str, self.pending)) or "-")
        return "/".join(parts)

    def _row_code(self, row: int) -> str:
        twice = self.crossed_twice(row)
        numbers = [f"{number}{'+' * (number in twice)}" for number in self.crossed(row)]
        return ROW_LETTERS[row] + ",".join(numbers)

    def __repr__(self) -> str:
        return f"<Sheet {self.code}>"
