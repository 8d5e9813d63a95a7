"""A strip on whatever covers a live table, as nodes: why one is wanted there, and the way back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.parts.controls import button
from qwixx.ui.parts.html import Node, h
from qwixx.ui.texts.languages import translations

if TYPE_CHECKING:
    from qwixx.ui.model import Model


def summons(model: Model) -> Node:
    """Return the place of the strip; it is empty where nobody is wanted at a table."""
    table = model.table
    if table is None:
        return h("div", {"class": "place"})
    from qwixx.ui.screens.live_table import texts as telling  # noqa: PLC0415 - only where there is one

    language = model.settings.language
    told = telling.summons(language, table)
    return h(
        "div",
        {"class": "place", "role": "status"},  # it is there before it has to speak
        h(
            "div",
            {"class": "summons", "data-summons": True},
            h("p", None, told),
            button("to-table", translations(language).gettext("Back to the table")),
        )
        if told
        else None,
    )
