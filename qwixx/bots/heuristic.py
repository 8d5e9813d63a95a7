"""A bot that plans by a rule of thumb: the best without a network, as a yardstick."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.bots.judges import ThumbJudge
from qwixx.bots.planner import Planner, best

if TYPE_CHECKING:
    import random

    from qwixx.moves import Move
    from qwixx.state import State
    from qwixx.variants import Variant


class Heuristic:
    """Plans each turn for the most points that its sheet may come to score.

    It ends the game when that wins, and never when that loses. Chance plays no part.
    """

    def choose_move(self, state: State, player: int, rng: random.Random) -> Move:  # noqa: ARG002 - no chance
        """Return a legal move; see `qwixx.bots.Bot`."""
        return best(_find_planner(state.variant).choices(state, player)).move


@lru_cache(maxsize=4)
def _find_planner(variant: Variant) -> Planner:
    return Planner(variant, ThumbJudge(variant))
