"""Game: its entry for the stack of screens."""

from __future__ import annotations

from qwixx.ui import storage
from qwixx.ui.model import Dialog
from qwixx.ui.model.messages import SlotChangedElsewhere
from qwixx.ui.screens.game import board, record
from qwixx.ui.screens.game.begin import archive_and_leave, ask_new_game, go_home, leave, rematch
from qwixx.ui.screens.game.leaving import leaving
from qwixx.ui.screens.game.model import GameScreen
from qwixx.ui.screens.game.saved_games import on_answer, on_moved
from qwixx.ui.screens.game.view import game_view
from qwixx.ui.screens.kind import ScreenKind, on, plain

SCREEN = ScreenKind(
    GameScreen,
    game_view,
    actions={
        **board.actions(*board.ALL),
        "new-game": plain(ask_new_game),
        "home": plain(go_home),
        "leave": plain(leave),
        "leave-and-keep": plain(archive_and_leave),
        "rematch": plain(rematch),
    },
    handlers={**board.handlers(), **on(SlotChangedElsewhere, on_moved)},
    offers=frozenset(
        {
            *("log", "share", "embed", "make-file", "resume", "daily"),
            *("history", "statistics", "pad", "together", "same-dice", "print", "replay"),
            *("learn", "learn-longo"),
        }
    ),
    dialogs={Dialog.LEAVE: leaving},
    play=record.play,
    unclaimed=on_answer,
    on_uncover=record.resume,
    save=record.save,
    reload=record.reload,
    write_file=lambda screen: storage.write_file(
        screen.board.game, screen.board.setup, screen.board.slot
    ),
)
