"""History: what the screen does."""

from __future__ import annotations

from qwixx.ui.model import Dialog
from qwixx.ui.model.messages import (
    Browsed,
    CopiesRead,
    Forgotten,
    Kept,
    Picked,
    Reviewed,
    Tick,
    Weights,
)
from qwixx.ui.screens.history import copies, update
from qwixx.ui.screens.history.deleting import deleting
from qwixx.ui.screens.history.model import HistoryScreen
from qwixx.ui.screens.history.view import history_view
from qwixx.ui.screens.kind import ScreenKind, on
from qwixx.ui.screens.stack import pop

SCREEN = ScreenKind(
    HistoryScreen,
    history_view,
    pop,
    actions=update.ACTIONS,
    handlers={
        **on(Browsed, update.on_browsed),
        **on(CopiesRead, copies.read),
        **on(Forgotten, update.on_forgotten),
        **on(Kept, copies.kept),
        **on(Picked, update.on_picked),
        **on(Reviewed, update.on_reviewed),
        **on(Tick, update.on_tick),
        **on(Weights, update.on_weights),
    },
    offers=frozenset({"print", "learn", "learn-longo"}),
    dialogs={Dialog.DELETE: deleting},
    open=update.open_history,
    unclaimed=update.on_answer,
    on_uncover=update.on_uncover,
)
