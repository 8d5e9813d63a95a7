"""The ways to play together: who plays, and where each choice leads.

The README lists the same ways. A game with the same dice on unconnected devices is reached from
the live table's lobby and from "More", because few players need it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from qwixx.ui.model.setup import Setup
from qwixx.ui.parts.controls import radio_option
from qwixx.ui.parts.html import Node, h

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.ui.texts.languages import Texts

BOT, DEVICE = "bot", "device"
"""Values of the choices that stay on the start screen."""


class Way(NamedTuple):
    """A way to play.

    Args:
        value: value of the choice, and its CSS class.
        action: action of the choice: "who" to seat players at this device, otherwise the action
            that opens the screen of the way.
    """

    value: str
    action: str


WAYS_TO_PLAY = (
    Way(BOT, "who"),
    Way(DEVICE, "who"),
    Way("devices", "together"),
    Way("towns", "by-turns"),
    Way("dice", "pad"),
)
"""The ways to play, in the order in which they are shown."""
SEATING: dict[str, Callable[[Setup], Setup]] = {
    BOT: Setup.against_one_bot,
    DEVICE: Setup.with_people,
}
"""Functions that seat the players of the ways with the action "who", by value."""


def choice_of_ways(_: Texts, setup: Setup) -> Node:
    """Return the choice of who plays."""
    names = {
        # Translators: who plays? A choice on the start screen: a game against the computer.
        BOT: _("Bot"),
        # Translators: who plays? A choice on the start screen: several people, one phone.
        DEVICE: _("We share this device"),
        # Translators: who plays? A choice on the start screen.
        "devices": _("One phone each"),
        # Translators: who plays? A choice on the start screen: two people send each other links.
        "towns": _("In different towns"),
        # Translators: who plays? A choice on the start screen: the page is only the score sheet.
        "dice": _("Real dice"),
    }
    chosen = DEVICE if setup.is_shared else BOT
    return h(
        "div",
        {"class": "ways", "role": "group", "aria-label": _("Who plays?")},
        *(_way(way, names[way.value], is_chosen=way.value == chosen) for way in WAYS_TO_PLAY),
        key="ways",
    )


def _way(way: Way, name: str, *, is_chosen: bool) -> Node:
    """Return a choice that seats players here, or a button that opens another screen."""
    css_class = f"way {way.value}"
    if way.action == "who":
        label = h("b", None, name)
        return radio_option("who", way.value, label, is_chosen=is_chosen, css_class=css_class)
    return h(
        "button",
        {"type": "button", "class": f"choice {css_class}", "data-action": way.action},
        h("b", None, name),
        key=way.value,
    )
