"""The main loop: receive messages, update the model, render the page, and run effects."""

from __future__ import annotations

import traceback
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from qwixx.ui.answer import answered_cell, answering_part
from qwixx.ui.boundary import Draft, Step, begin_step, finish_step, recover, update_safely
from qwixx.ui.browser.errors import add_exception_handler
from qwixx.ui.browser.first_frame import call_after_frame
from qwixx.ui.browser.idle import import_when_idle
from qwixx.ui.browser.late_part import load_late_part_for
from qwixx.ui.browser.page import Browser, start_unless_mixed_versions
from qwixx.ui.browser.prerendered import call_when_hidden, save_prerendered
from qwixx.ui.browser.tasks import run_in_background
from qwixx.ui.files.late_part import PartMissingError
from qwixx.ui.model import Model
from qwixx.ui.model.effects import FocusElement, PlaySound
from qwixx.ui.model.feedback import is_feedback_repeated
from qwixx.ui.model.messages import BrowserWentIdle, ControlUsed, ExceptionRaised
from qwixx.ui.view import view

if TYPE_CHECKING:
    from qwixx.ui.model.effects import Effect
    from qwixx.ui.model.messages import Message
    from qwixx.ui.parts.html import Page


NEXT = (
    *("qwixx.ui.screens.game.coaching", "qwixx.ui.screens.game.advance"),
    *("qwixx.ui.screens.game.tap", "qwixx.ui.screens.game.bots"),
    *("qwixx.ui.screens.game.undo", "qwixx.ui.screens.game.update"),
    *("qwixx.ui.screens.game.record", "qwixx.ui.screens.game.begin"),
    *("qwixx.ui.screens.game.view", "qwixx.ui.screens.game.screen"),
    *(
        "qwixx.games.score_pad.pad_state",
        "qwixx.games.score_pad.pad",
        "qwixx.games.score_pad.pad_series",
    ),
    *("qwixx.ui.screens.score_pad.touching", "qwixx.ui.screens.score_pad.screen"),
    *(
        "qwixx.games.written.share_link",
        "qwixx.games.archive.archived_game",
        "qwixx.games.archive.statistics",
    ),
    *("qwixx.ui.screens.history.update", "qwixx.ui.screens.history.screen"),
    *("qwixx.ui.dialogs.rules", "qwixx.ui.prerender"),
)
"""Modules to preload while the browser is idle, starting with the most frequently used ones."""
ATTEMPTS = 4
"""Maximum number of attempts to show a page after a message, including error-boundary pages."""


class App:
    """The model and the main loop; no exception leaves the page with dead buttons."""

    def __init__(self) -> None:
        """Render the page for the first time."""
        self.model = Model()
        self._is_failing = False
        self._is_rendering = False
        self._is_waiting = False
        self._deferred: list[Message] = []
        self._answered: Draft | None = None
        """The step of an answered tap, which continues after the next frame."""
        add_exception_handler(self._on_exception)
        self.browser = Browser(self.send)
        self.send(self.browser.first_message())
        call_when_hidden(self._on_hidden)
        import_when_idle(NEXT, self._on_idle)

    def send(self, message: Message) -> None:
        """Update the model with a message, render the page, and run the effects.

        A message during rendering waits: browsers send a change event when an edited field is
        removed. An answered tap is finished first.
        """
        if self._is_rendering:
            self._deferred.append(message)
            return
        self._handle(message)
        while self._deferred:
            self._handle(self._deferred.pop(0))

    def _handle(self, message: Message) -> None:
        self._finish_answered()
        try:
            step = begin_step(self.model, message)
            if isinstance(step, Draft) and self.browser.input.tapped and self._answer(step):
                self._finish_after_frame(step)
            else:
                self._finish(step, message)
        except PartMissingError:
            self._load_late_part_for(message)

    def _answer(self, draft: Draft) -> bool:
        """Show the answer to a tap in the next frame; return whether there is one."""
        before, message, after, _effects = draft
        self._is_rendering = True
        try:
            part = answering_part(message)
            if part:
                return after is not before and self.browser.show_part(view(after), part)
            return self.browser.show_tapped_cell(partial(answered_cell, before, message, after))
        except Exception:  # noqa: BLE001 - it will occur again, or is mended, with the whole page
            return False
        finally:
            self._is_rendering = False

    def _finish_after_frame(self, draft: Draft) -> None:
        """Finish the step of an answered tap after the frame, to which its sound belongs."""
        others: list[Effect] = []
        for effect in draft.effects:
            if isinstance(effect, PlaySound):
                self.browser.run(effect)
            else:
                others.append(effect)
        self._answered = draft._replace(effects=others)
        call_after_frame(lambda _at: self._finish_answered())

    def _finish_answered(self) -> None:
        """Finish the step of an answered tap, if there is one."""
        draft, self._answered = self._answered, None
        if draft:
            try:
                self._finish(draft, draft.message)
            except PartMissingError:
                self._load_late_part_for(draft.message)

    def _finish(self, step: Draft | Step, message: Message) -> None:
        step = finish_step(step)
        if step.page is not None and not self.browser.is_ready:
            step = self._handle_recorded_messages(step)
        is_repeated = is_feedback_repeated(self.model, message, step.model)
        self.model = step.model
        effects = step.effects
        if step.page is not None:
            effects = [*effects, *self._show_or_recover(step.page, message)]
        for effect in effects:
            try:
                self.browser.run(effect)
            except Exception:  # noqa: BLE001 - the other effects still run
                self._on_exception(traceback.format_exc())
        if step.page is not None:
            self.browser.restore_focus()
        if is_repeated:
            self.browser.repeat_announcement()

    def _updated(self, model: Model, message: Message) -> Step | None:
        """Return the step after a message; None if the message is sent again later."""
        try:
            return update_safely(model, message)
        except PartMissingError:
            self._load_late_part_for(message)
            return None

    def _load_late_part_for(self, message: Message) -> None:
        if not self._is_waiting:
            run_in_background(self._send_with_late_part(message))

    async def _send_with_late_part(self, message: Message) -> None:
        """Send a message again once the late part of the program has been loaded."""
        self._is_waiting = True
        action = message.action if isinstance(message, ControlUsed) else ""
        try:
            is_loaded = await load_late_part_for(action)
        finally:
            self._is_waiting = False
        if is_loaded:
            self.send(message)
        else:
            self.browser.report_missing_part()

    def _handle_recorded_messages(self, step: Step) -> Step:
        """Return the step after also handling the messages recorded before Python started."""
        for message in self.browser.take_over_prerendered():
            after = self._updated(step.model, message)
            if after is None:
                continue
            others = [one for one in step.effects if not isinstance(one, FocusElement)]
            step = Step(after.model, [*others, *after.effects], after.page or step.page)
        return step

    def _show_or_recover(self, page: Page, message: Message) -> list[Effect]:
        """Render the page, or else the error boundary's page; return the recovery's effects."""
        effects: list[Effect] = []
        for _attempt in range(ATTEMPTS):
            self._is_rendering = True
            try:
                self.browser.show(page)
                break
            except Exception:  # noqa: BLE001 - the error boundary's page replaces it
                step = recover(self.model, message, traceback.format_exc())
                self.browser.forget_rendered_page()
                self.model, effects = step.model, [*effects, *step.effects]
                page = step.page or page
            finally:
                self._is_rendering = False
        return effects

    def _on_hidden(self) -> None:
        """Finish what no frame will follow, and prerender the first page of the next visit.

        That page is prerendered both for this tab and for a new tab.
        """
        self._finish_answered()
        if self.model.screen.is_loading or self.browser.is_embedded:
            return
        from qwixx.ui.prerender import prerender  # noqa: PLC0415 - loads when first needed

        for state in {"", self.browser.tab.state}:
            save_prerendered(
                prerender(self.browser.first_message_next_time(state), ("start",)), state
            )

    def _on_idle(self) -> None:
        self.send(BrowserWentIdle())
        self.browser.offline.idle.set()

    def _on_exception(self, report: str) -> None:
        """Handle an exception that a browser callback or an effect raised."""
        if self._is_failing:
            return  # raised while handling another report
        self._is_failing = True
        try:
            self.send(ExceptionRaised(report))
        finally:
            self._is_failing = False


def import_modules_for_snapshot() -> None:
    """Import the modules in `NEXT` so that a memory snapshot contains them."""
    for name in NEXT:
        import_module(name)


def start() -> None:
    """Start the app once all modules have the page's version."""
    start_unless_mixed_versions(App)
