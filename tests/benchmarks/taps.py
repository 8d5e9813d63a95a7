"""Compare the Python of a tap with that of an older checkout: `-m tests.benchmarks.taps OLD`.

    git worktree add /tmp/old main
    python -m tests.benchmarks.taps /tmp/old [rounds]

A tap is `update_safely`, which also makes the page's nodes, and patching them into a document in
memory. Both checkouts play the same games in alternation, in this Python, with processor time: a
busy machine changes the times, but hardly their ratio. Without an older checkout, the times alone
are printed.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from qwixx.ui.boundary import update_safely
from qwixx.ui.model import Model
from qwixx.ui.model.effects import StartTimer
from qwixx.ui.model.messages import CellTapped, ControlUsed, PageOpened, TimerFired
from qwixx.ui.model.values import replace
from qwixx.ui.view import view
from tests.ui.fake_page import FakeDom, control_messages

if TYPE_CHECKING:
    from collections.abc import Iterator

    from qwixx.ui.model.messages import Message

ROOT = Path(__file__).parents[2]
ROUNDS = 12
TAPS = 40
"""Number of taps in a round."""
ADVANCES = ("roll", "pass", "next")
"""Actions that advance a game."""
CELLS_SHARE = 0.8
"""Share of taps on a cell where a pass is possible, too."""
SECOND_MS = 1000.0
GAMES = {
    "calm, two people": {"start": "1", "players": "2", "speed": "calm"},
    "calm, a bot": {"start": "1", "bots": "greedy", "speed": "calm"},
    "instant, two people": {"start": "1", "players": "2", "speed": "instant"},
    "instant, a bot": {"start": "1", "bots": "greedy", "speed": "instant"},
    "instant, five people": {"start": "1", "players": "5", "speed": "instant"},
    "instant, German": {"start": "1", "players": "2", "speed": "instant", "lang": "de"},
    "a pad of two sheets": {"pad": "1", "players": "2"},
}
"""URL parameters by situation."""


def next_tap(model: Model, rng: random.Random, at: float) -> Message | None:
    """Return a tap on a legal cell, or else on a control that advances the game, if any."""
    messages = control_messages(view(model))
    cells = [one for one in messages if isinstance(one, CellTapped)]
    usual = [one for one in messages if isinstance(one, ControlUsed) and one.action in ADVANCES]
    if cells and (rng.random() < CELLS_SHARE or not usual):
        return replace(rng.choice(cells), at=at)
    return replace(usual[0], at=at) if usual else None


def tap_times(parameters: dict[str, str], seed: int) -> Iterator[float]:
    """Play a game, and yield the processor time of each tap in ms."""
    rng = random.Random(seed)
    dom = FakeDom()
    opened = PageOpened(parameters=parameters, languages=("en",), next_slot=seed << 20, seed=seed)
    step = update_safely(Model(), opened)
    assert step.page is not None
    mount = dom.mount(step.page.node)
    at, taps = 0.0, 0
    while taps < TAPS:
        at += SECOND_MS
        waits = any(isinstance(effect, StartTimer) for effect in step.effects)
        timer = step.model.session.timer
        message = TimerFired(timer, at) if waits else next_tap(step.model, rng, at)
        if message is None:
            return
        start = time.thread_time()
        step = update_safely(step.model, message)
        if step.page is not None:
            mount.update(step.page.node)
        if not waits:
            yield 1000 * (time.thread_time() - start)
            taps += 1


def work() -> None:
    """Measure a round for each seed in standard input, and print its times as a line of JSON."""
    gc.disable()
    for line in sys.stdin:
        times = {name: [*tap_times(page, int(line))] for name, page in GAMES.items()}
        gc.collect()
        print(json.dumps(times), flush=True)


class Checkout:
    """A process that measures taps with the packages of a checkout."""

    def __init__(self, folder: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONHASHSEED": "0"}
        self.process = subprocess.Popen(  # noqa: S603 - our own command
            [sys.executable, "-P", __file__, "--work"],
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def measure(self, seed: int) -> dict[str, list[float]]:
        """Return the times of a round."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{seed}\n")
        self.process.stdin.flush()
        times: dict[str, list[float]] = json.loads(self.process.stdout.readline())
        return times


def compare(folders: list[Path], rounds: int) -> None:
    """Print the median time of a tap in each checkout, and the median ratio of rounds."""
    checkouts = [Checkout(folder) for folder in folders]
    for checkout in checkouts:
        checkout.measure(0)  # imports and caches
    medians: dict[str, list[list[float]]] = defaultdict(lambda: [[] for _ in folders])
    for seed in range(1, rounds + 1):
        order = list(enumerate(checkouts))
        for index, checkout in order if seed % 2 else reversed(order):
            for name, times in checkout.measure(seed).items():
                medians[name][index].append(statistics.median(times))
    print(f"Python {sys.version.split()[0]}: a tap in ms, medians of {rounds} rounds")
    for name, columns in medians.items():
        line = "".join(f"{statistics.median(column):9.3f}" for column in columns)
        ratios = [new / old for old, new in zip(columns[0], columns[-1], strict=True)]
        print(f"{name:22}{line}{statistics.median(ratios):9.3f} of old")
    for checkout in checkouts:
        checkout.process.communicate()


def main() -> None:
    """Compare two checkouts, or work for such a comparison."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("old", type=Path, nargs="?", default=ROOT, help="an older checkout")
    parser.add_argument("rounds", type=int, nargs="?", default=ROUNDS)
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.work:
        work()
    else:
        compare([options.old.resolve(), ROOT], options.rounds)


if __name__ == "__main__":
    main()
