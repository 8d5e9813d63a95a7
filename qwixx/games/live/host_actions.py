"""What happens at a table: who sits down, what is played, what is taken back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.games.game import Game
from qwixx.games.live import commit_reveal, visibility
from qwixx.games.live.broadcast import tell, turned_away
from qwixx.games.live.host import (
    MOST_ASKED,
    MOST_TAKEN_BACK,
    SEATS,
    WATCHER,
    Holder,
    Host,
    Question,
    Sent,
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


def greet(host: Host, peer: int, seat: int = WATCHER) -> Step:
    """Greet who comes over a connection that was an invitation to a seat, or to watch."""
    host = replace(host, invited=(*host.invited, (peer, seat)))
    commit = host.commit(host.round)
    greeting = Open(VERSION, host.build, host.table, host.round, commit)
    return host, (Sent(peer, OUTDATED_OPEN), Sent(peer, write(greeting)))


def seat_bot(host: Host, seat: int, kind: str) -> Step:
    """Let a bot play at a seat; a guest who sits there is turned away.

    In a game it only stands in for a guest: who is invited back has the seat again.
    """
    before = host.holders[seat]
    if host.starting:
        return host, ()
    if host.game is None or not before.token:
        return _reseat(host, seat, Holder(kind))
    name = before.name or host.game.names[seat]  # not the bot's own
    return _reseat(host, seat, replace(before, kind=kind, name=name, peer=None, silent=False))


def seat_here(host: Host, seat: int, name: str = "") -> Step:
    """Let somebody at the host's device play at a seat, for a guest who is away, too.

    In a game that guest's token stays: who comes back has the seat again.
    """
    if host.starting:
        return host, ()
    before = host.holders[seat] if host.game is not None else Holder(name=host.holders[seat].name)
    stays = host.game is not None and (before.kind == GUEST or host.stands_in(seat))
    kept = before.name if stays else ""
    return _reseat(
        host, seat, replace(before, kind=HERE, name=name or kept, peer=None, silent=False)
    )


def free(host: Host, seat: int) -> Step:
    """Free a seat before a game; a start without its guest begins anew."""
    if host.game is not None:
        return host, ()
    if not host.starting:
        return _reseat(host, seat, Holder())
    return _without(host, [seat]) if host.holders[seat].kind == GUEST else (host, ())


def dismiss(host: Host) -> Step:
    """Turn away all who only watch."""
    sent = tuple(sent for peer in host.watchers for sent in turned_away(peer, "removed"))
    return replace(host, watchers=()), sent


def with_variant(host: Host, variant: Variant) -> Step:
    """Play by other rules; in a game, and while one is about to begin, nothing happens."""
    return tell(replace(host, variant=variant)) if host.in_lobby else (host, ())


def start(host: Host, names: Sequence[str]) -> Step:
    """Begin the game with who is there, as soon as all guests have given their shares.

    Free seats are taken away.

    Args:
        host: the table.
        names: what each who holds a seat is called, in the order of the seats.

    Raises:
        TableError: too few hold a seat.
        ValueError: these are no names.
    """
    if not host.can_start:
        msg = f"{len(host.taken)} seats are taken"
        raise TableError(msg)
    places = {old: new for new, old in enumerate(host.taken)}
    invited = tuple((peer, places.get(seat, WATCHER)) for peer, seat in host.invited)
    holders = tuple(host.holders[seat] for seat in host.taken)
    return resolve(replace(host, holders=holders, invited=invited, starting=check_names(names)))


def rematch(host: Host, names: Sequence[str]) -> Step:
    """Begin another game with the same players, likewise; before one is over nothing happens.

    Raises:
        ValueError: these are no names.
    """
    if not host.is_over:
        return host, ()
    starting = check_names(names)
    return resolve(
        replace(host, round=host.round + 1, game=None, starting=starting, seals=(), shares=())
    )


def _started(host: Host) -> Host:
    """Fix the terms of a start when all seals are there, begin its game when all shares are."""
    if host.starting and not host.seals and not host.awaited:
        seals = tuple("" if one.peer is None else one.seal for one in host.holders)
        host = replace(host, seals=seals)
    terms = host.terms
    if not host.starting or terms is None or host.awaited:
        return host
    shares = tuple(one.nonce for one in host.holders)
    seed = commit_reveal.seed_of(terms, host.secret(host.round), shares)
    game = Game(host.variant, host.starting, seed)
    return replace(_unsealed(host), shares=shares, game=game, starting=())


def _unsealed(host: Host) -> Host:
    """Return the table without the seals and shares for a start that is over."""
    return replace(host, holders=tuple(replace(one, seal="", nonce="") for one in host.holders))


def give_up(host: Host, wait: str) -> Step:
    """Remove the guests for whom a start has waited long enough; without them it begins anew.

    Args:
        host: the table.
        wait: the name of the wait, see `Host.wait`.
    """
    return _without(host, host.awaited) if host.awaited and host.wait == wait else (host, ())


def _without(host: Host, seats: Collection[int]) -> Step:
    """Begin a start anew without some guests, in a new round if shares may be known."""
    gone = [host.holders[seat].peer for seat in seats]
    kept = [seat for seat in range(len(host.holders)) if seat not in seats]
    places = {old: new for new, old in enumerate(kept)}
    host = replace(
        host,
        holders=tuple(host.holders[seat] for seat in kept),
        starting=tuple(host.starting[seat] for seat in kept),
        invited=tuple((peer, places.get(seat, WATCHER)) for peer, seat in host.invited),
    )
    if host.seals:
        host = replace(_unsealed(host), round=host.round + 1, seals=())
    if len(kept) not in host.variant.players:
        free = (Holder(),) * (SEATS - len(kept))
        host = replace(host, holders=(*host.holders, *free), starting=())
    host, told = resolve(host)
    parting = (turned_away(peer, "removed") for peer in gone if peer is not None)
    return host, (*(sent for pair in parting for sent in pair), *told)


def played(host: Host, game: Game) -> Step:
    """Take the game as it is after somebody has done something, at whatever device."""
    if game == host.game:
        return host, ()
    host, question = replace(host, game=game), host.question
    lapsed = question is not None and game.state.turn > question.turn + 1
    return resolve(replace(host, question=None) if host.is_over or lapsed else host)


def ask(host: Host, seat: int) -> Step:
    """Take back what was done last at a seat, if all agree whom it concerns.

    What nobody has seen is taken back at once. All who have decided anything since are asked
    before the rest is: see `Host.waiting`. When a game is over its secret is known, and nothing
    is taken back. A table has one question at a time, and a seat asks no more in a turn in which
    it was refused.
    """
    game = host.game
    if game is None or host.is_over:
        return host, ()
    if seat in visibility.decided(game):
        return withdraw(host, seat)
    event = visibility.last_decision(game, {seat})
    if event is None or host.question is not None:
        return host, ()
    turn, holder = host.turn, host.holders[seat]
    question = Question(host.asked + 1, seat, event, turn=game.state.turn)
    asking = replace(host, question=question, asked=question.number)
    if not asking.waiting:
        spent = holder.backs.is_spent(turn, MOST_TAKEN_BACK)
        return (host, ()) if spent else resolve(asking.hold(seat, backs=holder.backs.add(turn)))
    if seat in host.pausing:
        return host, ()
    return tell(asking.hold(seat, asks=holder.asks.add(turn)))


def withdraw(host: Host, seat: int) -> Step:
    """Take back a decision of the open white step, which nobody else has seen."""
    game, backs = host.game, host.holders[seat].backs
    if game is None or seat not in visibility.decided(game):
        return host, ()
    if backs.is_spent(host.turn, MOST_TAKEN_BACK):
        return host, ()
    return played(host.hold(seat, backs=backs.add(host.turn)), visibility.withdrawn(game, seat))


def answer(host: Host, seats: Iterable[int], *, yes: bool) -> Step:
    """Take the answer of some seats to what the table is asked; who asks may think otherwise."""
    seats, question = {*seats}, host.question
    answering = seats & {*host.waiting}
    if question is None or not (answering or (question.asker in seats and not yes)):
        return host, ()
    if not yes:
        return tell(_refused(host, question) if answering else replace(host, question=None))
    agreed = (*question.agreed, *sorted(answering))
    return resolve(replace(host, question=replace(question, agreed=agreed)))


def _refused(host: Host, question: Question) -> Host:
    """Return the table after somebody has refused: that seat asks no more in this turn."""
    asks = host.holders[question.asker].asks.add(host.turn, MOST_ASKED)
    return replace(host, question=None).hold(question.asker, asks=asks)


def resolve(host: Host) -> Step:
    """Take back what all agree on, go on with a start, and tell how the table is now."""
    host = _started(host)
    game, question = host.game, host.question
    if game is not None and question is not None and not host.waiting:
        game = game.go_to(question.event).without_undone()
        host = replace(host, game=game, question=None)
    return tell(host)


def lost(host: Host, peer: int) -> Step:
    """Take note that a connection is gone; a guest's seat waits for it."""
    host = uninvited(host, peer)
    watchers = tuple(each for each in host.watchers if each != peer)
    faults = tuple(each for each in host.faults if each[0] != peer)
    host, seat = replace(host, watchers=watchers, faults=faults), host.seat_of(peer)
    return (host, ()) if seat is None else resolve(host.hold(seat, peer=None, silent=False))


def silence(host: Host, peer: int, *, silent: bool) -> Step:
    """Take note that nothing has come over a connection for a while, or something comes again."""
    seat = host.seat_of(peer)
    if seat is None or host.holders[seat].silent == silent:
        return host, ()
    return tell(host.hold(seat, silent=silent))  # silence is no consent to a question


def close(host: Host) -> tuple[Sent, ...]:
    """Return what is sent to all when the host leaves for good."""
    return tuple(
        sent for peer in host.peers for sent in (Sent(peer, write(Bye())), Sent(peer, ""))
    )


def uninvited(host: Host, peer: int) -> Host:
    """Return the table where it is known who comes over a connection, or that nobody does."""
    return replace(host, invited=tuple(each for each in host.invited if each[0] != peer))


def _reseat(host: Host, seat: int, holder: Holder) -> Step:
    before = host.holders[seat]
    host, told = resolve(host.with_holder(seat, holder))
    if before.peer is None:
        return host, told
    # Who is only silent is not sent away: somebody stands in.
    parting = (Sent(before.peer, ""),) if before.silent else turned_away(before.peer, "removed")
    return host, (*parting, *told)
