"""The model of a live table, on the host's device or on a guest's."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple, TypeAlias

from qwixx.games.live.protocol import OccupantView
from qwixx.rules.state import Phase
from qwixx.rules.variants import VARIANTS
from qwixx.ui.model.screen import Screen
from qwixx.ui.model.signals import unpack
from qwixx.ui.model.values import Value, dataclass, replace

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


class OpenUndoRequest(NamedTuple):
    """An undo request that has not been fully answered.

    Args:
        requester: the seat that made the request.
        awaited_seats: the seats that have yet to answer.
    """

    requester: int
    awaited_seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LiveTableScreen(Screen):
    """A live table, on the host's device or on a guest's.

    Args:
        host: the table on the host's device; None on a guest's.
        guest: the table on a guest's device; None on the host's.
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
        status: key of the status, one of `texts.STATUSES`; "" for none.
        wait: `Host.roll_wait_id` of the last wait with a time limit; "" for none.
        archived_id: id of the archived game; "" for none.
        code: the last QR code; it is shown if it matches the current link.
    """

    folder: ClassVar[str] = "live_table"
    runs_covered: ClassVar[bool] = True
    refuses_links: ClassVar[bool] = True
    without_settings: ClassVar[tuple[str, ...]] = ("chances",)  # no advice against friends

    host: Host | None = None
    guest: Guest | None = None
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
    status: str = ""
    wait: str = ""
    archived_id: str = ""
    code: QrCodeGenerated | None = None

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
        return VARIANTS.get(self.variant_name)

    @property
    def is_in_progress(self) -> bool:
        """Whether the device must stay awake to keep the connections."""
        return not self.is_finished

    @property
    def has_peers(self) -> bool:
        """Whether closing the page would end connections that are still needed."""
        if self.is_finished:
            return False
        if self.host is not None:
            return bool(self.host.connected_peers)
        return self.guest is not None and self.guest.linked and not self.lost

    @property
    def layout(self) -> Literal["", "all"]:
        """The sheets shown large: "all" for spectators, who have no sheet; otherwise, ""."""
        return "all" if self.seat is None else ""

    @property
    def is_in_lobby(self) -> bool:
        """Whether the lobby is shown instead of the game."""
        return self.is_lobby_open or self.board is None

    @property
    def is_invited_guest_connecting(self) -> bool:
        """Whether a guest who answered the host's invitation is still connecting."""
        return self.invitation is not None and self.invitation.answered

    @property
    def is_game_starting(self) -> bool:
        """Whether a game is being started."""
        if self.host is not None:
            return bool(self.host.starting)
        return self.guest is not None and self.guest.is_game_starting

    @property
    def variant_name(self) -> str:
        """The name of the variant; "" until a guest knows it."""
        if self.host is not None:
            return self.host.variant.name
        view = None if self.guest is None else self.guest.view
        return "" if view is None else view.variant

    @property
    def is_finished(self) -> bool:
        """Whether the game is finished."""
        return self.board is not None and self.board.game.state.phase is Phase.OVER

    @property
    def occupants(self) -> tuple[OccupantView, ...]:
        """The occupants, by seat; () until a guest knows them."""
        if self.host is not None:
            return tuple(
                OccupantView(one.kind, one.name, one.is_away) for one in self.host.occupants
            )
        view = None if self.guest is None else self.guest.view
        return () if view is None else view.occupants

    @property
    def seat(self) -> int | None:
        """The seat of this device's player; None for a spectator or before a guest is seated."""
        if self.host is not None:
            return next(iter(self.host.local_seats), None)
        return None if self.guest is None else self.guest.seat

    @property
    def delaying_seats(self) -> tuple[int, ...]:
        """The seats whose devices have not given their links for a roll in time."""
        if self.host is not None:
            return self.host.delaying
        view = None if self.guest is None else self.guest.view
        return () if view is None else view.delaying

    @property
    def undo_request(self) -> OpenUndoRequest | None:
        """The open undo request, or None."""
        if self.host is not None:
            request = self.host.undo_request
            if request is None:
                return None
            return OpenUndoRequest(request.requester, self.host.seats_yet_to_answer_undo)
        view = None if self.guest is None else self.guest.view
        if view is None or not view.undo_request:
            return None
        return OpenUndoRequest(view.requester, view.waiting)

    @property
    def is_local_person_awaited(self) -> bool:
        """Whether a person at this device must act or answer an undo request."""
        board = self.board
        if board is None or self.is_finished or self.lost:
            return False
        request = self.undo_request
        answering = () if request is None else request.awaited_seats
        return (board.person_to_act is not None and board.tentative_tap is None) or not {
            *answering
        }.isdisjoint(board.local_people)

    @property
    def undo_paused_seats(self) -> tuple[int, ...]:
        """The seats that may not request another undo in this turn."""
        if self.host is not None:
            return self.host.undo_paused_seats
        view = None if self.guest is None else self.guest.view
        return () if view is None else view.pausing

    def cannot_request_undo_status(self, seats: Collection[int]) -> str:
        """Return the key of the status that explains why no undo can be requested now, or "".

        Args:
            seats: the seats that would make the request.
        """
        if self.undo_request is not None:
            return "" if self.undo_request.requester in seats else "question-open"
        return "" if {*self.undo_paused_seats}.isdisjoint(seats) else "question-refused"

    def with_status(self, status: str) -> LiveTableScreen:
        """Return the screen with the given status."""
        return replace(self, status=status)


TableModel: TypeAlias = "ModelOf[LiveTableScreen]"
"""The model while a live table is on top."""
TableResult: TypeAlias = "tuple[TableModel, list[Effect]]"
"""The result of handling a message that leaves the table open."""
