"""Lesson: check the learner's steps, and advance the lesson."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.rules.moves import PASS
from qwixx.rules.state import Phase
from qwixx.ui import late, storage
from qwixx.ui.address import starts_game_at_once
from qwixx.ui.model.board import Board
from qwixx.ui.model.delays import RENDER_DELAY_MS
from qwixx.ui.model.effects import Effect, FocusElement, QuarantineText, SaveText, StartTimer
from qwixx.ui.model.hand import Refused
from qwixx.ui.model.messages import CellTapped
from qwixx.ui.model.policy import NEXT, Help, Policy, Undo
from qwixx.ui.model.public import LESSON_SLOT
from qwixx.ui.model.setup import Seat, Setup
from qwixx.ui.model.start import StartScreen
from qwixx.ui.model.values import replace
from qwixx.ui.screens.game.advance import Change, show_position
from qwixx.ui.screens.game.tap import on_cell_tapped
from qwixx.ui.screens.lesson.model import OPPONENT, Lesson, LessonScreen
from qwixx.ui.screens.lesson.saved import parse_lesson, write_lesson
from qwixx.ui.screens.lesson.script import game_at_lesson_step, with_opponent_step
from qwixx.ui.screens.stack import pop, push
from qwixx.ui.storage import canonical_parameters_json
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.games.game import Game
    from qwixx.ui.model import Model, Result
    from qwixx.ui.model.messages import ControlUsed, PageOpened, TimerFired
    from qwixx.ui.screens.game.advance import OwnerStep
    from qwixx.ui.screens.kind import ControlHandler
    from qwixx.ui.screens.lesson.model import LessonModel


def open_lesson(model: Model, action: str) -> Result:
    """Start the lesson that an action names."""
    return _show_lesson(model, Lesson("longo" if action == "learn-longo" else "classic"))


def reopen_saved_lesson(model: Model, message: PageOpened) -> Result | None:
    """Resume the saved lesson, unless a link asks for a new game."""
    text = message.saved[LESSON_SLOT]
    try:
        lesson, query = parse_lesson(text)
    except ValueError:
        return model, [QuarantineText(LESSON_SLOT, text)]
    if starts_game_at_once(message.parameters) and query != canonical_parameters_json(
        message.parameters
    ):
        return model, [SaveText(LESSON_SLOT, "")]  # the page was opened by a link, not reloaded
    shown, _effects = _show_lesson(model, lesson)
    return shown, []


def _show_lesson(model: Model, lesson: Lesson) -> Result:
    """Show a lesson at its current step."""
    board = _lesson_board(model, lesson, model.seats[0])
    shown, effects = push(model, LessonScreen(lesson, board))
    resumed, _effects = show_position(shown, board.game)
    return resumed, [*effects, *_save_effects(resumed, lesson)]


def _lesson_board(model: Model, lesson: Lesson, person: Seat) -> Board:
    """Return the board at the current step of a lesson."""
    seats = (person if person.is_person else Seat(), Seat(OPPONENT))
    scene = game_at_lesson_step(lesson, texts.seat_names(seats, texts_of(model)))
    return Board(scene, Setup(scene.variant, seats), policy=_policy(lesson))


def _policy(lesson: Lesson) -> Policy:
    """Return the policy at the current step of a lesson: only the expected step counts."""
    return Policy(Undo.NONE, advice=Help.NONE, expects=lesson.expected_step)


def _save_effects(model: Model, lesson: Lesson) -> list[Effect]:
    """Return the effect that saves the learner's position."""
    return [SaveText(LESSON_SLOT, write_lesson(lesson, model.session.query))]


def only_if_expected(
    action: Callable[[Model, OwnerStep], Result], step: str
) -> ControlHandler[LessonScreen]:
    """Return a handler that runs a board's action only if the lesson expects the step."""

    def act(model: LessonModel, _act: ControlUsed) -> Result:
        if model.board.policy.expects == step:
            return action(model, play_lesson_step)
        return (
            (model.with_board(note=Refused(CellTapped(0, step))), [])
            if step == PASS.code
            else (model, [])
        )

    return act


def play_lesson_step(model: LessonModel, game: Game, change: Change) -> Result:
    """Play a step; if it is the learner's, advance the lesson."""
    after, effects = show_position(model, game, change)
    screen = after.screen
    if model.board.person_to_act is None:  # the opponent's step
        return after, effects
    lesson, _scene = screen.lesson.at_next_step()
    board = replace(screen.board, policy=_policy(lesson))
    moved = replace(after, screen=LessonScreen(lesson, board))
    return moved, [*effects, *_save_effects(moved, lesson)]


def cross_out_if_expected(model: LessonModel, message: CellTapped) -> Result:
    """Cross out the expected number; for any other number, show why it is refused."""
    if message.code != model.board.policy.expects:
        return model.with_board(note=Refused(message), cause=""), []
    return on_cell_tapped(model, message, play_lesson_step)


def on_opponent_timer(model: LessonModel, message: TimerFired) -> Result:
    """Play the opponent's next step, but start no turn before the learner has read the text."""
    board, phase = model.board, model.board.game.state.phase
    if board.policy.expects == NEXT and phase is Phase.ROLL:
        return model, []
    if message.timer_id != model.timer or not board.is_local_bot_next:
        return model, []
    game = with_opponent_step(board.game)
    secret = phase is game.state.phase is Phase.WHITE
    change = Change.UNSEEN if board.fast_forward or secret else Change.STEP
    return play_lesson_step(model, game, change)


def go_to_next_step(model: LessonModel) -> Result:
    """Continue to the next step, or close the lesson after the last one."""
    screen = model.screen
    if screen.lesson.expected_step != NEXT:
        return model, []
    if screen.lesson.is_at_last_step:
        return _finish_lesson(model)
    lesson, scene = screen.lesson.at_next_step()
    effects: list[Effect] = []
    if scene is None:
        board = replace(screen.board, policy=_policy(lesson))
        model = replace(model.with_new_timer(), screen=LessonScreen(lesson, board))
        if board.is_local_bot_next:
            effects = [StartTimer(RENDER_DELAY_MS, model.timer)]
    else:
        board = _lesson_board(model, lesson, screen.board.seats[0])
        model = replace(model, screen=LessonScreen(lesson, board))
        model, _effects = show_position(model, board.game)
        effects = [FocusElement("main")]
    return model, [*effects, *_save_effects(model, lesson)]


def can_start_game(model: LessonModel) -> bool:
    """Return whether the lesson covers only the start screen, so that a game may follow it."""
    return [screen.folder for screen in model.stack] == ["start", "lesson"]


def play_easy_bot(model: LessonModel) -> Result:
    """After the last step, start a game against the bot of the lesson, by the rules taught."""
    if not (model.screen.lesson.is_at_last_step and can_start_game(model)):
        return model, []
    at_start, effects = _finish_lesson(model)
    started, more = late.begin.start_game(at_start, _setup_for_beginner(model))
    return started, [*_without_focus(effects), *more]


def _finish_lesson(model: LessonModel) -> Result:
    """Close the lesson. On a first visit, the start screen then offers an easy bot."""
    setup, is_first_visit = _setup_for_beginner(model), model.session.is_first_visit
    closed, effects = close_lesson(model.with_session(is_first_visit=False))
    if not (is_first_visit and isinstance(closed.screen, StartScreen)):
        return closed, effects
    at_start = replace(closed, screen=StartScreen(setup))
    return at_start, [
        SaveText("setup", storage.write_setup(setup)),
        *_without_focus(effects),
        FocusElement('[data-action="start"]'),
    ]


def _setup_for_beginner(model: LessonModel) -> Setup:
    """Return the setup for the learner against the bot of the lesson."""
    person, _opponent = model.screen.board.seats
    return Setup(model.board.game.variant, (person, Seat(OPPONENT)))


def _without_focus(effects: list[Effect]) -> list[Effect]:
    return [effect for effect in effects if not isinstance(effect, FocusElement)]


def close_lesson(model: LessonModel) -> Result:
    """Return to the covered screen, and delete the saved lesson."""
    popped, effects = pop(model)
    return popped, [SaveText(LESSON_SLOT, ""), *effects]
