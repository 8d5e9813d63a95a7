"""A score pad for players who roll real dice: one to five sheets on one device.

The pad knows neither the dice nor whose turn it is. Players whose sheets are not on this device
are "elsewhere".
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
from qwixx.rules.state import given_or_default_cards
from qwixx.rules.variants import find_variant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.rules.layout import Variant

PLAYERS = range(1, 6)
"""Possible numbers of sheets on a pad."""
VERSION = 1
_DIGITS = frozenset("0123456789abcdef")


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Pad(Undoable[PadState, PaperAction]):
    """The sheets of one game with their history. Immutable: methods return changed copies.

        pad = Pad("1", CLASSIC, ["Ann", "Bob"]).cross(0, Mark.from_code("r7"))

    Args:
        pad_id: unique id, 1 to 16 lowercase hexadecimal digits; see `ArchivedGame.id`.
        variant: the variant, or the name of a registered one.
        names: one to five player names; "" for an unnamed player.
        lucky: lucky pairs on the players' cards, by seat, with () for an unknown pair; None if
            all are unknown.
        cards: see `new_game`.
        house_rules: whether to accept illegal crosses that fit on the sheet.

    Attributes:
        history: the states, the actions, and the cursor.
        id: unique id.
        names: player names, by seat.
        house_rules: whether to accept illegal crosses that fit on the sheet.

    Raises:
        PadError: an argument is invalid.
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
        cards: Sequence[str] | None = None,
        house_rules: bool = False,
    ) -> None:
        """Start with blank sheets."""
        if not (isinstance(pad_id, str) and 0 < len(pad_id) <= 16 and {*pad_id} <= _DIGITS):
            msg = f"invalid pad id: {short_repr(pad_id)} (1 to 16 lowercase hex digits)"
            raise PadError(msg)
        if not isinstance(names, (tuple, list)) or len(names) not in PLAYERS:
            msg = f"a pad needs one to five names, got {short_repr(names)}"
            raise PadError(msg)
        pairs = [()] * len(names) if lucky is None else lucky
        if not isinstance(pairs, (tuple, list)) or len(pairs) != len(names):
            msg = f"lucky must be one pair or () per player, got {short_repr(pairs)}"
            raise PadError(msg)
        try:
            check_names([name for name in names if name != ""])
            variant = find_variant(variant)
            letters = given_or_default_cards(variant, len(names), cards)
            sheets = tuple(
                Sheet(variant, lucky=_parse_optional_lucky_pair(variant, pair), card=card)
                for pair, card in zip(pairs, letters, strict=True)
            )
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
        """The variant."""
        return self.sheets[0].variant

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """Sheets, by seat."""
        return self.state.sheets

    @property
    def winners(self) -> tuple[int, ...]:
        """Seats with the most points; () on a pad with one sheet."""
        points = [sheet.points for sheet in self.sheets]
        if len(points) == 1:
            return ()
        return tuple(seat for seat, each in enumerate(points) if each == max(points))

    def last_mark(self, player: int) -> Mark | None:
        """Return the player's most recent mark, or None if there is none."""
        marks = (
            action.mark
            for action in reversed(self.events)
            if isinstance(action, Cross) and action.player == player
        )
        return next(marks, None)

    def refusal(self, player: int, mark: Mark, *, in_lock_step: bool = False) -> Reason | None:
        """Return the reason why a cross is refused, or None if it is accepted.

        Args:
            player: index of the player.
            mark: the number.
            in_lock_step: see `Cross`.

        Source: rules, "Left to right", "Locking", "Longo: locking".
        """
        if self.house_rules:
            return self.state.house_rules_refusal(player, mark)
        return self.state.refusal(player, mark, in_lock_step=in_lock_step)

    def legal_marks(self, player: int) -> tuple[Mark, ...]:
        """Return the marks that are accepted now, sorted by row, then from left to right."""
        return self.state.legal_marks(player, house_rules=self.house_rules)

    def is_legal_only_in_lock_step(self, player: int, mark: Mark) -> bool:
        """Return whether a cross is legal only as part of the step in which its row was locked."""
        refused = self.refusal(player, mark) is Reason.ROW_CLOSED
        return refused and self.refusal(player, mark, in_lock_step=True) is None

    def locking_marks(self, player: int, row: int) -> tuple[Mark, ...]:
        """Return the marks with which a player may lock a row, alone or together with others.

        Source: rules, "Locking", "Longo: locking".
        """
        spec = self.variant.rows[row]
        return tuple(
            mark
            for mark in self.variant.marks[row]
            if spec.bits[mark.number] & spec.locking_bits
            and self.refusal(player, mark, in_lock_step=True) is None
        )

    def cross(self, player: int, mark: Mark, *, in_lock_step: bool = False) -> Pad:
        """Cross out a number for a player, and the lock if the number locks the row.

        Raises:
            IllegalMoveError: the cross is refused.
        """
        # redo compares actions, so clear `in_lock_step` where it means nothing
        closed = self.state.closed_rows
        matters = self.variant.is_closed(mark, closed) or (
            self.variant.makes_crosses and any(closed)
        )
        return self.apply_or_redo(Cross(player, mark, in_lock_step and matters))

    def accepts(self, action: PaperAction) -> bool:
        """Return whether an action is possible now."""
        try:
            self.state.apply(action, house_rules=self.house_rules)
        except ValueError:
            return False
        return True

    def apply_or_redo(self, action: PaperAction) -> Pad:
        """Apply an action, or redo the next undone action if it equals `action`.

        A redo keeps the later undone actions; any other action drops all undone actions.

        Raises:
            IllegalMoveError: the cross is refused.
            PadError: another action is not possible: for example, no penalty box is free, the row
                is already closed, nothing known ends the game, or the game has ended.
        """
        next_state = partial(PadState.apply, house_rules=self.house_rules)
        return self._with(history=self.history.apply_or_redo(action, next_state))

    def with_settings(
        self,
        *,
        names: Sequence[str] | None = None,
        lucky: Sequence[Sequence[int]] | None = None,
        cards: Sequence[str] | None = None,
        house_rules: bool | None = None,
    ) -> Pad:
        """Return the pad with new settings and the same actions; None leaves a setting unchanged.

        Args:
            names: player names, by seat.
            lucky: lucky pairs, by seat; () for an unknown pair.
            cards: letters of the printed cards, by seat. They decide what follows from a cross,
                so they can be changed only before the first one.
            house_rules: whether to accept illegal crosses that fit on the sheet.

        Raises:
            PadError: a setting is invalid.
        """
        names = self.names if names is None else tuple(names)
        if len(names) != len(self.names):
            msg = f"expected {len(self.names)} names, got {len(names)}"
            raise PadError(msg)
        pairs = [sheet.lucky for sheet in self.sheets] if lucky is None else lucky
        house = self.house_rules if house_rules is None else house_rules
        if cards is not None and self.history.events:
            msg = "cards can be changed only before the first cross"
            raise PadError(msg)
        if cards is None and self.variant.cards:
            cards = [sheet.card for sheet in self.sheets]
        blank = Pad(self.id, self.variant, names, lucky=pairs, cards=cards, house_rules=house)
        states = tuple(
            replace(
                state,
                sheets=tuple(
                    replace(sheet, lucky=changed.lucky, card=changed.card)
                    for sheet, changed in zip(state.sheets, blank.sheets, strict=True)
                ),
            )
            for state in self.history.states
        )
        history = replace(self.history, states=states)
        return self._with(history=history, names=blank.names, house_rules=house)

    def __repr__(self) -> str:
        return f"<Pad {self.state.code}>"

    def to_json(self) -> str:
        """Return a save: ASCII JSON with all actions, undone ones included."""
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
        if self.variant.cards:
            fields["cards"] = [sheet.card for sheet in self.sheets]
        return json.dumps(fields, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Pad:
        """Parse a save. The text may be untrusted: every action is replayed.

        Crosses that only house rules allow are accepted and recorded (see
        `PadState.used_house_rules`), since house rules may have been switched off later.

        Raises:
            PadError: the text is not a save, was written by a newer version, or contains an
                impossible action.
        """
        try:
            return cls._from_fields(loads(text))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            msg = f"not a valid pad: {error}"
            raise PadError(msg) from error

    @classmethod
    def _from_fields(cls, fields: dict[str, Any]) -> Pad:
        codes, cursor, house = fields["touches"], fields["done"], fields["house"]
        if fields["v"] != VERSION or not isinstance(codes, list) or type(house) is not bool:
            msg = "fields do not match this version"
            raise PadError(msg)
        if not is_int_in_range(cursor, 0, len(codes)):
            msg = f"'done' must be 0 to {len(codes)}"
            raise PadError(msg)
        lucky, name = fields["lucky"], fields["variant"]
        pad = cls(
            fields["id"],
            name,
            fields["names"],
            lucky=lucky,
            cards=fields.get("cards"),
            house_rules=True,
        )
        for code in codes:
            pad = pad.apply_or_redo(parse_action(code))
        return pad.go_to(cursor).with_settings(house_rules=house)


def _parse_optional_lucky_pair(variant: Variant, pair: Sequence[int]) -> tuple[int, ...]:
    """Parse a sheet's lucky numbers, lower number first; () if unknown or not in the variant."""
    if not variant.lucky_pairs or (isinstance(pair, (tuple, list)) and not pair):
        return ()
    return variant.parse_lucky_pair(pair)
