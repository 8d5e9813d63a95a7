"""Game: the screen's `ScreenKind`."""

from __future__ import annotations

from qwixx.ui import late, storage
from qwixx.ui.model import Dialog
from qwixx.ui.model.messages import SlotChangedElsewhere
from qwixx.ui.screens.game import board, record
from qwixx.ui.screens.game.begin import (
    go_to_start_keeping_game,
    leave_archiving_game,
    leave_discarding_unfinished,
    leave_or_ask_first,
    start_rematch,
)
from qwixx.ui.screens.game.ending import game_view_with_challenge
from qwixx.ui.screens.game.leaving import leave_question
from qwixx.ui.screens.game.model import GameScreen
from qwixx.ui.screens.game.saved_games import on_game_or_date, on_newer_save
from qwixx.ui.screens.kind import ScreenKind, handler_entry, without_arguments

SCREEN = ScreenKind(
    GameScreen,
    game_view_with_challenge,
    actions={
        **board.board_actions(record.play_game_step, *board.ALL),
        "new-game": without_arguments(leave_or_ask_first),
        "home": without_arguments(go_to_start_keeping_game),
        "leave": without_arguments(leave_discarding_unfinished),
        "leave-and-keep": without_arguments(leave_archiving_game),
        "rematch": without_arguments(start_rematch),
        "know-it": lambda model, _act: late.first_game.leave_spotlights(model),
    },
    handlers={
        **board.board_message_handlers(record.play_game_step),
        **handler_entry(SlotChangedElsewhere, on_newer_save),
    },
    offers=frozenset(
        {
            *("log", "share", "send-result", "embed", "make-file", "resume", "daily"),
            *(
                "history",
                "statistics",
                "pad",
                "together",
                "same-dice",
                "by-turns",
                "print",
                "replay",
            ),
            "challenge",
            *("learn", "learn-longo"),
        }
    ),
    dialogs={Dialog.LEAVE: leave_question},
    unclaimed=on_game_or_date,
    on_uncover=record.resume_game_when_uncovered,
    save_effects=record.save_effects,
    reload_effects=record.effects_to_reload_page,
    export_text=lambda screen: storage.game_file_text(
        screen.board.game, screen.board.setup, screen.board.slot
    ),
)
