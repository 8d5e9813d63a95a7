"""Self-play: positions for a network to learn from, made by this process or by workers.

The games of an iteration are split into tasks with their own seeds, so the positions depend
neither on the number of workers nor on who plays which task.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from qwixx.bots.planning.evaluators import PENALTY_COST, PENALTY_GROWTH, estimated_row_points
from qwixx.bots.planning.factory import OPPONENT_MODEL
from qwixx.research.training.compiled_games import record_games
from qwixx.research.training.compiled_policies import NETWORK
from qwixx.research.training.compiled_rules import MAX_FEATURES, make_tables

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Executor

    from qwixx.research.training.compiled_network import NetworkWeights
    from qwixx.rules.layout import Variant

MAX_AVERAGE_TURNS = 60
"""Upper limit of the average number of turns, for the size of the buffers."""
NOISY_SHARE = 0.1
"""Share of the games in which a player errs, so that unusual positions occur."""


class TrainingConfig(NamedTuple):
    """Configuration of a training run.

    Attributes:
        variant: the rules.
        min_players: the fewest players.
        max_players: the most.
        hidden: sizes of the two hidden layers.
        games: number of games of self-play.
        seed: seed of all randomness.
        warmup_games: games of the heuristic before that.
        opponents: policy of the other players: NETWORK, HEURISTIC or GREEDY.
    """

    variant: Variant
    min_players: int
    max_players: int
    hidden: tuple[int, int]
    games: int
    seed: int
    warmup_games: int = 20_000
    opponents: int = NETWORK


class SelfPlayTask(NamedTuple):
    """Games for a worker to play.

    Attributes:
        config: the configuration of the training.
        weights: the network.
        policy: policy of the player who learns.
        others: policy of the others.
        td_lambda: weight of later turns in a target, see `record_games`.
        games: number of games.
        seed: seed of their randomness.
    """

    config: TrainingConfig
    weights: NetworkWeights
    policy: int
    others: int
    td_lambda: float
    games: int
    seed: int


class Positions(NamedTuple):
    """Positions with their targets.

    Attributes:
        features: indexes of the active features, shape (positions, MAX_FEATURES), int32.
        counts: number of active features, shape (positions,), int32.
        targets: win share, lead and points, shape (positions, 3), float32.
    """

    features: Any
    counts: Any
    targets: Any


def play_task(task: SelfPlayTask) -> Positions:
    """Play a task's games and return the positions of the players who learn."""
    config = task.config
    room = task.games * config.max_players * MAX_AVERAGE_TURNS
    features = np.zeros((room, MAX_FEATURES), np.int32)
    counts, targets = np.zeros(room, np.int32), np.zeros((room, 3), np.float32)
    total = record_games(
        _cached_tables(config.variant), task.weights, make_heuristic_tables(config.variant),
        task.policy, task.others, tuple(OPPONENT_MODEL), make_lucky_pairs_array(config.variant),
        config.min_players, config.max_players, task.games, task.seed, task.td_lambda,
        NOISY_SHARE, features, counts, targets,
    )  # fmt: skip
    return Positions(features[:total], counts[:total], targets[:total])


def start_self_play(
    tasks: Sequence[SelfPlayTask], executor: Executor | None
) -> Callable[[], Positions]:
    """Start to play tasks.

    Args:
        tasks: the tasks.
        executor: plays them; None to play them here, at once.

    Returns:
        a function that waits for all positions, in the order of the tasks.
    """
    if executor is None:
        played = [play_task(task) for task in tasks]
        return lambda: _joined(played)
    futures = [executor.submit(play_task, task) for task in tasks]
    return lambda: _joined([future.result() for future in futures])


def _joined(parts: Sequence[Positions]) -> Positions:
    return Positions(*map(np.concatenate, zip(*parts, strict=True)))


@cache
def _cached_tables(variant: Variant) -> Any:
    return make_tables(variant)


def make_heuristic_tables(variant: Variant) -> Any:
    """Return the tables of the compiled heuristic, as in `evaluators.HeuristicEvaluator`."""
    heuristic_table = [*estimated_row_points(variant), PENALTY_COST, PENALTY_GROWTH]
    return np.array([heuristic_table], np.float32)


def make_lucky_pairs_array(variant: Variant) -> Any:
    """Return the variant's pairs of lucky numbers as an array."""
    return np.array(variant.lucky_pairs or [(0, 0)], np.int32)
