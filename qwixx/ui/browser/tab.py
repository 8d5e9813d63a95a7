"""The tab's history entries: the tab state, the URL fragment, and the effect of "Back".

An open dialog or pushed screen has a history entry so that "Back" closes it and leaves the page
only when nothing is open.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from js import window
from pyodide.ffi import JsException

from qwixx.ui.browser.errors import make_listener
from qwixx.ui.model.messages import ControlUsed, FragmentChanged, Message

if TYPE_CHECKING:
    from collections.abc import Callable


class Tab:
    """State and history entries of one tab, or of one frame in it.

    Args:
        send: handles each message.
        embedded: whether the page is embedded, so the history belongs to another page.
    """

    def __init__(self, send: Callable[[Message], None], *, embedded: bool) -> None:
        """Read the tab state."""
        self.send = send
        self.embedded = embedded
        state = window.history.state
        self.state = state if isinstance(state, str) else ""
        """The tab state; "" if there is none."""
        self.fragment = fragment()
        self._needs_entry = False  # whether something is open that "Back" closes
        self._pushed = False  # whether the open dialog or screen has a history entry
        self._leaving = False  # whether the browser is going back from that entry
        self._drops_fragment = False  # whether to clear the fragment on the way back
        window.addEventListener("popstate", make_listener(self._on_popstate))
        window.addEventListener("hashchange", make_listener(self._on_hashchange))

    def save_state(self, state: str, *, drops_fragment: bool = False) -> None:
        """Store a state for the next load of the page.

        Args:
            state: the tab state.
            drops_fragment: whether to remove the fragment from the URL.
        """
        self.state = state
        if drops_fragment and self._leaving:
            self._drops_fragment = True  # once the browser has gone back
            return
        where = [window.location.pathname + window.location.search] if drops_fragment else []
        with contextlib.suppress(JsException):
            window.history.replaceState(state or None, "", *where)
        self.fragment = fragment()

    def set_back_entry(self, *, is_open: bool) -> None:
        """Push or pop a history entry so that "Back" closes the open dialog or screen."""
        self._needs_entry = is_open and not self.embedded
        if self._needs_entry == self._pushed or self._leaving:
            return
        if self._needs_entry:
            with contextlib.suppress(JsException):
                window.history.pushState(self.state or None, "")
                self._pushed = True
        else:
            self._pushed, self._leaving = False, True
            window.history.back()

    def _on_popstate(self, _event: Any) -> None:
        if fragment() != self.fragment:
            # a changed fragment, which has its own event
            self._pushed = self._leaving = self._drops_fragment = False
            return
        leaving, pushed, self._leaving, self._pushed = self._leaving, self._pushed, False, False
        drops_fragment, self._drops_fragment = self._drops_fragment, False
        self.save_state(self.state, drops_fragment=drops_fragment)
        if pushed and not leaving:
            self.send(ControlUsed("back"))
        self.set_back_entry(is_open=self._needs_entry)

    def _on_hashchange(self, _event: Any) -> None:
        self.save_state(self.state)
        self.send(FragmentChanged(self.fragment))


def fragment() -> str:
    """Return the URL's fragment."""
    return str(window.location.hash)[1:]
