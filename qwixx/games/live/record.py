"""A guest's check of the record: decisions do not change without its player's consent."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING

from qwixx.games.events import Decision, parse_event
from qwixx.games.game import Game
from qwixx.games.live.pins import UnfairReason
from qwixx.games.live.visibility import public_event_count
from qwixx.rules.state import Phase

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from qwixx.games.live.pins import Pins
    from qwixx.games.live.protocol import TableView, Undone

SentAct = tuple[int, str, str]
"""The turn, the phase, and the code of an action that a guest has sent."""


def with_record_or_accusation(
    pins: Pins, view: TableView, game: Game, sent: Collection[SentAct], *, was_away: bool
) -> Pins:
    """Pin the public events in a view; accuse the host if they change without an undo.

    Args:
        pins: the guest's pins.
        view: the view.
        game: the game in the view.
        sent: the guest's actions over this connection.
        was_away: whether the guest may have missed a view. Then the host may have lost events, and
            a substitute may have played for the guest.
    """
    public = view.events[: public_event_count(game)]
    if pins.is_finished and public != pins.events:
        return pins.with_accusation(UnfairReason.CHANGED)
    if len(view.undone) < pins.undone and not was_away:
        return pins.with_accusation(UnfairReason.CHANGED)
    base = pins.events
    for undo in view.undone[pins.undone :]:
        if undo.length < len(base):
            if not _is_explained(pins, undo, base, game):
                return pins.with_accusation(UnfairReason.CHANGED)
            base = base[: undo.length]
            if undo.seat == pins.seat and pins.asks:
                pins = replace(pins, asks=pins.asks - 1)
    lost = len(base) - _common_length(base, public)
    if lost and not (was_away and len(base) - lost == len(public)):
        return pins.with_accusation(UnfairReason.CHANGED)
    own = () if was_away else own_acts(game, pins.seat, len(base), len(public))
    if not {*own} <= {*sent}:
        return pins.with_accusation(UnfairReason.CHANGED)
    return replace(
        pins,
        events=public,
        undone=len(view.undone),
        went_back=pins.went_back + lost,
        counted_in=game.state.turn if lost else pins.counted_in,
        is_finished=game.state.phase is Phase.OVER,
    )


def _is_explained(pins: Pins, undo: Undone, base: Sequence[str], game: Game) -> bool:
    """Return whether an undo of known events was free, or agreed to, or concerns only others.

    A device is asked about each undo that goes back behind a link that it gave.
    """
    if undo.undo_request and (undo.undo_request, undo.length) == pins.agreed:
        return True
    if pins.asks and undo.seat == pins.seat:
        return True
    before = Game.at(game.states[0], game.names, game.dice)
    try:
        for code in base[: undo.length]:
            before = before.apply_or_redo(parse_event(code))
    except ValueError:
        return True  # a damaged save is no evidence
    state = before.state
    is_own_color = state.phase is Phase.COLOR and state.active == undo.seat
    was_called = pins.call is not None and pins.call.turn > state.turn
    if undo.length == len(base) - 1 and is_own_color and not undo.undo_request and not was_called:
        return True
    own = (made.turn for made in pins.made if pins.own_link_number(made.call) is not None)
    return max(own, default=-1) < state.turn and not was_called


def _common_length(base: Sequence[str], events: Sequence[str]) -> int:
    pairs = zip(base, events, strict=False)
    return sum(1 for _pair in takewhile(lambda pair: pair[0] == pair[1], pairs))


def own_acts(game: Game, seat: int, start: int, end: int) -> list[SentAct]:
    """Return the decisions of a seat between two event indexes."""
    return [
        (state.turn, state.phase.value, event.move.code)
        for state, event in zip(game.states[start:end], game.events[start:end], strict=False)
        if isinstance(event, Decision) and event.player == seat
    ]
