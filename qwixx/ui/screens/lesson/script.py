"""A first game that teaches: scripted scenes of real games, one expected step at a time.

A scene is a seed, what was decided before it begins, and what the learner is asked to do.
The dice come from the seed, the moves are checked by the rules, a bot answers: nothing
but the order of the steps is arranged.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from qwixx.bots import find_bot
from qwixx.games.game import Game
from qwixx.rules.dice import bot_source
from qwixx.rules.moves import PASS, Mark
from qwixx.rules.state import Phase
from qwixx.rules.variants import CLASSIC, LONGO
from qwixx.ui.texts.languages import translations

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Move

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

    @property
    def scene(self) -> tuple[Scene, int]:
        """The scene that is on, and the number of the step in it, from 0."""
        step = self.step
        for scene in LESSONS[self.name]:
            if step < len(scene.steps):
                return scene, step
            step -= len(scene.steps)
        msg = f"the lesson {self.name!r} has no step {self.step}"
        raise ValueError(msg)

    def following(self) -> tuple[Lesson, Scene | None]:
        """Return the lesson at its next step, and the scene if one begins there."""
        after = replace(self, step=self.step + 1)
        if self.last:
            return after, None
        scene, step = after.scene
        return after, None if step else scene


def scene_game(scene: Scene, names: Sequence[str]) -> Game:
    """Return the game of a scene, where it begins."""
    game = Game(scene.variant, names, scene.seed, first=LEARNER)
    for code in scene.decisions.split():
        if game.state.phase is Phase.ROLL:
            game = game.roll()
        move: Move = PASS if code == "-" else Mark.from_code(code)
        game = game.play(game.state.to_act[0], move)
    return game


def lesson_game(lesson: Lesson, names: Sequence[str]) -> Game:
    """Return the game of a lesson as it is when its step is asked for.

    It is the same each time: the dice come from the scene's seed, the learner has done what
    was asked for, and so has the partner, who waits only where the learner reads.
    """
    scene, step = lesson.scene
    game = scene_game(scene, names)
    for done, wanted in zip(scene.steps[:step], scene.steps[1:], strict=False):
        if done == ROLL:
            game = game.roll()
        elif done != NEXT:
            game = game.play(LEARNER, PASS if done == PASS.code else Mark.from_code(done))
        while _partner_acts(game, wanted):
            if game.state.phase is Phase.ROLL:
                game = game.roll()
            else:
                view, rng = game.state.view(1), bot_source(game.seed, len(game.events))
                game = game.play(1, find_bot(PARTNER).choose_move(view, 1, rng))
    return game


def _partner_acts(game: Game, wanted: str) -> bool:
    """Tell whether the partner is to act while a step is asked for."""
    state = game.state
    if state.phase is Phase.ROLL:
        return state.active != LEARNER and wanted != NEXT
    return state.phase is not Phase.OVER and LEARNER not in state.to_act


def lesson_text(language: str, lesson: Lesson) -> str:
    """Return what the learner is told at this step."""
    _ = translations(language).gettext
    return {
        "classic": (
            _("It's your turn, so you're the active player. Roll all six dice."),
            _(
                "First, the white dice: together they make 4. Everyone may cross out a 4 in one "
                "row. Cross out the red 4."
            ),
            _(
                "Now you alone may add one white die to one colored die. The white 2 and the "
                "yellow 1 make 3: cross out the yellow 3."
            ),
            _(
                "You cross out numbers from left to right. The ones with a line through them were "
                "skipped and are gone for good. Now the other player rolls."
            ),
            _(
                "On other players' turns you may use the white sum, too. Green starts with 12: "
                "cross it out, and you skip nothing."
            ),
            _("It's your turn again. Roll."),
            _("You can't cross out any 2 right now. Pass."),
            _(
                "No colored sum fits, either. If the active player crosses out nothing, that's a "
                "penalty: it costs 5 points. Pass."
            ),
            _(
                "That was your first penalty. The game ends when any player takes a fourth. Now "
                "let's jump to the end of another game."
            ),
            _(
                "Each lock shows how many crosses you still need. You have five in green and five "
                "in blue, so you may now cross out their last numbers. Roll."
            ),
            _(
                "The white sum is 2! Cross out the green 2: it locks the row for everyone, and "
                "its die leaves the game. The lock counts as one more cross."
            ),
            _(
                "Two locked rows end the game at once. A white 1 and the blue 1 make 2: lock the "
                "blue row, too."
            ),
            _(
                "You win! The more crosses a row has, the more each one is worth: see the table "
                "under your sheet. That's all you need to know."
            ),
        ),
        "longo": (
            _(
                "Longo has eight-sided dice and rows that go up to 16. Next to your name are your "
                "two lucky numbers: 5 and 8. Roll."
            ),
            _(
                "The white sum is 8, one of your lucky numbers! Instead of an 8, you may cross "
                "out the next free number in a row where you have the fewest crosses. Cross out "
                "the green 16."
            ),
            _(
                "The colored sum works as before: the white 2 and the yellow 1 make 3. Cross it "
                "out."
            ),
            _(
                "With a lucky number you never skip anything, and it works on everyone's turn. "
                "Now for the locks, a few turns later."
            ),
            _(
                "In Longo, either of the last two numbers locks a row once you have at least six "
                "crosses in it. You have six in red. Roll."
            ),
            _("The white sum is 15: cross out the red 15. That locks the row."),
            _(
                "The row is locked even though its 16 is still free. Everything else works as you "
                "know it."
            ),
        ),
    }[lesson.name][lesson.step]
