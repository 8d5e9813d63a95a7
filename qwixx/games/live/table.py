"""A table as one device sees it: the same questions and steps for the host and for guests.

`Table` is the protocol; a step returns the next table and the messages to send.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

from qwixx.games.live import host_actions, visibility
from qwixx.games.live.host import Host, Sent
from qwixx.games.live.protocol import GUEST, OccupantView, TableView
from qwixx.rules.state import Phase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from qwixx.games.chains import MadeRoll
    from qwixx.games.game import Game
    from qwixx.games.live.guest import Guest
    from qwixx.games.live.guest import Step as GuestStep
    from qwixx.games.live.host import Step as HostStep

HOST_PEER = 0
"""The number that a guest uses for its only peer, the host."""
_NO_VIEW = TableView(
    *(-1, 0, -1, "", (), -1, (), False, False, 0, (), (), (), 0, -1, 0, (), (), ())
)
"""The view of a guest who has received none."""


class OpenUndoRequest(NamedTuple):
    """An undo request that has not been fully answered.

    Args:
        requester: the seat that made the request.
        awaited_seats: the seats that have yet to answer.
    """

    requester: int
    awaited_seats: tuple[int, ...]


class Table(Protocol):
    """A table as one device sees it. Immutable."""

    @property
    def is_host(self) -> bool:
        """Whether this is the host's device."""

    @property
    def table_id(self) -> str:
        """The table's id; "" until a guest knows it."""

    @property
    def game_id(self) -> str:
        """Id of the current game, unique among all tables."""

    @property
    def game(self) -> Game | None:
        """The game with this device's latest actions; None before it begins."""

    @property
    def made(self) -> tuple[MadeRoll, ...]:
        """All known rolls of the game, in order."""

    @property
    def variant_name(self) -> str:
        """The name of the variant; "" until a guest knows it."""

    @property
    def occupants(self) -> tuple[OccupantView, ...]:
        """The occupants, by seat; () until a guest knows them."""

    @property
    def seat(self) -> int | None:
        """The seat of this device's player; None for a spectator or before a guest is seated."""

    @property
    def elsewhere(self) -> tuple[int, ...]:
        """The seats that are played on other devices."""

    @property
    def decided_seats(self) -> tuple[int, ...]:
        """The seats elsewhere that have decided in the open white step, if `game` lacks that."""

    @property
    def is_game_starting(self) -> bool:
        """Whether a game is being started."""

    @property
    def delaying_seats(self) -> tuple[int, ...]:
        """The seats whose devices have not given their links for a roll in time."""

    @property
    def roll_wait_id(self) -> str:
        """Id of the wait for links that this device must limit; "" for none."""

    @property
    def undo_request(self) -> OpenUndoRequest | None:
        """The open undo request, or None."""

    @property
    def undo_paused_seats(self) -> tuple[int, ...]:
        """The seats that may not request another undo in this turn."""

    @property
    def connected_peers(self) -> tuple[int, ...]:
        """The numbers of all connections."""

    @property
    def saved_fields(self) -> object:
        """The fields whose changes need a save."""

    def play(self, game: Game) -> Step:
        """Send a step on this device's board; the unchanged game asks for the next dice."""

    def undo(self, seat: int) -> Step:
        """Undo the last decision at a seat of this device if that is free, or ask all others."""

    def answer_undo_request(self, seats: Iterable[int], *, yes: bool) -> Step:
        """Answer the undo request for seats of this device, or cancel their own."""

    def farewell(self) -> tuple[Sent, ...]:
        """Return the messages to send when this device leaves for good."""

    def to_json(self) -> str:
        """Return a save."""


@dataclass(frozen=True, slots=True)
class HostTable:
    """The table on the host's device; see `Table`."""

    host: Host
    is_host = True

    @property
    def table_id(self) -> str:
        return self.host.table_id

    @property
    def game_id(self) -> str:
        return self.host.game_id

    @property
    def game(self) -> Game | None:
        return self.host.game

    @property
    def made(self) -> tuple[MadeRoll, ...]:
        return self.host.made

    @property
    def variant_name(self) -> str:
        return self.host.variant.name

    @property
    def occupants(self) -> tuple[OccupantView, ...]:
        return tuple(OccupantView(one.kind, one.name, one.is_away) for one in self.host.occupants)

    @property
    def seat(self) -> int | None:
        return next(iter(self.host.local_seats), None)

    @property
    def elsewhere(self) -> tuple[int, ...]:
        return tuple(seat for seat, one in enumerate(self.host.occupants) if one.kind == GUEST)

    @property
    def decided_seats(self) -> tuple[int, ...]:
        return ()

    @property
    def is_game_starting(self) -> bool:
        return bool(self.host.starting)

    @property
    def delaying_seats(self) -> tuple[int, ...]:
        return self.host.delaying

    @property
    def roll_wait_id(self) -> str:
        return self.host.roll_wait_id if self.host.seats_delaying_roll else ""

    @property
    def undo_request(self) -> OpenUndoRequest | None:
        request = self.host.undo_request
        if request is None:
            return None
        return OpenUndoRequest(request.requester, self.host.seats_yet_to_answer_undo)

    @property
    def undo_paused_seats(self) -> tuple[int, ...]:
        return self.host.undo_paused_seats

    @property
    def connected_peers(self) -> tuple[int, ...]:
        return self.host.connected_peers

    @property
    def saved_fields(self) -> Host:
        return self.host.without_transient_fields

    def play(self, game: Game) -> Step:
        if _asks_for_dice(game, self.game):
            return of_host(host_actions.request_roll(self.host, game.state.active))
        return of_host(host_actions.adopt_played_game(self.host, game))

    def undo(self, seat: int) -> Step:
        return of_host(host_actions.undo_or_request_consent(self.host, seat))

    def answer_undo_request(self, seats: Iterable[int], *, yes: bool) -> Step:
        return of_host(host_actions.answer_or_cancel_undo_request(self.host, seats, yes=yes))

    def farewell(self) -> tuple[Sent, ...]:
        return host_actions.farewell_messages(self.host)

    def to_json(self) -> str:
        return self.host.to_json()


@dataclass(frozen=True, slots=True)
class GuestTable:
    """The table on a guest's device, as the host's last view shows it; see `Table`."""

    guest: Guest
    is_host = False

    @property
    def _view(self) -> TableView:
        return self.guest.view or _NO_VIEW

    @property
    def table_id(self) -> str:
        return self.guest.pins.table

    @property
    def game_id(self) -> str:
        return f"{self.guest.pins.table} {self.guest.pins.game}"

    @property
    def game(self) -> Game | None:
        return self.guest.game_with_pending_acts

    @property
    def made(self) -> tuple[MadeRoll, ...]:
        return self.guest.pins.made

    @property
    def variant_name(self) -> str:
        return self._view.variant

    @property
    def occupants(self) -> tuple[OccupantView, ...]:
        return self._view.occupants

    @property
    def seat(self) -> int | None:
        return self.guest.seat

    @property
    def elsewhere(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(len(self.occupants)) if seat != self.seat)

    @property
    def decided_seats(self) -> tuple[int, ...]:
        return tuple(seat for seat in self._view.decided if seat != self._view.seat)

    @property
    def is_game_starting(self) -> bool:
        return self.guest.is_game_starting

    @property
    def delaying_seats(self) -> tuple[int, ...]:
        return self._view.delaying

    @property
    def roll_wait_id(self) -> str:
        return ""

    @property
    def undo_request(self) -> OpenUndoRequest | None:
        view = self._view
        return OpenUndoRequest(view.requester, view.waiting) if view.undo_request else None

    @property
    def undo_paused_seats(self) -> tuple[int, ...]:
        return self._view.pausing

    @property
    def connected_peers(self) -> tuple[int, ...]:
        return (HOST_PEER,) if self.guest.linked else ()

    @property
    def saved_fields(self) -> tuple[object, ...]:
        return self.guest.saved_fields

    def play(self, game: Game) -> Step:
        before = self.game
        if before is None or _asks_for_dice(game, before):
            return of_guest(self.guest.request_roll())
        return of_guest(self.guest.send_changes(game.rename(before.names)))

    def undo(self, seat: int) -> Step:
        game = self.game
        if game is not None and seat in visibility.decided_seats(game):
            undone = visibility.without_secret_decision(game, seat)
            return of_guest(self.guest.send_changes(undone))
        return of_guest(self.guest.request_undo())

    def answer_undo_request(self, seats: Iterable[int], *, yes: bool) -> Step:
        del seats  # a guest has one seat
        return of_guest(self.guest.answer_or_cancel_undo_request(yes=yes))

    def farewell(self) -> tuple[Sent, ...]:
        return tuple(Sent(HOST_PEER, text) for text in self.guest.farewell_messages())

    def to_json(self) -> str:
        return self.guest.to_json()


LiveTable: TypeAlias = HostTable | GuestTable
"""A live table, on either kind of device."""
Step: TypeAlias = tuple[LiveTable, tuple[Sent, ...]]
"""The changed table, and the messages to send."""


def of_host(step: HostStep) -> Step:
    """Return a step of the host as a step at a table."""
    return HostTable(step[0]), step[1]


def of_guest(step: GuestStep) -> Step:
    """Return a step of a guest as a step at a table."""
    return GuestTable(step[0]), tuple(Sent(HOST_PEER, text) for text in step[1])


def _asks_for_dice(game: Game, known: Game | None) -> bool:
    return known is not None and game.state.phase is Phase.ROLL and game.events == known.events
