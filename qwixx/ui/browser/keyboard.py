"""Key presses that are commands to the page rather than text or browser shortcuts."""

from __future__ import annotations

from typing import Any

from qwixx.ui.model.grid import WAYS

_FIELDS = ("INPUT", "SELECT", "TEXTAREA")
_PRESSED_BY_SPACE = ("BUTTON", "SUMMARY")
_IN_COMPOSITION = 229
"""`KeyboardEvent.keyCode` of a key that an input method handles."""


def enter_action(event: Any) -> str:
    """Return the action that Enter starts in the text field of a `keydown` event; "" if none."""
    if getattr(event, "key", None) != "Enter" or getattr(event.target, "tagName", "") != "INPUT":
        return ""
    action = event.target.getAttribute("data-enter")
    composes = event.isComposing or event.keyCode == _IN_COMPOSITION
    return "" if composes or not isinstance(action, str) else action


def is_page_key(event: Any) -> bool:
    """Return whether a `keydown` event is for the page and not for one of its elements."""
    key, tag = getattr(event, "key", None), getattr(event.target, "tagName", "")
    if not isinstance(key, str) or not tag:  # autofill sends events without a key
        return False
    # "AltGr" types other characters, but Linux does not report it as Alt.
    modified = event.ctrlKey or event.altKey or event.metaKey or event.getModifierState("AltGraph")
    composes = event.isComposing or event.keyCode == _IN_COMPOSITION
    types = tag in _FIELDS or event.target.isContentEditable
    presses = key == " " and tag in _PRESSED_BY_SPACE
    return not (modified or composes or types or presses)


def is_harmful_repeat(event: Any, cell: str) -> bool:
    """Return whether a held key would repeat an action, perhaps during the next player's turn.

    Args:
        event: the `keydown` event.
        cell: code of the focused cell, where held arrow keys may repeat; "" elsewhere.
    """
    return bool(event.repeat) and not (cell and event.key in WAYS)
