"""Events at a table: seats change, a game starts, and players decide and undo."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.games.game import Game
from qwixx.games.live import commit_reveal, visibility
from qwixx.games.live.broadcast import broadcast, refusal_messages
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
    encode_message,
)
from qwixx.games.names import check_names

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from qwixx.games.live.host import Step
    from qwixx.rules.layout import Variant


def greet_guest(host: Host, peer: int, invited_seat: int = NO_SEAT) -> Step:
    """Greet a guest who connected through an invitation."""
    host = replace(host, invited=(*host.invited, (peer, invited_seat)))
    commit = host.commitment_for_round(host.round)
    greeting = Open(VERSION, host.build, host.table_id, host.round, commit)
    return host, (Sent(peer, OUTDATED_OPEN), Sent(peer, encode_message(greeting)))


def seat_bot(host: Host, seat: int, kind: str) -> Step:
    """Seat a bot, removing any guest at that seat; no effect during a start.

    During a game, the bot is a substitute: the guest can return to the seat.
    """
    before = host.occupants[seat]
    if host.starting:
        return host, ()
    if host.game is None or not before.token:
        return _replace_occupant(host, seat, Occupant(kind))
    name = before.name or host.game.names[seat]  # keep the guest's name
    return _replace_occupant(
        host, seat, replace(before, kind=kind, name=name, peer=None, silent=False)
    )


def seat_local_person(host: Host, seat: int, name: str = "") -> Step:
    """Seat a person at the host's device, perhaps as a substitute for an absent guest.

    During a game, the guest's token stays valid, so the guest can return to the seat.
    """
    if host.starting:
        return host, ()
    before = (
        host.occupants[seat] if host.game is not None else Occupant(name=host.occupants[seat].name)
    )
    stays = host.game is not None and (before.kind == GUEST or host.has_substitute(seat))
    old_name = before.name if stays else ""
    return _replace_occupant(
        host, seat, replace(before, kind=HERE, name=name or old_name, peer=None, silent=False)
    )


def free_seat(host: Host, seat: int) -> Step:
    """Free a seat before a game; if a start is in progress, repeat it without the seat's guest."""
    if host.game is not None:
        return host, ()
    if not host.starting:
        return _replace_occupant(host, seat, Occupant())
    return _restart_without(host, [seat]) if host.occupants[seat].kind == GUEST else (host, ())


def remove_spectators(host: Host) -> Step:
    """Remove all spectators."""
    sent = tuple(sent for peer in host.spectators for sent in refusal_messages(peer, "removed"))
    return replace(host, spectators=()), sent


def change_variant(host: Host, variant: Variant) -> Step:
    """Change the variant; no effect during a start or a game."""
    return broadcast(replace(host, variant=variant)) if host.is_in_lobby else (host, ())


def start_game(host: Host, names: Sequence[str]) -> Step:
    """Start a game with the current occupants; play begins once all guests have sent nonces.

    Free seats are removed.

    Args:
        host: the table.
        names: names of the occupants, by seat.

    Raises:
        TableError: the number of taken seats does not fit the variant, or the table is not in the
            lobby.
        ValueError: a name is invalid.
    """
    if not host.can_start:
        msg = f"{len(host.taken_seats)} seats are taken"
        raise TableError(msg)
    places = {old: new for new, old in enumerate(host.taken_seats)}
    invited = tuple((peer, places.get(seat, NO_SEAT)) for peer, seat in host.invited)
    occupants = tuple(host.occupants[seat] for seat in host.taken_seats)
    return broadcast(
        complete_start_or_undo(
            replace(host, occupants=occupants, invited=invited, starting=check_names(names))
        )
    )


def start_rematch(host: Host, names: Sequence[str]) -> Step:
    """Start another game with the same players; no effect before the current game ends.

    Raises:
        ValueError: a name is invalid.
    """
    if not host.is_finished:
        return host, ()
    starting = check_names(names)
    return broadcast(
        complete_start_or_undo(
            replace(host, round=host.round + 1, game=None, starting=starting, seals=(), shares=())
        )
    )


def _advance_start(host: Host) -> Host:
    """Fix the terms once all seals have arrived; begin the game once all nonces have arrived."""
    if host.starting and not host.seals and not host.seats_delaying_start:
        seals = tuple("" if one.peer is None else one.seal for one in host.occupants)
        host = replace(host, seals=seals)
    terms = host.fixed_terms
    if not host.starting or terms is None or host.seats_delaying_start:
        return host
    shares = tuple(one.nonce for one in host.occupants)
    seed = commit_reveal.derive_seed(terms, host.secret_for_round(host.round), shares)
    game = Game(host.variant, host.starting, seed)
    return replace(_without_seals_or_nonces(host), shares=shares, game=game, starting=())


def _without_seals_or_nonces(host: Host) -> Host:
    """Return the table without its occupants' seals and nonces."""
    return replace(
        host, occupants=tuple(replace(one, seal="", nonce="") for one in host.occupants)
    )


def start_without_late_guests(host: Host, start_wait_id: str) -> Step:
    """Remove the guests whom a start has waited for too long, and start without them.

    Args:
        host: the table.
        start_wait_id: id of the wait that timed out; see `Host.start_wait_id`.
    """
    return (
        _restart_without(host, host.seats_delaying_start)
        if host.seats_delaying_start and host.start_wait_id == start_wait_id
        else (host, ())
    )


def _restart_without(host: Host, seats: Collection[int]) -> Step:
    """Repeat a start without the given seats, in a new round if nonces may be known."""
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
        host = replace(_without_seals_or_nonces(host), round=host.round + 1, seals=())
    if len(remaining) not in host.variant.players:
        free = (Occupant(),) * (SEATS - len(remaining))
        host = replace(host, occupants=(*host.occupants, *free), starting=())
    host, views = broadcast(complete_start_or_undo(host))
    parting = (refusal_messages(peer, "removed") for peer in gone if peer is not None)
    return host, (*(sent for pair in parting for sent in pair), *views)


def adopt_played_game(host: Host, game: Game) -> Step:
    """Store the game after an action on any device, and send it to the guests."""
    if game == host.game:
        return host, ()
    host, request = replace(host, game=game), host.undo_request
    lapsed = request is not None and game.state.turn > request.turn + 1
    return broadcast(
        complete_start_or_undo(
            replace(host, undo_request=None) if host.is_finished or lapsed else host
        )
    )


def undo_or_request_consent(host: Host, seat: int) -> Step:
    """Undo a seat's last decision if all players concerned agree.

    A decision that nobody else has seen is undone immediately. For any other decision, the players
    who have decided anything since then are asked; see `Host.seats_yet_to_answer_undo`. Nothing is
    undone after the end of the game, when the secret is known. A table has at most one open
    request, and a seat whose request was refused may send no more requests in that turn.
    """
    game = host.game
    if game is None or host.is_finished:
        return host, ()
    if seat in visibility.decided_seats(game):
        return withdraw_decision(host, seat)
    event = visibility.last_decision_index(game, {seat})
    if event is None or host.undo_request is not None:
        return host, ()
    turn, occupant = host.round_and_turn, host.occupants[seat]
    request = UndoRequest(host.undo_request_count + 1, seat, event, turn=game.state.turn)
    asking = replace(host, undo_request=request, undo_request_count=request.number)
    if not asking.seats_yet_to_answer_undo:
        spent = occupant.withdrawals.is_spent(turn, MAX_WITHDRAWALS)
        return (
            (host, ())
            if spent
            else broadcast(
                complete_start_or_undo(
                    asking.with_changed_occupant(
                        seat, withdrawals=occupant.withdrawals.with_uses(turn)
                    )
                )
            )
        )
    if seat in host.undo_paused_seats:
        return host, ()
    return broadcast(
        asking.with_changed_occupant(seat, undo_requests=occupant.undo_requests.with_uses(turn))
    )


def withdraw_decision(host: Host, seat: int) -> Step:
    """Undo a seat's secret decision in the open white step."""
    game, withdrawals = host.game, host.occupants[seat].withdrawals
    if game is None or seat not in visibility.decided_seats(game):
        return host, ()
    if withdrawals.is_spent(host.round_and_turn, MAX_WITHDRAWALS):
        return host, ()
    return adopt_played_game(
        host.with_changed_occupant(seat, withdrawals=withdrawals.with_uses(host.round_and_turn)),
        visibility.without_secret_decision(game, seat),
    )


def answer_or_cancel_undo_request(host: Host, seats: Iterable[int], *, yes: bool) -> Step:
    """Apply some seats' answer to the undo request; the requester cancels it by answering no."""
    seats, request = {*seats}, host.undo_request
    answering = seats & {*host.seats_yet_to_answer_undo}
    if request is None or not (answering or (request.requester in seats and not yes)):
        return host, ()
    if not yes:
        return broadcast(
            _with_refused_undo(host, request) if answering else replace(host, undo_request=None)
        )
    agreed = (*request.agreed, *sorted(answering))
    return broadcast(
        complete_start_or_undo(replace(host, undo_request=replace(request, agreed=agreed)))
    )


def _with_refused_undo(host: Host, request: UndoRequest) -> Host:
    """Return the table after a refusal; the requester may send no more requests in this turn."""
    asks = host.occupants[request.requester].undo_requests.with_uses(
        host.round_and_turn, MAX_UNDO_REQUESTS
    )
    return replace(host, undo_request=None).with_changed_occupant(
        request.requester, undo_requests=asks
    )


def complete_start_or_undo(host: Host) -> Host:
    """Advance a start in progress, and apply an undo request once no answers are missing."""
    host = _advance_start(host)
    game, request = host.game, host.undo_request
    if game is None or request is None or host.seats_yet_to_answer_undo:
        return host
    game = game.go_to(request.event).without_undone()
    return replace(host, game=game, undo_request=None)


def handle_lost_connection(host: Host, peer: int) -> Step:
    """Remove a lost connection from the table; a guest's seat stays reserved."""
    host = without_pending_invitation(host, peer)
    spectators = tuple(each for each in host.spectators if each != peer)
    invalid_counts = tuple(each for each in host.invalid_counts if each[0] != peer)
    host, seat = (
        replace(host, spectators=spectators, invalid_counts=invalid_counts),
        host.seat_of(peer),
    )
    return (
        (host, ())
        if seat is None
        else broadcast(
            complete_start_or_undo(host.with_changed_occupant(seat, peer=None, silent=False))
        )
    )


def set_peer_silent(host: Host, peer: int, *, silent: bool) -> Step:
    """Mark a guest as silent, or as responding again."""
    seat = host.seat_of(peer)
    if seat is None or host.occupants[seat].silent == silent:
        return host, ()
    return broadcast(
        host.with_changed_occupant(seat, silent=silent)
    )  # no undo is applied: silence is not consent


def farewell_messages(host: Host) -> tuple[Sent, ...]:
    """Return the messages to send when the host leaves for good."""
    return tuple(
        sent
        for peer in host.connected_peers
        for sent in (Sent(peer, encode_message(Bye())), Sent(peer, ""))
    )


def without_pending_invitation(host: Host, peer: int) -> Host:
    """Return the table without a connection's pending invitation."""
    return replace(host, invited=tuple(each for each in host.invited if each[0] != peer))


def _replace_occupant(host: Host, seat: int, occupant: Occupant) -> Step:
    before = host.occupants[seat]
    host, views = broadcast(complete_start_or_undo(host.with_occupant(seat, occupant)))
    if before.peer is None:
        return host, views
    # A guest who is only silent is not refused, so that the guest may return.
    parting = (
        (Sent(before.peer, ""),) if before.silent else refusal_messages(before.peer, "removed")
    )
    return host, (*parting, *views)
