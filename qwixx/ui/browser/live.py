"""Run the effects of live tables. This module is loaded when the first such effect is run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from js import window

from qwixx.ui.browser.answer_tab import AnswerTabs
from qwixx.ui.browser.errors import make_listener, make_once_callback
from qwixx.ui.browser.peers import Peers
from qwixx.ui.browser.scanner import Scanner
from qwixx.ui.model.delays import TABLE_WAIT_MS
from qwixx.ui.model.effects import (
    AcceptAnswer,
    CreateAnswer,
    CreateInvitation,
    DisconnectPeer,
    Effect,
    ForgetPeers,
    ListenForAnswers,
    RememberPeers,
    SendText,
    StartScanning,
    StartTableTimer,
    StopScanning,
    WatchWindowSize,
)
from qwixx.ui.model.messages import TableTimerFired, WindowSizeChanged

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.ui.model.messages import Message

LARGE_WINDOW = "(min-width: 1280px) and (min-height: 560px)"
"""Media query of windows as large as a television's."""


class Live:
    """Connections, the camera, and the relay between tabs.

    Args:
        send: handles each message.
    """

    def __init__(self, send: Callable[[Message], None]) -> None:
        self._send = send
        peers, scanner, answer_tabs = Peers(send), Scanner(send), AnswerTabs(send)
        self._runners: dict[type, Callable[[Any], None]] = {
            AcceptAnswer: peers.accept_answer,
            CreateAnswer: peers.create_answer,
            DisconnectPeer: peers.disconnect,
            RememberPeers: peers.returns.remember,
            ForgetPeers: peers.returns.forget,
            ListenForAnswers: lambda effect: (
                answer_tabs.listen() if effect.enabled else answer_tabs.stop()
            ),
            CreateInvitation: peers.create_invitation,
            SendText: peers.send_text,
            StartScanning: lambda _effect: scanner.scan(),
            StopScanning: lambda _effect: scanner.stop(),
            StartTableTimer: self._start_table_timer,
            WatchWindowSize: self._watch_window_size,
        }
        self._large_window: Any = None

    def run(self, effect: Effect) -> None:
        """Run an effect."""
        self._runners[type(effect)](effect)

    def _watch_window_size(self, _effect: WatchWindowSize) -> None:
        if self._large_window is None:
            self._large_window = window.matchMedia(LARGE_WINDOW)
            self._large_window.addEventListener(
                "change", make_listener(lambda _event: self._report_window_size())
            )
        self._report_window_size()

    def _report_window_size(self) -> None:
        self._send(WindowSizeChanged(bool(self._large_window.matches)))

    def _start_table_timer(self, effect: StartTableTimer) -> None:
        end = make_once_callback(lambda: self._send(TableTimerFired(effect.wait)))
        window.setTimeout(end, TABLE_WAIT_MS)
