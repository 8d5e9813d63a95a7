"""Lessons, begun and gone through."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.model.board import NEXT, ROLL
from qwixx.ui.model.messages import CellTapped, ControlUsed, Message
from tests.ui.fake import after, opened
from tests.ui.screens import lesson_of, the_lesson

if TYPE_CHECKING:
    from qwixx.ui.model import Model

LEARN = {"classic": "learn", "longo": "learn-longo"}


def begun(name: str, **parameters: str) -> Model:
    return after(opened(speed="instant", **parameters), ControlUsed(LEARN[name]))


def what_is_wanted(model: Model) -> Message:
    assert lesson_of(model) is not None
    wanted = the_lesson(model).expected_step
    if wanted in (ROLL, NEXT):
        return ControlUsed(wanted)
    return ControlUsed("pass") if wanted == "-" else CellTapped(0, wanted)


def steps(model: Model) -> list[Model]:
    """Return the models of a lesson at each of its steps."""
    models = []
    while lesson_of(model) is not None:
        models.append(model)
        model = after(model, what_is_wanted(model))
    return [*models, model]
