"""Ask before the page is closed or reloaded, while other players are connected to it."""

from __future__ import annotations

from typing import Any

from js import window

from qwixx.ui.browser.errors import make_listener


class UnloadGuard:
    """The browser's question before it closes the page.

    The listener exists only while it is needed: browsers do not cache pages that have one.
    """

    def __init__(self) -> None:
        self._is_needed = False
        self._listener = make_listener(_ask)

    def set_needed(self, *, needed: bool) -> None:
        """Set whether to ask; called after each rendering."""
        if needed is not self._is_needed:
            self._is_needed = needed
            change = window.addEventListener if needed else window.removeEventListener
            change("beforeunload", self._listener)


def _ask(event: Any) -> None:
    event.preventDefault()
    event.returnValue = "1"  # older browsers ask only if this is set
