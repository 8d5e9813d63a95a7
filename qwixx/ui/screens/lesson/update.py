"""A lesson in the model: the learner does what a step asks for, and then the next one comes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.rules.moves import PASS
from qwixx.rules.state import Phase
from qwixx.ui import storage
from qwixx.ui.model import KEYS, DialogState, LessonScreen, Model, Result
from qwixx.ui.model.board import Board
from qwixx.ui.model.effects import After, Effect, Focus, Save
from qwixx.ui.model.messages import Act, Message, Press, Tap, Tick, Weights
from qwixx.ui.model.settings import PAINT
from qwixx.ui.model.setup import Seat, Setup
from qwixx.ui.screens.game import update as game_screen
from qwixx.ui.screens.lesson.model import NEXT, PARTNER, ROLL, Lesson
from qwixx.ui.screens.lesson.script import lesson_game
from qwixx.ui.texts import sentences as texts

if TYPE_CHECKING:
    from collections.abc import Callable


_GAME_STEPS = {
    *(ROLL, PASS.code, "undo", "redo", "new-game", "leave", "start", "rematch", "hint"),
    "resume",
}


def learn(name: str) -> Callable[[Model], Result]:
    """Begin a lesson; what is played or chosen now comes back after it."""
    return lambda model: take_up(model, Lesson(name))


def take_up(model: Model, lesson: Lesson) -> Result:
    """Go on with a lesson at its step; what is played or chosen now comes back after it."""
    back = model.screen.back if isinstance(model.screen, LessonScreen) else model
    begun = replace(model, dialog=DialogState(), notices=())
    shown, effects = _show(begun, lesson, replace(back, dialog=DialogState()))
    return shown, [*effects, _save(shown)]


def _show(model: Model, lesson: Lesson, back: Model) -> Result:
    """Show the game of a lesson as it is when its step is asked for."""
    person = back.seats[0]
    seats = (person if person.is_person else Seat(), Seat(PARTNER))
    game = lesson_game(lesson, texts.seat_names(seats, model.settings.language))
    learning = LessonScreen(lesson, Board(game, Setup(game.variant, seats)), back)
    moved, _effects = game_screen.go_on(replace(model, screen=learning), game)
    return moved, [Focus("main")]


def _save(model: Model) -> Save:
    """Keep where the learner is, or forget it where there is none."""
    if model.lesson is None:
        return Save("lesson", "")
    return Save("lesson", storage.write_lesson(model.lesson, model.session.query))


def in_lesson(
    model: Model,
    learning: LessonScreen,
    message: Message,
    update: Callable[[Model, Message], Result],
) -> Result:
    """Let the learner do what the lesson asks for, and nothing else that changes the game."""
    lesson = learning.lesson
    if isinstance(message, Weights):
        # Bots of the game behind the lesson wait for them; they go on after it.
        return game_screen.weigh_below(model, learning, message), []
    if isinstance(message, Tap) and message.code != lesson.wanted:
        return model.with_board(why=message), []
    step = _step(message)
    if step in _GAME_STEPS - {lesson.wanted}:
        return (model.with_board(why=Tap(0, step)), []) if step == PASS.code else (model, [])
    states = learning.board.game.states
    if isinstance(message, Tick) and lesson.wanted == NEXT and states[-1].phase is Phase.ROLL:
        return model, []  # the bot begins no turn until the learner has read
    after, effects = update(model, message)
    now = after.screen
    if not isinstance(now, LessonScreen):
        return after, effects
    effects = [e for e in effects if not isinstance(e, Save) or e.key in ("settings", "lesson")]
    moved = now.board.game.states != states
    if now.lesson is lesson and moved and not isinstance(message, Tick):
        after = replace(after, screen=replace(now, lesson=lesson.following()[0]))
        effects = [*effects, _save(after)]
    return after, effects


def _step(message: Message) -> str:
    """Return what a message asks for, in the words of a lesson's steps; "" if it is no control."""
    action = message.action if isinstance(message, Act) else ""
    if isinstance(message, Press):
        action = KEYS.get(message.command, "")
    return PASS.code if action == "pass" else action


def next_step(model: Model) -> Result:
    """Read on, to the next step of a lesson or out of it."""
    learning = model.screen
    if not isinstance(learning, LessonScreen) or learning.lesson.wanted != NEXT:
        return model, []
    if learning.lesson.last:
        return leave_lesson(model)
    lesson, scene = learning.lesson.following()
    model = replace(model.timed(), screen=replace(learning, lesson=lesson))
    waiting = learning.board.waiting
    effects: list[Effect] = [After(PAINT, model.timer)] if waiting else []
    if scene is not None:
        model, effects = _show(model, lesson, learning.back)
    return model, [*effects, _save(model)]


def leave_lesson(model: Model) -> Result:
    """Go back to what there was before the lesson."""
    if not isinstance(model.screen, LessonScreen):
        return model, []
    came, effects = game_screen.come_back(model, model.screen.back)
    focus = [] if came.game else [Focus('[data-action="start"]')]
    return came, [_save(came), *effects, *focus]
