"""A bot that plays uniformly at random, for tests and as a baseline."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random

    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Move
    from qwixx.rules.state import State


class RandomBot:
    """Chooses each legal move with the same probability."""

    def plays(self, variant: Variant, players: int) -> bool:  # noqa: ARG002 - any game
        """Return True: the bot plays every game."""
        return True

    def choose_move(self, state: State, player: int, rng: random.Random) -> Move:
        """Return a random legal move; see `qwixx.bots.Bot`."""
        moves = state.legal_moves(player)
        return moves[int(rng.random() * len(moves))]
