"""Contests: bots play games with the same dice in every seat.

Each seed is played once per seating: n bots play n games with the same dice, moving by one seat
after each game. The arena on the command line and the workshop on the page both play this way, so
they get the same figures.
"""

from __future__ import annotations

import random
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from qwixx.bots.user_bots.source import UserBot, decision_rng
from qwixx.rules.dice import seeded_roll
from qwixx.rules.state import Phase, State, new_game

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from qwixx.bots import Bot
    from qwixx.rules.layout import Variant


def play_to_end(start: State, bots: Sequence[Bot], seed: int) -> State:
    """Play a game with dice rolled from a seed, and return its final state.

    Raises:
        BotError: a user's bot failed.
        IllegalMoveError: a bot chose an illegal move.
    """
    state = start
    # One generator per bot, so that one bot's random numbers do not affect another bot. A user's
    # bot has one per decision, which does not depend on the order in which games are played.
    rngs = [random.Random((seed << 8) + seat) for seat in range(len(bots))]  # noqa: S311 - games
    counts = [0] * len(bots)
    while state.phase is not Phase.OVER:
        if state.phase is Phase.ROLL:
            state = state.apply_roll(seeded_roll(seed, state.turn, state.variant, state.closed))
        for player in state.to_act:
            bot, rng = bots[player], rngs[player]
            if isinstance(bot, UserBot):
                rng = decision_rng(seed, player, counts[player])
                counts[player] += 1
            state = state.play(player, bot.choose_move(state.view(player), player, rng))
    return state


def draw_lucky_pairs(variant: Variant, players: int, seed: int) -> list[tuple[int, int]] | None:
    """Return distinct lucky pairs drawn with a seed; None if the variant has no lucky numbers."""
    if not variant.lucky_pairs:
        return None
    rng = random.Random(seed)  # noqa: S311 - games
    pairs = sorted(variant.lucky_pairs, key=lambda _: rng.random())
    return pairs[:players]


def bots_by_seat(seats: int, shift: int) -> list[int]:
    """Return the index of the bot in each seat: bot i sits in seat i + shift."""
    return [(seat - shift) % seats for seat in range(seats)]


def play_seed(variant: Variant, bots: Sequence[Bot], seed: int) -> Iterator[State]:
    """Yield the final state of each game with a seed, one per seating; see `bots_by_seat`.

    Raises:
        BotError: a user's bot failed.
        IllegalMoveError: a bot chose an illegal move.
    """
    seats = len(bots)
    start = new_game(variant, seats, lucky=draw_lucky_pairs(variant, seats, seed))
    for shift in range(seats):
        yield play_to_end(start, [bots[index] for index in bots_by_seat(seats, shift)], seed)


def share_by_bot(ends: Sequence[State]) -> list[float]:
    """Return each bot's wins in the games of one seed; a shared win counts as a fraction.

    Args:
        ends: the final state for each seating, in order; see `play_seed`.
    """
    seats = len(ends)
    shares = [0.0] * seats
    for shift, end in enumerate(ends):
        outcome = end.outcome()
        for seat, bot in enumerate(bots_by_seat(seats, shift)):
            if outcome and seat in outcome.winners:
                shares[bot] += 1 / len(outcome.winners)
    return shares


class WinShare(NamedTuple):
    """A bot's share of wins.

    Args:
        share: wins per game; a shared win counts as a fraction.
        std_error: standard error of `share`.
    """

    share: float
    std_error: float


def win_share(wins: float, squares: float, seeds: int, seats: int) -> WinShare:
    """Return a bot's share of wins with its standard error.

    Args:
        wins: its wins in all games.
        squares: the sum of the squares of its average share per seed.
        seeds: number of seeds.
        seats: number of bots, and so of games per seed.
    """
    share = wins / (seeds * seats)
    # Games with the same dice are not independent: their average counts as one sample.
    variance = max(0.0, squares / seeds - share**2)
    return WinShare(share, sqrt(variance / max(1, seeds - 1)))
