"""Lesson: its entry for the stack of screens."""

from __future__ import annotations

from qwixx.rules.moves import PASS
from qwixx.ui.model.board import ROLL
from qwixx.ui.model.messages import CellTapped, KeyPressed, TimerFired
from qwixx.ui.screens.game import board
from qwixx.ui.screens.game.update import decline, roll
from qwixx.ui.screens.kind import ScreenKind, on, plain
from qwixx.ui.screens.lesson import update
from qwixx.ui.screens.lesson.model import LessonScreen
from qwixx.ui.screens.lesson.view import lesson_view

SCREEN = ScreenKind(
    LessonScreen,
    lesson_view,
    update.close,
    actions={
        **board.actions("skip", "done", "scores", "look"),
        "roll": update.asked_for(roll, ROLL),
        "tray": update.asked_for(roll, ROLL),
        "pass": update.asked_for(decline, PASS.code),
        "next": plain(update.next_step),
        "leave-lesson": plain(update.close),
    },
    handlers={
        **on(CellTapped, update.on_tap),
        **on(TimerFired, update.on_tick),
        **on(KeyPressed, board.move_focus),
    },
    offers=frozenset({"log"}),
    play=update.play,
    open=update.open_lesson,
    open_page=update.open_page,
)
