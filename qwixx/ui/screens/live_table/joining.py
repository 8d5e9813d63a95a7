"""A guest's side of a live table: connect and reconnect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.live.pins import UnfairReason
from qwixx.games.live.protocol import TableError, Welcome, parse_host_message
from qwixx.games.live.table import HOST_PEER, GuestTable, of_guest
from qwixx.games.names import sanitize_name
from qwixx.ui.model.effects import (
    CreateAnswer,
    DisconnectPeer,
    Effect,
    FocusElement,
    ForgetPeers,
    GenerateQrCode,
    RememberPeers,
)
from qwixx.ui.model.public import ANSWER, SEAT_SLOT
from qwixx.ui.model.signals import SignalError, unpack
from qwixx.ui.model.values import replace
from qwixx.ui.screens.live_table import saved, televisions
from qwixx.ui.screens.live_table.links import answer_link, parse_link
from qwixx.ui.screens.live_table.model import LiveTableScreen, ReceivedInvitation, TableResult
from qwixx.ui.screens.live_table.playing import apply_step

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.games.live.guest import Guest
    from qwixx.ui.model.messages import (
        AnswerCreated,
        ControlUsed,
        HostProbed,
        PeerConnected,
        PeerDisconnected,
        PeerSilenceChanged,
        PeerTextReceived,
    )
    from qwixx.ui.screens.live_table.model import TableModel

SHORT = 200
"""Length in characters that no `Welcome` reaches; longer messages are not parsed twice."""


def receive_invitation(model: TableModel, guest: Guest, text: str) -> TableResult:
    """Show a scanned, pasted, or opened invitation, or report that the text is not one."""
    screen = model.screen
    if guest.linked and not (screen.lost or screen.silent):
        return model, []
    packed = packed_invitation_in(text)
    if not packed:
        return _with_status(model, screen, "not-invitation"), []
    given_up: list[Effect] = (
        [DisconnectPeer(HOST_PEER)]
        if guest.linked or screen.reconnecting or screen.received_invitation
        else []
    )
    summoned = replace(
        screen,
        table=GuestTable(guest.without_connection()),
        received_invitation=ReceivedInvitation(packed),
        lost=screen.lost or guest.linked,
        reconnecting=False,
        silent=False,
        is_lobby_open=True,
        status="",
    )
    return replace(model, screen=summoned), given_up


def packed_invitation_in(text: str) -> str:
    """Return the invitation in a link, as encoded by `signals.pack`; "" if there is none."""
    kind, packed = parse_link(text)
    try:
        unpack(packed)
    except SignalError:
        return ""
    return "" if kind == ANSWER else packed


def _accept_invitation(model: TableModel, guest: Guest, _act: ControlUsed) -> TableResult:
    """Accept the invitation and create an answer."""
    screen = model.screen
    received = screen.received_invitation
    if received is None or received.is_accepted:
        return model, []
    joining = replace(
        screen,
        received_invitation=received.replace(is_accepted=True),
        table=GuestTable(replace(guest, name=screen.name, refused="", closed=False)),
        status="",
    )
    return replace(model, screen=joining), [
        RememberPeers(SEAT_SLOT),
        CreateAnswer(received.text),
        FocusElement("main"),  # the button is gone
    ]


def on_answer_created(model: TableModel, message: AnswerCreated) -> TableResult:
    """Show the answer for the host to scan, or report that it could not be created."""
    screen = model.screen
    received = screen.received_invitation
    if received is None or not received.is_accepted:
        return model, []
    if not message.text:
        return _with_status(model, replace(screen, received_invitation=None), "no-connection"), []
    screen = replace(screen, received_invitation=received.replace(answer=message.text))
    return replace(model, screen=screen), [GenerateQrCode(answer_link(model, screen))]


def on_host_probed(model: TableModel, message: HostProbed) -> TableResult:
    """Show whether the host's device is reachable."""
    screen = model.screen
    received = screen.received_invitation
    if received is None:
        return model, []
    return replace(
        model,
        screen=replace(
            screen, received_invitation=received.replace(host_reachable=message.reachable)
        ),
    ), []


def on_host_connected(model: TableModel, _guest: Guest, _message: PeerConnected) -> TableResult:
    """Show that the host is connected, and return to the game if there is one.

    The host sends the first message.
    """
    screen = model.screen
    connected = replace(
        screen,
        received_invitation=None,
        lost=False,
        reconnecting=False,
        silent=False,
        status="",
        is_lobby_open=screen.board is None,
    )
    return replace(model, screen=connected), []


def on_host_text(model: TableModel, guest: Guest, message: PeerTextReceived) -> TableResult:
    """Handle a text from the host."""
    screen, text, before = model.screen, message.text, guest
    try:
        guest, texts = guest.receive(text)
        shown, effects = apply_step(model, screen, of_guest((guest, texts)))
    except TableError:
        return model, []  # nothing is lost: the next view is complete
    except ValueError:  # a game that this page cannot show
        guest = guest.with_accusation(UnfairReason.RULES)
        shown, effects = apply_step(model, screen, of_guest((guest, ())))
    now = shown.screen
    if guest.refused or guest.closed:
        shown = replace(shown, screen=replace(now, is_lobby_open=True, lost=True))
        effects = [*effects, ForgetPeers(SEAT_SLOT)]
    elif _is_welcome(text):  # save that the seat is open in this tab
        effects = [*effects, saved.save_effect(now)]
    return shown, [*effects, *televisions.watch_window_if_new_spectator(before, guest)]


def _is_welcome(text: str) -> bool:
    """Return whether a text from the host is a `Welcome`."""
    try:
        return len(text) < SHORT and isinstance(parse_host_message(text), Welcome)
    except TableError:
        return False


def on_host_silence(model: TableModel, _guest: Guest, message: PeerSilenceChanged) -> TableResult:
    """Show that the host is silent, or has responded again."""
    return replace(model, screen=replace(model.screen, silent=message.silent)), []


def on_host_disconnected(
    model: TableModel, guest: Guest, _message: PeerDisconnected
) -> TableResult:
    """Show that the connection to the host was lost or never opened."""
    screen = model.screen
    received = screen.received_invitation
    if received is not None and not received.is_accepted:  # an earlier attempt to return failed
        return model, []
    known = guest.refused or guest.closed  # the reason is already shown
    status = "failed" if screen.received_invitation is not None else "" if known else "lost"
    parted = replace(
        screen,
        table=GuestTable(guest.without_connection()),
        received_invitation=None,
        lost=True,
        reconnecting=False,
        silent=False,
        status=status,
        is_lobby_open=screen.is_lobby_open or bool(guest.refused) or guest.closed,
    )
    return replace(model, screen=parted), []


def _choose_name(model: TableModel, _guest: Guest, act: ControlUsed) -> TableResult:
    return replace(model, screen=replace(model.screen, name=sanitize_name(act.value))), []


def _paste_invitation(model: TableModel, guest: Guest, act: ControlUsed) -> TableResult:
    return receive_invitation(model, guest, act.value)


def _with_status(model: TableModel, screen: LiveTableScreen, status: str) -> TableModel:
    return replace(model, screen=screen.with_status(status))


CHOICES: dict[str, Callable[[TableModel, Guest, ControlUsed], TableResult]] = {
    "join": _accept_invitation,
    "table-name": _choose_name,
    "summons": _paste_invitation,
}
"""Actions of a guest, by their `data-action`."""
