"""`ScreenKind`: the functions of a screen, exported by each screen's folder as `SCREEN`."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, TypeVar

from qwixx.ui.model.screen import Screen
from qwixx.ui.model.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from qwixx.games.archive.archived_game import ArchivedGame
    from qwixx.ui.model import Dialog, Model, ModelOf, Result
    from qwixx.ui.model.effects import Effect
    from qwixx.ui.model.messages import ControlUsed, PageOpened
    from qwixx.ui.parts.html import Node

S = TypeVar("S", bound=Screen)
M = TypeVar("M")
ControlHandler: TypeAlias = "Callable[[ModelOf[S], ControlUsed], Result]"
Handler: TypeAlias = "Callable[[ModelOf[S], Any], Result | None]"
"""Handler of a message. It returns None to pass the message on to a screen below."""


class Question(NamedTuple):
    """A screen's dialog that asks before something is lost.

    Args:
        title: heading of the dialog.
        body: the nodes between the heading and the close button.
        stay: label of the close button if closing is the safe answer; "" for the default label.
    """

    title: str
    body: list[Node]
    stay: str = ""


class ArchivedGameToOpen(NamedTuple):
    """An archived game to open.

    Args:
        entry: the archived game.
        step: number of events before the position to show.
        by_bot: whether to show how a bot plays with the same dice instead.
    """

    entry: ArchivedGame
    step: int = 0
    by_bot: bool = False


@dataclass(frozen=True, slots=True)
class ScreenKind(Generic[S]):
    """A kind of screen.

    Its functions see the model as if the screen were on top.

    Args:
        model: the screen's dataclass.
        view: given the title, returns the header and the parts below it.
        close: closes the screen for good; None if the screen is always the lowest.
        leave: handles "Close" and the browser's "Back"; None to use `close`.
        ask: returns the dialog that asks before the screen is closed; `Dialog.NONE` if nothing
            would be lost.
        actions: handlers of the screen's controls, by the part of `data-action` before the colon.
        handlers: message handlers, by class of message; see `handler_entry`.
        offers: actions of the page and of other screens that this screen also offers.
        keys: keyboard shortcuts in addition to `KEYS`: actions, by key.
        dialogs: functions that return the screen's questions, by dialog.
        strip: returns the text of the strip on screens that cover this one, or "".
        open: opens the screen, given a control's action.
        open_link: opens the screen, given a URL fragment.
        open_page: opens the screen when the page opens, or returns None if it should not open.
        open_archived: opens an archived game on the screen.
        unclaimed: handles messages while the screen is not on the stack.
        on_cover: called before another screen covers this one.
        on_uncover: called when the screen is on top again.
        save_effects: returns the effects that save the screen's state.
        reload_effects: returns the effects that reload the page and restore the tab state; None
            to use the effects of a screen below it.
        entries: predicates for fields for links or codes, by the part of `data-action` before the
            colon: whether a text is whole, so that it is used at once.
        export_text: returns the screen's game as the text of a file; raises ValueError if there is
            no game.
    """

    model: type[S]
    view: Callable[[ModelOf[S], Node], tuple[Node, ...]]
    close: Callable[[ModelOf[S]], Result] | None = None
    leave: Callable[[ModelOf[S]], Result] | None = None
    ask: Callable[[S], Dialog] | None = None
    actions: Mapping[str, ControlHandler[S]] = field(default_factory=dict)
    handlers: Mapping[type[Any], Handler[S]] = field(default_factory=dict)
    offers: frozenset[str] = frozenset()
    keys: Mapping[str, str] = field(default_factory=dict)
    dialogs: Mapping[Dialog, Callable[[ModelOf[S]], Question]] = field(default_factory=dict)
    strip: Callable[[ModelOf[S]], str] | None = None
    open: Callable[[Model, str], Result] | None = None
    open_link: Callable[[Model, str], Result] | None = None
    open_page: Callable[[Model, PageOpened], Result | None] | None = None
    open_archived: Callable[[Model, ArchivedGameToOpen], Result] | None = None
    unclaimed: Callable[[Model, Any], Result] | None = None
    on_cover: Callable[[ModelOf[S]], Result] | None = None
    on_uncover: Callable[[ModelOf[S]], Result] | None = None
    save_effects: Callable[[ModelOf[S]], list[Effect]] | None = None
    reload_effects: Callable[[ModelOf[S]], list[Effect]] | None = None
    entries: Mapping[str, Callable[[S, str], bool]] = field(default_factory=dict)
    export_text: Callable[[S], str] | None = None


def handler_entry(
    message: type[M], handler: Callable[[ModelOf[S], M], Result | None]
) -> dict[type[Any], Handler[S]]:
    """Return an entry for `handlers`, with the message and handler types checked statically."""
    return {message: handler}


def without_arguments(function: Callable[[ModelOf[S]], Result]) -> ControlHandler[S]:
    """Return a control handler that passes only the model to a function."""
    return lambda model, _act: function(model)
