"""The door to a live table, as nodes: at the host's device a lobby, at a guest's the way in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.parts.controls import icon
from qwixx.ui.parts.html import Node, h
from qwixx.ui.screens.live_table.door import door
from qwixx.ui.screens.live_table.lobby import lobby
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import translations

if TYPE_CHECKING:
    from qwixx.ui.model import Model
    from qwixx.ui.screens.live_table.model import LiveTableScreen


def table_header(model: Model, screen: LiveTableScreen, title: Node) -> Node:
    """Return the header of the door: the way back, what it is, the menu."""
    language = model.settings.language
    _ = translations(language).gettext
    variant = None if screen.host is None else texts.variant_name(language, screen.host.variant)
    return h(
        "header",
        {"class": "bar same-bar door live"},
        icon("leave-table", _("Leave the table")),
        title,
        h(
            "p",
            {"class": "where"},
            _("Play together") if variant is None else f"{_('Play together')} · {variant}",
        ),
        icon("rules", _("Rules")),
        icon("menu", _("Menu")),
    )


def table_screen(model: Model, screen: LiveTableScreen) -> Node:
    """Return the door to a live table."""
    if screen.host is not None:
        return lobby(model, screen, screen.host)
    return door(model, screen)
