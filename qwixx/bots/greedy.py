"""A bot that crosses what skips least: quick, sensible, and no planner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.rules.moves import PASS, Mark

if TYPE_CHECKING:
    import random

    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Move
    from qwixx.rules.state import State


class GreedyBot:
    """Crosses the number that skips fewest others, two at most.

    To avoid a penalty it skips three. Among equals it prefers the row with more crosses,
    then the upper one. Chance plays no part.
    """

    def plays(self, variant: Variant, players: int) -> bool:  # noqa: ARG002 - any game
        """Return True: it plays every game."""
        return True

    def choose_move(self, state: State, player: int, rng: random.Random) -> Move:  # noqa: ARG002 - no chance
        """Return a legal move; see `qwixx.bots.Bot`."""
        sheet = state.sheets[player]
        most = 3 if state.penalty_due else 2
        marks = [
            (sheet.skips(move), -sheet.count(move.row), move.row, move)
            for move in state.legal_moves(player)
            if isinstance(move, Mark)
        ]
        skips, *_, move = min(marks, default=(most + 1, PASS))
        return move if skips <= most else PASS
