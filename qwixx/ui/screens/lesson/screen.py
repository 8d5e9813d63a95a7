"""Lesson: what the screen does."""

from __future__ import annotations

from qwixx.rules.moves import PASS
from qwixx.ui.model.board import ROLL
from qwixx.ui.model.messages import Press, Tap, Tick
from qwixx.ui.screens.game import board
from qwixx.ui.screens.game.update import decline, roll
from qwixx.ui.screens.kind import ScreenKind, on, plain
from qwixx.ui.screens.lesson.model import LessonScreen
from qwixx.ui.screens.lesson.update import (
    asked_for,
    close,
    follow,
    next_step,
    on_tap,
    on_tick,
    open_lesson,
    open_page,
)
from qwixx.ui.screens.lesson.view import lesson_view

SCREEN = ScreenKind(
    LessonScreen,
    lesson_view,
    close,
    actions={
        **board.actions(follow, "skip", "done", "scores", "look"),
        "roll": asked_for(roll, ROLL),
        "tray": asked_for(roll, ROLL),
        "pass": asked_for(decline, PASS.code),
        "next": plain(next_step),
        "leave-lesson": plain(close),
    },
    handlers={**on(Tap, on_tap), **on(Tick, on_tick), **on(Press, board.move_focus)},
    offers=frozenset({"log"}),
    open=open_lesson,
    open_page=open_page,
)
