"""Live table: handle controls and messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from qwixx.games.events import Decision
from qwixx.games.live import visibility
from qwixx.ui import storage
from qwixx.ui.model import KEYS, DialogState, Model, Result
from qwixx.ui.model.effects import (
    ClearFragment,
    CopyField,
    Effect,
    FocusElement,
    ForgetPeers,
    ListenForAnswers,
    LoadLiveTable,
    LoadSameDice,
    RememberPeers,
    ShareText,
    StartScanning,
    StopScanning,
)
from qwixx.ui.model.messages import (
    AnswerCreated,
    AnswerRelayed,
    CameraUnavailable,
    CellTapped,
    ControlUsed,
    FragmentChanged,
    HostProbed,
    InvitationCreated,
    KeyPressed,
    LiveTableLoaded,
    PeerConnected,
    PeerDisconnected,
    PeerSilenceChanged,
    PeerTextReceived,
    QrCodeGenerated,
    QrCodeScanned,
    ReturnsEnded,
    SlotChangedElsewhere,
    TableTimerFired,
    WindowSizeChanged,
)
from qwixx.ui.model.public import ANSWER, JOIN, TABLE_SLOT
from qwixx.ui.model.values import replace
from qwixx.ui.screens.game import board, record, tap
from qwixx.ui.screens.game.undo import undo_person_step
from qwixx.ui.screens.kind import ControlHandler, Handler, without_arguments
from qwixx.ui.screens.live_table import (
    hosting,
    joining,
    opening,
    playing,
    saved,
    televisions,
)
from qwixx.ui.screens.live_table import texts as table_texts
from qwixx.ui.screens.live_table.links import (
    answer_link,
    invitation_link,
    link_on_television,
    parse_link,
)
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.games.live.guest import Guest
    from qwixx.games.live.host import Host
    from qwixx.ui.screens.live_table.model import LiveTableScreen, TableModel, TableResult

M = TypeVar("M")


def _with_follow_ups(before: TableModel, result: Result) -> Result:
    """Conclude a finished game, and close a used invitation and an unneeded camera.

    Clear the status if it no longer explains why no undo can be requested.
    """
    after, effects = result
    if not playing.is_live_table(after) or after is before:
        return result
    if after.game is not before.game:
        after, more = playing.conclude_if_finished(after)
        effects = [*effects, *more]
    after, more = hosting.continue_after_used_invitation(after)
    effects = [*effects, *more]
    after, more = televisions.update_televisions(before, after)
    effects = [*effects, *more]
    after, more = televisions.show_new_invitation(before, after)
    effects = [*effects, *more]
    after = hosting.show_game_if_guests_returned(after)
    now, can_roll = after.screen, not after.screen.lost
    if now.board is not None and now.board.policy.can_roll != can_roll:
        policy = replace(now.board.policy, can_roll=can_roll)
        now = replace(now, board=replace(now.board, policy=policy))
    if (
        now.status in table_texts.CANNOT_REQUEST_UNDO
        and now.status != now.cannot_request_undo_status({*after.local_people})
    ):
        now = now.with_status("")
    if now.scanning and _is_camera_unneeded(before.screen, now):
        now, effects = replace(now, scanning=False), [*effects, StopScanning()]
    if now.planned != now.current_planned:
        now = replace(now, planned=now.current_planned)
        effects = [*effects, saved.save_effect(now)]
    return (after if now is after.screen else replace(after, screen=now)), effects


def _is_camera_unneeded(before: LiveTableScreen, now: LiveTableScreen) -> bool:
    """Return whether the camera is no longer needed."""
    received, old = now.received_invitation, before.received_invitation
    read = (received and received.text) != (old and old.text)
    is_hidden = not (now.is_in_lobby or now.is_television)
    return read or is_hidden or now.is_invited_guest_connecting


def on_key(model: TableModel, message: KeyPressed) -> Result | None:
    """Handle a game key; in the lobby, ignore all keys but those that work on every screen."""
    if model.screen.is_in_lobby:
        known = KEYS.get(message.key_on_latin_layout, "") in ("menu", "rules", "keys")
        return None if known else (model, [])
    return board.on_arrow_or_skip_key(model, message)


def on_cell_tapped(model: TableModel, message: CellTapped) -> Result:
    """Handle a tap on a cell; ignore it in the lobby, which shows no cells."""
    return (
        (model, [])
        if model.screen.is_in_lobby
        else tap.on_cell_tapped(model, message, playing.play_at_table)
    )


# Actions in the game, besides those of a board


def _undo_or_request(model: TableModel, _act: ControlUsed) -> Result:
    """Undo a local person's last decision if that is free, or ask all other players."""
    screen = model.screen
    if model.game is None or not model.board.can_undo or model.board.tentative_tap is not None:
        return undo_person_step(model, playing.play_at_table)
    game = model.game
    index = visibility.last_decision_index(game, model.local_people)
    event = None if index is None else game.events[index]
    if not isinstance(event, Decision):
        return model, []
    seat = event.player
    is_free = seat in visibility.decided_seats(game) or visibility.is_open_color_decision(
        game, index or 0
    )
    reason = "" if is_free else screen.cannot_request_undo_status({seat})
    if reason:
        return replace(model, screen=screen.with_status(reason)), []
    return playing.apply_step(model, screen, screen.table.undo(seat))


def _answer_undo_request(model: TableModel, *, yes: bool) -> Result:
    """Pass on a local person's answer to an undo request, or cancel a local person's request."""
    screen = model.screen
    step = screen.table.answer_undo_request(model.local_people, yes=yes)
    return playing.apply_step(model, screen, step)


# The lobby


def _leave_for_same_dice(model: TableModel, _act: ControlUsed) -> Result:
    """Leave the table and open a same-dice game, or only ask if leaving would affect others."""
    if not opening.can_leave_unasked(model.screen):
        return opening.close_camera_or_request_leave(model)
    popped, effects = opening.leave_table(model)
    return popped, [*effects, LoadSameDice()]


def _show_lobby(model: TableModel, _act: ControlUsed) -> Result:
    return replace(model, screen=replace(model.screen, is_lobby_open=True)), [FocusElement("main")]


def _show_game(model: TableModel, _act: ControlUsed) -> Result:
    screen = model.screen
    if screen.board is None:
        return model, []
    is_on_television = bool(screen.host and screen.host.televisions)
    screen, void = (screen, []) if is_on_television else hosting.without_invitation(screen)
    shown = replace(screen, is_lobby_open=False, status="")
    return replace(model, screen=shown), [FocusElement("main"), *void]


def _show_game_closing_dialog(model: TableModel, act: ControlUsed) -> Result:
    """Close the dialog and show the game."""
    shown, effects = _show_game(replace(model, dialog=DialogState()), act)
    return shown, effects or [FocusElement("main")]


def _replace_table(model: TableModel, host: Host, _act: ControlUsed) -> TableResult:
    """Open a new table in place of one that has a game but no connections.

    An unfinished game remains saved on this device.
    """
    screen = model.screen
    if host.connected_peers or host.game is None:
        return model, []
    stays: list[Effect] = []
    if not host.is_finished:
        stays.append(storage.save_game_effect(model.board, model.session.query))
        suspended, _effects = record.suspend_game(model)
        model = model.with_session(others=suspended.session.others, offer=suspended.session.offer)
    model, secret_key = opening.draw_secret_key(model)
    model, entropy = opening.draw_secret_key(model)
    screen, void = hosting.without_invitation(screen)
    fresh = opening.new_table(model, secret_key, host.variant, screen.name, entropy)
    emptied = replace(screen, board=None, game_id="", is_lobby_open=True, status="", wait="")
    shown, effects = playing.apply_host_step(
        replace(model.with_new_timer(), screen=emptied), emptied, (fresh, ())
    )
    renew: list[Effect] = [ForgetPeers(TABLE_SLOT), RememberPeers(TABLE_SLOT)]
    return shown, [*void, *stays, *effects, *renew]  # guests of the old table do not return


def _start_scanning(model: TableModel, _act: ControlUsed) -> Result:
    return replace(model, screen=replace(model.screen, scanning=True, status="")), [
        StartScanning()
    ]


def _stop_scanning(model: TableModel, _act: ControlUsed) -> Result:
    return replace(model, screen=replace(model.screen, scanning=False)), [StopScanning()]


def _shown_link(model: Model, screen: LiveTableScreen) -> str:
    if screen.table.is_host:
        return invitation_link(model, screen)
    return answer_link(model, screen) or link_on_television(model, screen)


def _share_link(model: TableModel, _act: ControlUsed) -> Result:
    screen = model.screen
    return model, [
        ShareText(table_texts.share_text(texts_of(model), screen, _shown_link(model, screen)))
    ]


def _copy_link(model: TableModel, _act: ControlUsed) -> Result:
    return model, [CopyField("#table-link")]


def _become_guest(model: TableModel, screen: LiveTableScreen, text: str) -> TableResult:
    """Join another table with an invitation, if this device's own table is unused."""
    if not opening.is_unused(screen.table):
        return replace(model, screen=screen.with_status("not-answer")), []
    packed = joining.packed_invitation_in(text)
    if not packed:
        return replace(model, screen=screen.with_status("not-invitation")), []
    screen, void = hosting.without_invitation(screen)
    save_closed = saved.save_effect(screen, is_open=False)
    load = LoadLiveTable(JOIN + packed)
    return replace(model, screen=screen), [
        *void,
        ListenForAnswers(enabled=False),
        save_closed,
        load,
    ]


def _join_pasted_table(model: TableModel, _host: Host, act: ControlUsed) -> TableResult:
    return _become_guest(model, model.screen, act.value)


# Messages from the browser


def _on_scanned(model: TableModel, message: QrCodeScanned) -> Result:
    return _handle_link(model, replace(model.screen, scanning=False), message.text)


def _handle_link(model: TableModel, screen: LiveTableScreen, text: str) -> TableResult:
    """Use the invitation or answer in a scanned or opened link."""
    model = replace(model, screen=screen)
    if screen.is_television and not screen.lost:
        return televisions.send_scanned_reply(model, screen, text)
    if screen.guest:
        return joining.receive_invitation(model, screen.guest, text)
    kind, packed = parse_link(text)
    own = screen.invitation is not None and packed.upper() == screen.invitation.text
    if kind == JOIN and opening.is_unused(screen.table) and not own:
        return _become_guest(model, screen, text)
    return hosting.accept_answer(model, screen, text)


def _on_answer_relayed(model: TableModel, message: AnswerRelayed) -> Result:
    screen = model.screen
    if not screen.table.is_host:
        return model, []
    return hosting.accept_answer(model, replace(screen, is_lobby_open=True), message.text)


def _on_fragment_changed(model: TableModel, message: FragmentChanged) -> Result | None:
    """Use the invitation or answer in a URL fragment; return None for other fragments."""
    if not message.fragment.startswith((JOIN, ANSWER)):
        return None
    shown, effects = _handle_link(model, model.screen, message.fragment)
    return shown, [*effects, ClearFragment()]


def _on_no_camera(model: TableModel, _message: CameraUnavailable) -> Result:
    return replace(model, screen=replace(model.screen, scanning=False, status="no-camera")), []


def _show_copied(model: TableModel, _act: ControlUsed) -> Result:
    return replace(model, screen=model.screen.with_status("copied")), []


def _on_qr_code(model: TableModel, message: QrCodeGenerated) -> Result | None:
    screen = model.screen
    if message.text != _shown_link(model, screen):
        return None
    return replace(model, screen=replace(screen, code=message)), []


def _by_side(
    of_host: Callable[[TableModel, Host, M], Result] | None,
    of_guest: Callable[[TableModel, Guest, M], Result] | None = None,
) -> Callable[[TableModel, M], Result]:
    """Return a handler that runs the host's or the guest's part; a missing part does nothing."""

    def handle(model: TableModel, message: M) -> Result:
        host, guest = model.screen.host, model.screen.guest
        if host and of_host:
            return of_host(model, host, message)
        return of_guest(model, guest, message) if guest and of_guest else (model, [])

    return handle


_HOST_ACTIONS = {
    **hosting.CHOICES,
    "summons": _join_pasted_table,
    "new-table": _replace_table,
}
_ACTIONS: dict[str, ControlHandler[LiveTableScreen]] = {
    **{
        name: _by_side(_HOST_ACTIONS.get(name), joining.CHOICES.get(name))
        for name in {**_HOST_ACTIONS, **joining.CHOICES}
    },
    **board.board_actions(
        playing.play_at_table,
        *("roll", "tray", "pass", "skip", "skip-always", "done", "scores", "review", "look"),
    ),
    "undo": _undo_or_request,
    "agree": lambda model, _act: _answer_undo_request(model, yes=True),
    "refuse": lambda model, _act: _answer_undo_request(model, yes=False),
    "door": _show_lobby,
    "same-dice": _leave_for_same_dice,
    "to-game": _show_game,
    "to-table": _show_game_closing_dialog,
    "scan": _start_scanning,
    "stop-scan": _stop_scanning,
    "table-share": _share_link,
    "table-copy": _copy_link,
    "copied": _show_copied,
    "leave-table": without_arguments(opening.close_camera_or_request_leave),
    "leave-table-now": without_arguments(opening.leave_table),
}
_HANDLERS: dict[type[Any], Handler[LiveTableScreen]] = {
    **board.board_message_handlers(playing.play_at_table),
    KeyPressed: on_key,
    CellTapped: on_cell_tapped,
    InvitationCreated: hosting.on_invitation_created,
    AnswerCreated: joining.on_answer_created,
    HostProbed: joining.on_host_probed,
    QrCodeScanned: _on_scanned,
    AnswerRelayed: _on_answer_relayed,
    FragmentChanged: _on_fragment_changed,
    CameraUnavailable: _on_no_camera,
    PeerConnected: _by_side(hosting.on_guest_connected, joining.on_host_connected),
    PeerTextReceived: _by_side(hosting.on_peer_text, joining.on_host_text),
    PeerDisconnected: _by_side(hosting.on_peer_disconnected, joining.on_host_disconnected),
    ReturnsEnded: _by_side(hosting.on_returns_ended),
    TableTimerFired: _by_side(hosting.on_timer),
    WindowSizeChanged: _by_side(None, televisions.on_window_size),
    PeerSilenceChanged: _by_side(hosting.on_peer_silence, joining.on_host_silence),
    QrCodeGenerated: _on_qr_code,
    LiveTableLoaded: opening.replace_unused_table,
    SlotChangedElsewhere: opening.on_table_opened_elsewhere,
}


def _handler_with_follow_ups(handler: Handler[LiveTableScreen]) -> Handler[LiveTableScreen]:
    def handle(model: TableModel, message: object) -> Result | None:
        result = handler(model, message)
        return None if result is None else _with_follow_ups(model, result)

    return handle


def _action_with_follow_ups(
    action: ControlHandler[LiveTableScreen],
) -> ControlHandler[LiveTableScreen]:
    return lambda model, act: _with_follow_ups(model, action(model, act))


ACTIONS = {name: _action_with_follow_ups(action) for name, action in _ACTIONS.items()}
"""Actions at the table, for the host and for guests."""
HANDLERS = {message: _handler_with_follow_ups(handler) for message, handler in _HANDLERS.items()}
"""Handlers by class of message."""
