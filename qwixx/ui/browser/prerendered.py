"""Continue with the prerendered page and save the next one; see `static/js/prerendered.js`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from js import document, window

from qwixx.games.written.safe_json import loads
from qwixx.ui.browser.errors import make_listener
from qwixx.ui.model.messages import CellTapped, ControlUsed
from qwixx.ui.parts.html import Mount
from qwixx.ui.parts.page_data import parse_page_node

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.ui.browser.document import BrowserDom
    from qwixx.ui.model.messages import Message


class Prerendered(NamedTuple):
    """The prerendered page as the player left it when Python started.

    Args:
        mount: the page in the document; None if Python has to render a new one.
        messages: the player's actions on it, in order.
    """

    mount: Mount | None = None
    messages: tuple[Message, ...] = ()


def take_prerendered(dom: BrowserDom, now_ms: float) -> Prerendered:
    """Return the prerendered page with the recorded actions, and stop recording.

    Args:
        dom: the document.
        now_ms: time of the messages, in milliseconds.
    """
    script = _script()
    taken = script and script.take()
    if not taken:
        return Prerendered()
    messages = tuple(_message(*entry, at=now_ms) for entry in loads(taken.recorded))
    try:
        mount = Mount.adopt(dom, parse_page_node(taken.text, taken.page), taken.element)
    except ValueError:  # another program has changed the page
        return Prerendered(messages=messages)
    document.getElementById("opening").remove()
    return Prerendered(mount, messages)


def _script() -> Any:
    """Return the interface of `static/js/prerendered.js`; None if the script was not loaded."""
    return getattr(window, "qwixxPrerender", None)


def _message(action: str, value: str, cell: str = "", player: str = "", *, at: float) -> Message:
    if cell:
        return CellTapped(int(player), cell, at)
    return ControlUsed(action, value, at)


def save_prerendered(data: str, tab_state: str) -> None:
    """Save the page to show first on the next visit.

    Args:
        data: the JSON that `prerender` returned; "" to show no prerendered page.
        tab_state: the tab state for which it is valid; "" for a new tab.
    """
    script = _script()
    if script:
        script.save(data, tab_state)


def call_when_hidden(handler: Callable[[], None]) -> None:
    """Call a function whenever the page is hidden, possibly for good."""

    def look(_event: object) -> None:
        if document.hidden:
            handler()

    document.addEventListener("visibilitychange", make_listener(look))
