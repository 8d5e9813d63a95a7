"""Dice on the score pad, for people without real dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.rules.dice import seeded_roll
from qwixx.rules.moves import Color
from qwixx.ui.model.delays import ROLL_LOCK_MS
from qwixx.ui.model.values import replace
from qwixx.ui.screens.score_pad.model import ROLLS
from qwixx.ui.screens.score_pad.touching import record_change

if TYPE_CHECKING:
    from qwixx.ui.model import Result
    from qwixx.ui.model.messages import ControlUsed
    from qwixx.ui.screens.kind import ControlHandler
    from qwixx.ui.screens.score_pad.model import PadModel, ScorePadScreen


def _roll_dice(model: PadModel, act: ControlUsed) -> Result:
    """Roll the dice that are still in the game."""
    screen = model.screen
    roll = seeded_roll(screen.seed, screen.thrown, screen.pad.variant, screen.dice_out)
    rolls = (roll, *screen.rolls)[:ROLLS]
    blocked_until = act.at + ROLL_LOCK_MS
    thrown = replace(screen, rolls=rolls, thrown=screen.thrown + 1, blocked_until=blocked_until)
    return record_change(model, thrown, sound="roll")


def _toggle_die(model: PadModel, act: ControlUsed) -> Result:
    """Remove a die from the game because its row is locked on paper, or return it."""
    screen = model.screen
    row = next((row for row in Color if row.letter == act.argument), None)
    if row is None or screen.pad.state.closed_rows[row]:
        return model, []
    remaining = tuple(each for each in screen.out if each != row)
    out = remaining if row in screen.out else (*remaining, row)
    return record_change(model, replace(screen, out=out))


DICE_ACTIONS: dict[str, ControlHandler[ScorePadScreen]] = {
    "throw": _roll_dice,
    "take-out": _toggle_die,
}
"""Actions on dice, by the first word of their `data-action`."""
