"""Print the page, and report when printing begins and ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from js import window
from pyodide.ffi import JsException

from qwixx.ui.browser.errors import make_listener, make_once_callback
from qwixx.ui.model.messages import ControlUsed, Message, PrintStateChanged

if TYPE_CHECKING:
    from collections.abc import Callable

PATIENCE_MS = 1500
"""Time after which a page that has not begun to print cannot print."""


class Printer:
    """Prints the page, and listens for printing that the browser's menu starts.

    Args:
        send: handles each message.
    """

    def __init__(self, send: Callable[[Message], None]) -> None:
        self.send = send
        self._has_begun = False
        for kind, begins in (("beforeprint", True), ("afterprint", False)):
            window.addEventListener(kind, make_listener(self._make_listener(begins=begins)))

    def print_page(self) -> None:
        """Print the page; in an app that cannot, nothing happens or the call fails."""
        self._has_begun = False
        try:
            window.print()
        except (JsException, AttributeError, TypeError):
            self._report_failure()
            return
        look = make_once_callback(lambda: None if self._has_begun else self._report_failure())
        window.setTimeout(look, PATIENCE_MS)

    def _report_failure(self) -> None:
        self.send(ControlUsed("no-print"))

    def _make_listener(self, *, begins: bool) -> Callable[[object], None]:
        def on_print(_event: object) -> None:
            self._has_begun = True
            self.send(PrintStateChanged(begins))

        return on_print
