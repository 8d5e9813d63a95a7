"""A same-dice game on one phone: its history, and the sheets that others report at the end."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from qwixx.games.names import check_names
from qwixx.games.paper_actions import (
    Cross,
    PaperAction,
    RollDice,
    code_without_player,
    parse_action,
)
from qwixx.games.same_dice.phone_state import PhoneState, initial_state
from qwixx.games.undo_history import Undoable, UndoHistory
from qwixx.games.written.join_code import SameDiceError, SharedSetup
from qwixx.games.written.safe_json import loads
from qwixx.games.written.sheet_code import decode_sheet, encode_sheet
from qwixx.rules.moves import is_int_in_range, short_repr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.rules.moves import Mark
    from qwixx.rules.sheet import Sheet

VERSION = 1
_DIGITS = frozenset("0123456789abcdef")


@dataclass(frozen=True, slots=True)
class SameDice(Undoable[PhoneState, PaperAction]):
    """A same-dice game on one phone. Immutable: methods return changed copies.

    Args:
        history: the states, the actions, and the cursor.
        id: unique id; see `ArchivedGame.id`.
        names: player names, by seat; "" for an unnamed player.
        reported_sheets: the other players' sheets, by seat; None for a missing sheet.
    """

    id: str
    names: tuple[str, ...]
    reported_sheets: tuple[Sheet | None, ...]

    @property
    def setup(self) -> SharedSetup:
        """The setup that all phones share."""
        return self.state.setup

    @property
    def seat(self) -> int:
        """Seat of this phone's player."""
        return self.state.seat

    @property
    def sheet_code(self) -> str:
        """The sheet code of this phone's player."""
        return encode_sheet(self.setup, self.seat, self.state.sheet)

    @property
    def sheets(self) -> tuple[Sheet | None, ...]:
        """Sheets by seat: this phone's and the reported ones; None for a missing sheet."""
        return _with_item(self.reported_sheets, self.seat, self.state.sheet)

    @property
    def is_complete(self) -> bool:
        """Whether the game is finished and every sheet is known."""
        return self.state.is_finished and None not in self.sheets

    @property
    def winners(self) -> tuple[int, ...]:
        """Seats with the most points, more than one in a tie; () until the game is complete.

        Source: rules, "Score".
        """
        if not self.is_complete:
            return ()
        points = [sheet.points for sheet in self.sheets if sheet is not None]
        return tuple(seat for seat, each in enumerate(points) if each == max(points))

    def apply_or_redo(self, action: PaperAction) -> SameDice:
        """Apply an action, or redo the next undone action if it equals `action`.

        A redo keeps the later undone actions; any other action drops all undone actions.

        Raises:
            IllegalMoveError: this player's cross is illegal.
            SameDiceError: any other action is not possible now.
        """
        return self._with(history=self.history.apply_or_redo(action, PhoneState.apply))

    def undo_out_of_order(self, action: PaperAction) -> SameDice:
        """Undo any action of the current turn, not just the last one.

        Replays the later actions of the turn if all are still legal; otherwise undoes them too.

        Raises:
            SameDiceError: there is no such action in this turn.
        """
        events = self.events
        at = next((at for at in reversed(range(len(events))) if events[at] == action), -1)
        if at < 0 or RollDice() in events[at:]:
            msg = f"not in this turn: {code_without_player(action)}"
            raise SameDiceError(msg)
        before = game = self.go_to(at)
        if at + 1 == len(events):
            return before
        try:
            for later in events[at + 1 :]:
                game = game.apply_or_redo(later)
        except ValueError:
            return before
        return game

    def roll_ahead_until_own_turn(self, max_turn: int) -> SameDice:
        """Roll until turn `max_turn`, but stop before a turn of this phone's player.

        The first roll is made even if it starts a turn of this phone's player.

        Raises:
            SameDiceError: there is no next roll.
        """
        game = self
        while game.state.turn < max_turn and not (game.state.is_active_next and game is not self):
            game = game.apply_or_redo(RollDice())
        return game

    def add_reported_sheet(self, text: object, name: str = "") -> SameDice:
        """Return the game with a sheet that another player reported.

        Args:
            text: the sheet code, as typed.
            name: the player's name; "" keeps the current one.

        Raises:
            SameDiceError: the code is invalid; `reason` is as in `decode_sheet`, or "own" for the
                code of this phone's player.
        """
        seat, sheet = decode_sheet(self.setup, text)
        if seat == self.seat:
            msg = "the code is this player's own"
            raise SameDiceError(msg, "own")
        known = self.rename(seat, name) if name else self
        return replace(known, reported_sheets=_with_item(known.reported_sheets, seat, sheet))

    def remove_reported_sheet(self, seat: int) -> SameDice:
        """Return the game without the reported sheet of a seat."""
        return replace(self, reported_sheets=_with_item(self.reported_sheets, seat, None))

    def rename(self, seat: int, name: str) -> SameDice:
        """Return the game with a new name for the player at a seat."""
        return replace(self, names=_with_item(self.names, seat, name))

    def rematch(self, game_id: str) -> SameDice:
        """Return the next game at the same table, with the same seats.

        Args:
            game_id: id of the next game; see `ArchivedGame.id`.
        """
        return new_same_dice_game(game_id, self.setup.next_setup, self.seat, self.names)

    @property
    def turn_starts(self) -> list[PhoneState]:
        """State at the start of each turn, in order."""
        starts: dict[int, PhoneState] = {}
        for state in self.states:
            starts.setdefault(state.turn, state)
        return [state for turn, state in starts.items() if turn >= 0]

    @property
    def own_marks(self) -> tuple[Mark, ...]:
        """Marks of this phone's player, in order."""
        return tuple(action.mark for action in self.events if isinstance(action, Cross))

    def to_json(self) -> str:
        """Return a save: ASCII JSON with all actions, undone ones included."""
        codes = [
            "" if sheet is None else encode_sheet(self.setup, seat, sheet)
            for seat, sheet in enumerate(self.reported_sheets)
        ]
        fields = {
            "v": VERSION,
            "id": self.id,
            "deal": self.setup.code,
            "seat": self.seat,
            "names": self.names,
            "steps": [code_without_player(action) for action in self.history.events],
            "done": self.history.cursor,
            "heard": codes,
        }
        return json.dumps(fields, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> SameDice:
        """Parse a save. The text may be untrusted: every action is replayed.

        Raises:
            SameDiceError: the text is not a save, was written by a newer version, or contains an
                impossible action or an invalid sheet code.
        """
        try:
            return _from_fields(loads(text))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            msg = f"not a valid same-dice game: {error}"
            raise SameDiceError(msg) from error


def new_same_dice_game(
    game_id: str, setup: SharedSetup, seat: int, names: Sequence[str]
) -> SameDice:
    """Start a same-dice game.

    Args:
        game_id: unique id, 1 to 16 lowercase hexadecimal digits; see `ArchivedGame.id`.
        setup: the setup that all phones share.
        seat: seat of this phone's player.
        names: player names, by seat; "" for an unnamed player.

    Raises:
        SameDiceError: an argument is invalid.
    """
    if not (isinstance(game_id, str) and 0 < len(game_id) <= 16 and {*game_id} <= _DIGITS):
        msg = f"invalid game id: {short_repr(game_id)} (1 to 16 lowercase hex digits)"
        raise SameDiceError(msg)
    if not isinstance(names, (tuple, list)) or len(names) != setup.players:
        msg = f"expected {setup.players} names ('' for none), got {short_repr(names)}"
        raise SameDiceError(msg)
    try:
        check_names([name for name in names if name != ""])
    except ValueError as error:
        raise SameDiceError(str(error)) from error
    history: UndoHistory[PhoneState, PaperAction] = UndoHistory((initial_state(setup, seat),))
    return SameDice(history, game_id, tuple(names), (None,) * setup.players)


def _with_item(items: tuple[Any, ...], seat: int, item: object) -> tuple[Any, ...]:
    return tuple(item if at == seat else each for at, each in enumerate(items))


def _from_fields(fields: dict[str, Any]) -> SameDice:
    codes, cursor, sheets = fields["steps"], fields["done"], fields["heard"]
    game = new_same_dice_game(
        fields["id"], SharedSetup.from_code(fields["deal"]), fields["seat"], fields["names"]
    )
    are_lists = isinstance(codes, list) and isinstance(sheets, list)
    if fields["v"] != VERSION or not are_lists or len(sheets) != game.setup.players:
        msg = "fields do not match this version"
        raise SameDiceError(msg)
    for code in codes:
        game = game.apply_or_redo(parse_action(code, game.seat))
    if not is_int_in_range(cursor, 0, len(codes)):
        msg = f"'done' must be 0 to {len(codes)}"
        raise SameDiceError(msg)
    for seat, code in enumerate(sheets):
        game = game.add_reported_sheet(code) if code else game
        if bool(code) != (game.reported_sheets[seat] is not None):
            msg = "a sheet code belongs to another seat"
            raise SameDiceError(msg)
    return game.go_to(cursor)
