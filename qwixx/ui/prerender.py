"""Prerender the first page so that the browser can show it while Python starts.

`static/js/prerendered.js` draws it and follows a person's choices from page to page; then Python
takes over the drawn page (see `browser.prerendered`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.daily import MS_PER_DAY
from qwixx.rules.variants import find_variant
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
"""URL parameters that do not change which page opens."""
CHOICES = ("variant", "who", "kind", "count", "unfold", "start")
"""Actions of the start screen that lead to other pages."""
MAX_CHOICES = 2
"""Number of choices whose results are prerendered, apart from those of the variant and "start"."""
UNKNOWN = dict.fromkeys(("data-phase", "data-actor"))
"""Root attributes whose values are unknown before a game starts."""


def prerender(page_opened: PageOpened, followed_actions: Container[str] = CHOICES) -> str:
    """Return the first page and the pages that its controls lead to, as JSON.

    Only the start screen and games are prerendered; the result is "" for other screens. The start
    screen has a daily card, so after the first visit it is prerendered for today and tomorrow.

    Args:
        page_opened: the message with which the page will open.
        followed_actions: actions whose resulting pages are prerendered as well.
    """
    data = PageData()
    today, _effects = update(Model(), page_opened)
    if today.screen.folder not in ("start", "game") or today.below:
        return ""
    first = {"": _add_page_and_following(data, today, followed_actions)}
    if today.screen.folder == "start" and not today.session.is_first_visit:
        later = page_opened.replace(next_slot=page_opened.next_slot + (MS_PER_DAY << 20))
        tomorrow, _effects = update(Model(), later)
        first = {
            today.session.today: first[""],
            "": _add_page_and_following(data, tomorrow, followed_actions),
        }
    return data.to_json(first, [name for name in KNOWN if name not in HARMLESS])


def _add_page_and_following(data: PageData, model: Model, followed_actions: Container[str]) -> int:
    """Add a model's page and the pages that follow from it; return the index of the model's."""
    first = data.add_page(view(model), root_attributes(model))
    indexes: dict[Screen | Setup, int] = {model.screen: first}
    queue = [(model, 0)]
    for seen, choice_count in queue:  # the loop appends to it
        following = data.pages[indexes[seen.screen]]["next"]
        for name, message in _control_messages(view(seen), followed_actions):
            if message.name == "variant" and find_variant(message.value).summary:
                continue  # drawn when Python has started: each sheet doubles the pages
            after, _effects = update(seen, message)
            starts = after.screen.folder == "game"
            count = choice_count if message.name == "variant" else choice_count + 1
            key = after.setup if starts else after.screen
            if key not in indexes and starts:
                attributes = root_attributes(after) | UNKNOWN
                indexes[key] = data.add_page(starting_view(after), attributes)
            elif key not in indexes and count <= MAX_CHOICES:
                indexes[key] = data.add_page(view(after), root_attributes(after))
                queue.append((after, count))
            if key in indexes:
                following[name] = indexes[key]
    return first


def _control_messages(
    node: Node, followed_actions: Container[str]
) -> Iterator[tuple[str, ControlUsed]]:
    """Yield the messages of a page's controls, each with its key in `next`."""
    action, value = (node.attributes.get(name, "") for name in ("data-action", "value"))
    if action.partition(":")[0] in followed_actions:
        if node.tag == "button":
            yield action, ControlUsed(action)
        elif node.attributes.get("type") == "radio" and "checked" not in node.attributes:
            yield f"{action}={value}", ControlUsed(action, value)
    for child in node.children:
        if isinstance(child, Node):
            yield from _control_messages(child, followed_actions)
