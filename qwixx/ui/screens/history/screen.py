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
from qwixx.ui.screens.history import copies
from qwixx.ui.screens.history.deleting import deleting
from qwixx.ui.screens.history.model import HistoryScreen
from qwixx.ui.screens.history.update import (
    ACTIONS,
    on_answer,
    on_browsed,
    on_forgotten,
    on_picked,
    on_reviewed,
    on_tick,
    on_uncover,
    on_weights,
    open_history,
)
from qwixx.ui.screens.history.view import history_view
from qwixx.ui.screens.kind import ScreenKind, on
from qwixx.ui.screens.stack import pop

SCREEN = ScreenKind(
    HistoryScreen,
    history_view,
    pop,
    actions=ACTIONS,
    handlers={
        **on(Browsed, on_browsed),
        **on(CopiesRead, copies.read),
        **on(Forgotten, on_forgotten),
        **on(Kept, copies.kept),
        **on(Picked, on_picked),
        **on(Reviewed, on_reviewed),
        **on(Tick, on_tick),
        **on(Weights, on_weights),
    },
    offers=frozenset({"print", "learn", "learn-longo"}),
    dialogs={Dialog.DELETE: deleting},
    open=open_history,
    unclaimed=on_answer,
    on_uncover=on_uncover,
)
