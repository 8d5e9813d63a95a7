"""History: the screen's `ScreenKind`."""

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
from qwixx.ui.screens.history.deleting import delete_all_question
from qwixx.ui.screens.history.model import HistoryScreen
from qwixx.ui.screens.history.view import history_view
from qwixx.ui.screens.kind import ScreenKind, handler_entry
from qwixx.ui.screens.stack import pop

SCREEN = ScreenKind(
    HistoryScreen,
    history_view,
    pop,
    actions=update.ACTIONS,
    handlers={
        **handler_entry(ArchiveRead, update.on_archive_read),
        **handler_entry(CopiesRead, copies.on_copies_read),
        **handler_entry(GamesDeleted, update.on_games_deleted),
        **handler_entry(ArchiveWritten, copies.on_archive_written),
        **handler_entry(FilePicked, update.on_file_picked),
        **handler_entry(ReviewProgressed, update.archive_finished_review),
        **handler_entry(TimerFired, update.on_import_or_undo_timer),
        **handler_entry(WeightsLoaded, update.on_weights_loaded),
    },
    offers=frozenset({"print", "learn", "learn-longo"}),
    dialogs={Dialog.DELETE: delete_all_question},
    open=update.open_history_or_statistics,
    unclaimed=update.on_archive_message_while_closed,
    on_uncover=update.reread_games_when_uncovered,
)
