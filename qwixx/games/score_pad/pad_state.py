"""How the sheets on a score pad stand, and what may still be touched on them.

The dice are not known, so every cross is taken that some dice allow, and those are refused that
the rules forbid for good.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from qwixx.games.actions import Cross, Finish, Lock, PadError, Penalty, Touch
from qwixx.rules.moves import Color, IllegalMoveError, Mark, Reason, is_whole
from qwixx.rules.state import closed_rows, is_over

if TYPE_CHECKING:
    from qwixx.rules.sheet import Sheet

_HOUSE = (None, Reason.ROW_CLOSED, Reason.LEFT_OF_LAST, Reason.TOO_FEW_CROSSES)
"""What house rules can make of a rule."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How the sheets stand.

    Args:
        sheets: each player's sheet.
        elsewhere: for each row, whether somebody elsewhere has locked it.
        late: for each row that is locked a bitmask of the players who have touched nothing
            since: what they cross in it may be of the same step.
        finished: whether the game is over.
        by_house_rules: whether something was crossed that the rules forbid.
    """

    sheets: tuple[Sheet, ...]
    elsewhere: tuple[bool, ...] = (False,) * len(Color)
    late: tuple[int, ...] = (0,) * len(Color)
    finished: bool = False
    by_house_rules: bool = False

    @property
    def closed(self) -> tuple[bool, ...]:
        """For each row, whether it is locked, here or elsewhere. Source: rules, "Locking"."""
        pairs = zip(closed_rows(self.sheets), self.elsewhere, strict=True)
        return tuple(here or there for here, there in pairs)

    @property
    def is_due(self) -> bool:
        """Whether what is known here ends the game. Source: rules, "End"."""
        return is_over(self.sheets, self.closed)

    def refusal(self, player: int, mark: Mark, *, late: bool = False) -> Reason | None:
        """Say why the rules forbid a cross, whatever the dice may be; None if they do not.

        Source: rules, "Left to right", "Locking", "Longo: locking".
        """
        if not is_whole(player, 0, len(self.sheets) - 1):
            return Reason.NO_SUCH_PLAYER
        if self.finished:
            return Reason.GAME_OVER
        sheet = self.sheets[player]
        bit = sheet.variant.rows[mark.row].bits.get(mark.number, 0)
        if not bit:
            return Reason.NOT_ON_SHEET
        if sheet.rows[mark.row] & bit:
            return Reason.ALREADY_CROSSED
        if self.closed[mark.row] and not (late and self.late[mark.row] >> player & 1):
            return Reason.ROW_CLOSED
        if sheet.rows[mark.row] > bit:
            return Reason.LEFT_OF_LAST
        return None if sheet.may_cross(mark) else Reason.TOO_FEW_CROSSES

    def impossible(self, player: int, mark: Mark) -> Reason | None:
        """Say why no house rules whatever allow a cross; None if some could."""
        reason = self.refusal(player, mark)
        if reason not in _HOUSE:
            return reason
        sheet = self.sheets[player].cross(mark)  # there is no box for more than the table says
        return None if sheet.count(mark.row) < len(sheet.variant.points) else Reason.ROW_CLOSED

    def after(self, touch: Touch, *, house_rules: bool) -> Standing:
        """Return what follows from a touch.

        Args:
            touch: what is touched.
            house_rules: whether every cross is taken that is not impossible, and the game may
                end at any time.

        Raises:
            IllegalMoveError: a cross that is refused.
            PadError: any other touch that is not taken.
        """
        if isinstance(touch, Cross):
            return self._crossed(touch, house_rules=house_rules)
        if self.finished or not self._takes(touch, house_rules=house_rules):
            msg = f"not taken: {touch.code}"
            raise PadError(msg)
        if isinstance(touch, Penalty):
            return self._with(touch.player, self.sheets[touch.player].with_penalty())
        if isinstance(touch, Lock):
            return self._locked(touch.row)
        return replace(self, finished=True)

    def _takes(self, touch: Penalty | Lock | Finish, *, house_rules: bool) -> bool:
        if isinstance(touch, Penalty):
            known = is_whole(touch.player, 0, len(self.sheets) - 1)
            boxes = self.sheets[0].variant.penalty_boxes
            return known and self.sheets[touch.player].penalties < boxes
        if isinstance(touch, Lock):
            return is_whole(touch.row, 0, len(Color) - 1) and not self.closed[touch.row]
        return touch.elsewhere or house_rules or self.is_due

    def _crossed(self, touch: Cross, *, house_rules: bool) -> Standing:
        forbidden = self.refusal(touch.player, touch.mark, late=touch.late)
        reason = self.impossible(touch.player, touch.mark) if house_rules else forbidden
        if reason is not None:
            raise IllegalMoveError(reason, touch.player, touch.mark, self.code)
        after = self._with(touch.player, self.sheets[touch.player].cross(touch.mark))
        return replace(after, by_house_rules=self.by_house_rules or forbidden is not None)

    def _locked(self, row: int) -> Standing:
        there = tuple(shut or index == row for index, shut in enumerate(self.elsewhere))
        everybody = (1 << len(self.sheets)) - 1
        late = tuple(everybody if index == row else old for index, old in enumerate(self.late))
        return replace(self, elsewhere=there, late=late)

    def _with(self, player: int, sheet: Sheet) -> Standing:
        """Return it with another sheet for a player, who has touched something."""
        sheets = (*self.sheets[:player], sheet, *self.sheets[player + 1 :])
        others = (1 << len(sheets)) - 1 & ~(1 << player)
        late = tuple(
            others if now and not then else old & others
            for then, now, old in zip(self.closed, closed_rows(sheets), self.late, strict=True)
        )
        return replace(self, sheets=sheets, late=late)

    @property
    def code(self) -> str:
        """It in one line: variant, rows locked elsewhere, then each sheet."""
        shut = "".join(Color(row).letter for row, out in enumerate(self.elsewhere) if out)
        sheets = (sheet.code for sheet in self.sheets)
        return " ".join((self.sheets[0].variant.name, shut or "-", *sheets))
