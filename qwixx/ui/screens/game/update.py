"""Game: handle the controls of a board, and its timer."""

from __future__ import annotations

from dataclasses import replace

from qwixx.rules.moves import PASS
from qwixx.rules.state import Phase
from qwixx.ui.model import Dialog, DialogState, Model, Result
from qwixx.ui.model.effects import FocusElement, StartTimer
from qwixx.ui.model.messages import CellTapped, TimerFired
from qwixx.ui.screens.game import coaching
from qwixx.ui.screens.game.advance import play
from qwixx.ui.screens.game.bots import bot_step
from qwixx.ui.screens.game.tap import done, tap


def roll(model: Model) -> Result:
    """Roll for the person whose turn begins."""
    game = model.game
    if game is None or game.state.phase is not Phase.ROLL or model.board.actor is None:
        return model, []
    return play(model, game.roll())


def decline(model: Model) -> Result:
    """Pass for the person who is to act."""
    game = model.game
    if game is None or model.board.touchable_player is None or game.state.phase is Phase.ROLL:
        return model, []
    return play(model, game.play(model.board.touchable_player, PASS))


def tell_scores(model: Model) -> Result:
    """Tell the scores in the status line."""
    return model.with_board(shows_scores=True, refused_tap=None), []


def look(model: Model, seat: int) -> Result:
    """Open another player's sheet, large."""
    if seat not in range(model.board.game.state.players) or seat == model.board.shown:
        return model, []
    opener = f'[data-action="look:{seat}"]'
    return replace(model, dialog=DialogState(Dialog.SHEET, opener=opener, seat=seat)), []


def skip(model: Model) -> Result:
    """Let bots act without being shown, until a person is to act."""
    if model.game is None or not model.board.bot_is_next or model.board.fast_forward:
        return model, []
    model = model.with_board(fast_forward=True).with_new_timer()
    return model, [StartTimer(0, model.timer)]


def skip_always(model: Model) -> Result:
    """Let bots act without being shown for the rest of the game, or no longer."""
    if model.game is None:
        return model, []
    model = model.with_board(always_fast_forward=not model.board.always_fast_forward)
    return skip(model) if model.board.always_fast_forward else (model, [])


def tick(model: Model, message: TimerFired) -> Result:
    """Do what the timer was started for."""
    if model.game is None or message.timer_id != model.timer:
        return model, []
    board = model.board
    if board.is_covered:
        return model.with_board(is_covered=False), []
    if board.tentative_tap is not None:
        return done(model)
    if board.bot_is_next:
        return bot_step(model, board)
    return coaching.hint(model) if board.after_weights == "hint" else (model, [])


def take(model: Model, rank: int) -> Result:
    """Do what a hint shows, as if it had been tapped."""
    if model.game is None:
        return model, []
    shown = coaching.shown_advice(model.board)
    if rank >= len(shown):
        return model, []
    player, mark = model.board.actor, coaching.target(model.board, shown[rank])
    if player is not None and mark is not None:
        taken, effects = tap(model, CellTapped(player, mark.code))
    else:
        taken, effects = decline(model)
    # The button is gone: who came by keyboard goes on at the sheet.
    return taken, [*effects, FocusElement(':focus, .sheet.large [data-cell][tabindex="0"]')]
