"""Challenge: handle messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.names import sanitize_name
from qwixx.games.written.link_seal import SealedLinkError
from qwixx.ui.address import fragment_if_known
from qwixx.ui.model.effects import ClearFragment, CopyField, GenerateQrCode, LoadGame, ShareText
from qwixx.ui.model.public import CHALLENGE_LINK
from qwixx.ui.model.values import replace
from qwixx.ui.screens.challenge import texts as challenge_texts
from qwixx.ui.screens.challenge.games import games_of, link_to_send
from qwixx.ui.screens.challenge.model import ChallengeScreen, with_changes
from qwixx.ui.screens.challenge.opening import PROBLEMS, open_answer, show
from qwixx.ui.screens.challenge.reviewing import review_next_game
from qwixx.ui.screens.game.challenge_record import (
    is_known_challenge,
    log_of,
    parse_known_challenge,
    with_log,
)
from qwixx.ui.screens.game.challenged import start_challenge_game
from qwixx.ui.screens.kind import ControlHandler, without_arguments
from qwixx.ui.screens.stack import pop, replace_all_or_ask_first
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.ui.model import Result
    from qwixx.ui.model.messages import ControlUsed, QrCodeGenerated
    from qwixx.ui.screens.challenge.model import ChallengeModel


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
    named = with_changes(model, name=name, qr_text="", qr=None)
    games = games_of(model, model.screen)
    if games.logged is None or not games.logged.is_own:
        return named, []
    code = games.challenge._replace(name=name).code
    logged = replace(games.logged, code=code)
    changed, saves = with_log(with_changes(named, code=code), log_of(model).with_challenge(logged))
    return changed, saves


def _share_link(model: ChallengeModel, _act: ControlUsed) -> Result:
    games, link = games_of(model, model.screen), link_to_send(model, model.screen)
    if not link:
        return model, []
    return model, [ShareText(challenge_texts.share_text(texts_of(model), games, link))]


def _copy_link(model: ChallengeModel, _act: ControlUsed) -> Result:
    return model, [CopyField("#challenge-link")]


def _show_copied(model: ChallengeModel, _act: ControlUsed) -> Result:
    return with_changes(model, is_copied=True), []


def _toggle_qr_code(model: ChallengeModel, _act: ControlUsed) -> Result:
    text = "" if model.screen.qr_text else link_to_send(model, model.screen)
    return with_changes(model, qr_text=text, qr=None), [GenerateQrCode(text)] if text else []


def on_qr_code_generated(model: ChallengeModel, message: QrCodeGenerated) -> Result | None:
    """Show a generated QR code; return None if the code encodes a different text."""
    if message.text != model.screen.qr_text:
        return None
    return with_changes(model, qr=message), []


def _compare_with(model: ChallengeModel, act: ControlUsed) -> Result:
    """Compare with another answer."""
    count = len(games_of(model, model.screen).others)
    if act.value not in map(str, range(count)):
        return model, []
    return review_next_game(with_changes(model, shown=int(act.value)))


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
        return with_changes(model, problem=""), []
    try:
        linked = parse_known_challenge(challenge_in(act.value))
    except SealedLinkError as error:
        return with_changes(model, problem=PROBLEMS[error.reason]), []
    if not linked.answers_id:
        return show(model, linked.code)
    return open_answer(model, linked, by_page=None) or (
        with_changes(model, problem="answer-not-here"),
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
