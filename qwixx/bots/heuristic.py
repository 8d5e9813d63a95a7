"""A bot that plans with a heuristic evaluator: the strongest bot without a network."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random

    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Move
    from qwixx.rules.state import State


class HeuristicBot:
    """Plans each turn to maximize the estimated final points of its sheet.

    Ends the game if the bot would win, and avoids ending it if the bot would lose. Deterministic.
    """

    def plays(self, variant: Variant, players: int) -> bool:
        """Return whether the bot can play the game; see `supports_row_states`."""
        from qwixx.bots.planning.row_states import supports_row_states  # noqa: PLC0415 - as below

        return players > 1 and supports_row_states(variant)

    def choose_move(self, state: State, player: int, rng: random.Random) -> Move:  # noqa: ARG002 - deterministic
        """Return a legal move; see `qwixx.bots.Bot`.

        Raises:
            ValueError: the variant has no row states; see `supports_row_states`.
        """
        # Imported on first use so that the page starts sooner.
        from qwixx.bots.planning.choices import best_choice  # noqa: PLC0415
        from qwixx.bots.planning.factory import heuristic_planner  # noqa: PLC0415

        return best_choice(heuristic_planner(state.variant).choices(state, player)).move
