"""Round robins: every two bots play games against each other."""

from __future__ import annotations

from hashlib import sha256
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from qwixx.bots.contests import PairTally

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Rank(NamedTuple):
    """A bot's place in a round robin.

    Args:
        bot: id of the bot.
        games: number of its games.
        share: wins per game; a shared win counts as a half.
        std_error: standard error of `share`.
        points: average points per game.
    """

    bot: str
    games: int
    share: float
    std_error: float
    points: float


def pair_seed(seed: int, first: str, second: str) -> int:
    """Return the first dice seed of a pair's games, which depends on no other bot.

    Args:
        seed: seed of the round robin.
        first: id of a bot: `id_of_text` of its text, or the name of one of `BOTS`.
        second: id of the other bot.
    """
    names = " ".join(sorted((first, second)))
    digest = sha256(f"{seed} {names}".encode()).digest()
    return int.from_bytes(digest[:6], "big")


def tally_of(tallies: Mapping[tuple[str, str], PairTally], own: str, other: str) -> PairTally:
    """Return the tally of two bots, seen by the first one.

    Args:
        tallies: tallies by pair of ids, in either order.
        own: id of the first bot.
        other: id of the other bot.
    """
    return tallies.get((own, other)) or tallies.get((other, own), PairTally()).swapped


def rank_bots(tallies: Mapping[tuple[str, str], PairTally], bots: Sequence[str]) -> list[Rank]:
    """Return the bots in order, the one with the largest share of wins first."""
    found = []
    for bot in bots:
        pairs = [tally_of(tallies, bot, other) for other in bots if other != bot]
        pairs = [pair for pair in pairs if pair.seeds]
        games = sum(pair.games for pair in pairs)
        if not games:
            found.append(Rank(bot, 0, 0.0, 0.0, 0.0))
            continue
        # The pairs have different dice, so they are independent.
        error = sqrt(sum((pair.games * pair.win_share.std_error) ** 2 for pair in pairs)) / games
        wins = sum(pair.wins for pair in pairs)
        points = sum(pair.points[0] for pair in pairs)
        found.append(Rank(bot, games, wins / games, error, points / games))
    return sorted(found, key=lambda rank: (not rank.games, -rank.share))
