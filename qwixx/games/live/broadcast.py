"""What guests are told of a table: each what it may know."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.games.live import visibility
from qwixx.games.live.host import WATCHER, Host, Sent
from qwixx.games.live.protocol import Occupant, Refuse, Told, write

if TYPE_CHECKING:
    from qwixx.games.live.host import Step


def tell(host: Host) -> Step:
    """Tell all guests how the table is now."""
    host = replace(host, number=host.number + 1)
    seated = (seat for seat, holder in enumerate(host.holders) if holder.peer is not None)
    told = [told_to(host, seat) for seat in seated]
    return host, (*told, *(told_to(host, WATCHER, peer) for peer in host.watchers))


def told_to(host: Host, seat: int, peer: int = -1) -> Sent:
    """Return what one guest is told.

    Args:
        host: the table.
        seat: the guest's; `WATCHER` for one that only watches.
        peer: the connection of one that only watches.
    """
    heard = 0
    if seat != WATCHER:
        holder = host.holders[seat]
        heard, peer = holder.heard, -1 if holder.peer is None else holder.peer
    game, asked = host.game, host.question
    told = Told(
        number=host.number,
        heard=heard,
        seat=seat,
        variant=host.variant.name,
        chairs=tuple(Occupant(one.kind, one.name, one.is_away) for one in host.holders),
        round=host.round,
        commit=host.commit(host.round),
        seals=host.seals,
        nonces=host.shares,
        playing=game is not None,
        first=0 if game is None else game.states[0].active,
        events=tuple(event.code for event in visibility.known_to(game, seat)) if game else (),
        decided=visibility.decided(game) if game else (),
        asked=asked.number if asked else 0,
        asker=asked.asker if asked else -1,
        waiting=host.waiting,
        secret=host.secret(host.round) if host.is_over else "",
        following=host.commit(host.round + 1) if host.is_over else "",
        pausing=host.pausing,
    )
    return Sent(peer, write(told))


def turned_away(peer: int, why: str) -> tuple[Sent, ...]:
    """Return what is sent to a guest who may not sit down, or no longer."""
    return Sent(peer, write(Refuse(why))), Sent(peer, "")
