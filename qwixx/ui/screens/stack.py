"""The stack of screens, each covering the one below. Messages reach covered screens, too.

A screen's depth counts from 0 for the lowest one. A handler sees the stack only up to its own
screen. Afterward, the screens above are restored, and effects that only a visible screen may cause
are dropped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from qwixx.ui.model import Dialog, DialogState, ModelOf
from qwixx.ui.model.effects import (
    ContinueReview,
    Effect,
    FocusElement,
    PlaySound,
    SetTabSlot,
    StartTimer,
)
from qwixx.ui.model.messages import ControlUsed
from qwixx.ui.model.screen import Layer, Screen
from qwixx.ui.model.values import replace
from qwixx.ui.screens import SCREENS, kind_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.ui.model import Model, Result
    from qwixx.ui.model.messages import Message

S = TypeVar("S", bound=Screen)

_OF_THE_TOP = (FocusElement, PlaySound, ContinueReview)
"""Effects reserved for the top screen: all screens share one focus, speaker, and coach."""


def offers_control(model: Model, action: str) -> bool:
    """Return whether the top screen has or offers an action."""
    kind = kind_of(model.screen)
    return action in kind.actions or action in kind.offers


# Cover and uncover


def push(
    model: Model,
    screen: S,
    *,
    opener_selector: str = "",
    by_page: bool | None = None,
    moves_notices: bool = False,
) -> tuple[ModelOf[S], list[Effect]]:
    """Push a screen, replacing the top one if it is of the same kind or its class `gives_way`.

    Args:
        model: the model.
        screen: the new screen.
        opener_selector: CSS selector of the control that opened the screen; "" for the controls in
            its `Entry`.
        by_page: whether the page opened with the screen; None to use the value of a replaced
            screen of the same kind, or else False.
        moves_notices: whether the notices move to the new screen because they are about it.

    Raises:
        ValueError: other players wait for the screen, and one of its kind is already covered.
    """
    top, effects = model.screen, list[Effect]()
    if screen.runs_covered and any(type(one) is type(screen) for one in model.stack[:-1]):
        msg = f"two of {screen.folder} on the stack"
        raise ValueError(msg)
    if model.below and (type(top) is type(screen) or top.gives_way):
        *below, layer = model.below
        if by_page is None and type(top) is type(screen):
            by_page = layer.is_below_page
    else:
        on_cover = kind_of(top).on_cover
        model, effects = (model, []) if on_cover is None else on_cover(model)
        notices = () if moves_notices else model.notices
        below = [*model.below]
        layer = Layer(model.screen, notices, model.timer if top.runs_covered else 0)
    layer = replace(
        layer, opener=_opener_selectors(screen, opener_selector), is_below_page=bool(by_page)
    )
    model = model.with_new_timer()
    shown = ModelOf(
        settings=model.settings,
        session=model.session,
        screen=screen,
        notices=model.notices if moves_notices else (),
        guards=model.guards,
        timer=model.timer,
        below=(*below, layer),
    )
    return shown, [*effects, FocusElement("main")]


def _opener_selectors(screen: Screen, opener_selector: str) -> str:
    """Return selectors for the element to refocus: the opener, or else the menu button."""
    selectors = [f'[data-action="{action}"]' for action in SCREENS[screen.folder].actions]
    return ", ".join(
        filter(
            None,
            [*([opener_selector] if opener_selector else selectors), '[data-action="menu"], main'],
        )
    )


def pop(model: Model) -> Result:
    """Pop the top screen, resume the screen below, and focus the popped screen's opener."""
    *below, layer = model.below
    model = replace(
        model,
        screen=layer.screen,
        notices=layer.notices,
        timer=layer.timer,
        dialog=DialogState(),
        below=tuple(below),
    )
    on_uncover = kind_of(layer.screen).on_uncover
    model, effects = (model, []) if on_uncover is None else on_uncover(model)
    return model, [*effects, FocusElement(layer.opener)]


def close_top_screen(model: Model) -> Result:
    """Close the top screen for good, unless it is the only one."""
    closing = kind_of(model.screen).close
    return (model, []) if closing is None else closing(model)


def leave_top_screen(model: Model) -> Result:
    """Handle "Close" or the browser's "Back" on the top screen, which may ask first."""
    leaving = kind_of(model.screen).leave
    return close_top_screen(model) if leaving is None else leaving(model)


def close_above(model: Model, depth: int) -> Result:
    """Permanently close the screens above a depth."""
    effects: list[Effect] = []
    model = replace(model, dialog=DialogState())
    for _layer in model.below[depth:]:
        model, more = close_top_screen(model)
        effects += more
    return model, [effect for effect in effects if not isinstance(effect, FocusElement)]


def replace_all_or_ask_first(
    model: Model, message: Message, start: Callable[[Model], Result]
) -> Result:
    """Replace all screens with a new or loaded game; if something would be lost, ask first.

    Args:
        model: the model.
        message: the message that requested the game; handled again once the user agrees.
        start: starts the game, given the model as the lowest screen sees it.
    """
    question = ask_before_closing(model, message)
    if question is not None:
        return question
    model, effects = close_above(model, 0)
    started, more = start(model)
    return started, [*effects, *more]


def ask_before_closing(
    model: Model, message: Message, highest_kept_depth: int = -1
) -> Result | None:
    """Ask before closing the screens above a depth, or return None if nothing would be lost.

    Args:
        model: the model.
        message: the message that closes them; handled again once the user agrees.
        highest_kept_depth: depth of the highest screen that remains; -1 if none remains.
    """
    for screen in reversed(model.stack[highest_kept_depth + 1 :]):
        ask = kind_of(screen).ask
        question = Dialog.NONE if ask is None else ask(screen)
        if question is not Dialog.NONE:
            opener = (
                f'[data-action="{message.action}"]' if isinstance(message, ControlUsed) else ""
            )
            return replace(model, dialog=DialogState(question, opener, postponed=message)), []
    return None


# Deliver


def as_seen_at(model: Model, depth: int) -> Model:
    """Return the model as the screen at a depth sees it."""
    if depth == len(model.below):
        return model
    layer = model.below[depth]
    return replace(
        model,
        screen=layer.screen,
        notices=layer.notices,
        timer=layer.timer,
        dialog=DialogState(),
        below=model.below[:depth],
    )


def handle_at(model: Model, depth: int, handle: Callable[[Model], Result | None]) -> Result | None:
    """Call `handle` with the model as seen at a depth; return None if `handle` does."""
    at_depth = as_seen_at(model, depth)
    result = handle(at_depth)
    if result is None or depth == len(model.below):
        return result
    after, effects = result
    above = model.below[depth + 1 :]
    passing = [
        one for one in effects if _is_allowed_when_covered(one, after.screen, (*above, model))
    ]
    if after is at_depth:
        return model, passing
    layer = replace(
        model.below[depth],
        screen=after.screen,
        notices=after.notices,
        timer=after.timer if after.screen.runs_covered else 0,
    )
    below = (*after.below, layer, *above)
    shown = replace(model, settings=after.settings, session=after.session, below=below)
    kind = model.dialog.kind
    if _is_question_of_screen(model, kind) and not _is_question_of_screen(
        shown, kind
    ):  # the screen with the question is gone
        shown = replace(shown, dialog=DialogState())
    return shown, passing


def _is_question_of_screen(model: Model, question: Dialog) -> bool:
    """Return whether a screen on the stack asks this question."""
    return any(question in kind_of(screen).dialogs for screen in model.stack)


def _is_allowed_when_covered(
    effect: Effect, screen: Screen, above: tuple[Layer | Model, ...]
) -> bool:
    """Return whether an effect of a covered screen may run.

    Effects not named here are allowed, because blocking one by mistake could freeze a game.
    """
    if isinstance(effect, SetTabSlot):  # the slot is for a screen that other players wait for
        return not any(one.screen.runs_covered for one in above)
    if isinstance(effect, StartTimer):
        return screen.runs_covered
    return not isinstance(effect, _OF_THE_TOP)


def handle_message_at(model: Model, depth: int, message: Message) -> Result | None:
    """Let the screen at a depth handle a message; return None if the screen does not."""
    handler = kind_of(model.stack[depth]).handlers.get(type(message))
    return (
        None
        if handler is None
        else handle_at(model, depth, lambda at_depth: handler(at_depth, message))
    )


def deliver_to_topmost_handler(
    model: Model, message: Message, *, closes_covering: bool = False
) -> Result | None:
    """Deliver a message to the topmost screen that handles it; return None if no screen does.

    Args:
        model: the model.
        message: the message.
        closes_covering: whether to close the screens above the handling one, which should be
            visible because the message results from a player's action.
    """
    top = len(model.below)
    for depth in range(top, -1, -1):
        result = handle_message_at(model, depth, message)
        if result is None:
            continue
        if depth == top or not closes_covering:
            return result
        question = ask_before_closing(model, message, depth)
        if question is not None:
            return question
        model, effects = close_above(model, depth)
        after, more = handle_message_at(model, depth, message) or (model, [])
        return after, [*effects, *more]
    return None


def deliver_to_all(model: Model, message: Message) -> Result | None:
    """Deliver a message to all screens that handle it; return None if no screen does."""
    effects: list[Effect] = []
    handled = False
    for depth in range(len(model.below), -1, -1):
        result = handle_message_at(model, depth, message)
        if result is not None:
            model, more = result
            effects += more
            handled = True
    return (model, effects) if handled else None


def change_each_screen(model: Model, change: Callable[[Model], Result]) -> Result:
    """Apply a change to the model as each screen sees it."""
    effects: list[Effect] = []
    for depth in range(len(model.below) + 1):
        changed = handle_at(model, depth, change)
        if changed is not None:
            model, more = changed
            effects += more
    return model, effects
