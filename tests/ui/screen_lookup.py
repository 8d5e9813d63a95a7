"""Lookups in the stack of screens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.screens.lesson.model import LessonScreen
from qwixx.ui.screens.live_table.model import LiveTableScreen

if TYPE_CHECKING:
    from qwixx.ui.model import Model
    from qwixx.ui.screens.lesson.model import Lesson


def find_lesson(model: Model) -> Lesson | None:
    """Return the lesson on top of the stack, or None."""
    return model.screen.lesson if isinstance(model.screen, LessonScreen) else None


def find_table(model: Model) -> LiveTableScreen | None:
    """Return the live table from anywhere in the stack, or None."""
    return next((screen for screen in model.stack if isinstance(screen, LiveTableScreen)), None)


def get_lesson(model: Model) -> Lesson:
    """Return the lesson on top of the stack; there must be one."""
    lesson = find_lesson(model)
    assert lesson is not None
    return lesson


def get_table(model: Model) -> LiveTableScreen:
    """Return the live table from anywhere in the stack; there must be one."""
    table = find_table(model)
    assert table is not None
    return table
