"""A same-dice game on one phone: its history, and the sheets that others report at the end."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from qwixx.games.names import check_names
from qwixx.games.paper_actions import Cross, PaperAction, RollDice, own_code, parse_action
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
    """A same-dice game on one phone. Immutable: every action returns the next game.

    Args:
        history: the states, the actions and the cursor.
        id: an id that no other game has, as in `archived_game.ArchivedGame.id`.
        names: the players' names, by seat; "" where a player has told none.
        heard: the sheets that the other players reported, by seat; None where one is missing.
    """

    id: str
    names: tuple[str, ...]
    heard: tuple[Sheet | None, ...]

    @property
    def deal(self) -> SharedSetup:
        """What all phones at the table have in common."""
        return self.state.deal

    @property
    def seat(self) -> int:
        """Index of the phone's own player."""
        return self.state.seat

    @property
    def end_code(self) -> str:
        """The phone's own sheet in a few letters."""
        return encode_sheet(self.deal, self.seat, self.state.sheet)

    @property
    def sheets(self) -> tuple[Sheet | None, ...]:
        """Each player's sheet, as far as they are known here."""
        return _changed(self.heard, self.seat, self.state.sheet)

    @property
    def is_complete(self) -> bool:
        """Whether the game is over and everybody's sheet is known."""
        return self.state.over and None not in self.sheets

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has the most points, several sharing the win; nobody as long as sheets miss.

        Source: rules, "Score".
        """
        if not self.is_complete:
            return ()
        points = [sheet.points for sheet in self.sheets if sheet is not None]
        return tuple(seat for seat, each in enumerate(points) if each == max(points))

    def take(self, action: PaperAction) -> SameDice:
        """Apply an action. Repeating the next undone action redoes it and keeps the later ones.

        Raises:
            IllegalMoveError: a number that may not be crossed.
            SameDiceError: any other action that does not fit.
        """
        return self._with(history=self.history.apply(action, PhoneState.after))

    def take_back(self, action: PaperAction) -> SameDice:
        """Undo an action of this turn, and all later ones that depend on it.

        Raises:
            SameDiceError: there is no such action in this turn.
        """
        done = self.events
        at = next((at for at in reversed(range(len(done))) if done[at] == action), -1)
        if at < 0 or RollDice() in done[at:]:
            msg = f"not in this turn: {own_code(action)}"
            raise SameDiceError(msg)
        before = game = self.go_to(at)
        if at + 1 == len(done):
            return before
        try:
            for later in done[at + 1 :]:
                game = game.take(later)
        except ValueError:
            return before
        return game

    def catch_up(self, turn: int) -> SameDice:
        """Roll on to a turn, as far as others roll: one's own turns nobody else has had.

        Raises:
            SameDiceError: there is no next roll.
        """
        game = self
        while game.state.turn < turn and not (game.state.rolls_next and game is not self):
            game = game.take(RollDice())
        return game

    def hear(self, text: object, name: str = "") -> SameDice:
        """Take another player's sheet, as they tell it at the end.

        Args:
            text: its code, however it was typed.
            name: what the player is called; "" if that is not told.

        Raises:
            SameDiceError: `why` is that of `decode_sheet`, or "own" for this player's own code.
        """
        seat, sheet = decode_sheet(self.deal, text)
        if seat == self.seat:
            msg = "it is this player's own code"
            raise SameDiceError(msg, "own")
        known = self.rename(seat, name) if name else self
        return replace(known, heard=_changed(known.heard, seat, sheet))

    def unhear(self, seat: int) -> SameDice:
        """Forget another player's sheet."""
        return replace(self, heard=_changed(self.heard, seat, None))

    def rename(self, seat: int, name: str) -> SameDice:
        """Return the game with another name for a player."""
        return replace(self, names=_changed(self.names, seat, name))

    def again(self, game_id: str) -> SameDice:
        """Return the next game at the same table, with the same seats."""
        return new_same_dice_game(game_id, self.deal.next, self.seat, self.names)

    @property
    def turns(self) -> list[PhoneState]:
        """The state at the beginning of each turn, in order."""
        began: dict[int, PhoneState] = {}
        for state in self.states:
            began.setdefault(state.turn, state)
        return [state for turn, state in began.items() if turn >= 0]

    @property
    def crossed(self) -> tuple[Mark, ...]:
        """What was crossed here, in order."""
        return tuple(action.mark for action in self.events if isinstance(action, Cross))

    def to_json(self) -> str:
        """Return the whole record, with what can be redone, as JSON in ASCII."""
        heard = [
            "" if sheet is None else encode_sheet(self.deal, seat, sheet)
            for seat, sheet in enumerate(self.heard)
        ]
        fields = {
            "v": VERSION,
            "id": self.id,
            "deal": self.deal.code,
            "seat": self.seat,
            "names": self.names,
            "steps": [own_code(action) for action in self.history.events],
            "done": self.history.cursor,
            "heard": heard,
        }
        return json.dumps(fields, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> SameDice:
        """Read a record back, whatever the text is: every step is taken anew.

        Raises:
            SameDiceError: it is none, one of a newer version, or of what cannot be.
        """
        try:
            return _from_fields(loads(text))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            msg = f"no game with the same dice: {error}"
            raise SameDiceError(msg) from error


def new_same_dice_game(
    game_id: str, deal: SharedSetup, seat: int, names: Sequence[str]
) -> SameDice:
    """Begin a game.

    Args:
        game_id: what no other game has.
        deal: what all phones have in common.
        seat: index of the phone's own player.
        names: for each seat what its player is called; "" for who has no name here.

    Raises:
        SameDiceError: one of these does not fit.
    """
    if not (isinstance(game_id, str) and 0 < len(game_id) <= 16 and {*game_id} <= _DIGITS):
        msg = f"no id of a game: {short_repr(game_id)}"
        raise SameDiceError(msg)
    if not isinstance(names, (tuple, list)) or len(names) != deal.players:
        msg = f"a name for each of {deal.players} seats, or none, not {short_repr(names)}"
        raise SameDiceError(msg)
    try:
        check_names([name for name in names if name != ""])
    except ValueError as error:
        raise SameDiceError(str(error)) from error
    history: UndoHistory[PhoneState, PaperAction] = UndoHistory((initial_state(deal, seat),))
    return SameDice(history, game_id, tuple(names), (None,) * deal.players)


def _changed(items: tuple[Any, ...], seat: int, item: object) -> tuple[Any, ...]:
    return tuple(item if at == seat else each for at, each in enumerate(items))


def _from_fields(fields: dict[str, Any]) -> SameDice:
    steps, done, heard = fields["steps"], fields["done"], fields["heard"]
    game = new_same_dice_game(
        fields["id"], SharedSetup.from_code(fields["deal"]), fields["seat"], fields["names"]
    )
    lists = isinstance(steps, list) and isinstance(heard, list)
    if fields["v"] != VERSION or not lists or len(heard) != game.deal.players:
        msg = "its fields are not those of this version"
        raise SameDiceError(msg)
    for code in steps:
        game = game.take(parse_action(code, game.seat))
    if not is_int_in_range(done, 0, len(steps)):
        msg = "'done' counts steps"
        raise SameDiceError(msg)
    for seat, code in enumerate(heard):
        game = game.hear(code) if code else game
        if bool(code) != (game.heard[seat] is not None):
            msg = "a sheet lies at another seat"
            raise SameDiceError(msg)
    return game.go_to(done)
