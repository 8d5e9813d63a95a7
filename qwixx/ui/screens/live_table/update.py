"""Live table: handle controls and messages."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from qwixx.games.events import Decision
from qwixx.games.live import host_actions, visibility
from qwixx.games.live.protocol import PEOPLE
from qwixx.ui import storage
from qwixx.ui.model import KEYS, DialogState, Model, Result
from qwixx.ui.model.effects import (
    ClearFragment,
    CopyField,
    Effect,
    FocusElement,
    ListenForAnswers,
    LoadLiveTable,
    LoadSameDice,
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
    SharesOverdue,
    SlotChangedElsewhere,
)
from qwixx.ui.model.public import ANSWER, JOIN
from qwixx.ui.screens.game import board, record
from qwixx.ui.screens.game.tap import tap
from qwixx.ui.screens.game.undo import undo
from qwixx.ui.screens.game.update import roll
from qwixx.ui.screens.kind import ControlHandler, Handler, plain
from qwixx.ui.screens.live_table import hosting, joining, opening, playing, saved
from qwixx.ui.screens.live_table import texts as table_texts
from qwixx.ui.screens.live_table.links import answer_link, invitation_link, read_link

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.games.live.host import Host
    from qwixx.ui.screens.live_table.model import LiveTableScreen, Played, TableModel


def _settle(before: TableModel, result: Result) -> Result:
    """Follow up an event: a finished game, a used invitation, an unneeded camera."""
    after, effects = result
    if not playing.is_table(after) or after is before:
        return result
    if after.game is not before.game:
        after, more = playing.ended(after)
        effects = [*effects, *more]
    if after.screen.host is not None:
        after, more = hosting.settle_invitation(after, after.screen, after.screen.host)
        effects = [*effects, *more]
    now = after.screen
    if now.status in table_texts.UNDO_REFUSALS and now.status != now.undo_refusal(
        {*after.local_people}
    ):
        now = now.with_status("")
    if now.scanning and _is_found(before.screen, now):
        now, effects = replace(now, scanning=False), [*effects, StopScanning()]
    return (after if now is after.screen else replace(after, screen=now)), effects


def _is_found(before: LiveTableScreen, now: LiveTableScreen) -> bool:
    """Return whether the camera is no longer needed."""
    received, old = now.received_invitation, before.received_invitation
    read = (received and received.text) != (old and old.text)
    return read or not now.is_in_lobby or now.is_awaited


def on_press(model: TableModel, message: KeyPressed) -> Result | None:
    """Handle a key; in the lobby only those of all screens."""
    if model.screen.is_in_lobby:
        known = KEYS.get(message.normalized_key, "") in ("menu", "rules", "keys")
        return None if known else (model, [])
    return board.press(model, message)


def on_tap(model: TableModel, message: CellTapped) -> Result:
    """Handle a tap on a cell; there is none in the lobby."""
    return (model, []) if model.screen.is_in_lobby else tap(model, message)


# Actions in the game, besides those of a board


def _roll(model: TableModel, _act: ControlUsed) -> Result:
    """Roll; a guest asks the host."""
    screen = model.screen
    if screen.guest is not None:
        return playing.guested(model, screen, screen.guest.roll())
    return roll(model)


def _undo(model: TableModel, _act: ControlUsed) -> Result:
    """Undo the last step of a person here, at once if nobody else has seen it, or by request."""
    screen = model.screen
    if model.game is None or not model.board.can_undo or model.board.tentative_tap is not None:
        return undo(model)
    game = model.game
    index = visibility.last_decision(game, model.local_people)
    event = None if index is None else game.events[index]
    if not isinstance(event, Decision):
        return model, []
    seat = event.player
    since = visibility.decided_since(game, index or 0) - {*model.local_people}
    concerned = any(screen.occupants[other].kind in PEOPLE for other in since)
    reason = screen.undo_refusal({seat})
    if reason and seat not in visibility.decided(game) and (concerned or screen.undo_request):
        return replace(model, screen=screen.with_status(reason)), []
    if screen.host is not None:
        return playing.hosted(model, screen, host_actions.request_undo(screen.host, seat))
    if screen.guest is None:
        return model, []
    if seat in visibility.decided(game):
        return undo(model, seat)
    return playing.guested(model, screen, screen.guest.request_undo())


def _answer(model: TableModel, *, yes: bool) -> Result:
    """Answer an undo request."""
    screen = model.screen
    if screen.host is not None:
        return playing.hosted(
            model, screen, host_actions.answer(screen.host, model.local_people, yes=yes)
        )
    if screen.guest is not None:
        return playing.guested(model, screen, screen.guest.answer(yes=yes))
    return model, []


# The lobby


def _same_dice(model: TableModel, _act: ControlUsed) -> Result:
    """Open a same-dice game; if others are connected, leave the table first."""
    if not opening.is_alone(model.screen):
        return opening.leave(model)
    left, effects = opening.close(model)
    return left, [*effects, LoadSameDice()]


def _show_lobby(model: TableModel, _act: ControlUsed) -> Result:
    return replace(model, screen=replace(model.screen, is_lobby_open=True)), [FocusElement("main")]


def _to_game(model: TableModel, _act: ControlUsed) -> Result:
    screen = model.screen
    if screen.board is None:
        return model, []
    screen, void = hosting.uninvited(screen)
    shown = replace(screen, is_lobby_open=False, status="")
    return replace(model, screen=shown), [FocusElement("main"), *void]


def _to_table(model: TableModel, act: ControlUsed) -> Result:
    """Close the covering dialog and show the game."""
    shown, effects = _to_game(replace(model, dialog=DialogState()), act)
    return shown, effects or [FocusElement("main")]


def _new_table(model: TableModel, _act: ControlUsed) -> Result:
    """Replace a table without connections by a new one.

    An unfinished game stays saved on this device.
    """
    screen = model.screen
    host = screen.host
    if host is None or host.peers or host.game is None:
        return model, []
    stays: list[Effect] = []
    if not host.is_finished:
        stays.append(storage.save_game_effect(model.board, model.session.query))
        apart, _effects = record.suspend(model)
        model = model.with_session(others=apart.session.others, offer=apart.session.offer)
    model, secret_key = opening.draw_secret_key(model)
    screen, void = hosting.uninvited(screen)
    fresh = opening.new_table(model, secret_key, host.variant, screen.name)
    emptied = replace(screen, board=None, commit="", is_lobby_open=True, status="", wait="")
    shown, effects = playing.hosted(
        replace(model.with_new_timer(), screen=emptied), emptied, (fresh, ())
    )
    return shown, [*void, *stays, *effects]


def _scan(model: TableModel, _act: ControlUsed) -> Result:
    return replace(model, screen=replace(model.screen, scanning=True, status="")), [
        StartScanning()
    ]


def _stop_scan(model: TableModel, _act: ControlUsed) -> Result:
    return replace(model, screen=replace(model.screen, scanning=False)), [StopScanning()]


def _link(model: Model, screen: LiveTableScreen) -> str:
    shown = invitation_link if screen.host is not None else answer_link
    return shown(model, screen)


def _share(model: TableModel, _act: ControlUsed) -> Result:
    screen = model.screen
    return model, [
        ShareText(table_texts.share_text(model.settings.language, screen, _link(model, screen)))
    ]


def _copy(model: TableModel, _act: ControlUsed) -> Result:
    return model, [CopyField("#table-link")]


def _become_guest(model: TableModel, screen: LiveTableScreen, text: str) -> Played:
    """Join another table with an invitation, if this one is idle."""
    if screen.host is None or not opening.is_idle(screen.host):
        return replace(model, screen=screen.with_status("not-answer")), []
    packed = joining.invitation_in(text)
    if not packed:
        return replace(model, screen=screen.with_status("not-invitation")), []
    screen, void = hosting.uninvited(screen)
    left = saved.save_effect(screen, is_open=False)
    asked = LoadLiveTable(JOIN + packed)
    return replace(model, screen=screen), [*void, ListenForAnswers(enabled=False), left, asked]


def _come_as_guest(model: TableModel, _host: Host, act: ControlUsed) -> Played:
    return _become_guest(model, model.screen, act.value)


# Messages from the browser


def _scanned(model: TableModel, message: QrCodeScanned) -> Result:
    return _read(model, replace(model.screen, scanning=False), message.text)


def _read(model: TableModel, screen: LiveTableScreen, text: str) -> Played:
    """Handle a scanned, pasted or opened link, by its kind."""
    model = replace(model, screen=screen)
    if screen.guest is not None:
        return joining.receive_invitation(model, screen, text)
    kind, packed = read_link(text)
    own = screen.invitation is not None and packed.upper() == screen.invitation.text
    idle = screen.host is not None and opening.is_idle(screen.host)
    if kind == JOIN and idle and not own:
        return _become_guest(model, screen, text)
    return hosting.take_answer(model, screen, text)


def _handed(model: TableModel, message: AnswerRelayed) -> Result:
    screen = model.screen
    if screen.host is None:
        return model, []
    return hosting.take_answer(model, replace(screen, is_lobby_open=True), message.text)


def _visited(model: TableModel, message: FragmentChanged) -> Result | None:
    """Handle a fragment with an invitation or an answer; return None for others."""
    if not message.fragment.startswith((JOIN, ANSWER)):
        return None
    shown, effects = _read(model, model.screen, message.fragment)
    return shown, [*effects, ClearFragment()]


def _no_camera(model: TableModel, _message: CameraUnavailable) -> Result:
    return replace(model, screen=replace(model.screen, scanning=False, status="no-camera")), []


def _linked(model: TableModel, message: PeerConnected) -> Result:
    screen = model.screen
    if screen.host is not None:
        return hosting.linked(model, screen, screen.host, message.peer)
    return joining.linked(model, screen)


def _on_peer_text(model: TableModel, message: PeerTextReceived) -> Result:
    screen = model.screen
    if screen.host is not None:
        return hosting.on_peer_text(model, screen.host, message)
    if screen.guest is not None:
        return joining.on_host_text(model, screen, screen.guest, message.text)
    return model, []


def _unlinked(model: TableModel, message: PeerDisconnected) -> Result:
    screen = model.screen
    if screen.host is not None:
        return hosting.gone(model, screen, screen.host, message.peer)
    if screen.guest is not None:
        return joining.gone(model, screen, screen.guest)
    return model, []


def _silent(model: TableModel, message: PeerSilenceChanged) -> Result:
    screen = model.screen
    if screen.host is not None:
        step = host_actions.silence(screen.host, message.peer, silent=message.silent)
        return playing.hosted(model, screen, step)
    return replace(model, screen=replace(screen, silent=message.silent)), []


def _copied(model: TableModel, _act: ControlUsed) -> Result:
    return replace(model, screen=model.screen.with_status("copied")), []


def _encoded(model: TableModel, message: QrCodeGenerated) -> Result | None:
    screen = model.screen
    if message.text != _link(model, screen):
        return None
    return replace(model, screen=replace(screen, code=message)), []


def _of_host(action: Callable[[TableModel, Host, ControlUsed], Played]) -> ControlHandler[Any]:
    """Return an action of the host that does nothing at a guest."""

    def act(model: TableModel, act: ControlUsed) -> Result:
        host = model.screen.host
        return (model, []) if host is None else action(model, host, act)

    return act


def _of_both(name: str) -> ControlHandler[LiveTableScreen]:
    """Return an action that host and guest handle differently."""
    of_host, of_guest = hosting.CHOICES.get(name, _come_as_guest), joining.CHOICES[name]

    def act(model: TableModel, act: ControlUsed) -> Result:
        host, guest = model.screen.host, model.screen.guest
        if host is not None:
            return of_host(model, host, act)
        return (model, []) if guest is None else of_guest(model, guest, act)

    return act


_ACTIONS: dict[str, ControlHandler[LiveTableScreen]] = {
    **{name: _of_host(action) for name, action in hosting.CHOICES.items()},
    **{name: _of_both(name) for name in joining.CHOICES},
    **board.actions("pass", "skip", "skip-always", "done", "scores", "review", "look"),
    "roll": _roll,
    "tray": _roll,
    "undo": _undo,
    "agree": lambda model, _act: _answer(model, yes=True),
    "refuse": lambda model, _act: _answer(model, yes=False),
    "door": _show_lobby,
    "same-dice": _same_dice,
    "to-game": _to_game,
    "to-table": _to_table,
    "scan": _scan,
    "stop-scan": _stop_scan,
    "table-share": _share,
    "table-copy": _copy,
    "copied": _copied,
    "new-table": _new_table,
    "leave-table": plain(opening.leave),
    "leave-table-now": plain(opening.close),
}
_HANDLERS: dict[type[Any], Handler[LiveTableScreen]] = {
    **board.handlers(),
    KeyPressed: on_press,
    CellTapped: on_tap,
    InvitationCreated: hosting.offered,
    AnswerCreated: joining.answered,
    HostProbed: joining.sensed,
    QrCodeScanned: _scanned,
    AnswerRelayed: _handed,
    FragmentChanged: _visited,
    CameraUnavailable: _no_camera,
    PeerConnected: _linked,
    PeerTextReceived: _on_peer_text,
    PeerDisconnected: _unlinked,
    SharesOverdue: hosting.overdue,
    PeerSilenceChanged: _silent,
    QrCodeGenerated: _encoded,
    LiveTableLoaded: opening.on_found,
    SlotChangedElsewhere: opening.on_moved,
}


def _settled(handler: Handler[LiveTableScreen]) -> Handler[LiveTableScreen]:
    def handle(model: TableModel, message: object) -> Result | None:
        result = handler(model, message)
        return None if result is None else _settle(model, result)

    return handle


def _settled_action(action: ControlHandler[LiveTableScreen]) -> ControlHandler[LiveTableScreen]:
    return lambda model, act: _settle(model, action(model, act))


ACTIONS = {name: _settled_action(action) for name, action in _ACTIONS.items()}
"""Actions at the table, for host and guest."""
HANDLERS = {message: _settled(handler) for message, handler in _HANDLERS.items()}
"""Handlers by class of message."""
