"""Keys in the model: shortcuts, and the way over the sheet."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.ui.model import KEYS, Dialog, Model, Result
from qwixx.ui.model.effects import Focus
from qwixx.ui.model.grid import WAYS, beside
from qwixx.ui.screens.game.update import skip

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.ui.model.messages import Press

_ANYWHERE = ("menu", "rules", "keys")
"""What a key does on every screen."""


def is_switched_off(model: Model, message: Press) -> bool:
    """Return whether a key press is a shortcut of a single character that was switched off.

    Text that is dictated, or typed without looking, would play otherwise (WCAG 2.1.4).
    """
    return model.settings.shortcuts == "off" and message.command in KEYS


def press(model: Model, message: Press, act: Callable[[Model, str], Result]) -> Result:
    """Do what a key stands for; `act` does what a control does, by its `data-action`."""
    if model.dialog.kind is not Dialog.NONE:
        return model, []
    if message.cell and message.command in WAYS:
        return _move_focus(model, message.command, message.cell)
    action = KEYS.get(message.command, "")
    if not action or (model.game is None and action not in _ANYWHERE):
        return model, []
    if action in ("roll", "pass") and model.board.waiting:
        return skip(model)
    after, effects = act(model, action)
    if message.cell and model.game is not None and after.dialog.kind is not Dialog.NONE:
        opener = _cell(model, message.cell)
        after = replace(after, dialog=replace(after.dialog, opener=opener))
    return after, effects


def _move_focus(model: Model, key: str, cell_code: str) -> Result:
    """Move the focus over the sheet."""
    if model.game is None:
        return model, []
    code = beside(model.game.variant, cell_code, key).code
    return model.with_board(focus=code), [Focus(_cell(model, code))]


def _cell(model: Model, code: str) -> str:
    """Return the selector of a cell on the large sheet."""
    return f'[data-player="{model.board.shown}"] [data-cell="{code}"]'
