"""The model of a live table: everybody on their own device, which is the host's or a guest's."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from qwixx.games.live.protocol import OccupantView
from qwixx.rules.state import Phase
from qwixx.rules.variants import VARIANTS
from qwixx.ui.model.screen import Screen
from qwixx.ui.model.values import Value

if TYPE_CHECKING:
    from collections.abc import Collection

    from qwixx.games.live.guest import Guest
    from qwixx.games.live.host import Host
    from qwixx.rules.layout import Variant
    from qwixx.ui.model import ModelOf
    from qwixx.ui.model.board import Board
    from qwixx.ui.model.effects import Effect
    from qwixx.ui.model.messages import QrCodeGenerated


class Invitation(Value):
    """An invitation that the host has made.

    Args:
        peer: the number of the connection that it leads to.
        session: which invitation it is, 0 to 65535.
        seat: whose seat it is for; `WATCHER` for none.
        text: the invitation, as `signals.pack` has it; empty while it is made.
        answered: whether an answer was taken, and the connection is awaited.
    """

    peer: int
    session: int
    seat: int
    text: str = ""
    answered: bool = False


class ReceivedInvitation(Value):
    """An invitation that came to a guest.

    Args:
        text: the invitation, as `signals.pack` has it.
        answer: the answer to it, likewise; empty before there is one.
        is_accepted: whether the guest has sat down, so that an answer is made or shown.
        host_reachable: whether the host's device can be reached; None while unknown.
    """

    text: str
    answer: str = ""
    is_accepted: bool = False
    host_reachable: bool | None = None


@dataclass(frozen=True, slots=True)
class LiveTableScreen(Screen):
    """A live table, at the host's or at a guest's device.

    Args:
        host: the table, at the host's device; None at a guest's.
        guest: the table as a guest knows it; None at the host's device.
        tab: what tells the tab in which the table lies open from others.
        board: the board with the game, once that has begun.
        commit: the hash for that game's dice: another one means another game.
        door: whether seats and invitations are shown, over a game, too.
        name: what the player of this device is called; empty for the usual name.
        connections: how many connections the host has offered.
        invitation: the one that is open at the host's device; None if none is.
        summons: the one that came to a guest; None if none did, or it was used.
        lost: whether a guest has lost the connection that it had.
        silent: whether nothing comes from the host, though nothing says that it is gone.
        scanning: whether the camera is open.
        told: what happened last that needs words, one of `texts.TOLD`; empty if nothing.
        wait: the start that guests have limited time for, as `Host.wait` names it; empty if none.
        kept: the hash of the game that is among those that were played; empty if none is.
        code: the QR code that was made last; it is shown if it is of the link that is.
    """

    folder: ClassVar[str] = "live_table"
    runs_covered: ClassVar[bool] = True
    refuses_links: ClassVar[bool] = True
    without_settings: ClassVar[tuple[str, ...]] = ("chances",)  # no advice against friends

    host: Host | None = None
    guest: Guest | None = None
    tab: str = ""
    board: Board | None = None
    commit: str = ""
    is_lobby_open: bool = True
    name: str = ""
    connections: int = 0
    invitation: Invitation | None = None
    received_invitation: ReceivedInvitation | None = None
    lost: bool = False
    silent: bool = False
    scanning: bool = False
    status: str = ""
    wait: str = ""
    archived_commit: str = ""
    code: QrCodeGenerated | None = None

    @property
    def data_screen(self) -> str:
        """The public name of what is shown: the door, or the game."""
        return "table" if self.is_in_lobby else "game"

    @property
    def shown_variant(self) -> Variant | None:
        """The rules; None as long as a guest does not know them."""
        return VARIANTS.get(self.rules)

    @property
    def is_in_progress(self) -> bool:
        """Whether others are, or may come to be, connected: a phone that sleeps loses them."""
        return not self.is_finished

    @property
    def layout(self) -> str:
        """No sheet is larger where people only watch."""
        return "all" if self.seat is None else ""

    @property
    def is_in_lobby(self) -> bool:
        """Whether seats and invitations are shown, and no game."""
        return self.is_lobby_open or self.board is None

    @property
    def is_awaited(self) -> bool:
        """Whether somebody has answered the host's invitation, who is not connected yet."""
        return self.invitation is not None and self.invitation.answered

    @property
    def is_starting(self) -> bool:
        """Whether a game is about to begin, and guests give their shares in its dice."""
        if self.host is not None:
            return bool(self.host.starting)
        return self.guest is not None and self.guest.is_starting

    @property
    def rules(self) -> str:
        """The name of the rules; "" as long as a guest does not know them."""
        if self.host is not None:
            return self.host.variant.name
        view = None if self.guest is None else self.guest.view
        return "" if view is None else view.variant

    @property
    def is_finished(self) -> bool:
        """Whether the game is over."""
        return self.board is not None and self.board.game.state.phase is Phase.OVER

    @property
    def occupants(self) -> tuple[OccupantView, ...]:
        """The occupants, by seat; empty until a guest knows them."""
        if self.host is not None:
            return tuple(
                OccupantView(one.kind, one.name, one.is_away) for one in self.host.occupants
            )
        view = None if self.guest is None else self.guest.view
        return () if view is None else view.occupants

    @property
    def seat(self) -> int | None:
        """The seat of this device's player; None for who only watches, or has none yet."""
        if self.host is not None:
            return next(iter(self.host.here), None)
        return None if self.guest is None else self.guest.seat

    @property
    def undo_request(self) -> tuple[int, tuple[int, ...]] | None:
        """Who wants to take something back, and who has not answered; None if nobody does."""
        if self.host is not None:
            request = self.host.undo_request
            return None if request is None else (request.requester, self.host.waiting)
        view = None if self.guest is None else self.guest.view
        return (view.requester, view.waiting) if view is not None and view.undo_request else None

    @property
    def waits_here(self) -> bool:
        """Whether the table waits for somebody at this device: to act, or to answer."""
        board = self.board
        if board is None or self.is_finished or self.lost:
            return False
        _requester, answering = self.undo_request or (-1, ())
        return (board.actor is not None and board.tentative_tap is None) or not {
            *answering
        }.isdisjoint(board.people)

    @property
    def pausing(self) -> tuple[int, ...]:
        """The seats that may not ask to take anything back for the rest of the turn."""
        if self.host is not None:
            return self.host.pausing
        view = None if self.guest is None else self.guest.view
        return () if view is None else view.pausing

    def undo_refusal(self, seats: Collection[int]) -> str:
        """Return why no question to take something back can be asked now; "" if one can.

        Args:
            seats: the seats of those who want it.
        """
        if self.undo_request is not None:
            requester, _answering = self.undo_request
            return "" if requester in seats else "question-open"
        return "" if {*self.pausing}.isdisjoint(seats) else "question-refused"

    def with_status(self, status: str) -> LiveTableScreen:
        """Return the same with other words for what happened last."""
        return replace(self, status=status)


TableModel: TypeAlias = "ModelOf[LiveTableScreen]"
"""The model, seen from a live table."""
Played: TypeAlias = "tuple[TableModel, list[Effect]]"
"""What follows at a table that is not left."""
