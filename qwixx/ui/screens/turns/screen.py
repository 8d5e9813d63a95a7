"""Games by turns: the screen's `ScreenKind`."""

from __future__ import annotations

from qwixx.ui.model import Dialog
from qwixx.ui.model.messages import (
    FilePicked,
    QrCodeGenerated,
    SlotChangedElsewhere,
    TurnGameSaved,
)
from qwixx.ui.screens.game.board import board_actions, board_message_handlers
from qwixx.ui.screens.kind import ScreenKind, handler_entry
from qwixx.ui.screens.turns import progress, update
from qwixx.ui.screens.turns.game_view import drop_question
from qwixx.ui.screens.turns.model import TurnsScreen
from qwixx.ui.screens.turns.playing import play_turn_step
from qwixx.ui.screens.turns.view import turns_view

SCREEN = ScreenKind(
    TurnsScreen,
    turns_view,
    progress.close_turns,
    progress.leave_game,
    actions={
        **board_actions(play_turn_step, "pass", "undo", "done", "scores", "look", "review"),
        **update.ACTIONS,
    },
    handlers={
        **board_message_handlers(play_turn_step),
        **handler_entry(TurnGameSaved, progress.on_saved),
        **handler_entry(SlotChangedElsewhere, progress.on_changed_elsewhere),
        **handler_entry(FilePicked, update.on_file_picked),
        **handler_entry(QrCodeGenerated, update.on_qr_code_generated),
    },
    offers=frozenset({"log", "learn", "learn-longo", "replay", "share"}),
    dialogs={Dialog.DROP_TURNS: drop_question},
    open=update.open_turns,
    open_link=update.open_link,
    open_page=update.open_page,
    unclaimed=progress.on_changed_elsewhere_while_closed,
    entries={"turns-paste": update.is_whole_link},
)
