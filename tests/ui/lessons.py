"""Lessons, begun and gone through."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.model.messages import Act, Message, Tap
from qwixx.ui.screens.lesson.model import NEXT, ROLL
from tests.ui.fake import after, opened

if TYPE_CHECKING:
    from qwixx.ui.model import Model

LEARN = {"classic": "learn", "longo": "learn-longo"}


def begun(name: str, **parameters: str) -> Model:
    return after(opened(speed="instant", **parameters), Act(LEARN[name]))


def what_is_wanted(model: Model) -> Message:
    assert model.lesson is not None
    wanted = model.lesson.wanted
    if wanted in (ROLL, NEXT):
        return Act(wanted)
    return Act("pass") if wanted == "-" else Tap(0, wanted)


def steps(model: Model) -> list[Model]:
    """Return the models of a lesson at each of its steps."""
    models = []
    while model.lesson is not None:
        models.append(model)
        model = after(model, what_is_wanted(model))
    return [*models, model]
