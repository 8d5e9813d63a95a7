"""Events at a table: seats change, a game starts, and players decide and undo."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.games.events import Decision
from qwixx.games.live import visibility
from qwixx.games.live.broadcast import broadcast, refusal_messages
from qwixx.games.live.host import (
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
    Undone,
    encode_message,
)
from qwixx.games.live.rolls import advance_roll
from qwixx.games.names import check_names
from qwixx.rules.state import Phase

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from qwixx.games.game import Game
    from qwixx.games.live.host import Step
    from qwixx.rules.layout import Variant


def greet_guest(host: Host, peer: int, invited_seat: int = NO_SEAT) -> Step:
    """Greet a guest who connected through an invitation."""
    host = replace(host, invited=(*host.invited, (peer, invited_seat)))
    greeting = Open(VERSION, host.build, host.table_id)
    return host, (Sent(peer, OUTDATED_OPEN), Sent(peer, encode_message(greeting)))


def close_ungreeted_connection(host: Host, peer: int) -> Step:
    """Close the connection of a guest that sent no `Hello` in time."""
    if peer not in dict(host.invited):
        return host, ()
    return without_pending_invitation(host, peer), (Sent(peer, ""),)


def seat_bot(host: Host, seat: int, kind: str) -> Step:
    """Seat a bot, removing any guest at that seat.

    During a start or a game, only a guest can be replaced. The bot is then a substitute: the guest
    can return to the seat.
    """
    before = host.occupants[seat]
    if host.is_in_lobby:
        return _replace_occupant(host, seat, Occupant(kind))
    if not before.token:
        return host, ()
    return _seat_substitute(host, seat, kind, before.name)


def seat_local_person(host: Host, seat: int, name: str = "") -> Step:
    """Seat a person at the host's device, perhaps as a substitute for an absent guest.

    During a start or a game, the guest's token stays valid, so the guest can return to the seat.
    """
    before = host.occupants[seat]
    if host.is_in_lobby:
        return _replace_occupant(host, seat, Occupant(HERE, name))
    if not before.token:
        return host, ()
    return _seat_substitute(host, seat, HERE, name or before.name)


def _seat_substitute(host: Host, seat: int, kind: str, name: str) -> Step:
    """Seat a substitute; nothing that its guest knows can be undone without the guest."""
    before = host.occupants[seat]
    names = host.starting if host.game is None else host.game.names
    substitute = replace(
        before, kind=kind, name=name or names[seat], peer=None, silent=False, anchor=""
    )
    return _replace_occupant(host.with_raised_undo_floor, seat, substitute)


def replace_late_guests(host: Host, kind: str) -> Step:
    """Seat substitutes for the guests whose links a roll has waited for too long."""
    sent: tuple[Sent, ...] = ()
    for seat in host.delaying:
        host, more = seat_bot(host, seat, kind)
        sent += more
    return host, sent


def name_late_guests(host: Host, roll_wait_id: str) -> Step:
    """Tell everyone which devices have not given their links in time.

    Args:
        host: the table.
        roll_wait_id: id of the wait that timed out; see `Host.roll_wait_id`.
    """
    late = host.seats_delaying_roll
    if not late or host.roll_wait_id != roll_wait_id or late == host.delaying:
        return host, ()
    return broadcast(replace(host, delaying=late))


def free_seat(host: Host, seat: int) -> Step:
    """Free a seat before a game; a start in progress is given up."""
    if host.game is not None:
        return host, ()
    if host.starting:
        free = (Occupant(),) * (SEATS - len(host.occupants))
        host = replace(host, occupants=(*host.occupants, *free), starting=(), terms=())
    return _replace_occupant(host, seat, Occupant())


def remove_spectators(host: Host) -> Step:
    """Remove all spectators."""
    sent = tuple(sent for peer in host.spectators for sent in refusal_messages(peer, "removed"))
    return replace(host, spectators=(), televisions=()), sent


def change_variant(host: Host, variant: Variant) -> Step:
    """Change the variant; no effect during a start or a game."""
    return broadcast(replace(host, variant=variant)) if host.is_in_lobby else (host, ())


def start_game(host: Host, names: Sequence[str]) -> Step:
    """Start a game with the current occupants; play begins once the first player is drawn.

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
    return _begin_start(replace(host, occupants=occupants, invited=invited), names)


def start_rematch(host: Host, names: Sequence[str]) -> Step:
    """Start another game with the same players; no effect before the current game ends.

    Raises:
        ValueError: a name is invalid.
    """
    return _begin_start(host, names) if host.is_finished else (host, ())


def _begin_start(host: Host, names: Sequence[str]) -> Step:
    """Fix the terms of a game, and draw its first player."""
    host = replace(
        host,
        game_number=host.game_number + 1,
        game=None,
        starting=check_names(names),
        # A guest can return to a seat that a substitute had already when the game began.
        terms=tuple(GUEST if one.token else one.kind for one in host.occupants),
        made=(),
        undone=(),
        undo_floor=0,
        undo_request=None,
    )
    return broadcast_and_roll(host)


def broadcast_and_roll(host: Host) -> Step:
    """Send the table to the guests, and continue the roll that was requested."""
    host, views = broadcast(host)
    host, sent = advance_roll(host)
    return host, (*views, *sent)


def request_roll(host: Host, seat: int) -> Step:
    """Roll the dice for a seat whose turn it is to roll, once no undo is requested."""
    game = host.game
    if game is None or game.state.phase is not Phase.ROLL or game.state.active != seat:
        return host, ()
    if host.is_roll_open:
        return host, ()
    return advance_roll(replace(host, rolling=game.state.turn))


def adopt_played_game(host: Host, game: Game) -> Step:
    """Store the game after a decision on any device, and send it to the guests."""
    if game == host.game or host.game is None or not _keeps_public_events(host.game, game):
        return host, ()
    host = replace(host, game=game)
    return broadcast(replace(host, undo_request=None) if host.is_finished else host)


def _keeps_public_events(before: Game, after: Game) -> bool:
    """Return whether a game only adds decisions, apart from secret ones that are undone."""
    count = visibility.public_event_count(before)
    added = after.events[len(before.events) :]
    same = before.events[:count] == after.events[:count]
    return same and all(isinstance(event, Decision) for event in added)


def undo_or_request_consent(host: Host, seat: int) -> Step:
    """Undo a seat's last decision if that is free, or ask all other people for their consent.

    Free are a decision that nobody else has seen, and a color decision until the next roll is
    requested. Nothing is undone while links are called for, or after the end of the game. A table
    has at most one open request; a seat whose request was refused or canceled may send no more
    requests in that turn.
    """
    game = host.game
    if game is None or host.is_finished or host.call is not None:
        return host, ()
    if seat in visibility.decided_seats(game):
        return withdraw_decision(host, seat)
    event = visibility.last_decision_index(game, {seat})
    if event is None or event < host.undo_floor or host.undo_request is not None:
        return host, ()
    number = host.undo_request_count + 1
    asking = replace(
        host, undo_request=UndoRequest(number, seat, event), undo_request_count=number
    )
    is_free = visibility.is_open_color_decision(game, event)
    if is_free or not asking.seats_yet_to_answer_undo:
        used = _with_withdrawal(host, seat)
        return (host, ()) if used is None else broadcast(_with_undo(used, game, seat, event))
    if seat in host.undo_paused_seats:
        return host, ()
    return broadcast(asking.with_changed_occupant(seat, asked_in=host.game_and_turn))


def withdraw_decision(host: Host, seat: int) -> Step:
    """Undo a seat's secret decision in the open white step."""
    game = host.game
    if game is None or seat not in visibility.decided_seats(game):
        return host, ()
    used = _with_withdrawal(host, seat)
    if used is None:
        return host, ()
    return adopt_played_game(used, visibility.without_secret_decision(game, seat))


def _with_withdrawal(host: Host, seat: int) -> Host | None:
    """Return the table with one more undo without consent; None if there were too many."""
    withdrawals = host.occupants[seat].withdrawals
    if withdrawals.is_spent(host.game_and_turn, MAX_WITHDRAWALS):
        return None
    return host.with_changed_occupant(seat, withdrawals=withdrawals.with_uses(host.game_and_turn))


def _with_undo(host: Host, game: Game, seat: int, event: int, undo_request: int = 0) -> Host:
    """Return the table after an undo of public decisions."""
    game = game.go_to(event).without_undone()
    undone = Undone(seat, visibility.public_event_count(game), undo_request)
    return replace(host, game=game, undone=(*host.undone, undone), rolling=None)


def answer_or_cancel_undo_request(host: Host, seats: Iterable[int], *, yes: bool) -> Step:
    """Apply some seats' answer to the undo request; the requester cancels it by answering no."""
    seats, request = {*seats}, host.undo_request
    answering = seats & {*host.seats_yet_to_answer_undo}
    if request is None or not (answering or (request.requester in seats and not yes)):
        return host, ()
    if not yes:
        return broadcast_and_roll(replace(host, undo_request=None))
    agreed = (*request.agreed, *sorted(answering))
    return broadcast(
        with_granted_undo(replace(host, undo_request=replace(request, agreed=agreed)))
    )


def with_granted_undo(host: Host) -> Host:
    """Return the table after the requested undo, if no answers are missing."""
    game, request = host.game, host.undo_request
    if game is None or request is None or host.seats_yet_to_answer_undo:
        return host
    host = replace(host, undo_request=None).with_changed_occupant(
        request.requester, asked_in=(-1, -1)
    )
    return _with_undo(host, game, request.requester, request.event, request.number)


def handle_lost_connection(host: Host, peer: int) -> Step:
    """Remove a lost connection from the table; a guest's seat stays reserved."""
    host = without_pending_invitation(host, peer)
    spectators = tuple(each for each in host.spectators if each != peer)
    invalid_counts = tuple(each for each in host.invalid_counts if each[0] != peer)
    televisions = tuple(each for each in host.televisions if each != peer)
    host, seat = (
        replace(
            host,
            spectators=spectators,
            televisions=televisions,
            invalid_counts=invalid_counts,
        ),
        host.seat_of(peer),
    )
    if seat is None:
        return host, ()
    return broadcast_and_roll(host.with_changed_occupant(seat, peer=None, silent=False))


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
    host, sent = broadcast_and_roll(with_granted_undo(host.with_occupant(seat, occupant)))
    if before.peer is None:
        return host, sent
    # A guest who is only silent is not refused, so that the guest may return.
    parting = (
        (Sent(before.peer, ""),) if before.silent else refusal_messages(before.peer, "removed")
    )
    return host, (*parting, *sent)
