"""Dialog: the log of a whole game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.parts.html import Node, h
from qwixx.ui.texts import log
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.ui.model import Model


def log_body(model: Model) -> list[Node]:
    """Return all turns of the game, latest first."""
    _ = texts_of(model)
    turns = log.latest_turns_first(_, model.game) if model.game else []
    if not turns:
        return [h("p", {"class": "fine-print"}, _("Recent turns will appear here."))]
    return [
        h(
            "ol",
            {"class": "full-log"},
            *(
                h(
                    "li",
                    None,
                    h("strong", None, turn.heading),
                    *(h("p", None, line) for line in turn.lines),
                )
                for turn in turns
            ),
        )
    ]
