"""Views of a table for its guests, each without others' secret decisions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.games.live import visibility
from qwixx.games.live.host import NO_SEAT, Host, Sent
from qwixx.games.live.protocol import OccupantView, Refuse, TableView, encode_message

if TYPE_CHECKING:
    from qwixx.games.live.host import Step


def broadcast(host: Host) -> Step:
    """Send each guest its view of the table."""
    host = replace(host, number=host.number + 1)
    seated = (seat for seat, occupant in enumerate(host.occupants) if occupant.peer is not None)
    views = [view_message(host, seat) for seat in seated]
    return host, (*views, *(view_message(host, NO_SEAT, peer) for peer in host.spectators))


def view_message(host: Host, seat: int, peer: int = -1) -> Sent:
    """Return the message with one guest's view.

    Args:
        host: the table.
        seat: the guest's seat; `NO_SEAT` for a spectator.
        peer: a spectator's connection; unused for a seat.
    """
    last_received = 0
    if seat != NO_SEAT:
        occupant = host.occupants[seat]
        last_received, peer = (
            occupant.last_received,
            -1 if occupant.peer is None else occupant.peer,
        )
    game, request = host.game, host.undo_request
    view = TableView(
        number=host.number,
        last_received=last_received,
        seat=seat,
        variant=host.variant.name,
        occupants=tuple(OccupantView(one.kind, one.name, one.is_away) for one in host.occupants),
        round=host.round,
        commit=host.commitment_for_round(host.round),
        seals=host.seals,
        nonces=host.shares,
        playing=game is not None,
        first=0 if game is None else game.states[0].active,
        events=tuple(event.code for event in visibility.visible_events(game, seat))
        if game
        else (),
        decided=visibility.decided_seats(game) if game else (),
        undo_request=request.number if request else 0,
        requester=request.requester if request else -1,
        waiting=host.seats_yet_to_answer,
        secret=host.secret_for_round(host.round) if host.is_finished else "",
        following=host.commitment_for_round(host.round + 1) if host.is_finished else "",
        pausing=host.undo_paused_seats,
    )
    return Sent(peer, encode_message(view))


def refusal_messages(peer: int, reason: str) -> tuple[Sent, ...]:
    """Return the messages that refuse a guest and close its connection."""
    return Sent(peer, encode_message(Refuse(reason))), Sent(peer, "")
