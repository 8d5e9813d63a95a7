"""A lesson in the model: the learner does what a step asks for, and then the next one comes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.moves import PASS
from qwixx.state import Phase
from qwixx.ui import play, texts
from qwixx.ui.choices import named_in
from qwixx.ui.lessons import LESSONS, NEXT, PARTNER, ROLL, Lesson, Scene, scene_game
from qwixx.ui.model import (
    KEYS,
    PAINT,
    PERSON,
    Act,
    After,
    Dialog,
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

if TYPE_CHECKING:
    from collections.abc import Callable


_GAME_STEPS = {
    *(ROLL, PASS.code, "undo", "redo", "new-game", "leave", "start", "quick", "rematch", "hint"),
}


def learn(name: str) -> Callable[[Model], Result]:
    """Begin a lesson; what is played or chosen now comes back after it."""

    def begin(model: Model) -> Result:
        back = model if model.back is None else model.back
        first = LESSONS[name][0]
        begun = replace(
            Model(),
            settings=model.settings,
            can_save=model.can_save,
            embedded=model.embedded,
            newer=model.newer,
            loading=model.loading,
            screen=Screen.GAME,
            lesson=Lesson(name),
            back=replace(back, dialog=Dialog.NONE, waiting=False, hurry=False),
        )
        return _set_scene(begun, first)

    return begin


def _set_scene(model: Model, scene: Scene) -> Result:
    person = model.back.seats[0] if model.back is not None else Seat()
    seats = (person if person.kind == PERSON else Seat(), Seat(PARTNER))
    setup = Setup(scene.variant, seats)
    names = texts.seat_names(seats, model.settings.language)
    moved, _effects = play.go_on(replace(model, setup=setup), scene_game(scene, names))
    return moved, [Focus("main")]


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
    effects = [e for e in effects if not isinstance(e, Save) or e.key == "settings"]
    moved = after.game is not None and after.game.states != (model.game and model.game.states)
    if after.lesson is lesson and moved and not isinstance(message, Tick):
        after = replace(after, lesson=lesson.following()[0])
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
    if scene is not None:
        return _set_scene(model, scene)
    return model, [After(PAINT, model.timer)] if model.waiting else []


def leave_lesson(model: Model) -> Result:
    """Go back to what there was before the lesson."""
    if model.back is None:
        return model, []
    back = named_in(model.back, model.settings.language)
    back = replace(back, settings=model.settings, newer=model.newer, timer=model.timer + 1)
    back = replace(back, loading=model.loading)
    if back.game is None:
        return back, [Focus('[data-action="quick"]')]
    return play.go_on(back, back.game)
