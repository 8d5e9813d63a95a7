"""State of the sheets on a score pad, and the actions that change it.

The dice are unknown, so a cross is refused only if no roll allows it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.games.paper_actions import (
    Cross,
    CrossField,
    Finish,
    Lock,
    PaperAction,
    Penalty,
)
from qwixx.rules.moves import Color, IllegalMoveError, Mark, Reason, is_int_in_range
from qwixx.rules.state import closed_rows, ends_game, sheets_after_closing

if TYPE_CHECKING:
    from qwixx.rules.sheet import Sheet

_OVERRIDABLE = (Reason.ROW_CLOSED, Reason.LEFT_OF_LAST, Reason.TOO_FEW_CROSSES)
"""Reasons that house rules may override."""


class PadError(ValueError):
    """The pad refuses the action, or the text is not a valid pad."""


@dataclass(frozen=True, slots=True)
class PadState:
    """State of a score pad. Immutable.

    Args:
        sheets: sheets, by seat.
        locked_elsewhere: for each row, whether a player elsewhere has locked it.
        may_join_lock: for each row, a bitmask of the players who have not acted since the row was
            locked; their next cross in that row may belong to the step in which it was locked.
        is_finished: whether the game has ended.
        used_house_rules: whether a cross that the rules forbid was accepted.
    """

    sheets: tuple[Sheet, ...]
    locked_elsewhere: tuple[bool, ...] = (False,) * len(Color)
    may_join_lock: tuple[int, ...] = (0,) * len(Color)
    is_finished: bool = False
    used_house_rules: bool = False

    @property
    def closed_rows(self) -> tuple[bool, ...]:
        """For each row, whether it is locked here or elsewhere. Source: rules, "Locking"."""
        return _closed_rows(self.sheets, self.locked_elsewhere)

    @property
    def sheets_end_game(self) -> bool:
        """Whether the known sheets and locks end the game. Source: rules, "End"."""
        return ends_game(self.sheets, self.closed_rows)

    def refusal(self, player: int, mark: Mark, *, in_lock_step: bool = False) -> Reason | None:
        """Return the reason why no roll allows a cross, or None if some roll does.

        Source: rules, "Left to right", "Locking", "Longo: locking", "Bonus B".
        """
        if not is_int_in_range(player, 0, len(self.sheets) - 1):
            return Reason.NO_SUCH_PLAYER
        if self.is_finished:
            return Reason.GAME_OVER
        sheet = self.sheets[player]
        closed = self._rows_closed_for(player, in_lock_step=in_lock_step)
        if sheet.pending:
            is_choice = sheet.choices(closed) & sheet.variant.bit(mark)
            return None if is_choice else Reason.NOT_BONUS
        return sheet.refusal(mark, is_closed=sheet.variant.is_closed(mark, closed))

    def _rows_closed_for(self, player: int, *, in_lock_step: bool) -> tuple[bool, ...]:
        """Return which rows are closed for a player's cross. Source: rules, "Locking"."""
        if not in_lock_step:
            return self.closed_rows
        return tuple(
            is_closed and not joining >> player & 1
            for is_closed, joining in zip(self.closed_rows, self.may_join_lock, strict=True)
        )

    def house_rules_refusal(self, player: int, mark: Mark) -> Reason | None:
        """Return the reason why even house rules cannot allow a cross, or None if they can."""
        reason = self.refusal(player, mark)
        if reason is None or reason not in _OVERRIDABLE:
            return reason
        sheet = self.sheets[player]
        return None if _house_boxes(sheet) & sheet.variant.bit(mark) else Reason.ROW_CLOSED

    def legal_marks(self, player: int, *, house_rules: bool) -> tuple[Mark, ...]:
        """Return the marks that are accepted now, sorted by row, then from left to right.

        Args:
            player: index of the player.
            house_rules: whether to include the marks that only house rules allow.

        Source: rules, "Left to right", "Locking", "Longo: locking".
        """
        if self.is_finished:
            return ()
        return _legal_marks(self.sheets[player], self.closed_rows, house_rules)

    def apply(self, action: PaperAction, *, house_rules: bool) -> PadState:
        """Return the state after an action.

        Args:
            action: the action.
            house_rules: whether to accept illegal crosses that fit on the sheet, and to let
                the game end at any time.

        Raises:
            IllegalMoveError: the cross is refused.
            PadError: any other action is refused.
        """
        if isinstance(action, Cross):
            return self._apply_cross(action, house_rules=house_rules)
        if self.is_finished or not self._accepts_non_cross(action, house_rules=house_rules):
            msg = f"not possible now: {action.code}"
            raise PadError(msg)
        if isinstance(action, Penalty):
            return self._with_sheet_after_action(
                action.player, self.sheets[action.player].with_penalty()
            )
        if isinstance(action, CrossField):
            sheet = self.sheets[action.player]
            field = sheet.variant.tables.track << action.field
            return self._with_sheet_after_action(
                action.player, sheet.with_crosses(sheet.crosses | field)
            )
        if isinstance(action, Lock):
            return self._apply_lock_elsewhere(action.row)
        sheets = sheets_after_closing(self.sheets, self.closed_rows)
        return replace(self, sheets=sheets, is_finished=True)

    def _accepts_non_cross(self, action: PaperAction, *, house_rules: bool) -> bool:
        if isinstance(action, Penalty):
            known = is_int_in_range(action.player, 0, len(self.sheets) - 1)
            boxes = self.sheets[0].variant.penalty_boxes
            return known and self.sheets[action.player].penalties < boxes
        if isinstance(action, CrossField):
            known = is_int_in_range(action.player, 0, len(self.sheets) - 1)
            return known and action.field in _open_fields(self.sheets[action.player])
        if isinstance(action, Lock):
            return (
                is_int_in_range(action.row, 0, len(Color) - 1) and not self.closed_rows[action.row]
            )
        if isinstance(action, Finish):
            return action.by_other_player or house_rules or self.sheets_end_game
        return False

    def _apply_cross(self, action: Cross, *, house_rules: bool) -> PadState:
        forbidden = self.refusal(action.player, action.mark, in_lock_step=action.in_lock_step)
        reason = self.house_rules_refusal(action.player, action.mark) if house_rules else forbidden
        if reason is not None:
            raise IllegalMoveError(reason, action.player, action.mark, self.code)
        closed = self._rows_closed_for(action.player, in_lock_step=action.in_lock_step)
        # the pad does not know when a step ends: its closed rows count from the next cross on
        (sheet,) = sheets_after_closing((self.sheets[action.player],), closed)
        after = self._with_sheet_after_action(action.player, sheet.cross(action.mark, closed))
        return replace(after, used_house_rules=self.used_house_rules or forbidden is not None)

    def _apply_lock_elsewhere(self, row: int) -> PadState:
        elsewhere = tuple(out or index == row for index, out in enumerate(self.locked_elsewhere))
        everyone = (1 << len(self.sheets)) - 1
        joining = tuple(
            everyone if index == row else old for index, old in enumerate(self.may_join_lock)
        )
        return replace(self, locked_elsewhere=elsewhere, may_join_lock=joining)

    def _with_sheet_after_action(self, player: int, sheet: Sheet) -> PadState:
        """Return the state after a player's action that changed the player's sheet."""
        sheets = (*self.sheets[:player], sheet, *self.sheets[player + 1 :])
        everyone = (1 << len(sheets)) - 1
        others = everyone & ~(1 << player)
        staying = everyone if sheet.pending else others  # a choice belongs to the same step
        joining = tuple(
            others if now and not then else old & staying
            for then, now, old in zip(
                self.closed_rows, closed_rows(sheets), self.may_join_lock, strict=True
            )
        )
        return replace(self, sheets=sheets, may_join_lock=joining)

    @property
    def code(self) -> str:
        """One line of text: variant, rows locked elsewhere, and each sheet."""
        elsewhere = "".join(
            Color(row).letter for row, out in enumerate(self.locked_elsewhere) if out
        )
        sheets = (sheet.code for sheet in self.sheets)
        return " ".join((self.sheets[0].variant.name, elsewhere or "-", *sheets))


@lru_cache(maxsize=64)
def _closed_rows(
    sheets: tuple[Sheet, ...], locked_elsewhere: tuple[bool, ...]
) -> tuple[bool, ...]:
    """Return `PadState.closed_rows`; cached, since each drawing asks for them many times."""
    pairs = zip(closed_rows(sheets), locked_elsewhere, strict=True)
    return tuple(here or there for here, there in pairs)


@lru_cache(maxsize=64)
def _legal_marks(
    sheet: Sheet,
    closed: tuple[bool, ...],
    house_rules: bool,  # noqa: FBT001 - cached by position
) -> tuple[Mark, ...]:
    """Return the marks of `PadState.legal_marks`, by the bits of the boxes.

    Cached, since each drawing asks for them, and asking for the refusal of each cell is slow.
    """
    tables = sheet.variant.tables
    if sheet.pending:
        allowed = sheet.choices(closed)
    else:
        allowed = sheet.free & ~tables.in_closed_rows[closed]
        allowed |= _house_boxes(sheet) if house_rules else 0
    return tuple(mark for index, mark in enumerate(tables.marks) if allowed >> index & 1)


def _house_boxes(sheet: Sheet) -> int:
    """Return the boxes that house rules allow: free ones, in rows that have room for a lock too.

    Printed rules about single boxes hold under house rules too.
    """
    tables, boxes = sheet.variant.tables, 0
    for at, row in enumerate(tables.rows):
        if sheet.count(at) < len(sheet.variant.points) - 1:
            boxes |= row.boxes & ~sheet.crosses
    for index in range(len(tables.marks) if tables.refusal else 0):
        bit = 1 << index
        if bit & boxes and any(refusal(sheet, bit) for refusal in tables.refusal):
            boxes &= ~bit
    return boxes


def _open_fields(sheet: Sheet) -> range:
    """Return the swap fields that may be crossed out. Source: rules, "X-Change: swap fields"."""
    variant = sheet.variant
    return range(sheet.track.bit_length(), variant.track_length if variant.tables.spends else 0)
