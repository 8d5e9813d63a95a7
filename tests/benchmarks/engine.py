"""Measure how fast the engine is: `python3 -m tests.benchmarks.engine [seconds]`.

Timings are noisy, so each round also measures a fixed loop of plain Python: compare the ratios
("per yardstick"), not the rates.
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
    """Play a game between random bots with all checks, and return the number of decisions."""
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


def run_yardstick() -> int:
    """Run a fixed amount of plain Python: calls, tuples, dictionaries, and integers."""
    seen: dict[tuple[int, int], int] = {}
    total = 0
    for i in range(2000):
        key = (i & 63, total & 7)
        seen[key] = seen.get(key, 0) + 1
        total += (i ^ seen[key]).bit_count()
    return total


def measure_rates(work: Callable[[], int], seconds: float) -> tuple[float, float]:
    """Repeat `work` for some time; return runs per second and the sum of results per second."""
    runs = results = 0
    start = now = time.perf_counter()
    while now - start < seconds:
        results += work()
        runs += 1
        now = time.perf_counter()
    return runs / (now - start), results / (now - start)


def main(seconds: float) -> None:
    """Print the rates, and their ratios to the rate of the yardstick."""
    rng = random.Random(1)
    share = seconds / ROUNDS / (len(VARIANTS) + 1)
    yardsticks: list[float] = []
    games: dict[str, list[tuple[float, float]]] = {name: [] for name in VARIANTS}
    for _ in range(ROUNDS):
        yardsticks.append(measure_rates(run_yardstick, share)[0])
        for name, variant in VARIANTS.items():
            games[name].append(measure_rates(lambda v=variant: play_random_game(v, rng), share))  # type: ignore[misc]
    yardstick = statistics.median(yardsticks)
    print(f"Python {sys.version.split()[0]}, medians of {ROUNDS} rounds")
    print(f"yardstick          {yardstick:9.0f} /s")
    for name, rates in games.items():
        game_rate = statistics.median(game for game, _ in rates)
        decisions = statistics.median(decision for _, decision in rates)
        print(
            f"{name:8} games     {game_rate:9.0f} /s  {game_rate / yardstick:8.3f} per yardstick"
        )
        print(
            f"{name:8} decisions {decisions:9.0f} /s  {decisions / yardstick:8.2f} per yardstick"
        )


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 10)
