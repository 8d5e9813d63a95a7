"""A bot that plans by a rule of thumb: the best without a network, as a yardstick."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random

    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Move
    from qwixx.rules.state import State


class HeuristicBot:
    """Plans each turn for the most points that its sheet may come to score.

    It ends the game when that wins, and never when that loses. Chance plays no part.
    """

    def plays(self, variant: Variant, players: int) -> bool:
        """Return whether it plans such games: the rows must run up and down alike."""
        from qwixx.bots.planning.row_states import has_row_states  # noqa: PLC0415 - as below

        return players > 1 and has_row_states(variant)

    def choose_move(self, state: State, player: int, rng: random.Random) -> Move:  # noqa: ARG002 - no chance
        """Return a legal move; see `qwixx.bots.Bot`."""
        # A page starts sooner if it loads this only when it is needed.
        from qwixx.bots.planning.choices import best  # noqa: PLC0415
        from qwixx.bots.planning.factory import heuristic_planner  # noqa: PLC0415

        return best(heuristic_planner(state.variant).choices(state, player)).move
