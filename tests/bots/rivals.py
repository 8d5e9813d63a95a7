"""Bots to measure others against: `python -m qwixx arena hard tests.bots.rivals:OneReply`."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.bots.planning.factory import network_planner
from qwixx.bots.planning.planner import Planner
from qwixx.rules.state import Phase

if TYPE_CHECKING:
    import random

    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Move
    from qwixx.rules.state import State


@lru_cache(maxsize=8)
def _planner(variant: Variant, players: int) -> Planner:
    return Planner(variant, network_planner(variant, players).evaluator)


class OneReply:
    """Plays as `hard` did when it took for certain what is best for the others."""

    def choose_move(self, state: State, player: int, rng: random.Random) -> Move:  # noqa: ARG002 - no chance
        """Return a legal move; see `qwixx.bots.Bot`."""
        choices = _planner(state.variant, state.players).choices(state, player)
        if state.phase is Phase.COLOR:  # the first of equals: to pass, or in the order of rows
            choices = [choices[-1], *choices[:-1]]
        elif player != state.active:
            choices = choices[::-1]
        return max(choices, key=lambda choice: choice.value).move
