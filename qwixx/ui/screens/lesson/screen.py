"""Lesson: the screen's `ScreenKind`."""

from __future__ import annotations

from qwixx.rules.moves import PASS
from qwixx.ui.model.messages import CellTapped, KeyPressed, TimerFired
from qwixx.ui.model.policy import ROLL
from qwixx.ui.screens.game import board
from qwixx.ui.screens.game.update import pass_move, roll
from qwixx.ui.screens.kind import ScreenKind, handler_entry, without_arguments
from qwixx.ui.screens.lesson import update
from qwixx.ui.screens.lesson.model import LessonScreen
from qwixx.ui.screens.lesson.view import lesson_view

SCREEN = ScreenKind(
    LessonScreen,
    lesson_view,
    update.close_lesson,
    actions={
        **board.board_actions(update.play_lesson_step, "skip", "done", "scores", "look"),
        "roll": update.only_if_expected(roll, ROLL),
        "tray": update.only_if_expected(roll, ROLL),
        "pass": update.only_if_expected(pass_move, PASS.code),
        "next": without_arguments(update.go_to_next_step),
        "play-easy": without_arguments(update.play_easy_bot),
        "leave-lesson": without_arguments(update.close_lesson),
    },
    handlers={
        **handler_entry(CellTapped, update.cross_out_if_expected),
        **handler_entry(TimerFired, update.on_opponent_timer),
        **handler_entry(KeyPressed, board.move_cell_focus),
    },
    offers=frozenset({"log"}),
    open=update.open_lesson,
    open_page=update.reopen_saved_lesson,
)
