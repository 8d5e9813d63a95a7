"""Model of the screen of games by turns."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from qwixx.games.turns.record_link import parse_record_link
from qwixx.games.turns.saved_game import parse_turn_game
from qwixx.games.written.link_seal import SealedLinkError
from qwixx.rules.variants import CLASSIC
from qwixx.ui.model.public import TURNS_LINK
from qwixx.ui.model.screen import Screen
from qwixx.ui.model.values import dataclass

if TYPE_CHECKING:
    from qwixx.games.turns.record import Record
    from qwixx.games.turns.turn_game import TurnGame
    from qwixx.rules.moves import Move
    from qwixx.ui.model import Model, ModelOf
    from qwixx.ui.model.board import Board
    from qwixx.ui.model.messages import QrCodeGenerated

MAX_GAMES = 50
"""Maximum number of games in the list: each is replayed to be shown."""


@dataclass(frozen=True, slots=True)
class TurnsScreen(Screen):
    """Games by turns: the list of games, an invitation, or one game.

    The session holds the saved games.

    Args:
        game_id: id of the shown game; "" for none.
        link: an invitation to accept, or the link of a game that this browser cannot continue; ""
            for none.
        board: the board on which this person decides, or the finished game; None for none.
        moves: this person's decisions of the step so far; no link was made with them.
        saving: the text of a game that is being saved; "" for none.
        name: this person's name, or "".
        variant: name of the sheet of the next game.
        status: key of the notice on the last link, or "".
        is_copied: whether the link has just been copied.
        qr_text: the text of the requested QR code; "" if none is shown.
        qr: the generated QR code, or None.
    """

    folder: ClassVar[str] = "turns"
    is_of_link: ClassVar[bool] = True
    without_settings: ClassVar[tuple[str, ...]] = ("chances",)

    game_id: str = ""
    link: str = ""
    board: Board | None = None
    moves: tuple[Move, ...] = ()
    saving: str = ""
    name: str = ""
    variant: str = CLASSIC.name
    status: str = ""
    is_copied: bool = False
    qr_text: str = ""
    qr: QrCodeGenerated | None = None

    @property
    def feedback(self) -> object:
        """The notice on the last link or, on the board, the refused tap."""
        return self.status or (None if self.board is None else self.board.refused_tap)

    @property
    def can_export(self) -> bool:
        """Whether a file can hold the game: a finished one."""
        return self.board is not None and self.board.game.state.outcome() is not None


TurnsModel: TypeAlias = "ModelOf[TurnsScreen]"
"""The model while this screen is on top."""


@lru_cache(maxsize=2 * MAX_GAMES)
def _parse(text: str) -> TurnGame | None:
    try:
        return parse_turn_game(text)
    except ValueError:
        return None


def turn_games(model: Model) -> list[TurnGame]:
    """Return the saved games that can be read.

    First come those that wait for this person, then those that wait for the other one, then
    finished ones; within each group, the one that waits longest comes first.
    """
    games = [game for _id, text in model.session.turn_games if (game := _parse(text))]
    return sorted(games, key=lambda game: (_order_of(game), game.since, game.slot))


def _order_of(game: TurnGame) -> int:
    """Return the number of a game's group in the list."""
    if game.is_awaited:
        return 0
    return 2 if game.record.is_finished else 1


def can_begin_another(model: Model) -> bool:
    """Return whether there is room for one more game in the list."""
    return len(model.session.turn_games) < MAX_GAMES


def turn_game(model: Model, game_id: str) -> TurnGame | None:
    """Return a saved game, or None."""
    return _parse(dict(model.session.turn_games).get(game_id, ""))


def link_in(text: str) -> str:
    """Return the link of a game by turns in a pasted text, without its address."""
    return text.strip().rpartition(TURNS_LINK)[2].strip()


def record_in(link: str) -> Record | None:
    """Return the record of a link, or None."""
    try:
        return parse_record_link(link)
    except SealedLinkError:
        return None
