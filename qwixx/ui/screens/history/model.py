"""The model of the history screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeAlias

from qwixx.ui.model.effects import ReadArchive
from qwixx.ui.model.screen import Screen
from qwixx.ui.model.values import dataclass

if TYPE_CHECKING:
    from qwixx.coach.mistakes import MistakeSummary
    from qwixx.games.archive.archived_game import ArchivedGame
    from qwixx.games.game import Game
    from qwixx.ui.model import ModelOf

PAGE = 20
"""Number of games on one page of the list."""
LATEST = 30
"""Number of the latest games that the coach reviews and the line charts cover."""
SLICE = 10
"""Number of games to import, or of copies to read, at a time; low for a responsive page."""
UNDO = 10_000
"""Milliseconds within which a deletion can be undone."""


@dataclass(frozen=True, slots=True)
class HistoryScreen(Screen):
    """The history: a list of games, and their statistics.

    Args:
        view: "history" for the list, or "statistics".
        entries: games on this page of the list, or all games for the statistics; latest first.
        judged: reviews of these games; None for a game without a review.
        skip: number of games before this page of the list.
        total: number of archived games; None while unknown.
        refused: whether games are missing because the database did not answer.
        unread: number of unreadable games.
        deleted: pairs of the id and text of each game whose deletion can be undone.
        variant: name of the variant that the statistics cover; "" for the last one played.
        status: key of the status after an import or a deletion, or "".
        judging: the entry and the game under review, or None.
        weights: name of the weights that were requested last, or "".
        counts: number of imported or deleted games, and number of damaged games in a file.
        coming: texts of the games yet to be imported from a file.
        rival: kind of opponent to filter the statistics by; "" for all.
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
    status: str = ""
    counts: tuple[int, int] = (0, 0)
    judging: tuple[ArchivedGame, Game] | None = None
    weights: str = ""
    coming: tuple[str, ...] = ()
    rival: str = ""

    @property
    def feedback(self) -> object:
        """The status."""
        return self.status

    @property
    def read_view_effect(self) -> ReadArchive:
        """The effect that reads the games of this view."""
        if self.view == "statistics":
            return ReadArchive("statistics")
        return ReadArchive("history", self.skip, PAGE)


HistoryModel: TypeAlias = "ModelOf[HistoryScreen]"
"""The model as this screen sees it."""
