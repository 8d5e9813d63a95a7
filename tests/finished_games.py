"""Finished games for tests."""

from __future__ import annotations

from random import Random

from qwixx import Game, find_variant
from qwixx.bots import find_bot, play_game


def finished_game(variant: str = "classic", player_count: int = 2, seed: int = 1) -> Game:
    """Return a game between greedy bots, played to its end."""
    names = [f"P{player}" for player in range(player_count)]
    game = Game(find_variant(variant), names, seed, first=0)
    return play_game(game, [find_bot("greedy")] * player_count, Random(seed))
