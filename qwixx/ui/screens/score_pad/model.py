"""Model of a score pad: sheets on the screen, for real dice."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from qwixx.ui.model.screen import Screen
from qwixx.ui.model.values import Value, dataclass

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
"""Maximum number of rolls to show."""
VIEWS = ("sheets", "dice", "choices")
"""The views of the screen."""


class Question(Value):
    """A question that a tap raises.

    Args:
        kind: "lock" for which player locks a row, "late" for whether a number of a locked row was
            crossed out in the same step, "finish" for whether the game ended elsewhere.
        player: the seat of the tapped sheet.
        row: index of the row.
        answers: possible answers: codes of marks, "elsewhere", and "" for no.
    """

    kind: str
    player: int = 0
    row: int = 0
    answers: tuple[str, ...] = ()


class StatusLine(Value):
    """The contents of the status line.

    Args:
        kind: "done", "undone", "refused", "penalties" if no penalty box is free, "locked" if the
            row is locked, "bad-lucky", "new" for a new pad, "back" for the previous pad, "kept"
            for a resumed pad; "" if nothing has happened.
        action: the action that was done, undone, or refused.
        player: the seat without free penalty boxes, or with invalid lucky numbers.
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
        is_read_only: whether this is an archived pad.
        view: the shown view, one of `VIEWS`.
        seat: seat of the sheet that narrow pages show.
        focus: the cell in the tab order of each sheet; None for the first cell.
        question: the open question, or None.
        status: the status line.
        hidden: whether points are hidden until the end.
        facing: whether sheets on the far side of the table are upside down.
        rolls: the latest rolls, newest first.
        out: rows whose dice a player removed from the game.
        seed: seed of the dice.
        thrown: number of rolls.
        result: whether narrow pages show the result, once the game is finished.
        blocked_until: time in milliseconds before which `GUARDED_ACTIONS` are ignored.
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
    def feedback(self) -> object:
        """The status line, if it says something."""
        return self.status if self.status.kind else None

    @property
    def data_screen(self) -> str:
        """The public name of the screen."""
        return "pad"

    @property
    def shown_variant(self) -> Variant:
        """The variant of the open pad."""
        return self.pad.variant

    @property
    def printable_final_sheets(self) -> tuple[tuple[str, Sheet], ...]:
        """Names and sheets of the finished game; () before the game ends."""
        return tuple(zip(self.pad.names, self.pad.sheets, strict=True)) if self.is_finished else ()

    @property
    def printable_game_id(self) -> str:
        """The id of the pad."""
        return self.pad.id

    @property
    def is_in_progress(self) -> bool:
        """Whether a game is in progress."""
        return not (self.is_finished or self.is_read_only)

    @property
    def can_export(self) -> bool:
        """Whether the pad can be exported; archived pads cannot."""
        return not self.is_read_only

    @property
    def pad(self) -> Pad:
        """The open pad."""
        return self.series.open_pad

    @property
    def is_finished(self) -> bool:
        """Whether the game on the open pad is finished."""
        return self.pad.state.is_finished

    @property
    def shows_points(self) -> bool:
        """Whether points are visible; hidden points appear after the game."""
        return self.is_finished or not self.hidden

    @property
    def dice_out(self) -> tuple[bool, ...]:
        """For each row, whether its die is out: the row is closed, or a player removed the die."""
        closed = enumerate(self.pad.state.closed_rows)
        return tuple(is_closed or row in self.out for row, is_closed in closed)


PadModel: TypeAlias = "ModelOf[ScorePadScreen]"
"""The model while this screen is on top."""
