"""Game: turn a tap on a cell into a cross, immediately or on confirmation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.rules.moves import PASS, InvalidMoveError, Mark
from qwixx.ui.model.board import plannable_marks, without_decision
from qwixx.ui.model.delays import CONFIRM_DELAY_MS
from qwixx.ui.model.effects import Effect, PlaySound, StartTimer
from qwixx.ui.model.hand import Refused, Tentative
from qwixx.ui.model.messages import CellTapped
from qwixx.ui.model.settings import ONE_LARGE
from qwixx.ui.model.timeline import CROSS, ROLL
from qwixx.ui.screens.game.advance import Change, play_step
from qwixx.ui.screens.game.undo import game_before_person_step, undo_person_step

if TYPE_CHECKING:
    from qwixx.games.game import Game
    from qwixx.ui.model import Model, Result
    from qwixx.ui.screens.game.advance import OwnerStep


def on_cell_tapped(model: Model, message: CellTapped, play: OwnerStep) -> Result:
    """Cross out or plan a number, undo a cross, or show why the number is illegal."""
    game, player = model.game, message.player
    if game is None or player not in model.local_people:
        return model, []
    if model.settings.layout == ONE_LARGE and player != model.board.shown:
        return model, []  # small sheets are read-only
    try:
        mark = Mark.from_code(message.code)
    except InvalidMoveError:
        return model, []
    model, effects = model.with_board(focus=mark.code), list[Effect]()
    chosen, tentative = model.board.pending_mark(player), model.board.tentative_tap
    if mark == chosen and model.board.can_undo:
        return undo_person_step(model, play, player)
    state = without_decision(game.state, player) if chosen else game.state
    if state.refusal(player, mark) is not None and mark not in plannable_marks(state, player):
        # The dice have landed: nothing waits for them when the reason is gone.
        cause = "" if model.board.cause == ROLL else model.board.cause
        return model.with_board(note=Refused(message), cause=cause), []
    if tentative is not None and tentative.player != player:
        # People around a device tap on different sheets: confirm the other person's tap.
        model, effects = _without_sounds_and_timers(confirm_tap(model, play))
        game = model.board.game
    elif chosen and tentative is None:
        if model.board.policy.expects:
            return model, []
        game, model = (
            game_before_person_step(model.board, player),
            model.with_board(planned_mark=None),
        )
    # A planned mark passes on the white sum, too, so everyone gets time to change their mind.
    is_plan = game.state.refusal(player, mark) is not None
    needs_time = is_plan or model.sole_local_person is None
    if model.is_paced and needs_time and not model.board.policy.expects:
        tapped, more = _show_tentative_tap(model, play, game, CellTapped(player, mark.code))
    else:
        tapped, more = _play_mark(model, play, game, player, mark)
    return tapped, [*effects, *more]


def _show_tentative_tap(model: Model, play: OwnerStep, game: Game, tap: CellTapped) -> Result:
    """Show a tentative cross, unseen by other devices until confirmed, and start its timer."""
    effects: list[Effect] = []
    if game is not model.board.game:
        model, effects = _without_sounds_and_timers(play_step(model, play, game, Change.BACK))
    model = model.with_board(hand=Tentative(tap), cause=CROSS, note=None).with_new_timer()
    sounds: list[Effect] = [] if model.is_muted else [PlaySound(CROSS)]
    return model, [*effects, *sounds, StartTimer(CONFIRM_DELAY_MS, model.timer)]


def _without_sounds_and_timers(result: Result) -> Result:
    """Return a result without sounds and timers, since another step follows immediately."""
    model, effects = result
    return model, [effect for effect in effects if not isinstance(effect, (PlaySound, StartTimer))]


def confirm_tap(model: Model, play: OwnerStep) -> Result:
    """Confirm a tentative tap."""
    if model.game is None or model.board.tentative_tap is None:
        return model, []
    tap = model.board.tentative_tap
    return _play_mark(model, play, model.game, tap.player, Mark.from_code(tap.code))


def _play_mark(model: Model, play: OwnerStep, game: Game, player: int, mark: Mark) -> Result:
    if game.state.refusal(player, mark) is None:
        return play_step(model, play, game.play(player, mark))
    return play_step(model.with_board(planned_mark=mark), play, game.play(player, PASS))
