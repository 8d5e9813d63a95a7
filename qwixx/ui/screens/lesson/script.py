"""The game at each step of a lesson."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.bots import find_bot
from qwixx.games.game import Game
from qwixx.rules.dice import bot_rng
from qwixx.rules.moves import PASS, Mark
from qwixx.rules.state import Phase
from qwixx.ui.model.policy import NEXT, ROLL
from qwixx.ui.screens.lesson.model import LEARNER, OPPONENT_BOT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.rules.moves import Move
    from qwixx.ui.screens.lesson.model import Lesson, Scene


def game_at_scene_start(scene: Scene, names: Sequence[str]) -> Game:
    """Return the game at the start of a scene."""
    game = Game(scene.variant, names, scene.seed, first=LEARNER)
    for code in scene.decisions.split():
        if game.state.phase is Phase.ROLL:
            game = game.roll()
        move: Move = PASS if code == "-" else Mark.from_code(code)
        game = game.play(game.state.to_act[0], move)
    return game


def game_at_lesson_step(lesson: Lesson, names: Sequence[str]) -> Game:
    """Return the game at the start of a lesson's step.

    The game is deterministic: the scene's seed yields the dice, the learner has taken all earlier
    steps, and the opponent has acted, but starts no turn while the learner is reading.
    """
    scene, step = lesson.scene_and_step
    game = game_at_scene_start(scene, names)
    for done, following in zip(scene.steps[:step], scene.steps[1:], strict=False):
        if done == ROLL:
            game = game.roll()
        elif done != NEXT:
            game = game.play(LEARNER, PASS if done == PASS.code else Mark.from_code(done))
        while _is_opponent_to_act(game, following):
            game = with_opponent_step(game)
    return game


def with_opponent_step(game: Game) -> Game:
    """Return the game after the opponent's next roll or decision."""
    if game.state.phase is Phase.ROLL:
        return game.roll()
    view, rng = game.state.view(1), bot_rng(game.seed, len(game.events))
    return game.play(1, find_bot(OPPONENT_BOT).choose_move(view, 1, rng))


def _is_opponent_to_act(game: Game, expected_step: str) -> bool:
    """Return whether the opponent is to act before the learner's expected step."""
    state = game.state
    if state.phase is Phase.ROLL:
        return state.active != LEARNER and expected_step != NEXT
    return state.phase is not Phase.OVER and LEARNER not in state.to_act
