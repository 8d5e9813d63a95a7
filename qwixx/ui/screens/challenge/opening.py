"""Challenge: open challenges and answers, of games on this device and of links."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.challenge_log import LoggedChallenge
from qwixx.games.written.challenge_link import Challenge, can_be_challenge
from qwixx.games.written.link_seal import SealedLinkError, SealedLinkReason
from qwixx.ui.model import Model, Result, with_notice
from qwixx.ui.model.effects import ClearFragment, Effect
from qwixx.ui.model.public import CHALLENGE_LINK, CHALLENGES_KEY
from qwixx.ui.model.setup import PERSON
from qwixx.ui.screens.challenge.model import ChallengeScreen
from qwixx.ui.screens.challenge.reviewing import review_next_game
from qwixx.ui.screens.game.challenge_record import (
    is_known_challenge,
    log_of,
    merge_log_of_other_tab,
    parse_known_challenge,
    with_log,
)
from qwixx.ui.screens.stack import push
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.games.game import Game
    from qwixx.ui.model.messages import PageOpened, SlotChangedElsewhere
    from qwixx.ui.screens.kind import ArchivedGameToOpen

PROBLEMS = {
    SealedLinkReason.INCOMPLETE: "link-incomplete",
    SealedLinkReason.DAMAGED: "link-damaged",
    SealedLinkReason.NEWER: "link-newer",
    SealedLinkReason.INVALID: "challenge-unreadable",
}
"""Keys of the notices on texts that are no challenges, by reason."""


def open_challenge(model: Model, _action: str) -> Result:
    """Open the challenge of the shown finished game: the one it answers, or a new one."""
    board, game = model.screen.board, model.screen.shareable_game
    if board is not None and board.policy.origin:
        return show(model, board.policy.origin)
    if game is None:
        return model, []
    whole = game.go_to(game.event_count_with_undone)
    return _open_own_game(model, whole, model.screen.printable_game_id)


def _open_own_game(model: Model, game: Game, slot: str) -> Result:
    """Open the challenge that a finished game makes, or that it answers."""
    seats = texts.without_you(model.seats, texts_of(model))
    kinds = tuple(seat.kind for seat in seats)
    logged = log_of(model).find_slot(slot) if slot else None
    if logged is not None:
        return show(model, logged.code)
    if not slot or not can_be_challenge(game, kinds):
        return model, []
    challenge = Challenge(game, kinds, seats[kinds.index(PERSON)].name)
    added = LoggedChallenge(challenge.id, challenge.code, slot, is_own=True)
    model, saves = with_log(model, log_of(model).with_challenge(added))
    shown, effects = show(model, challenge.code)
    return shown, [*saves, *effects]


def open_archived(model: Model, archived: ArchivedGameToOpen) -> Result:
    """Open the challenge of an archived game."""
    logged = log_of(model).find_slot(archived.entry.id)
    return (model, []) if logged is None else show(model, logged.code)


def open_link(model: Model, fragment: str) -> Result:
    """Open a challenge or an answer."""
    return _open_link(model, fragment)


def open_link_of_page(model: Model, message: PageOpened) -> Result | None:
    """Open the challenge or the answer with which the page was opened."""
    return _open_link(model, message.fragment, by_page=True)


def _open_link(model: Model, fragment: str, *, by_page: bool | None = None) -> Result:
    """Open a challenge or an answer, or show a notice on the current screen."""
    try:
        linked = parse_known_challenge(fragment.removeprefix(CHALLENGE_LINK))
    except SealedLinkError as error:
        return with_notice(model, PROBLEMS[error.reason]), [ClearFragment()]
    if not linked.answers_id:
        return show(model, linked.code, by_page=by_page)
    return open_answer(model, linked, by_page=by_page) or (
        with_notice(model, "answer-not-here"),
        [ClearFragment()],
    )


def open_answer(model: Model, answer: Challenge, *, by_page: bool | None) -> Result | None:
    """Log an answer and compare it; return None if its challenge was not sent from here."""
    logged = log_of(model).find(answer.answers_id)
    if logged is None or not is_known_challenge(logged.code):
        return None
    if not answer.answers(parse_known_challenge(logged.code)):
        return None
    effects: list[Effect] = []
    shown = 0
    if logged.is_own:
        logged = logged.with_answer(answer.code)
        model, effects = with_log(model, log_of(model).with_challenge(logged))
        if answer.code in logged.answers:
            shown = logged.answers.index(answer.code)
    opened, more = show(model, logged.code, by_page=by_page, shown=shown)
    return opened, [*effects, *more]


def show(model: Model, code: str, *, by_page: bool | None = None, shown: int = 0) -> Result:
    """Push the screen of a challenge, and start the reviews that it needs."""
    if not is_known_challenge(code):  # it was saved by another version of the page
        return with_notice(model, "challenge-unreadable"), [ClearFragment()]
    person = next((seat for seat in model.setup.seats if seat.kind == PERSON), None)
    names = () if person is None else texts.without_you((person,), texts_of(model))
    name = names[0].name if names else ""
    screen = ChallengeScreen(code, name, shown)
    pushed, effects = push(model, screen, by_page=by_page)
    reviewed, more = review_next_game(pushed)
    return reviewed, [*effects, *more]


def on_log_changed_elsewhere(model: Model, message: SlotChangedElsewhere) -> Result:
    """Merge the challenge log that another tab has saved."""
    if message.slot != CHALLENGES_KEY:
        return model, []
    return merge_log_of_other_tab(model, message.text), []
