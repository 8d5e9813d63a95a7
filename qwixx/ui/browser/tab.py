"""The tab's history entries: its state, the URL fragment, and what "Back" closes.

An open dialog or pushed screen has a history entry, so that "Back" closes it and leaves the page
only when nothing is open.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from js import window
from pyodide.ffi import JsException

from qwixx.ui.browser.errors import listener
from qwixx.ui.model.messages import ControlUsed, FragmentChanged, Message

if TYPE_CHECKING:
    from collections.abc import Callable


class Tab:
    """What one tab, or one frame in it, knows of itself.

    Args:
        send: takes each message.
        embedded: whether the page lies in another one, whose history is not ours.
    """

    def __init__(self, send: Callable[[Message], None], *, embedded: bool) -> None:
        """Read what the tab remembers."""
        self.send = send
        self.embedded = embedded
        state = window.history.state
        self.place = state if isinstance(state, str) else ""
        """What the tab remembers; empty if nothing."""
        self.fragment = fragment()
        self._wanted = False  # whether something is open that "Back" closes
        self._pushed = False  # whether that has its entry
        self._leaving = False  # whether the browser is on its way back from it
        self._plain = False  # whether the address it comes back to is to be cleared
        window.addEventListener("popstate", listener(self._popped))
        window.addEventListener("hashchange", listener(self._visited))

    def remember(self, place: str, *, plain: bool = False) -> None:
        """Keep something for when the page is loaded anew.

        Args:
            place: what to keep.
            plain: whether the address is to have nothing after "#" any more.
        """
        self.place = place
        if plain and self._leaving:
            self._plain = True  # as soon as the browser is there
            return
        where = [window.location.pathname + window.location.search] if plain else []
        with contextlib.suppress(JsException):
            window.history.replaceState(place or None, "", *where)
        self.fragment = fragment()

    def want(self, *, is_open: bool) -> None:
        """Push or pop a history entry so that "Back" closes what is open."""
        self._wanted = is_open and not self.embedded
        if self._wanted == self._pushed or self._leaving:
            return
        if self._wanted:
            with contextlib.suppress(JsException):
                window.history.pushState(self.place or None, "")
                self._pushed = True
        else:
            self._pushed, self._leaving = False, True
            window.history.back()

    def _popped(self, _event: Any) -> None:
        if fragment() != self.fragment:
            # Another address, which has its own event.
            self._pushed = self._leaving = self._plain = False
            return
        leaving, pushed, self._leaving, self._pushed = self._leaving, self._pushed, False, False
        plain, self._plain = self._plain, False
        self.remember(self.place, plain=plain)
        if pushed and not leaving:
            self.send(ControlUsed("back"))
        self.want(is_open=self._wanted)

    def _visited(self, _event: Any) -> None:
        self.remember(self.place)
        self.send(FragmentChanged(self.fragment))


def fragment() -> str:
    """Return what stands after "#" in the page's address."""
    return str(window.location.hash)[1:]
