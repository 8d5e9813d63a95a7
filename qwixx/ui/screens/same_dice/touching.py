"""Actions in a same-dice game: each is applied and saved, or refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from qwixx.games.paper_actions import Cross, Finish, Lock, RollDice
from qwixx.games.written.join_code import SameDiceError
from qwixx.rules.moves import Color, InvalidMoveError, Mark
from qwixx.ui.model.delays import ROLL_LOCK_MS
from qwixx.ui.model.effects import (
    FocusElement,
    SaveText,
)
from qwixx.ui.model.public import SAME_SLOT
from qwixx.ui.model.values import replace
from qwixx.ui.screens.hand_played import record_step
from qwixx.ui.screens.same_dice import saved
from qwixx.ui.screens.same_dice.model import SameDiceScreen, StatusLine

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.games.paper_actions import PaperAction
    from qwixx.games.same_dice.game import SameDice
    from qwixx.ui.model import Result
    from qwixx.ui.model.messages import CellTapped, ControlUsed
    from qwixx.ui.screens.same_dice.model import SameDiceModel

GameHandler: TypeAlias = "Callable[[SameDiceModel, SameDice, ControlUsed], Result]"
"""Handler of a control that needs a game."""
MAX_CAUGHT_UP = 40
"""Maximum number of rolls that a phone catches up on at a time."""


def on_cell_tapped(model: SameDiceModel, message: CellTapped) -> Result:
    """Cross out a number, undo a mark of this turn, or show why the number is refused."""
    screen = model.screen
    game = screen.game
    try:
        mark = Mark.from_code(message.code)
    except InvalidMoveError:
        return model, []
    known = game is not None and bool(game.setup.variant.bit(mark))
    if game is None or screen.is_read_only or not known or message.player != game.seat:
        return model, []
    screen = replace(screen, focus=mark)
    step = Cross(game.seat, mark)
    if mark in game.state.marks_this_turn and not game.state.is_finished:
        return _undo_action(model, screen, game, step)
    if game.state.refusal(mark) is None:
        after = game.apply_or_redo(step)
        locks = after.state.closed_now != game.state.closed_now
        return show_applied_action(model, screen, after, step, "lock" if locks else "cross")
    return replace(model, screen=replace(screen, status=StatusLine("refused", step))), []


def _undo_action(
    model: SameDiceModel, screen: SameDiceScreen, game: SameDice, step: PaperAction
) -> Result:
    undone = replace(screen, game=game.undo_out_of_order(step), status=StatusLine("undone", step))
    return record_change(model, undone, sound="undo")


def show_applied_action(
    model: SameDiceModel, screen: SameDiceScreen, game: SameDice, action: PaperAction, sound: str
) -> Result:
    """Show and save an applied action."""
    done = replace(screen, game=game, status=StatusLine("done", action), is_roll_field_open=False)
    return record_change(model, done, sound=sound)


def _apply_or_refuse(
    model: SameDiceModel, screen: SameDiceScreen, game: SameDice, action: PaperAction, sound: str
) -> Result:
    """Apply an action, or show why it is refused."""
    try:
        after = game.apply_or_redo(action)
    except SameDiceError as error:
        status = StatusLine("objected", action, error.reason)
        return replace(model, screen=replace(screen, status=status, is_roll_field_open=False)), []
    return show_applied_action(model, screen, after, action, sound)


def _roll(model: SameDiceModel, game: SameDice, act: ControlUsed) -> Result:
    screen = model.screen
    if model.is_paced and act.at < screen.blocked_until:
        return model, []
    return _apply_or_refuse(
        model, replace(screen, blocked_until=act.at + ROLL_LOCK_MS), game, RollDice(), "roll"
    )


def _finish_game(model: SameDiceModel, game: SameDice, act: ControlUsed) -> Result:
    """End the game, based on the state of this phone."""
    screen = model.screen
    if model.is_paced and act.at < screen.blocked_until:
        return model, []
    ended, effects = _apply_or_refuse(model, screen, game, Finish(), "win")
    return ended, [*effects, FocusElement("main")]


def _finish_by_others_penalty(model: SameDiceModel, game: SameDice, act: ControlUsed) -> Result:
    """End the game because another player has taken the last penalty."""
    screen = model.screen
    if model.is_paced and act.at < screen.blocked_until:
        return model, []
    return _apply_or_refuse(model, screen, game, Finish(by_other_player=True), "win")


def _toggle_others_lock(model: SameDiceModel, game: SameDice, act: ControlUsed) -> Result:
    """Close a row that another player locked, or undo the lock of a row closed this turn."""
    screen = model.screen
    row = next((row for row in Color if row.letter == act.argument), None)
    if row is None:
        return model, []
    step = Lock(row)
    if (
        game.state.closed_now[row]
        and not game.state.closed_at_turn_start[row]
        and not game.state.is_finished
    ):
        mine = [mark for mark in game.state.marks_this_turn if mark.row == row]
        own = Cross(game.seat, mine[-1]) if game.state.sheet.locked(row) and mine else step
        return _undo_action(model, screen, game, own)
    return _apply_or_refuse(model, screen, game, step, "lock")


def _undo(model: SameDiceModel, game: SameDice, _act: ControlUsed) -> Result:
    if not game.can_undo:
        return model, []
    step = game.events[-1]
    undone = replace(
        model.screen, game=game.undo(), status=StatusLine("undone", step), is_roll_field_open=False
    )
    return record_change(model, undone, sound="undo")


def _redo(model: SameDiceModel, game: SameDice, _act: ControlUsed) -> Result:
    if not game.can_redo:
        return model, []
    redone = game.redo()
    sound = "roll" if redone.events[-1] == RollDice() else "cross"
    return show_applied_action(model, model.screen, redone, redone.events[-1], sound)


def _toggle_roll_field(model: SameDiceModel, game: SameDice, _act: ControlUsed) -> Result:
    """Toggle the field for the number of the roll that the others are on."""
    screen = model.screen
    if game.state.is_finished:
        return model, []
    toggled = replace(screen, is_roll_field_open=not screen.is_roll_field_open)
    return replace(model, screen=toggled), [
        FocusElement('[data-action="go-to"]')
    ] if toggled.is_roll_field_open else []


def _go_to_roll(model: SameDiceModel, game: SameDice, act: ControlUsed) -> Result:
    """Catch up with the roll that the others are on, or undo back to it."""
    screen = model.screen
    screen = replace(screen, is_roll_field_open=False)
    number = int(act.value) if act.value.isdecimal() and len(act.value) < 5 else 0
    turn, now = number - 1, game.state.turn
    if number < 1 or turn == now or turn > now + MAX_CAUGHT_UP:
        return replace(model, screen=screen), [FocusElement('[data-action="where"]')]
    if turn < now:
        while game.state.turn > turn:
            game = game.undo()
        moved = replace(screen, game=game, status=StatusLine("undone", RollDice()))
    else:
        try:
            game = game.roll_ahead_until_own_turn(turn)
        except SameDiceError as error:
            status = StatusLine("objected", RollDice(), error.reason)
            return replace(model, screen=replace(screen, status=status)), []
        moved = replace(screen, game=game, status=StatusLine("caught-up"))
    shown, effects = record_change(
        model, replace(moved, blocked_until=act.at + ROLL_LOCK_MS), sound="roll"
    )
    return shown, [*effects, FocusElement('[data-action="where"]')]


def record_change(model: SameDiceModel, screen: SameDiceScreen, *, sound: str = "") -> Result:
    """Show and save a change; archive a finished game."""
    text = save_effect(model, screen)
    return record_step(model, screen, model.screen.game, screen.game, text, sound=sound)


def save_effect(model: SameDiceModel, screen: SameDiceScreen, *, is_open: bool = True) -> SaveText:
    """Return the effect that saves the game."""
    text = saved.write_save(screen.game, screen.name, model.session.query, is_open=is_open)
    return SaveText(SAME_SLOT, text)


MOVES: dict[str, GameHandler] = {
    "roll": _roll,
    "finish": _finish_game,
    "fourth": _finish_by_others_penalty,
    "lock": _toggle_others_lock,
    "undo": _undo,
    "redo": _redo,
    "where": _toggle_roll_field,
    "go-to": _go_to_roll,
}
"""Actions in a game, by the first word of their `data-action`."""
