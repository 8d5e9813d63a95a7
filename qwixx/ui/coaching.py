"""The coach in the model: hints, the review of a game, and the weights that both need.

The coach and the bots that think load when they are first needed: a page starts sooner
without them.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.state import Phase
from qwixx.ui.model import (
    CHANCES,
    Dialog,
    Effect,
    Fetch,
    Focus,
    Model,
    Ponder,
    Result,
    Reviewed,
    actor,
)

if TYPE_CHECKING:
    from qwixx.record import Game
    from qwixx.state import State


def _lacking(game: Game) -> list[Effect]:
    """Return what is to be fetched before the coach can judge a game."""
    from qwixx.bots.weights import missing  # noqa: PLC0415 - see above

    name = missing(game.variant, game.state.players)
    return [Fetch(name)] if name else []


def wanted(model: Model) -> list[Effect]:
    """Return what is to be fetched before the chances to win can be shown, if they are to be."""
    if model.game is None or model.asked or model.settings.chances == CHANCES[0]:
        return []
    return _lacking(model.game)


def turn_chances(model: Model, game: Game) -> tuple[float, ...]:
    """Return each player's chance to win when this turn began, if it is to be shown, else ()."""
    if model.settings.chances == CHANCES[0] or model.lesson is not None or _lacking(game):
        return ()
    settled = (Phase.ROLL, Phase.OVER)
    return _chances(next(state for state in reversed(game.states) if state.phase in settled))


@lru_cache(maxsize=4)
def _chances(state: State) -> tuple[float, ...]:
    from qwixx import coach  # noqa: PLC0415 - see above

    return coach.chances(state)


def hint(model: Model) -> Result:
    """Show what the coach says of the legal moves, or no longer."""
    game = model.game
    if model.hint or game is None or game.state.phase is Phase.ROLL:
        return replace(model, hint=()), []
    player = actor(game.state, model.seats)
    if player is None:
        return model, []
    if wanted := _lacking(game):
        return replace(model, wants="hint"), wanted
    from qwixx import coach  # noqa: PLC0415 - see above

    return replace(model, hint=coach.hint(game.state, player), why=None, scores=False), []


def review(model: Model) -> Result:
    """Open the review of a game that is over, and begin with it."""
    game = model.game
    if game is None or game.state.phase is not Phase.OVER:
        return model, []
    model = replace(model, dialog=Dialog.REVIEW)
    if model.review is not None:
        return model, []
    if wanted := _lacking(game):
        return replace(model, wants="review"), wanted
    return replace(model, reviewed=0.0), [Ponder(game)]


def reviewed(model: Model, message: Reviewed) -> Result:
    """Take how far the review is, or the review; it goes on while somebody waits for it."""
    if model.game is not message.game or model.review is not None:
        return model, []
    done = replace(model, reviewed=message.done, review=message.review)
    if model.dialog is not Dialog.REVIEW:
        return done, []
    if message.review is None:
        return done, [Ponder(message.game)]
    return done, [Focus("dialog h2")]
