"""A bot that picks any legal move with the same chance, for tests and as a yardstick."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random

    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Move
    from qwixx.rules.state import State


class RandomBot:
    """Plays at random."""

    def plays(self, variant: Variant, players: int) -> bool:  # noqa: ARG002 - any game
        """Return True: it plays every game."""
        return True

    def choose_move(self, state: State, player: int, rng: random.Random) -> Move:
        """Return any legal move; see `qwixx.bots.Bot`."""
        moves = state.legal_moves(player)
        return moves[int(rng.random() * len(moves))]
