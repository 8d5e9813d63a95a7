"""The update function: turn a model and a message into the next model and effects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from qwixx.ui import late, page_settings
from qwixx.ui.address import fragment_if_known
from qwixx.ui.dialogs import update as dialogs
from qwixx.ui.model import Dialog, DialogState, Model, Result, with_notice, without_notice
from qwixx.ui.model.effects import (
    ActivateUpdate,
    ClearFragment,
    DownloadSingleFile,
    DownloadText,
    GetDate,
    LoadGame,
)
from qwixx.ui.model.messages import (
    AnswerRelayed,
    CatalogLoaded,
    CellTapped,
    ControlUsed,
    DayChanged,
    FragmentChanged,
    KeyPressed,
    LiveTableLoaded,
    Message,
    OfflineStatusChanged,
    PageOpened,
    PrintStateChanged,
    QrCodeGenerated,
    SameDiceLoaded,
    SaveStatusChanged,
    ScorePadLoaded,
    TextEdited,
    TimerFired,
    UpdateActivated,
    UpdateReady,
    WeightsLoaded,
)
from qwixx.ui.model.public import CHALLENGE_LINK, TURNS_LINK
from qwixx.ui.model.values import replace
from qwixx.ui.screens import (
    SCREENS,
    folder_for_action,
    folder_for_fragment,
    kind_of,
    load_screen_kind,
)
from qwixx.ui.screens.kind import ControlHandler, without_arguments
from qwixx.ui.screens.loading.opening import on_page_opened
from qwixx.ui.screens.stack import (
    as_seen_at,
    ask_before_closing,
    change_each_screen,
    close_above,
    deliver_to_all,
    deliver_to_topmost_handler,
    handle_at,
    handle_message_at,
    leave_top_screen,
)
from qwixx.ui.tap_guard import action_for_key, with_tap_guard

if TYPE_CHECKING:
    from collections.abc import Callable


def update(model: Model, message: Message) -> Result:
    """Return the next model after a message, and the effects to run."""
    if model.screen.is_loading:
        return deliver_to_topmost_handler(model, message) or (model, [])
    if isinstance(message, KeyPressed) and _is_disabled_shortcut(model, message):
        return model, []
    return _update(model, message)


@with_tap_guard
def _update(model: Model, message: Message) -> Result:
    handler = _HANDLERS.get(type(message))
    if handler is not None:
        return handler(model, message)
    delivered = deliver_to_topmost_handler(
        model, message, closes_covering=type(message) in _AWAITED
    )
    if delivered is not None:
        return delivered
    for folder, entry in SCREENS.items():
        unclaimed = load_screen_kind(folder).unclaimed if type(message) in entry.messages else None
        after, effects = (model, []) if unclaimed is None else unclaimed(model, message)
        if after is not model or effects:
            return after, effects
    return model, []


# User actions


def _run_action(model: Model, act: ControlUsed) -> Result:
    """Run a control's action if the dialog, the screen, or the page has it."""
    dialog, name = model.dialog.kind, act.name
    if dialog is not Dialog.NONE:
        answered = _answer_question(model, act)
        if answered is not None:
            return answered
        if name in dialogs.ACTIONS:
            return dialogs.ACTIONS[name](model, act)
    kind = kind_of(model.screen)
    if name in kind.actions:
        return kind.actions[name](model, act)
    if name in _EVERYWHERE:
        return _EVERYWHERE[name](model, act)
    if name not in kind.offers:
        return model, []
    if name in _OFFERED:
        return _OFFERED[name](model, act)
    opening = load_screen_kind(folder_for_action(name)).open
    return (model, []) if opening is None else opening(model, name)


def _on_control_used(model: Model, act: ControlUsed) -> Result:
    """Run a control's action, unless a field's text was already used while it was edited."""
    if act.value and (act.action, act.value) == model.session.entered:
        return model.with_session(entered=("", "")), []
    return _open_pasted_link(model, act) or _run_action(model, act)


def _on_text_edited(model: Model, message: TextEdited) -> Result:
    """Use a link or code as soon as it is whole, without waiting for Enter."""
    act = ControlUsed(message.action, message.value, message.at)
    is_whole = kind_of(model.screen).entries.get(act.name)
    if opened := _open_pasted_link(model, act, only_whole=True):
        return opened
    if is_whole is None or not is_whole(model.screen, message.value):
        return (model.with_session(entered=("", "")) if any(model.session.entered) else model), []
    return _run_action(model.with_session(entered=(message.action, message.value)), act)


_PASTED = {"challenge": CHALLENGE_LINK, "turns": TURNS_LINK}
"""Prefixes of the links that can be pasted into fields for other links, by the links' screen."""


def _open_pasted_link(
    model: Model, act: ControlUsed, *, only_whole: bool = False
) -> Result | None:
    """Open a link of `_PASTED` from a field for other links; return None for any other text."""
    for folder, prefix in _PASTED.items():
        own_field = f"{folder}-paste"
        fields = kind_of(model.screen).entries.keys() - {own_field}
        kind = load_screen_kind(folder) if act.name in fields else None
        if kind is None or kind.open_link is None or f"#{prefix}" not in act.value:
            continue
        fragment = fragment_if_known(act.value.rpartition("#")[2])
        if only_whole and not kind.entries[own_field](model.screen, fragment):
            return None
        used = (act.action, act.value) if only_whole else ("", "")
        return kind.open_link(model.with_session(entered=used), fragment)
    return None


def _answer_question(model: Model, act: ControlUsed) -> Result | None:
    """Pass an answer to the screen that asked, even if covered.

    Return None if `act` is not an answer or the top screen can handle it like any other action.
    """
    question = model.dialog
    for depth in range(len(model.below), -1, -1):
        ask = kind_of(model.stack[depth]).dialogs.get(question.kind)
        buttons = () if ask is None else ask(as_seen_at(model, depth)).body
        if act.action not in {node.attributes.get("data-action") for node in buttons}:
            continue
        if question.postponed is None and depth == len(model.below):
            return None  # handled like any control of the top screen
        closed = replace(model, dialog=DialogState())
        return _answer_at_depth(closed, depth, act, question.postponed)
    return None


def _answer_at_depth(
    model: Model, depth: int, act: ControlUsed, postponed: Message | None
) -> Result:
    """Pass the answer to the screen at a depth; if the screen closes, handle `postponed`."""
    action, count = kind_of(model.stack[depth]).actions[act.name], len(model.below)
    after, effects = handle_at(model, depth, lambda at_depth: action(at_depth, act)) or (model, [])
    if postponed is None or len(after.below) == count:
        return after, effects
    after, more = _update(after, postponed)
    return after, [*effects, *more]


def _is_disabled_shortcut(model: Model, message: KeyPressed) -> bool:
    """Return whether a key press is a single-character shortcut while such shortcuts are off.

    People turn them off so that dictated or stray text makes no moves (WCAG 2.1.4).
    """
    return model.settings.shortcuts == "off" and bool(action_for_key(message))


def _on_key_pressed(model: Model, message: KeyPressed) -> Result:
    """Pass a key press to the screen; if the screen does not handle it, run the key's action."""
    if model.dialog.kind is not Dialog.NONE:
        return model, []
    handled = handle_message_at(model, len(model.below), message)
    if handled is not None:
        return handled
    action = kind_of(model.screen).keys.get(message.key) or action_for_key(message)
    after, effects = _run_action(model, ControlUsed(action, at=message.at))
    board = model.screen.board
    if message.cell and board is not None and after.dialog.kind is not Dialog.NONE:
        opener = f'[data-player="{board.shown}"] [data-cell="{message.cell}"]'
        after = replace(after, dialog=replace(after.dialog, opener=opener))
    return after, effects


def _on_cell_tapped(model: Model, message: CellTapped) -> Result:
    return handle_message_at(model, len(model.below), message) or (model, [])


def _on_back(model: Model, act: ControlUsed) -> Result:
    """Handle the browser's "Back": close the dialog, or else the top screen."""
    if model.dialog.kind is not Dialog.NONE:
        return dialogs.ACTIONS["close"](model, act)
    return leave_top_screen(model)


def _return_to_live_screen(model: Model, act: ControlUsed) -> Result:
    """Return to the covered screen that other players wait for."""
    runs = [depth for depth, screen in enumerate(model.stack) if screen.runs_covered]
    if not runs:
        return model, []
    uncovered, effects = close_above(model, runs[0])
    action = kind_of(uncovered.screen).actions[act.name]
    shown, more = action(uncovered, act)
    return shown, [*effects, *more]


# Messages from the browser


def _on_timer_fired(model: Model, message: TimerFired) -> Result:
    """Deliver a timer's message to the timer's screen."""
    timers = (*(layer.timer for layer in model.below), model.timer)
    if message.timer_id not in timers:
        return model, []
    return handle_message_at(model, timers.index(message.timer_id), message) or (model, [])


def _on_weights_loaded(model: Model, message: WeightsLoaded) -> Result:
    """Deliver the reply about weights to all screens that may have requested them."""
    handled = deliver_to_all(model, message)
    if handled is not None:
        return handled
    return model if message.ok else with_notice(model, "no-weights"), []


def _on_qr_code_generated(model: Model, message: QrCodeGenerated) -> Result:
    """Show a QR code in the dialog or the screen that requested it."""
    return (
        dialogs.on_qr_code_generated(model, message)
        or deliver_to_topmost_handler(model, message)
        or (model, [])
    )


def _on_fragment_changed(model: Model, message: FragmentChanged) -> Result:
    """Open a fragment's target; if it has no target, close the previous fragment's screen."""
    fragment = fragment_if_known(message.fragment)
    delivered = deliver_to_topmost_handler(model, FragmentChanged(fragment), closes_covering=True)
    if delivered is not None:
        return delivered
    if model.screen.refuses_links:
        return model, [ClearFragment()] if fragment else []
    opening = (
        load_screen_kind(folder_for_fragment(fragment)).open_link
        if folder_for_fragment(fragment)
        else None
    )
    if opening is not None:
        return opening(model, fragment)
    return leave_top_screen(model) if model.screen.is_of_link else (model, [])


def _on_save_status_changed(model: Model, message: SaveStatusChanged) -> Result:
    """Update the notices about storage on all screens."""
    notice = "no-room" if model.session.can_save else "cannot-save"

    def show_status(at_depth: Model) -> Result:
        if message.ok:
            return without_notice(without_notice(at_depth, "no-room"), "cannot-save"), []
        return with_notice(at_depth, notice), []

    return change_each_screen(model.with_session(is_full=not message.ok), show_status)


def _on_update_activated(model: Model, _message: UpdateActivated) -> Result:
    """Reload the page with the `reload_effects` of the topmost screen that has them."""
    for depth in range(len(model.below), -1, -1):
        reload = kind_of(model.stack[depth]).reload_effects
        if reload is not None:
            return model, reload(as_seen_at(model, depth))
    return model, []


def _on_update_ready(model: Model, _message: UpdateReady) -> Result:
    return (model if model.session.embedded else model.with_session(newer=True)), []


# Controls of the page


def _download_quarantined(model: Model, act: ControlUsed) -> Result:
    """Offer a quarantined text for download: the one with the given index, or the last."""
    texts, index = model.session.quarantined, -1 if act.index is None else act.index
    if index >= len(texts) or not texts:
        return model, []
    return model, [DownloadText("qwixx-game.json", texts[index])]


def _download_single_file(model: Model) -> Result:
    """Build a single-file copy of the page and download it."""
    without_failure = without_notice(model, "file-failed")
    return replace(with_notice(without_failure, "file-coming"), dialog=DialogState()), [
        DownloadSingleFile("qwixx.html")
    ]


def _file_made(model: Model) -> Result:
    return without_notice(model, "file-coming"), []


def _file_failed(model: Model) -> Result:
    return with_notice(without_notice(model, "file-coming"), "file-failed"), []


def _notice_outside_dialog(notice: str) -> Callable[[Model], Result]:
    """Return a handler that shows a notice; a dialog, which would hide it, is closed."""
    return lambda model: (replace(with_notice(model, notice), dialog=DialogState()), [])


def _stop_sharing(model: Model) -> Result:
    """Say that the system has no share dialog, and offer it no more."""
    return _notice_outside_dialog("no-share")(model.with_session(can_share=False))


def _on_print_state_changed(model: Model, message: PrintStateChanged) -> Result:
    """Enlarge all sheets while the page is printed."""
    return without_notice(model, "no-print").with_session(printing=message.active), []


def _warn_of_mixed_versions(model: Model) -> Result:
    """Warn that the page mixes two versions because of a browser cache or a partial deployment."""
    return with_notice(model, "mixed"), []


def _dismiss(model: Model) -> Result:
    return replace(model, notices=()), []


def _reload_to_update(model: Model, act: ControlUsed) -> Result:
    """Reload the page to update it; if that would end a connection, ask first."""
    return ask_before_closing(model, act) or (model.with_session(newer=False), [ActivateUpdate()])


def _load_offered_game(model: Model) -> Result:
    """Load the offered saved game."""
    return model, [LoadGame(slot) for slot in model.session.others[:1]]


_EVERYWHERE: dict[str, ControlHandler[Any]] = {
    **page_settings.ACTIONS,
    **dialogs.OPENERS,
    "back": _on_back,
    "to-table": _return_to_live_screen,
    "download": _download_quarantined,
    "file-made": without_arguments(_file_made),
    "file-failed": without_arguments(_file_failed),
    "part-failed": without_arguments(_notice_outside_dialog("part-failed")),
    "no-print": without_arguments(_notice_outside_dialog("no-print")),
    "no-files": without_arguments(_notice_outside_dialog("no-files")),
    "maybe-no-files": without_arguments(_notice_outside_dialog("maybe-no-files")),
    "no-share": without_arguments(_stop_sharing),
    "mixed": without_arguments(_warn_of_mixed_versions),
    "dismiss": without_arguments(_dismiss),
    "update": _reload_to_update,
}
"""Actions available on every screen."""
_OFFERED: dict[str, ControlHandler[Any]] = {
    **dialogs.OFFERED,
    "make-file": without_arguments(_download_single_file),
    "daily": without_arguments(lambda model: (model, [GetDate()])),
    "resume": without_arguments(_load_offered_game),
}
"""Actions of the page that screens may offer."""
_AWAITED = (ScorePadLoaded, SameDiceLoaded, LiveTableLoaded, AnswerRelayed)
"""Messages that a person is waiting for; delivering one closes the covering screens."""
_HANDLERS: dict[type[Any], Callable[[Model, Any], Result]] = {
    PageOpened: on_page_opened,
    ControlUsed: _on_control_used,
    TextEdited: _on_text_edited,
    CellTapped: _on_cell_tapped,
    KeyPressed: _on_key_pressed,
    TimerFired: _on_timer_fired,
    WeightsLoaded: _on_weights_loaded,
    QrCodeGenerated: _on_qr_code_generated,
    FragmentChanged: _on_fragment_changed,
    SaveStatusChanged: _on_save_status_changed,
    UpdateActivated: _on_update_activated,
    UpdateReady: _on_update_ready,
    OfflineStatusChanged: lambda model, message: (model.with_session(offline=message.status), []),
    CatalogLoaded: page_settings.on_catalog_loaded,
    PrintStateChanged: _on_print_state_changed,
    DayChanged: lambda model, message: (late.daily.with_date_and_daily_log(model, message), []),
}
"""Handlers by message type; other messages go to the topmost screen that handles them."""
