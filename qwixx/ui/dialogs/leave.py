"""The question before a game is left, as nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.parts.controls import button
from qwixx.ui.parts.html import Node, h
from qwixx.ui.texts.languages import translations

if TYPE_CHECKING:
    from qwixx.ui.model import Model


def leave(model: Model) -> list[Node]:
    """Return what leaving means, and the button for it."""
    _ = translations(model.settings.language).gettext
    return [
        h("p", None, _("Your current game will be lost.")),
        button("leave", _("Leave game"), "wide"),
        button("leave-and-keep", _("Leave, and keep it in the list"), "wide"),
    ]
