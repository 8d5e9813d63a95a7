"""History: its entry for the stack of screens."""

from __future__ import annotations

from qwixx.ui.model import Dialog
from qwixx.ui.model.messages import (
    ArchiveRead,
    ArchiveWritten,
    CopiesRead,
    FilePicked,
    GamesDeleted,
    ReviewProgressed,
    TimerFired,
    WeightsLoaded,
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
        **on(ArchiveRead, update.on_archive),
        **on(CopiesRead, copies.on_copies),
        **on(GamesDeleted, update.on_deleted),
        **on(ArchiveWritten, copies.on_written),
        **on(FilePicked, update.on_picked),
        **on(ReviewProgressed, update.on_reviewed),
        **on(TimerFired, update.on_tick),
        **on(WeightsLoaded, update.on_weights),
    },
    offers=frozenset({"print", "learn", "learn-longo"}),
    dialogs={Dialog.DELETE: deleting},
    open=update.open_history,
    unclaimed=update.on_answer,
    on_uncover=update.on_uncover,
)
