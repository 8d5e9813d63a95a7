"""Score pad: its entry for the stack of screens."""

from __future__ import annotations

from qwixx.ui.model.messages import CellTapped, KeyPressed, ScorePadLoaded, SlotChangedElsewhere
from qwixx.ui.screens.hand_played import write_file
from qwixx.ui.screens.kind import ScreenKind, on
from qwixx.ui.screens.score_pad import update
from qwixx.ui.screens.score_pad.model import ScorePadScreen
from qwixx.ui.screens.score_pad.touching import tap
from qwixx.ui.screens.score_pad.view import pad_view

SCREEN = ScreenKind(
    ScorePadScreen,
    pad_view,
    update.close,
    actions=update.ACTIONS,
    handlers={
        **on(ScorePadLoaded, lambda model, _message: (model, [])),  # it is shown already
        **on(SlotChangedElsewhere, update.on_moved),
        **on(KeyPressed, update.on_press),
        **on(CellTapped, tap),
    },
    offers=frozenset({"print", "learn", "learn-longo"}),
    open=update.open_pad,
    open_page=update.open_page,
    open_record=update.open_record,
    unclaimed=update.on_loaded,
    write_file=lambda screen: write_file(screen.pad),
)
