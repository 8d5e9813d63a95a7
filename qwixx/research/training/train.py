"""Train a network by self-play, from scratch or from existing weights.

If training starts from scratch, the heuristic plays the first games. Then the network plays, and
learns from its own games: the target of a position combines the network's values for later
positions with the result of the game (temporal differences). Many games begin with weak play,
which is not recorded: a position of beginners has the value that it has for strong players.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import numpy as np

from qwixx.bots.planning.factory import OPPONENT_MODEL
from qwixx.research.training.compiled_games import play_games
from qwixx.research.training.compiled_network import NetworkWeights, new_network, train_epoch
from qwixx.research.training.compiled_policies import HEURISTIC, NETWORK
from qwixx.research.training.compiled_rules import make_tables
from qwixx.research.training.self_play import (
    SelfPlayTask,
    TrainingConfig,
    make_heuristic_tables,
    make_lucky_pairs_array,
    start_self_play,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor
    from pathlib import Path

GAMES_PER_ITERATION = 1000
"""Number of games per iteration."""
TASKS_PER_ITERATION = 8
"""Number of tasks that an iteration is split into; more tasks divide the work more evenly."""
BATCH = 512
"""Number of positions per training step."""
LEARNING_RATES = (1e-3, 1e-5)
"""Learning rates at the beginning and at the end of training."""
CONTINUED_LEARNING_RATES = (5e-4, 1e-5)
"""The same if training starts from existing weights."""
TD_LAMBDA = 0.65
"""Lambda of TD(lambda): the weight, in a target, of turns after the next one."""
AUX_LOSS_WEIGHT = 0.3
"""Weight of the losses for lead and points, relative to the loss for the win."""
EMA_DECAY = 0.999
"""Decay per step of the averaged weights, which play the games."""
WEIGHT_CLIP = 4
"""Maximum absolute value of a weight, so that weights fit in a byte."""


def train_network(
    run: TrainingConfig,
    save_checkpoint: Callable[[NetworkWeights, int], None],
    log: Callable[[str], None],
    show_progress: Callable[[int], None],
    executor: Executor | None = None,
    start: NetworkWeights | None = None,
) -> NetworkWeights:
    """Train a network and return its averaged weights.

    The games of an iteration are played with the weights from before the fit to the previous
    iteration, so that workers can play while this process trains. The result does not depend on
    the executor.

    Args:
        run: the configuration.
        save_checkpoint: called with the averaged weights and the number of games (negative
            during the warm-up), at most once a minute and at the end.
        log: called with a progress report, at the same times.
        show_progress: called with the number of finished games, including the warm-up.
        executor: plays the games; None plays them in this process.
        start: the weights to start from, without warm-up; None starts from scratch.
    """
    tables = make_tables(run.variant)
    if start:
        net, rates, games = start, CONTINUED_LEARNING_RATES, 0
    else:
        net, rates = new_network(tables.feature_count, run.hidden, run.seed), LEARNING_RATES
        games = -run.warmup_games
    warmup_games = -games
    mean = NetworkWeights(*(w.copy() for w in net[:-1]))
    m = NetworkWeights(*(np.zeros_like(w) for w in net[:-1]))
    v = NetworkWeights(*(np.zeros_like(w) for w in net[:-1]))
    rng = np.random.default_rng(run.seed)
    step, began, last_save_s = 0, time.monotonic(), 0.0
    wait_for_positions = start_self_play(_next_tasks(run, games, mean, rng), executor)
    while games < run.games:
        progress = max(games, 0) / run.games
        high, low = run.learning_rate or rates[0], rates[1]
        rate = high if games < 0 else low + (high - low) * 0.5 * (1 + np.cos(np.pi * progress))
        features, counts, targets = wait_for_positions()
        total = len(counts)
        games += GAMES_PER_ITERATION
        show_progress(games + warmup_games)
        if games < run.games:  # workers play while this process trains
            tasks = _next_tasks(run, games, mean, rng)
            wait_for_positions = start_self_play(tasks, executor)
        for _ in range(2):
            order = rng.permutation(total)
            step, loss = train_epoch(
                net, mean, m, v, features, counts, targets, order, total, BATCH, rate, step,
                EMA_DECAY, AUX_LOSS_WEIGHT,
            )  # fmt: skip
        for w in net[:-1]:
            np.clip(w, -WEIGHT_CLIP, WEIGHT_CLIP, out=w)
        now = time.monotonic() - began
        if now - last_save_s > 60 or games >= run.games:
            last_save_s = now
            save_checkpoint(mean, games)
            share = _estimate_win_share(run, mean, tables)
            log(f"{games} games, {now:.0f} s, loss {loss[0] / total:.4f}, share {share:.3f}")
    return mean


def save_weights(path: Path, net: NetworkWeights, games: int) -> None:
    """Save unquantized weights; an interruption never leaves an incomplete file."""
    half = path.with_suffix(".half.npz")
    np.savez(half, games=games, **{name: getattr(net, name) for name in net._fields[:-1]})
    half.rename(path)


def load_weights(path: Path) -> tuple[NetworkWeights, int]:
    """Return saved weights, and the number of games that they were trained on."""
    saved = np.load(path)
    return NetworkWeights(*(saved[name] for name in NetworkWeights._fields[:-1])), int(
        saved["games"]
    )


def _next_tasks(
    run: TrainingConfig, games: int, net: NetworkWeights, rng: np.random.Generator
) -> list[SelfPlayTask]:
    """Return the tasks of the next iteration.

    Args:
        run: the configuration.
        games: number of games before the iteration; negative during the warm-up.
        net: the weights; they are copied, since training changes them.
        rng: draws the seeds.
    """
    weights = NetworkWeights(*(w.copy() for w in net[:-1]))
    policy, others = (HEURISTIC, HEURISTIC) if games < 0 else (NETWORK, run.opponents)
    td_lambda = 1.0 if games < 0 else TD_LAMBDA
    count = GAMES_PER_ITERATION // TASKS_PER_ITERATION
    return [
        SelfPlayTask(run, weights, policy, others, td_lambda, count, int(seed))
        for seed in rng.integers(2**31, size=TASKS_PER_ITERATION)
    ]


def _estimate_win_share(
    run: TrainingConfig, net: NetworkWeights, tables: Any, games: int = 2000
) -> float:
    """Return a rough win share against the run's opponents or, after self-play, the heuristic."""
    n = run.max_players
    other = HEURISTIC if run.opponents == NETWORK else run.opponents
    sums = [np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(1)]
    modes = np.array([NETWORK] + [other] * (n - 1), np.int32)
    play_games(
        tables, (net,), np.zeros(n, np.int32), make_heuristic_tables(run.variant), modes,
        np.array([OPPONENT_MODEL] * n), np.zeros(n), make_lucky_pairs_array(run.variant), n, games,
        1, *sums,
    )  # fmt: skip
    return float(sums[0][0]) / games
