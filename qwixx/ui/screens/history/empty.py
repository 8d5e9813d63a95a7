"""View of the history and the statistics before the first game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.parts.controls import button
from qwixx.ui.parts.html import Node, h

if TYPE_CHECKING:
    from qwixx.ui.texts.languages import Texts


def empty_history(_: Texts, text: str) -> Node:
    """Return a note that there are no games yet, and a "Play" button."""
    return h(
        "div",
        {"class": "card empty-state"},
        h("p", None, text),
        button("leave-history", _("Play"), "primary"),
    )
