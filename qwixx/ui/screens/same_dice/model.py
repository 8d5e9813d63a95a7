"""Model of a same-dice game: each player has a phone, and the phones are not connected."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from qwixx.ui.model.screen import Screen
from qwixx.ui.model.values import Value, dataclass

if TYPE_CHECKING:
    from qwixx.games.paper_actions import PaperAction
    from qwixx.games.same_dice.game import SameDice
    from qwixx.games.written.join_code import SharedSetup
    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Mark
    from qwixx.ui.model import ModelOf
    from qwixx.ui.model.messages import QrCodeGenerated


class StatusLine(Value):
    """The contents of the status line.

    Args:
        kind: "done", "undone", "refused" for a number, "objected" for any other refused action,
            "caught-up", "kept" for a resumed game, "result" for a reported sheet, "fault" for an
            invalid code, "copied"; "" if nothing has happened.
        step: the action that was done, undone, or refused.
        reason: the reason for a refusal: `SameDiceError.reason`, or "other-table".
        seat: the seat of the reported sheet, or of the field with the invalid code; -1 in the
            lobby and for a link.
    """

    kind: str = ""
    step: PaperAction | None = None
    reason: str = ""
    seat: int = -1


NO_STATUS = StatusLine()


@dataclass(frozen=True, slots=True)
class SameDiceScreen(Screen):
    """A same-dice game, or its lobby.

    Args:
        setup: the shared setup of the game or the lobby.
        game: the game; None in the lobby.
        other: the game at another table, in progress or awaiting results; or None.
        is_read_only: whether this is an archived game.
        is_own_table: whether the join code was created here, so the setup can be changed.
        seat: the chosen seat; None if another phone's table was joined and no seat is chosen yet,
            since nobody knows which seats are taken.
        name: name of this phone's player, remembered for the next game.
        invites: whether the invitation is shown over a game.
        is_roll_field_open: whether the field for the number of a roll is open.
        focus: the cell in the tab order; None for the first cell.
        status: the status line.
        qr_text: the text of the requested QR code; "" if none is shown.
        code: the generated QR code, or None.
        blocked_until: time in milliseconds before which taps to roll or end the game are ignored.
    """

    folder: ClassVar[str] = "same_dice"
    is_of_link: ClassVar[bool] = True
    without_settings: ClassVar[tuple[str, ...]] = ("speed", "layout", "chances")

    setup: SharedSetup
    game: SameDice | None = None
    other: SameDice | None = None
    is_read_only: bool = False
    is_own_table: bool = True
    seat: int | None = 0
    name: str = ""
    invites: bool = False
    is_roll_field_open: bool = False
    focus: Mark | None = None
    status: StatusLine = NO_STATUS
    qr_text: str = ""
    code: QrCodeGenerated | None = None
    blocked_until: float = -inf

    @property
    def feedback(self) -> object:
        """The status line, if it says something."""
        return self.status if self.status.kind else None

    @property
    def data_screen(self) -> str:
        """The public name of the screen."""
        return "table"

    @property
    def shown_variant(self) -> Variant:
        """The variant of the game or the lobby."""
        return self.setup.variant

    @property
    def is_in_progress(self) -> bool:
        """Whether a game is in progress."""
        return self.game is not None and not self.is_finished

    @property
    def layout(self) -> Literal["one"]:
        """The layout: always "one", because each phone has a single sheet."""
        return "one"

    @property
    def can_export(self) -> bool:
        """Whether there is a game to export, other than an archived one."""
        return self.game is not None and not self.is_read_only

    @property
    def is_finished(self) -> bool:
        """Whether the game is finished."""
        return self.game is not None and self.game.state.is_finished

    @property
    def is_in_lobby(self) -> bool:
        """Whether the lobby or the invitation is shown."""
        return self.game is None or self.invites


SameDiceModel: TypeAlias = "ModelOf[SameDiceScreen]"
"""The model while this screen is on top."""
