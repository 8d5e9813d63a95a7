"""View of the open dialog."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui import late
from qwixx.ui.dialogs.embed import embed_body
from qwixx.ui.dialogs.keys import keys_body
from qwixx.ui.dialogs.log import log_body
from qwixx.ui.dialogs.menu import menu_body
from qwixx.ui.dialogs.sheet import sheet_body, sheet_dialog_title
from qwixx.ui.model import Dialog, Model
from qwixx.ui.parts.controls import button
from qwixx.ui.parts.html import Node, h
from qwixx.ui.screens import kind_of
from qwixx.ui.screens.kind import Question
from qwixx.ui.screens.stack import as_seen_at
from qwixx.ui.screens.strip import waiting_strip
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from collections.abc import Callable


def _late_rules_body(model: Model) -> list[Node]:
    return late.rules.rules_body(model)


def _late_review_body(model: Model) -> list[Node]:
    return late.review.review_body(model)


def _late_share_body(model: Model) -> list[Node]:
    return late.share.share_body(model)


_BODIES: dict[Dialog, Callable[[Model], list[Node]]] = {
    Dialog.MENU: menu_body,
    Dialog.RULES: _late_rules_body,
    Dialog.KEYS: keys_body,
    Dialog.LOG: log_body,
    Dialog.REVIEW: _late_review_body,
    Dialog.EMBED: embed_body,
    Dialog.SHEET: sheet_body,
    Dialog.SHARE: _late_share_body,
}

READ = (Dialog.RULES, Dialog.KEYS, Dialog.LOG, Dialog.REVIEW, Dialog.SHEET)
"""Dialogs for reading; if one of them is open, it is printed in place of the screen."""


def dialog_view(model: Model) -> Node | None:
    """Return the open dialog, or None."""
    kind = model.dialog.kind
    if kind is Dialog.NONE:
        return None
    _ = texts_of(model)
    question = _find_screen_question(model) or Question(_dialog_title(model), _BODIES[kind](model))
    return h(
        "dialog",
        {"class": "dialog", "data-dialog": kind.value, "aria-labelledby": "dialog-title"},
        h("h2", {"id": "dialog-title", "tabindex": "-1"}, question.title),
        h("div", {"class": "optional"}) if question.stay else waiting_strip(model),
        h("div", {"class": "body"}, *question.body),
        button("close", question.stay, "primary wide")
        if question.stay
        else button("close", _("Close"), "wide"),
        key=kind.value,
    )


def _find_screen_question(model: Model) -> Question | None:
    """Return the question that a screen, perhaps a covered one, asks in the dialog, or None."""
    for depth in range(len(model.below), -1, -1):
        dialogs = kind_of(model.stack[depth]).dialogs
        if model.dialog.kind in dialogs:
            return dialogs[model.dialog.kind](as_seen_at(model, depth))
    return None


def _dialog_title(model: Model) -> str:
    _ = texts_of(model)
    if model.dialog.kind is Dialog.SHEET:
        return sheet_dialog_title(model)
    return {
        Dialog.MENU: _("Menu"),
        Dialog.RULES: _("Rules"),
        Dialog.KEYS: _("Keyboard shortcuts"),
        Dialog.LOG: _("Game log"),
        Dialog.REVIEW: _("Review"),
        Dialog.EMBED: _("Embed this game"),
        Dialog.SHARE: _("Share"),
    }[model.dialog.kind]
