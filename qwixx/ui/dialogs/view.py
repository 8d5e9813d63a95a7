"""What lies over the page, as nodes: one of the dialogs, each of which has a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.dialogs.delete import delete
from qwixx.ui.dialogs.embed import embed
from qwixx.ui.dialogs.keys import keys
from qwixx.ui.dialogs.leave import leave
from qwixx.ui.dialogs.leave_table import leave_table
from qwixx.ui.dialogs.log import whole_log
from qwixx.ui.dialogs.menu import menu
from qwixx.ui.dialogs.sheet import large_sheet, title
from qwixx.ui.model import Dialog, Model
from qwixx.ui.parts.controls import button
from qwixx.ui.parts.html import Node, h
from qwixx.ui.parts.summons import summons
from qwixx.ui.texts.languages import translations

if TYPE_CHECKING:
    from collections.abc import Callable


def _rules(model: Model) -> list[Node]:
    from qwixx.ui.dialogs.rules import rules  # noqa: PLC0415 - loads when first needed

    return rules(model)


def _review(model: Model) -> list[Node]:
    from qwixx.ui.dialogs.review import review_body  # noqa: PLC0415 - loads when first needed

    return review_body(model)


def _share(model: Model) -> list[Node]:
    from qwixx.ui.dialogs.share import share  # noqa: PLC0415 - loads when first needed

    return share(model)


_BODIES: dict[Dialog, Callable[[Model], list[Node]]] = {
    Dialog.MENU: menu,
    Dialog.RULES: _rules,
    Dialog.KEYS: keys,
    Dialog.LOG: whole_log,
    Dialog.LEAVE: leave,
    Dialog.REVIEW: _review,
    Dialog.EMBED: embed,
    Dialog.SHEET: large_sheet,
    Dialog.SHARE: _share,
    Dialog.DELETE: delete,
    Dialog.LEAVE_TABLE: leave_table,
}

READ = (Dialog.RULES, Dialog.KEYS, Dialog.LOG, Dialog.REVIEW, Dialog.SHEET)
"""The dialogs that are read; in the others something is chosen."""


def dialog_over(model: Model) -> Node | None:
    """Return the dialog that lies over the page; None if none does."""
    if model.dialog.kind is Dialog.NONE:
        return None
    _ = translations(model.settings.language).gettext
    leaving = model.dialog.kind in (Dialog.LEAVE, Dialog.LEAVE_TABLE)
    titles = {
        Dialog.MENU: _("Menu"),
        Dialog.RULES: _("Rules"),
        Dialog.KEYS: _("Keyboard shortcuts"),
        Dialog.LOG: _("Game log"),
        Dialog.LEAVE: _("Leave this game?"),
        Dialog.REVIEW: _("Review"),
        Dialog.EMBED: _("Embed this game"),
        Dialog.SHARE: _("Share"),
        Dialog.DELETE: _("Delete all games?"),
        Dialog.LEAVE_TABLE: _("Leave the table?"),
        Dialog.SHEET: title(model) if model.dialog.kind is Dialog.SHEET else "",
    }
    return h(
        "dialog",
        {
            "class": "dialog",
            "data-dialog": model.dialog.kind.value,
            "aria-labelledby": "dialog-title",
        },
        h("h2", {"id": "dialog-title", "tabindex": "-1"}, titles[model.dialog.kind]),
        h("div", {"class": "place"}) if leaving else summons(model),
        h("div", {"class": "body"}, *_BODIES[model.dialog.kind](model)),
        button("close", _("Stay") if model.game is None else _("Keep playing"), "primary wide")
        if leaving
        else button("close", _("Close"), "wide"),
        key=model.dialog.kind.value,
    )
