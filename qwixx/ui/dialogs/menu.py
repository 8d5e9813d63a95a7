"""The menu, as nodes. In a lesson it offers nothing that is about other games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.parts.controls import button, page_choices
from qwixx.ui.parts.html import Node, h
from qwixx.ui.screens.live_table.model import LiveTableScreen
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import translations

if TYPE_CHECKING:
    from qwixx.ui.model import Model


def menu(model: Model) -> list[Node]:
    """Return the choices for the page, and ways to all else."""
    _ = translations(model.settings.language).gettext
    playing, free, session = model.game is not None, model.is_free, model.session
    at_table = isinstance(model.screen, LiveTableScreen)  # who goes elsewhere leaves it
    hosted = bool(session.address) and not session.embedded
    return [
        h("div", {"class": "choices"}, *page_choices(model)),
        # What was asked for here is answered here: the notices lie behind.
        *(
            [h("p", {"role": "alert"}, texts.notice(model.settings.language, "no-language"))]
            if "no-language" in model.notices
            else []
        ),
        h(
            "div",
            {"class": "actions"},
            button("update", _("Reload to update")) if session.newer else None,
            *([button("new-game", _("New game"))] if playing and free else []),
            button("log", _("Game log")) if playing else None,
            button("share", _("Share this game")) if playing and free and hosted else None,
            button("rules", _("Rules")),
            *(
                [button("history", _("Past games")), button("statistics", _("Statistics"))]
                if free
                else []
            ),
            button("pad", _("Score pad")) if free else None,
            button("together", _("Together")) if free else None,
            button("same-dice", _("Same dice")) if free else None,
            button("print", _("Print sheets")) if model.lesson is None and not at_table else None,
            button("keys", _("Keyboard shortcuts")),
            button("resume", _("Another saved game")) if session.others and free else None,
            *(_asides(model) if free else []),
            *(
                [
                    button("embed", _("Embed this game")),
                    button("make-file", _("Download as a single file")),
                ]
                if hosted and free
                else []
            ),
        ),
    ]


def _asides(model: Model) -> list[Node]:
    """Return a button for each text that could not be read, the last one first."""
    label = translations(model.settings.language).gettext("Download unreadable data")
    count = len(model.session.kept_aside)
    older = [button(f"download:{n}", f"{label} ({n + 1})") for n in reversed(range(count - 1))]
    return [button("download", label), *older] if count else []
