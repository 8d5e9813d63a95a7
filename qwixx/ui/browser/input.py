"""A player's taps, keys, and entries: turn the browser's events into messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from js import document

from qwixx.ui.browser.document import attribute_or_empty, js_options, now_ms
from qwixx.ui.browser.errors import make_listener
from qwixx.ui.browser.keyboard import enter_action, is_harmful_repeat, is_page_key
from qwixx.ui.browser.swipe import Swipes
from qwixx.ui.model import ROLL_KEY
from qwixx.ui.model.grid import WAYS
from qwixx.ui.model.messages import CellTapped, ControlUsed, KeyPressed, Message, TextEdited

if TYPE_CHECKING:
    from collections.abc import Callable

CONTROLS = "button, select, input, label, a, summary"
"""CSS selector of everything that can be clicked."""


class Input:
    """Listens for what a player does on the page.

    Args:
        place: the element that contains the page; extensions add others, with events of their own.
        send: handles each message.
        is_roll_awaited: returns whether the page waits for a person who rolls the dice.
    """

    def __init__(
        self, place: Any, send: Callable[[Message], None], is_roll_awaited: Callable[[], bool]
    ) -> None:
        self.place = place
        self.send = send
        self._is_roll_awaited = is_roll_awaited
        self._pressed: tuple[Any, tuple[str, str]] | None = None
        """The element on which a pointer was pressed, and its names; None outside controls."""
        self.tapped: Any = None
        """The control whose tap is being handled; None for keys, scripts, and screen readers."""
        for kind, handler in (
            ("pointerdown", self._on_pointer_down),
            ("click", self._on_click),
            ("change", self._on_change),
            ("input", self._on_input),
        ):
            place.addEventListener(kind, make_listener(handler))
        document.addEventListener("keydown", make_listener(self._on_keydown))
        # Capture these events, which do not bubble.
        place.addEventListener("cancel", make_listener(self._on_cancel), True)  # noqa: FBT003
        place.addEventListener("toggle", make_listener(_show_unfolded), True)  # noqa: FBT003
        Swipes(send)

    def _on_pointer_down(self, event: Any) -> None:
        target = event.target.closest(CONTROLS)
        self._pressed = (target, _control_names(target)) if target else None

    def _on_click(self, event: Any) -> None:
        target = event.target.closest(CONTROLS)
        pressed, self._pressed = self._pressed, None
        if target and event.detail > 0 and _has_changed_since(pressed, target):
            return  # the button has changed its action under the finger
        if not target:
            if event.target.closest("main"):
                self.send(ControlUsed("skip", at=now_ms()))
            return
        cell, action = _control_names(target)
        disabled = attribute_or_empty(target, "aria-disabled") == "true"
        sheet = target.closest("[data-player]") if cell else None
        _finish_editing(target)
        self.tapped = target if event.detail > 0 else None
        try:
            if cell:
                player = attribute_or_empty(sheet, "data-player")
                self.send(CellTapped(int(player), cell, now_ms()))
            elif action and target.tagName == "BUTTON" and not disabled:
                self.send(ControlUsed(action, at=now_ms()))
        finally:
            self.tapped = None

    def _on_change(self, event: Any) -> None:
        action = attribute_or_empty(event.target, "data-action")
        if action:
            self.send(ControlUsed(action, event.target.value, now_ms()))

    def _on_input(self, event: Any) -> None:
        """Send a slider's value while it is moving, and the text of a field for links or codes."""
        field = event.target
        if field.type == "range":
            self._on_change(event)
        elif field.hasAttribute("data-entry") and not getattr(event, "isComposing", False):
            # events of extensions lack the attribute
            action = attribute_or_empty(field, "data-action")
            self.send(TextEdited(action, field.value, now_ms()))

    def _on_keydown(self, event: Any) -> None:
        if not self._is_in_page(event.target):
            return
        is_text = getattr(event.target, "tagName", "") == "TEXTAREA"  # the document has no tag
        if is_text and event.target.hasAttribute("data-bot-text"):
            from qwixx.ui.browser.code_field import handle_key  # noqa: PLC0415 - loads when first needed

            handle_key(event)
            return
        if action := enter_action(event):
            event.target.blur()  # the browser sends a change first
            self.send(ControlUsed(action, at=now_ms()))
        if not is_page_key(event):
            return
        cell = attribute_or_empty(event.target, "data-cell")
        if is_harmful_repeat(event, cell):
            if event.key == "Enter":  # otherwise, the browser would press the focused button
                event.preventDefault()
            return
        if (cell and event.key in WAYS) or (event.key == ROLL_KEY and self._is_roll_awaited()):
            event.preventDefault()  # the page would scroll
        sheet = _sheet_of_cell(event.target) if cell else _SheetOnPage()
        self.send(KeyPressed(event.key, cell, event.code, now_ms(), *sheet))

    def _is_in_page(self, target: Any) -> bool:
        """Return whether an element belongs to the page, not to an extension."""
        return bool(self.place.contains(target) or target.contains(self.place))

    def _on_cancel(self, event: Any) -> None:
        event.preventDefault()
        self.send(ControlUsed("close"))


class _SheetOnPage(NamedTuple):
    """A sheet in the document.

    Args:
        player: index of its player.
        is_vertical: whether its numbers run downward.
    """

    player: int = 0
    is_vertical: bool = False


def _control_names(control: Any) -> tuple[str, str]:
    """Return the cell and the action of a control, each "" if it has none."""
    return attribute_or_empty(control, "data-cell"), attribute_or_empty(control, "data-action")


def _has_changed_since(pressed: tuple[Any, tuple[str, str]] | None, control: Any) -> bool:
    """Return whether a control has other names than when a pointer was pressed on it."""
    return pressed is not None and control == pressed[0] and _control_names(control) != pressed[1]


def _sheet_of_cell(cell: Any) -> _SheetOnPage:
    """Return the sheet that contains a cell."""
    row = cell.parentElement
    player = attribute_or_empty(cell.closest("[data-player]"), "data-player")
    return _SheetOnPage(int(player), row.clientHeight > row.clientWidth)


def _show_unfolded(event: Any) -> None:
    """Scroll as far as necessary to show what has been unfolded."""
    if event.target.tagName == "DETAILS" and event.target.open:
        event.target.scrollIntoView(js_options(block="nearest"))


def _finish_editing(control: Any) -> None:
    """Leave an edited field before another control acts, so that its change counts.

    Some browsers do not focus a button that is tapped, and a script's click moves no focus.
    """
    field = document.activeElement
    if field and field.tagName in ("INPUT", "TEXTAREA") and field != control:
        field.blur()  # the browser sends a change first
