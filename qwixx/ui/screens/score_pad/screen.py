"""Score pad: the screen's `ScreenKind`."""

from __future__ import annotations

from qwixx.ui.model.messages import CellTapped, KeyPressed, ScorePadLoaded, SlotChangedElsewhere
from qwixx.ui.screens.hand_played import export_text_or_raise
from qwixx.ui.screens.kind import ScreenKind, handler_entry
from qwixx.ui.screens.score_pad import update
from qwixx.ui.screens.score_pad.model import ScorePadScreen
from qwixx.ui.screens.score_pad.touching import on_cell_tapped
from qwixx.ui.screens.score_pad.view import pad_view

SCREEN = ScreenKind(
    ScorePadScreen,
    pad_view,
    update.close_pad,
    actions=update.ACTIONS,
    handlers={
        **handler_entry(ScorePadLoaded, lambda model, _message: (model, [])),  # already shown
        **handler_entry(SlotChangedElsewhere, update.on_newer_save),
        **handler_entry(KeyPressed, update.on_key),
        **handler_entry(CellTapped, on_cell_tapped),
    },
    offers=frozenset({"print", "learn", "learn-longo"}),
    open=update.load_saved_pad,
    open_page=update.open_requested_or_reopen_pad,
    open_archived=update.open_archived_pad,
    unclaimed=update.on_pad_loaded,
    export_text=lambda screen: export_text_or_raise(screen.pad),
)
