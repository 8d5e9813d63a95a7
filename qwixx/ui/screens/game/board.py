"""The board as a part of a screen: controls and handlers for the screen that owns it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from qwixx.ui.model import KEYS
from qwixx.ui.model.effects import FocusElement
from qwixx.ui.model.grid import WAYS, beside
from qwixx.ui.model.messages import (
    CellTapped,
    KeyPressed,
    ReviewProgressed,
    TimerFired,
    WeightsLoaded,
)
from qwixx.ui.screens.game import bots, coaching, tap, undo, update
from qwixx.ui.screens.kind import ControlHandler, Handler, plain

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.ui.model import Model, Result
    from qwixx.ui.model.messages import ControlUsed


def _numbered(function: Callable[[Model, int], Result]) -> ControlHandler[Any]:
    """Return an action whose control has a number as its argument."""

    def act(model: Model, act: ControlUsed) -> Result:
        return (model, []) if act.index is None else function(model, act.index)

    return act


_ACTIONS: dict[str, ControlHandler[Any]] = {
    "roll": plain(update.roll),
    "tray": plain(update.roll),  # the dice themselves
    "pass": plain(update.decline),
    "undo": plain(undo.undo),
    "redo": plain(undo.redo),
    "to-end": plain(undo.to_end),
    "skip": plain(update.skip),
    "skip-always": plain(update.skip_always),
    "done": plain(tap.done),
    "scores": plain(update.tell_scores),
    "hint": plain(coaching.hint),
    "review": plain(coaching.review),
    "jump": _numbered(undo.jump),
    "look": _numbered(update.look),
    "take": _numbered(update.take),
}
ALL = (*_ACTIONS,)
"""All actions of a board."""


def actions(*names: str) -> dict[str, ControlHandler[Any]]:
    """Return some of the board's actions; they do nothing without a board."""

    def on_board(action: ControlHandler[Any]) -> ControlHandler[Any]:
        def act(model: Model, act: ControlUsed) -> Result:
            return (model, []) if model.screen.board is None else action(model, act)

        return act

    return {name: on_board(_ACTIONS[name]) for name in names}


def handlers() -> dict[type[Any], Handler[Any]]:
    """Return the board's handlers; without a board the message goes to the screen below."""

    def on_board(handler: Handler[Any]) -> Handler[Any]:
        def handle(model: Model, message: object) -> Result | None:
            return None if model.screen.board is None else handler(model, message)

        return handle

    return {
        CellTapped: on_board(tap.tap),
        TimerFired: on_board(update.tick),
        KeyPressed: on_board(press),
        WeightsLoaded: on_board(bots.on_weights),
        ReviewProgressed: on_board(coaching.reviewed),
    }


def press(model: Model, message: KeyPressed) -> Result | None:
    """Move the focus over the sheet, or fast-forward; other keys are actions."""
    skips = KEYS.get(message.normalized_key) in ("roll", "pass") and model.board.bot_is_next
    return update.skip(model) if skips else move_focus(model, message)


def move_focus(model: Model, message: KeyPressed) -> Result | None:
    """Move the focus over the sheet; return None for other keys."""
    if not message.cell or message.normalized_key not in WAYS:
        return None
    code = beside(model.board.game.variant, message.cell, message.normalized_key).code
    selector = f'[data-player="{model.board.shown}"] [data-cell="{code}"]'
    return model.with_board(focus=code), [FocusElement(selector)]
