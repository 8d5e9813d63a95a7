"""The games of a challenge, as this device knows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from qwixx.ui.model.public import CHALLENGE_LINK
from qwixx.ui.screens.game.challenge_record import (
    is_known_challenge,
    log_of,
    parse_known_challenge,
)

if TYPE_CHECKING:
    from qwixx.games.challenge_log import LoggedChallenge
    from qwixx.games.written.challenge_link import Challenge
    from qwixx.ui.model import Model
    from qwixx.ui.screens.challenge.model import ChallengeScreen


class Games(NamedTuple):
    """The games of a challenge, as this device knows them.

    Args:
        challenge: the challenge.
        logged: the challenge in the log, or None.
        own: this device's own finished game; None before its end.
        others: the finished games to compare it with; () before its end.
    """

    challenge: Challenge
    logged: LoggedChallenge | None
    own: Challenge | None = None
    others: tuple[Challenge, ...] = ()


def games_of(model: Model, screen: ChallengeScreen) -> Games:
    """Return the games of the shown challenge."""
    challenge = parse_known_challenge(screen.code)
    logged = log_of(model).find(challenge.id)
    answers = [] if logged is None else _valid_answers(logged, challenge)
    if logged is not None and logged.is_own:
        return Games(challenge, logged, challenge, tuple(answers))
    if answers:
        return Games(challenge, logged, answers[0], (challenge,))
    return Games(challenge, logged)


def _valid_answers(logged: LoggedChallenge, challenge: Challenge) -> list[Challenge]:
    known = [parse_known_challenge(code) for code in logged.answers if is_known_challenge(code)]
    return [answer for answer in known if answer.answers(challenge)]


def link_to_send(model: Model, screen: ChallengeScreen) -> str:
    """Return the link to send: the challenge, or the answer to it; "" before the game is over."""
    games = games_of(model, screen)
    if games.own is None:
        return ""
    return f"{model.session.address}#{CHALLENGE_LINK}{games.own.code}".removeprefix(
        "" if model.session.address else "#"
    )
