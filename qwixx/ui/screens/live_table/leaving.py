"""Live table: the dialog that asks before leaving, as nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.parts.controls import button
from qwixx.ui.parts.html import h
from qwixx.ui.screens.kind import Question
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.ui.screens.live_table.model import TableModel


def leave_question(model: TableModel) -> Question:
    """Return the dialog, with the consequences of leaving and a button to leave."""
    _ = texts_of(model)
    screen = model.screen
    plays = screen.board is not None and not screen.is_finished
    if screen.table.is_host:
        text = (
            _("The table stays on this device, and your guests will wait for you.")
            if plays
            else _("The table will close for everyone.")
        )
    else:
        text = (
            _("Your seat is kept for a while. To come back, you need a new invitation.")
            if plays and screen.table.seat is not None
            else _("To come back, you need a new invitation.")
        )
    body = [h("p", None, text), button("leave-table-now", _("Leave table"), "wide")]
    stay = _("Stay") if screen.board is None else _("Keep playing")
    return Question(_("Leave the table?"), body, stay)
