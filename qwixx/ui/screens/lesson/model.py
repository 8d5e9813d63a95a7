"""Lessons: scripted scenes of real games, and the learner's position in them.

A scene's script is a seed, the decisions made before the scene begins, and the learner's steps.
The seed yields the dice, the rules check the moves, and a bot plays the opponent.
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from qwixx.rules.variants import CLASSIC, LONGO
from qwixx.ui.model.policy import NEXT, ROLL
from qwixx.ui.model.screen import Screen
from qwixx.ui.model.values import dataclass, replace

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant
    from qwixx.ui.model import ModelOf
    from qwixx.ui.model.board import Board

LEARNER = 0
"""The learner's seat; the opponent has the other one."""
OPPONENT = "easy"
"""The opponent's seat kind, which determines the opponent's name and face."""
OPPONENT_BOT = "greedy"
"""The bot that decides for the opponent; it needs no weights."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A part of a lesson.

    Args:
        variant: the variant.
        seed: seed of the dice.
        steps: the learner's steps: `ROLL`, a cell, "-" for a pass, or `NEXT`.
        decisions: codes of both players' decisions before the scene begins, separated by spaces.
    """

    variant: Variant
    seed: int
    steps: tuple[str, ...]
    decisions: str = ""


LESSONS: dict[str, tuple[Scene, ...]] = {
    "classic": (
        Scene(CLASSIC, 105738, (ROLL, "r4", "y3", NEXT, "g12", ROLL, "-", "-", NEXT)),
        Scene(
            CLASSIC,
            37,
            (ROLL, "g2", "b2", NEXT),
            "- - r2 - - r3 - - g10 g7 - r7 g6 - g5 - - r8 b11 g11 - - - y3 b8 g8 g4 - b12 g7 - "
            "r9 b7 - - g6 - - b6 - y6 y7 b5 g5 y3 - y9 -",
        ),
    ),
    "longo": (
        Scene(LONGO, 121, (ROLL, "g16", "y3", NEXT)),
        Scene(
            LONGO,
            8,
            (ROLL, "r15", NEXT),
            "r3 r3 y2 - - - - - r5 r7 - r7 - y2 r8 r11 g16 r10 g16 y5 - b16 y8 g13 - - - y3 - y9 "
            "g15 - - - - - y6 b16 r12 b15 - y10",
        ),
    ),
}
"""The scenes of each lesson, by the name of the variant that it teaches."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A learner's position in a lesson.

    Args:
        name: key of the lesson in `LESSONS`.
        step: index of the step, counted across all scenes from 0.
    """

    name: str
    step: int = 0

    @property
    def all_steps(self) -> tuple[str, ...]:
        """All steps of the lesson."""
        return tuple(step for scene in LESSONS[self.name] for step in scene.steps)

    @property
    def expected_step(self) -> str:
        """The step that the learner is to take."""
        return self.all_steps[self.step]

    @property
    def is_at_last_step(self) -> bool:
        """Whether the learner is at the last step."""
        return self.step == len(self.all_steps) - 1

    @property
    def scene_and_step(self) -> tuple[Scene, int]:
        """The current scene, and the index of the step in that scene, from 0.

        Raises:
            ValueError: the lesson has no such step.
        """
        step = self.step
        for scene in LESSONS[self.name]:
            if step < len(scene.steps):
                return scene, step
            step -= len(scene.steps)
        msg = f"the lesson {self.name!r} has no step {self.step}"
        raise ValueError(msg)

    def at_next_step(self) -> tuple[Lesson, Scene | None]:
        """Return the lesson at its next step, and the scene that begins there, or None."""
        after = replace(self, step=self.step + 1)
        if self.is_at_last_step:
            return after, None
        scene, step = after.scene_and_step
        return after, None if step else scene


@dataclass(frozen=True, slots=True)
class LessonScreen(Screen):
    """A lesson.

    Args:
        lesson: the learner's position.
        board: the board, which accepts only the expected step.
    """

    folder: ClassVar[str] = "lesson"
    gives_way: ClassVar[bool] = True

    lesson: Lesson
    board: Board = field()

    @property
    def data_screen(self) -> str:
        """The public name: a lesson is shown as a game."""
        return "game"

    @property
    def layout(self) -> Literal["one"]:
        """The sheets shown large: only the learner's."""
        return "one"

    @property
    def printable_final_sheets(self) -> tuple[()]:
        """The empty tuple: the sheets of a lesson are not printed."""
        return ()

    @property
    def can_export(self) -> bool:
        """False, since a lesson cannot be saved as a file."""
        return False


LessonModel: TypeAlias = "ModelOf[LessonScreen]"
"""The model as this screen sees it."""
