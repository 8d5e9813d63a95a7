"""Archived games, and the history screen that lists them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.coach.mistakes import CostlyDecision, MistakeSummary, write_mistakes
from qwixx.games.archive import archived_game
from qwixx.games.archive.archived_game import ArchivedGame, summarize_game
from qwixx.ui import storage
from qwixx.ui.model.messages import (
    ArchiveRead,
    ControlUsed,
)
from qwixx.ui.screens.history.model import HistoryScreen
from tests.finished_games import finished_game
from tests.ui.fake_page import model_after, open_page

if TYPE_CHECKING:
    from qwixx.ui.model import Model

OCCUPANT_KINDS = ("person", "hard")
MISTAKES_TEXT = write_mistakes(
    MistakeSummary(
        0.125, -0.05, (0.02, 0.1, 0, 0, 0.005, 0, 0, 0), (CostlyDecision(8, 0.1, "pass"),)
    )
)


def make_archived_game(seed: int = 1, variant: str = "classic") -> ArchivedGame:
    return summarize_game(
        finished_game(variant, 2, seed), OCCUPANT_KINDS, storage.archive_key(f"{seed << 40:x}")
    )


def archive_read(
    games: list[ArchivedGame], purpose: str = "history", *, from_database: bool = True
) -> ArchiveRead:
    texts = tuple(map(archived_game.write_archived_game, games))
    reviews = tuple(MISTAKES_TEXT if number % 2 == 0 else "" for number in range(len(texts)))
    return ArchiveRead(purpose, texts, reviews, len(texts), from_database)


def open_history(*games: ArchivedGame, model: Model | None = None) -> Model:
    return model_after(model or open_page(), ControlUsed("history"), archive_read([*games]))


def history_screen(model: Model) -> HistoryScreen:
    assert isinstance(model.screen, HistoryScreen)
    return model.screen
