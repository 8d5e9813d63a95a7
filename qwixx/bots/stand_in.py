"""A stand-in for players' own bots where their text is not at hand, such as in replays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.rules.moves import PASS

if TYPE_CHECKING:
    import random

    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Move
    from qwixx.rules.state import State


class StandInBot:
    """Passes if it may, and otherwise makes the first legal move."""

    def plays(self, variant: Variant, players: int) -> bool:  # noqa: ARG002 - any game
        """Return True: the bot plays every game."""
        return True

    def choose_move(self, state: State, player: int, rng: random.Random) -> Move:  # noqa: ARG002 - deterministic
        """Return a legal move; see `qwixx.bots.Bot`."""
        moves = state.legal_moves(player)
        return PASS if PASS in moves else moves[0]
