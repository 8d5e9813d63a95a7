"""Measure how long the history and the statistics take: `python -m tests.benchmarks.history`."""

from __future__ import annotations

import sys
from time import perf_counter

from qwixx.games.archive.archived_game import ArchivedGame, summarize_game, write_archived_game
from qwixx.ui.model import Model
from qwixx.ui.model.messages import ArchiveRead, ControlUsed, PageOpened
from qwixx.ui.screens.history.model import PAGE
from qwixx.ui.update import update
from qwixx.ui.view import view
from tests.finished_games import finished_game

GAME_COUNTS = (100, 5_000)
DISTINCT_GAMES = 50
ROUNDS = 3


def main() -> None:
    """Print processing times in ms: the best of several rounds for screens, the mean for games."""
    games = [archived_game(seed) for seed in range(DISTINCT_GAMES)]
    texts = [*map(write_archived_game, games)]
    for count in GAME_COUNTS:
        many = (texts * (count // DISTINCT_GAMES + 1))[:count]
        history_ms = best_time(
            "history",
            ArchiveRead("history", *with_empty_reviews(many[:PAGE]), count, from_database=True),
        )
        statistics_ms = best_time(
            "statistics",
            ArchiveRead("statistics", *with_empty_reviews(many), count, from_database=True),
        )
        sys.stdout.write(
            f"{count} games: list {history_ms:.0f} ms, statistics {statistics_ms:.0f} ms\n"
        )
    start = perf_counter()
    for seed in range(DISTINCT_GAMES):
        archived_game(seed)
    per_game = (perf_counter() - start) * 1000 / DISTINCT_GAMES
    sys.stdout.write(f"one finished game: {per_game:.1f} ms, including playing it\n")


def archived_game(seed: int) -> ArchivedGame:
    return summarize_game(finished_game(seed=seed), ("person", "hard"), f"{seed + 1 << 40:x}")


def with_empty_reviews(texts: list[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return tuple(texts), ("",) * len(texts)


def best_time(action: str, message: ArchiveRead) -> float:
    """Return the best time in ms from the database's reply to the nodes of the screen."""
    opened = update(Model(), PageOpened(languages=("en",)))[0]
    times = []
    for _ in range(ROUNDS):
        model = update(opened, ControlUsed(action))[0]
        start = perf_counter()
        view(update(model, message)[0])
        times.append((perf_counter() - start) * 1000)
    return min(times)


if __name__ == "__main__":
    main()
