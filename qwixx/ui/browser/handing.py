"""Answers that are opened in another tab: they belong to the one in which the table is.

The other half is in boot.js: a tab with `#answer=` in its address asks all tabs before it starts
Python, and does not if one of them takes the answer.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from js import window
from pyodide.ffi import JsException

from qwixx.ui.browser.errors import listener
from qwixx.ui.model.messages import AnswerRelayed, Message

if TYPE_CHECKING:
    from collections.abc import Callable

CHANNEL = "qwixx:answer"
TAKEN = "taken "
"""What comes before an answer when it is said that somebody has it."""


class Handover:
    """Takes answers from other tabs, while a table is hosted.

    Args:
        send: takes each message.
    """

    def __init__(self, send: Callable[[Message], None]) -> None:
        """Take none yet."""
        self.send = send
        self._channel: Any = None
        self._proxy: Any = None

    def listen(self) -> None:
        """Take answers from now on."""
        if self._channel is None:
            with contextlib.suppress(JsException, AttributeError):  # a frame that may not
                self._channel = window.BroadcastChannel.new(CHANNEL)
                self._proxy = listener(self._take)
                self._channel.onmessage = self._proxy

    def stop(self) -> None:
        """Take no more."""
        if self._channel is not None:
            self._channel.onmessage = None
            self._channel.close()
            self._proxy.destroy()
            self._channel = None

    def _take(self, event: Any) -> None:
        text = event.data
        if isinstance(text, str) and not text.startswith(TAKEN):
            self._channel.postMessage(TAKEN + text)
            self.send(AnswerRelayed(text))
