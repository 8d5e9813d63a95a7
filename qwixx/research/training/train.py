"""Train a network from scratch by self-play.

The heuristic plays the first games. Then the network plays, and learns from its own games: the
target of a position combines the network's values of later positions and the result of the game
(temporal differences).
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from qwixx.bots.planning.evaluators import PENALTY_COST, PENALTY_GROWTH, estimated_row_points
from qwixx.bots.planning.factory import OPPONENT_MODEL
from qwixx.research.training.compiled_games import play_games, record_games
from qwixx.research.training.compiled_network import NetworkWeights, new_network, train_epoch
from qwixx.research.training.compiled_policies import HEURISTIC, NETWORK
from qwixx.research.training.compiled_rules import MAX_FEATURES, make_tables

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from qwixx.rules.layout import Variant

GAMES_PER_ITERATION = 1000
"""Games per iteration."""
BATCH = 512
"""Positions per training step."""
MAX_AVERAGE_TURNS = 60
"""Upper limit of the average number of turns, for the size of the buffers."""
LEARNING_RATES = (1e-3, 1e-5)
"""Learning rate at the beginning and at the end."""
TD_LAMBDA = 0.65
"""Lambda of TD(lambda): the weight of turns after the next one in a target."""
NOISY_SHARE = 0.1
"""Share of the games in which a player errs, so that unusual positions occur."""
AUX_LOSS_WEIGHT = 0.3
"""Weight of the losses of lead and points, compared with that of the win."""
EMA_DECAY = 0.999
"""Decay per step of the averaged weights, which play the games."""
WEIGHT_CLIP = 4
"""Maximum weight, so that weights fit in a byte."""


class TrainingConfig(NamedTuple):
    """Configuration of a training run.

    Attributes:
        variant: the rules.
        min_players: minimum number of players.
        max_players: maximum number of players.
        hidden: sizes of the two hidden layers.
        games: number of self-play games.
        seed: seed of all randomness.
        warmup_games: number of games that the heuristic plays first.
        opponents: mode of the other players: NETWORK, HEURISTIC or GREEDY.
    """

    variant: Variant
    min_players: int
    max_players: int
    hidden: tuple[int, int]
    games: int
    seed: int
    warmup_games: int = 20_000
    opponents: int = NETWORK


def make_heuristic_tables(variant: Variant) -> Any:
    """Return the tables of the compiled heuristic, as in `evaluators.HeuristicEvaluator`."""
    table = [*estimated_row_points(variant), PENALTY_COST, PENALTY_GROWTH]
    return np.array([table], np.float32)


def make_lucky_pairs_array(variant: Variant) -> Any:
    """Return the variant's pairs of lucky numbers as an array."""
    return np.array(variant.lucky_pairs or [(0, 0)], np.int32)


def train_network(
    run: TrainingConfig,
    save_checkpoint: Callable[[NetworkWeights, int], None],
    log: Callable[[str], None],
    show_progress: Callable[[int], None],
) -> NetworkWeights:
    """Train a network.

    Args:
        run: the configuration.
        save_checkpoint: called with the weights and the number of games, every minute and at
            the end.
        log: called with a report, at the same times.
        show_progress: called with the number of finished games, including the warm-up.
    """
    t = make_tables(run.variant)
    table, pairs = make_heuristic_tables(run.variant), make_lucky_pairs_array(run.variant)
    net = new_network(t.feature_count, run.hidden, run.seed)
    mean = NetworkWeights(*(w.copy() for w in net[:-1]))
    m = NetworkWeights(*(np.zeros_like(w) for w in net[:-1]))
    v = NetworkWeights(*(np.zeros_like(w) for w in net[:-1]))
    feats, counts, targets = _make_buffers(run)
    rng = np.random.default_rng(run.seed)
    step, began, said = 0, time.monotonic(), 0.0
    games = -run.warmup_games
    while games < run.games:
        lesson = games < 0
        progress = max(games, 0) / run.games
        high, low = LEARNING_RATES
        rate = high if lesson else low + (high - low) * 0.5 * (1 + np.cos(np.pi * progress))
        mode, others = (HEURISTIC, HEURISTIC) if lesson else (NETWORK, run.opponents)
        total = record_games(
            t, mean, table, mode, others, tuple(OPPONENT_MODEL), pairs, run.min_players,
            run.max_players, GAMES_PER_ITERATION, int(rng.integers(2**31)), 1.0 if lesson else
            TD_LAMBDA, NOISY_SHARE, feats, counts, targets,
        )  # fmt: skip
        games += GAMES_PER_ITERATION
        show_progress(games + run.warmup_games)
        for _ in range(2):
            order = rng.permutation(total)
            step, loss = train_epoch(
                net, mean, m, v, feats, counts, targets, order, total, BATCH, rate, step,
                EMA_DECAY, AUX_LOSS_WEIGHT,
            )  # fmt: skip
        for w in net[:-1]:
            np.clip(w, -WEIGHT_CLIP, WEIGHT_CLIP, out=w)
        now = time.monotonic() - began
        if now - said > 60 or games >= run.games:
            said = now
            save_checkpoint(mean, games)
            share = _estimate_win_share(run, mean, t)
            log(f"{games} games, {now:.0f} s, loss {loss[0] / total:.4f}, share {share:.3f}")
    return mean


def save_weights(path: Path, net: NetworkWeights, games: int) -> None:
    """Save unquantized weights; an interrupted run leaves a complete file."""
    half = path.with_suffix(".half.npz")
    np.savez(half, games=games, **{name: getattr(net, name) for name in net._fields[:-1]})
    half.rename(path)


def load_weights(path: Path) -> tuple[NetworkWeights, int]:
    """Return saved weights, and their number of training games."""
    saved = np.load(path)
    return NetworkWeights(*(saved[name] for name in NetworkWeights._fields[:-1])), int(
        saved["games"]
    )


def _make_buffers(run: TrainingConfig) -> tuple[Any, Any, Any]:
    """Return arrays for the positions of some games: inputs, their numbers, targets."""
    size = GAMES_PER_ITERATION * run.max_players * MAX_AVERAGE_TURNS
    return (
        np.zeros((size, MAX_FEATURES), np.int32),
        np.zeros(size, np.int32),
        np.zeros((size, 3), np.float32),
    )


def _estimate_win_share(
    run: TrainingConfig, net: NetworkWeights, t: Any, games: int = 2000
) -> float:
    """Return a rough win share against the other players, or copies of the heuristic."""
    n = run.max_players
    other = HEURISTIC if run.opponents == NETWORK else run.opponents
    sums = [np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(1)]
    modes = np.array([NETWORK] + [other] * (n - 1), np.int32)
    play_games(
        t, (net,), np.zeros(n, np.int32), make_heuristic_tables(run.variant), modes,
        np.array([OPPONENT_MODEL] * n), np.zeros(n), make_lucky_pairs_array(run.variant), n, games,
        1, *sums,
    )  # fmt: skip
    return float(sums[0][0]) / games
