"""Secret decisions and undo in a game at a live table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.events import Decision
from qwixx.rules.state import Phase

if TYPE_CHECKING:
    from collections.abc import Collection

    from qwixx.games.events import Event
    from qwixx.games.game import Game


def public_event_count(game: Game) -> int:
    """Return the number of events, excluding the secret decisions of an open white step.

    Source: rules, "White step".
    """
    events = game.events
    if game.state.phase is not Phase.WHITE:
        return len(events)
    return next(n for n in range(len(events), 0, -1) if not isinstance(events[n - 1], Decision))


def decided_seats(game: Game) -> tuple[int, ...]:
    """Return the seats that have decided in the open white step, in ascending order."""
    if game.state.phase is not Phase.WHITE:
        return ()
    return tuple(seat for seat, move in enumerate(game.state.decisions) if move is not None)


def visible_events(game: Game, seat: int | None) -> tuple[Event, ...]:
    """Return the events that a seat may see; for a spectator (None or -1), the public events."""
    events, start = game.events, public_event_count(game)
    own = (
        event for event in events[start:] if isinstance(event, Decision) and event.player == seat
    )
    return (*events[:start], *own)


def without_secret_decision(game: Game, seat: int) -> Game:
    """Return the game without a seat's decision in the open white step."""
    start = public_event_count(game)
    before = game.go_to(start).without_undone()
    for event in game.events[start:]:
        if not isinstance(event, Decision) or event.player != seat:
            before = before.apply_or_redo(event)
    return before


def length_after_undo(game: Game, index: int) -> int:
    """Return the number of public events after an undo to an event index."""
    return public_event_count(game.go_to(index))


def last_decision_index(game: Game, seats: Collection[int]) -> int | None:
    """Return the event index of the last decision made at the given seats, or None."""
    decisions = (
        index
        for index in range(len(game.events) - 1, -1, -1)
        if isinstance(event := game.events[index], Decision) and event.player in seats
    )
    return next(decisions, None)


def is_open_color_decision(game: Game, index: int) -> bool:
    """Return whether an event is a color decision after which nothing has happened yet."""
    if index != len(game.events) - 1 or game.state.phase is not Phase.ROLL:
        return False
    return game.states[index].phase is Phase.COLOR
