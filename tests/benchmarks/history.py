"""How long the list of past games and the statistics take, with few games and with many.

Run: python -m tests.benchmarks.history
"""

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

COUNTS = (100, 5_000)
DIFFERENT = 50
ROUNDS = 3


def main() -> None:
    """Print milliseconds of Python, the best of a few rounds."""
    games = [entry(seed) for seed in range(DIFFERENT)]
    texts = [*map(write_archived_game, games)]
    for count in COUNTS:
        many = (texts * (count // DIFFERENT + 1))[:count]
        listed = best(
            "history", ArchiveRead("history", *two(many[:PAGE]), count, from_database=True)
        )
        told = best("statistics", ArchiveRead("statistics", *two(many), count, from_database=True))
        sys.stdout.write(f"{count} games: list {listed:.0f} ms, statistics {told:.0f} ms\n")
    start = perf_counter()
    for seed in range(DIFFERENT):
        entry(seed)
    made = (perf_counter() - start) * 1000 / DIFFERENT
    sys.stdout.write(f"a game that is over: {made:.1f} ms, with playing it\n")


def entry(seed: int) -> ArchivedGame:
    return summarize_game(finished_game(seed=seed), ("person", "hard"), f"{seed + 1 << 40:x}")


def two(texts: list[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return tuple(texts), ("",) * len(texts)


def best(action: str, message: ArchiveRead) -> float:
    """Return how long a screen takes from what the database gave to its nodes."""
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
