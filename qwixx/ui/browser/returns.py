"""Return to peers after a reload, without a new invitation.

A connection ends with the page that opened it, and two pages need a signal each to connect again.
So each page prepares, while connected, for the other's reload: it makes a second connection's
offer, and hands it over for a key that the other page has made beforehand: the fingerprint of a
stored certificate, and the user name and password of an answer without addresses. Once the peer is
lost, the offer's page expects that answer, and learns the peer's address when the reloaded page
dials it. A browser that refuses any of this needs a new invitation, as before, and so do two pages
that are reloaded at the same time: neither knows an address of the other any more.
"""

from __future__ import annotations

import contextlib
from asyncio import gather, sleep
from typing import TYPE_CHECKING, Any

from js import window

from qwixx.ui.browser.browser_storage import folder_path
from qwixx.ui.browser.document import js_options
from qwixx.ui.browser.link import FAILURES, Link
from qwixx.ui.browser.return_messages import (
    KEY,
    OFFER,
    ReturnPath,
    new_key,
    parse_message,
    parse_return_paths,
    write_message,
    write_return_paths,
)
from qwixx.ui.browser.return_store import ReturnStore
from qwixx.ui.browser.tasks import run_in_background
from qwixx.ui.model.effects import ForgetPeers
from qwixx.ui.model.messages import (
    Message,
    PeerConnected,
    PeerDisconnected,
    PeerSilenceChanged,
    ReturnsEnded,
)
from qwixx.ui.model.public import SEAT_SLOT
from qwixx.ui.model.signals import Signal, read_sdp, unpack

if TYPE_CHECKING:
    from qwixx.ui.browser.peers import Peers
    from qwixx.ui.model.effects import RememberPeers

GUEST = 0
"""The peer number of the host, as a guest sees it."""
EXPECTING = 90
"""Seconds for which a lost peer is expected to return."""
GREETING = 5
"""Seconds for returned peers to greet this page before the returns count as ended."""
MAX_RETURNS = 100
"""Maximum number of returns of a peer, so that none keeps the page busy forever."""


class Returns:
    """The returns of this page to its peers, and of its peers to this page.

    Args:
        peers: the page's connections.
    """

    def __init__(self, peers: Peers) -> None:
        self._peers = peers
        self._store = ReturnStore(folder_path())
        self._slot = ""
        self._certificate: Any = None
        self._fingerprint = b""
        self._own_keys: dict[int, Signal] = {}
        self._paths: dict[int, ReturnPath] = {}
        self._keys: dict[int, Signal] = {}
        self._standbys: dict[int, Link] = {}
        self._expected: set[int] = set()
        self._dialed: set[int] = set()
        self._counts: dict[int, int] = {}

    # Effects

    def remember(self, effect: RememberPeers) -> None:
        """Save from now on how to return to peers, and return to those saved before a reload."""
        if self._slot not in ("", effect.slot):
            self.forget(ForgetPeers(self._slot))
        self._slot = effect.slot
        run_in_background(
            self._reconnect(effect.slot) if effect.reconnects else self._forget_saved()
        )

    def forget(self, effect: ForgetPeers) -> None:
        """Save nothing more, delete what is saved, and expect nobody."""
        if effect.slot == self._slot:
            self._slot = ""
            for peer in {
                *self._paths,
                *self._standbys,
                *self._keys,
                *self._own_keys,
                *self._dialed,
            }:
                self.forget_peer(peer)
            self._counts.clear()
            if effect.deletes:
                run_in_background(self._store.delete(effect.slot))

    def forget_peer(self, peer: int) -> None:
        """Neither expect a peer nor return to it."""
        self._keys.pop(peer, None)
        self._own_keys.pop(peer, None)
        if peer in self._dialed:
            self._dialed.remove(peer)
            self._peers.hang_up(peer)
        self._drop_standby(peer)
        self._forget_path(peer)

    def _forget_path(self, peer: int) -> None:
        """Forget how to return to a peer's page, such as one that has been closed."""
        if self._paths.pop(peer, None) is not None:
            run_in_background(self._save())

    async def _forget_saved(self) -> None:
        self._paths.clear()
        await self._store.delete(self._slot)

    async def _reconnect(self, slot: str) -> None:
        """Dial all saved peers; their numbers are 1, 2, and so on, or 0 for a guest's host."""
        first = GUEST if slot == SEAT_SLOT else 1
        certificate, text = await self._store.read(slot)
        fingerprint = b""
        with contextlib.suppress(*FAILURES):
            if certificate is not None and certificate.expires > window.Date.now():
                fingerprint = await _fingerprint(certificate)
        if self._slot != slot:
            return  # the player has left the table meanwhile
        if fingerprint:
            self._certificate, self._fingerprint = certificate, fingerprint
            paths = parse_return_paths(text)
            self._paths = dict(enumerate(paths[:1] if first == GUEST else paths, first))
        if first == GUEST and not self._paths and self._peers.link(GUEST) is None:
            self._peers.send(PeerDisconnected(GUEST, "failed"))
        dialed = {
            peer: path for peer, path in self._paths.items() if self._peers.link(peer) is None
        }
        self._dialed |= dialed.keys()
        await gather(*(self._peers.dial(peer, certificate, path) for peer, path in dialed.items()))
        if dialed:
            await sleep(GREETING)
        if self._slot == slot:
            self._peers.send(ReturnsEnded())

    # Messages about connections

    def on_message(self, link: Link, message: Message) -> None:
        """Prepare for returns when a connection opens; expect a peer that is lost or silent."""
        if isinstance(message, PeerConnected):
            self._dialed.discard(message.peer)
            link.on_return_text = self._on_text
            if self._slot:
                link.start_task(self._send_key(link))
        elif isinstance(message, PeerDisconnected):
            if message.reason == "flood" or message.peer in self._dialed:
                self.forget_peer(message.peer)
            else:
                if message.reason == "closed":
                    self._forget_path(message.peer)
                self._expect(message.peer)
        elif isinstance(message, PeerSilenceChanged):
            if message.silent:
                self._expect(message.peer)
            elif message.peer in self._expected:
                self._make_standby(link)

    def _on_text(self, link: Link, text: str) -> None:
        """Handle a text about a return from a peer, who is untrusted."""
        message = parse_message(text)
        if message is None or not self._slot:
            return
        peer = link.peer
        if message.kind == KEY:
            self._keys[peer] = message.signal
            self._make_standby(link)
        elif message.kind == OFFER and peer in self._own_keys:
            self._paths[peer] = ReturnPath(self._own_keys[peer], message.signal)
            run_in_background(self._save())

    # This page's returns

    async def _send_key(self, link: Link) -> None:
        with contextlib.suppress(*FAILURES):
            if self._certificate is None:
                certificate = await _new_certificate()
                self._fingerprint = await _fingerprint(certificate)
                self._certificate = certificate
            key = self._own_keys[link.peer] = new_key(self._fingerprint)
            link.send_return_text(write_message(KEY, key))

    async def _save(self) -> None:
        if self._slot and self._certificate is not None:
            text = write_return_paths([*self._paths.values()])
            await self._store.write(self._slot, self._certificate, text)

    # The peers' returns

    def _make_standby(self, link: Link) -> None:
        """Make a connection for a peer's return, in place of an older one."""
        self._drop_standby(link.peer)
        count = self._counts[link.peer] = self._counts.get(link.peer, 0) + 1
        if link.peer in self._keys and count <= MAX_RETURNS:
            standby = self._standbys[link.peer] = Link(link.peer, self._on_standby_message)
            standby.start_task(self._send_offer(link, standby))

    async def _send_offer(self, link: Link, standby: Link) -> None:
        try:
            offer = unpack(await standby.create_invitation(0, 0))
            link.send_return_text(write_message(OFFER, offer))
        except FAILURES:
            self._drop_standby(link.peer)

    def _expect(self, peer: int) -> None:
        """Expect a peer to return within a while."""
        standby = self._standbys.get(peer)
        if standby is not None and peer not in self._expected:
            self._expected.add(peer)
            standby.start_task(self._expect_for_a_while(standby, self._keys[peer]))
            standby.start_task(self._give_up_later(standby))

    async def _expect_for_a_while(self, standby: Link, key: Signal) -> None:
        with contextlib.suppress(*FAILURES):
            await standby.expect(key)

    async def _give_up_later(self, standby: Link) -> None:
        for _ in range(EXPECTING):  # in steps: time while the page is suspended does not count
            await sleep(1)
        if self._standbys.get(standby.peer) is standby:
            run_in_background(self._drop_later(standby.peer))

    async def _drop_later(self, peer: int) -> None:
        self._drop_standby(peer)

    def _drop_standby(self, peer: int) -> None:
        self._expected.discard(peer)
        standby = self._standbys.pop(peer, None)
        if standby is not None:
            standby.close()

    def _on_standby_message(self, standby: Link, message: Message) -> None:
        """Replace the peer's lost connection once the peer has returned."""
        if self._standbys.get(standby.peer) is not standby:
            return
        if isinstance(message, PeerConnected):
            del self._standbys[standby.peer]
            self._expected.discard(standby.peer)
            self._peers.replace_by_returned(standby)
        elif isinstance(message, PeerDisconnected):
            self._drop_standby(standby.peer)


async def _new_certificate() -> Any:
    """Return a new certificate.

    Raises:
        JsException, AttributeError, TypeError: the browser cannot make one.
    """
    kind = js_options(name="ECDSA", namedCurve="P-256")
    return await window.RTCPeerConnection.generateCertificate(kind)


async def _fingerprint(certificate: Any) -> bytes:
    """Return a certificate's SHA-256 digest, as the browser describes it.

    Raises:
        JsException, AttributeError, TypeError, SignalError: the browser refuses the certificate.
    """
    options = js_options(iceServers=[])
    options.certificates = window.Array.of(certificate)
    connection = window.RTCPeerConnection.new(options)
    try:
        connection.createDataChannel("qwixx")
        return read_sdp(str((await connection.createOffer()).sdp), 0, 0).fingerprint
    finally:
        connection.close()
