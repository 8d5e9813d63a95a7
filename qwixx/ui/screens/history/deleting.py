"""History: the dialog that asks before deleting all games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.parts.controls import button
from qwixx.ui.parts.html import h
from qwixx.ui.screens.kind import Question
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.ui.screens.history.model import HistoryModel


def delete_all_question(model: HistoryModel) -> Question:
    """Return the question, with a button to save the games first and another to delete them."""
    _ = texts_of(model)
    body = [
        h("p", None, _("All games in the list will be deleted. Save them to a file first?")),
        button("export", _("Save to a file"), "wide"),
        button("delete-them", _("Delete all"), "wide"),
    ]
    return Question(_("Delete all games?"), body)
