"""The contents of a drawing of a sheet besides its crosses."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from qwixx.rules.follow_ups import NOTHING, FollowUps
from qwixx.rules.moves import ROW_LETTERS, Mark

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant

LARGE = frozenset({"letters", "pips", "points"})
SMALL: frozenset[str] = frozenset()
_LONG = 13
"""Minimum number of cells in a long row."""


def size_attributes(variant: Variant) -> dict[str, str | None]:
    """Return the attributes by which style sheets choose sizes.

    They are the number of cells of the longest row, and what the sheet has besides four rows.

    `static/css/rows.css` has sizes for rows of 3 to 20 cells.
    """
    columns, extra_rows = max(len(spec.numbers) for spec in variant.rows), len(variant.bonus_rows)
    return {
        "data-columns": str(columns),
        "data-long": "1" if columns >= _LONG else None,
        "data-rows-between": str(extra_rows) if extra_rows else None,
        "data-second": "1" if any(spec.second_cells for spec in variant.rows) else None,
        "data-track": str(variant.track_length) if variant.track_length else None,
        "data-rewards": str(len(variant.rewards)) if variant.rewards else None,
    }


class Offer(NamedTuple):
    """A cell that may be crossed out.

    Args:
        mark: the mark that a tap makes.
        when: "now", "instead" of a pending mark, "early" if a tap plans it for the color step, or
            "free" if the dice are unknown.
        dice: the dice that make its number, such as "4+3"; "" for the white sum.
        gain: the points that it gains; None if those of its row are all.
        brings: what follows from it.
    """

    mark: Mark
    when: str
    dice: str
    gain: int | None = None
    brings: FollowUps = NOTHING


class Flag(NamedTuple):
    """A hint's label on a cell.

    Args:
        code: code of the cell.
        text: text of the label.
        best: whether the cell belongs to the best move.
        under: whether the label is at the lower edge.
    """

    code: str
    text: str
    best: bool
    under: bool

    @property
    def css_classes(self) -> str:
        """CSS classes: "best", "under", both, or neither."""
        return " ".join(["best"] * self.best + ["under"] * self.under)


class Gain(NamedTuple):
    """Points that a player's last step has gained or lost.

    Args:
        code: code of the crossed cell; "" for a penalty.
        points: the points; negative for a penalty.
        changes: pairs of a part of the sum line (see `point_parts`) that has changed, and its
            points before.
        total_before: the player's points before.
        after: the event of `model.timeline` that it follows: the cross, the lock, or the penalty;
            `COUNT` if the cross was written before.
        track: bits of the fields of the track that were crossed out with it.
        rewards: names of the rewards that it earned.
    """

    code: str
    points: int
    changes: tuple[tuple[int, int], ...]
    total_before: int
    after: str
    track: int = 0
    rewards: tuple[str, ...] = ()

    @property
    def row(self) -> int | None:
        """Index of the row; None for a penalty."""
        return Mark.from_code(self.code).row if self.code else None

    def part_before(self, part: int) -> str | None:
        """Return the earlier points of a part of the sum line, or None if they are the same."""
        return next((str(points) for changed, points in self.changes if changed == part), None)

    def concerns(self, row: int) -> bool:
        """Return whether a row has the cross, or other points than before."""
        return self.row == row or self.part_before(row) is not None

    @property
    def text(self) -> str:
        """The points, such as "+3"."""
        return f"+{self.points}" if self.points > 0 else f"−{-self.points}"


class SheetLook(NamedTuple):
    """Everything that a drawing of a sheet shows besides its crosses.

    Args:
        closed: for each row, whether its free cells are shown as closed.
        closed_locks: for each row, whether its lock is shown as locked by another player; () if
            the locks agree with the cells.
        offers: the cells that may be crossed out.
        pending: the tentative, decided, or planned marks, and those that a tap undoes.
        last_marks: the marks to highlight as the latest.
        written: the marks that the pen writes now.
        gain: the points of one of them, which rise from its cell, or None.
        tab_stop: code of the cell in the tab order; "" if there is none.
        expected: code of the cell that a lesson asks for, or that a replay explains; "" if there
            is none.
        flags: labels of a hint.
        lock_action: beginning of the `data-action` of the locks; "" if they are not buttons.
        shows: "letters" of the rows, "pips" of the locks, and "points" of the rows.
        is_printed: whether the sheet is on paper, where only crosses and closed rows matter.
    """

    closed: tuple[bool, ...]
    closed_locks: tuple[bool, ...] = ()
    offers: tuple[Offer, ...] = ()
    pending: tuple[Mark, ...] = ()
    last_marks: tuple[Mark, ...] = ()
    written: tuple[Mark, ...] = ()
    gain: Gain | None = None
    tab_stop: str = ""
    expected: str = ""
    flags: tuple[Flag, ...] = ()
    lock_action: str = ""
    shows: frozenset[str] = LARGE
    is_printed: bool = False

    def in_row(self, row: int, offers: tuple[Offer, ...]) -> SheetLook:
        """Return the look of one row as that of a sheet of one row, with the offers in it."""
        letters = ROW_LETTERS[row]
        return SheetLook(
            self.closed[row : row + 1] or (False,),  # bonus rows are never closed
            (self.closed_locks or self.closed)[row : row + 1] or (False,),
            offers,
            tuple([mark for mark in self.pending if mark.row == row]),
            tuple([mark for mark in self.last_marks if mark.row == row]),
            tuple([mark for mark in self.written if mark.row == row]),
            self.gain if self.gain and self.gain.concerns(row) else None,
            self.tab_stop if _row_letters(self.tab_stop) == letters else "",
            self.expected if _row_letters(self.expected) == letters else "",
            tuple([flag for flag in self.flags if _row_letters(flag.code) == letters]),
            self.lock_action,
            self.shows,
            self.is_printed,
        )


def _row_letters(code: str) -> str:
    """Return the letters of the row in a cell's code; "" if there is no row."""
    return code.rstrip("+0123456789")
