"""Texts of the lessons, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from qwixx.ui.screens.lesson.model import Lesson
    from qwixx.ui.texts.languages import Texts


def current_step_text(_: Texts, lesson: Lesson) -> str:
    """Return the text of the current step."""
    return texts_of_all_steps(_, lesson.name)[lesson.step]


def texts_of_all_steps(_: Texts, lesson_name: str) -> tuple[str, ...]:
    """Return a lesson's texts, one for each step."""
    return {
        "classic": (
            _(
                "Whoever has the most points at the end wins, and every cross earns points. It’s "
                "your turn, so you’re the active player. Roll all six dice."
            ),
            _(
                "First, the white dice: together they make 4. Everyone may cross out a 4 in one "
                "row; +1 shows the points it earns. Cross out the red 4."
            ),
            _(
                "Now you alone may add one white die to one colored die; small dice mark these "
                "numbers. The white 2 and the yellow 1 make 3: cross out the yellow 3."
            ),
            _(
                "You cross out numbers from left to right. The ones with a line through them were "
                "skipped and are gone for good. Now your opponent rolls."
            ),
            _(
                "On other players’ turns you may use the white sum, too. Green starts with 12: "
                "cross it out, and you skip nothing."
            ),
            _("It’s your turn again. Roll."),
            _("There’s no 2 you can cross out right now. Pass."),
            _(
                "No colored sum fits, either. If the active player crosses out nothing, that’s "
                "a penalty: it costs 5 points. Pass."
            ),
            _(
                "That was your first penalty. The game ends when any player takes a fourth. "
                "Now let’s jump to the end of another game."
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
                "You win! The more crosses a row has, the more each one is worth: see the "
                "table under your sheet. That’s all you need to know."
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
                "With a lucky number you never skip anything, and it works on everyone’s turn. "
                "Now for the locks, a few turns later."
            ),
            _(
                "In Longo, either of the last two numbers locks a row once you have at least six "
                "crosses in it. You have six in red. Roll."
            ),
            _("The white sum is 15: cross out the red 15. That locks the row."),
            _(
                "The row is locked even though its 16 is still free. Everything else is the same "
                "as in Classic."
            ),
        ),
    }[lesson_name]
