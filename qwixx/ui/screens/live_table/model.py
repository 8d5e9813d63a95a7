"""The model of a live table, on the host's device or on a guest's."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple, TypeAlias

from qwixx.games.live.table import GuestTable, HostTable
from qwixx.rules.state import Phase
from qwixx.rules.variants import known_variant
from qwixx.ui.model.screen import Screen
from qwixx.ui.model.signals import SPECTATOR, SignalError, unpack
from qwixx.ui.model.values import Value, dataclass, replace

if TYPE_CHECKING:
    from collections.abc import Collection

    from qwixx.games.live.guest import Guest
    from qwixx.games.live.host import Host
    from qwixx.games.live.table import LiveTable
    from qwixx.rules.layout import Variant
    from qwixx.ui.model import ModelOf
    from qwixx.ui.model.board import Board
    from qwixx.ui.model.effects import Effect
    from qwixx.ui.model.messages import QrCodeGenerated


class Invitation(Value):
    """An invitation that the host created.

    Args:
        peer: number of the connection.
        session: id of the invitation, 0 to 65535.
        seat: the invited guest's seat; `NO_SEAT` for a spectator.
        text: the invitation, as `signals.pack` encodes it; "" while it is being created.
        answered: whether an answer was accepted; the guest is then connecting.
    """

    peer: int
    session: int
    seat: int
    text: str = ""
    answered: bool = False


class ReceivedInvitation(Value):
    """An invitation that a guest received.

    Args:
        text: the invitation, as `signals.pack` encodes it.
        answer: the answer in the same encoding; "" until it is created.
        is_accepted: whether the guest accepted; an answer is then being created or shown.
        host_reachable: whether the host's device can be reached; None while unknown.
    """

    text: str
    answer: str = ""
    is_accepted: bool = False
    host_reachable: bool | None = None

    @property
    def host_name(self) -> str:
        """The name of the host who invites; "" if the invitation does not say."""
        return unpack(self.text).name

    @property
    def is_for_spectator(self) -> bool:
        """Whether the invitation is for a spectator."""
        return unpack(self.text).seat == SPECTATOR


class PlannedMark(NamedTuple):
    """A planned mark, saved until this device carries it out.

    Args:
        game_id: id of the game.
        turn: the turn.
        code: code of the mark.
    """

    game_id: str
    turn: int
    code: str


@dataclass(frozen=True, slots=True)
class LiveTableScreen(Screen):
    """A live table, on the host's device or on a guest's.

    Args:
        table: the table, on the host's device or on a guest's.
        tab: id of the tab in which the table is open.
        board: the board of the game; None before it begins.
        game_id: id of the game on the board; "" for none.
        is_lobby_open: whether the lobby is shown, possibly during a game.
        name: name of this device's player; "" for the default name.
        connections: number of connections that the host has offered.
        invitation: the host's open invitation, or None.
        received_invitation: the invitation that a guest is using to connect, or None.
        lost: whether a guest has lost the connection to the host.
        reconnecting: whether the page was reloaded and is returning to its peers by itself.
        silent: whether the host is silent although the connection is open.
        scanning: whether the camera is open.
        scans_next: whether a television's camera opens again with the next invitation.
        has_large_window: whether a spectator's window is as large as a television's.
        status: key of the status, one of `texts.STATUSES`; "" for none.
        wait: `Host.roll_wait_id` of the last wait with a time limit; "" for none.
        archived_id: id of the archived game; "" for none.
        planned: the planned mark as it was last saved, or None.
        code: the last QR code; it is shown if it matches the current link.
    """

    folder: ClassVar[str] = "live_table"
    runs_covered: ClassVar[bool] = True
    refuses_links: ClassVar[bool] = True
    without_settings: ClassVar[tuple[str, ...]] = ("chances",)  # no advice against friends

    table: LiveTable
    tab: str = ""
    board: Board | None = None
    game_id: str = ""
    is_lobby_open: bool = True
    name: str = ""
    connections: int = 0
    invitation: Invitation | None = None
    received_invitation: ReceivedInvitation | None = None
    lost: bool = False
    reconnecting: bool = False
    silent: bool = False
    scanning: bool = False
    scans_next: bool = False
    has_large_window: bool = False
    status: str = ""
    wait: str = ""
    archived_id: str = ""
    planned: PlannedMark | None = None
    code: QrCodeGenerated | None = None

    @property
    def host(self) -> Host | None:
        """The host's side of the table; None on a guest's device."""
        return self.table.host if isinstance(self.table, HostTable) else None

    @property
    def guest(self) -> Guest | None:
        """A guest's side of the table; None on the host's device."""
        return self.table.guest if isinstance(self.table, GuestTable) else None

    @property
    def current_planned(self) -> PlannedMark | None:
        """The planned mark of the board or, before the game is shown, the saved one; or None."""
        if self.board is None:
            return self.planned
        mark, turn = self.board.planned_mark, self.board.game.state.turn
        return None if mark is None else PlannedMark(self.game_id, turn, mark.code)

    @property
    def feedback(self) -> object:
        """The status or, in a game without one, the refused tap."""
        return self.status or (None if self.board is None else self.board.refused_tap)

    @property
    def data_screen(self) -> str:
        """The public name of the screen: "table" for the lobby, otherwise "game"."""
        return "table" if self.is_in_lobby else "game"

    @property
    def shown_variant(self) -> Variant | None:
        """The variant; None until a guest knows it."""
        return known_variant(self.table.variant_name)

    @property
    def is_in_progress(self) -> bool:
        """Whether the device must stay awake to keep the connections."""
        return not self.is_finished

    @property
    def has_peers(self) -> bool:
        """Whether closing the page would end connections that are still needed."""
        return bool(self.table.connected_peers) and not (self.is_finished or self.lost)

    @property
    def layout(self) -> Literal["", "all", "television"]:
        """The sheets shown large: all for spectators, who have no sheet; otherwise, ""."""
        if self.is_television:
            return "television"
        return "all" if self.table.seat is None else ""

    @property
    def is_television(self) -> bool:
        """Whether this is a spectator's page in a large window, which shows invitations, too."""
        guest = self.guest
        return self.has_large_window and bool(guest and guest.view) and self.table.seat is None

    @property
    def invitation_on_television(self) -> str:
        """The host's open invitation, which this television shows; "" if there is none."""
        text = self.guest.invitation if self.guest and self.is_television else ""
        try:
            unpack(text)
        except SignalError:
            return ""
        return text

    @property
    def is_in_lobby(self) -> bool:
        """Whether the lobby is shown instead of the game."""
        return self.is_lobby_open or self.board is None

    @property
    def is_invited_guest_connecting(self) -> bool:
        """Whether a guest who answered the host's invitation is still connecting."""
        return self.invitation is not None and self.invitation.answered

    @property
    def is_finished(self) -> bool:
        """Whether the game is finished."""
        return self.board is not None and self.board.game.state.phase is Phase.OVER

    @property
    def is_local_person_awaited(self) -> bool:
        """Whether a person at this device must act or answer an undo request."""
        board = self.board
        if board is None or self.is_finished or self.lost:
            return False
        request = self.table.undo_request
        answering = () if request is None else request.awaited_seats
        return (board.person_to_act is not None and board.tentative_tap is None) or not {
            *answering
        }.isdisjoint(board.local_people)

    def cannot_request_undo_status(self, seats: Collection[int]) -> str:
        """Return the key of the status that explains why no undo can be requested now, or "".

        Args:
            seats: the seats that would make the request.
        """
        request = self.table.undo_request
        if request is not None:
            return "" if request.requester in seats else "question-open"
        return "" if {*self.table.undo_paused_seats}.isdisjoint(seats) else "question-refused"

    def with_status(self, status: str) -> LiveTableScreen:
        """Return the screen with the given status."""
        return replace(self, status=status)


TableModel: TypeAlias = "ModelOf[LiveTableScreen]"
"""The model while a live table is on top."""
TableResult: TypeAlias = "tuple[TableModel, list[Effect]]"
"""The result of handling a message that leaves the table open."""
