"""What lies over the page, as nodes: menu, rules, keys, log, and a question."""

from __future__ import annotations

from qwixx.i18n import translations
from qwixx.ui import texts
from qwixx.ui.controls import button, page_choices
from qwixx.ui.html import Node, h
from qwixx.ui.model import (
    KEYS,
    Dialog,
    Model,
)
from qwixx.ui.rules_view import rules


def dialog_over(model: Model) -> Node | None:
    """Return the dialog that lies over the page; None if none does."""
    if model.dialog is Dialog.NONE:
        return None
    language = model.settings.language
    _ = translations(language).gettext
    titles = {
        Dialog.MENU: _("Menu"),
        Dialog.RULES: _("Rules"),
        Dialog.KEYS: _("Keys"),
        Dialog.LOG: _("Log"),
        Dialog.LEAVE: _("Leave this game?"),
        Dialog.REVIEW: _("Review"),
    }
    bodies = {
        Dialog.MENU: _menu,
        Dialog.RULES: rules,
        Dialog.KEYS: _keys,
        Dialog.LOG: _whole_log,
        Dialog.LEAVE: _leave,
        Dialog.REVIEW: _review,
    }
    return h(
        "dialog",
        {"class": "dialog", "data-dialog": model.dialog.value, "aria-labelledby": "dialog-title"},
        h("h2", {"id": "dialog-title", "tabindex": "-1"}, titles[model.dialog]),
        *bodies[model.dialog](model),
        button("close", _("Close"), "wide"),
        key=model.dialog.value,
    )


def _menu(model: Model) -> list[Node]:
    _ = translations(model.settings.language).gettext
    playing = model.game is not None
    return [
        h("div", {"class": "choices"}, *page_choices(model)),
        # What was asked for here is answered here: the notices lie behind.
        *(
            h("p", {"role": "alert"}, texts.notice(model.settings.language, key))
            for key in model.notices
            if key == "no-language"
        ),
        h(
            "div",
            {"class": "actions"},
            *([button("new-game", _("New game"))] if playing and not model.lesson else []),
            button("log", _("Log")) if playing else None,
            button("rules", _("Rules")),
            button("keys", _("Keys")),
        ),
    ]


def _keys(model: Model) -> list[Node]:
    _ = translations(model.settings.language).gettext
    names = {
        "roll": _("Roll"),
        "pass": _("Pass"),
        "undo": _("Undo"),
        "redo": _("Redo"),
        "hint": _("Hint"),
        "scores": _("Scores"),
        "log": _("Log"),
        "menu": _("Menu"),
        "rules": _("Rules"),
        "keys": _("Keys"),
    }
    rows = [*((key.upper(), names[action]) for key, action in KEYS.items())]
    rows += [("← → ↑ ↓", _("Move on the sheet")), ("Enter", _("Cross")), ("Esc", _("Close"))]
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


def _whole_log(model: Model) -> list[Node]:
    entries = texts.log(model.settings.language, model.game) if model.game else []
    return [
        h(
            "ol",
            {"class": "whole-log"},
            *(
                h("li", None, h("strong", None, heading), h("p", None, " · ".join(lines)))
                for heading, lines in entries
            ),
        )
    ]


def _review(model: Model) -> list[Node]:
    from qwixx.ui.coach_view import review_body  # noqa: PLC0415 - loads when first needed

    return review_body(model)


def _leave(model: Model) -> list[Node]:
    _ = translations(model.settings.language).gettext
    return [
        h("p", None, _("The game that is going on will be lost.")),
        button("leave", _("Leave the game"), "primary wide"),
    ]
