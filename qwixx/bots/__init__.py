"""Bots: players that a program plays.

A new bot is a module here and an entry in `BOTS`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from qwixx.bots.uniform import Uniform

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping

    from qwixx.moves import Move
    from qwixx.state import State

__all__ = ["BOTS", "Bot", "find_bot"]


class Bot(Protocol):
    """What a bot has to offer. Any object with this method is one."""

    def choose_move(self, state: State, player: int, rng: random.Random, /) -> Move:
        """Return one of `state.legal_moves(player)`.

        Args:
            state: the state as the player may know it, `State.view(player)`.
            player: index of the player for whom to decide, who is to act.
            rng: the only source of chance; the same one gives the same move.
        """


BOTS: Mapping[str, Bot] = {"random": Uniform()}
"""All bots by name."""


def find_bot(name: str) -> Bot:
    """Return the bot of that name.

    Raises:
        ValueError: there is none; the message names the known ones.
    """
    try:
        return BOTS[name]
    except (KeyError, TypeError):
        msg = f"unknown bot {name!r}; known: {', '.join(BOTS)}"
        raise ValueError(msg) from None
