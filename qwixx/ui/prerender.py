"""Prerender the first page, so that the browser can show it while Python starts.

`static/js/prerendered.js` draws it and follows a person's choices from page to page; then Python
continues with what was drawn, see `browser.prerendered`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.address import KNOWN
from qwixx.ui.model import Model
from qwixx.ui.model.messages import ControlUsed, PageOpened
from qwixx.ui.parts.html import Node
from qwixx.ui.parts.page_data import PageData
from qwixx.ui.screens.game.starting import starting_view
from qwixx.ui.update import update
from qwixx.ui.view import root_attributes, view

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from qwixx.ui.model.screen import Screen
    from qwixx.ui.model.setup import Setup

HARMLESS = ("lang", "theme", "speed")
"""URL parameters that lead to no other page, except in another language."""
CHOICES = ("variant", "kind", "count", "unfold", "start")
"""Actions of the start screen that lead to other pages."""
UNKNOWN = dict.fromkeys(("data-phase", "data-actor"))
"""Root attributes that nobody knows before a game has started."""
DAY_MS = 24 * 60 * 60 * 1000


def prerender(begin: PageOpened, choices: Container[str] = CHOICES) -> str:
    """Return what the page opens with, as JSON; "" unless that is the start screen or a game.

    The start screen has a card of the day: it is prerendered for this day and for the next.

    Args:
        begin: how the page will be opened.
        choices: actions whose pages are prerendered, too.
    """
    data = PageData()
    today, _effects = update(Model(), begin)
    if today.screen.folder not in ("start", "game") or today.below:
        return ""
    first = {"": _add_pages(data, today, choices)}
    if today.screen.folder == "start" and not today.session.is_first_visit:
        later = begin.replace(next_slot=begin.next_slot + (DAY_MS << 20))
        tomorrow, _effects = update(Model(), later)
        first = {today.session.today: first[""], "": _add_pages(data, tomorrow, choices)}
    return data.write(first, [name for name in KNOWN if name not in HARMLESS])


def _add_pages(data: PageData, model: Model, choices: Container[str]) -> int:
    """Return the index of a model's page, after adding all pages that follow from it."""
    first = data.add_page(view(model), root_attributes(model))
    indexes: dict[Screen | Setup, int] = {model.screen: first}
    queue = [model]
    for seen in queue:  # grows
        following = data.pages[indexes[seen.screen]]["next"]
        for name, message in _controls(view(seen), choices):
            after, _effects = update(seen, message)
            starts = after.screen.folder == "game"
            key = after.setup if starts else after.screen
            if key not in indexes and starts:
                attributes = root_attributes(after) | UNKNOWN
                indexes[key] = data.add_page(starting_view(after), attributes)
            elif key not in indexes:
                indexes[key] = data.add_page(view(after), root_attributes(after))
                queue.append(after)
            following[name] = indexes[key]
    return first


def _controls(node: Node, choices: Container[str]) -> Iterator[tuple[str, ControlUsed]]:
    """Yield the messages of a page's controls, by the names that `next` has for them."""
    action, value = (node.attributes.get(name, "") for name in ("data-action", "value"))
    if action.partition(":")[0] in choices:
        if node.tag == "button":
            yield action, ControlUsed(action)
        elif node.attributes.get("type") == "radio" and "checked" not in node.attributes:
            yield f"{action}={value}", ControlUsed(action, value)
    for child in node.children:
        if isinstance(child, Node):
            yield from _controls(child, choices)
