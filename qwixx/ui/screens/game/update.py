"""Game: handle a board's controls and timer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.rules.moves import PASS
from qwixx.rules.state import Phase
from qwixx.ui.model import Dialog, DialogState, Model, Result
from qwixx.ui.model.effects import FocusElement, StartTimer
from qwixx.ui.model.hand import Scores
from qwixx.ui.model.messages import CellTapped, TimerFired
from qwixx.ui.model.values import replace
from qwixx.ui.screens.game import coaching
from qwixx.ui.screens.game.advance import play_step, result_effects
from qwixx.ui.screens.game.bots import let_bot_act
from qwixx.ui.screens.game.tap import confirm_tap, on_cell_tapped

if TYPE_CHECKING:
    from qwixx.ui.screens.game.advance import OwnerStep


def roll(model: Model, play: OwnerStep) -> Result:
    """Roll the dice for the person whose turn it is; the board's owner asks for unknown dice."""
    game, board = model.game, model.board
    if game is None or game.state.phase is not Phase.ROLL:
        return model, []
    if board.person_to_act is None or not board.policy.can_roll:
        return model, []
    return play_step(model, play, game.roll_if_known())


def pass_move(model: Model, play: OwnerStep) -> Result:
    """Pass for the person who is to act."""
    game = model.game
    if game is None or model.board.touchable_player is None or game.state.phase is Phase.ROLL:
        return model, []
    player = model.board.touchable_player
    if game.state.refusal(player, PASS) is not None:
        return model, []  # a bonus must be chosen
    return play_step(model, play, game.play(player, PASS))


def show_scores_in_status(model: Model) -> Result:
    """Show the scores in the status."""
    return model.with_board(note=Scores()), []


def open_enlarged_sheet(model: Model, seat: int) -> Result:
    """Enlarge another player's sheet."""
    if seat not in range(model.board.game.state.players) or seat == model.board.large_seat:
        return model, []
    opener = f'[data-action="look:{seat}"]'
    return replace(model, dialog=DialogState(Dialog.SHEET, opener=opener, seat=seat)), []


def fast_forward(model: Model) -> Result:
    """Fast-forward to the next action of a person, or to the result; lift a handover cover."""
    if model.game is not None and model.board.is_held:
        return _reveal_held_result(model)
    if model.game is not None and model.board.is_covered:
        return model.with_new_timer().with_board(hand=None), []
    if model.game is None or not model.board.is_local_bot_next or model.board.fast_forward:
        return model, []
    model = model.with_board(fast_forward=True).with_new_timer()
    return model, [StartTimer(0, model.timer)]


def _reveal_held_result(model: Model) -> Result:
    """Show the result, which was delayed so that the last cross could be seen."""
    model = model.with_board(hand=None)
    return model, [FocusElement(".game-result h2"), *result_effects(model)]


def toggle_fast_forward(model: Model) -> Result:
    """Toggle fast-forward for the rest of the game."""
    if model.game is None:
        return model, []
    model = model.with_board(always_fast_forward=not model.board.always_fast_forward)
    return fast_forward(model) if model.board.always_fast_forward else (model, [])


def on_board_timer(model: Model, message: TimerFired, play: OwnerStep) -> Result:
    """Run the action that waits for the board's timer; ignore other timers."""
    if model.game is None or message.timer_id != model.timer:
        return model, []
    board = model.board
    if board.is_covered:
        return model.with_board(hand=None), []
    if board.is_held:
        return _reveal_held_result(model)
    if board.tentative_tap is not None:
        return confirm_tap(model, play)
    if board.is_local_bot_next:
        return let_bot_act(model, board, play)
    return coaching.toggle_hint(model) if board.waits == "hint" else (model, [])


def play_hinted_move(model: Model, rank: int, play: OwnerStep) -> Result:
    """Play the hinted move of a rank, from 0, as if its cell or "Pass" had been tapped."""
    if model.game is None:
        return model, []
    shown = coaching.shown_advice(model.board)
    if rank >= len(shown):
        return model, []
    player, mark = model.board.person_to_act, coaching.cell_to_tap(model.board, shown[rank])
    if player is not None and mark is not None:
        after, effects = on_cell_tapped(model, CellTapped(player, mark.code), play)
    else:
        after, effects = pass_move(model, play)
    # The button is gone: keyboard users continue on the sheet.
    return after, [*effects, FocusElement(':focus, .sheet.large [data-cell][tabindex="0"]')]
