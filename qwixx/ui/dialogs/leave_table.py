"""The question before a live table is left, as nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.parts.controls import button
from qwixx.ui.parts.html import Node, h
from qwixx.ui.texts.languages import translations

if TYPE_CHECKING:
    from qwixx.ui.model import Model


def leave_table(model: Model) -> list[Node]:
    """Return what leaving means for the others, and the button for it."""
    _ = translations(model.settings.language).gettext
    table = model.table
    hosts = table is not None and table.host is not None
    plays = table is not None and table.board is not None and not table.over
    if hosts:
        told = (
            _("The table is kept on this device, and your guests wait for you.")
            if plays
            else _("The table closes for everybody.")
        )
    else:
        seated = table is not None and table.seat is not None
        told = (
            _("Your seat is kept for a while: come back with a new invitation.")
            if plays and seated
            else _("You can come back with a new invitation.")
        )
    return [h("p", None, told), button("leave-table-now", _("Leave the table"), "wide")]
