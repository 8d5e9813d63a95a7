"""The board as part of a screen: controls and handlers for the screen that owns it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from qwixx.ui import late
from qwixx.ui.model import KEYS
from qwixx.ui.model.effects import FocusElement
from qwixx.ui.model.grid import WAYS, neighbor_cell
from qwixx.ui.model.messages import (
    BotDecided,
    BotFailed,
    CellTapped,
    KeyPressed,
    ReviewProgressed,
    TimerFired,
    WeightsLoaded,
)
from qwixx.ui.screens.game import bots, coaching, tap, undo, update

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.ui.model import Model, Result
    from qwixx.ui.model.messages import ControlUsed
    from qwixx.ui.screens.game.advance import OwnerStep
    from qwixx.ui.screens.kind import ControlHandler, Handler


_Action: TypeAlias = "Callable[[Model, ControlUsed, OwnerStep], Result]"
"""Handler of a board's control, given the step of the board's owner."""


def _showing(function: Callable[[Model], Result]) -> _Action:
    """Return an action that changes only what the board shows."""
    return lambda model, _act, _play: function(model)


def _playing(function: Callable[[Model, OwnerStep], Result]) -> _Action:
    """Return an action that plays, undoes, or redoes a step."""
    return lambda model, _act, play: function(model, play)


def _numbered(function: Callable[[Model, int, OwnerStep], Result]) -> _Action:
    """Return an action that passes the control's number to a function."""

    def act(model: Model, act: ControlUsed, play: OwnerStep) -> Result:
        return (model, []) if act.index is None else function(model, act.index, play)

    return act


_ACTIONS: dict[str, _Action] = {
    "roll": _playing(update.roll),
    "tray": _playing(update.roll),  # a tap on the dice
    "pass": _playing(update.pass_move),
    "undo": _playing(undo.undo_person_step),
    "redo": _playing(undo.redo_person_step),
    "to-end": _playing(undo.return_to_result),
    "skip": _showing(update.fast_forward),
    "skip-always": _showing(update.toggle_fast_forward),
    "done": _playing(tap.confirm_tap),
    "scores": _showing(update.show_scores_in_status),
    "hint": _showing(coaching.toggle_hint),
    "review": _showing(coaching.open_review_dialog),
    "jump": _numbered(undo.show_decision_with_hint),
    "look": _numbered(lambda model, seat, _play: update.open_enlarged_sheet(model, seat)),
    "take": _numbered(update.play_hinted_move),
}
ALL = (*_ACTIONS,)
"""Names of all the actions of a board."""


def board_actions(play: OwnerStep, *names: str) -> dict[str, ControlHandler[Any]]:
    """Return the board's actions with these names; they do nothing on a screen without a board.

    Args:
        play: the step of the screen that owns the board.
        names: names of the actions.
    """

    def only_with_board(action: _Action) -> ControlHandler[Any]:
        def act(model: Model, act: ControlUsed) -> Result:
            return (model, []) if model.screen.board is None else action(model, act, play)

        return act

    return {name: only_with_board(_ACTIONS[name]) for name in names}


def board_message_handlers(play: OwnerStep) -> dict[type[Any], Handler[Any]]:
    """Return the board's message handlers, which return None on a screen without a board.

    Args:
        play: the step of the screen that owns the board.
    """

    def only_with_board(handler: Handler[Any]) -> Handler[Any]:
        def handle(model: Model, message: object) -> Result | None:
            return None if model.screen.board is None else handler(model, message)

        return handle

    return {
        CellTapped: only_with_board(partial(tap.on_cell_tapped, play=play)),
        TimerFired: only_with_board(
            lambda model, fired: update.on_board_timer(model, fired, play)
        ),
        KeyPressed: only_with_board(on_arrow_or_skip_key),
        WeightsLoaded: only_with_board(bots.on_weights_loaded),
        BotDecided: only_with_board(
            lambda model, decided: late.own_bot.on_bot_decided(model, decided, play)
        ),
        BotFailed: only_with_board(
            lambda model, failed: late.own_bot.on_bot_failed(model, failed, play)
        ),
        ReviewProgressed: only_with_board(coaching.on_review_progressed),
    }


def on_arrow_or_skip_key(model: Model, message: KeyPressed) -> Result | None:
    """Move the focus between cells, or fast-forward; return None if the key does neither."""
    skips = (
        KEYS.get(message.key_on_latin_layout) in ("roll", "pass") and model.board.is_local_bot_next
    )
    return update.fast_forward(model) if skips else move_cell_focus(model, message)


def move_cell_focus(model: Model, message: KeyPressed) -> Result | None:
    """Move the focus between cells; return None if the key does not move it."""
    if not message.cell or message.key_on_latin_layout not in WAYS:
        return None
    code = neighbor_cell(model.board.game.variant, message.cell, message.key_on_latin_layout).code
    selector = f'[data-player="{model.board.shown}"] [data-cell="{code}"]'
    return model.with_board(focus=code), [FocusElement(selector)]
