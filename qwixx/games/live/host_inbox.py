"""The host's inbox: handle messages from guests, who are untrusted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.games.events import Decision
from qwixx.games.live import commit_reveal
from qwixx.games.live.broadcast import turned_away, view_for
from qwixx.games.live.host import MAX_REJECTIONS, NO_SEAT, Host, Occupant, Sent
from qwixx.games.live.host_actions import (
    answer,
    free_seat,
    lost,
    played,
    request_undo,
    resolve,
    uninvited,
    withdraw,
)
from qwixx.games.live.protocol import (
    BACK,
    FREE,
    GUEST,
    ROLL,
    VERSION,
    Act,
    Agree,
    Ask,
    Bye,
    Hello,
    Refuse,
    Seal,
    Share,
    TableError,
    Welcome,
    read_guest,
    write,
)
from qwixx.rules.moves import is_int_in_range, parse_move
from qwixx.rules.state import Phase

if TYPE_CHECKING:
    from qwixx.games.game import Game
    from qwixx.games.live.host import Step

MAX_SPECTATORS = 5
"""Maximum number of spectators."""
PATIENCE = 8
"""Number of invalid messages after which a guest is removed."""


def receive(host: Host, peer: int, text: object) -> Step:
    """Handle a text from a connection; unknown connections are ignored."""
    if peer not in host.peers:
        return host, ()
    try:
        message = read_guest(text)
    except TableError:
        return _count_invalid(host, peer)
    if isinstance(message, Hello):
        return _hello(host, peer, message)
    if isinstance(message, Bye):
        return _bye(host, peer)
    seat = host.seat_of(peer)
    if seat is None:  # a spectator, or a guest without a greeting
        return _count_invalid(host, peer)
    if isinstance(message, Seal):
        return _seal(host, seat, message)
    if isinstance(message, Share):
        return _share(host, peer, seat, message.nonce)
    if message.number <= host.occupants[seat].last_received:
        return host, ()  # a repetition
    noted = host.with_seat(seat, last_received=message.number)
    after, sent = _apply(noted, seat, message)
    return (after, sent) if after is not noted else _reject(host, noted, seat)


def _reject(host: Host, noted: Host, seat: int) -> Step:
    """Answer a message without effect: only to its sender, and only so often."""
    rejections = host.occupants[seat].rejections
    if rejections.is_spent(host.turn, MAX_REJECTIONS):
        return host, ()
    return noted.with_seat(seat, rejections=rejections.add(host.turn)), (view_for(noted, seat),)


def _apply(host: Host, seat: int, message: Act | Ask | Agree) -> Step:
    if isinstance(message, Ask):
        return request_undo(host, seat)
    if isinstance(message, Agree):
        same = host.undo_request is not None and host.undo_request.number == message.undo_request
        return answer(host, (seat,), yes=message.yes) if same else (host, ())
    game = host.game
    if game is None or (message.turn, message.phase) != (game.state.turn, game.state.phase.value):
        return host, ()
    if message.do == BACK:
        return withdraw(host, seat)
    acted = _acted(game, seat, message)
    return (host, ()) if acted is None else played(host, acted)


def _acted(game: Game, seat: int, act: Act) -> Game | None:
    """Return the game after a guest's roll or move; None if that cannot be done now."""
    if act.do == ROLL:
        rolls = game.state.phase is Phase.ROLL and game.state.active == seat
        return game.roll() if rolls else None
    try:
        return game.follow(Decision(seat, parse_move(act.do)))
    except ValueError:
        return None


def _seal(host: Host, seat: int, message: Seal) -> Step:
    """Store a guest's first seal for the next start; seals for earlier starts are outdated."""
    if message.commit != host.next_commit or host.occupants[seat].seal:
        return host, ()
    host = host.with_seat(seat, seal=message.seal)
    return resolve(host) if host.starting else (host, ())


def _share(host: Host, peer: int, seat: int, nonce: str) -> Step:
    """Store a guest's nonce, if it matches the seal."""
    if seat not in host.awaited or not host.seals:
        return host, ()  # a repetition
    if commit_reveal.seal_of(host.commit(host.round), nonce) != host.seals[seat]:
        return _count_invalid(host, peer)
    return resolve(host.with_seat(seat, nonce=nonce))


def _hello(host: Host, peer: int, hello: Hello) -> Step:
    invited_seat = dict(host.invited).get(peer)
    if invited_seat is None:
        return _count_invalid(host, peer)  # a second greeting
    if hello.version != VERSION:
        return _refuse(host, peer, "version")
    own = _seat_with(host, hello.token)
    if own is not None:
        return _return_to_seat(host, peer, hello, own)
    if invited_seat == NO_SEAT:
        return _watch(host, peer)
    seat = invited_seat if _has_room(host, invited_seat) else host.wanting
    if seat is None or host.starting:  # the terms are fixed
        return _refuse(host, peer, "full")
    before = host.occupants[seat]
    host = replace(host, welcomed=host.welcomed + 1)
    token = host.derive("token", host.welcomed)[:32]
    seal = _seal_in(host, hello)
    return _sit(host, seat, before, Occupant(GUEST, hello.name, token, peer, seal=seal))


def _return_to_seat(host: Host, peer: int, hello: Hello, seat: int) -> Step:
    """Seat a returning guest."""
    before = host.occupants[seat]
    if before.kind == GUEST and not before.is_away:
        return _refuse(host, peer, "twice")
    name, seal = hello.name or before.name, _seal_in(host, hello)
    occupant = replace(before, kind=GUEST, name=name, peer=peer, silent=False, seal=seal)
    return _sit(host, seat, before, occupant)


def _seal_in(host: Host, hello: Hello) -> str:
    """Return the seal in a greeting; "" if it is for an earlier start."""
    return hello.seal if hello.commit == host.next_commit else ""


def _sit(host: Host, seat: int, before: Occupant, occupant: Occupant) -> Step:
    """Seat a guest."""
    peer = -1 if occupant.peer is None else occupant.peer
    gone = () if before.peer is None else (Sent(before.peer, ""),)
    host, views = resolve(uninvited(host, peer).with_occupant(seat, occupant))
    return host, (
        *gone,
        Sent(peer, write(Welcome(occupant.token, occupant.last_received))),
        *views,
    )


def _watch(host: Host, peer: int) -> Step:
    if len(host.spectators) >= MAX_SPECTATORS:
        return _refuse(host, peer, "full")
    host = replace(uninvited(host, peer), spectators=(*host.spectators, peer))
    return host, (Sent(peer, write(Welcome("", 0))), view_for(host, NO_SEAT, peer))


def _bye(host: Host, peer: int) -> Step:
    seat = host.seat_of(peer)
    if seat is not None and seat in host.awaited:
        return free_seat(host, seat)
    host, sent = lost(host, peer)
    if seat is not None and host.game is None and not host.starting:
        host, sent = free_seat(host, seat)
    return host, (Sent(peer, ""), *sent)


def _count_invalid(host: Host, peer: int) -> Step:
    count = dict(host.invalid_counts).get(peer, 0) + 1
    if count >= PATIENCE:
        host, sent = lost(host, peer)
        return host, (*turned_away(peer, "message"), *sent)
    others = tuple(each for each in host.invalid_counts if each[0] != peer)
    return replace(host, invalid_counts=(*others, (peer, count))), (
        Sent(peer, write(Refuse("message"))),
    )


def _refuse(host: Host, peer: int, reason: str) -> Step:
    return uninvited(host, peer), turned_away(peer, reason)


def _has_room(host: Host, seat: int) -> bool:
    if not is_int_in_range(seat, 0, len(host.occupants) - 1):
        return False
    occupant = host.occupants[seat]
    return occupant.kind == FREE or occupant.is_away or host.has_substitute(seat)


def _seat_with(host: Host, token: str) -> int | None:
    seats = (seat for seat, occupant in enumerate(host.occupants) if occupant.token == token)
    return next(seats, None) if token else None
