"""Challenges on this device: the log of challenges and answers, which the session holds."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.bots import BOTS
from qwixx.games.challenge_log import (
    ChallengeLog,
    LoggedChallenge,
    parse_challenge_log,
    write_challenge_log,
)
from qwixx.games.written.challenge_link import Challenge, parse_challenge
from qwixx.games.written.link_seal import SealedLinkError, SealedLinkReason
from qwixx.rules.state import Phase
from qwixx.ui.model.effects import SaveText
from qwixx.ui.model.public import CHALLENGES_KEY
from qwixx.ui.model.setup import PERSON
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.ui.model import Model, Result


@lru_cache(maxsize=4)
def _parse_log(text: str) -> ChallengeLog:
    return parse_challenge_log(text)


def log_of(model: Model) -> ChallengeLog:
    """Return the challenge log."""
    return _parse_log(model.session.challenges)


def with_log(model: Model, log: ChallengeLog) -> Result:
    """Return the model with another log, and the effect that saves it, or [] if it is the same."""
    text = write_challenge_log(log)
    if text == model.session.challenges:
        return model, []
    return model.with_session(challenges=text), [SaveText(CHALLENGES_KEY, text)]


def merge_log_of_other_tab(model: Model, text: str) -> Model:
    """Return the model with its log merged into the later one that another tab has saved."""
    try:
        merged = parse_challenge_log(text).merged_into(log_of(model))
    except ValueError:
        return model
    return model.with_session(challenges=write_challenge_log(merged))


def parse_known_challenge(text: str) -> Challenge:
    """Parse a challenge or an answer, whose bots must be known.

    Raises:
        SealedLinkError: the text is neither.
    """
    challenge = parse_challenge(text)
    if not {*challenge.kinds} <= {PERSON, *BOTS}:
        raise SealedLinkError(SealedLinkReason.INVALID)
    return challenge


def is_known_challenge(text: str) -> bool:
    """Return whether a text is a challenge or an answer with known bots."""
    try:
        parse_known_challenge(text)
    except SealedLinkError:
        return False
    return True


def log_answer(model: Model) -> Result:
    """Log the answer to a challenge once its game is finished; only the first result counts."""
    board = model.board
    if board.game.state.phase is not Phase.OVER:
        return model, []
    challenge = parse_challenge(board.policy.origin)
    logged = log_of(model).find(challenge.id)
    if logged is None:
        logged = LoggedChallenge(challenge.id, board.policy.origin, board.slot, is_own=False)
    if logged.is_own:
        return model, []
    seat = board.setup.seats[challenge.seat]
    name = texts.without_you((seat,), texts_of(model))[0].name
    kinds = tuple(seat.kind for seat in board.setup.seats)
    answer = Challenge(board.game, kinds, name, challenge.id)
    if not answer.answers(challenge):
        return model, []
    return with_log(model, log_of(model).with_challenge(logged.with_answer(answer.code)))
