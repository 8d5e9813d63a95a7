"""Contests: bots play games with the same dice in every seat.

Each seed is played once per seating: n bots play n games with the same dice, moving by one seat
after each game. The arena on the command line and the workshop on the page both play this way, so
they get the same figures.
"""

from __future__ import annotations

import random
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from qwixx.bots.decision_seeds import decision_rng
from qwixx.bots.user_bots.source import UserBot
from qwixx.rules.dice import seeded_roll
from qwixx.rules.state import Phase, State, new_game

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from qwixx.bots import Bot
    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Move


class Question(NamedTuple):
    """A decision in a game.

    Args:
        player: index of the player who decides.
        decision: number of decisions that the player has made before in this game.
        state: the state as seen by the player.
    """

    player: int
    decision: int
    state: State


def ask_for_moves(start: State, seed: int) -> Generator[Question, Move, State]:
    """Play a game with dice rolled from a seed: yield each decision, and receive the move.

    Returns:
        the final state.

    Raises:
        IllegalMoveError: a move is illegal.
    """
    state = start
    counts = [0] * start.players
    while state.phase is not Phase.OVER:
        if state.phase is Phase.ROLL:
            state = state.apply_roll(seeded_roll(seed, state.turn, state.variant, state.closed))
        for player in state.to_act:
            move = yield Question(player, counts[player], state.view(player))
            counts[player] += 1
            state = state.play(player, move)
    return state


def seat_rngs(seed: int, seats: int) -> list[random.Random]:
    """Return a random source per seat, so that one bot's numbers do not affect another bot."""
    return [random.Random((seed << 8) + seat) for seat in range(seats)]  # noqa: S311 - games


def play_to_end(start: State, bots: Sequence[Bot], seed: int) -> State:
    """Play a game with dice rolled from a seed, and return its final state.

    Raises:
        BotError: a user's bot failed.
        IllegalMoveError: a bot chose an illegal move.
    """
    rngs = seat_rngs(seed, len(bots))
    moves = ask_for_moves(start, seed)
    try:
        player, decision, state = next(moves)
        while True:
            bot, rng = bots[player], rngs[player]
            if isinstance(bot, UserBot):  # independent of the order in which games are played
                rng = decision_rng(seed, player, decision)
            player, decision, state = moves.send(bot.choose_move(state, player, rng))
    except StopIteration as end:
        final: State = end.value
        return final


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


def start_state(variant: Variant, seats: int, seed: int) -> State:
    """Return the state in which the games with a seed begin."""
    return new_game(variant, seats, lucky=draw_lucky_pairs(variant, seats, seed))


def play_seed(variant: Variant, bots: Sequence[Bot], seed: int) -> Iterator[State]:
    """Yield the final state of each game with a seed, one per seating; see `bots_by_seat`.

    Raises:
        BotError: a user's bot failed.
        IllegalMoveError: a bot chose an illegal move.
    """
    seats = len(bots)
    start = start_state(variant, seats, seed)
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


class PairTally(NamedTuple):
    """Sums over the games of two bots.

    Args:
        seeds: number of seeds, with two games each.
        wins: wins of the first bot; a shared win counts as a half.
        squares: the sum of the squares of the first bot's average share per seed.
        points: the points of both bots.
    """

    seeds: int = 0
    wins: float = 0.0
    squares: float = 0.0
    points: tuple[int, int] = (0, 0)

    @property
    def games(self) -> int:
        """The number of games."""
        return 2 * self.seeds

    @property
    def win_share(self) -> WinShare:
        """The first bot's share of wins; only for a tally of at least one seed."""
        return win_share(self.wins, self.squares, self.seeds, 2)

    @property
    def swapped(self) -> PairTally:
        """The same tally, with the bots in the other order."""
        squares = self.seeds - self.wins + self.squares
        return PairTally(self.seeds, self.games - self.wins, squares, self.points[::-1])

    def plus(self, other: PairTally) -> PairTally:
        """Return the sums over the games of both tallies."""
        own, others = (a + b for a, b in zip(self.points, other.points, strict=True))
        return PairTally(
            self.seeds + other.seeds,
            self.wins + other.wins,
            self.squares + other.squares,
            (own, others),
        )

    def plus_seed(self, ends: Sequence[State]) -> PairTally:
        """Return the sums with the games of one more seed; see `play_seed`."""
        share = share_by_bot(ends)[0]
        first, second = ends
        own, others = self.points
        return PairTally(
            self.seeds + 1,
            self.wins + share,
            self.squares + (share / 2) ** 2,
            (
                own + first.sheets[0].points + second.sheets[1].points,
                others + first.sheets[1].points + second.sheets[0].points,
            ),
        )
