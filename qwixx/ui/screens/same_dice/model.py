"""The model of a game with the same dice: everybody at the table has a phone and no connection."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from qwixx.ui.model.screen import Screen
from qwixx.ui.model.values import Value

if TYPE_CHECKING:
    from qwixx.games.paper_actions import PaperAction
    from qwixx.games.same_dice.game import SameDice
    from qwixx.games.written.join_code import SharedSetup
    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Mark
    from qwixx.ui.model import ModelOf
    from qwixx.ui.model.messages import QrCodeGenerated


class StatusLine(Value):
    """What the status line tells.

    Args:
        kind: "done", "undone", "refused" (a number), "objected" (any other step), "caught-up",
            "kept" for a game that was begun earlier, "result" for a sheet that came in,
            "fault" for a code that is none, "copied"; empty if nothing has happened.
        step: what was done, taken back or refused.
        why: in a word why not, as `Seat.objection` or `SameDiceError` has it.
        seat: whose sheet came in, or in whose field a code was typed; -1 at the door.
    """

    kind: str = ""
    step: PaperAction | None = None
    reason: str = ""
    seat: int = -1


NO_STATUS = StatusLine()


@dataclass(frozen=True, slots=True)
class SameDiceScreen(Screen):
    """A game with the same dice, or the door to one.

    Args:
        deal: the table: that of the game, or the one at whose door one stands.
        game: what is played; None at the door.
        other: a game that goes on, while one stands at the door of another table.
        looked_at: whether it is one of those that were played, which is only looked at.
        ours: whether the code was made here, so that rules and seats can still be chosen.
        seat: which seat is chosen at the door.
        name: what the player of this phone is called, remembered for the next table.
        invites: whether the way in for others is shown over a game.
        going: whether the number of a roll is asked for.
        focus: the number that the tab key reaches; None for the first.
        told: what was touched last, and what came of it.
        wanted: the text of which a QR code is shown, or being made; empty if none was asked for.
        code: that code.
        armed: the time from which on dice can be rolled again.
    """

    folder: ClassVar[str] = "same_dice"
    is_of_link: ClassVar[bool] = True
    without_settings: ClassVar[tuple[str, ...]] = ("speed", "layout", "chances")

    setup: SharedSetup
    game: SameDice | None = None
    other: SameDice | None = None
    is_read_only: bool = False
    ours: bool = True
    seat: int = 0
    name: str = ""
    invites: bool = False
    going: bool = False
    focus: Mark | None = None
    status: StatusLine = NO_STATUS
    qr_text: str = ""
    code: QrCodeGenerated | None = None
    blocked_until: float = -inf

    @property
    def data_screen(self) -> str:
        """The public name."""
        return "table"

    @property
    def shown_variant(self) -> Variant:
        """The rules of the table."""
        return self.setup.variant

    @property
    def is_in_progress(self) -> bool:
        """Whether a game is played."""
        return self.game is not None and not self.is_finished

    @property
    def layout(self) -> str:
        """Each phone has one sheet."""
        return "one"

    @property
    def is_savable(self) -> bool:
        """Whether a file can hold the game."""
        return self.game is not None and not self.is_read_only

    @property
    def is_finished(self) -> bool:
        """Whether the game is over."""
        return self.game is not None and self.game.state.is_finished

    @property
    def is_in_lobby(self) -> bool:
        """Whether what is shown is the way to a table."""
        return self.game is None or self.invites


SameDiceModel: TypeAlias = "ModelOf[SameDiceScreen]"
"""The model, seen from this screen."""
