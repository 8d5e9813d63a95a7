"""Televisions: spectators' large windows, which show the host's open invitation.

While a television is connected, the host's page keeps an invitation open, so that the host's
device needs no touch: for the first free seat or, once all seats are taken, for spectators.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.live.host import NO_SEAT
from qwixx.games.live.host_inbox import MAX_SPECTATORS
from qwixx.games.live.protocol import INVITATION_VERSION, OpenInvitation, Reply, encode_message
from qwixx.games.live.table import HOST_PEER, of_guest
from qwixx.ui.model.effects import Effect, GenerateQrCode, SendText, StartScanning, WatchWindowSize
from qwixx.ui.model.public import ANSWER
from qwixx.ui.model.signals import SignalError, unpack
from qwixx.ui.model.values import replace
from qwixx.ui.screens.live_table.hosting import create_invitation, without_invitation
from qwixx.ui.screens.live_table.links import link_on_television, parse_link
from qwixx.ui.screens.live_table.playing import apply_step

if TYPE_CHECKING:
    from qwixx.games.live.guest import Guest
    from qwixx.games.live.host import Host
    from qwixx.ui.model.messages import WindowSizeChanged
    from qwixx.ui.screens.live_table.model import LiveTableScreen, TableModel, TableResult


# The host's side


def update_televisions(before: TableModel, after: TableModel) -> TableResult:
    """Keep an invitation open for the host's televisions, and send it to them if it is new."""
    host, old = after.screen.host, before.screen.host
    if not (host and host.televisions):
        return after, []
    after, effects = _keep_invitation_open(old or host, after, host)
    is_new = _open_invitation(after.screen) != _open_invitation(before.screen)
    known = () if is_new or not old else old.televisions
    text = encode_message(OpenInvitation(INVITATION_VERSION, _open_invitation(after.screen)))
    peers = [peer for peer in host.televisions if peer not in known]
    return after, [*effects, *(SendText(peer, text) for peer in peers)]


def _keep_invitation_open(old: Host, after: TableModel, host: Host) -> TableResult:
    """Create an invitation unless a suitable one is open.

    One that the host chose for another seat stays.
    """
    screen = after.screen
    invitation, seat = screen.invitation, _seat_to_offer(host)
    void: list[Effect] = []
    if invitation is not None:
        is_for_old_seat = not invitation.answered and invitation.seat == _seat_to_offer(old)
        if not is_for_old_seat or invitation.seat == seat:
            return after, []
        screen, void = without_invitation(screen)
    if seat is None or screen.status == "no-connection":
        return replace(after, screen=screen), void
    shown, effects = create_invitation(after, screen, host, seat)
    return shown, [*void, *effects]


def _seat_to_offer(host: Host) -> int | None:
    """Return the first free seat, or else `NO_SEAT`; None if there are too many spectators."""
    if host.is_in_lobby and host.free_seats:
        return host.free_seats[0]
    return NO_SEAT if len(host.spectators) < MAX_SPECTATORS else None


def _open_invitation(screen: LiveTableScreen) -> str:
    invitation = screen.invitation
    return "" if invitation is None or invitation.answered else invitation.text


# The television's side


def watch_window_if_new_spectator(before: Guest, guest: Guest) -> list[Effect]:
    """Return the effect that measures the window once the host has shown the table."""
    is_new = guest.is_informed and not before.is_informed
    return [WatchWindowSize()] if is_new and guest.seat is None else []


def on_window_size(model: TableModel, guest: Guest, message: WindowSizeChanged) -> TableResult:
    """Arrange the page for the window, and ask for invitations if the window is large."""
    screen = replace(model.screen, has_large_window=message.is_large)
    model = replace(model, screen=screen)
    if not screen.is_television:
        return model, []
    return apply_step(model, screen, of_guest(guest.request_invitations()))


def show_new_invitation(before: TableModel, after: TableModel) -> TableResult:
    """Make the QR code of a new invitation, and reopen a camera that has scanned a reply."""
    link = link_on_television(after, after.screen)
    if not link or link == link_on_television(before, before.screen):
        return after, []
    effects: list[Effect] = [GenerateQrCode(link)]
    screen = after.screen
    if not screen.scans_next:
        return after, effects
    scanning = replace(screen, scanning=True, scans_next=False)
    return replace(after, screen=scanning), [*effects, StartScanning()]


def send_scanned_reply(model: TableModel, screen: LiveTableScreen, text: str) -> TableResult:
    """Send a scanned reply to the host, or report that the code is no reply to the invitation."""
    kind, packed = parse_link(text)
    status = "" if kind == ANSWER else "not-answer"
    try:
        reply, invitation = unpack(packed), unpack(screen.invitation_on_television)
        is_other = (reply.session, reply.seat) != (invitation.session, invitation.seat)
        status = status or ("other-answer" if is_other else "")
    except SignalError:
        status = "not-answer"
    if status:
        return replace(model, screen=screen.with_status(status)), []
    sent = replace(screen, status="", scans_next=True)
    message = encode_message(Reply(packed.upper()))
    return replace(model, screen=sent), [SendText(HOST_PEER, message)]
