"""The camera, link field, and notes of both lobbies, as nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.parts.controls import ENTRY, button, text_field
from qwixx.ui.parts.html import Node, h
from qwixx.ui.screens.live_table import texts as table_texts

if TYPE_CHECKING:
    from qwixx.ui.screens.live_table.model import LiveTableScreen
    from qwixx.ui.texts.languages import Texts


def camera_view(_: Texts) -> Node:
    """Return the camera's picture, and the button that closes the camera."""
    return h(
        "div",
        {"class": "scanner"},
        h(
            "div",
            {"class": "viewfinder"},
            h("video", {"data-camera": True, "muted": True, "playsinline": True}),
        ),
        button("stop-scan", _("Close the camera")),
        key="scanner",
    )


def paste_field(action: str, label: str) -> Node:
    """Return a field in which to paste a link.

    Args:
        action: the field's `data-action`.
        label: the field's label.
    """
    return h(
        "div",
        {"class": "field paste"},
        h("span", {"aria-hidden": "true"}, label),
        text_field(action, label, "", "https://…", attributes=ENTRY),
        key=action,
    )


def status_line(_: Texts, screen: LiveTableScreen) -> Node:
    """Return the status line; "copied" is shown on the copy button instead."""
    text = "" if screen.status == "copied" else table_texts.status_text(_, screen)
    if not text:
        return h("div", {"class": "optional"})
    attributes = {"class": "error", "role": "alert", "data-told": screen.status}
    return h("div", {"class": "optional"}, h("p", attributes, text))


def dice_note(_: Texts) -> Node:
    """Return a note on how the dice are mixed and checked."""
    text = _(
        "Every device helps roll the dice and checks every roll. Nobody can choose the "
        "dice or look ahead."
    )
    return h("p", {"class": "fine-print dice-note"}, text, key="dice-note")


def same_dice_link(_: Texts) -> Node:
    """Return the link to a same-dice game, which needs no connection."""
    return h(
        "section",
        {"class": "alternative"},
        h("p", {"class": "fine-print"}, _("Not on the same network?")),
        button("same-dice", _("Same dice, no connection"), "link"),
        key="same-dice",
    )
