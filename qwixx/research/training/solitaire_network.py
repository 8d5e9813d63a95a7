"""A small network for the one-player game, compared with the exact solution.

This module measures the regret of such a network, once trained and quantized: the difference in
value between each choice and the best choice, summed over a game. The points scored would say
little, since they vary by about 27 from game to game.

    python -m qwixx.research.training.solitaire_network
"""

from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np
from numba import njit

from qwixx.research.interruption import run_interruptible
from qwixx.research.training.compiled_network import (
    NetworkWeights,
    forward_logit,
    new_network,
    train_epoch,
)
from qwixx.research.training.compiled_rules import MAX_FEATURES
from qwixx.research.training.quantize import POINTS, quantize, to_weight_file
from qwixx.research.training.solitaire_solver import (
    SolitaireTables,
    look_up_value,
    make_solitaire_tables,
    solve_all_positions,
)
from qwixx.rules.variants import CLASSIC

HIDDEN = (32, 16)
GAMES_PER_ITERATION = 2000
"""Number of games per iteration."""
ITERATIONS = 200
BATCH = 512
LEARNING_RATES = (2e-3, 1e-5)
"""Learning rates at the beginning and at the end of training."""
WEIGHT_CLIP = 0.5
"""Maximum absolute value of a weight; a smaller range loses less in quantization."""
EXPLORATION_RATE = 0.1
"""Share of turns with a random choice, so that unusual positions occur."""
EMA_DECAY = 0.999
MAX_CHOICES = 80
"""Maximum number of choices in a turn."""
REGRET_GAMES = 50_000
"""Number of games in which the regret is measured."""


@njit(cache=True)
def write_position_features(tables, rows, penalties, out) -> int:
    """Write the indices of the active inputs; return their number.

    The inputs are the state of each of the four rows, the penalties, and the number of locked
    rows.
    """
    a, b, c, d = rows[0], rows[1], rows[2], rows[3]
    if b > a:
        a, b = b, a
    if d > c:
        c, d = d, c
    if c > a or (c == a and d > b):
        a, b, c, d = c, d, a, b
    locked = 0
    for row in range(4):
        locked += rows[row] >= tables.first_locked
    n = tables.state_count
    out[0], out[1], out[2], out[3] = a, n + b, 2 * n + c, 3 * n + d
    out[4] = 4 * n + penalties
    out[5] = 4 * n + tables.penalty_boxes + locked
    return 6


@njit(cache=True)
def is_game_finished(tables, rows, penalties) -> bool:
    """Return whether the game has ended."""
    locked = 0
    for row in range(4):
        locked += rows[row] >= tables.first_locked
    return penalties == tables.penalty_boxes or locked >= tables.rows_to_end


@njit(cache=True)
def write_choices(tables, rows, penalties, dice, rows_after, penalties_after) -> int:
    """Write the rows and penalties after each choice of a turn; return the number of choices."""
    count = 0
    total = dice[0] + dice[1]
    for white in range(-1, 4):
        open_rows = rows.copy()  # a locked row has no next state: its die is out
        if white >= 0:
            cell = total - 2 if white < 2 else tables.cells + 1 - total
            state = tables.transitions[rows[white], cell]
            if state < 0:
                continue
            open_rows[white] = state
        rows_after[count] = open_rows
        penalties_after[count] = penalties + (white < 0)
        count += 1
        if is_game_finished(tables, open_rows, penalties):
            continue
        for row in range(4):
            for die in range(2):
                total_here = dice[die] + dice[2 + row]
                cell = total_here - 2 if row < 2 else tables.cells + 1 - total_here
                state = tables.transitions[open_rows[row], cell]
                if state >= 0:
                    rows_after[count] = open_rows
                    rows_after[count, row] = state
                    penalties_after[count] = penalties
                    count += 1
    return count


@njit(cache=True)
def evaluate_position(tables, net, rows, penalties, features, hidden1, hidden2) -> float:
    """Return the value of a position: the network's last output, or a finished game's points."""
    if is_game_finished(tables, rows, penalties):
        score = -tables.penalty_points * penalties
        for row in range(4):
            score += tables.score[rows[row]]
        return np.float64(score)
    forward_logit(
        net, features, write_position_features(tables, rows, penalties, features), hidden1, hidden2
    )
    x = np.float64(net.b3[2])
    for j in range(net.b2.shape[0]):
        x += max(hidden2[j], np.float32(0)) * net.w3[2, j]
    return x * net.scale


@njit(cache=True)
def record_choices_or_measure_regret(
    tables, values, net, games, seed, random_turn_share, features, counts, targets
) -> tuple[int, float]:
    """Play games; return the number of recorded choices, and the regret per game.

    If `features` is empty, the network plays. Otherwise, play is perfect except in random turns,
    and each turn's choices are recorded with their values, except those that end the game.
    """
    np.random.seed(seed)
    rows_after = np.zeros((MAX_CHOICES, 4), np.int32)
    penalties_after = np.zeros(MAX_CHOICES, np.int32)
    hidden1, hidden2 = np.zeros_like(net.b1), np.zeros_like(net.b2)
    own = np.zeros(8, np.int32)
    dice = np.zeros(6, np.int32)
    learns = features.shape[0] > 0
    recorded, regret = 0, 0.0
    for _ in range(games):
        rows = np.zeros(4, np.int32)
        penalties = 0
        while not is_game_finished(tables, rows, penalties):
            for k in range(6):
                dice[k] = np.random.randint(1, tables.die_sides + 1)
            count = write_choices(tables, rows, penalties, dice, rows_after, penalties_after)
            top = picked = -np.inf
            chosen = 0
            for i in range(count):
                exact = look_up_value(values, penalties_after[i], rows_after[i])
                top = max(top, exact)
                if learns:
                    x = exact
                    if recorded < features.shape[0] and not is_game_finished(
                        tables, rows_after[i], penalties_after[i]
                    ):
                        counts[recorded] = write_position_features(
                            tables, rows_after[i], penalties_after[i], features[recorded]
                        )
                        targets[recorded, 2] = exact / POINTS
                        recorded += 1
                else:
                    x = evaluate_position(
                        tables, net, rows_after[i], penalties_after[i], own, hidden1, hidden2
                    )
                if x > picked:
                    picked, chosen = x, i
            if random_turn_share > 0 and np.random.random() < random_turn_share:
                chosen = np.random.randint(0, count)
            regret += top - look_up_value(values, penalties_after[chosen], rows_after[chosen])
            rows[:] = rows_after[chosen]
            penalties = penalties_after[chosen]
    return recorded, regret / games


def train_on_exact_values(
    tables: SolitaireTables,
    values: Any,
    seed: int = 1,
    iterations: int = ITERATIONS,
    games: int = GAMES_PER_ITERATION,
) -> NetworkWeights:
    """Train a network on the exact values."""
    net = new_network(
        4 * tables.state_count + tables.penalty_boxes + tables.rows_to_end, HIDDEN, seed
    )
    net.w3[:2] = 0  # only the points are trained: the targets leave the other outputs unchanged
    mean, m, v = (NetworkWeights(*(w.copy() * keep for w in net[:-1])) for keep in (1, 0, 0))
    size = games * 250
    features = np.zeros((size, MAX_FEATURES), np.int32)
    counts = np.zeros(size, np.int32)
    targets = np.zeros((size, 3), np.float32)
    targets[:, 0] = 0.5
    rng = np.random.default_rng(seed)
    step = 0
    for lesson in range(iterations):
        high, low = LEARNING_RATES
        rate = low + (high - low) * 0.5 * (1 + np.cos(np.pi * lesson / iterations))
        total, _ = record_choices_or_measure_regret(
            tables,
            values,
            mean,
            games,
            int(rng.integers(2**31)),
            EXPLORATION_RATE,
            features,
            counts,
            targets,
        )
        step, _loss = train_epoch(
            net, mean, m, v, features, counts, targets, rng.permutation(total), total, BATCH, rate,
            step, EMA_DECAY, 1.0,
        )  # fmt: skip
        for w in net[:-1]:
            np.clip(w, -WEIGHT_CLIP, WEIGHT_CLIP, out=w)
    return mean


def measure_regret(
    tables: SolitaireTables,
    values: Any,
    net: NetworkWeights,
    games: int = REGRET_GAMES,
    seed: int = 2,
) -> float:
    """Return the points per game that a quantized network loses compared with perfect play."""
    nothing = np.zeros((0, MAX_FEATURES), np.int32)
    room = np.zeros(0, np.int32), np.zeros((0, 3), np.float32)
    return float(
        record_choices_or_measure_regret(tables, values, net, games, seed, 0.0, nothing, *room)[1]
    )


def quantize_with_size(net: NetworkWeights) -> tuple[NetworkWeights, int]:
    """Return a quantized copy with points as outputs, and the size of its file in bytes."""
    net = net._replace(w3=np.tile(net.w3[2], (3, 1)), b3=np.tile(net.b3[2], 3))
    rounded, scales = quantize(net)
    data = to_weight_file(rounded, scales)
    return rounded._replace(scale=scales[2]), len(data)


def main() -> int:
    """Train a network from scratch, and print its regret."""
    rules = make_solitaire_tables(CLASSIC)
    values = solve_all_positions(rules)
    began = time.monotonic()
    net, size = quantize_with_size(train_on_exact_values(rules, values))
    sys.stdout.write(
        f"{measure_regret(rules, values, net):.3f} points a game below {values[0, 0, 0]:.4f},"
        f" {size} bytes, {time.monotonic() - began:.0f} s\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(run_interruptible(main))
