"""Random sources of users' bots, one for each decision."""

from __future__ import annotations

from hashlib import sha256
from random import Random


def decision_rng(seed: int, seat: int, decision: int) -> Random:
    """Return the random source for a decision of a user's bot; it does not reveal the dice.

    Args:
        seed: seed of the dice.
        seat: the bot's seat.
        decision: number of decisions that the seat has made before in this game.
    """
    return Random(decision_seed(seed, seat, decision))  # noqa: S311 - games


def decision_seed(seed: int, seat: int, decision: int) -> int:
    """Return the seed of `decision_rng`, from which nobody can compute the seed of the dice."""
    digest = sha256(f"{seed} {seat} {decision}".encode()).digest()
    return int.from_bytes(digest[:6], "big")
