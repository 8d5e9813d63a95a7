"""Live table: the screen's `ScreenKind`."""

from __future__ import annotations

from qwixx.ui.model import Dialog
from qwixx.ui.screens.kind import ScreenKind
from qwixx.ui.screens.live_table import opening
from qwixx.ui.screens.live_table import texts as table_texts
from qwixx.ui.screens.live_table.leaving import leave_question
from qwixx.ui.screens.live_table.links import is_whole_link
from qwixx.ui.screens.live_table.model import LiveTableScreen
from qwixx.ui.screens.live_table.update import ACTIONS, HANDLERS
from qwixx.ui.screens.live_table.view import live_table_view
from qwixx.ui.storage import game_file_text
from qwixx.ui.texts.languages import texts_of


def _export_text(screen: LiveTableScreen) -> str:
    board = screen.board
    return "" if board is None else game_file_text(board.game, board.setup, board.slot)


SCREEN = ScreenKind(
    LiveTableScreen,
    live_table_view,
    opening.leave_table,
    opening.close_camera_or_request_leave,
    opening.leave_dialog,
    actions=ACTIONS,
    handlers=HANDLERS,
    offers=frozenset({"log", "learn", "learn-longo"}),
    dialogs={Dialog.LEAVE_TABLE: leave_question},
    strip=lambda model: table_texts.return_to_table_text(texts_of(model), model.screen),
    open=opening.load_saved_table,
    open_link=opening.load_table_for_link,
    open_page=opening.open_requested_or_reopen_table,
    unclaimed=opening.on_table_loaded,
    on_cover=opening.close_camera_when_covered,
    on_uncover=opening.restart_review_when_uncovered,
    reload_effects=opening.effects_to_reload_page,
    entries=dict.fromkeys(("answer", "summons"), lambda _screen, text: is_whole_link(text)),
    export_text=_export_text,
)
