"""Game: save a game after each step; archive and review it after its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.daily import write_daily_log
from qwixx.rules.state import Phase
from qwixx.ui import late, storage
from qwixx.ui.model import without_notice
from qwixx.ui.model.effects import Effect, FocusElement, ReloadPage, SaveText
from qwixx.ui.model.setup import SavedGame
from qwixx.ui.screens.game import coaching
from qwixx.ui.screens.game.advance import Change, show_position
from qwixx.ui.screens.game.bots import show_game_loading_weights
from qwixx.ui.screens.game.tap import confirm_tap

if TYPE_CHECKING:
    from qwixx.games.game import Game
    from qwixx.ui.model import Model, ModelOf, Result
    from qwixx.ui.model.board import Board
    from qwixx.ui.screens.game.model import GameScreen


def play_game_step(model: Model, game: Game, change: Change) -> Result:
    """Show and save a step, and conclude a finished game; see `advance.OwnerStep`.

    A step without animation is saved with the next step if a bot takes it immediately.
    """
    after, effects = show_position(model, game, change)
    is_saved = change is not Change.UNSEEN or not after.board.is_local_bot_next
    saves = save_effects(after) if is_saved else []
    noted, log_effects = _log_result(after)
    ended, more = conclude_if_finished(noted)
    # The log comes first: a finished game that is not on the page any more is not noted again.
    return ended, [*log_effects, *saves, *effects, *more]


def save_effects(model: Model) -> list[Effect]:
    """Return the effects that save the game."""
    return [storage.save_game_effect(model.board, model.session.query)]


def start_or_resume_game(model: Model) -> Result:
    """Show a new or loaded game, save it, and conclude it if it is finished."""
    started, effects = show_game_loading_weights(model)
    noted, log_effects = _log_result(started)
    ended, more = conclude_if_finished(noted)
    return ended, [*log_effects, *save_effects(started), *effects, *more]


def resume_game_when_uncovered(model: ModelOf[GameScreen]) -> Result:
    """Resume an uncovered game, and restart its review if covering the game interrupted that."""
    board = model.board
    reviewed = None if board.review is None else board.review_progress
    model = model.with_board(fast_forward=False, review_progress=reviewed)
    resumed, effects = show_position(model, board.game, Change.BACK)
    if not _is_finished(board):
        return resumed, effects
    judged, more = coaching.start_review(resumed)
    return judged, [*effects, *more]


def _is_finished(board: Board) -> bool:
    return board.game.state.phase is Phase.OVER and len(board.game.events) > 1


def conclude_if_finished(model: Model) -> Result:
    """Archive a finished game, and start the review."""
    board = model.board
    if not _is_finished(board):
        return model, []
    model, finished_id = model.with_new_slot()
    archived = storage.archive_game_effect(board, finished_id, slot_holds_copy=True)
    judged, more = coaching.start_review(model)
    return judged, [archived, FocusElement(".game-result h2"), *more]


def _log_result(model: Model) -> Result:
    """Log the result of a daily game or of a challenge."""
    if model.board.policy.origin:
        return late.challenge_record.log_answer(model)
    return _note_daily_result(model)


def _note_daily_result(model: Model) -> Result:
    """Add a finished daily game, even a repeated one, to the daily log."""
    board, before = model.board, model.session.daily_log
    day, counts = board.policy.day
    if not (_is_finished(board) and day):
        return model, []
    if not counts and before.score(day) is None:
        return model, []
    points = board.game.state.scores()[model.local_people[0]]
    log = before.with_started(day).with_finished_game(day, points, model.session.local_day)
    if log == before:
        return model, []
    noted = without_notice(model.with_session(daily_log=log), "practice-day")  # the day counts now
    return noted, [SaveText("daily", write_daily_log(log))]


def suspend_game(model: Model, *, offer_first: bool = False) -> Result:
    """Offer the unfinished game for resuming, or delete its save if it has no events.

    Args:
        model: the model.
        offer_first: whether to offer the game before other saved games.
    """
    if model.game is None:
        return model, []
    board, game, session = model.board, model.game, model.session
    if not game.event_count_with_undone:
        return model, [SaveText(f"{storage.RUNNING}:{board.slot}", "")]
    if game.furthest.phase is Phase.OVER:
        return model, []
    policy, plan = board.policy, board.planned_mark
    saved = SavedGame(game, board.setup, session.query, policy.day, policy.origin, plan)
    if offer_first or not session.others:
        return model.with_session(others=(board.slot, *session.others), offer=saved), []
    return model.with_session(others=(*session.others, board.slot), offer=None), []


def effects_to_reload_page(model: ModelOf[GameScreen]) -> list[Effect]:
    """Return the effects that reload the page and then resume the current game."""
    settled, _effects = confirm_tap(model, play_game_step)
    board = settled.board
    game = storage.save_game_effect(board, model.session.query).text
    return [ReloadPage(storage.write_tab_state(storage.TabState(board.slot, game)))]
