"""Lesson: serialize and parse the learner's position."""

from __future__ import annotations

import json

from qwixx.ui.screens.lesson.model import LESSONS, Lesson
from qwixx.ui.storage import parse_json_object


def write_lesson(lesson: Lesson, query: str) -> str:
    """Return a learner's position as text, with the URL's query."""
    return json.dumps({"name": lesson.name, "step": lesson.step, "query": query})


def parse_lesson(text: str) -> tuple[Lesson, str]:
    """Parse a saved position; return it with the URL's query.

    Raises:
        ValueError: the text is not a position in a lesson.
    """
    fields = parse_json_object(text)
    name, step, query = (fields.get(key) for key in ("name", "step", "query"))
    if (
        not isinstance(name, str)
        or name not in LESSONS
        or type(step) is not int
        or not 0 <= step < len(Lesson(name).all_steps)
        or not isinstance(query, str)
    ):
        msg = "this is no place in a lesson"
        raise ValueError(msg)
    return Lesson(name, step), query
