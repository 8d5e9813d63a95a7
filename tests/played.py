"""Games that are over, to look at."""

from __future__ import annotations

from random import Random

from qwixx import Game, find_variant
from qwixx.bots import find_bot, play_game


def played(variant: str = "classic", players: int = 2, seed: int = 1) -> Game:
    """Return a game that is over."""
    names = [f"P{player}" for player in range(players)]
    game = Game(find_variant(variant), names, seed, first=0)
    return play_game(game, [find_bot("greedy")] * players, Random(seed))
