"""The button that reloads the page to update it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.parts.html import Node, h
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.ui.model import Model


def reload_to_update_button(model: Model) -> Node | None:
    """Return the "Reload to update" button, or None if no update is ready.

    Narrow pages show only the button's icon.
    """
    if not model.session.newer:
        return None
    label = texts_of(model).gettext("Reload to update")
    return h(
        "button",
        {
            "type": "button",
            "class": "update-button",
            "data-action": "update",
            "aria-label": label,
            "title": label,
        },
        h("span", {"aria-hidden": "true"}, "⟳"),
        h("span", {"class": "update-label"}, label),
        key="update",
    )
