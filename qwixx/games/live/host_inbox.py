"""The host's inbox: handle messages from guests, who are untrusted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.games.chains import CHAIN_LENGTH, SPARE_LINKS, MadeRoll
from qwixx.games.events import Decision
from qwixx.games.live.broadcast import (
    refusal_messages,
    view_for_seat,
    view_for_spectator,
)
from qwixx.games.live.host import MAX_REJECTIONS, NO_SEAT, Host, Occupant, Sent
from qwixx.games.live.host_actions import (
    adopt_played_game,
    answer_or_cancel_undo_request,
    broadcast_and_roll,
    free_seat,
    handle_lost_connection,
    request_roll,
    undo_or_request_consent,
    with_granted_undo,
    withdraw_decision,
    without_pending_invitation,
)
from qwixx.games.live.protocol import (
    BACK,
    FREE,
    GUEST,
    INVITATION_VERSION,
    ROLL,
    VERSION,
    Act,
    Agree,
    Anchor,
    Ask,
    Bye,
    Hello,
    InvitationRequest,
    Link,
    Refuse,
    Reply,
    TableError,
    Welcome,
    encode_message,
    parse_guest_message,
)
from qwixx.games.live.rolls import advance_roll, take_up_lost_roll, with_link
from qwixx.rules.moves import is_int_in_range, parse_move

if TYPE_CHECKING:
    from qwixx.games.live.host import Step
    from qwixx.games.live.protocol import FromTelevision

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
    if isinstance(message, InvitationRequest | Reply):
        return _on_television(host, peer, message)
    seat = host.seat_of(peer)
    if seat is None:  # a spectator, or a guest who has not sent a greeting
        return _count_invalid(host, peer)
    if isinstance(message, Link | Anchor | MadeRoll):
        return _on_part_of_roll(host, peer, seat, message)
    if message.number <= host.occupants[seat].last_received:
        return host, ()  # a repeated message
    acknowledging = host.with_changed_occupant(seat, last_received=message.number)
    after, sent = _apply_guest_message(acknowledging, seat, message)
    if after is acknowledging:
        return _resend_view_within_limit(host, acknowledging, seat)
    return after, sent


def _on_television(host: Host, peer: int, message: FromTelevision) -> Step:
    """Handle a television's message; its page gets the invitation from the host's page."""
    if isinstance(message, Reply):
        return (host, ()) if peer in host.televisions else _count_invalid(host, peer)
    if peer not in host.spectators:
        return _count_invalid(host, peer)
    if message.version != INVITATION_VERSION or peer in host.televisions:
        return host, ()
    return replace(host, televisions=(*host.televisions, peer)), ()


def answer_from_television(host: Host, peer: int, text: str) -> str:
    """Return the answer to an invitation that a television sends; "" for any other message."""
    if peer not in host.televisions:
        return ""
    try:
        message = parse_guest_message(text)
    except TableError:
        return ""
    return message.text if isinstance(message, Reply) else ""


def _resend_view_within_limit(host: Host, acknowledging: Host, seat: int) -> Step:
    """Answer an ineffective message with a view, up to `MAX_REJECTIONS` times per turn.

    Args:
        host: the table before the message.
        acknowledging: the table with the message's sequence number recorded.
        seat: the sender's seat.
    """
    rejections = host.occupants[seat].rejections
    if rejections.is_spent(host.game_and_turn, MAX_REJECTIONS):
        return host, ()
    return acknowledging.with_changed_occupant(
        seat, rejections=rejections.with_uses(host.game_and_turn)
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
    if message.do == ROLL:
        return request_roll(host, seat)
    try:
        return adopt_played_game(host, game.apply_or_redo(Decision(seat, parse_move(message.do))))
    except ValueError:
        return host, ()


def _on_part_of_roll(host: Host, peer: int, seat: int, message: Link | Anchor | MadeRoll) -> Step:
    if isinstance(message, Link):
        return _on_link(host, peer, seat, message)
    if isinstance(message, Anchor):
        return _on_anchor(host, peer, seat, message.anchor)
    host, news = take_up_lost_roll(host, message)
    host, sent = advance_roll(host)
    return host, (*news, *sent)


def _on_link(host: Host, peer: int, seat: int, message: Link) -> Step:
    after = with_link(host, host.occupants[seat].anchor, message.number, message.link)
    return _count_invalid(host, peer) if after is None else advance_roll(after)


def _on_anchor(host: Host, peer: int, seat: int, anchor: str) -> Step:
    ends = host.occupants[seat].next_number > CHAIN_LENGTH - SPARE_LINKS
    if anchor in host.anchors or not ends:
        return _count_invalid(host, peer)
    host = host.with_anchor(anchor).with_changed_occupant(seat, anchor=anchor, next_number=1)
    return advance_roll(host)


def _on_hello(host: Host, peer: int, hello: Hello) -> Step:
    invited_seat = dict(host.invited).get(peer)
    if invited_seat is None:
        return _count_invalid(host, peer)  # a second greeting
    if hello.version != VERSION:
        return _refuse_peer(host, peer, "version")
    own = _seat_by_token(host, hello.token)
    if _is_used_by_another_device(host, hello.anchor, own):
        return _refuse_peer(host, peer, "twice")
    if hello.made is not None and own is not None:
        host, news = take_up_lost_roll(host, hello.made)
        host, sent = _return_to_seat(host, peer, hello, own)
        return host, (*news, *sent)
    if own is not None:
        return _return_to_seat(host, peer, hello, own)
    if invited_seat == NO_SEAT:
        return _add_spectator(host, peer)
    seat = invited_seat if _has_room(host, invited_seat) else host.seat_to_invite
    if seat is None:
        return _refuse_peer(host, peer, "full")
    before = host.occupants[seat]
    host = replace(host, welcomed=host.welcomed + 1)
    if not host.is_in_lobby:  # another device takes over the seat
        host = host.with_raised_undo_floor
    token = host.derive_digits("token", host.welcomed)[:32]
    return _seat_guest(host, seat, before, Occupant(GUEST, hello.name, token, peer), hello)


def _is_used_by_another_device(host: Host, anchor: str, seat: int | None) -> bool:
    """Return whether an anchor belongs to another device than the guest's of the given seat."""
    others = (one.anchor for at, one in enumerate(host.occupants) if at != seat)
    return anchor in host.own_anchors or anchor in others


def _return_to_seat(host: Host, peer: int, hello: Hello, seat: int) -> Step:
    """Seat a returning guest; refuse the guest if the earlier connection still responds.

    While a game runs, the guest keeps the name that it had.
    """
    before = host.occupants[seat]
    if before.kind == GUEST and not before.is_away:
        return _refuse_peer(host, peer, "twice")
    name = (hello.name if host.is_in_lobby else "") or before.name
    occupant = replace(before, kind=GUEST, name=name, peer=peer, silent=False)
    return _seat_guest(host, seat, before, occupant, hello)


def _seat_guest(host: Host, seat: int, before: Occupant, occupant: Occupant, hello: Hello) -> Step:
    """Seat a guest, close any earlier connection to the seat, and welcome the guest.

    The guest receives all rolls of the game before it sees the table.
    """
    peer = -1 if occupant.peer is None else occupant.peer
    gone = () if before.peer is None else (Sent(before.peer, ""),)
    call = host.call
    is_called = call is not None and (hello.anchor, before.next_number - 1) in call.chains
    number = before.next_number if is_called else hello.next_number
    occupant = replace(occupant, anchor=hello.anchor, next_number=number)
    host = without_pending_invitation(host.with_anchor(hello.anchor), peer)
    host = host.with_occupant(seat, occupant)
    welcome = Sent(peer, encode_message(Welcome(occupant.token, occupant.last_received)))
    news = (*gone, welcome, *_known_rolls(host, peer))
    host, sent = broadcast_and_roll(with_granted_undo(host))
    if call is None or host.call is not call:
        return host, (*news, *sent)
    return host, (*news, *sent, Sent(peer, encode_message(call)))


def _known_rolls(host: Host, peer: int) -> tuple[Sent, ...]:
    """Return the messages with all rolls of the game, for a guest who connected."""
    return tuple(Sent(peer, encode_message(made)) for made in host.made)


def _add_spectator(host: Host, peer: int) -> Step:
    if len(host.spectators) >= MAX_SPECTATORS:
        return _refuse_peer(host, peer, "full")
    host = replace(without_pending_invitation(host, peer), spectators=(*host.spectators, peer))
    welcome = Sent(peer, encode_message(Welcome("", 0)))
    return host, (welcome, *_known_rolls(host, peer), view_for_spectator(host, peer))


def _on_bye(host: Host, peer: int) -> Step:
    seat = host.seat_of(peer)
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
