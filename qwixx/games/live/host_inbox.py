"""The host's inbox: handle messages from guests, who are untrusted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.games.events import Decision
from qwixx.games.live import commit_reveal
from qwixx.games.live.broadcast import (
    broadcast,
    refusal_messages,
    view_for_seat,
    view_for_spectator,
)
from qwixx.games.live.host import MAX_REJECTIONS, NO_SEAT, Host, Occupant, Sent
from qwixx.games.live.host_actions import (
    adopt_played_game,
    answer_or_cancel_undo_request,
    complete_start_or_undo,
    free_seat,
    handle_lost_connection,
    undo_or_request_consent,
    withdraw_decision,
    without_pending_invitation,
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
    encode_message,
    parse_guest_message,
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
    """Handle a text from a connection; texts from unknown connections are ignored."""
    if peer not in host.connected_peers:
        return host, ()
    try:
        message = parse_guest_message(text)
    except TableError:
        return _count_invalid(host, peer)
    if isinstance(message, Hello):
        return _on_hello(host, peer, message)
    if isinstance(message, Bye):
        return _on_bye(host, peer)
    seat = host.seat_of(peer)
    if seat is None:  # a spectator, or a guest who has not sent a greeting
        return _count_invalid(host, peer)
    if isinstance(message, Seal):
        return _on_seal(host, seat, message)
    if isinstance(message, Share):
        return _on_share(host, peer, seat, message.nonce)
    if message.number <= host.occupants[seat].last_received:
        return host, ()  # a repeated message
    acknowledging = host.with_changed_occupant(seat, last_received=message.number)
    after, sent = _apply_guest_message(acknowledging, seat, message)
    if after is acknowledging:
        return _resend_view_within_limit(host, acknowledging, seat)
    return after, sent


def _resend_view_within_limit(host: Host, acknowledging: Host, seat: int) -> Step:
    """Answer an ineffective message with a view, up to `MAX_REJECTIONS` times per turn.

    Args:
        host: the table before the message.
        acknowledging: the table with the message's sequence number recorded.
        seat: the sender's seat.
    """
    rejections = host.occupants[seat].rejections
    if rejections.is_spent(host.round_and_turn, MAX_REJECTIONS):
        return host, ()
    return acknowledging.with_changed_occupant(
        seat, rejections=rejections.with_uses(host.round_and_turn)
    ), (view_for_seat(acknowledging, seat),)


def _apply_guest_message(host: Host, seat: int, message: Act | Ask | Agree) -> Step:
    if isinstance(message, Ask):
        return undo_or_request_consent(host, seat)
    if isinstance(message, Agree):
        same = host.undo_request is not None and host.undo_request.number == message.undo_request
        return (
            answer_or_cancel_undo_request(host, (seat,), yes=message.yes) if same else (host, ())
        )
    game = host.game
    if game is None or (message.turn, message.phase) != (game.state.turn, game.state.phase.value):
        return host, ()
    if message.do == BACK:
        return withdraw_decision(host, seat)
    acted = _after_guest_action(game, seat, message)
    return (host, ()) if acted is None else adopt_played_game(host, acted)


def _after_guest_action(game: Game, seat: int, act: Act) -> Game | None:
    """Return the game after a guest's roll or move, or None if the action is not possible now."""
    if act.do == ROLL:
        rolls = game.state.phase is Phase.ROLL and game.state.active == seat
        return game.roll() if rolls else None
    try:
        return game.apply_or_redo(Decision(seat, parse_move(act.do)))
    except ValueError:
        return None


def _on_seal(host: Host, seat: int, message: Seal) -> Step:
    """Store a guest's first seal for the next start; seals for other starts are ignored."""
    if message.commit != host.next_commitment or host.occupants[seat].seal:
        return host, ()
    host = host.with_changed_occupant(seat, seal=message.seal)
    return broadcast(complete_start_or_undo(host)) if host.starting else (host, ())


def _on_share(host: Host, peer: int, seat: int, nonce: str) -> Step:
    """Store a guest's nonce if it matches the seal."""
    if seat not in host.seats_delaying_start or not host.seals:
        return host, ()  # a repeated message
    if commit_reveal.make_seal(host.commitment_for_round(host.round), nonce) != host.seals[seat]:
        return _count_invalid(host, peer)
    return broadcast(complete_start_or_undo(host.with_changed_occupant(seat, nonce=nonce)))


def _on_hello(host: Host, peer: int, hello: Hello) -> Step:
    invited_seat = dict(host.invited).get(peer)
    if invited_seat is None:
        return _count_invalid(host, peer)  # a second greeting
    if hello.version != VERSION:
        return _refuse_peer(host, peer, "version")
    own = _seat_by_token(host, hello.token)
    if own is not None:
        return _return_to_seat(host, peer, hello, own)
    if invited_seat == NO_SEAT:
        return _add_spectator(host, peer)
    seat = invited_seat if _has_room(host, invited_seat) else host.seat_to_invite
    if seat is None or host.starting:  # the terms are fixed
        return _refuse_peer(host, peer, "full")
    before = host.occupants[seat]
    host = replace(host, welcomed=host.welcomed + 1)
    token = host.derive_digits("token", host.welcomed)[:32]
    seal = _current_seal(host, hello)
    return _seat_guest(host, seat, before, Occupant(GUEST, hello.name, token, peer, seal=seal))


def _return_to_seat(host: Host, peer: int, hello: Hello, seat: int) -> Step:
    """Seat a returning guest; refuse the guest if the earlier connection still responds."""
    before = host.occupants[seat]
    if before.kind == GUEST and not before.is_away:
        return _refuse_peer(host, peer, "twice")
    name, seal = hello.name or before.name, _current_seal(host, hello)
    occupant = replace(before, kind=GUEST, name=name, peer=peer, silent=False, seal=seal)
    return _seat_guest(host, seat, before, occupant)


def _current_seal(host: Host, hello: Hello) -> str:
    """Return the seal in a greeting; "" if it is for another start."""
    return hello.seal if hello.commit == host.next_commitment else ""


def _seat_guest(host: Host, seat: int, before: Occupant, occupant: Occupant) -> Step:
    """Seat a guest, close any earlier connection to the seat, and welcome the guest."""
    peer = -1 if occupant.peer is None else occupant.peer
    gone = () if before.peer is None else (Sent(before.peer, ""),)
    host, views = broadcast(
        complete_start_or_undo(
            without_pending_invitation(host, peer).with_occupant(seat, occupant)
        )
    )
    return host, (
        *gone,
        Sent(peer, encode_message(Welcome(occupant.token, occupant.last_received))),
        *views,
    )


def _add_spectator(host: Host, peer: int) -> Step:
    if len(host.spectators) >= MAX_SPECTATORS:
        return _refuse_peer(host, peer, "full")
    host = replace(without_pending_invitation(host, peer), spectators=(*host.spectators, peer))
    return host, (Sent(peer, encode_message(Welcome("", 0))), view_for_spectator(host, peer))


def _on_bye(host: Host, peer: int) -> Step:
    seat = host.seat_of(peer)
    if seat is not None and seat in host.seats_delaying_start:
        return free_seat(host, seat)
    host, sent = handle_lost_connection(host, peer)
    if seat is not None and host.game is None and not host.starting:
        host, sent = free_seat(host, seat)
    return host, (Sent(peer, ""), *sent)


def _count_invalid(host: Host, peer: int) -> Step:
    count = dict(host.invalid_counts).get(peer, 0) + 1
    if count >= PATIENCE:
        host, sent = handle_lost_connection(host, peer)
        return host, (*refusal_messages(peer, "message"), *sent)
    others = tuple(each for each in host.invalid_counts if each[0] != peer)
    return replace(host, invalid_counts=(*others, (peer, count))), (
        Sent(peer, encode_message(Refuse("message"))),
    )


def _refuse_peer(host: Host, peer: int, reason: str) -> Step:
    return without_pending_invitation(host, peer), refusal_messages(peer, reason)


def _has_room(host: Host, seat: int) -> bool:
    if not is_int_in_range(seat, 0, len(host.occupants) - 1):
        return False
    occupant = host.occupants[seat]
    return occupant.kind == FREE or occupant.is_away or host.has_substitute(seat)


def _seat_by_token(host: Host, token: str) -> int | None:
    seats = (seat for seat, occupant in enumerate(host.occupants) if occupant.token == token)
    return next(seats, None) if token else None
