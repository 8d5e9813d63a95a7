"""Games that were kept, and the page that lists them."""

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
from tests.played import played
from tests.ui.fake import after, opened

if TYPE_CHECKING:
    from qwixx.ui.model import Model

KINDS = ("person", "hard")
JUDGED = write_mistakes(
    MistakeSummary(0.125, -0.05, (0.02, 0.1, 0, 0, 0.005, 0), (CostlyDecision(8, 0.1, "pass"),))
)


def entry(seed: int = 1, variant: str = "classic") -> ArchivedGame:
    return summarize_game(played(variant, 2, seed), KINDS, storage.archive_key(f"{seed << 40:x}"))


def answer(
    entries: list[ArchivedGame], why: str = "history", *, lasting: bool = True
) -> ArchiveRead:
    texts = tuple(map(archived_game.write_archived_game, entries))
    judged = tuple(JUDGED if number % 2 == 0 else "" for number in range(len(texts)))
    return ArchiveRead(why, texts, judged, len(texts), lasting)


def listed(*entries: ArchivedGame, model: Model | None = None) -> Model:
    return after(model or opened(), ControlUsed("history"), answer([*entries]))


def past_of(model: Model) -> HistoryScreen:
    assert isinstance(model.screen, HistoryScreen)
    return model.screen
