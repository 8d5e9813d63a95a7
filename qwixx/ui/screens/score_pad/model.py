"""The model of a score pad: sheets that people cross by touch while they roll real dice."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from qwixx.ui.model.screen import Screen
from qwixx.ui.model.values import Value

if TYPE_CHECKING:
    from qwixx.games.paper_actions import PaperAction
    from qwixx.games.score_pad.pad import Pad
    from qwixx.games.score_pad.pad_series import PadSeries
    from qwixx.rules.dice import Roll
    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Color, Mark
    from qwixx.rules.sheet import Sheet
    from qwixx.ui.model import ModelOf

ROLLS = 10
"""How many of the last rolls are shown."""
VIEWS = ("sheets", "dice", "choices")
"""What is shown: the sheets, dice for people who have none, what one may choose."""


class Question(Value):
    """What a touch leaves open.

    Args:
        kind: "lock" for who locks a row, "late" for whether a number of a locked row was
            crossed in the same step, "finish" for whether the game ended elsewhere.
        player: whose sheet was touched.
        row: index of the row.
        answers: what may be answered: codes of numbers, "elsewhere", "" for no.
    """

    kind: str
    player: int = 0
    row: int = 0
    answers: tuple[str, ...] = ()


class StatusLine(Value):
    """What the status line tells.

    Args:
        kind: "done", "undone", "refused", "penalties" (there is no box left), "locked" (the row
            is), "bad-lucky", "new" for a new sheet, "back" for the one before it, "kept" for one
            that was begun earlier; empty if nothing has happened.
        touch: what was done, taken back or refused.
        player: whose boxes are all crossed, or whose lucky numbers are none.
    """

    kind: str = ""
    action: PaperAction | None = None
    player: int = 0


NO_STATUS = StatusLine()


@dataclass(frozen=True, slots=True)
class ScorePadScreen(Screen):
    """A score pad.

    Args:
        series: the open pad and earlier ones.
        looked_at: whether it is one of those that were played, which is only looked at.
        view: what is shown, one of `VIEWS`.
        seat: whose sheet is shown where there is room for one.
        focus: the number that the tab key reaches on each sheet.
        question: what is asked; None if nothing is.
        told: what was touched last, and what came of it.
        hidden: whether points are hidden until the end.
        facing: whether the sheets at the far side of a table are turned to it.
        rolls: what was rolled here, the last one first.
        out: rows whose dice are out of the game, but for those that the sheets tell of.
        seed: where the dice come from.
        thrown: how often they were rolled.
        result: whether the result is shown where there is room for one sheet, at the end.
        armed: the time from which on a question and a new sheet can be touched.
    """

    folder: ClassVar[str] = "score_pad"
    without_settings: ClassVar[tuple[str, ...]] = ("speed", "layout", "chances")

    series: PadSeries
    is_read_only: bool = False
    view: str = "sheets"
    seat: int = 0
    focus: Mark | None = None
    question: Question | None = None
    status: StatusLine = NO_STATUS
    hidden: bool = False
    facing: bool = False
    rolls: tuple[Roll, ...] = ()
    out: tuple[Color, ...] = ()
    seed: int = 0
    thrown: int = 0
    result: bool = True
    blocked_until: float = -inf

    @property
    def data_screen(self) -> str:
        """The public name."""
        return "pad"

    @property
    def shown_variant(self) -> Variant:
        """The rules of the sheets."""
        return self.pad.variant

    @property
    def printable(self) -> tuple[tuple[str, Sheet], ...]:
        """The sheets of a finished game."""
        return tuple(zip(self.pad.names, self.pad.sheets, strict=True)) if self.is_finished else ()

    @property
    def is_in_progress(self) -> bool:
        """Whether a game on it is played."""
        return not (self.is_finished or self.is_read_only)

    @property
    def is_savable(self) -> bool:
        """Whether a file can hold it."""
        return not self.is_read_only

    @property
    def pad(self) -> Pad:
        """The sheets that lie open."""
        return self.series.current

    @property
    def is_finished(self) -> bool:
        """Whether the game on them is over."""
        return self.pad.state.is_finished

    @property
    def shows_points(self) -> bool:
        """Whether points are in sight: hidden ones are told when the game is over."""
        return self.is_finished or not self.hidden

    @property
    def dice_out(self) -> tuple[bool, ...]:
        """For each row, whether its die is out of the game, by the sheets or by hand."""
        closed = enumerate(self.pad.state.closed)
        return tuple(is_closed or row in self.out for row, is_closed in closed)


PadModel: TypeAlias = "ModelOf[ScorePadScreen]"
"""The model, seen from this screen."""
