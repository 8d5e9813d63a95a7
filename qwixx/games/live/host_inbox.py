"""What comes to the host from guests: whatever it is, the table goes on."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.games.events import Decision
from qwixx.games.live import commit_reveal
from qwixx.games.live.broadcast import told_to, turned_away
from qwixx.games.live.host import MOST_IN_VAIN, WATCHER, Holder, Host, Sent
from qwixx.games.live.host_actions import (
    answer,
    ask,
    free,
    lost,
    played,
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

MOST_WATCHERS = 5
"""How many may watch."""
PATIENCE = 8
"""After how many texts that are no messages a guest is turned away."""


def receive(host: Host, peer: int, text: object) -> Step:
    """Take what came over a connection; one that is not known, or no longer, is not heard."""
    if peer not in host.peers:
        return host, ()
    try:
        message = read_guest(text)
    except TableError:
        return _fault(host, peer)
    if isinstance(message, Hello):
        return _hello(host, peer, message)
    if isinstance(message, Bye):
        return _bye(host, peer)
    seat = host.seat_of(peer)
    if seat is None:  # it only watches, or has not said who it is
        return _fault(host, peer)
    if isinstance(message, Seal):
        return _seal(host, seat, message)
    if isinstance(message, Share):
        return _share(host, peer, seat, message.nonce)
    if message.number <= host.holders[seat].heard:
        return host, ()  # it has come before
    heard = host.hold(seat, heard=message.number)
    after, sent = _take(heard, seat, message)
    return (after, sent) if after is not heard else _in_vain(host, heard, seat)


def _in_vain(host: Host, heard: Host, seat: int) -> Step:
    """Answer a text that came to nothing: its sender alone, and only so often."""
    vain = host.holders[seat].vain
    if vain.is_spent(host.turn, MOST_IN_VAIN):
        return host, ()
    return heard.hold(seat, vain=vain.add(host.turn)), (told_to(heard, seat),)


def _take(host: Host, seat: int, message: Act | Ask | Agree) -> Step:
    if isinstance(message, Ask):
        return ask(host, seat)
    if isinstance(message, Agree):
        same = host.question is not None and host.question.number == message.asked
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
    """Note a guest's first seal for the next start; one for an earlier start is outdated."""
    if message.commit != host.next_commit or host.holders[seat].seal:
        return host, ()
    host = host.hold(seat, seal=message.seal)
    return resolve(host) if host.starting else (host, ())


def _share(host: Host, peer: int, seat: int, nonce: str) -> Step:
    """Note a guest's share in the dice, if it is the one that was sealed."""
    if seat not in host.awaited or not host.seals:
        return host, ()  # it has come before
    if commit_reveal.seal_of(host.commit(host.round), nonce) != host.seals[seat]:
        return _fault(host, peer)
    return resolve(host.hold(seat, nonce=nonce))


def _hello(host: Host, peer: int, hello: Hello) -> Step:
    wanted = dict(host.invited).get(peer)
    if wanted is None:
        return _fault(host, peer)  # it has said so already
    if hello.version != VERSION:
        return _refuse(host, peer, "version")
    own = _seat_with(host, hello.token)
    if own is not None:
        return _come_back(host, peer, hello, own)
    if wanted == WATCHER:
        return _watch(host, peer)
    seat = wanted if _has_room(host, wanted) else host.wanting
    if seat is None or host.starting:  # the terms are fixed for those who are there
        return _refuse(host, peer, "full")
    before = host.holders[seat]
    host = replace(host, welcomed=host.welcomed + 1)
    token = host.derived("token", host.welcomed)[:32]
    seal = _seal_in(host, hello)
    return _sit(host, seat, before, Holder(GUEST, hello.name, token, peer, seal=seal))


def _come_back(host: Host, peer: int, hello: Hello, seat: int) -> Step:
    """Give a guest its seat again."""
    before = host.holders[seat]
    if before.kind == GUEST and not before.is_away:
        return _refuse(host, peer, "twice")
    name, seal = hello.name or before.name, _seal_in(host, hello)
    holder = replace(before, kind=GUEST, name=name, peer=peer, silent=False, seal=seal)
    return _sit(host, seat, before, holder)


def _seal_in(host: Host, hello: Hello) -> str:
    """Return the seal in a greeting; "" if it is for an earlier start."""
    return hello.seal if hello.commit == host.next_commit else ""


def _sit(host: Host, seat: int, before: Holder, holder: Holder) -> Step:
    """Let a guest sit down."""
    peer = -1 if holder.peer is None else holder.peer
    gone = () if before.peer is None else (Sent(before.peer, ""),)
    host, told = resolve(uninvited(host, peer).with_holder(seat, holder))
    return host, (*gone, Sent(peer, write(Welcome(holder.token, holder.heard))), *told)


def _watch(host: Host, peer: int) -> Step:
    if len(host.watchers) >= MOST_WATCHERS:
        return _refuse(host, peer, "full")
    host = replace(uninvited(host, peer), watchers=(*host.watchers, peer))
    return host, (Sent(peer, write(Welcome("", 0))), told_to(host, WATCHER, peer))


def _bye(host: Host, peer: int) -> Step:
    seat = host.seat_of(peer)
    if seat is not None and seat in host.awaited:
        return free(host, seat)
    host, sent = lost(host, peer)
    if seat is not None and host.game is None and not host.starting:
        host, sent = free(host, seat)
    return host, (Sent(peer, ""), *sent)


def _fault(host: Host, peer: int) -> Step:
    count = dict(host.faults).get(peer, 0) + 1
    if count >= PATIENCE:
        host, sent = lost(host, peer)
        return host, (*turned_away(peer, "message"), *sent)
    others = tuple(each for each in host.faults if each[0] != peer)
    return replace(host, faults=(*others, (peer, count))), (Sent(peer, write(Refuse("message"))),)


def _refuse(host: Host, peer: int, why: str) -> Step:
    return uninvited(host, peer), turned_away(peer, why)


def _has_room(host: Host, seat: int) -> bool:
    if not is_int_in_range(seat, 0, len(host.holders) - 1):
        return False
    holder = host.holders[seat]
    return holder.kind == FREE or holder.is_away or host.stands_in(seat)


def _seat_with(host: Host, token: str) -> int | None:
    seats = (seat for seat, holder in enumerate(host.holders) if holder.token == token)
    return next(seats, None) if token else None
