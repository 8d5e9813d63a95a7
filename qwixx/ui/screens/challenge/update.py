"""Challenge: handle messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from qwixx.bots import has_weights
from qwixx.bots.weights import missing_file
from qwixx.games.challenge_log import LoggedChallenge
from qwixx.games.names import sanitize_name
from qwixx.games.written.challenge_link import Challenge, can_be_challenge
from qwixx.games.written.link_seal import SealedLinkError, SealedLinkReason
from qwixx.ui.address import fragment_if_known
from qwixx.ui.model import Model, Result, with_notice
from qwixx.ui.model.effects import (
    ClearFragment,
    ContinueReview,
    CopyField,
    Effect,
    GenerateQrCode,
    LoadGame,
    LoadWeights,
    ShareText,
)
from qwixx.ui.model.public import CHALLENGE_LINK, CHALLENGES_KEY
from qwixx.ui.model.setup import PERSON
from qwixx.ui.model.values import replace
from qwixx.ui.screens.challenge import texts as challenge_texts
from qwixx.ui.screens.challenge.model import ChallengeScreen
from qwixx.ui.screens.game.challenge_record import (
    is_known_challenge,
    log_of,
    merge_log_of_other_tab,
    parse_known_challenge,
    with_log,
)
from qwixx.ui.screens.game.challenged import start_challenge_game
from qwixx.ui.screens.kind import ControlHandler, without_arguments
from qwixx.ui.screens.stack import pop, push, replace_all_or_ask_first
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.games.game import Game
    from qwixx.ui.model.messages import (
        ControlUsed,
        PageOpened,
        QrCodeGenerated,
        ReviewProgressed,
        SlotChangedElsewhere,
        WeightsLoaded,
    )
    from qwixx.ui.screens.challenge.model import ChallengeModel
    from qwixx.ui.screens.kind import ArchivedGameToOpen

PROBLEMS = {
    SealedLinkReason.INCOMPLETE: "link-incomplete",
    SealedLinkReason.DAMAGED: "link-damaged",
    SealedLinkReason.NEWER: "link-newer",
    SealedLinkReason.INVALID: "challenge-unreadable",
}
"""Keys of the notices on texts that are no challenges, by reason."""


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


# Open


def open_challenge(model: Model, _action: str) -> Result:
    """Open the challenge of the shown finished game: the one it answers, or a new one."""
    board, game = model.screen.board, model.screen.shareable_game
    if board is not None and board.policy.origin:
        return _show(model, board.policy.origin)
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
        return _show(model, logged.code)
    if not slot or not can_be_challenge(game, kinds):
        return model, []
    challenge = Challenge(game, kinds, seats[kinds.index(PERSON)].name)
    added = LoggedChallenge(challenge.id, challenge.code, slot, is_own=True)
    model, saves = with_log(model, log_of(model).with_challenge(added))
    shown, effects = _show(model, challenge.code)
    return shown, [*saves, *effects]


def open_archived(model: Model, archived: ArchivedGameToOpen) -> Result:
    """Open the challenge of an archived game."""
    logged = log_of(model).find_slot(archived.entry.id)
    return (model, []) if logged is None else _show(model, logged.code)


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
        return _show(model, linked.code, by_page=by_page)
    return _open_answer(model, linked, by_page=by_page) or (
        with_notice(model, "answer-not-here"),
        [ClearFragment()],
    )


def _open_answer(model: Model, answer: Challenge, *, by_page: bool | None) -> Result | None:
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
    opened, more = _show(model, logged.code, by_page=by_page, shown=shown)
    return opened, [*effects, *more]


def _show(model: Model, code: str, *, by_page: bool | None = None, shown: int = 0) -> Result:
    """Push the screen of a challenge, and start the reviews that it needs."""
    if not is_known_challenge(code):  # it was saved by another version of the page
        return with_notice(model, "challenge-unreadable"), [ClearFragment()]
    person = next((seat for seat in model.setup.seats if seat.kind == PERSON), None)
    names = () if person is None else texts.without_you((person,), texts_of(model))
    name = names[0].name if names else ""
    screen = ChallengeScreen(code, name, shown)
    pushed, effects = push(model, screen, by_page=by_page)
    reviewed, more = _review_next_game(pushed)
    return reviewed, [*effects, *more]


def on_log_changed_elsewhere(model: Model, message: SlotChangedElsewhere) -> Result:
    """Merge the challenge log that another tab has saved."""
    if message.slot != CHALLENGES_KEY:
        return model, []
    return merge_log_of_other_tab(model, message.text), []


# Review


def _review_next_game(model: ChallengeModel) -> Result:
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
            return _with(model, weights=name), [LoadWeights(name)]
        return _with(model, reviewing=one.game), [ContinueReview(one.game)]
    return _with(model, reviewing=None), []


def on_weights_loaded(model: ChallengeModel, _message: WeightsLoaded) -> Result:
    """Start the reviews, or do without if the weights could not be loaded."""
    return _review_next_game(model)


def on_review_progressed(model: ChallengeModel, message: ReviewProgressed) -> Result | None:
    """Continue a review, or show it; return None for another screen's review."""
    screen = model.screen
    if screen.reviewing is not message.game:
        return None
    if message.review is None:
        return model, [ContinueReview(message.game)]
    reviews = (*screen.reviews, (message.game, message.review))
    return _review_next_game(_with(model, reviews=reviews))


def resume_review_when_uncovered(model: ChallengeModel) -> Result:
    """Continue the reviews once the screen is on top again."""
    return _review_next_game(model)


def _with(model: ChallengeModel, **changes: object) -> ChallengeModel:
    return replace(model, screen=replace(model.screen, **changes))  # type: ignore[arg-type]


# Controls


def _play(model: ChallengeModel, act: ControlUsed) -> Result:
    """Start the game of the challenge, or resume it."""
    screen, games = model.screen, games_of(model, model.screen)
    if games.own is not None:
        return model, []
    if games.logged is not None:
        base = model.stack[0].board
        if base is not None and base.slot == games.logged.slot:
            return close_challenge(model)
        return model, [ClearFragment(), LoadGame(games.logged.slot)]
    return replace_all_or_ask_first(
        model, act, lambda base: start_challenge_game(base, screen.code, screen.name)
    )


def _choose_name(model: ChallengeModel, act: ControlUsed) -> Result:
    """Change the name of this device's person; in an own challenge, in its link, too."""
    name = sanitize_name(act.value)
    named = _with(model, name=name, qr_text="", qr=None)
    games = games_of(model, model.screen)
    if games.logged is None or not games.logged.is_own:
        return named, []
    code = games.challenge._replace(name=name).code
    logged = replace(games.logged, code=code)
    changed, saves = with_log(_with(named, code=code), log_of(model).with_challenge(logged))
    return changed, saves


def link_to_send(model: Model, screen: ChallengeScreen) -> str:
    """Return the link to send: the challenge, or the answer to it; "" before the game is over."""
    games = games_of(model, screen)
    if games.own is None:
        return ""
    return f"{model.session.address}#{CHALLENGE_LINK}{games.own.code}".removeprefix(
        "" if model.session.address else "#"
    )


def _share_link(model: ChallengeModel, _act: ControlUsed) -> Result:
    games, link = games_of(model, model.screen), link_to_send(model, model.screen)
    if not link:
        return model, []
    return model, [ShareText(challenge_texts.share_text(texts_of(model), games, link))]


def _copy_link(model: ChallengeModel, _act: ControlUsed) -> Result:
    return model, [CopyField("#challenge-link")]


def _show_copied(model: ChallengeModel, _act: ControlUsed) -> Result:
    return _with(model, is_copied=True), []


def _toggle_qr_code(model: ChallengeModel, _act: ControlUsed) -> Result:
    text = "" if model.screen.qr_text else link_to_send(model, model.screen)
    return _with(model, qr_text=text, qr=None), [GenerateQrCode(text)] if text else []


def on_qr_code_generated(model: ChallengeModel, message: QrCodeGenerated) -> Result | None:
    """Show a generated QR code; return None if the code encodes a different text."""
    if message.text != model.screen.qr_text:
        return None
    return _with(model, qr=message), []


def _compare_with(model: ChallengeModel, act: ControlUsed) -> Result:
    """Compare with another answer."""
    count = len(games_of(model, model.screen).others)
    if act.value not in map(str, range(count)):
        return model, []
    return _review_next_game(_with(model, shown=int(act.value)))


def challenge_in(text: str) -> str:
    """Return the challenge or answer in a pasted text; the text itself if it has no prefix."""
    _, found, rest = text.strip().rpartition(CHALLENGE_LINK)
    return fragment_if_known(found + rest).removeprefix(found) if found else text.strip()


def is_whole_link(_screen: ChallengeScreen, text: str) -> bool:
    """Return whether a text is a whole challenge or answer, with or without its URL."""
    return is_known_challenge(challenge_in(text))


def _paste_link(model: ChallengeModel, act: ControlUsed) -> Result:
    """Open a pasted challenge or answer, or say what is wrong with it."""
    if not act.value.strip():
        return _with(model, problem=""), []
    try:
        linked = parse_known_challenge(challenge_in(act.value))
    except SealedLinkError as error:
        return _with(model, problem=PROBLEMS[error.reason]), []
    if not linked.answers_id:
        return _show(model, linked.code)
    return _open_answer(model, linked, by_page=None) or (
        _with(model, problem="answer-not-here"),
        [],
    )


def close_challenge(model: ChallengeModel) -> Result:
    """Return to the covered screen."""
    popped, effects = pop(model)
    return popped, [ClearFragment(), *effects]


ACTIONS: dict[str, ControlHandler[ChallengeScreen]] = {
    "challenge-play": _play,
    "challenge-name": _choose_name,
    "challenge-share": _share_link,
    "challenge-copy": _copy_link,
    "copied": _show_copied,
    "challenge-qr": _toggle_qr_code,
    "challenge-with": _compare_with,
    "challenge-paste": _paste_link,
    "leave-challenge": without_arguments(close_challenge),
}
"""Actions of the challenge screen."""
