"""Bots that judge positions with a network, in levels for people."""

from __future__ import annotations

from math import cos, log, pi, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random

    from qwixx.moves import Move
    from qwixx.state import State

_FAR = 2.5
"""How many standard deviations an error has at most: nobody plays absurdly."""


class Level:
    """A bot that plays as well as its network knows, or errs as people do.

    Args:
        error: how wrong it judges, as the standard deviation of the logit of the chance
            to win: 0.1 makes it choose between two moves that are worth 50 and 52.5
            percent nearly by chance, and seldom a move that costs ten.
    """

    def __init__(self, error: float = 0.0) -> None:
        """Set the level."""
        self._error = error

    def prepare(self, state: State, player: int) -> bool:
        """Think of a decision for a while; tell whether there was anything to think of.

        A page that is to answer at any time calls this until it returns False, and then
        `choose_move`, which has little left to do.

        Raises:
            MissingWeightsError: the weights for this game are not there.
        """
        from qwixx.bots.minds import network_planner  # noqa: PLC0415 - as below

        return network_planner(state.variant, state.players).prepare(state, player)

    def choose_move(self, state: State, player: int, rng: random.Random) -> Move:
        """Return a legal move; see `qwixx.bots.Bot`.

        Raises:
            MissingWeightsError: the weights for this game are not there.
        """
        # A page starts sooner if it loads this only when it is needed.
        from qwixx.bots.minds import network_planner  # noqa: PLC0415
        from qwixx.bots.planner import CERTAIN, best  # noqa: PLC0415

        choices = network_planner(state.variant, state.players).choices(state, player)
        if len(choices) > 1 and self._error:
            choices = [
                choice
                if abs(choice.value) >= CERTAIN
                else choice._replace(value=choice.value + self._error * _normal(rng))
                for choice in choices
            ]
        return best(choices).move


def _normal(rng: random.Random) -> float:
    """Return a number of a normal distribution, none of them far out."""
    size = sqrt(-2 * log(1 - rng.random())) * cos(2 * pi * rng.random())
    return max(-_FAR, min(_FAR, size))
