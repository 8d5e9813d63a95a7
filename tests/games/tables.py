"""A host and its guests over a transport in memory."""

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


SALT = "5a" * 32
RANDOM = find_bot("random")
LOBBY = TableView(
    number=1,
    last_received=0,
    seat=1,
    variant="classic",
    occupants=(),
    round=0,
    commit="",
    seals=(),
    nonces=(),
    playing=False,
    first=0,
    events=(),
    decided=(),
    undo_request=0,
    requester=-1,
    waiting=(),
    secret="",
    following="",
)
"""What a host tells a guest before anybody sits down."""


@dataclass
class Room:
    """A table whose texts lie on the way until somebody lets them come.

    Args:
        host: the table as its host knows it.
        guests: by the number of their connection.
        up, down: what is on its way to the host, and to each guest.
        refused: why the host turned connections away.
    """

    host: Host
    guests: dict[int, Guest] = field(default_factory=dict)
    up: dict[int, list[str]] = field(default_factory=dict)
    down: dict[int, list[str]] = field(default_factory=dict)
    refused: dict[int, str] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        """The game as the host knows it, which must have begun."""
        assert self.host.game is not None
        return self.host.game

    def known(self, peer: int) -> Game:
        """Return the game as a guest knows it."""
        game = self.guests[peer].game_with_pending_acts
        assert game is not None
        return game

    def told(self, peer: int) -> TableView:
        """Return what a guest was told last."""
        told = self.guests[peer].view
        assert told is not None
        return told

    def take(self, step: tuple[Host, tuple[Sent, ...]]) -> None:
        """Let the host be the next one, and put on the way what it sends."""
        self.host, sent = step
        for peer, text in sent:
            if not text:
                self.down[peer].append("")
            elif peer in self.down:
                self.down[peer].append(text)

    def join(self, peer: int, guest: Guest, seat: int = NO_SEAT) -> None:
        """Let a guest come over a new connection."""
        self.guests[peer], self.up[peer], self.down[peer] = guest, [], []
        self.take(host_actions.greet_guest(self.host, peer, seat))

    def does(self, peer: int, step: tuple[Guest, tuple[str, ...]]) -> None:
        """Let a guest be the next one, and put on the way what it sends."""
        self.guests[peer], texts = step
        self.up[peer] += texts

    def drop(self, peer: int) -> Guest:
        """Cut a connection: what is on its way is lost."""
        guest = self.guests.pop(peer).without_connection()
        del self.up[peer], self.down[peer]
        self.take(host_actions.handle_lost_connection(self.host, peer))
        return guest

    def come(self, peer: int, way: str) -> None:
        """Let the first text on a way come, if there is one."""
        if way == "up" and self.up.get(peer):
            self.take(host_inbox.receive(self.host, peer, self.up[peer].pop(0)))
        elif way == "down" and self.down.get(peer):
            text = self.down[peer].pop(0)
            if not text:
                self.refused[peer] = self.guests.pop(peer).refused
                del self.up[peer], self.down[peer]
                return
            self.does_quietly(peer, text)

    def does_quietly(self, peer: int, text: str) -> None:
        """Let a guest hear, and put on the way what it answers."""
        guest, texts = self.guests[peer].receive(text)
        self.guests[peer] = guest
        self.up[peer] += texts

    def settle(self) -> None:
        """Let all come that is on its way."""
        while any(self.up.values()) or any(self.down.values()):
            for peer in [*self.guests]:
                self.come(peer, "up")
                self.come(peer, "down")

    def agree(self) -> None:
        """Make sure that each guest knows what it may, and nothing else."""
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


def a_table(*holders: Occupant, variant: Variant = CLASSIC) -> Host:
    return Host(variant, holders, SALT, "build")


def guest(number: int, name: str = "") -> Guest:
    return replace(new_guest(f"{number:064x}", "build"), name=name or f"Guest {number}")


def seated(guests: int = 2, variant: Variant = CLASSIC, *, bot: bool = False) -> Room:
    """Return a room in which a game has begun: the host, guests, maybe a bot, and a watcher."""
    holders = [Occupant(HERE, "Emma"), *[Occupant() for _ in range(min(guests + 1, 4))]]
    room = Room(a_table(*holders, variant=variant))
    for number in range(1, guests + 1):
        room.join(number, guest(number), number)
    room.join(9, guest(9))
    room.settle()
    if bot:
        room.take(host_actions.seat_bot(room.host, guests + 1, "easy"))
    names = [
        one.name or str(n + 1) for n, one in enumerate(room.host.occupants) if one.kind != FREE
    ]
    room.take(host_actions.start_game(room.host, names))
    room.settle()
    room.agree()
    return room


def play_step(room: Room, rng: random.Random) -> None:
    """Let everybody who may do something do it once."""
    for seat, holder in enumerate(room.host.occupants):
        game = room.game
        state = game.state
        if holder.kind == GUEST:
            continue
        if state.phase is Phase.ROLL and state.active == seat:
            room.take(host_actions.adopt_played_game(room.host, game.roll()))
        elif seat in state.to_act:
            move = RANDOM.choose_move(state.view(seat), seat, rng)
            room.take(host_actions.adopt_played_game(room.host, game.play(seat, move)))
    for peer, one in [*room.guests.items()]:
        known, own = one.game_with_pending_acts, one.seat
        if known is None or own is None:
            continue
        if known.state.phase is Phase.ROLL and known.state.active == own:
            room.does(peer, one.request_roll())
        elif own in known.state.to_act:
            move = RANDOM.choose_move(known.state, own, rng)
            room.does(peer, one.send_changes(known.play(own, move)))


def play_out(room: Room, rng: random.Random) -> None:
    while not room.host.is_finished:
        play_step(room, rng)
        room.settle()
        room.agree()


def seat_wanted(one: Guest) -> int:
    return NO_SEAT if one.seat is None else one.seat
