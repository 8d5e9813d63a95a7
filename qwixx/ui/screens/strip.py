"""The strip on screens that cover one which others wait for: its status, and the way back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.parts.controls import button
from qwixx.ui.parts.html import Node, h
from qwixx.ui.screens import kind_of
from qwixx.ui.screens.stack import seen_from
from qwixx.ui.texts.languages import translations

if TYPE_CHECKING:
    from qwixx.ui.model import Model


def strip_text(model: Model) -> str:
    """Return what a covered screen that others wait for has to say; "" if nothing."""
    for depth, screen in enumerate(model.stack):
        strip_of = kind_of(screen).strip if screen.runs_covered else None
        if strip_of is not None:
            return strip_of(seen_from(model, depth))
    return ""


def strip(model: Model) -> Node:
    """Return the place of the strip; it is empty where there is nothing to say."""
    language, text = model.settings.language, strip_text(model)
    return h(
        "div",
        {"class": "place", "role": "status"},  # it is there before it has to speak
        h(
            "div",
            {"class": "summons", "data-summons": True},
            h("p", None, text),
            button("to-table", translations(language).gettext("Back to the table")),
        )
        if text
        else None,
    )
