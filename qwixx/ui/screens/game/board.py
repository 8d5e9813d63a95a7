"""The board as part of a screen: controls and handlers for the screen that owns it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from qwixx.ui.model import KEYS
from qwixx.ui.model.effects import FocusElement
from qwixx.ui.model.grid import WAYS, neighbor_cell
from qwixx.ui.model.messages import (
    CellTapped,
    KeyPressed,
    ReviewProgressed,
    TimerFired,
    WeightsLoaded,
)
from qwixx.ui.screens.game import bots, coaching, tap, undo, update
from qwixx.ui.screens.kind import ControlHandler, Handler, without_arguments

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.ui.model import Model, Result
    from qwixx.ui.model.messages import ControlUsed


def _numbered_action(function: Callable[[Model, int], Result]) -> ControlHandler[Any]:
    """Return a control handler that passes the control's number to a function."""

    def act(model: Model, act: ControlUsed) -> Result:
        return (model, []) if act.index is None else function(model, act.index)

    return act


_ACTIONS: dict[str, ControlHandler[Any]] = {
    "roll": without_arguments(update.roll),
    "tray": without_arguments(update.roll),  # a tap on the dice
    "pass": without_arguments(update.pass_move),
    "undo": without_arguments(undo.undo_person_step),
    "redo": without_arguments(undo.redo_person_step),
    "to-end": without_arguments(undo.return_to_result),
    "skip": without_arguments(update.fast_forward),
    "skip-always": without_arguments(update.toggle_fast_forward),
    "done": without_arguments(tap.confirm_tap),
    "scores": without_arguments(update.show_scores_in_status),
    "hint": without_arguments(coaching.toggle_hint),
    "review": without_arguments(coaching.open_review_dialog),
    "jump": _numbered_action(undo.show_decision_with_hint),
    "look": _numbered_action(update.open_enlarged_sheet),
    "take": _numbered_action(update.play_hinted_move),
}
ALL = (*_ACTIONS,)
"""Names of all the actions of a board."""


def board_actions(*names: str) -> dict[str, ControlHandler[Any]]:
    """Return the board's actions with these names; they do nothing on a screen without a board."""

    def only_with_board(action: ControlHandler[Any]) -> ControlHandler[Any]:
        def act(model: Model, act: ControlUsed) -> Result:
            return (model, []) if model.screen.board is None else action(model, act)

        return act

    return {name: only_with_board(_ACTIONS[name]) for name in names}


def board_message_handlers() -> dict[type[Any], Handler[Any]]:
    """Return the board's message handlers, which return None on a screen without a board."""

    def only_with_board(handler: Handler[Any]) -> Handler[Any]:
        def handle(model: Model, message: object) -> Result | None:
            return None if model.screen.board is None else handler(model, message)

        return handle

    return {
        CellTapped: only_with_board(tap.on_cell_tapped),
        TimerFired: only_with_board(update.on_board_timer),
        KeyPressed: only_with_board(on_arrow_or_skip_key),
        WeightsLoaded: only_with_board(bots.on_weights_loaded),
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
