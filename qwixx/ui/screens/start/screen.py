"""Start: the screen's `ScreenKind`."""

from __future__ import annotations

from qwixx.ui.model.start import StartScreen
from qwixx.ui.screens.kind import ScreenKind
from qwixx.ui.screens.start.update import ACTIONS, effects_to_reload_page
from qwixx.ui.screens.start.view import start_view

SCREEN = ScreenKind(
    StartScreen,
    start_view,
    actions=ACTIONS,
    offers=frozenset(
        {
            *("embed", "make-file", "resume", "daily"),
            *("history", "statistics", "pad", "together", "continue-table", "same-dice", "print"),
            *("learn", "learn-longo", "workshop", "design", "by-turns"),
        }
    ),
    reload_effects=effects_to_reload_page,
)
