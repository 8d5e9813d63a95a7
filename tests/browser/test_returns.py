"""Pages that return to their peers after a reload, without a new invitation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.driver import Driver
from tests.browser.peer_pages import COUNT_PATHS, PeerPage, connect_peers

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.fresh_page
SECONDS_OF_CALL = 20


@pytest.fixture
def open_peer(open_page: Callable[..., Driver]) -> Callable[[], PeerPage]:
    """Return a function that opens a page to run effects, in a new browser context."""
    return lambda: PeerPage(open_page().page)


def wait_for_return_paths(page: PeerPage, slot: str, count: int = 1, before: str = "") -> str:
    """Wait until a page has saved how to return to its peers; return what it saved."""
    return str(page.page.evaluate(COUNT_PATHS, [slot, count, before]))


def reload(page: PeerPage) -> PeerPage:
    page.page.reload()
    Driver(page.page).wait_until_ready()
    return PeerPage(page.page)


def return_to_peers(page: PeerPage, slot: str) -> None:
    """Let a reloaded page return to its peers, however long a busy machine takes for that."""
    page.freeze_link_timers()
    page.run_effect("RememberPeers", slot, True)  # noqa: FBT003 - a field of the effect


def connect_and_remember(host: PeerPage, guest: PeerPage, peer: int = 1) -> None:
    if peer == 1:
        host.run_effect("RememberPeers", "table")
    guest.run_effect("RememberPeers", "seat")
    connect_peers(host, guest, peer)
    wait_for_return_paths(host, "table", peer)
    wait_for_return_paths(guest, "seat")


def assert_connected(host: PeerPage, guest: PeerPage, peer: int = 1) -> None:
    host.run_effect("SendText", peer, "to guest")
    assert guest.wait_for_message("PeerTextReceived") == [0, "to guest"]
    guest.run_effect("SendText", 0, "to host")
    assert host.wait_for_message("PeerTextReceived") == [peer, "to host"]


def test_guest_returns_after_each_reload(open_peer: Callable[[], PeerPage]) -> None:
    host, guest = open_peer(), open_peer()
    connect_and_remember(host, guest, 1)
    for _ in range(2):
        path = wait_for_return_paths(guest, "seat")
        guest = reload(guest)
        assert host.wait_for_message("PeerDisconnected") == [1, "closed"]
        wait_for_return_paths(host, "table", 0)  # the guest's page from before is gone
        return_to_peers(guest, "seat")
        assert host.wait_for_message("PeerConnected") == [1]
        assert guest.wait_for_message("PeerConnected") == [0]
        assert_connected(host, guest)
        wait_for_return_paths(guest, "seat", before=path)


def test_guest_returns_again_although_channel_for_returns_opened_late(
    open_peer: Callable[[], PeerPage],
) -> None:
    host, guest = open_peer(), open_peer()
    connect_and_remember(host, guest)
    path = wait_for_return_paths(guest, "seat")
    guest = reload(guest)
    guest.page.evaluate(
        """() => {
          const create = RTCPeerConnection.prototype.createDataChannel;
          RTCPeerConnection.prototype.createDataChannel = function (name, options) {
            const channel = create.call(this, name, options);
            if (name !== 'return') return channel;
            let [state, open] = ['connecting', () => {}];
            const [send, add] = [channel.send, channel.addEventListener];
            Object.defineProperty(channel, 'readyState', { get: () => state });
            channel.send = (text) => {
              if (state === 'connecting') throw new DOMException('', 'InvalidStateError');
              send.call(channel, text);
            };
            channel.addEventListener = (kind, listener) => {
              if (kind === 'open') open = listener;
              else add.call(channel, kind, listener);
            };
            self.openReturnChannel ??= () => { state = 'open'; open(new Event('open')); };
            return channel;
          };
        }"""
    )
    return_to_peers(guest, "seat")
    assert guest.wait_for_message("PeerConnected") == [0]
    assert_connected(host, guest)  # meanwhile, the page tries to send its key
    guest.page.evaluate("self.openReturnChannel()")
    wait_for_return_paths(guest, "seat", before=path)


def test_host_returns_to_all_guests(open_peer: Callable[[], PeerPage]) -> None:
    host, *guests = open_peer(), open_peer(), open_peer()
    for peer, guest in enumerate(guests, 1):
        connect_and_remember(host, guest, peer)
    host = reload(host)
    for guest in guests:
        assert guest.wait_for_message("PeerDisconnected") == [0, "closed"]
    return_to_peers(host, "table")
    for peer, guest in enumerate(guests, 1):
        host.wait_for_message("PeerConnected")
        assert guest.wait_for_message("PeerConnected") == [0]
        assert_connected(host, guest, peer)


def test_peer_is_replaced_before_its_loss_is_noticed(open_peer: Callable[[], PeerPage]) -> None:
    host, guest = open_peer(), open_peer()
    connect_and_remember(host, guest)
    guest.page.evaluate("() => { RTCPeerConnection.prototype.close = () => {}; }")
    host.freeze_link_timers()
    host.advance_clock(8)  # the guest is silent
    host.wait_for_message("PeerSilenceChanged")
    guest = reload(guest)
    return_to_peers(guest, "seat")
    assert guest.wait_for_message("PeerConnected") == [0]
    assert host.wait_for_message("PeerConnected") == [1]
    assert_connected(host, guest)


def test_forgotten_and_removed_guests_do_not_return(open_peer: Callable[[], PeerPage]) -> None:
    host, guest = open_peer(), open_peer()
    connect_and_remember(host, guest)
    guest.run_effect("ForgetPeers", "seat")
    wait_for_return_paths(guest, "seat", 0)
    host.run_effect("DisconnectPeer", 1)
    wait_for_return_paths(host, "table", 0)
    guest = reload(guest)
    return_to_peers(guest, "seat")
    assert guest.wait_for_message("PeerDisconnected") == [0, "failed"]
    assert host.unread_messages() == []


def test_guest_that_leaves_while_it_returns_dials_nobody(
    open_peer: Callable[[], PeerPage],
) -> None:
    host, guest = open_peer(), open_peer()
    connect_and_remember(host, guest)
    guest = reload(guest)
    assert host.wait_for_message("PeerDisconnected") == [1, "closed"]
    # In one call: otherwise, a busy machine might connect them in between.
    guest.run_effects([("RememberPeers", "seat", True), ("ForgetPeers", "seat")])
    wait_for_return_paths(guest, "seat", 0)
    return_to_peers(guest, "seat")
    assert guest.wait_for_message("PeerDisconnected") == [0, "failed"]
    assert host.unread_messages() == []


def test_host_that_leaves_during_call_gives_up(open_peer: Callable[[], PeerPage]) -> None:
    host, guest = open_peer(), open_peer()
    connect_and_remember(host, guest)
    guest.page.evaluate("() => { RTCPeerConnection.prototype.close = () => {}; }")  # no farewell
    guest.page.close()
    host = reload(host)
    host.page.evaluate(
        """() => {
          const Connection = self.RTCPeerConnection;
          self.connections = [];
          self.RTCPeerConnection = function (options) {
            const connection = new Connection(options);
            self.connections.push(connection);
            return connection;
          };
          self.RTCPeerConnection.generateCertificate = Connection.generateCertificate;
        }"""
    )
    return_to_peers(host, "table")
    host.wait_for_timer_count(1)
    host.run_effect("ForgetPeers", "table")
    host.advance_clock(2 * SECONDS_OF_CALL)
    states = host.page.evaluate("self.connections.map((one) => one.signalingState)")
    assert states == ["closed", "closed"]  # the first told the certificate's fingerprint
    assert host.unread_messages() == []


def test_page_without_returns_connects_to_page_with_them(
    open_peer: Callable[[], PeerPage],
) -> None:
    """Releases before this feature open no channel for it."""
    host, guest = open_peer(), open_peer()
    guest.page.evaluate(
        """() => {
          const create = RTCPeerConnection.prototype.createDataChannel;
          RTCPeerConnection.prototype.createDataChannel = function (name, options) {
            return name === 'return' ? new EventTarget() : create.call(this, name, options);
          };
        }"""
    )
    host.run_effect("RememberPeers", "table")
    connect_peers(host, guest)
    assert_connected(host, guest)
    guest.page.close()
    assert host.wait_for_message("PeerDisconnected") == [1, "closed"]


def test_hostile_texts_about_returns_are_ignored(open_peer: Callable[[], PeerPage]) -> None:
    host, guest = open_peer(), open_peer()
    guest.page.evaluate(
        """() => {
          const create = RTCPeerConnection.prototype.createDataChannel;
          RTCPeerConnection.prototype.createDataChannel = function (name, options) {
            const channel = create.call(this, name, options);
            if (name === 'return') self.hostile ??= channel;
            return channel;
          };
        }"""
    )
    connect_and_remember(host, guest)
    guest.page.evaluate(
        """() => {
          for (const text of ['', 'key', 'key AAAA', 'offer', 'x'.repeat(60000)])
            for (let count = 0; count < 50; count++) self.hostile.send(text);
          self.hostile.send(new Uint8Array(9));
        }"""
    )
    assert_connected(host, guest)
    assert host.unread_messages() == []


def test_browser_that_refuses_a_chosen_user_name_reports_failure(
    open_peer: Callable[[], PeerPage],
) -> None:
    host, guest = open_peer(), open_peer()
    connect_and_remember(host, guest)
    guest = reload(guest)
    guest.page.evaluate(
        """() => {
          const set = self.original = RTCPeerConnection.prototype.setLocalDescription;
          RTCPeerConnection.prototype.setLocalDescription = async function (description) {
            if (description.type === 'answer') throw new Error('mangled');
            return set.call(this, description);
          };
        }"""
    )
    return_to_peers(guest, "seat")
    assert guest.wait_for_message("PeerDisconnected") == [0, "failed"]
    guest.page.evaluate("() => { RTCPeerConnection.prototype.setLocalDescription = original; }")
    connect_peers(host, guest, 2)


def test_guest_calls_again_if_its_first_call_fails(open_peer: Callable[[], PeerPage]) -> None:
    host, guest = open_peer(), open_peer()
    connect_and_remember(host, guest)
    guest = reload(guest)
    assert host.wait_for_message("PeerDisconnected") == [1, "closed"]
    guest.page.evaluate(
        """() => {
          const Connection = self.RTCPeerConnection;
          let count = 0; // the first connection only tells the certificate's fingerprint
          self.RTCPeerConnection = function (options) {
            const reachesNobody = { ...options, iceTransportPolicy: 'relay' };
            return new Connection(++count === 2 ? reachesNobody : options);
          };
        }"""
    )
    guest.freeze_link_timers()
    guest.run_effect("RememberPeers", "seat", True)  # noqa: FBT003 - a field of the effect
    guest.wait_for_timer_count(1)
    guest.advance_clock(SECONDS_OF_CALL)
    assert guest.wait_for_message("PeerConnected") == [0]
    assert host.wait_for_message("PeerConnected") == [1]
    assert_connected(host, guest)
