"""The connections of a page: the host's to each guest, and a guest's to the host.

A page that is reloaded returns to its peers without a new invitation; see `returns`.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from js import window

from qwixx.ui.browser.errors import make_listener
from qwixx.ui.browser.link import FAILURES, Link
from qwixx.ui.browser.returns import GUEST, Returns
from qwixx.ui.model.messages import (
    AnswerCreated,
    InvitationCreated,
    Message,
    PeerConnected,
    PeerDisconnected,
)
from qwixx.ui.model.signals import SignalError, unpack

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.ui.browser.return_messages import ReturnPath
    from qwixx.ui.model.effects import (
        AcceptAnswer,
        CreateAnswer,
        CreateInvitation,
        DisconnectPeer,
        SendText,
    )

CALLS = 2
"""Number of calls with which a reloaded page tries to return to a peer."""


class Peers:
    """The connections of a page.

    Args:
        send: handles each message.
    """

    def __init__(self, send: Callable[[Message], None]) -> None:
        self.send = send
        self._links: dict[int, Link] = {}
        self.returns = Returns(self)
        window.addEventListener("pagehide", make_listener(self._on_page_close))

    def create_invitation(self, effect: CreateInvitation) -> None:
        """Create an invitation."""
        link = self._replace_link(effect.peer)
        link.start_task(self._create_invitation(link, effect))

    async def _create_invitation(self, link: Link, effect: CreateInvitation) -> None:
        text = ""
        try:
            text = await link.create_invitation(effect.invitation_id, effect.seat, effect.name)
        except FAILURES:
            self._remove_link(link)
        self.send(InvitationCreated(effect.peer, text))

    def accept_answer(self, effect: AcceptAnswer) -> None:
        """Accept an answer; ignore invalid answers and answers to other invitations."""
        link = self._links.get(effect.peer)
        if link is not None:
            with contextlib.suppress(SignalError):
                link.start_task(link.accept_answer(unpack(effect.text)))

    def create_answer(self, effect: CreateAnswer) -> None:
        """Answer an invitation and wait until the host accepts the answer."""
        self.returns.forget_peer(GUEST)
        link = self._replace_link(GUEST)
        link.start_task(self._create_answer(link, effect.text))

    async def _create_answer(self, link: Link, text: str) -> None:
        try:
            answer = await link.create_answer(unpack(text))
        except FAILURES:
            self._remove_link(link)
            self.send(AnswerCreated(""))
            return
        self.send(AnswerCreated(answer))
        await link.probe_host_until_connected()

    def send_text(self, effect: SendText) -> None:
        """Send a text."""
        link = self._links.get(effect.peer)
        if link is not None:
            link.send_text(effect.text)

    def disconnect(self, effect: DisconnectPeer) -> None:
        """Close a connection once everything is sent; send no more messages about it."""
        self.returns.forget_peer(effect.peer)
        link = self._links.pop(effect.peer, None)
        if link is not None:
            link.close_when_sent()

    def _on_page_close(self, event: Any) -> None:
        """Close connections as the page closes; otherwise, peers notice after half a minute."""
        if not event.persisted:
            for link in [*self._links.values()]:
                self._remove_link(link)

    def link(self, peer: int) -> Link | None:
        """Return the connection to a peer, or None."""
        return self._links.get(peer)

    async def dial(self, peer: int, certificate: Any, path: ReturnPath) -> None:
        """Return to a peer from before a reload; reply as to an accepted answer.

        It is dialed repeatedly, because it may notice late that this page was lost.
        """
        for _ in range(CALLS):
            link = self._replace_link(peer)
            link.report_to(self._on_message_of_call)
            is_connected = False
            with contextlib.suppress(*FAILURES):
                is_connected = await link.dial(certificate, path)
            if is_connected or self._links.get(peer) is not link:
                return
        self._on_message(link, PeerDisconnected(peer, "failed"))

    def hang_up(self, peer: int) -> None:
        """Give up returning to a peer."""
        link = self._links.get(peer)
        if link is not None:
            self._remove_link(link)

    def _on_message_of_call(self, link: Link, message: Message) -> None:
        """Ignore everything that happens before a call succeeds."""
        if isinstance(message, PeerConnected):
            link.report_to(self._on_message)
            self._on_message(link, message)

    def replace_by_returned(self, link: Link) -> None:
        """Replace the lost connection to a peer by one through which the peer has returned."""
        older = self._links.get(link.peer)
        if older is not None:  # the loss has not been noticed yet
            self._on_message(older, PeerDisconnected(older.peer, "closed"))
        self._links[link.peer] = link
        link.report_to(self._on_message)
        self._on_message(link, PeerConnected(link.peer))

    def _replace_link(self, peer: int) -> Link:
        """Return a new connection to a peer; close an older one."""
        if peer in self._links:
            self._remove_link(self._links[peer])
        self._links[peer] = link = Link(peer, self._on_message)
        return link

    def _on_message(self, link: Link, message: Message) -> None:
        if isinstance(message, PeerDisconnected):
            self._remove_link(link)
        self.returns.on_message(link, message)
        self.send(message)

    def _remove_link(self, link: Link) -> None:
        link.close()
        if self._links.get(link.peer) is link:
            del self._links[link.peer]
