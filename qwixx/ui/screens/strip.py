"""The strip on screens that cover a live table, with its status and a button to return to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.parts.controls import button
from qwixx.ui.parts.html import Node, h
from qwixx.ui.screens import kind_of
from qwixx.ui.screens.stack import as_seen_at
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.ui.model import Model


def covered_screen_status(model: Model) -> str:
    """Return the status of a covered screen that other players wait for, or ""."""
    for depth, screen in enumerate(model.stack):
        strip_of = kind_of(screen).strip if screen.runs_covered else None
        if strip_of is not None:
            return strip_of(as_seen_at(model, depth))
    return ""


def waiting_strip(model: Model) -> Node:
    """Return the strip, which is empty if there is no status."""
    _, text = texts_of(model), covered_screen_status(model)
    return h(
        "div",
        {
            "class": "optional",
            "role": "status",
        },  # a live region must exist before its text changes
        h(
            "div",
            {"class": "waiting-strip", "data-summons": True},
            h("p", None, text),
            button("to-table", _("Back to the table")),
        )
        if text
        else None,
    )
