"""Dice that nobody at a table chose alone.

Before anybody else says anything the host commits itself to a secret by its hash. Then each guest
gives a number of its own, and the dice come from all of these together: the host cannot choose
them, for it has not known the guests' numbers, and no guest can, for it has not known the secret.
When the game is over the host tells the secret, and each page makes sure.

What this does not prevent: once the game goes on, the host's device could look ahead.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from qwixx.games.events import Decision
from qwixx.rules.dice import MAX_SEED, draw_first, seeded_roll

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.games.game import Game


def commit_of(secret: str) -> str:
    """Return the hash of a secret, 64 hexadecimal digits."""
    return sha256(f"qwixx {secret}".encode()).hexdigest()


def seed_of(secret: str, nonces: Sequence[str]) -> int:
    """Return where the dice of a game come from, 0 to `MAX_SEED`.

    Args:
        secret: the host's, 64 hexadecimal digits.
        nonces: each seat's share; "" for one that has none.
    """
    text = f"qwixx {secret} {' '.join(nonce or '-' for nonce in nonces)}"
    return int(sha256(text.encode()).hexdigest()[:14], 16) & MAX_SEED


def is_fair(game: Game, secret: str, commit: str, nonces: Sequence[str]) -> bool:
    """Tell whether these dice come from that secret, and who began was drawn by lot from it.

    Args:
        game: the game, with the dice that were told.
        secret: what the host tells at the end.
        commit: to what it committed itself at the beginning.
        nonces: each seat's share.
    """
    if commit_of(secret) != commit:
        return False
    seed = seed_of(secret, nonces)
    if game.states[0].active != draw_first(seed, game.state.players):
        return False
    return all(
        isinstance(event, Decision)
        or event == seeded_roll(seed, state.turn, state.variant, state.closed)
        for state, event in zip(game.states, game.events, strict=False)
    )
