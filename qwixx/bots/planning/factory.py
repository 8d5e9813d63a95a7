"""Cached planners. Imported when a bot first plans."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.bots.planning.choices import OpponentModel
from qwixx.bots.planning.evaluators import HeuristicEvaluator, NetworkEvaluator
from qwixx.bots.planning.planner import Planner
from qwixx.bots.weights import find_network

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant


OPPONENT_MODEL = OpponentModel(temperature=0.4, uniform_share=0.15)
"""Opponent model used with networks."""


@lru_cache(maxsize=8)
def network_planner(variant: Variant, players: int) -> Planner:
    """Return the planner that uses the network for a game.

    Raises:
        MissingWeightsError: the weights are not available.
        ValueError: the weight file is damaged.
    """
    return Planner(
        variant, NetworkEvaluator(variant, find_network(variant, players)), OPPONENT_MODEL
    )


@lru_cache(maxsize=4)
def heuristic_planner(variant: Variant) -> Planner:
    """Return the planner that uses the heuristic.

    Raises:
        ValueError: the variant has no row states; see `supports_row_states`.
    """
    return Planner(variant, HeuristicEvaluator(variant))
