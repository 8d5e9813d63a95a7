"""Workshop: the screen's `ScreenKind`."""

from __future__ import annotations

from qwixx.ui.model.messages import (
    BotFailed,
    BotOutputCut,
    BotPrinted,
    FilePicked,
    PracticeProgressed,
    QrCodeGenerated,
    SlotChangedElsewhere,
)
from qwixx.ui.screens.bot_games import stop
from qwixx.ui.screens.kind import ScreenKind, handler_entry, without_arguments
from qwixx.ui.screens.workshop import update
from qwixx.ui.screens.workshop.model import WorkshopScreen
from qwixx.ui.screens.workshop.view import workshop_view

SCREEN = ScreenKind(
    WorkshopScreen,
    workshop_view,
    update.close_workshop,
    actions={
        **update.CHOICES,
        "bot-text": update.edit,
        "run": without_arguments(update.run),
        "stop": without_arguments(stop),
        "play-bot": update.play_game,
        "example": update.open_example,
        "own-bot": update.open_saved,
        "delete-bot": without_arguments(update.delete),
        "save-bot": without_arguments(update.save_file),
        "open-bot": without_arguments(update.pick_file),
        "share-bot": without_arguments(update.share),
        "bot-copy": without_arguments(update.copy),
        "bot-share": without_arguments(update.share_by_system),
        "copied": without_arguments(update.on_copied),
        "leave-workshop": without_arguments(update.close_workshop),
    },
    handlers={
        **handler_entry(PracticeProgressed, update.on_progress),
        **handler_entry(BotFailed, update.on_failure),
        **handler_entry(BotPrinted, update.on_output),
        **handler_entry(BotOutputCut, update.on_output_cut),
        **handler_entry(FilePicked, update.on_file_picked),
        **handler_entry(QrCodeGenerated, update.on_qr_code),
        **handler_entry(SlotChangedElsewhere, update.on_saved_elsewhere),
    },
    entries={"bot-text": lambda _screen, _text: True},
    offers=frozenset({"round-robin"}),
    on_cover=stop,
    open=update.open_workshop,
    open_link=update.open_bot_link,
    open_page=update.open_workshop_of_page,
)
