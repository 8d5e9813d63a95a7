"""The model of what was played: a list of games, and what all of them tell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from qwixx.ui.model.effects import ReadArchive
from qwixx.ui.model.screen import Screen

if TYPE_CHECKING:
    from qwixx.coach.mistakes import MistakeSummary
    from qwixx.games.archive.archived_game import ArchivedGame
    from qwixx.games.game import Game
    from qwixx.ui.model import ModelOf

PAGE = 20
"""How many games the list shows at a time."""
LATEST = 30
"""How many games the course of decisions goes back, and the coach."""
SLICE = 10
"""How many games of a file are replayed at a time, so that the page answers in between."""
UNDO = 10_000
"""How long deleted games can be brought back, in milliseconds."""


@dataclass(frozen=True, slots=True)
class HistoryScreen(Screen):
    """Games that were played.

    Args:
        view: "history" for the list, "statistics" for what all games tell.
        entries: the games of this page of the list, or all, the latest first.
        judged: for each what the coach said of it; None if nobody judged it.
        skip: how many games come before these.
        total: how many games there are; None as long as nobody knows.
        refused: whether the database has not answered: then these are not all games.
        unread: how many of them cannot be read.
        deleted: ids and texts of games that can still be brought back.
        variant: of which rules the statistics tell; empty for those played last.
        told: key of what an import or a deletion has to say; empty if nothing.
        judging: what the coach looks at, and its game; None if it looks at none.
        weights: the file of weights that was asked for, last; empty if none was.
        counts: how many games were taken in or deleted, and how many of a file are broken.
        coming: texts of an imported file that are still to be processed.
        rival: opponent to filter the statistics by; "" for all.
    """

    folder: ClassVar[str] = "history"

    view: str = "history"
    entries: tuple[ArchivedGame, ...] = ()
    judged: tuple[MistakeSummary | None, ...] = ()
    skip: int = 0
    total: int | None = None
    refused: bool = False
    unread: int = 0
    deleted: tuple[tuple[str, str], ...] = ()
    variant: str = ""
    told: str = ""
    counts: tuple[int, int] = (0, 0)
    judging: tuple[ArchivedGame, Game] | None = None
    weights: str = ""
    coming: tuple[str, ...] = ()
    rival: str = ""

    @property
    def wanted(self) -> ReadArchive:
        """The effect that reads what this tab shows."""
        if self.view == "statistics":
            return ReadArchive("statistics")
        return ReadArchive("history", self.skip, PAGE)


HistoryModel: TypeAlias = "ModelOf[HistoryScreen]"
"""The model, seen from this screen."""
