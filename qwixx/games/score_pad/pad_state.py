"""State of the sheets on a score pad, and the actions that change it.

The dice are unknown, so a cross is refused only if no roll allows it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.games.paper_actions import Cross, Finish, Lock, PaperAction, Penalty
from qwixx.rules.moves import Color, IllegalMoveError, Mark, Reason, is_int_in_range
from qwixx.rules.state import closed_rows, ends_game

if TYPE_CHECKING:
    from qwixx.rules.sheet import Sheet

_OVERRIDABLE = (None, Reason.ROW_CLOSED, Reason.LEFT_OF_LAST, Reason.TOO_FEW_CROSSES)
"""Reasons that house rules may override; None means that there is nothing to override."""


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
        pairs = zip(closed_rows(self.sheets), self.locked_elsewhere, strict=True)
        return tuple(here or there for here, there in pairs)

    @property
    def sheets_end_game(self) -> bool:
        """Whether the known sheets and locks end the game. Source: rules, "End"."""
        return ends_game(self.sheets, self.closed_rows)

    def refusal(self, player: int, mark: Mark, *, in_lock_step: bool = False) -> Reason | None:
        """Return the reason why no roll allows a cross, or None if some roll does.

        Source: rules, "Left to right", "Locking", "Longo: locking".
        """
        if not is_int_in_range(player, 0, len(self.sheets) - 1):
            return Reason.NO_SUCH_PLAYER
        if self.is_finished:
            return Reason.GAME_OVER
        joins = in_lock_step and self.may_join_lock[mark.row] >> player & 1
        is_closed = self.closed_rows[mark.row] and not joins
        return self.sheets[player].refusal(mark, is_closed=is_closed)

    def house_rules_refusal(self, player: int, mark: Mark) -> Reason | None:
        """Return the reason why even house rules cannot allow a cross, or None if they can."""
        reason = self.refusal(player, mark)
        if reason not in _OVERRIDABLE:
            return reason
        sheet = self.sheets[player].cross(mark)  # the points table limits the crosses in a row
        return None if sheet.count(mark.row) < len(sheet.variant.points) else Reason.ROW_CLOSED

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
        if isinstance(action, Lock):
            return self._apply_lock_elsewhere(action.row)
        return replace(self, is_finished=True)

    def _accepts_non_cross(self, action: PaperAction, *, house_rules: bool) -> bool:
        if isinstance(action, Penalty):
            known = is_int_in_range(action.player, 0, len(self.sheets) - 1)
            boxes = self.sheets[0].variant.penalty_boxes
            return known and self.sheets[action.player].penalties < boxes
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
        after = self._with_sheet_after_action(
            action.player, self.sheets[action.player].cross(action.mark)
        )
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
        others = (1 << len(sheets)) - 1 & ~(1 << player)
        joining = tuple(
            others if now and not then else old & others
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
def _legal_marks(
    sheet: Sheet,
    closed: tuple[bool, ...],
    house_rules: bool,  # noqa: FBT001 - cached by position
) -> tuple[Mark, ...]:
    """Return the marks of `PadState.legal_marks`, by the bits of each row.

    Cached, since each drawing asks for them, and asking for the refusal of each cell is slow.
    """
    marks: list[Mark] = []
    for row, spec in enumerate(sheet.variant.rows):
        if house_rules:
            # The points table limits the crosses; it always has space for a number and the lock.
            is_full = sheet.count(row) >= len(sheet.variant.points) - 1
            allowed = 0 if is_full else spec.number_bits & ~sheet.rows[row]
        else:
            allowed = 0 if closed[row] else sheet.crossable_bits(row)
        marks += (mark for mark in sheet.variant.marks[row] if spec.bits[mark.number] & allowed)
    return tuple(marks)
