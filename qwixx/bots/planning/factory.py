"""Planners with a judge for a game, made once. Loaded when a bot first has to think."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.bots.planning.choices import OpponentModel
from qwixx.bots.planning.evaluators import HeuristicEvaluator, NetworkEvaluator
from qwixx.bots.planning.planner import Planner
from qwixx.bots.weights import find_network

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant


OPPONENT_MODEL = OpponentModel(temperature=0.4, spread=0.15)
"""How whoever thinks with a network guesses the others to choose."""


@lru_cache(maxsize=8)
def network_planner(variant: Variant, players: int) -> Planner:
    """Return the planner that thinks with the network for a game.

    Raises:
        MissingWeightsError: its weights are not there.
    """
    return Planner(
        variant, NetworkEvaluator(variant, find_network(variant, players)), OPPONENT_MODEL
    )


@lru_cache(maxsize=4)
def heuristic_planner(variant: Variant) -> Planner:
    """Return the planner that thinks by a rule of thumb."""
    return Planner(variant, HeuristicEvaluator(variant))
