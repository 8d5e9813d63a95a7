"""The keyboard shortcuts, as nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.model import KEYS
from qwixx.ui.parts.html import Node, h
from qwixx.ui.texts.languages import translations

if TYPE_CHECKING:
    from qwixx.ui.model import Model


def keys(model: Model) -> list[Node]:
    """Return the keys and what each does."""
    _ = translations(model.settings.language).gettext
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
    rows = [*((key.upper(), names[action]) for key, action in KEYS.items())]
    rows += [
        ("← → ↑ ↓", _("Move around the sheet")),
        ("Enter", _("Cross out")),
        ("Esc", _("Close")),
    ]
    return [
        h(
            "dl",
            {"class": "keys"},
            *(
                h("div", None, h("dt", None, h("kbd", {"dir": "ltr"}, key)), h("dd", None, name))
                for key, name in rows
            ),
        )
    ]
