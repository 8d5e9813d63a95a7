"""Fair dice: commitment, seals, nonces, and the check of a finished game.

The host commits to a secret by sending its hash. Each guest seals a random share, its nonce, in
the same way. Once the host has fixed everything else that the dice depend on, the `Terms`, the
guests reveal their nonces, and the dice follow from the terms, the secret, and the nonces. The
host reveals the secret at the end of the game, and each guest checks the dice. If at least one
guest in the terms is honest, nobody can have chosen the dice or the first player.

Limits: once the host has all nonces, it knows all dice. It can look ahead, and it can abort a
start that it dislikes; guests count such starts.
"""

from __future__ import annotations

import json
from enum import StrEnum
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from qwixx.games.events import Decision
from qwixx.rules.dice import draw_first_player, seeded_roll

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.games.game import Game
    from qwixx.rules.dice import Roll

_SEED_BITS = 53
"""Length of a seed in bits; see `MAX_SEED`."""


class Verdict(StrEnum):
    """A guest's verdict on the dice of a game."""

    NONE = ""
    FAIR = "fair"
    LATE = "late"
    """The dice match the terms, but this guest had no share in them."""
    UNREVEALED = "untold"
    """The host left without revealing its secret."""
    WRONG = "wrong"


class UnfairReason(StrEnum):
    """The reason for `Verdict.WRONG`."""

    SECRET = "secret"  # noqa: S105 - a reason
    """The secret is not the one that the host committed to."""
    DICE = "dice"
    """The dice or the first player do not follow from the terms, the secret, and the nonces."""
    LEFT_OUT = "left-out"
    """The terms lack the seal of a guest who was connected and seated."""
    SHARE = "share"
    """A nonce does not match its seal."""
    CHANGED = "changed"
    """The host changed a value that was already fixed."""
    EARLY = "early"
    """The host revealed its secret before the end of the game."""
    RULES = "rules"
    """The host broke the rules of the game."""


class Terms(NamedTuple):
    """Everything that the dice depend on, besides the host's secret and the guests' nonces.

    Args:
        table: the table's id, 32 hexadecimal digits.
        round: number of earlier starts at the table, aborted ones included.
        commit: the host's commitment, 64 hexadecimal digits.
        variant: name of the variant.
        seals: seals, by seat; "" for a seat without a connected guest.
    """

    table: str
    round: int
    commit: str
    variant: str
    seals: tuple[str, ...]


def tagged_hash(tag: str, *values: object) -> str:
    """Return the SHA-256 of a tag and values, as 64 hexadecimal digits."""
    text = json.dumps(["qwixx", tag, *values], separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def make_commitment(table: str, round_: int, secret: str) -> str:
    """Return the host's commitment to a secret for one round of a table."""
    return tagged_hash("secret", table, round_, secret)


def derive_nonce(key: str, commit: str) -> str:
    """Return a guest's nonce for a commitment, 32 hexadecimal digits."""
    return tagged_hash("nonce", key, commit)[:32]


def make_seal(commit: str, nonce: str) -> str:
    """Return the seal of a nonce, 64 hexadecimal digits."""
    return tagged_hash("seal", commit, nonce)


def nonces_match_seals(terms: Terms, nonces: Sequence[str]) -> bool:
    """Return whether the nonces match the seals; seats without a seal have the nonce ""."""
    return len(nonces) == len(terms.seals) and all(
        seal == (nonce and make_seal(terms.commit, nonce))
        for seal, nonce in zip(terms.seals, nonces, strict=True)
    )


def derive_seed(terms: Terms, secret: str, nonces: Sequence[str]) -> int:
    """Return the seed of a game, 0 to `MAX_SEED`."""
    mixed = tagged_hash("dice", terms, secret, nonces)
    return int(mixed, 16) >> (4 * len(mixed) - _SEED_BITS)


def unfair_reason(
    game: Game, shown: Sequence[tuple[int, Roll]], terms: Terms, secret: str, nonces: Sequence[str]
) -> UnfairReason | None:
    """Return the reason why the dice of a finished game are unfair, or None if they are fair.

    Args:
        game: the game as the host sent it.
        shown: all (turn, dice) pairs that the host has shown, undone rolls included.
        terms: the terms of the game.
        secret: the secret that the host revealed.
        nonces: nonces, by seat.
    """
    if make_commitment(terms.table, terms.round, secret) != terms.commit:
        return UnfairReason.SECRET
    seed = derive_seed(terms, secret, nonces)
    drawn = draw_first_player(seed, game.state.players) == game.states[0].active
    rolled = all(
        isinstance(event, Decision)
        or event == seeded_roll(seed, state.turn, state.variant, state.closed)
        for state, event in zip(game.states, game.events, strict=False)
    )
    open_rows = (False,) * len(game.variant.rows)
    honest = all(
        _dice_agree(roll, seeded_roll(seed, turn, game.variant, open_rows)) for turn, roll in shown
    )
    return None if drawn and rolled and honest else UnfairReason.DICE


def _dice_agree(shown: Roll, roll: Roll) -> bool:
    """Return whether the shown dice equal a roll, apart from dice that were out of the game."""
    return shown == roll.without([die is None for die in shown.colored])
