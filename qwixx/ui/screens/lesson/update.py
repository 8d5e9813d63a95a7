"""A lesson in the model: the learner does what a step asks for, and then the next one comes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.rules.moves import PASS
from qwixx.rules.state import Phase
from qwixx.ui import storage
from qwixx.ui.model import (
    KEYS,
    PAINT,
    PERSON,
    Act,
    After,
    Dialog,
    Effect,
    Focus,
    Message,
    Model,
    Press,
    Result,
    Save,
    Screen,
    Seat,
    Setup,
    Tap,
    Tick,
    Weights,
)
from qwixx.ui.screens.game import update as play
from qwixx.ui.screens.lesson.script import NEXT, PARTNER, ROLL, Lesson, lesson_game
from qwixx.ui.screens.start.update import named_in
from qwixx.ui.texts import sentences as texts

if TYPE_CHECKING:
    from collections.abc import Callable


_GAME_STEPS = {
    *(ROLL, PASS.code, "undo", "redo", "new-game", "leave", "start", "quick", "rematch", "hint"),
}


def learn(name: str) -> Callable[[Model], Result]:
    """Begin a lesson; what is played or chosen now comes back after it."""
    return lambda model: take_up(model, Lesson(name))


def take_up(model: Model, lesson: Lesson) -> Result:
    """Go on with a lesson at its step; what is played or chosen now comes back after it."""
    back = model if model.back is None else model.back
    begun = replace(
        Model(),
        settings=model.settings,
        can_save=model.can_save,
        embedded=model.embedded,
        newer=model.newer,
        loading=model.loading,
        screen=Screen.GAME,
        lesson=lesson,
        back=replace(back, dialog=Dialog.NONE, waiting=False, hurry=False),
    )
    shown, effects = _set_game(begun, lesson)
    return shown, [*effects, _save(shown)]


def _set_game(model: Model, lesson: Lesson) -> Result:
    """Show the game of a lesson as it is when its step is asked for."""
    person = model.back.seats[0] if model.back is not None else Seat()
    seats = (person if person.kind == PERSON else Seat(), Seat(PARTNER))
    game = lesson_game(lesson, texts.seat_names(seats, model.settings.language))
    moved, _effects = play.go_on(replace(model, setup=Setup(game.variant, seats)), game)
    return moved, [Focus("main")]


def _save(model: Model) -> Save:
    """Keep where the learner is, or forget it where there is none."""
    if model.lesson is None or model.back is None:
        return Save("lesson", "")
    return Save("lesson", storage.write_lesson(model.lesson, model.back.query))


def in_lesson(
    model: Model, lesson: Lesson, message: Message, update: Callable[[Model, Message], Result]
) -> Result:
    """Let the learner do what the lesson asks for, and nothing else that changes the game."""
    if isinstance(message, Weights) and model.back is not None:
        # Bots of the game behind the lesson wait for them; they go on after it.
        back, _effects = play.take_weights(model.back, message)
        return replace(model, back=back), []
    if isinstance(message, Tap) and message.code != lesson.wanted:
        return replace(model, why=message), []
    step = _step(message)
    if step in _GAME_STEPS - {lesson.wanted}:
        return (replace(model, why=Tap(0, step)), []) if step == PASS.code else (model, [])
    rolls = model.game is not None and model.game.state.phase is Phase.ROLL
    if isinstance(message, Tick) and lesson.wanted == NEXT and rolls:
        return model, []  # the bot begins no turn until the learner has read
    after, effects = update(model, message)
    if after.lesson is None:
        return after, effects
    effects = [e for e in effects if not isinstance(e, Save) or e.key in ("settings", "lesson")]
    moved = after.game is not None and after.game.states != (model.game and model.game.states)
    if after.lesson is lesson and moved and not isinstance(message, Tick):
        after = replace(after, lesson=lesson.following()[0])
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
    if model.lesson is None or model.lesson.wanted != NEXT:
        return model, []
    if model.lesson.last:
        return leave_lesson(model)
    lesson, scene = model.lesson.following()
    model = replace(model, lesson=lesson, timer=model.timer + 1)
    effects: list[Effect] = [After(PAINT, model.timer)] if model.waiting else []
    if scene is not None:
        model, effects = _set_game(model, lesson)
    return model, [*effects, _save(model)]


def leave_lesson(model: Model) -> Result:
    """Go back to what there was before the lesson."""
    if model.back is None:
        return model, []
    back = named_in(model.back, model.settings.language)
    back = replace(back, settings=model.settings, newer=model.newer, timer=model.timer + 1)
    back = replace(back, loading=model.loading)
    if back.game is None:
        return back, [_save(back), Focus('[data-action="quick"]')]
    gone_on, effects = play.go_on(back, back.game)
    return gone_on, [_save(back), *effects]
