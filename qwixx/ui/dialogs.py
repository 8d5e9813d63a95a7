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


def dialog_over(model: Model) -> Node | None:
    """Return the dialog that lies over the page; None if none does."""
    if model.dialog is Dialog.NONE:
        return None
    language = model.settings.language
    _ = translations(language).gettext
    titles = {
        Dialog.MENU: _("Menu"),
        Dialog.RULES: _("Rules in short"),
        Dialog.KEYS: _("Keys"),
        Dialog.LOG: _("Log"),
        Dialog.LEAVE: _("Leave this game?"),
    }
    bodies = {
        Dialog.MENU: _menu,
        Dialog.RULES: _rules,
        Dialog.KEYS: _keys,
        Dialog.LOG: _whole_log,
        Dialog.LEAVE: _leave,
    }
    return h(
        "dialog",
        {"class": "dialog", "data-dialog": model.dialog.value, "aria-labelledby": "dialog-title"},
        h("h2", {"id": "dialog-title"}, titles[model.dialog]),
        *bodies[model.dialog](model),
        button("close", _("Close"), "wide"),
        key=model.dialog.value,
    )


def _menu(model: Model) -> list[Node]:
    _ = translations(model.settings.language).gettext
    playing = model.game is not None
    return [
        h("div", {"class": "choices"}, *page_choices(model)),
        h(
            "div",
            {"class": "actions"},
            button("update", _("New version: reload")) if model.newer else None,
            *([button("new-game", _("New game")), button("log", _("Log"))] if playing else []),
            button("rules", _("Rules")),
            button("keys", _("Keys")),
        ),
    ]


def _rules(model: Model) -> list[Node]:
    variant = model.game.variant if model.game is not None else model.setup.variant
    spec = variant.rows[0]
    _ = translations(model.settings.language).gettext
    lines = [
        _("Cross numbers from left to right. What you skip is lost."),
        _("The active player rolls. Everybody may cross the sum of the white dice in one row."),
        _("Then the active player may add one white die to one colored die and cross that sum."),
        _("Who is active and crosses nothing in both steps takes a penalty: −{points}.").format(
            points=variant.penalty_points
        ),
        translations(model.settings.language)
        .ngettext(
            "The last number of a row needs {needs} crosses before it; it locks the row.",
            "Each of the last {count} numbers of a row needs {needs} crosses before it and "
            "locks the row.",
            spec.lock_cells,
        )
        .format(count=spec.lock_cells, needs=spec.lock_needs),
        _("A locked row is closed for everybody and its die is gone. The lock counts as a cross."),
        _("The game ends with the second closed row or somebody's fourth penalty."),
        _("More crosses in a row score more and more: see the table under your sheet."),
    ]
    if variant.lucky_pairs:
        lines.append(
            _(
                "When the white sum is one of your lucky numbers, you may instead cross the "
                "next free number in a row where you have the fewest crosses."
            )
        )
    return [h("ul", {"class": "rules"}, *(h("li", None, line) for line in lines))]


def _keys(model: Model) -> list[Node]:
    _ = translations(model.settings.language).gettext
    names = {
        "roll": _("Roll"),
        "pass": _("Pass"),
        "undo": _("Undo"),
        "redo": _("Redo"),
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
                h("div", None, h("dt", None, h("kbd", None, key)), h("dd", None, name))
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


def _leave(model: Model) -> list[Node]:
    _ = translations(model.settings.language).gettext
    return [
        h("p", None, _("The game that is going on will be lost.")),
        button("leave", _("Leave the game"), "primary wide"),
    ]
