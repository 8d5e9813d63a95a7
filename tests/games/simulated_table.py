"""A live table whose host and guests are connected in memory."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from qwixx.bots import find_bot
from qwixx.games.live import host_actions, host_inbox, visibility
from qwixx.games.live.guest import Guest, new_guest
from qwixx.games.live.host import NO_SEAT, Host, Occupant, Sent
from qwixx.games.live.protocol import (
    FREE,
    GUEST,
    HERE,
    TableView,
)
from qwixx.rules.state import Phase
from qwixx.rules.variants import CLASSIC

if TYPE_CHECKING:
    import random

    from qwixx.games.game import Game
    from qwixx.rules.layout import Variant


SECRET_KEY = "5a" * 32
RANDOM_BOT = find_bot("random")
LOBBY_VIEW = TableView(
    number=1,
    last_received=0,
    seat=1,
    variant="classic",
    occupants=(),
    game=-1,
    terms=(),
    starting=False,
    playing=False,
    first=0,
    events=(),
    decided=(),
    undone=(),
    undo_request=0,
    requester=-1,
    length=0,
    waiting=(),
    pausing=(),
    delaying=(),
)
"""A guest's view of an empty lobby."""


@dataclass
class SimulatedTable:
    """A live table whose messages stay in transit until a method delivers them.

    Args:
        host: the host of the table.
        guests: connected guests, by peer.
        uplink: texts in transit to the host, by peer.
        downlink: texts in transit to each guest, by peer; "" closes the connection.
        refusals: the reasons that guests received when the host disconnected them, by peer.
    """

    host: Host
    guests: dict[int, Guest] = field(default_factory=dict)
    uplink: dict[int, list[str]] = field(default_factory=dict)
    downlink: dict[int, list[str]] = field(default_factory=dict)
    refusals: dict[int, str] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        """The game as the host knows it; the host must have a game."""
        assert self.host.game is not None
        return self.host.game

    def game_seen_by(self, peer: int) -> Game:
        """Return the game as a guest knows it; the guest must know a game."""
        game = self.guests[peer].game_with_pending_acts
        assert game is not None
        return game

    def last_view(self, peer: int) -> TableView:
        """Return the last view that a guest received."""
        view = self.guests[peer].view
        assert view is not None
        return view

    def apply_host_step(self, step: tuple[Host, tuple[Sent, ...]]) -> None:
        """Replace the host and put its messages in transit."""
        self.host, sent = step
        for peer, text in sent:
            if not text:
                self.downlink[peer].append("")
            elif peer in self.downlink:
                self.downlink[peer].append(text)

    def connect(self, peer: int, guest: Guest, seat: int = NO_SEAT) -> None:
        """Connect a guest that requests a seat, or no seat by default."""
        self.guests[peer], self.uplink[peer], self.downlink[peer] = guest, [], []
        self.apply_host_step(host_actions.greet_guest(self.host, peer, seat))

    def apply_guest_step(self, peer: int, step: tuple[Guest, tuple[str, ...]]) -> None:
        """Replace a guest and put its messages in transit."""
        self.guests[peer], texts = step
        self.uplink[peer] += texts

    def disconnect(self, peer: int) -> Guest:
        """Disconnect a guest, drop the texts in transit, and return the guest."""
        guest = self.guests.pop(peer).without_connection()
        del self.uplink[peer], self.downlink[peer]
        self.apply_host_step(host_actions.handle_lost_connection(self.host, peer))
        return guest

    def deliver_next(self, peer: int, direction: str) -> None:
        """Deliver the next text in transit, if any, to the host ("up") or the guest ("down")."""
        if direction == "up" and self.uplink.get(peer):
            self.apply_host_step(host_inbox.receive(self.host, peer, self.uplink[peer].pop(0)))
        elif direction == "down" and self.downlink.get(peer):
            text = self.downlink[peer].pop(0)
            if not text:
                self.refusals[peer] = self.guests.pop(peer).refused
                del self.uplink[peer], self.downlink[peer]
                return
            self._deliver_to_guest(peer, text)

    def _deliver_to_guest(self, peer: int, text: str) -> None:
        """Deliver a text to a guest and put the guest's replies in transit."""
        guest, texts = self.guests[peer].receive(text)
        self.guests[peer] = guest
        self.uplink[peer] += texts

    def deliver_all(self) -> None:
        """Deliver texts until none are in transit."""
        while any(self.uplink.values()) or any(self.downlink.values()):
            for peer in [*self.guests]:
                self.deliver_next(peer, "up")
                self.deliver_next(peer, "down")

    def assert_views_match_host(self) -> None:
        """Assert that each guest knows exactly the part of the game that it may see."""
        for guest in self.guests.values():
            game, known = self.host.game, guest.game_with_pending_acts
            if game is None:
                assert known is None
                continue
            assert known is not None
            seat = guest.seat
            state = game.state if seat is None else game.state.view(seat)
            if seat is None and game.state.phase is Phase.WHITE:
                state = replace(state, decisions=(None,) * state.players)
            assert known.state == state
            assert guest.view is not None
            assert guest.view.decided == visibility.decided_seats(game)


def new_host(*occupants: Occupant, variant: Variant = CLASSIC) -> Host:
    return Host(variant, occupants, SECRET_KEY, "build", entropy="e0" * 32)


def make_guest(number: int, name: str = "") -> Guest:
    return replace(new_guest(f"{number:064x}", "build"), name=name or f"Guest {number}")


def started_table(
    guest_count: int = 2, variant: Variant = CLASSIC, *, bot: bool = False
) -> SimulatedTable:
    """Return a table with a game: the host, guests, a spectator (peer 9), and optionally a bot."""
    occupants = [Occupant(HERE, "Emma"), *[Occupant() for _ in range(min(guest_count + 1, 4))]]
    table = SimulatedTable(new_host(*occupants, variant=variant))
    for number in range(1, guest_count + 1):
        table.connect(number, make_guest(number), number)
    table.connect(9, make_guest(9))
    table.deliver_all()
    if bot:
        table.apply_host_step(host_actions.seat_bot(table.host, guest_count + 1, "easy"))
    names = [
        occupant.name or str(seat + 1)
        for seat, occupant in enumerate(table.host.occupants)
        if occupant.kind != FREE
    ]
    table.apply_host_step(host_actions.start_game(table.host, names))
    table.deliver_all()
    table.assert_views_match_host()
    return table


def play_step(table: SimulatedTable, rng: random.Random) -> None:
    """Make one roll or decision for each player who can act."""
    for seat, occupant in enumerate(table.host.occupants):
        game = table.game
        state = game.state
        if occupant.kind == GUEST:
            continue
        if state.phase is Phase.ROLL and state.active == seat:
            table.apply_host_step(host_actions.request_roll(table.host, seat))
        elif seat in state.to_act:
            move = RANDOM_BOT.choose_move(state.view(seat), seat, rng)
            table.apply_host_step(
                host_actions.adopt_played_game(table.host, game.play(seat, move))
            )
    for peer, guest in [*table.guests.items()]:
        known, own_seat = guest.game_with_pending_acts, guest.seat
        if known is None or own_seat is None:
            continue
        if known.state.phase is Phase.ROLL and known.state.active == own_seat:
            table.apply_guest_step(peer, guest.request_roll())
        elif own_seat in known.state.to_act:
            move = RANDOM_BOT.choose_move(known.state, own_seat, rng)
            table.apply_guest_step(peer, guest.send_changes(known.play(own_seat, move)))


def play_to_end(table: SimulatedTable, rng: random.Random) -> None:
    while not table.host.is_finished:
        play_step(table, rng)
        table.deliver_all()
        table.assert_views_match_host()


def seat_to_request(guest: Guest) -> int:
    """Return the seat that a guest requests when it reconnects."""
    return NO_SEAT if guest.seat is None else guest.seat
