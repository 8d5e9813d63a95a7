"""The error boundary: no exception in `update` or `view` leaves the page with dead buttons.

After an exception, the previous model stays, with a notice. A second exception in a row leads to
the start screen; the running game stays saved. Data that prevents the page from opening is
quarantined.
"""

from __future__ import annotations

import contextlib
import traceback
from typing import TYPE_CHECKING, NamedTuple

from qwixx.ui import rescue, storage
from qwixx.ui.files.late_part import PartMissingError
from qwixx.ui.model import Dialog, DialogState, Model, Result, with_notice
from qwixx.ui.model.effects import (
    ClearFragment,
    DisconnectPeer,
    DownloadText,
    Effect,
    FocusElement,
    ListenForAnswers,
    LogError,
    QuarantineText,
    ReloadPage,
    SaveText,
    SendText,
    SetTabSlot,
    StartTimer,
    StopScanning,
)
from qwixx.ui.model.messages import (
    ArchiveRead,
    CatalogLoaded,
    ControlUsed,
    ExceptionRaised,
    Message,
    PageOpened,
    ReviewProgressed,
    TimerFired,
)
from qwixx.ui.model.setup import Setup
from qwixx.ui.model.start import StartScreen
from qwixx.ui.model.values import replace
from qwixx.ui.parts.html import Page, h, make_lazy_nodes
from qwixx.ui.screens import kind_of
from qwixx.ui.screens.loading.model import LoadingScreen
from qwixx.ui.screens.stack import as_seen_at, close_top_screen
from qwixx.ui.screens.strip import covered_screen_status
from qwixx.ui.texts.languages import texts_of
from qwixx.ui.texts.sentences import notice_text
from qwixx.ui.update import update
from qwixx.ui.view import root_attributes, view

if TYPE_CHECKING:
    from collections.abc import Callable

NOTICES = "went-wrong", "went-wrong-again"
"""Keys of the notices after a first exception and after a second one in a row."""
_FOCUS = FocusElement('[data-action="dismiss"]')


class Draft(NamedTuple):
    """A step whose page is not rendered yet.

    Args:
        before: the model before the message.
        message: the message.
        model: the next model.
        effects: the effects to run.
    """

    before: Model
    message: Message
    model: Model
    effects: list[Effect]


class Step(NamedTuple):
    """Result of handling a message.

    Args:
        model: the next model.
        effects: the effects to run.
        page: the page to render; None to render nothing.
    """

    model: Model
    effects: list[Effect]
    page: Page | None


def update_safely(model: Model, message: Message) -> Step:
    """Return the step after a message.

    Raises:
        PartMissingError: the step needs the late part of the program. No other exception is
            raised.
    """
    return finish_step(begin_step(model, message))


def begin_step(model: Model, message: Message) -> Draft | Step:
    """Return the step after a message, without its page, or the step of an exception.

    Raises:
        PartMissingError: see `update_safely`.
    """
    if isinstance(message, ExceptionRaised):
        return _notify_of_exception(model, message.report)
    if isinstance(message, ControlUsed) and message.action in _ACTIONS:
        return _ACTIONS[message.action](model)
    try:
        after, effects = update(model, message)
        if model.session.failures:
            if isinstance(message, ControlUsed) and message.action == "dismiss":
                after, effects = _restart_lost_timer(after, effects)
            else:
                after = _reset_failures_if_changed(model, message, after)
    except PartMissingError:
        raise
    except Exception:  # noqa: BLE001 - this is the error boundary
        return recover(model, message, traceback.format_exc())
    return Draft(model, message, after, effects)


def finish_step(draft: Draft | Step) -> Step:
    """Return the step with its page, or the step of an exception.

    Raises:
        PartMissingError: see `update_safely`.
    """
    if isinstance(draft, Step):
        return draft
    before, message, after, effects = draft
    try:
        page = _render(after) if _should_render(before, message, after) else None
    except PartMissingError:
        raise
    except Exception:  # noqa: BLE001 - this is the error boundary
        return recover(before, message, traceback.format_exc())
    return Step(after, effects, page)


def _render(model: Model) -> Page:
    page = view(model)
    make_lazy_nodes(page)  # here, so that their exceptions are handled
    return Page(page, root_attributes(model), model.back_stays_on_page, model.is_in_progress)


def _should_render(before: Model, message: Message, after: Model) -> bool:
    """Return whether to render the page: only after visible changes, and not in fast-forward."""
    if after is before or after.screen.is_loading or _changes_only_covered(before, after):
        return False
    hurries = (
        isinstance(message, TimerFired) and after.game is not None and after.board.fast_forward
    )
    judges = isinstance(message, ReviewProgressed) and message.review is None
    return not (hurries or (judges and after.dialog.kind is not Dialog.REVIEW))


def _changes_only_covered(before: Model, after: Model) -> bool:
    """Return whether only hidden parts of covered screens have changed.

    If nothing was covered and is covered, a changed screen is not compared field by field: that
    would take longer than it saves.
    """
    if after.screen is not before.screen and not (before.below or after.below):
        return False
    session = replace(after.session, timer=before.session.timer)
    return (
        replace(after, below=before.below, session=session) == before
        and covered_screen_status(after) == covered_screen_status(before)
        and after.setup == before.setup
        and after.is_in_progress == before.is_in_progress
    )


def _restart_lost_timer(model: Model, effects: list[Effect]) -> Result:
    """Restart the top screen's timer, which an exception may have stopped."""
    model = model.with_new_timer()
    on_uncover = kind_of(model.screen).on_uncover
    if model.screen.board is None and on_uncover is not None:
        model, more = on_uncover(model)
        effects = [*effects, *more]
    return model, [*effects, StartTimer(0, model.timer)]


def _reset_failures_if_changed(before: Model, message: Message, after: Model) -> Model:
    """Reset the failure count if the message had an effect.

    A timer had an effect if it changed the game; other messages, if they changed the screen or
    dialog.
    """
    works = (
        after.game is not before.game
        if isinstance(message, TimerFired)
        else _screen_or_dialog_differs(before, after)
    )
    return after.with_session(failures=0) if works else after


def _screen_or_dialog_differs(before: Model, after: Model) -> bool:
    """Return whether the models differ in screen or dialog."""
    return after.screen is not before.screen or after.dialog != before.dialog


def recover(model: Model, message: Message, report: str) -> Step:
    """Return the step that recovers from an exception.

    Args:
        model: the model before the message.
        message: the message whose handling failed.
        report: the traceback.
    """
    attempts: list[Callable[[], Result]] = []
    if isinstance(message, PageOpened):
        attempts.append(
            lambda: _open_without_broken_parts(message, lambda opened: update(Model(), opened))
        )
    elif model.screen.is_loading:
        attempts.append(lambda: _open_from_loading_screen(model, message))
    else:
        if isinstance(message, ArchiveRead):
            attempts.append(lambda: _show_archive_safely(model, message))
        if not model.session.failures:
            attempts.append(lambda: _close_dialog_with_notice(model))
        attempts.append(lambda: _show_start_screen(model))
    attempts.append(lambda: _show_start_screen(model, Setup()))
    return _first_that_renders(model, attempts, report)


def _first_that_renders(
    before: Model, attempts: list[Callable[[], Result]], report: str = ""
) -> Step:
    """Return the first attempted step that can be rendered, or else one with a minimal page."""
    reports: list[Effect] = [LogError(report)] if report else []
    for attempt in attempts:
        try:
            model, effects = attempt()
            return Step(model, [*reports, *effects], _render(model))
        except Exception:  # noqa: BLE001 - the next attempt may work
            reports.append(LogError(traceback.format_exc()))
    return Step(Model(before.settings, before.session), reports, _bare_page(before))


def _close_dialog_with_notice(model: Model) -> Result:
    """Close the dialog and show a notice; the rest of the model stays."""
    notified = with_notice(replace(model, dialog=DialogState()), NOTICES[0])
    return notified.with_session(failures=1), [_FOCUS]


def _show_start_screen(model: Model, setup: Setup | None = None) -> Result:
    """Show the start screen, which offers the saved game.

    Args:
        model: the model before the message.
        setup: the setup; None to use the model's.
    """
    session = model.session
    if setup is None:
        setup = model.own_setup
        slot = rescue.slot_of_unfinished_game(model)
        if slot and slot not in session.others:
            session = replace(session, others=(slot, *session.others), offer=None)
    session = replace(session, failures=2)
    started = Model(
        model.settings, session, StartScreen(setup), notices=(NOTICES[1],)
    ).with_new_timer()
    if session.others:
        started = with_notice(started, "earlier")
    return started, [*_close_screens_effects(model), SetTabSlot(""), ClearFragment(), _FOCUS]


def _close_screens_effects(model: Model) -> list[Effect]:
    """Return the effects that save the open screens and close their connections."""
    effects: list[Effect] = []
    for depth in range(len(model.below), 0, -1):
        with contextlib.suppress(Exception):  # a broken screen is closed anyway
            effects += close_top_screen(as_seen_at(model, depth))[1]
    kinds = SaveText, DisconnectPeer, SendText, StopScanning, ListenForAnswers
    return [effect for effect in effects if isinstance(effect, kinds)]


def _open_from_loading_screen(model: Model, message: Message) -> Result:
    """Open the page after loading, without the data that makes it fail."""
    assert isinstance(model.screen, LoadingScreen)  # noqa: S101 - see `recover`

    def open_page(opened: PageOpened) -> Result:
        return update(replace(model, screen=LoadingScreen(opened)), message)

    try:
        return _open_without_broken_parts(model.screen.begin, open_page)
    except Exception:  # noqa: BLE001 - the language may be the cause
        message = CatalogLoaded("en", ok=False)
        return _open_without_broken_parts(model.screen.begin, open_page)


def _open_without_broken_parts(
    opened: PageOpened, open_page: Callable[[PageOpened], Result]
) -> Result:
    """Open the page without the parts of the message that make it fail.

    Args:
        opened: the original message.
        open_page: opens the page; its exceptions are caught.

    Raises:
        RuntimeError: the page cannot be opened even without these parts.
    """
    bare = opened.replace(parameters={}, fragment="", tab_state="", saved={})
    opened_with, result = bare, _try_to_open(bare, open_page)
    if result is None:
        msg = "the page cannot be opened at all"
        raise RuntimeError(msg)
    broken_names: list[str] = []
    for name, restored_fields in _restorable_parts(opened):
        with_it = opened_with.replace(**restored_fields(opened_with))
        attempt = _try_to_open(with_it, open_page)
        if attempt is None:
            broken_names.append(name)
        else:
            opened_with, result = with_it, attempt
    model, effects = result
    return _quarantine_broken_parts(model, effects, opened, broken_names)


class _RestorablePart(NamedTuple):
    """A part of `PageOpened` that may break the page.

    Args:
        name: key of a saved text, "?" for the parameters, "#" for the fragment, "tab_state", or
            "" for no part.
        restored_fields: returns the fields of a message with the part restored.
    """

    name: str
    restored_fields: Callable[[PageOpened], dict[str, object]]


def _restorable_parts(opened: PageOpened) -> list[_RestorablePart]:
    """Return the parts of the original message, in the order in which to restore them."""

    def saved(name: str) -> Callable[[PageOpened], dict[str, object]]:
        return lambda page: {"saved": {**page.saved, name: opened.saved[name]}}

    return [
        _RestorablePart("settings", saved("settings"))
        if "settings" in opened.saved
        else _RestorablePart("", lambda _page: {}),
        _RestorablePart("?", lambda _page: {"parameters": opened.parameters}),
        _RestorablePart("#", lambda _page: {"fragment": opened.fragment}),
        *(_RestorablePart(name, saved(name)) for name in opened.saved if name != "settings"),
        _RestorablePart("tab_state", lambda _page: {"tab_state": opened.tab_state}),
    ]


def _try_to_open(opened: PageOpened, open_page: Callable[[PageOpened], Result]) -> Result | None:
    """Open and render the page; return None if either fails."""
    try:
        model, effects = open_page(opened)
        if not model.screen.is_loading:
            _render(model)
    except Exception:  # noqa: BLE001 - failing is a normal result
        return None
    return model, effects


def _quarantine_broken_parts(
    model: Model, effects: list[Effect], opened: PageOpened, broken_names: list[str]
) -> Result:
    """Add notices about the broken parts, and effects that quarantine or clear them."""
    more: list[Effect] = []
    for name in broken_names:
        if name == "?":
            model = with_notice(model, "bad-parameters")
        elif name == "#":
            model, more = with_notice(model, "bad-link"), [*more, ClearFragment()]
        elif name == "tab_state":
            more += [QuarantineText("", opened.tab_state), SetTabSlot("")]
            model = with_notice(model, "kept-aside")
        else:
            choices = name in ("settings", "setup", "daily")
            model = with_notice(model, "unread-choices" if choices else "kept-aside")
            more.append(QuarantineText(name, opened.saved[name]))
            texts = (*model.session.quarantined, opened.saved[name])
            model = model if choices else model.with_session(quarantined=texts)
    return model, [*effects, *more]


def _show_archive_safely(model: Model, message: ArchiveRead) -> Result:
    """Show the archive without the games and reviews that break the page.

    Such games count as unreadable.

    Raises:
        RuntimeError: not even an unreadable game can be shown.
    """
    pairs = [*zip(message.games, message.reviews, strict=True)]

    def shown(pairs: list[tuple[str, str]]) -> ArchiveRead:
        games, judged = (tuple(pair[part] for pair in pairs) for part in (0, 1))
        return message.replace(games=games, reviews=judged)

    def bears(pairs: list[tuple[str, str]]) -> bool:
        try:
            after, _effects = update(model, shown(pairs))
            _render(after)
        except Exception:  # noqa: BLE001 - failing is a normal result
            return False
        return True

    if not bears([("", "")]):
        msg = "no list can be shown at all"
        raise RuntimeError(msg)

    def whole(pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
        if not pairs or bears(pairs):
            return pairs
        if len(pairs) == 1:
            unjudged = [(pairs[0][0], "")]
            return unjudged if bears(unjudged) else [("", "")]
        half = len(pairs) // 2
        return [*whole(pairs[:half]), *whole(pairs[half:])]

    return update(model, shown(whole(pairs)))


# Actions that do not go through `update`, since it may fail


def _download_current_game(model: Model) -> Step:
    """Offer the current game for download."""

    def save() -> Result:
        text = rescue.export_text(model)
        return model, [DownloadText(rescue.FILE, text)] if text else []

    return _first_that_renders(
        model,
        [save, lambda: _show_start_screen(model), lambda: _show_start_screen(model, Setup())],
    )


def _go_to_start(model: Model) -> Step:
    def start() -> Result:
        started, effects = _show_start_screen(model)
        notices = tuple(key for key in started.notices if key not in NOTICES)
        return replace(started, notices=notices), effects

    return _first_that_renders(model, [start, lambda: _show_start_screen(model, Setup())])


def _reload_page(model: Model) -> Step:
    return Step(model, [ReloadPage(storage.write_tab_state(storage.TabState("")))], None)


_ACTIONS: dict[str, Callable[[Model], Step]] = {
    "rescue": _download_current_game,
    "to-start": _go_to_start,
    "load-again": _reload_page,
}


def _notify_of_exception(model: Model, report: str) -> Step:
    """Show a notice about an exception that was raised outside `update` and `view`."""
    if model.screen.is_loading:
        return Step(model, [LogError(report)], None)
    notified = with_notice(model, NOTICES[0])
    notified = notified.with_session(failures=max(1, model.session.failures))
    return _first_that_renders(
        model, [lambda: (notified, []), lambda: _show_start_screen(model)], report
    )


def _bare_page(model: Model) -> Page:
    """Return a minimal page that needs only the model's language."""
    text = "Something went wrong. What you have played is saved."
    with contextlib.suppress(Exception):  # the texts themselves may be broken
        text = notice_text(texts_of(model), NOTICES[0])
    attributes = {"type": "button", "class": "button primary", "data-action": "load-again"}
    shown = h("main", None, h("p", None, text), h("button", attributes, "↻"))
    return Page(h("div", {"class": "app"}, shown, key="bare"), {"data-screen": "start"})
