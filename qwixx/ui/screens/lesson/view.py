"""View of a lesson: a board and the text of the step."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.ui.model.policy import NEXT
from qwixx.ui.parts.controls import button, icon_button
from qwixx.ui.parts.html import Node, h
from qwixx.ui.parts.newer import reload_to_update_button
from qwixx.ui.screens.game.view import Parts, game_main
from qwixx.ui.screens.lesson.model import OPPONENT
from qwixx.ui.screens.lesson.texts import current_step_text, texts_of_all_steps
from qwixx.ui.screens.lesson.update import can_start_game
from qwixx.ui.texts import game_texts, refusals
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.ui.screens.lesson.model import LessonModel
    from qwixx.ui.texts.languages import Texts


def lesson_view(model: LessonModel, title: Node) -> tuple[Node, Node]:
    """Return the header and the board of the lesson."""
    _ = texts_of(model)
    parts = Parts(
        "lesson-game",
        _status(model),
        next_label=_("Next"),
        controls=_last_controls(model) if model.screen.lesson.is_at_last_step else None,
    )
    return _header(model, title), game_main(model, parts)


def _last_controls(model: LessonModel) -> Node:
    """Return the buttons at the end: to play an easy bot, unless it is impossible, or to close."""
    _ = texts_of(model)
    if not can_start_game(model):
        return h("div", {"class": "controls"}, button("next", _("Finish"), "primary wide"))
    # Translators: at the end of the lesson, a button that starts a game against the easy bot.
    label = _("Now play {name}").format(name=texts.bot_name(_, OPPONENT))
    return h(
        "div",
        {"class": "controls"},
        button("play-easy", label, "primary wide"),
        button("next", _("Finish")),
    )


def _header(model: LessonModel, title: Node) -> Node:
    _ = texts_of(model)
    return h(
        "header",
        {"class": "bar"},
        title,
        button("leave-lesson", _("Leave lesson"), "link bar-title"),
        reload_to_update_button(model),
        icon_button("rules", _("Rules")),
        icon_button("menu", _("Menu")),
    )


def _status(model: LessonModel) -> Node:
    """Return the text of the step, or of the opponent's action before it.

    The element is as tall as the lesson's tallest text needs, so that the sheet does not move.
    """
    _, lesson, board = texts_of(model), model.screen.lesson, model.screen.board
    news = ""
    if board.refused_tap is not None:
        news = refusals.illegal_tap_text(_, board.game, board.refused_tap, with_odds=False) or _(
            "You could do that, too, but this lesson asks for something else."
        )
    text = current_step_text(_, lesson)
    if board.person_to_act is None and board.policy.expects != NEXT:
        text = game_texts.headline_text(_, board.game, None, model.sole_local_person, ())
    return h(
        "div",
        {"class": "status lesson refused" if news else "status lesson"},
        h(
            "div",
            {"class": "status-text", "role": "status", "data-status": True, "aria-live": "polite"},
            h("p", {"class": "refusal"}, news),
            h("p", {"class": "instruction"}, text),
        ),
        _invisible_texts(_, lesson.name),
        h(
            "progress",
            {"value": lesson.step + 1, "max": len(lesson.all_steps), "aria-hidden": "true"},
        ),
        key="lesson",
    )


@lru_cache(maxsize=4)
def _invisible_texts(_: Texts, lesson_name: str) -> Node:
    """Return all texts of a lesson, invisible and stacked, reserving the height of the tallest."""
    rooms = (h("i", {"data-text": text}) for text in texts_of_all_steps(_, lesson_name))
    return h("div", {"class": "sizer", "aria-hidden": "true"}, *rooms)
