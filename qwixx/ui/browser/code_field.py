"""Keys in the field for a program: Enter indents the next line, Tab indents.

Escape, then Tab leaves the field. Texts are inserted by the browser, so that it can undo them.
"""

from __future__ import annotations

from typing import Any

from js import document, window

from qwixx.ui.parts.code_text import indentation_after, spaces_to_next_stop

_IN_COMPOSITION = 229


def handle_key(event: Any) -> None:
    """Handle a `keydown` event in the field."""
    field = event.target
    if event.isComposing or event.keyCode == _IN_COMPOSITION:
        return
    if event.ctrlKey or event.altKey or event.metaKey or event.shiftKey:
        return
    # JavaScript counts in UTF-16.
    before = window.String.prototype.slice.call(field.value, 0, field.selectionStart)
    text = ""
    if event.key == "Enter":
        text = f"\n{indentation_after(before)}"
    elif event.key == "Tab" and not field.hasAttribute("data-leaving"):
        text = spaces_to_next_stop(before)
    if event.key == "Escape":
        field.setAttribute("data-leaving", "")
    elif event.key != "Tab":
        field.removeAttribute("data-leaving")
    if text:
        event.preventDefault()
        document.execCommand("insertText", False, text)  # noqa: FBT003 - as in JavaScript
