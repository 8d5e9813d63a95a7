"""The open dialog."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui import late
from qwixx.ui.dialogs.embed import embed
from qwixx.ui.dialogs.keys import keys
from qwixx.ui.dialogs.log import whole_log
from qwixx.ui.dialogs.menu import menu
from qwixx.ui.dialogs.sheet import large_sheet, title
from qwixx.ui.model import Dialog, Model
from qwixx.ui.parts.controls import button
from qwixx.ui.parts.html import Node, h
from qwixx.ui.screens import kind_of
from qwixx.ui.screens.kind import Question
from qwixx.ui.screens.stack import seen_from
from qwixx.ui.screens.strip import strip
from qwixx.ui.texts.languages import translations

if TYPE_CHECKING:
    from collections.abc import Callable


def _rules(model: Model) -> list[Node]:
    return late.rules.rules(model)


def _review(model: Model) -> list[Node]:
    return late.review.review_body(model)


def _share(model: Model) -> list[Node]:
    return late.share.share(model)


_BODIES: dict[Dialog, Callable[[Model], list[Node]]] = {
    Dialog.MENU: menu,
    Dialog.RULES: _rules,
    Dialog.KEYS: keys,
    Dialog.LOG: whole_log,
    Dialog.REVIEW: _review,
    Dialog.EMBED: embed,
    Dialog.SHEET: large_sheet,
    Dialog.SHARE: _share,
}

READ = (Dialog.RULES, Dialog.KEYS, Dialog.LOG, Dialog.REVIEW, Dialog.SHEET)
"""The dialogs that are read; in the others something is chosen."""


def dialog_over(model: Model) -> Node | None:
    """Return the open dialog, or None."""
    kind = model.dialog.kind
    if kind is Dialog.NONE:
        return None
    _ = translations(model.settings.language).gettext
    question = _question(model) or Question(_title(model), _BODIES[kind](model))
    return h(
        "dialog",
        {"class": "dialog", "data-dialog": kind.value, "aria-labelledby": "dialog-title"},
        h("h2", {"id": "dialog-title", "tabindex": "-1"}, question.title),
        h("div", {"class": "place"}) if question.stay else strip(model),
        h("div", {"class": "body"}, *question.body),
        button("close", question.stay, "primary wide")
        if question.stay
        else button("close", _("Close"), "wide"),
        key=kind.value,
    )


def _question(model: Model) -> Question | None:
    """Return the dialog of a screen, which may be covered; None for a dialog of the page."""
    for depth in range(len(model.below), -1, -1):
        dialogs = kind_of(model.stack[depth]).dialogs
        if model.dialog.kind in dialogs:
            return dialogs[model.dialog.kind](seen_from(model, depth))
    return None


def _title(model: Model) -> str:
    _ = translations(model.settings.language).gettext
    if model.dialog.kind is Dialog.SHEET:
        return title(model)
    return {
        Dialog.MENU: _("Menu"),
        Dialog.RULES: _("Rules"),
        Dialog.KEYS: _("Keyboard shortcuts"),
        Dialog.LOG: _("Game log"),
        Dialog.REVIEW: _("Review"),
        Dialog.EMBED: _("Embed this game"),
        Dialog.SHARE: _("Share"),
    }[model.dialog.kind]
