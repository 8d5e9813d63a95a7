"""Relay answers that were opened in another tab to the tab that hosts the table.

boot.js does the other half: a tab with `#answer=` in its URL offers the answer to all tabs, and
does not start Python if one of them accepts it.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from js import window
from pyodide.ffi import JsException

from qwixx.ui.browser.errors import make_listener
from qwixx.ui.model.messages import AnswerRelayed, Message

if TYPE_CHECKING:
    from collections.abc import Callable

CHANNEL = "qwixx:answer"
TAKEN = "taken "
"""Prefix of the reply from a tab that has accepted an answer; the answer follows."""


class AnswerTabs:
    """Receives answers from other tabs while a table is hosted.

    Args:
        send: handles each message.
    """

    def __init__(self, send: Callable[[Message], None]) -> None:
        self.send = send
        self._channel: Any = None
        self._proxy: Any = None

    def listen(self) -> None:
        """Start listening for answers."""
        if self._channel is None:
            with contextlib.suppress(JsException, AttributeError):  # not allowed in some frames
                self._channel = window.BroadcastChannel.new(CHANNEL)
                self._proxy = make_listener(self._on_message)
                self._channel.onmessage = self._proxy

    def stop(self) -> None:
        """Stop listening for answers."""
        if self._channel is not None:
            self._channel.onmessage = None
            self._channel.close()
            self._proxy.destroy()
            self._channel = None

    def _on_message(self, event: Any) -> None:
        text = event.data
        if isinstance(text, str) and not text.startswith(TAKEN):
            self._channel.postMessage(TAKEN + text)
            self.send(AnswerRelayed(text))
