"""Same dice: its entry for the stack of screens."""

from __future__ import annotations

from qwixx.ui.model.messages import (
    CellTapped,
    KeyPressed,
    QrCodeGenerated,
    SameDiceLoaded,
    SlotChangedElsewhere,
)
from qwixx.ui.screens.hand_played import write_file
from qwixx.ui.screens.kind import ScreenKind, on
from qwixx.ui.screens.same_dice import update
from qwixx.ui.screens.same_dice.lobby_update import on_encoded
from qwixx.ui.screens.same_dice.model import SameDiceScreen
from qwixx.ui.screens.same_dice.touching import tap
from qwixx.ui.screens.same_dice.view import same_dice_view

SCREEN = ScreenKind(
    SameDiceScreen,
    same_dice_view,
    update.close,
    update.leave,
    actions=update.ACTIONS,
    handlers={
        **on(QrCodeGenerated, on_encoded),
        **on(SameDiceLoaded, update.on_loaded),
        **on(SlotChangedElsewhere, update.on_moved),
        **on(KeyPressed, update.on_press),
        **on(CellTapped, tap),
    },
    offers=frozenset({"print", "learn", "learn-longo"}),
    open=update.open_same_dice,
    open_link=update.open_link,
    open_page=update.open_page,
    open_record=update.open_record,
    unclaimed=update.on_loaded,
    write_file=lambda screen: write_file(screen.game),
)
