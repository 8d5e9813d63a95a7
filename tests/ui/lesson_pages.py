"""Lessons, opened and played to the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.model.messages import CellTapped, ControlUsed, Message
from qwixx.ui.model.policy import NEXT, ROLL
from tests.ui.fake_page import model_after, open_page
from tests.ui.screen_lookup import find_lesson, get_lesson

if TYPE_CHECKING:
    from qwixx.ui.model import Model

LESSON_ACTIONS = {"classic": "learn", "longo": "learn-longo"}


def open_lesson(name: str, **parameters: str) -> Model:
    return model_after(open_page(speed="instant", **parameters), ControlUsed(LESSON_ACTIONS[name]))


def expected_message(model: Model) -> Message:
    assert find_lesson(model) is not None
    step = get_lesson(model).expected_step
    if step in (ROLL, NEXT):
        return ControlUsed(step)
    return ControlUsed("pass") if step == "-" else CellTapped(0, step)


def lesson_models(model: Model) -> list[Model]:
    """Play a lesson, and return the models at each step and after the end."""
    models = []
    while find_lesson(model) is not None:
        models.append(model)
        model = model_after(model, expected_message(model))
    return [*models, model]
