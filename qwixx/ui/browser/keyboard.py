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
    if _key_and_tag(event) != ("Enter", "INPUT") or _is_composing(event):
        return ""
    action = event.target.getAttribute("data-enter")
    return action if isinstance(action, str) else ""


def is_page_key(event: Any) -> bool:
    """Return whether a `keydown` event is for the page and not for one of its elements."""
    key, tag = _key_and_tag(event)
    if not isinstance(key, str) or not tag:
        return False
    # "AltGr" types other characters, but Linux does not report it as Alt.
    modified = event.ctrlKey or event.altKey or event.metaKey or event.getModifierState("AltGraph")
    types = tag in _FIELDS or event.target.isContentEditable
    presses = key == " " and tag in _PRESSED_BY_SPACE
    return not (modified or types or presses or _is_composing(event))


def _key_and_tag(event: Any) -> tuple[Any, str]:
    """Return the key of an event and its element's tag; autofill sends events without a key."""
    return getattr(event, "key", None), getattr(event.target, "tagName", "")


def _is_composing(event: Any) -> bool:
    """Return whether an input method handles the key."""
    return bool(event.isComposing) or event.keyCode == _IN_COMPOSITION


def is_harmful_repeat(event: Any, cell: str) -> bool:
    """Return whether a held key would repeat an action, perhaps during the next player's turn.

    Args:
        event: the `keydown` event.
        cell: code of the focused cell, where held arrow keys may repeat; "" elsewhere.
    """
    return bool(event.repeat) and not (cell and event.key in WAYS)
