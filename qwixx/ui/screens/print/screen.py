"""Print: the screen's `ScreenKind`."""

from __future__ import annotations

from qwixx.ui.screens.kind import ScreenKind, without_arguments
from qwixx.ui.screens.print.model import PrintScreen
from qwixx.ui.screens.print.update import (
    CHOICES,
    open_print,
    open_print_if_requested,
    print_sheets,
)
from qwixx.ui.screens.print.view import print_view
from qwixx.ui.screens.stack import pop

SCREEN = ScreenKind(
    PrintScreen,
    print_view,
    pop,
    actions={
        **CHOICES,
        "print": without_arguments(print_sheets),
        "leave-print": without_arguments(pop),
    },
    offers=frozenset({"learn", "learn-longo"}),
    open=open_print,
    open_page=open_print_if_requested,
)
