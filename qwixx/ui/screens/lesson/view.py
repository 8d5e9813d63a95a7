"""View of a lesson: a board, and the text of the step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.model.board import NEXT
from qwixx.ui.parts.controls import button
from qwixx.ui.parts.html import Node, h
from qwixx.ui.screens.game.view import Parts, game_header, game_screen
from qwixx.ui.screens.lesson.texts import lesson_text
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import translations

if TYPE_CHECKING:
    from qwixx.ui.screens.lesson.model import LessonModel


def lesson_view(model: LessonModel, title: Node) -> tuple[Node, Node]:
    """Return the lesson."""
    _ = translations(model.settings.language).gettext
    screen = model.screen
    speaks = screen.board.actor is not None or screen.board.lesson_step == NEXT
    parts = Parts(
        "taught",
        _status(model) if speaks else None,
        button("leave-lesson", _("Leave lesson"), "link"),
        _("Finish") if screen.lesson.is_last else _("Next"),
        has_end=False,
    )
    return game_header(model, title), game_screen(model, parts)


def _status(model: LessonModel) -> Node:
    language, lesson, board = model.settings.language, model.screen.lesson, model.screen.board
    _ = translations(language).gettext
    text = ""
    if board.refused_tap is not None:
        text = texts.illegal_tap_text(language, board.game, board.refused_tap, odds=False) or _(
            "You could do that, too, but this lesson asks for something else."
        )
    return h(
        "div",
        {"class": "status lesson"},
        h(
            "div",
            {"role": "status", "data-status": True, "aria-live": "polite"},
            h("p", {"class": "told"}, lesson_text(language, lesson)),
            h("p", {"class": "news"}, text),
        ),
        h(
            "progress",
            {"value": lesson.step + 1, "max": len(lesson.steps), "aria-hidden": "true"},
        ),
        key="lesson",
    )
