"""Game: the dialog that asks before leaving, as nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.parts.controls import button
from qwixx.ui.parts.html import h
from qwixx.ui.screens.kind import Question
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.ui.model import ModelOf
    from qwixx.ui.screens.game.model import GameScreen


def leave_question(model: ModelOf[GameScreen]) -> Question:
    """Return the dialog, which warns that the game will be lost and offers two ways to leave."""
    _ = texts_of(model)
    body = [
        h("p", None, _("You can keep this game in the list of past games.")),
        button("leave", _("Leave and delete it"), "wide"),
        button("leave-and-keep", _("Leave and keep it"), "wide"),
    ]
    return Question(_("Leave this game?"), body, _("Keep playing"))
