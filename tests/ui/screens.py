"""What lies on the stack of screens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.screens.lesson.model import LessonScreen
from qwixx.ui.screens.live_table.model import LiveTableScreen

if TYPE_CHECKING:
    from qwixx.ui.model import Model
    from qwixx.ui.screens.lesson.model import Lesson


def lesson_of(model: Model) -> Lesson | None:
    """Return where the learner is; None if no lesson is on top."""
    return model.screen.lesson if isinstance(model.screen, LessonScreen) else None


def table_of(model: Model) -> LiveTableScreen | None:
    """Return the live table, wherever it lies; None without one."""
    return next((one for one in model.stack if isinstance(one, LiveTableScreen)), None)


def the_lesson(model: Model) -> Lesson:
    """Return where the learner is in the lesson on top."""
    lesson = lesson_of(model)
    assert lesson is not None
    return lesson


def the_table(model: Model) -> LiveTableScreen:
    """Return the live table, wherever it lies."""
    table = table_of(model)
    assert table is not None
    return table
