"""Challenge: review the two compared games, one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.bots import has_weights
from qwixx.bots.weights import missing_file
from qwixx.ui.model.effects import ContinueReview, LoadWeights
from qwixx.ui.screens.challenge.games import games_of
from qwixx.ui.screens.challenge.model import with_changes

if TYPE_CHECKING:
    from qwixx.ui.model import Result
    from qwixx.ui.model.messages import ReviewProgressed, WeightsLoaded
    from qwixx.ui.screens.challenge.model import ChallengeModel


def review_next_game(model: ChallengeModel) -> Result:
    """Review the next of the two compared games, if the coach can."""
    screen = model.screen
    own, others = games_of(model, screen)[2:]
    if own is None or not others:
        return model, []
    state = own.game.state
    compared = (own, others[min(screen.shown, len(others) - 1)])
    for one in compared:
        if screen.review_of(one.game) is not None:
            continue
        name = missing_file(state.variant, state.players)
        if not has_weights(state.variant, state.players) or (name and name == screen.weights):
            break
        if name:
            return with_changes(model, weights=name), [LoadWeights(name)]
        return with_changes(model, reviewing=one.game), [ContinueReview(one.game)]
    return with_changes(model, reviewing=None), []


def on_weights_loaded(model: ChallengeModel, _message: WeightsLoaded) -> Result:
    """Start the reviews, or do without if the weights could not be loaded."""
    return review_next_game(model)


def on_review_progressed(model: ChallengeModel, message: ReviewProgressed) -> Result | None:
    """Continue a review, or show it; return None for another screen's review."""
    screen = model.screen
    if screen.reviewing is not message.game:
        return None
    if message.review is None:
        return model, [ContinueReview(message.game)]
    reviews = (*screen.reviews, (message.game, message.review))
    return review_next_game(with_changes(model, reviews=reviews))


def resume_review_when_uncovered(model: ChallengeModel) -> Result:
    """Continue the reviews once the screen is on top again."""
    return review_next_game(model)
