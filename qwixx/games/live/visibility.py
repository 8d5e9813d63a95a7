"""What is secret in a game at a table, and what is taken back in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.events import Decision
from qwixx.rules.state import Phase

if TYPE_CHECKING:
    from collections.abc import Collection

    from qwixx.games.events import Event
    from qwixx.games.game import Game


def secret_from(game: Game) -> int:
    """Return the index of the first event that not all may know: a decision of an open white step.

    Source: rules, "White step".
    """
    events = game.events
    if game.state.phase is not Phase.WHITE:
        return len(events)
    return next(n for n in range(len(events), 0, -1) if not isinstance(events[n - 1], Decision))


def decided(game: Game) -> tuple[int, ...]:
    """Return who has decided in the white step that is open, in the order of seats."""
    if game.state.phase is not Phase.WHITE:
        return ()
    return tuple(seat for seat, move in enumerate(game.state.decisions) if move is not None)


def visible_events(game: Game, seat: int | None) -> tuple[Event, ...]:
    """Return what has happened, as far as a seat may know; None for one that only watches."""
    events, start = game.events, secret_from(game)
    own = (
        event for event in events[start:] if isinstance(event, Decision) and event.player == seat
    )
    return (*events[:start], *own)


def withdrawn(game: Game, seat: int) -> Game:
    """Return the game without what that seat has decided in a white step that is open."""
    start = secret_from(game)
    before = game.go_to(start).without_undone()
    for event in game.events[start:]:
        if not isinstance(event, Decision) or event.player != seat:
            before = before.follow(event)
    return before


def last_decision(game: Game, seats: Collection[int]) -> int | None:
    """Return the index of the last event that one of these seats has decided; None without one."""
    decisions = (
        index
        for index in range(len(game.events) - 1, -1, -1)
        if isinstance(event := game.events[index], Decision) and event.player in seats
    )
    return next(decisions, None)


def decided_since(game: Game, index: int) -> set[int]:
    """Return the seats that have decided anything from that event on."""
    return {event.player for event in game.events[index:] if isinstance(event, Decision)}
