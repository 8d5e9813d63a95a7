"""Views of a table for its guests, each without the other players' secret decisions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.games.live import visibility
from qwixx.games.live.host import NO_SEAT, Host, Sent
from qwixx.games.live.protocol import OccupantView, Refuse, TableView, encode_message

if TYPE_CHECKING:
    from qwixx.games.live.host import Step


def broadcast(host: Host) -> Step:
    """Send each guest and each spectator a view of the table, with a new revision."""
    host = replace(host, number=host.number + 1)
    seated = (seat for seat, occupant in enumerate(host.occupants) if occupant.peer is not None)
    views = [view_for_seat(host, seat) for seat in seated]
    return host, (*views, *(view_for_spectator(host, peer) for peer in host.spectators))


def view_for_seat(host: Host, seat: int) -> Sent:
    """Return the message with the view of the guest at a seat."""
    occupant = host.occupants[seat]
    view = _table_view(host, seat, occupant.last_received)
    return Sent(-1 if occupant.peer is None else occupant.peer, encode_message(view))


def view_for_spectator(host: Host, peer: int) -> Sent:
    """Return the message with a spectator's view."""
    return Sent(peer, encode_message(_table_view(host, NO_SEAT, last_received=0)))


def _table_view(host: Host, seat: int, last_received: int) -> TableView:
    """Return the view of a seat, or of all spectators (`NO_SEAT`)."""
    game, request = host.game, host.undo_request
    length = visibility.length_after_undo(game, request.event) if game and request else 0
    return TableView(
        number=host.number,
        last_received=last_received,
        seat=seat,
        variant=host.variant.name,
        occupants=tuple(OccupantView(one.kind, one.name, one.is_away) for one in host.occupants),
        game=host.game_number,
        terms=host.terms,
        starting=bool(host.starting),
        playing=game is not None,
        first=0 if game is None else game.states[0].active,
        events=tuple(event.code for event in visibility.visible_events(game, seat))
        if game
        else (),
        decided=visibility.decided_seats(game) if game else (),
        undone=host.undone,
        undo_request=request.number if request else 0,
        requester=request.requester if request else -1,
        length=length,
        waiting=host.seats_yet_to_answer_undo,
        pausing=host.undo_paused_seats,
        delaying=host.delaying,
    )


def refusal_messages(peer: int, reason: str) -> tuple[Sent, ...]:
    """Return the messages that refuse a guest and close the guest's connection."""
    return Sent(peer, encode_message(Refuse(reason))), Sent(peer, "")
