"""A WebRTC connection to one other page, without a signaling server.

Invitations and answers travel by link or QR code, which may take minutes, while browsers give up
after seconds. Two workarounds prevent that: the host starts the DTLS handshake, and the guest
keeps adding its own address as a candidate.
"""

from __future__ import annotations

import contextlib
from asyncio import Event, sleep, wait_for
from typing import TYPE_CHECKING, Any

from js import window
from pyodide.ffi import JsException

from qwixx.ui.browser.document import js_options
from qwixx.ui.browser.errors import make_listener
from qwixx.ui.browser.heartbeat import Heartbeat
from qwixx.ui.browser.rate_limiter import RateLimiter
from qwixx.ui.browser.return_messages import MAX_MESSAGES
from qwixx.ui.browser.tasks import run_in_background, start_task
from qwixx.ui.model.messages import (
    HostProbed,
    Message,
    PeerConnected,
    PeerDisconnected,
    PeerSilenceChanged,
    PeerTextReceived,
)
from qwixx.ui.model.signals import (
    Signal,
    SignalError,
    pack,
    read_sdp,
    sdp_candidate_line,
    write_sdp,
)

if TYPE_CHECKING:
    from asyncio import Task
    from collections.abc import Callable, Coroutine

    from qwixx.ui.browser.return_messages import ReturnPath

GATHERING = 4
"""Seconds for a browser to find its own addresses."""
SENSING = 5
"""Seconds after which the host counts as unreachable."""
STAYING = 4
"""Seconds between two candidates that a guest adds."""
ACCEPTING = 15
"""Seconds for a guest to connect after its answer was accepted."""
PARTING = 0.3
"""Seconds between the last text and the end of a connection, to let the text arrive."""
SETTLING = 4
"""Seconds for which a new connection may be "failed".

Chromium reports that state briefly if Firefox has waited for half a minute before its answer is
accepted.
"""
DIALING = 20
"""Seconds for a call of a reloaded page; the peer may notice only after a few that it was lost."""
HOPING = 60
"""Seconds for a lost peer to return; the browser itself gives up after about 15."""
FAILURES = (JsException, AttributeError, TypeError, SignalError)
"""Exceptions from a browser that cannot connect or rejects the other browser's description."""


class Link:
    """A connection to one other browser.

    Args:
        peer: number of the peer.
        send: called with the connection and each message; closes the connection after
            `PeerDisconnected`.
    """

    def __init__(self, peer: int, send: Callable[[Link, Message], None]) -> None:
        self.peer = peer
        self._send = send
        self._own: Signal | None = None
        self._linked = False
        self._return_channel: Any = None
        self._return_texts = 0
        self._unsent_return_texts: list[str] = []
        self.on_return_text: Callable[[Link, str], None] = lambda _link, _text: None
        self._connection: Any = None
        self._channel: Any = None
        self._rate_limiter = RateLimiter()
        self._heartbeat = Heartbeat(
            self.send_text, lambda silent: self._send(self, PeerSilenceChanged(peer, silent))
        )
        self._gathered = Event()
        self._handlers: list[tuple[Any, str, Any]] = []
        self._work: list[Task[None]] = []

    def start_task(self, work: Coroutine[object, object, None]) -> None:
        """Start a task that is canceled when the connection closes."""
        self._work.append(start_task(work))

    async def create_invitation(self, session: int, seat: int, name: str = "") -> str:
        """Return an invitation.

        Raises:
            JsException, AttributeError, TypeError, SignalError: the browser cannot create one.
        """
        self._create_connection()
        connection = self._connection
        await connection.setLocalDescription(await connection.createOffer())
        return await self._wait_for_description(session, seat, name)

    async def create_answer(self, signal: Signal) -> str:
        """Return the answer to an invitation.

        Raises:
            JsException, AttributeError, TypeError, SignalError: the browser cannot create one.
        """
        self._create_connection()
        connection = self._connection
        # "active": the other side starts the DTLS handshake once it knows of this side.
        # Otherwise, Firefox backs off while no reply arrives, and finally gives up.
        await connection.setRemoteDescription(
            js_options(type="offer", sdp=write_sdp(signal, "active"))
        )
        await connection.setLocalDescription(await connection.createAnswer())
        return await self._wait_for_description(signal.session, signal.seat)

    async def accept_answer(self, signal: Signal) -> None:
        """Accept an answer to the invitation and wait a while for the guest.

        Only the first answer is accepted.
        """
        own, connection = self._own, self._connection
        if (
            own is None
            or (signal.session, signal.seat) != (own.session, own.seat)
            or signal == own
        ):
            return
        try:
            if connection.signalingState != "have-local-offer":
                return
            sdp = write_sdp(signal, "passive")
            await connection.setRemoteDescription(js_options(type="answer", sdp=sdp))
        except FAILURES:
            return
        for _ in range(ACCEPTING):  # in steps: time while the page is suspended does not count
            await sleep(1)
        if not self._linked:
            self._send(self, PeerDisconnected(self.peer, "failed"))

    async def expect(self, key: Signal) -> None:
        """Allow a peer with this key to connect, from wherever it dials; see `dial`.

        Raises:
            JsException, AttributeError, TypeError: the browser cannot expect the peer.
        """
        sdp = write_sdp(key, "active")
        await self._connection.setRemoteDescription(js_options(type="answer", sdp=sdp))
        await self.probe_host_until_connected()

    async def dial(self, certificate: Any, path: ReturnPath) -> bool:
        """Connect to a peer that expects this page's key; return whether it succeeds in time.

        The peer knows the answer in advance, so its user name and password are replaced by those
        of the key.

        Raises:
            JsException, AttributeError, TypeError, SignalError: the browser refuses the key.
        """
        self._create_connection(certificate)
        connection = self._connection
        offer = write_sdp(path.offer, "actpass")
        await connection.setRemoteDescription(js_options(type="offer", sdp=offer))
        answer = str((await connection.createAnswer()).sdp)
        own = read_sdp(answer, 0, 0)
        answer = answer.replace(f":{own.ufrag}\r", f":{path.key.ufrag}\r")
        answer = answer.replace(f":{own.pwd}\r", f":{path.key.pwd}\r")
        await connection.setLocalDescription(js_options(type="answer", sdp=answer))
        self._own = read_sdp(str(connection.localDescription.sdp), 0, 0)
        if self._own.replace(candidates=()) != path.key:
            msg = "the browser has chosen another key"
            raise SignalError(msg)
        for _ in range(DIALING):
            if self._linked:
                break
            await sleep(1)
        return self._linked

    async def probe_host_until_connected(self) -> None:
        """Wait until the host accepts the answer; send `HostProbed` meanwhile."""
        found = False
        own = self._own.candidates if self._own else ()
        second = 0
        with contextlib.suppress(*FAILURES):
            while self._connection.connectionState in ("new", "connecting"):
                if own and second % STAYING == 0:
                    # Firefox gives up after a few seconds without an address to try. Its own will
                    # do, though nothing answers there; other addresses may be unknown or ignored.
                    line = sdp_candidate_line((own[0][0], 1001 + second), 1001 + second)
                    await self._connection.addIceCandidate(js_options(candidate=line, sdpMid="0"))
                if not found and await self._has_reached_peer():
                    found = True
                    self._send(self, HostProbed(self.peer, found))
                elif second == SENSING and not found:
                    self._send(self, HostProbed(self.peer, found))
                await sleep(1)
                second += 1

    def send_text(self, text: str) -> None:
        """Send a text; report failures asynchronously."""
        state = str(getattr(self._channel, "readyState", ""))
        try:
            if state == "open":
                self._channel.send(text)
            elif state in ("closing", "closed"):
                run_in_background(self._report_disconnected("closed"))
        except JsException:  # far too long, or far too many texts
            run_in_background(self._report_disconnected("failed"))

    def send_return_text(self, text: str) -> None:
        """Send a text about a return, as soon as its channel opens."""
        with contextlib.suppress(JsException, AttributeError):
            if self._return_channel.readyState == "connecting":  # opens later than the other one
                self._unsent_return_texts.append(text)
            else:
                self._return_channel.send(text)

    def report_to(self, send: Callable[[Link, Message], None]) -> None:
        """Send later messages to another handler."""
        self._send = send

    def close_when_sent(self) -> None:
        """Close the connection once everything is sent; send no more messages about it."""
        self._send = lambda _link, _message: None
        for task in self._work:
            task.cancel()
        if self._linked:
            run_in_background(self._close_later())
        else:
            self.close()

    async def _close_later(self) -> None:
        await sleep(PARTING)
        self.close()

    def close(self) -> None:
        """Close the connection; send no more messages about it."""
        for target, name, proxy in self._handlers:
            target.removeEventListener(name, proxy)
            proxy.destroy()
        self._handlers.clear()
        with contextlib.suppress(JsException, AttributeError):
            self._connection.close()
        for task in self._work:
            task.cancel()
        self._work.clear()
        self._send = lambda _link, _message: None

    def _create_connection(self, certificate: Any = None) -> None:
        """Create the connection and its channels; none connects yet.

        Args:
            certificate: a certificate; None for a new one.
        """
        options = js_options(iceServers=[])  # asks no server
        if certificate is not None:
            options.certificates = window.Array.of(certificate)
        connection = window.RTCPeerConnection.new(options)
        channel = connection.createDataChannel("qwixx", js_options(negotiated=True, id=0))
        returns = connection.createDataChannel("return", js_options(negotiated=True, id=1))
        self._connection, self._channel, self._return_channel = connection, channel, returns
        for target, name, handler in (
            (connection, "icegatheringstatechange", self._on_gathering_change),
            (connection, "connectionstatechange", self._on_state_change),
            (channel, "open", self._on_open),
            (channel, "message", self._on_text),
            (returns, "open", self._on_return_channel_open),
            (returns, "message", self._on_return_text),
            (
                channel,
                "close",
                lambda _event: self._send(self, PeerDisconnected(self.peer, "closed")),
            ),
        ):
            proxy = make_listener(handler)
            self._handlers.append((target, name, proxy))
            # Firefox's connections accept no Python function as `onopen` and the like.
            target.addEventListener(name, proxy)

    async def _wait_for_description(self, session: int, seat: int, name: str = "") -> str:
        """Wait until the description for the other browser is complete, and return it packed."""
        with contextlib.suppress(TimeoutError):
            await wait_for(self._gathered.wait(), GATHERING)
        sdp = str(self._connection.localDescription.sdp)
        self._own = read_sdp(sdp, session, seat).replace(name=name)
        return pack(self._own)

    async def _has_reached_peer(self) -> bool:
        """Return whether the other browser answers at one of its addresses."""
        reports = (await self._connection.getStats()).values()
        return any(
            report.type == "candidate-pair" and report.state == "succeeded" for report in reports
        )

    async def _report_disconnected(self, reason: str) -> None:
        self._send(self, PeerDisconnected(self.peer, reason))

    def _on_gathering_change(self, _event: Any) -> None:
        if self._connection.iceGatheringState == "complete":
            self._gathered.set()

    def _on_state_change(self, _event: Any) -> None:
        if self._connection.connectionState == "failed":
            self.start_task(self._report_unless_recovered(HOPING if self._linked else SETTLING))

    def _on_open(self, _event: Any) -> None:
        self._linked = True
        self.start_task(self._heartbeat.run())
        self._send(self, PeerConnected(self.peer))

    async def _report_unless_recovered(self, grace_s: float) -> None:
        """Report a failed connection only after a grace period: a sleeping phone may reconnect."""
        await sleep(grace_s)
        if self._connection.connectionState == "failed":
            self._send(self, PeerDisconnected(self.peer, "failed"))

    def _on_return_channel_open(self, _event: Any) -> None:
        for text in self._unsent_return_texts:
            self.send_return_text(text)
        self._unsent_return_texts.clear()

    def _on_return_text(self, event: Any) -> None:
        self._return_texts += 1
        if self._return_texts <= MAX_MESSAGES and isinstance(event.data, str):
            self.on_return_text(self, event.data)

    def _on_text(self, event: Any) -> None:
        text = event.data
        if not self._rate_limiter.admit(text, window.performance.now()):
            self._send(self, PeerDisconnected(self.peer, "flood"))
            return
        self._heartbeat.on_received()
        if text:
            self._send(self, PeerTextReceived(self.peer, text))
