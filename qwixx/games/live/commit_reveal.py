"""Fair dice: commitment, seals, shares, and the check of a finished game.

The host commits to a secret by its hash. Each guest seals a random share, its nonce, likewise.
Once the host has fixed all that the dice depend on, its `Terms`, the guests reveal their nonces,
and the dice come from terms, secret and nonces together. The host reveals the secret at the end of
the game, and each guest checks. With one honest guest in the terms nobody has chosen the dice or
the starter.

What this does not prevent: the host knows all dice once it has all nonces. It can look ahead, and
it can break off a start that it dislikes, which guests count.
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
"""The length of a seed: see `MAX_SEED`."""


class Verdict(StrEnum):
    """A guest's verdict on the dice of a game."""

    NONE = ""
    FAIR = "fair"
    LATE = "late"
    """The dice match the terms, but this guest had no share in them."""
    UNREVEALED = "untold"
    """The host left without telling its secret."""
    WRONG = "wrong"


class UnfairReason(StrEnum):
    """The reason for `Verdict.WRONG`."""

    SECRET = "secret"  # noqa: S105 - a reason
    """The secret is not the one that the host committed to."""
    DICE = "dice"
    """The dice, or the starter, do not come from terms, secret and nonces."""
    LEFT_OUT = "left-out"
    """The terms lack the seal of a guest who was connected and seated."""
    SHARE = "share"
    """A nonce does not match its seal."""
    CHANGED = "changed"
    """Something changed that was fixed."""
    EARLY = "early"
    """The secret was told before the end of the game."""
    RULES = "rules"
    """The host broke the rules of the game."""


class Terms(NamedTuple):
    """All that the dice depend on, besides the host's secret and the guests' nonces.

    Args:
        table: the table's number, 32 hexadecimal digits.
        round: how many starts the table had before, with those that were broken off.
        commit: the host's commitment, 64 hexadecimal digits.
        variant: the rules' name.
        seals: each seat's seal; "" for a seat without a connected guest.
    """

    table: str
    round: int
    commit: str
    variant: str
    seals: tuple[str, ...]


def digest(tag: str, *values: object) -> str:
    """Return the hash of values, 64 hexadecimal digits; the tag says what it is for."""
    text = json.dumps(["qwixx", tag, *values], separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def commitment(table: str, round_: int, secret: str) -> str:
    """Return the host's commitment to a secret for one round of a table."""
    return digest("secret", table, round_, secret)


def nonce_for(key: str, commit: str) -> str:
    """Return a guest's share in the dice, 32 hexadecimal digits: another one per commitment."""
    return digest("nonce", key, commit)[:32]


def seal_of(commit: str, nonce: str) -> str:
    """Return the seal of a nonce, 64 hexadecimal digits."""
    return digest("seal", commit, nonce)


def match_seals(terms: Terms, nonces: Sequence[str]) -> bool:
    """Return whether each nonce is the one that was sealed; "" for seats without a seal."""
    return len(nonces) == len(terms.seals) and all(
        seal == (nonce and seal_of(terms.commit, nonce))
        for seal, nonce in zip(terms.seals, nonces, strict=True)
    )


def seed_of(terms: Terms, secret: str, nonces: Sequence[str]) -> int:
    """Return the seed of a game, 0 to `MAX_SEED`."""
    mixed = digest("dice", terms, secret, nonces)
    return int(mixed, 16) >> (4 * len(mixed) - _SEED_BITS)


def unfair_reason(
    game: Game, shown: Sequence[tuple[int, Roll]], terms: Terms, secret: str, nonces: Sequence[str]
) -> UnfairReason | None:
    """Check the dice of a finished game; return None if they are fair.

    Args:
        game: the game as the host told it.
        shown: each turn and its dice, as the host ever showed them: also those taken back.
        terms: the terms of the game.
        secret: the secret that the host told.
        nonces: each seat's nonce.
    """
    if commitment(terms.table, terms.round, secret) != terms.commit:
        return UnfairReason.SECRET
    seed = seed_of(terms, secret, nonces)
    drawn = draw_first_player(seed, game.state.players) == game.states[0].active
    rolled = all(
        isinstance(event, Decision)
        or event == seeded_roll(seed, state.turn, state.variant, state.closed)
        for state, event in zip(game.states, game.events, strict=False)
    )
    open_rows = (False,) * len(game.variant.rows)
    honest = all(
        _agree(roll, seeded_roll(seed, turn, game.variant, open_rows)) for turn, roll in shown
    )
    return None if drawn and rolled and honest else UnfairReason.DICE


def _agree(shown: Roll, roll: Roll) -> bool:
    """Return whether dice are those of a roll, except for dice that were out of the game."""
    return shown == roll.without([die is None for die in shown.colored])
