"""Dialog: keyboard shortcuts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.model import KEYS
from qwixx.ui.parts.controls import letter_keys_setting
from qwixx.ui.parts.html import Node, h
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.ui.model import Model


def keys_body(model: Model) -> list[Node]:
    """Return the setting for single-character shortcuts and the lists of shortcuts."""
    _ = texts_of(model)
    names = {
        "roll": _("Roll"),
        "pass": _("Pass"),
        "undo": _("Undo"),
        "redo": _("Redo"),
        "hint": _("Hint"),
        "scores": _("Scores"),
        "log": _("Game log"),
        "menu": _("Menu"),
        "rules": _("Rules"),
        "keys": _("Keyboard shortcuts"),
    }
    characters = [(key.upper(), names[action]) for key, action in KEYS.items()]
    others = [
        (_("Space"), names["roll"]),
        ("← → ↑ ↓", _("Move around the sheet")),
        ("Enter", _("Cross out")),
        ("Esc", _("Close")),
    ]
    on = model.settings.shortcuts == "on"
    text = (
        _(
            "Letter keys are on: each one works as soon as you press it. Turn them off if you "
            "use dictation or keep hitting them by accident."
        )
        if on
        else _("Letter keys are off. Arrow keys, Enter, the space bar, and Esc still work.")
    )
    return [
        h("p", None, text),
        letter_keys_setting(model),
        _shortcut_list("keys" if on else "keys off", characters),
        _shortcut_list("keys", others),
    ]


def _shortcut_list(kind: str, rows: list[tuple[str, str]]) -> Node:
    each = (
        h("div", None, h("dt", None, h("kbd", {"dir": "ltr"}, key)), h("dd", None, name))
        for key, name in rows
    )
    return h("dl", {"class": kind}, *each)
