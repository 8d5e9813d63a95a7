"""How fast the engine is: `python3 -m tests.benchmarks.engine [seconds]`.

Machines are noisy, so a fixed loop of plain Python is measured in between, in the same
run: compare the ratios ("per yardstick"), not the rates.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from typing import TYPE_CHECKING

from qwixx import VARIANTS, Phase, Variant, new_game
from qwixx.bots import find_bot
from qwixx.rules.dice import roll_dice

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 7


def play_random_game(variant: Variant, rng: random.Random) -> int:
    """Play a game of two random players through all checks and return its decisions."""
    bot = find_bot("random")
    state = new_game(variant)
    decisions = 0
    while state.phase is not Phase.OVER:
        if state.phase is Phase.ROLL:
            state = state.apply_roll(roll_dice(rng, variant, state.closed))
        else:
            player = state.to_act[0]
            state = state.play(player, bot.choose_move(state, player, rng))
            decisions += 1
    return decisions


def yardstick() -> int:
    """Do a fixed piece of plain Python: calls, tuples, dictionaries, whole numbers."""
    seen: dict[tuple[int, int], int] = {}
    total = 0
    for i in range(2000):
        key = (i & 63, total & 7)
        seen[key] = seen.get(key, 0) + 1
        total += (i ^ seen[key]).bit_count()
    return total


def rate(work: Callable[[], int], seconds: float) -> tuple[float, float]:
    """Repeat `work` for some time; return runs and the sum of its results per second."""
    runs = results = 0
    begin = now = time.perf_counter()
    while now - begin < seconds:
        results += work()
        runs += 1
        now = time.perf_counter()
    return runs / (now - begin), results / (now - begin)


def main(seconds: float) -> None:
    """Print the table."""
    rng = random.Random(1)
    share = seconds / ROUNDS / (len(VARIANTS) + 1)
    yards: list[float] = []
    games: dict[str, list[tuple[float, float]]] = {name: [] for name in VARIANTS}
    for _ in range(ROUNDS):
        yards.append(rate(yardstick, share)[0])
        for name, variant in VARIANTS.items():
            games[name].append(rate(lambda v=variant: play_random_game(v, rng), share))  # type: ignore[misc]
    yard = statistics.median(yards)
    print(f"Python {sys.version.split()[0]}, medians of {ROUNDS} rounds")
    print(f"yardstick          {yard:9.0f} /s")
    for name, rates in games.items():
        each = statistics.median(game for game, _ in rates)
        decisions = statistics.median(decision for _, decision in rates)
        print(f"{name:8} games     {each:9.0f} /s  {each / yard:8.3f} per yardstick")
        print(f"{name:8} decisions {decisions:9.0f} /s  {decisions / yard:8.2f} per yardstick")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 10)
