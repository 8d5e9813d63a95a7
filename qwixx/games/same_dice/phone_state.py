"""State of a same-dice game on one phone: its own sheet and legal marks.

The phones are not connected, so two events that are announced at the table must be entered by
hand: another player locks a row or takes the last penalty.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.games.paper_actions import Cross, Finish, Lock, PaperAction, RollDice
from qwixx.games.written.join_code import SameDiceError, SharedSetup
from qwixx.rules.dice import seeded_roll
from qwixx.rules.moves import Color, IllegalMoveError, Mark, Reason, is_int_in_range
from qwixx.rules.state import sheets_after_closing

if TYPE_CHECKING:
    from qwixx.rules.dice import Roll
    from qwixx.rules.sheet import Sheet


@dataclass(frozen=True, slots=True)
class PhoneState:
    """State of a same-dice game as one phone knows it. Immutable.

    Args:
        setup: the setup that all phones share.
        seat: seat of this phone's player.
        sheet: that player's sheet.
        turn: index of the turn; -1 before the first roll.
        closed_at_turn_start: for each row, whether it was closed when the turn began.
        closed_now: for each row, whether it is closed now; its die is out from the next turn on.
        white_mark: the mark of the white step in this turn, or None.
        color_mark: the mark of the color step in this turn, or None.
        is_finished: whether the game has ended.
    """

    setup: SharedSetup
    seat: int
    sheet: Sheet
    turn: int = -1
    closed_at_turn_start: tuple[bool, ...] = (False,) * len(Color)
    closed_now: tuple[bool, ...] = (False,) * len(Color)
    white_mark: Mark | None = None
    color_mark: Mark | None = None
    is_finished: bool = False

    @property
    def is_active(self) -> bool:
        """Whether it is this player's turn. Source: rules, "A turn"."""
        return self.turn >= 0 and self.setup.active_player(self.turn) == self.seat

    @property
    def is_active_next(self) -> bool:
        """Whether this player is active in the next turn. Source: rules, "A turn"."""
        return self.setup.active_player(self.turn + 1) == self.seat

    @property
    def marks_this_turn(self) -> tuple[Mark, ...]:
        """The marks of this turn, in order."""
        return tuple(mark for mark in (self.white_mark, self.color_mark) if mark is not None)

    @property
    def roll(self) -> Roll | None:
        """The dice of the turn, the same on every phone, or None before the first roll."""
        if self.turn < 0:
            return None
        return _cached_roll(self.setup, self.turn, self.closed_at_turn_start)

    @property
    def owes_penalty(self) -> bool:
        """Whether a penalty is due when the turn ends. Source: rules, "Penalty"."""
        return self.is_active and not self.marks_this_turn and not self.step_ends_game

    @property
    def turn_ends_game(self) -> bool:
        """Whether this turn ends the game, as far as this phone knows. Source: rules, "End"."""
        return self.step_ends_game or self._is_last_penalty_due

    @property
    def step_ends_game(self) -> bool:
        """Whether closed rows or penalties end the game in this step. Source: rules, "End"."""
        variant = self.setup.variant
        closed = sum(self.closed_now) >= variant.rows_to_end
        return closed or self.sheet.penalties >= variant.penalty_boxes

    @property
    def _is_last_penalty_due(self) -> bool:
        """Whether this player's last penalty is due at the end of the turn."""
        return self.owes_penalty and self.sheet.penalties + 1 == self.setup.variant.penalty_boxes

    def legal_marks(self) -> tuple[Mark, ...]:
        """Return the marks that are legal now, sorted by row, then from left to right.

        Source: rules, "White step", "Color step", "Longo: lucky numbers".
        """
        marks = self.setup.variant.tables.marks
        return tuple(mark for mark in marks if self.refusal(mark) is None)

    def refusal(self, mark: Mark) -> Reason | None:
        """Return the reason why a mark is illegal now, or None if it is legal.

        Source: rules, "Left to right", "White step", "Color step", "Locking".
        """
        if self.is_finished:
            return Reason.GAME_OVER
        if self.turn < 0:
            return Reason.NOT_ROLLED
        variant = self.setup.variant
        if self.sheet.pending:
            choices = self.sheet.choices(self._closed_at_step_start)
            return None if choices & variant.bit(mark) else Reason.NOT_BONUS
        is_closed = variant.is_closed(mark, self.closed_at_turn_start)
        reason = self.sheet.refusal(mark, is_closed=is_closed)
        if reason is not None:
            return reason
        if self.fits_white_step(mark) or self.fits_color_step(mark):
            return None
        if self.marks_this_turn and not self.is_active:
            return Reason.ALREADY_DECIDED
        return Reason.NOT_COLOR_SUM if self.marks_this_turn else Reason.NOT_WHITE_SUM

    def fits_white_step(self, mark: Mark) -> bool:
        """Return whether the white dice allow a mark and this turn has no mark yet.

        Source: rules, "White step", "Longo: lucky numbers".
        """
        roll = self.roll
        if roll is None or self.marks_this_turn:
            return False
        offered = self.sheet.white_offer(self.closed_at_turn_start, roll.white_sum)
        return offered & self.setup.variant.bit(mark) != 0

    def fits_color_step(self, mark: Mark) -> bool:
        """Return whether this player is active and the dice allow a mark in the color step.

        Source: rules, "Color step".
        """
        roll = self.roll
        if roll is None or not self.is_active or self.color_mark or self.step_ends_game:
            return False
        if self.setup.variant.is_closed(mark, self.closed_now):
            return False
        offered = self.sheet.color_offer(roll.without(self.closed_now))
        return offered & self.setup.variant.bit(mark) != 0

    @property
    def _closed_at_step_start(self) -> tuple[bool, ...]:
        """For each row, whether it was closed when the step of the last mark began."""
        return self.closed_now if self.color_mark else self.closed_at_turn_start

    def non_cross_refusal(self, action: PaperAction) -> str:
        """Return the reason why an action other than a cross is not possible now, or "" if it is.

        - "over": the game has ended.
        - "not-rolled": the first roll is still to come.
        - "ends": this turn ends the game, so there is no next roll.
        - "goes-on": nothing known on this phone ends the game.
        - "locked": the row is already closed or does not exist.
        - "color-first": this player's color mark contradicts the lock, since others lock rows in
          the white step, before the color step.
        - "unknown": same-dice games have no such action.
        - "yours": this player is active, so nobody else takes a penalty in this turn.
        - "bonus": a bonus leaves this player a choice, which comes first.
        - "early": the active player cannot have taken the last penalty yet.

        Source: rules, "Locking", "Penalty", "End".
        """
        if self.is_finished:
            return "over"
        if self.sheet.pending and isinstance(action, (RollDice, Finish)):
            return "bonus"
        if isinstance(action, RollDice):
            return "ends" if self.turn_ends_game else ""
        if self.turn < 0:
            return "not-rolled"
        if isinstance(action, Lock):
            return self._lock_refusal(action.row)
        if not isinstance(action, Finish):
            return "unknown"
        if not action.by_other_player:
            return "" if self.turn_ends_game else "goes-on"
        if self.is_active:
            return "yours"
        turns = self.setup.active_turn_count(self.setup.active_player(self.turn), self.turn + 1)
        return "early" if turns < self.setup.variant.penalty_boxes else ""

    def _lock_refusal(self, row: int) -> str:
        if not is_int_in_range(row, 0, len(Color) - 1) or self.closed_now[row]:
            return "locked"
        ends = sum(self.closed_now) + 1 >= self.setup.variant.rows_to_end
        if self.color_mark and (self.color_mark.row == row or ends):
            return "color-first"
        return ""

    def apply(self, action: PaperAction) -> PhoneState:
        """Return the state after an action.

        Raises:
            IllegalMoveError: this player's cross is illegal.
            SameDiceError: any other action is not possible; see `non_cross_refusal`.
        """
        if isinstance(action, Cross) and action.player == self.seat:
            return self._apply_mark(action.mark)
        reason = self.non_cross_refusal(action)
        if reason:
            msg = f"not possible now: {action.code}"
            raise SameDiceError(msg, reason)
        if isinstance(action, Lock):
            closed = (out or row == action.row for row, out in enumerate(self.closed_now))
            return replace(self, closed_now=tuple(closed))
        sheet = self.sheet.with_penalty() if self.owes_penalty else self.sheet
        (sheet,) = sheets_after_closing((sheet,), self.closed_now)
        if isinstance(action, Finish):
            return replace(self, sheet=sheet, is_finished=True)
        fresh = PhoneState(self.setup, self.seat, sheet, self.turn + 1)
        return replace(fresh, closed_at_turn_start=self.closed_now, closed_now=self.closed_now)

    def _apply_mark(self, mark: Mark) -> PhoneState:
        reason = self.refusal(mark)
        if reason is not None:
            raise IllegalMoveError(reason, self.seat, mark, self.sheet.code)
        if self.sheet.pending:
            return self._with_sheet(self.sheet.cross(mark, self._closed_at_step_start))
        if self.fits_white_step(mark) and self.roll:
            sheet = self.sheet.cross(
                mark, self.closed_at_turn_start, white_sum=self.roll.white_sum
            )
            return replace(self._with_sheet(sheet), white_mark=mark)
        (sheet,) = sheets_after_closing((self.sheet,), self.closed_now)
        return replace(self._with_sheet(sheet.cross(mark, self.closed_now)), color_mark=mark)

    def _with_sheet(self, sheet: Sheet) -> PhoneState:
        """Return the state with a changed sheet and the rows that it has locked."""
        closed = tuple(out or sheet.locked(row) for row, out in enumerate(self.closed_now))
        return replace(self, sheet=sheet, closed_now=closed)


@lru_cache(maxsize=128)
def _cached_roll(setup: SharedSetup, turn: int, closed: tuple[bool, ...]) -> Roll:
    """Return the dice of a turn. Cached, since the check of each cell needs them."""
    return seeded_roll(setup.seed, turn, setup.variant, closed)


def initial_state(setup: SharedSetup, seat: int) -> PhoneState:
    """Return the state before the first roll.

    Raises:
        SameDiceError: there is no such seat.
    """
    return PhoneState(setup, seat, setup.blank_sheet(seat))
