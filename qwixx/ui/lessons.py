"""A first game that teaches: scripted scenes of real games, one expected step at a time.

A scene is a seed, what was decided before it begins, and what the learner is asked to do.
The dice come from the seed, the moves are checked by the rules, a bot answers: nothing
but the order of the steps is arranged.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from qwixx.i18n import translations
from qwixx.moves import PASS, Mark
from qwixx.record import Game
from qwixx.state import Phase
from qwixx.variants import CLASSIC, LONGO, Variant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.moves import Move

ROLL, NEXT = "roll", "next"
"""Steps that are neither a cell nor a pass: to roll, and to read on."""
LEARNER = 0
"""The learner's seat; the scenes are written for `PARTNER` at the other one."""
PARTNER = "greedy"


@dataclass(frozen=True, slots=True)
class Scene:
    """A part of a lesson.

    Args:
        variant: the rules.
        seed: where its dice come from.
        steps: what the learner is to do: `ROLL`, a cell, "-" for a pass, or `NEXT`.
        decisions: codes of what both players decided before the scene begins.
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
"""The lessons, by the variant that they teach."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """Where a learner is.

    Args:
        name: key of the lesson.
        step: number of the step over all scenes, from 0.
    """

    name: str
    step: int = 0

    @property
    def steps(self) -> tuple[str, ...]:
        """All steps of the lesson."""
        return tuple(step for scene in LESSONS[self.name] for step in scene.steps)

    @property
    def wanted(self) -> str:
        """What the learner is to do now."""
        return self.steps[self.step]

    @property
    def last(self) -> bool:
        """Whether nothing comes after this step."""
        return self.step == len(self.steps) - 1

    def following(self) -> tuple[Lesson, Scene | None]:
        """Return the lesson at its next step, and the scene if one begins there."""
        after = replace(self, step=self.step + 1)
        begin = 0
        for scene in LESSONS[self.name]:
            if begin == after.step:
                return after, scene
            begin += len(scene.steps)
        return after, None


def scene_game(scene: Scene, names: Sequence[str]) -> Game:
    """Return the game of a scene, where it begins."""
    game = Game(scene.variant, names, scene.seed, first=LEARNER)
    for code in scene.decisions.split():
        if game.state.phase is Phase.ROLL:
            game.roll()
        move: Move = PASS if code == "-" else Mark.from_code(code)
        game.play(game.state.to_act[0], move)
    return game


def lesson_text(language: str, lesson: Lesson) -> str:
    """Return what the learner is told at this step."""
    _ = translations(language).gettext
    return {
        "classic": (
            _("It is your turn: you are the active player. Roll all six dice."),
            _(
                "First the white dice: together they make 4. Everybody may cross a 4, in one "
                "row. Cross the red 4."
            ),
            _(
                "Now you alone may add one white die to one colored die. 2 and the yellow 1 "
                "make 3: cross the yellow 3."
            ),
            _(
                "You cross from left to right. The struck numbers are skipped: they are lost "
                "for good. Now the other player rolls."
            ),
            _(
                "In others' turns you may use the white sum as well. 12 comes first in green: "
                "cross it, and nothing is skipped."
            ),
            _("The turn is yours again. Roll."),
            _("You have no 2 to cross any more. Pass."),
            _(
                "No colored sum fits, either. Whoever is active and crosses nothing takes a "
                "penalty: it costs 5 points. Pass."
            ),
            _(
                "That was your first penalty. When somebody crosses the fourth, the game ends. "
                "Now to the end of another game."
            ),
            _(
                "Each lock shows how many crosses it still needs. You have five in green and in "
                "blue: their last numbers may be crossed now. Roll."
            ),
            _(
                "A white 2! Cross the green 2: it locks the row for everybody, and its die "
                "leaves the game. The lock counts as one more cross."
            ),
            _(
                "Two closed rows end the game at once. A white 1 and the blue 1 make 2: lock "
                "blue, too."
            ),
            _(
                "You win! The more crosses in a row, the more each of them is worth: the table "
                "under your sheet shows it. That is all you need to know."
            ),
        ),
        "longo": (
            _(
                "Longo has dice with eight sides and rows up to 16. Beside your name are your "
                "two lucky numbers, 5 and 8. Roll."
            ),
            _(
                "The white sum is 8, and lucky. Instead of an 8 you may cross the first free "
                "number of a row in which you have the fewest crosses. Cross the green 16."
            ),
            _("The colored sum is as you know it: 2 and the yellow 1 make 3. Cross it."),
            _(
                "Lucky numbers never skip anything, and work in everybody's turn. Now for the "
                "locks, in a later turn."
            ),
            _(
                "In Longo either of the last two numbers locks a row, after six crosses. You "
                "have six in red. Roll."
            ),
            _("The white sum is 15: cross the red 15. It locks the row."),
            _("The row is closed although its 16 is free. All the rest is as you know it."),
        ),
    }[lesson.name][lesson.step]
