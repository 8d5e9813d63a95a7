"""Coaching on a board: hints, reviews, and the weights for both."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from qwixx.bots import has_weights
from qwixx.rules.moves import Mark
from qwixx.rules.state import Phase
from qwixx.ui import late, storage
from qwixx.ui.model import Dialog, DialogState, Model, ModelOf, Result
from qwixx.ui.model.board import Board, plannable_marks
from qwixx.ui.model.effects import (
    ContinueReview,
    Effect,
    FocusElement,
    LoadWeights,
    StartTimer,
    WriteArchive,
)
from qwixx.ui.model.hand import Covered, Hinted, NoHint, Tentative, Weights
from qwixx.ui.model.policy import Help
from qwixx.ui.model.screen import Screen
from qwixx.ui.model.settings import HIDDEN
from qwixx.ui.model.values import replace
from qwixx.ui.texts.sentences import isolated

if TYPE_CHECKING:
    from qwixx.coach import Advice, Review
    from qwixx.games.game import Game
    from qwixx.rules.state import State
    from qwixx.ui.model.messages import ReviewProgressed
    from qwixx.ui.texts.languages import Texts

S = TypeVar("S", bound=Screen)

BEST = 2
"""Number of best moves that a hint shows; it always shows passing, too."""


def _load_coach_weights(game: Game) -> list[Effect]:
    """Return the effect that loads the coach's missing weights, or [] if none are missing."""
    name = late.weights.missing_file(game.variant, game.state.players)
    return [LoadWeights(name)] if name else []


def has_coach_for(game: Game) -> bool:
    """Return whether the coach can rate games with this variant and number of players."""
    return has_weights(game.variant, game.state.players)


def load_weights_for_chances(model: Model) -> list[Effect]:
    """Return the effect that loads the weights for win probabilities, or [] if none are needed."""
    if model.game is None or model.settings.chances == HIDDEN:
        return []
    if model.board.weights is Weights.REQUESTED:
        return []
    return _load_coach_weights(model.game)


def win_chances_at_turn_start(model: Model) -> tuple[float, ...]:
    """Return each player's win probability at the start of the turn, or () to show none."""
    game = model.board.game
    hidden = model.settings.chances == HIDDEN or model.board.policy.advice is Help.NONE
    if hidden or not has_coach_for(game) or _load_coach_weights(game):
        return ()
    settled = (Phase.ROLL, Phase.OVER)
    return _chances(next(state for state in reversed(game.states) if state.phase in settled))


@lru_cache(maxsize=4)
def _chances(state: State) -> tuple[float, ...]:
    return late.coach.chances(state)


def toggle_hint(model: Model) -> Result:
    """Toggle the hint: advice on the legal moves, or the reason why there is none."""
    game = model.game
    if game is None or isinstance(model.board.hand, Tentative | Covered):
        return model, []
    if model.board.policy.advice is not Help.FULL:
        return model, []
    if model.board.has_hint_slip:
        # Keep the focus, unless its element was part of the slip.
        refocus = FocusElement(':focus, .controls [data-action="hint"]')
        board = model.board
        hand = None if board.hint else board.hand
        note = None if isinstance(board.note, NoHint) else board.note
        return model.with_board(hand=hand, note=note), [refocus]
    cleared = model.with_board(note=None)
    player = model.board.person_to_act
    if player is None or player not in game.state.to_act:
        return model.with_board(note=NoHint()), []
    if missing := _load_coach_weights(game):
        return model.with_board(waits="hint"), missing
    if late.coach.think(game.state, player):  # in time slices, so that the page stays responsive
        thinking = cleared.with_board(waits="hint").with_new_timer()
        return thinking, [StartTimer(0, thinking.timer)]
    # Keyboard users continue in the slip, since it covers the button.
    covered = 'main:has(.controls [data-action="hint"]:focus-visible) .hint .option'
    hand = Hinted(late.coach.hint(game.state, player))
    return cleared.with_board(waits="", hand=hand), [FocusElement(covered)]


def shown_advice(board: Board) -> list[Advice]:
    """Return the advice that a hint shows: the two best moves, and passing."""
    return [
        one for rank, one in enumerate(board.hint) if rank < BEST or not isinstance(one.move, Mark)
    ]


def cell_to_tap(board: Board, advice: Advice) -> Mark | None:
    """Return the cell to tap to follow a piece of advice, or None if the player should pass.

    Tapping a cell that is legal only in the color step passes now and plans that cell.
    """
    if isinstance(advice.move, Mark):
        return advice.move
    state, player = board.game.state, board.person_to_act
    if player is None or advice.then not in plannable_marks(state, player):
        return None
    return None if advice.then in state.legal_moves(player) else advice.then


def no_hint_text(_: Texts, board: Board) -> str:
    """Return the text that explains why there is no hint now."""
    game, state = board.game, board.game.state
    if state.phase is Phase.OVER:
        return _("No hint: the game is over.")
    if board.person_to_act is not None:
        return _("No hint yet: roll the dice first.")
    thinker = game.names[state.to_act[0] if state.to_act else state.active]
    return _("No hint right now: {name} is deciding.").format(name=isolated(_, thinker))


def start_review(model: ModelOf[S]) -> tuple[ModelOf[S], list[Effect]]:
    """Start the review of a finished game, or load the coach's missing weights first."""
    board = model.board
    if (
        board.review_progress is not None
        or board.waits == "review"
        or not has_coach_for(board.game)
    ):
        return model, []
    if missing := _load_coach_weights(board.game):
        return model.with_board(waits="review"), missing
    return model.with_board(review_progress=0.0), [ContinueReview(board.game)]


def open_review_dialog(model: Model) -> Result:
    """Open the dialog with the review of a finished game."""
    game = model.game
    if game is None or game.state.phase is not Phase.OVER or not has_coach_for(game):
        return model, []
    return start_review(replace(model, dialog=DialogState(Dialog.REVIEW)))


def on_review_progressed(model: Model, message: ReviewProgressed) -> Result | None:
    """Show the review or its progress; return None if this board is not waiting for it."""
    game = model.game
    # An undo does not make it another game: the furthest state stays the same.
    if (
        game is None
        or game.furthest is not message.game.furthest
        or model.board.review is not None
    ):
        return None
    done = model.with_board(review_progress=message.progress, review=message.review)
    if message.review is None:
        if game.state.phase is not Phase.OVER:  # hints and bots need the evaluator now
            return model.with_board(review_progress=None), []
        return done, [ContinueReview(message.game)]
    return done, [
        *_archive_sole_person_mistakes(done.board, message.review),
        *([FocusElement("dialog h2")] if model.dialog.kind is Dialog.REVIEW else []),
    ]


def _archive_sole_person_mistakes(board: Board, review: Review) -> list[Effect]:
    """Return the effect that archives the sole person's mistakes, or [] without a sole person."""
    if len(board.setup.person_seats) != 1:
        return []
    game = board.game.go_to(board.game.event_count_with_undone)
    text = late.mistakes.write_mistakes(
        late.mistakes.summarize_mistakes(game, review, board.setup.person_seats[0])
    )
    return [WriteArchive("judgements", ((storage.archive_key(board.slot), text),))]
