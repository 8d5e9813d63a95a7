"""Measure how much workers speed up training: `python3 -m tests.benchmarks.training [rounds]`.

Each round trains a network for a few iterations in one process and then with two workers. Games
per second are counted from the end of the first iteration of self-play, when all code is compiled
and all processes are running, to the end of the last one. Compare the ratios, not the rates: other
programs on the machine slow down both kinds of training, and workers the most. The exit status is
1 if the median ratio of a network is too low.
"""

from __future__ import annotations

import statistics
import sys
import time
from typing import TYPE_CHECKING

from qwixx.research.executors import open_executor
from qwixx.research.training.__main__ import RUNS
from qwixx.research.training.train import GAMES_PER_ITERATION, train_network
from tests.benchmarks.report import Report

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from qwixx.research.training.self_play import TrainingConfig

ROUNDS = 3
ITERATIONS = 20
MIN_SPEEDUP = 1.7
"""Minimum ratio of games per second: two workers on two cores to one process."""


def measure_rate(config: TrainingConfig, executor: Executor | None) -> float:
    """Train a network and return its self-play games per second."""
    times: list[float] = []

    def record_time(_games: int) -> None:
        times.append(time.perf_counter())

    train_network(config, lambda *_: None, lambda _: None, record_time, executor)
    iterations = ITERATIONS - 1
    return iterations * GAMES_PER_ITERATION / (times[-1] - times[-1 - iterations])


def main(arguments: list[str]) -> int:
    """Print rates and ratios, and return the exit status."""
    report = Report()
    for name in ("classic-2", "longo-3-5"):
        config = RUNS[name]._replace(
            games=ITERATIONS * GAMES_PER_ITERATION, warmup_games=GAMES_PER_ITERATION
        )
        ratios = []
        for _ in range(int(arguments[0]) if arguments else ROUNDS):
            alone = measure_rate(config, None)
            with open_executor("local:2") as executor:
                shared = measure_rate(config, executor)
            ratios.append(shared / alone)
            print(f"{name}: {alone:.0f} games/s, two workers {shared:.0f}, ratio {ratios[-1]:.2f}")
        # `check` compares with upper limits, so it receives ratios of times instead of rates.
        report.check(
            f"{name}, time with two workers", 1 / statistics.median(ratios), 1 / MIN_SPEEDUP, 2
        )
    return report.finish(None)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
