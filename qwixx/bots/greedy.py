"""A bot that skips as few numbers as possible, without planning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.rules.moves import PASS, Mark

if TYPE_CHECKING:
    import random

    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Move
    from qwixx.rules.state import State


class GreedyBot:
    """Makes the mark that skips the fewest numbers; passes if every mark skips more than two.

    To avoid a penalty, the bot skips up to three numbers. Ties go to the row with the most
    crosses, then to the topmost row. Deterministic.
    """

    def plays(self, variant: Variant, players: int) -> bool:  # noqa: ARG002 - any game
        """Return True: the bot plays every game."""
        return True

    def choose_move(self, state: State, player: int, rng: random.Random) -> Move:  # noqa: ARG002 - deterministic
        """Return a legal move; see `qwixx.bots.Bot`."""
        sheet = state.sheets[player]
        max_skips = 3 if state.penalty_due else 2
        marks = [move for move in state.legal_moves(player) if isinstance(move, Mark)]
        best = min(
            marks,
            key=lambda mark: (sheet.skips(mark), -sheet.count(mark.row), mark.row),
            default=None,
        )
        return PASS if best is None or sheet.skips(best) > max_skips else best
