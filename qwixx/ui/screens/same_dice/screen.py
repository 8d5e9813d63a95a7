"""Same dice: the screen's `ScreenKind`."""

from __future__ import annotations

from qwixx.ui.model.messages import (
    CellTapped,
    KeyPressed,
    QrCodeGenerated,
    SameDiceLoaded,
    SlotChangedElsewhere,
)
from qwixx.ui.screens.hand_played import export_text_or_raise
from qwixx.ui.screens.kind import ScreenKind, handler_entry
from qwixx.ui.screens.same_dice import update
from qwixx.ui.screens.same_dice.lobby_update import is_whole_code, on_qr_code_generated
from qwixx.ui.screens.same_dice.model import SameDiceScreen
from qwixx.ui.screens.same_dice.reports import is_whole_result
from qwixx.ui.screens.same_dice.touching import on_cell_tapped
from qwixx.ui.screens.same_dice.view import same_dice_view

SCREEN = ScreenKind(
    SameDiceScreen,
    same_dice_view,
    update.close_same_dice,
    update.close_invitation_or_screen,
    actions=update.ACTIONS,
    handlers={
        **handler_entry(QrCodeGenerated, on_qr_code_generated),
        **handler_entry(SameDiceLoaded, update.on_same_dice_loaded),
        **handler_entry(SlotChangedElsewhere, update.on_newer_save),
        **handler_entry(KeyPressed, update.on_key),
        **handler_entry(CellTapped, on_cell_tapped),
    },
    offers=frozenset({"print", "learn", "learn-longo"}),
    open=update.load_saved_game,
    open_link=update.load_game_for_link,
    open_page=update.open_requested_or_reopen,
    open_archived=update.open_archived_game,
    unclaimed=update.on_same_dice_loaded,
    entries={"same-code": is_whole_code, "same-result": is_whole_result},
    export_text=lambda screen: export_text_or_raise(screen.game),
)
