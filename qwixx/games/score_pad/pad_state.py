"""How the sheets on a score pad stand, and what may still be touched on them.

The dice are not known, so every cross is taken that some dice allow, and those are refused that
the rules forbid for good.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from qwixx.games.paper_actions import Cross, Finish, Lock, PaperAction, Penalty
from qwixx.rules.moves import Color, IllegalMoveError, Mark, Reason, is_int_in_range
from qwixx.rules.state import closed_rows, is_over

if TYPE_CHECKING:
    from qwixx.rules.sheet import Sheet

_HOUSE = (None, Reason.ROW_CLOSED, Reason.LEFT_OF_LAST, Reason.TOO_FEW_CROSSES)
"""What house rules can make of a rule."""


class PadError(ValueError):
    """An action that a pad does not take, or a text that is not a pad."""


@dataclass(frozen=True, slots=True)
class PadState:
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
        """Return the reason why the rules forbid a cross, whatever the dice may be, or None.

        Source: rules, "Left to right", "Locking", "Longo: locking".
        """
        if not is_int_in_range(player, 0, len(self.sheets) - 1):
            return Reason.NO_SUCH_PLAYER
        if self.finished:
            return Reason.GAME_OVER
        is_late = late and self.late[mark.row] >> player & 1
        is_closed = self.closed[mark.row] and not is_late
        return self.sheets[player].refusal(mark, is_closed=is_closed)

    def impossible(self, player: int, mark: Mark) -> Reason | None:
        """Return the reason why no house rules whatever allow a cross, or None."""
        reason = self.refusal(player, mark)
        if reason not in _HOUSE:
            return reason
        sheet = self.sheets[player].cross(mark)  # there is no box for more than the table says
        return None if sheet.count(mark.row) < len(sheet.variant.points) else Reason.ROW_CLOSED

    def after(self, action: PaperAction, *, house_rules: bool) -> PadState:
        """Return the state after an action.

        Args:
            action: the action.
            house_rules: whether every cross is taken that is not impossible, and the game may
                end at any time.

        Raises:
            IllegalMoveError: a cross that is refused.
            PadError: any other action that is refused.
        """
        if isinstance(action, Cross):
            return self._crossed(action, house_rules=house_rules)
        if self.finished or not self._takes(action, house_rules=house_rules):
            msg = f"not taken: {action.code}"
            raise PadError(msg)
        if isinstance(action, Penalty):
            return self._with(action.player, self.sheets[action.player].with_penalty())
        if isinstance(action, Lock):
            return self._locked(action.row)
        return replace(self, finished=True)

    def _takes(self, action: PaperAction, *, house_rules: bool) -> bool:
        if isinstance(action, Penalty):
            known = is_int_in_range(action.player, 0, len(self.sheets) - 1)
            boxes = self.sheets[0].variant.penalty_boxes
            return known and self.sheets[action.player].penalties < boxes
        if isinstance(action, Lock):
            return is_int_in_range(action.row, 0, len(Color) - 1) and not self.closed[action.row]
        if isinstance(action, Finish):
            return action.elsewhere or house_rules or self.is_due
        return False

    def _crossed(self, action: Cross, *, house_rules: bool) -> PadState:
        forbidden = self.refusal(action.player, action.mark, late=action.late)
        reason = self.impossible(action.player, action.mark) if house_rules else forbidden
        if reason is not None:
            raise IllegalMoveError(reason, action.player, action.mark, self.code)
        after = self._with(action.player, self.sheets[action.player].cross(action.mark))
        return replace(after, by_house_rules=self.by_house_rules or forbidden is not None)

    def _locked(self, row: int) -> PadState:
        there = tuple(shut or index == row for index, shut in enumerate(self.elsewhere))
        everybody = (1 << len(self.sheets)) - 1
        late = tuple(everybody if index == row else old for index, old in enumerate(self.late))
        return replace(self, elsewhere=there, late=late)

    def _with(self, player: int, sheet: Sheet) -> PadState:
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
