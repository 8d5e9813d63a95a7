"""A score pad: the sheets of people who roll real dice, crossed by touch.

It knows neither the dice nor whose turn it is. Who else plays at the table, on a sheet that is not
here, is "elsewhere".
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from qwixx.games.names import check_names
from qwixx.games.paper_actions import Cross, PaperAction, parse_action
from qwixx.games.score_pad.pad_state import PadError, PadState
from qwixx.games.undo_history import Undoable, UndoHistory
from qwixx.games.written.safe_json import loads
from qwixx.rules.moves import Mark, Reason, is_int_in_range, short_repr
from qwixx.rules.sheet import Sheet
from qwixx.rules.variants import find_variant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.rules.layout import Variant

PLAYERS = range(1, 6)
"""How many sheets one pad can have."""
VERSION = 1
_DIGITS = frozenset("0123456789abcdef")


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Pad(Undoable[PadState, PaperAction]):
    """The sheets of one game with their history. Immutable: every action returns the next pad.

        pad = Pad("1", CLASSIC, ["Ann", "Bob"]).cross(0, Mark.from_code("r7"))

    Args:
        pad_id: what no other game has, as in `archived_game.ArchivedGame.id`.
        variant: the rules, or the name of a registered variant.
        names: the players' names, one to five; empty for who has none.
        lucky: for each player the pair on the card in hand, () if it is not known; None if
            none is.
        house_rules: whether every cross is taken that is not impossible.

    Attributes:
        history: the states, the actions and the cursor.
        id: what no other game has.
        names: the players' names.
        house_rules: whether every cross is taken that is not impossible.

    Raises:
        PadError: one of these does not fit.
    """

    id: str
    names: tuple[str, ...]
    house_rules: bool

    def __init__(
        self,
        pad_id: str,
        variant: Variant | str,
        names: Sequence[str],
        *,
        lucky: Sequence[Sequence[int]] | None = None,
        house_rules: bool = False,
    ) -> None:
        """Lay blank sheets out."""
        if not (isinstance(pad_id, str) and 0 < len(pad_id) <= 16 and {*pad_id} <= _DIGITS):
            msg = f"no id of a pad: {short_repr(pad_id)}"
            raise PadError(msg)
        if not isinstance(names, (tuple, list)) or len(names) not in PLAYERS:
            msg = f"a pad has one to five sheets, not these: {short_repr(names)}"
            raise PadError(msg)
        pairs = [()] * len(names) if lucky is None else lucky
        if not isinstance(pairs, (tuple, list)) or len(pairs) != len(names):
            msg = f"a pair of lucky numbers, or none, for each player, not {short_repr(pairs)}"
            raise PadError(msg)
        try:
            check_names([name for name in names if name != ""])
            variant = find_variant(variant)
            sheets = tuple(Sheet(variant, lucky=_pair(variant, pair)) for pair in pairs)
        except ValueError as error:
            raise PadError(str(error)) from error
        self._set(
            history=UndoHistory((PadState(sheets),)),
            id=pad_id,
            names=tuple(names),
            house_rules=bool(house_rules),
        )

    @property
    def variant(self) -> Variant:
        """The rules."""
        return self.sheets[0].variant

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """Each player's sheet."""
        return self.state.sheets

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has the most points, of those whose sheets are here; nobody if it is one."""
        points = [sheet.points for sheet in self.sheets]
        if len(points) == 1:
            return ()
        return tuple(seat for seat, mine in enumerate(points) if mine == max(points))

    def last_mark(self, player: int) -> Mark | None:
        """Return what the player has crossed last; None if nothing."""
        marks = (
            action.mark
            for action in reversed(self.events)
            if isinstance(action, Cross) and action.player == player
        )
        return next(marks, None)

    def refusal(self, player: int, mark: Mark, *, late: bool = False) -> Reason | None:
        """Return the reason why this cross is refused, or None.

        Args:
            player: index of the player.
            mark: the number.
            late: see `Cross`.

        Source: rules, "Left to right", "Locking", "Longo: locking".
        """
        if self.house_rules:
            return self.state.impossible(player, mark)
        return self.state.refusal(player, mark, late=late)

    def could_be_late(self, player: int, mark: Mark) -> bool:
        """Return whether a cross is refused that counts if it is made in the step of the lock."""
        refused = self.refusal(player, mark) is Reason.ROW_CLOSED
        return refused and self.refusal(player, mark, late=True) is None

    def locking_marks(self, player: int, row: int) -> tuple[Mark, ...]:
        """Return with which numbers the player may lock a row now, alone or as one of several.

        Source: rules, "Locking", "Longo: locking".
        """
        spec = self.variant.rows[row]
        return tuple(
            mark
            for mark in self.variant.marks[row]
            if spec.bits[mark.number] & spec.locking_bits
            and self.refusal(player, mark, late=True) is None
        )

    def cross(self, player: int, mark: Mark, *, late: bool = False) -> Pad:
        """Cross a number for a player, and with one that locks the lock.

        Raises:
            IllegalMoveError: it is refused.
        """
        # What need not be late is not.
        return self.touch(Cross(player, mark, late and self.state.closed[mark.row]))

    def takes(self, action: PaperAction) -> bool:
        """Return whether an action is allowed now."""
        try:
            self.state.after(action, house_rules=self.house_rules)
        except ValueError:
            return False
        return True

    def touch(self, action: PaperAction) -> Pad:
        """Apply an action. Repeating the next undone action redoes it and keeps the later ones.

        Raises:
            IllegalMoveError: a cross that is refused.
            PadError: a penalty for which there is no box, a lock of a row that is locked, an end
                that nothing known brings about, or the game is over.
        """
        rule = partial(PadState.after, house_rules=self.house_rules)
        return self._with(history=self.history.apply(action, rule))

    def amend(
        self,
        *,
        names: Sequence[str] | None = None,
        lucky: Sequence[Sequence[int]] | None = None,
        house_rules: bool | None = None,
    ) -> Pad:
        """Return the pad with something else written above its sheets; all touches stay.

        Raises:
            PadError: it does not fit.
        """
        wanted = self.names if names is None else tuple(names)
        if len(wanted) != len(self.names):
            msg = f"{len(self.names)} sheets have {len(wanted)} names"
            raise PadError(msg)
        pairs = [sheet.lucky for sheet in self.sheets] if lucky is None else lucky
        house = self.house_rules if house_rules is None else house_rules
        blank = Pad(self.id, self.variant, wanted, lucky=pairs, house_rules=house)
        states = tuple(
            replace(
                state,
                sheets=tuple(
                    replace(sheet, lucky=written.lucky)
                    for sheet, written in zip(state.sheets, blank.sheets, strict=True)
                ),
            )
            for state in self.history.states
        )
        history = replace(self.history, states=states)
        return self._with(history=history, names=blank.names, house_rules=house)

    def __repr__(self) -> str:
        return f"<Pad {self.state.code}>"

    def to_json(self) -> str:
        """Return the whole record, with what can be redone, as JSON in ASCII."""
        fields = {
            "v": VERSION,
            "id": self.id,
            "variant": self.variant.name,
            "names": self.names,
            "lucky": [sheet.lucky for sheet in self.sheets],
            "house": self.house_rules,
            "touches": [action.code for action in self.history.events],
            "done": self.history.cursor,
        }
        return json.dumps(fields, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Pad:
        """Read a record back, whatever the text is.

        Crosses that only house rules allow are taken and told of (`by_house_rules`), since
        these may have been switched off again.

        Raises:
            PadError: it is no record of a pad, one of a newer version, or of what cannot be.
        """
        try:
            return cls._from_fields(loads(text))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            msg = f"no pad: {error}"
            raise PadError(msg) from error

    @classmethod
    def _from_fields(cls, fields: dict[str, Any]) -> Pad:
        touches, done, house = fields["touches"], fields["done"], fields["house"]
        if fields["v"] != VERSION or not isinstance(touches, list) or type(house) is not bool:
            msg = "its fields are not those of this version"
            raise PadError(msg)
        if not is_int_in_range(done, 0, len(touches)):
            msg = "'done' counts touches"
            raise PadError(msg)
        lucky, name = fields["lucky"], fields["variant"]
        pad = cls(fields["id"], name, fields["names"], lucky=lucky, house_rules=True)
        for code in touches:
            pad = pad.touch(parse_action(code))
        return pad.go_to(done).amend(house_rules=house)


def _pair(variant: Variant, pair: Sequence[int]) -> tuple[int, ...]:
    """Return the lucky numbers of a sheet, the lower one first; () if there are none."""
    if not variant.lucky_pairs or (isinstance(pair, (tuple, list)) and not pair):
        return ()
    return variant.check_lucky(pair)
