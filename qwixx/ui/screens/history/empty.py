"""View of the history and the statistics before the first game."""

from __future__ import annotations

from qwixx.ui.parts.controls import button
from qwixx.ui.parts.html import Node, h
from qwixx.ui.texts.languages import find_catalog


def empty_history(language: str, text: str) -> Node:
    """Return a note that there are no games yet, and a "Play" button."""
    _ = find_catalog(language).gettext
    return h(
        "div",
        {"class": "card empty-state"},
        h("p", None, text),
        button("leave-history", _("Play"), "primary"),
    )
