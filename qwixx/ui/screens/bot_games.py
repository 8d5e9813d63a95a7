"""Screens on which players' own bots play: what the workshop and the round robin share."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from qwixx.games.written.bot_link import LinkedBot, decode_bot
from qwixx.games.written.link_seal import SealedLinkError
from qwixx.ui.model.own_bots import PROBLEM_OF_LINK
from qwixx.ui.model.screen import Screen
from qwixx.ui.model.values import replace

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.ui.model import ModelOf, Result
    from qwixx.ui.model.effects import Effect


class BotScreen(Screen):
    """Base class of these screens, which declare `is_running` as a field."""

    __slots__ = ()

    stop_effect: ClassVar[Effect]
    """The effect that ends the games."""
    is_running: bool
    """Whether games are being played."""


B = TypeVar("B", bound=BotScreen)
M = TypeVar("M")


def stop(model: ModelOf[B]) -> tuple[ModelOf[B], list[Effect]]:
    """End the games; the results so far stay."""
    if not model.screen.is_running:
        return model, []
    changes: dict[str, Any] = {"is_running": False}
    stopped = replace(model.screen, **changes)  # type: ignore[type-var]
    return replace(model, screen=stopped), [model.screen.stop_effect]


def while_running(
    handler: Callable[[ModelOf[B], M], Result],
) -> Callable[[ModelOf[B], M], Result]:
    """Return a handler that ignores messages that arrive after the games have ended."""

    @wraps(handler)
    def handle(model: ModelOf[B], message: M) -> Result:
        return handler(model, message) if model.screen.is_running else (model, [])

    return handle


def read_bot_link(code: str) -> LinkedBot | str:
    """Return the bot in a link's text, or else the problem, one of `own_bots.PROBLEMS`."""
    try:
        return decode_bot(code)
    except SealedLinkError as error:
        return PROBLEM_OF_LINK[error.reason]
