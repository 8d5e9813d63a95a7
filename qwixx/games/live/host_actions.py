"""Events at a table: seats change, a game starts, players decide and undo."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.games.game import Game
from qwixx.games.live import commit_reveal, visibility
from qwixx.games.live.broadcast import broadcast, turned_away
from qwixx.games.live.host import (
    MAX_UNDO_REQUESTS,
    MAX_WITHDRAWALS,
    NO_SEAT,
    SEATS,
    Host,
    Occupant,
    Sent,
    UndoRequest,
)
from qwixx.games.live.protocol import (
    GUEST,
    HERE,
    OUTDATED_OPEN,
    VERSION,
    Bye,
    Open,
    TableError,
    write,
)
from qwixx.games.names import check_names

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from qwixx.games.live.host import Step
    from qwixx.rules.layout import Variant


def greet(host: Host, peer: int, seat: int = NO_SEAT) -> Step:
    """Greet a guest who connected by an invitation."""
    host = replace(host, invited=(*host.invited, (peer, seat)))
    commit = host.commit(host.round)
    greeting = Open(VERSION, host.build, host.table, host.round, commit)
    return host, (Sent(peer, OUTDATED_OPEN), Sent(peer, write(greeting)))


def seat_bot(host: Host, seat: int, kind: str) -> Step:
    """Seat a bot; a guest at that seat is removed.

    During a game the bot is a substitute: the guest can return to the seat.
    """
    before = host.occupants[seat]
    if host.starting:
        return host, ()
    if host.game is None or not before.token:
        return _reseat(host, seat, Occupant(kind))
    name = before.name or host.game.names[seat]  # not the bot's own
    return _reseat(host, seat, replace(before, kind=kind, name=name, peer=None, silent=False))


def seat_here(host: Host, seat: int, name: str = "") -> Step:
    """Seat a person at the host's device, also as a substitute for an absent guest.

    During a game the guest's token stays valid, so the guest can return to the seat.
    """
    if host.starting:
        return host, ()
    before = (
        host.occupants[seat] if host.game is not None else Occupant(name=host.occupants[seat].name)
    )
    stays = host.game is not None and (before.kind == GUEST or host.has_substitute(seat))
    old_name = before.name if stays else ""
    return _reseat(
        host, seat, replace(before, kind=HERE, name=name or old_name, peer=None, silent=False)
    )


def free_seat(host: Host, seat: int) -> Step:
    """Free a seat before a game; a start is repeated without its guest."""
    if host.game is not None:
        return host, ()
    if not host.starting:
        return _reseat(host, seat, Occupant())
    return _without(host, [seat]) if host.occupants[seat].kind == GUEST else (host, ())


def dismiss(host: Host) -> Step:
    """Remove all spectators."""
    sent = tuple(sent for peer in host.spectators for sent in turned_away(peer, "removed"))
    return replace(host, spectators=()), sent


def with_variant(host: Host, variant: Variant) -> Step:
    """Change the variant; no effect during a start or a game."""
    return broadcast(replace(host, variant=variant)) if host.in_lobby else (host, ())


def start(host: Host, names: Sequence[str]) -> Step:
    """Start a game with the current occupants; it begins when all guests have sent nonces.

    Free seats are removed.

    Args:
        host: the table.
        names: names of the occupants, by seat.

    Raises:
        TableError: too few hold a seat.
        ValueError: these are no names.
    """
    if not host.can_start:
        msg = f"{len(host.taken_seats)} seats are taken"
        raise TableError(msg)
    places = {old: new for new, old in enumerate(host.taken_seats)}
    invited = tuple((peer, places.get(seat, NO_SEAT)) for peer, seat in host.invited)
    occupants = tuple(host.occupants[seat] for seat in host.taken_seats)
    return resolve(
        replace(host, occupants=occupants, invited=invited, starting=check_names(names))
    )


def rematch(host: Host, names: Sequence[str]) -> Step:
    """Start another game with the same players; no effect before the game is finished.

    Raises:
        ValueError: these are no names.
    """
    if not host.is_finished:
        return host, ()
    starting = check_names(names)
    return resolve(
        replace(host, round=host.round + 1, game=None, starting=starting, seals=(), shares=())
    )


def _started(host: Host) -> Host:
    """Fix the terms when all seals are there; begin the game when all nonces are there."""
    if host.starting and not host.seals and not host.awaited:
        seals = tuple("" if one.peer is None else one.seal for one in host.occupants)
        host = replace(host, seals=seals)
    terms = host.terms
    if not host.starting or terms is None or host.awaited:
        return host
    shares = tuple(one.nonce for one in host.occupants)
    seed = commit_reveal.seed_of(terms, host.secret(host.round), shares)
    game = Game(host.variant, host.starting, seed)
    return replace(_unsealed(host), shares=shares, game=game, starting=())


def _unsealed(host: Host) -> Host:
    """Return the table without the seals and nonces of the previous start."""
    return replace(
        host, occupants=tuple(replace(one, seal="", nonce="") for one in host.occupants)
    )


def give_up(host: Host, wait: str) -> Step:
    """Remove the guests for whom a start has waited too long, and start without them.

    Args:
        host: the table.
        wait: id of the wait, see `Host.wait`.
    """
    return _without(host, host.awaited) if host.awaited and host.wait == wait else (host, ())


def _without(host: Host, seats: Collection[int]) -> Step:
    """Repeat a start without some guests, in a new round if nonces may be known."""
    gone = [host.occupants[seat].peer for seat in seats]
    remaining = [seat for seat in range(len(host.occupants)) if seat not in seats]
    places = {old: new for new, old in enumerate(remaining)}
    host = replace(
        host,
        occupants=tuple(host.occupants[seat] for seat in remaining),
        starting=tuple(host.starting[seat] for seat in remaining),
        invited=tuple((peer, places.get(seat, NO_SEAT)) for peer, seat in host.invited),
    )
    if host.seals:
        host = replace(_unsealed(host), round=host.round + 1, seals=())
    if len(remaining) not in host.variant.players:
        free = (Occupant(),) * (SEATS - len(remaining))
        host = replace(host, occupants=(*host.occupants, *free), starting=())
    host, views = resolve(host)
    parting = (turned_away(peer, "removed") for peer in gone if peer is not None)
    return host, (*(sent for pair in parting for sent in pair), *views)


def played(host: Host, game: Game) -> Step:
    """Handle the game after a step at any device."""
    if game == host.game:
        return host, ()
    host, request = replace(host, game=game), host.undo_request
    lapsed = request is not None and game.state.turn > request.turn + 1
    return resolve(replace(host, undo_request=None) if host.is_finished or lapsed else host)


def request_undo(host: Host, seat: int) -> Step:
    """Undo a seat's last decision, if all players concerned agree.

    A decision that nobody has seen is undone at once. For others, the players who have decided
    anything since are asked; see `Host.waiting`. Nothing is undone after the game, when its secret
    is known. A table has one request at a time, and a refused seat sends no more requests in that
    turn.
    """
    game = host.game
    if game is None or host.is_finished:
        return host, ()
    if seat in visibility.decided(game):
        return withdraw(host, seat)
    event = visibility.last_decision(game, {seat})
    if event is None or host.undo_request is not None:
        return host, ()
    turn, occupant = host.turn, host.occupants[seat]
    request = UndoRequest(host.undo_request_count + 1, seat, event, turn=game.state.turn)
    asking = replace(host, undo_request=request, undo_request_count=request.number)
    if not asking.waiting:
        spent = occupant.withdrawals.is_spent(turn, MAX_WITHDRAWALS)
        return (
            (host, ())
            if spent
            else resolve(asking.with_seat(seat, withdrawals=occupant.withdrawals.add(turn)))
        )
    if seat in host.pausing:
        return host, ()
    return broadcast(asking.with_seat(seat, undo_requests=occupant.undo_requests.add(turn)))


def withdraw(host: Host, seat: int) -> Step:
    """Undo a decision in the open white step, which nobody else has seen."""
    game, withdrawals = host.game, host.occupants[seat].withdrawals
    if game is None or seat not in visibility.decided(game):
        return host, ()
    if withdrawals.is_spent(host.turn, MAX_WITHDRAWALS):
        return host, ()
    return played(
        host.with_seat(seat, withdrawals=withdrawals.add(host.turn)),
        visibility.withdrawn(game, seat),
    )


def answer(host: Host, seats: Iterable[int], *, yes: bool) -> Step:
    """Handle the answer of some seats to the undo request; the requester may cancel it."""
    seats, request = {*seats}, host.undo_request
    answering = seats & {*host.waiting}
    if request is None or not (answering or (request.requester in seats and not yes)):
        return host, ()
    if not yes:
        return broadcast(
            _refused(host, request) if answering else replace(host, undo_request=None)
        )
    agreed = (*request.agreed, *sorted(answering))
    return resolve(replace(host, undo_request=replace(request, agreed=agreed)))


def _refused(host: Host, request: UndoRequest) -> Host:
    """Return the table after a refusal: the seat sends no more requests in this turn."""
    asks = host.occupants[request.requester].undo_requests.add(host.turn, MAX_UNDO_REQUESTS)
    return replace(host, undo_request=None).with_seat(request.requester, undo_requests=asks)


def resolve(host: Host) -> Step:
    """Undo what all agreed to, continue a start, and broadcast the table."""
    host = _started(host)
    game, request = host.game, host.undo_request
    if game is not None and request is not None and not host.waiting:
        game = game.go_to(request.event).without_undone()
        host = replace(host, game=game, undo_request=None)
    return broadcast(host)


def lost(host: Host, peer: int) -> Step:
    """Handle a lost connection; a guest's seat stays reserved."""
    host = uninvited(host, peer)
    spectators = tuple(each for each in host.spectators if each != peer)
    invalid_counts = tuple(each for each in host.invalid_counts if each[0] != peer)
    host, seat = (
        replace(host, spectators=spectators, invalid_counts=invalid_counts),
        host.seat_of(peer),
    )
    return (host, ()) if seat is None else resolve(host.with_seat(seat, peer=None, silent=False))


def silence(host: Host, peer: int, *, silent: bool) -> Step:
    """Mark a guest as silent, or as heard again."""
    seat = host.seat_of(peer)
    if seat is None or host.occupants[seat].silent == silent:
        return host, ()
    return broadcast(host.with_seat(seat, silent=silent))  # silence is no consent to a question


def close(host: Host) -> tuple[Sent, ...]:
    """Return the messages with which the host leaves for good."""
    return tuple(
        sent for peer in host.peers for sent in (Sent(peer, write(Bye())), Sent(peer, ""))
    )


def uninvited(host: Host, peer: int) -> Host:
    """Return the table without a connection's pending invitation."""
    return replace(host, invited=tuple(each for each in host.invited if each[0] != peer))


def _reseat(host: Host, seat: int, occupant: Occupant) -> Step:
    before = host.occupants[seat]
    host, views = resolve(host.with_occupant(seat, occupant))
    if before.peer is None:
        return host, views
    # A guest who is only silent gets a substitute, and may return.
    parting = (Sent(before.peer, ""),) if before.silent else turned_away(before.peer, "removed")
    return host, (*parting, *views)
