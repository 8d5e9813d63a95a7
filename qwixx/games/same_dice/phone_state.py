"""One phone's game with the same dice: what may be crossed on it, and what it is told.

What no phone can know is told by a touch, as it is called out at a real table: somebody else
has locked a row, or has taken the last penalty.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.games.paper_actions import Cross, Finish, Lock, PaperAction, RollDice
from qwixx.games.written.join_code import SameDiceError, SharedSetup
from qwixx.rules.dice import seeded_roll
from qwixx.rules.moves import Color, IllegalMoveError, Mark, Reason, is_int_in_range

if TYPE_CHECKING:
    from qwixx.rules.dice import Roll
    from qwixx.rules.sheet import Sheet


@dataclass(frozen=True, slots=True)
class PhoneState:
    """A game with the same dice, as one phone knows it. It never changes.

    Args:
        deal: what all phones have in common.
        seat: index of the phone's own player.
        sheet: that player's sheet.
        turn: index of the turn; -1 before the first roll.
        closed: for each row, whether it was locked when the turn began.
        called: for each row, whether it is locked now: after the turn also for the dice.
        white: what has been crossed with the white sum in this turn; None if nothing.
        color: what has been crossed with a colored die.
        over: whether the game is over.
    """

    deal: SharedSetup
    seat: int
    sheet: Sheet
    turn: int = -1
    closed: tuple[bool, ...] = (False,) * len(Color)
    called: tuple[bool, ...] = (False,) * len(Color)
    white: Mark | None = None
    color: Mark | None = None
    over: bool = False

    @property
    def is_active(self) -> bool:
        """Whether it is this player's turn. Source: rules, "A turn"."""
        return self.turn >= 0 and self.deal.active(self.turn) == self.seat

    @property
    def rolls_next(self) -> bool:
        """Whether this player is active in the turn that comes. Source: rules, "A turn"."""
        return self.deal.active(self.turn + 1) == self.seat

    @property
    def crossed(self) -> tuple[Mark, ...]:
        """What has been crossed in this turn, in order."""
        return tuple(mark for mark in (self.white, self.color) if mark is not None)

    @property
    def roll(self) -> Roll | None:
        """The dice of the turn, the same on every phone; None before the first roll."""
        if self.turn < 0:
            return None
        return _rolled(self.deal, self.turn, self.closed)

    @property
    def owes_penalty(self) -> bool:
        """Whether a penalty is due when the turn ends. Source: rules, "Penalty"."""
        return self.is_active and not self.crossed and not self.must_end

    @property
    def ends_here(self) -> bool:
        """Whether the turn is the last one, by what is known here. Source: rules, "End"."""
        return self.must_end or self._last_penalty

    @property
    def must_end(self) -> bool:
        """Whether rows or penalties end the game in this very step. Source: rules, "End"."""
        variant = self.deal.variant
        closed = sum(self.called) >= variant.rows_to_end
        return closed or self.sheet.penalties >= variant.penalty_boxes

    @property
    def _last_penalty(self) -> bool:
        """Whether the penalty that is due is the last one, so that the turn ends the game."""
        return self.owes_penalty and self.sheet.penalties + 1 == self.deal.variant.penalty_boxes

    def legal(self) -> tuple[Mark, ...]:
        """Return what may be crossed now, by row and then from left to right.

        Source: rules, "White step", "Color step", "Longo: lucky numbers".
        """
        marks = (mark for row in self.deal.variant.marks for mark in row)
        return tuple(mark for mark in marks if self.refusal(mark) is None)

    def refusal(self, mark: Mark) -> Reason | None:
        """Return the reason why a number may not be crossed now, or None.

        Source: rules, "Left to right", "White step", "Color step", "Locking".
        """
        if self.over:
            return Reason.GAME_OVER
        if self.turn < 0:
            return Reason.NOT_ROLLED
        reason = self.sheet.refusal(mark, is_closed=self.closed[mark.row])
        if reason is not None:
            return reason
        if self.by_white(mark) or self.by_color(mark):
            return None
        if self.crossed and not self.is_active:
            return Reason.ALREADY_DECIDED
        return Reason.NOT_COLOR_SUM if self.crossed else Reason.NOT_WHITE_SUM

    def by_white(self, mark: Mark) -> bool:
        """Return whether the white dice make a number, and nothing was crossed before.

        Source: rules, "White step", "Longo: lucky numbers".
        """
        roll = self.roll
        if roll is None or self.crossed:
            return False
        if mark.number == roll.white_sum:
            return True
        bit = self.deal.variant.rows[mark.row].bits[mark.number]
        lucky = roll.white_sum in self.sheet.lucky
        return lucky and bit == self.sheet.lucky_bits(mark.row, self.closed)

    def by_color(self, mark: Mark) -> bool:
        """Return whether the active player's colored die makes a number with a white one.

        Source: rules, "Color step".
        """
        roll = self.roll
        if roll is None or not self.is_active or self.color or self.must_end:
            return False
        die = roll.colored[mark.row]
        if die is None or self.called[mark.row]:
            return False
        return mark.number in {die + white for white in roll.white}

    def objection(self, action: PaperAction) -> str:
        """Return in a word why an action that is not a cross does not fit; "" if it does.

        - "over": the game is over. "not-rolled": nothing has been rolled.
        - "ends": there is no next roll. "goes-on": nothing known here ends the game.
        - "locked": the row is. "color-first": what this player has crossed with a colored die
          could not have been, since others lock rows before the color step of their turn.
        - "unknown": there is no such action in this game.
        - "yours": only who is active takes a penalty. "early": nobody can have the last one.

        Source: rules, "Locking", "Penalty", "End".
        """
        if self.over:
            return "over"
        if isinstance(action, RollDice):
            return "ends" if self.ends_here else ""
        if self.turn < 0:
            return "not-rolled"
        if isinstance(action, Lock):
            return self._objection_to_lock(action.row)
        if not isinstance(action, Finish):
            return "unknown"
        if not action.elsewhere:
            return "" if self.ends_here else "goes-on"
        if self.is_active:
            return "yours"
        turns = self.deal.turns_of(self.deal.active(self.turn), self.turn + 1)
        return "early" if turns < self.deal.variant.penalty_boxes else ""

    def _objection_to_lock(self, row: int) -> str:
        if not is_int_in_range(row, 0, len(Color) - 1) or self.called[row]:
            return "locked"
        ends = sum(self.called) + 1 >= self.deal.variant.rows_to_end
        if self.color and (self.color.row == row or ends):
            return "color-first"
        return ""

    def after(self, action: PaperAction) -> PhoneState:
        """Return the state after an action.

        Raises:
            IllegalMoveError: a number that may not be crossed.
            SameDiceError: any other action that does not fit; `why` is what `objection` says.
        """
        if isinstance(action, Cross) and action.player == self.seat:
            return self._crossed(action.mark)
        why = self.objection(action)
        if why:
            msg = f"not now: {action.code}"
            raise SameDiceError(msg, why)
        if isinstance(action, Lock):
            called = (shut or row == action.row for row, shut in enumerate(self.called))
            return replace(self, called=tuple(called))
        sheet = self.sheet.with_penalty() if self.owes_penalty else self.sheet
        if isinstance(action, Finish):
            return replace(self, sheet=sheet, over=True)
        fresh = PhoneState(self.deal, self.seat, sheet, self.turn + 1)
        return replace(fresh, closed=self.called, called=self.called)

    def _crossed(self, mark: Mark) -> PhoneState:
        reason = self.refusal(mark)
        if reason is not None:
            raise IllegalMoveError(reason, self.seat, mark, self.sheet.code)
        sheet = self.sheet.cross(mark)
        called = tuple(shut or sheet.locked(row) for row, shut in enumerate(self.called))
        moved = replace(self, sheet=sheet, called=called)
        return replace(moved, white=mark) if self.by_white(mark) else replace(moved, color=mark)


@lru_cache(maxsize=128)
def _rolled(deal: SharedSetup, turn: int, closed: tuple[bool, ...]) -> Roll:
    """Return the dice of a turn, which are asked for again for each number of a sheet."""
    return seeded_roll(deal.seed, turn, deal.variant, closed)


def initial_state(deal: SharedSetup, seat: int) -> PhoneState:
    """Return the state before the first roll.

    Raises:
        SameDiceError: there is no such seat.
    """
    return PhoneState(deal, seat, deal.blank_sheet(seat))
