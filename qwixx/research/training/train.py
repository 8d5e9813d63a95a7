"""Trains a network from nothing, by games against itself.

The first games are those of a heuristic. After that the network plays and learns from its
own games: each position's target is what it thought of the positions that followed and,
with growing weight, how the game ended (temporal differences).
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from qwixx.bots.planning.evaluators import PENALTY_COST, PENALTY_GROWTH, heuristic_table
from qwixx.bots.planning.factory import OPPONENT_MODEL
from qwixx.research.training.compiled_games import play_games, record_games
from qwixx.research.training.compiled_network import NetworkWeights, new_network, train
from qwixx.research.training.compiled_policies import HEURISTIC, NETWORK
from qwixx.research.training.compiled_rules import MAX_FEATURES, make_tables

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from qwixx.rules.layout import Variant

GAMES_PER_ITERATION = 1000
"""Games between two lessons."""
BATCH = 512
"""Positions in a step."""
MAX_AVERAGE_TURNS = 60
"""Turns for which there is room, on average."""
LEARNING_RATES = (1e-3, 1e-5)
"""The learning rate in the beginning and at the end."""
TD_LAMBDA = 0.65
"""How much of a target comes from later turns than the next one."""
NOISY_SHARE = 0.1
"""Share of the games in which a player errs, so that odd positions occur."""
AUX_LOSS_WEIGHT = 0.3
"""How much lead and points count beside the win."""
EMA_DECAY = 0.999
"""How much of the averaged weights, which are the ones that play, is kept in a step."""
WEIGHT_CLIP = 4
"""The largest weight: they are to fit in a byte."""


class TrainingConfig(NamedTuple):
    """What a training run is told.

    Attributes:
        variant: the rules.
        min_players: the fewest players.
        max_players: the most.
        hidden: sizes of the two hidden layers.
        games: of self-play.
        seed: of all chance.
        warmup_games: games of the heuristic before that.
        opponents: who the others are, NETWORK, HEURISTIC or GREEDY.
    """

    variant: Variant
    min_players: int
    max_players: int
    hidden: tuple[int, int]
    games: int
    seed: int
    warmup_games: int = 20_000
    opponents: int = NETWORK


def heuristic_tables(variant: Variant) -> Any:
    """Return the tables of the compiled heuristic, as `evaluators.HeuristicEvaluator` has them."""
    table = [*heuristic_table(variant), PENALTY_COST, PENALTY_GROWTH]
    return np.array([table], np.float32)


def lucky_pairs_array(variant: Variant) -> Any:
    """Return the variant's pairs of lucky numbers."""
    return np.array(variant.lucky_pairs or [(0, 0)], np.int32)


def train_network(
    run: TrainingConfig,
    keep: Callable[[NetworkWeights, int], None],
    say: Callable[[str], None],
    show: Callable[[int], None],
) -> NetworkWeights:
    """Train a network.

    Args:
        run: the configuration.
        keep: called with the weights and the number of games, every minute and at the end.
        say: called with a report, likewise.
        show: called with the number of finished games, those of the heuristic included.
    """
    t = make_tables(run.variant)
    table, pairs = heuristic_tables(run.variant), lucky_pairs_array(run.variant)
    net = new_network(t.feature_count, run.hidden, run.seed)
    mean = NetworkWeights(*(w.copy() for w in net[:-1]))
    m = NetworkWeights(*(np.zeros_like(w) for w in net[:-1]))
    v = NetworkWeights(*(np.zeros_like(w) for w in net[:-1]))
    feats, counts, targets = _buffers(run)
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
        show(games + run.warmup_games)
        for _ in range(2):
            order = rng.permutation(total)
            step, loss = train(
                net, mean, m, v, feats, counts, targets, order, total, BATCH, rate, step,
                EMA_DECAY, AUX_LOSS_WEIGHT,
            )  # fmt: skip
        for w in net[:-1]:
            np.clip(w, -WEIGHT_CLIP, WEIGHT_CLIP, out=w)
        now = time.monotonic() - began
        if now - said > 60 or games >= run.games:
            said = now
            keep(mean, games)
            share = _win_share(run, mean, t)
            say(f"{games} games, {now:.0f} s, loss {loss[0] / total:.4f}, share {share:.3f}")
    return mean


def save(path: Path, net: NetworkWeights, games: int) -> None:
    """Keep weights as they were trained; a run that is stopped leaves a whole file."""
    half = path.with_suffix(".half.npz")
    np.savez(half, games=games, **{name: getattr(net, name) for name in net._fields[:-1]})
    half.rename(path)


def load(path: Path) -> tuple[NetworkWeights, int]:
    """Return kept weights, and of how many games they are."""
    saved = np.load(path)
    return NetworkWeights(*(saved[name] for name in NetworkWeights._fields[:-1])), int(
        saved["games"]
    )


def _buffers(run: TrainingConfig) -> tuple[Any, Any, Any]:
    """Return arrays for the positions of some games: inputs, how many, targets."""
    size = GAMES_PER_ITERATION * run.max_players * MAX_AVERAGE_TURNS
    return (
        np.zeros((size, MAX_FEATURES), np.int32),
        np.zeros(size, np.int32),
        np.zeros((size, 3), np.float32),
    )


def _win_share(run: TrainingConfig, net: NetworkWeights, t: Any, games: int = 2000) -> float:
    """Return the share of wins against the others, or copies of the heuristic, roughly."""
    n = run.max_players
    other = HEURISTIC if run.opponents == NETWORK else run.opponents
    sums = [np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(1)]
    modes = np.array([NETWORK] + [other] * (n - 1), np.int32)
    play_games(
        t, (net,), np.zeros(n, np.int32), heuristic_tables(run.variant), modes,
        np.array([OPPONENT_MODEL] * n), np.zeros(n), lucky_pairs_array(run.variant), n, games, 1,
        *sums,
    )  # fmt: skip
    return float(sums[0][0]) / games
