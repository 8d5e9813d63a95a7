"""A live table below other screens: it goes on, and nothing takes it away unasked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from qwixx.ui.model import Detour, Dialog, DialogState, Model, Result
from qwixx.ui.model.effects import Effect, Focus, Listen, Ponder, Sound
from qwixx.ui.model.messages import (
    Act,
    Encoded,
    FoundTable,
    Handed,
    Message,
    Moved,
    Tick,
    Visited,
    Weights,
)
from qwixx.ui.screens.live_table.model import ANSWER, JOIN, SEAT, TABLE, LiveTableScreen
from qwixx.ui.screens.live_table.opening import is_alone
from qwixx.ui.screens.live_table.update import TAKEN

if TYPE_CHECKING:
    from collections.abc import Callable

    Update: TypeAlias = "Callable[[Model, Message], Result]"

_FOR_BOTH = (Weights, Encoded)
"""Messages that the table may have asked for, and what covers it, too."""
_ON_TOP_ONLY = (Focus, Sound, Ponder)
"""Effects that belong to the screen that is seen: one focus, one speaker, one coach."""


def update(
    model: Model, message: Message, handle: Update, close: Callable[[Model], Result]
) -> Result:
    """Handle a message while a live table is shown or covered.

    Args:
        model: the model.
        message: the message.
        handle: handles a message for the screen on top.
        close: closes the dialog or the screen on top.
    """
    if _is_act(message, "leave-table-now"):
        return _leave(model, handle)
    if _is_act(message, "update") and model.table is not None and not is_alone(model.table):
        return _ask_to_leave(model, message)  # a page that is loaded anew has no connections
    covering = model.is_covering
    result = _cover(model, message, handle, close) if covering else handle(model, message)
    after, effects = _ask_before_losing(model, message, result, handle)
    if after.is_covering and after.table is not None and after.table.scanning:
        after, more = _deliver(after, Act("stop-scan"), handle)  # nobody sees what it sees
        effects = [*effects, *more]
    return after, effects


def _cover(
    model: Model, message: Message, handle: Update, close: Callable[[Model], Result]
) -> Result:
    """Handle a message while another screen covers the table."""
    if isinstance(message, _FOR_BOTH):
        model, effects = _deliver(model, message, handle)
    elif _leads_to_table(message):
        model, effects = _uncover(model, close)
    elif _is_for_table(model, message):
        return _deliver(model, message, handle)
    else:
        effects = []
    after, more = handle(model, message)
    return after, [*effects, *more]


def _is_act(message: Message, action: str) -> bool:
    return isinstance(message, Act) and message.action == action


def _is_for_table(model: Model, message: Message) -> bool:
    if isinstance(message, Tick):
        return message.timer == _page_of_table(model).timer
    if isinstance(message, Moved):
        return message.slot in (TABLE, SEAT)
    # A link that leads elsewhere is for the screen on top.
    return type(message) in TAKEN and not isinstance(message, Visited)


def _leads_to_table(message: Message) -> bool:
    """Return whether a person did something to see the table."""
    if isinstance(message, Visited):
        return message.fragment.startswith((JOIN, ANSWER))
    return isinstance(message, Handed | FoundTable) or _is_act(message, "to-table")


def _page_of_table(model: Model) -> Model:
    while isinstance(model.screen, Detour) and not isinstance(model.screen, LiveTableScreen):
        model = model.screen.back
    return model


def _deliver(model: Model, message: Message, handle: Update) -> Result:
    """Let the table handle a message where it is, without being seen or heard."""
    screen = model.screen
    if isinstance(screen, LiveTableScreen) or not isinstance(screen, Detour):
        return handle(model, message)
    page = replace(screen.back, settings=model.settings, session=model.session)
    after, effects = _deliver(page, message, handle)
    effects = [effect for effect in effects if not isinstance(effect, _ON_TOP_ONLY)]
    if after is page:
        return model, effects
    back = replace(after, settings=screen.back.settings)  # see `come_back`
    return replace(model, session=after.session, screen=replace(screen, back=back)), effects


def _uncover(model: Model, close: Callable[[Model], Result]) -> Result:
    """Close all that covers the table, each screen by its own way back."""
    effects: list[Effect] = []
    while model.is_covering:
        model, more = close(model)
        effects += more
    return model, [effect for effect in effects if not isinstance(effect, Focus)]


def _ask_before_losing(model: Model, message: Message, result: Result, handle: Update) -> Result:
    """Ask before a table is left by a way that does not close it, if anybody would miss it."""
    after, effects = result
    if after.table is not None or model.table is None or Listen(wanted=False) in effects:
        return result
    if is_alone(model.table):
        return _leave(replace(model, dialog=DialogState(postponed=message)), handle)
    return _ask_to_leave(model, message)


def _ask_to_leave(model: Model, message: Message) -> Result:
    """Ask whether to leave the table; the message is handled if that is wanted."""
    opener = f'[data-action="{message.action}"]' if isinstance(message, Act) else ""
    asked = DialogState(Dialog.LEAVE_TABLE, opener, postponed=message)
    return replace(model, dialog=asked), []


def _leave(model: Model, handle: Update) -> Result:
    """Leave the table, wherever it is, and then handle the message that was postponed."""
    postponed = model.dialog.postponed
    left, effects = _deliver(replace(model, dialog=DialogState()), Act("leave-table-now"), handle)
    if postponed is None or left.table is not None:
        return left, effects
    after, more = handle(left, postponed)
    return after, [*effects, *more]
