"""The host's side of a live table: invitations and seats."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from qwixx.bots import BOTS
from qwixx.games.live import host_actions, host_inbox
from qwixx.games.live.host import NO_SEAT, Host
from qwixx.games.live.protocol import FREE, GUEST, HERE, Refuse, parse_host_message
from qwixx.games.names import sanitize_name
from qwixx.rules.variants import known_variant
from qwixx.ui.model.effects import (
    AcceptAnswer,
    CreateInvitation,
    DisconnectPeer,
    Effect,
    GenerateQrCode,
    StartTableTimer,
)
from qwixx.ui.model.public import ANSWER, JOIN
from qwixx.ui.model.setup import OPPONENT
from qwixx.ui.model.signals import SPECTATOR, SignalError, shortened_name, unpack
from qwixx.ui.model.values import replace
from qwixx.ui.screens.live_table import texts as table_texts
from qwixx.ui.screens.live_table.links import invitation_link, parse_link
from qwixx.ui.screens.live_table.model import Invitation, LiveTableScreen, TableResult
from qwixx.ui.screens.live_table.playing import apply_host_step
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from qwixx.games.live.host import Sent, Step
    from qwixx.ui.model.messages import (
        ControlUsed,
        InvitationCreated,
        PeerConnected,
        PeerDisconnected,
        PeerSilenceChanged,
        PeerTextReceived,
        ReturnsEnded,
        TableTimerFired,
    )
    from qwixx.ui.screens.live_table.model import TableModel


GREETING_WAIT = "hello"
"""First word of the id of a timer that waits for a guest's greeting."""


def open_lobby_with_invitation(
    model: TableModel, screen: LiveTableScreen, host: Host, seat: int | None
) -> TableResult:
    """Open the lobby and create an invitation, which replaces any open one.

    Args:
        model: the model.
        screen: the screen.
        host: the host's table.
        seat: the invited guest's seat; `NO_SEAT` for a spectator; None to invite nobody.
    """
    screen = replace(screen, is_lobby_open=True, reconnecting=False, status="")
    if seat is None:
        return replace(model, screen=screen), []
    return create_invitation(model, screen, host, seat)


def create_invitation(
    model: TableModel, screen: LiveTableScreen, host: Host, seat: int
) -> TableResult:
    """Create an invitation, which replaces any open one; see `open_lobby_with_invitation`."""
    screen, given_up = without_invitation(screen)
    peer = screen.connections + 1
    mixed = sha256(
        f"session {host.secret_key} {host.number} {peer} {model.session.ticket}".encode()
    )
    invitation = Invitation(peer, int(mixed.hexdigest()[:4], 16), seat)
    invited = replace(screen, invitation=invitation, connections=peer)
    offer = CreateInvitation(
        peer, invitation.session, _encode_seat_for_signal(seat), shortened_name(screen.name)
    )
    return replace(model, screen=invited), [*given_up, offer]


def without_invitation(screen: LiveTableScreen) -> tuple[LiveTableScreen, list[Effect]]:
    """Return the table without its open invitation, and the effects that void the invitation."""
    open_ = screen.invitation
    if open_ is None:
        return screen, []
    return replace(screen, invitation=None), [DisconnectPeer(open_.peer)]


def _encode_seat_for_signal(seat: int) -> int:
    """Return the seat as encoded in signals."""
    return SPECTATOR if seat == NO_SEAT else seat


def on_invitation_created(model: TableModel, message: InvitationCreated) -> TableResult:
    """Show the invitation that the browser created, or report that it could not create one."""
    screen = model.screen
    invitation = screen.invitation
    if invitation is None or invitation.peer != message.peer:
        return model, []
    if not message.text:
        failed = replace(screen, invitation=None, status="no-connection")
        return replace(model, screen=failed), []
    screen = replace(screen, invitation=invitation.replace(text=message.text))
    return replace(model, screen=screen), [GenerateQrCode(invitation_link(model, screen))]


def accept_answer(model: TableModel, screen: LiveTableScreen, text: str) -> TableResult:
    """Connect to the guest who sent this answer, or report that the answer cannot be used."""
    kind, packed = parse_link(text)
    invitation = screen.invitation
    try:
        signal = unpack(packed)
    except SignalError:
        return _with_status(model, screen, "not-answer"), []
    own = invitation is not None and (signal.session, signal.seat) == (
        invitation.session,
        _encode_seat_for_signal(invitation.seat),
    )
    if kind == JOIN or (own and invitation is not None and packed.upper() == invitation.text):
        return _with_status(model, screen, "own-code" if own else "not-answer"), []
    if invitation is None or not own or invitation.answered:
        return _with_status(model, screen, "other-answer"), []
    accepted = replace(screen, invitation=invitation.replace(answered=True), status="")
    return replace(model, screen=accepted), [AcceptAnswer(invitation.peer, packed)]


def on_guest_connected(model: TableModel, host: Host, message: PeerConnected) -> TableResult:
    """Greet a guest who connected."""
    screen, peer = model.screen, message.peer
    invitation = screen.invitation
    seat = NO_SEAT if invitation is None or invitation.peer != peer else invitation.seat
    shown, effects = apply_host_step(model, screen, host_actions.greet_guest(host, peer, seat))
    return shown, [*effects, StartTableTimer(f"{GREETING_WAIT} {peer}")]


def on_peer_text(model: TableModel, host: Host, message: PeerTextReceived) -> TableResult:
    """Handle a guest's text; if the invited guest is refused or leaves, show the reason."""
    screen = model.screen
    peer, invitation = message.peer, screen.invitation
    if answer := host_inbox.answer_from_television(host, peer, message.text):
        accepted, effects = accept_answer(model, screen, ANSWER + answer)
        return (accepted, effects) if effects else (model, [])  # nobody here scanned it
    after, sent = host_inbox.receive(host, peer, message.text)
    if (
        invitation is not None
        and invitation.peer == peer
        and peer in {*host.connected_peers} - {*after.connected_peers}
    ):
        screen = replace(screen, invitation=None, status=_refusal_status(peer, sent))
    return apply_host_step(model, screen, (after, sent))


def _refusal_status(peer: int, sent: Sequence[Sent]) -> str:
    """Return the status for an invited guest who was refused or has left."""
    messages = (parse_host_message(one.text) for one in sent if one.peer == peer and one.text)
    reason = next((one.reason for one in messages if isinstance(one, Refuse)), "")
    return f"refused-{reason}" if reason else "lost"


def continue_after_used_invitation(model: TableModel) -> TableResult:
    """Close a used invitation; during a game, open the next one or show the game."""
    screen = model.screen
    invitation, host = screen.invitation, screen.host
    if not (invitation and host):
        return model, []
    void: list[Effect] = []
    if _is_silent_guest_back(host, invitation):
        screen, void = without_invitation(screen)
    elif not _has_invited_guest_joined(host, invitation):
        return model, []
    screen = replace(screen, invitation=None, status="")
    if host.game is None or not screen.is_lobby_open:
        return replace(model, screen=screen), void
    if host.away_seats:
        shown, effects = open_lobby_with_invitation(model, screen, host, host.away_seats[0])
        return shown, [*void, *effects]
    return replace(model, screen=replace(screen, is_lobby_open=False)), void


def _has_invited_guest_joined(host: Host, invitation: Invitation) -> bool:
    """Return whether the invited guest has a seat or is a spectator."""
    peer = invitation.peer
    return invitation.answered and (host.seat_of(peer) is not None or peer in host.spectators)


def _is_silent_guest_back(host: Host, invitation: Invitation) -> bool:
    """Return whether a guest who was invited again has turned out to be connected."""
    if invitation.answered or invitation.seat == NO_SEAT:
        return False
    occupant = host.occupants[invitation.seat]
    return occupant.kind == GUEST and not occupant.is_away


def on_peer_disconnected(model: TableModel, host: Host, message: PeerDisconnected) -> TableResult:
    """Mark a disconnected guest as away; if the guest was still joining, invite again."""
    screen, invitation = model.screen, model.screen.invitation
    host, sent = host_actions.handle_lost_connection(host, message.peer)
    if invitation is None or invitation.peer != message.peer:
        return apply_host_step(model, replace(screen, reconnecting=False), (host, sent))
    shown, effects = apply_host_step(model, replace(screen, invitation=None), (host, sent))
    if not screen.is_lobby_open:  # it was for televisions only
        return shown, effects
    retried, more = open_lobby_with_invitation(shown, shown.screen, host, invitation.seat)
    return replace(retried, screen=retried.screen.with_status("failed")), [*effects, *more]


def on_returns_ended(model: TableModel, _host: Host, _message: ReturnsEnded) -> TableResult:
    """Wait no longer for guests to return to the reloaded page."""
    return replace(model, screen=replace(model.screen, reconnecting=False)), []


def on_peer_silence(model: TableModel, host: Host, message: PeerSilenceChanged) -> TableResult:
    """Show that a guest is silent, or has responded again."""
    step = host_actions.set_peer_silent(host, message.peer, silent=message.silent)
    return apply_host_step(model, model.screen, step)


def show_game_if_guests_returned(model: TableModel) -> TableModel:
    """Show the game once all guests have returned to the host's reloaded page."""
    screen = model.screen
    if not (screen.host and screen.reconnecting) or screen.host.away_seats:
        return model
    shown = replace(screen, reconnecting=False, is_lobby_open=screen.board is None)
    return replace(model, screen=shown)


def on_timer(model: TableModel, host: Host, message: TableTimerFired) -> TableResult:
    """Name the guests whose links are overdue, or close a connection without a greeting."""
    screen = model.screen
    kind, _, peer = message.wait.partition(" ")
    if kind != GREETING_WAIT:
        return apply_host_step(model, screen, host_actions.name_late_guests(host, message.wait))
    step = host_actions.close_ungreeted_connection(host, int(peer))
    if step[0] is not host and screen.invitation is not None:
        invitation = screen.invitation
        if invitation.peer == int(peer):
            screen = replace(screen, invitation=None, status="refused-message")
    return apply_host_step(model, screen, step)


def _with_status(model: TableModel, screen: LiveTableScreen, status: str) -> TableModel:
    return replace(model, screen=screen.with_status(status))


# Actions of the host


def _invite(model: TableModel, host: Host, act: ControlUsed) -> TableResult:
    seat = _named_or_next_seat(host, act)
    if act.argument and (seat is None or not host.has_substitute(seat)):
        return model, []
    return open_lobby_with_invitation(model, model.screen, host, seat)


def _invite_spectator(model: TableModel, host: Host, _act: ControlUsed) -> TableResult:
    return open_lobby_with_invitation(model, model.screen, host, NO_SEAT)


def _remove_spectators(model: TableModel, host: Host, _act: ControlUsed) -> TableResult:
    return apply_host_step(model, model.screen, host_actions.remove_spectators(host))


def _named_or_next_seat(host: Host, act: ControlUsed) -> int | None:
    """Return the seat that a control names or, by default, the next to fill; or None."""
    if act.argument:
        return int(act.argument) if act.argument in map(str, range(len(host.occupants))) else None
    return host.seat_to_invite


def _seat_to_fill(screen: LiveTableScreen, host: Host, act: ControlUsed) -> int | None:
    """Return the seat for a new occupant, preferably one without an open invitation, or None.

    Once a game starts, the control must name the seat.
    """
    if not (act.argument or host.is_in_lobby):
        return None
    invited = None if screen.invitation is None else screen.invitation.seat
    others = (seat for seat in host.free_seats if seat != invited)
    return _named_or_next_seat(host, act) if act.argument else next(others, host.seat_to_invite)


def _can_reseat(host: Host, seat: int, *, is_replaceable: bool) -> bool:
    """Return whether a seat's occupant may change: once a game starts, only at a guest's seat."""
    return host.is_in_lobby or is_replaceable or host.has_substitute(seat)


def _seat_bot(model: TableModel, host: Host, act: ControlUsed) -> TableResult:
    screen = model.screen
    seat = _seat_to_fill(screen, host, act)
    if seat is None or not _can_reseat(
        host, seat, is_replaceable=host.occupants[seat].kind == GUEST
    ):
        return model, []
    return _show_new_occupant(model, screen, seat, host_actions.seat_bot(host, seat, OPPONENT))


def _seat_here(model: TableModel, host: Host, act: ControlUsed) -> TableResult:
    screen = model.screen
    seat = _seat_to_fill(screen, host, act)
    if seat is None or not _can_reseat(host, seat, is_replaceable=host.occupants[seat].is_away):
        return model, []
    return _show_new_occupant(model, screen, seat, host_actions.seat_local_person(host, seat))


def _free_seat(model: TableModel, host: Host, act: ControlUsed) -> TableResult:
    screen = model.screen
    seat = _named_or_next_seat(host, act) if act.argument else None
    if not seat or host.game is not None:  # the first seat is the host's own
        return model, []
    return _show_new_occupant(model, screen, seat, host_actions.free_seat(host, seat))


def _show_new_occupant(
    model: TableModel, screen: LiveTableScreen, seat: int, step: Step
) -> TableResult:
    """Show a seat's new occupant; an open invitation to that seat becomes void."""
    invitation, effects = screen.invitation, list[Effect]()
    if invitation is not None and invitation.seat == seat and step[0].occupants[seat].kind != FREE:
        screen, effects = without_invitation(screen)
    shown, more = apply_host_step(model, screen, step)
    return shown, [*effects, *more]


def _choose_bot(model: TableModel, host: Host, act: ControlUsed) -> TableResult:
    """Replace a bot with another."""
    seat = _named_or_next_seat(host, act) if act.argument else None
    known = act.value in BOTS and seat is not None and host.occupants[seat].kind in BOTS
    if not known or seat is None or not _can_reseat(host, seat, is_replaceable=False):
        return model, []
    return apply_host_step(model, model.screen, host_actions.seat_bot(host, seat, act.value))


def _choose_name(model: TableModel, host: Host, act: ControlUsed) -> TableResult:
    screen = model.screen
    seat = _named_or_next_seat(host, act) if act.argument else 0
    if seat is None or host.occupants[seat].kind != HERE or host.game is not None:
        return model, []
    name = sanitize_name(act.value)
    screen = replace(screen, name=name) if seat == 0 else screen
    return apply_host_step(model, screen, host_actions.seat_local_person(host, seat, name))


def _choose_variant(model: TableModel, host: Host, act: ControlUsed) -> TableResult:
    variant = known_variant(act.value)
    if variant is None:
        return model, []
    return apply_host_step(model, model.screen, host_actions.change_variant(host, variant))


def _start_game(model: TableModel, host: Host, _act: ControlUsed) -> TableResult:
    """Start the game with the current occupants; an unanswered invitation becomes void.

    A guest who has answered must connect first, since nobody can take a seat later.
    """
    screen = model.screen
    if not host.can_start or screen.is_invited_guest_connecting:
        return model, []
    occupants = [screen.table.occupants[seat] for seat in host.taken_seats]
    names = table_texts.seat_names(texts_of(model), occupants)
    screen, void = without_invitation(screen.with_status(""))
    shown, effects = apply_host_step(model, screen, host_actions.start_game(host, names))
    return shown, [*void, *effects]


def _go_on_without_late_guests(model: TableModel, host: Host, _act: ControlUsed) -> TableResult:
    """Seat bots for the guests whose links are overdue; the guests can return to their seats."""
    step = host_actions.replace_late_guests(host, OPPONENT)
    return apply_host_step(model, model.screen, step)


def _start_rematch(model: TableModel, host: Host, _act: ControlUsed) -> TableResult:
    screen = model.screen
    names = table_texts.seat_names(texts_of(model), screen.table.occupants)
    return apply_host_step(model, screen, host_actions.start_rematch(host, names))


CHOICES: dict[str, Callable[[TableModel, Host, ControlUsed], TableResult]] = {
    "invite": _invite,
    "invite-watcher": _invite_spectator,
    "free-watchers": _remove_spectators,
    "seat-bot": _seat_bot,
    "seat-here": _seat_here,
    "free": _free_seat,
    "table-bot": _choose_bot,
    "table-name": _choose_name,
    "table-variant": _choose_variant,
    "start": _start_game,
    "rematch": _start_rematch,
    "go-on-without": _go_on_without_late_guests,
    "answer": lambda model, _host, act: accept_answer(model, model.screen, act.value),
}
"""Actions of the host, by their `data-action` without the argument."""
