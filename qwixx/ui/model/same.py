"""The model of a game with the same dice: everybody at the table has a phone and no connection."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

from qwixx.ui.model.values import Value

if TYPE_CHECKING:
    from qwixx.games.actions import Action
    from qwixx.games.same_dice.game import SameDice
    from qwixx.games.written.join_code import Deal
    from qwixx.rules.moves import Mark
    from qwixx.ui.model import Model
    from qwixx.ui.model.messages import Encoded

SLOT = "same"
"""The name under which it is saved."""


class Heard(Value):
    """What the status line tells.

    Args:
        kind: "done", "undone", "refused" (a number), "objected" (any other step), "caught-up",
            "kept" for a game that was begun earlier, "result" for a sheet that came in,
            "fault" for a code that is none, "copied"; empty if nothing has happened.
        step: what was done, taken back or refused.
        why: in a word why not, as `Seat.objection` or `DealError` has it.
        seat: whose sheet came in, or in whose field a code was typed; -1 at the door.
    """

    kind: str = ""
    step: Action | None = None
    why: str = ""
    seat: int = -1


UNHEARD = Heard()


@dataclass(frozen=True, slots=True)
class Same:
    """A game with the same dice, or the door to one.

    Args:
        back: the page as it was before, to which it returns. Its session is no longer looked at.
        deal: the table: that of the game, or the one at whose door one stands.
        game: what is played; None at the door.
        other: a game that goes on, while one stands at the door of another table.
        arrived: whether the page was opened with it, so that the browser's way back leads out.
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

    back: Model
    deal: Deal
    game: SameDice | None = None
    other: SameDice | None = None
    arrived: bool = False
    looked_at: bool = False
    ours: bool = True
    seat: int = 0
    name: str = ""
    invites: bool = False
    going: bool = False
    focus: Mark | None = None
    told: Heard = UNHEARD
    wanted: str = ""
    code: Encoded | None = None
    armed: float = -inf

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.game is not None and self.game.state.over

    @property
    def is_door(self) -> bool:
        """Whether what is shown is the way to a table."""
        return self.game is None or self.invites
