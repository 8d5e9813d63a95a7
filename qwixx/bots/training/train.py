"""Trains the network of one weight file from nothing: `python -m qwixx.bots.training --help`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from qwixx.bots.judges import PENALTY_COST, PENALTY_GROWTH, thumb_table
from qwixx.bots.training.selfplay import (
    HEURISTIC,
    MAX_FEATURES,
    NETWORK,
    Network,
    make_tables,
    new_network,
    play_games,
    record_games,
    train,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.variants import Variant

CHUNK = 1000
BATCH = 512


class Run(NamedTuple):
    """What a training run is told.

    Attributes:
        variant: the rules.
        low: the fewest players.
        high: the most.
        hidden: sizes of the two hidden layers.
        games: of self-play.
        seed: of all chance.
        lessons: games of the heuristic before that.
    """

    variant: Variant
    low: int
    high: int
    hidden: tuple[int, int]
    games: int
    seed: int
    lessons: int = 20_000


def thumb_tables(variant: Variant) -> Any:
    """Return what the compiled heuristic knows; see `qwixx.bots.judges.ThumbJudge`."""
    table = [*thumb_table(variant), PENALTY_COST, PENALTY_GROWTH, 0.0]
    return np.array([table], np.float32)


def train_network(run: Run, keep: Callable[[Network, int], None], say: Callable[[str], None]) -> Network:
    """Train a network; `keep` is given the weights and the games so far, now and then."""
    variant = run.variant
    t = make_tables(variant)
    table = thumb_tables(variant)
    pairs = np.array(variant.lucky_pairs or [(0, 0)], np.int32)
    net = new_network(t.inputs, run.hidden, run.seed)
    mean = Network(*(w.copy() for w in net[:-1]))
    m = Network(*(np.zeros_like(w) for w in net[:-1]))
    v = Network(*(np.zeros_like(w) for w in net[:-1]))
    size = CHUNK * run.high * 60
    feats = np.zeros((size, MAX_FEATURES), np.int32)
    counts = np.zeros(size, np.int32)
    targets = np.zeros((size, 3), np.float32)
    rng = np.random.default_rng(run.seed)
    step, began, said = 0, time.monotonic(), 0.0
    games = -run.lessons
    loss = np.zeros(3)
    while games < run.games:
        lesson = games < 0
        progress = max(games, 0) / run.games
        lr = 1e-3 if lesson else 1e-5 + 1e-3 * 0.5 * (1 + np.cos(np.pi * progress))
        lam = 1.0 if lesson else 0.65
        total = record_games(
            t, mean, table, HEURISTIC if lesson else NETWORK, pairs, run.low, run.high, CHUNK,
            int(rng.integers(2**31)), lam, 0.1, feats, counts, targets,
        )  # fmt: skip
        games += CHUNK
        for _ in range(2):
            order = rng.permutation(total)
            step, loss = train(
                net, mean, m, v, feats, counts, targets, order, total, BATCH, lr, step,
                0.999, 0.3,
            )  # fmt: skip
        for w in net[:-1]:
            np.clip(w, -4, 4, out=w)
        now = time.monotonic() - began
        if now - said > 60 or games == 0 or games >= run.games:
            said = now
            keep(mean, games)
            say(f"{games} games, {now:.0f} s, loss {loss / total}, {measure(run, mean, t, table, pairs)}")
    return mean


def measure(run: Run, net: Network, t: Any, table: Any, pairs: Any, games: int = 2000) -> str:
    """Return how the network does against simple players."""
    n = run.high
    sums = [np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(1)]
    modes = np.array([NETWORK] + [HEURISTIC] * (n - 1), np.int32)
    play_games(
        t, (net,), np.zeros(n, np.int32), table, modes, np.zeros(n), pairs, n, games, 1, *sums
    )
    shares, scores, pens, turns = (total / games for total in sums)
    return f"share {shares[0]:.3f}, scores {scores.round(1)}, pens {pens.round(2)}, turns {turns[0]:.1f}"


def save(path: Path, net: Network) -> None:
    """Keep the weights as they were trained."""
    np.savez(path, **net._asdict())
