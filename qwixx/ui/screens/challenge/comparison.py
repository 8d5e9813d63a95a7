"""Compare two games with the same dice, turn by turn."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from qwixx.games.events import Decision
from qwixx.rules.moves import Mark

if TYPE_CHECKING:
    from collections.abc import Iterator

    from qwixx.coach import Review
    from qwixx.games.game import Game


class TurnOfPlayer(NamedTuple):
    """A player's decisions in one turn.

    Args:
        marks: the numbers that were crossed out.
        has_penalty: whether the player took a penalty.
        events: indexes of the decisions in `Game.events`.
    """

    marks: tuple[Mark, ...] = ()
    has_penalty: bool = False
    events: tuple[int, ...] = ()

    def cost(self, review: Review | None) -> float:
        """Return the win probability lost in the turn; 0 without a review."""
        decisions = review.decisions if review else ()
        return sum(one.cost for one in decisions if one.event in self.events)


class ComparedTurn(NamedTuple):
    """A turn of two games, each None if the game ended before.

    Args:
        number: number of the turn, from 1.
        own: the turn in the first game.
        other: the turn in the second game.
    """

    number: int
    own: TurnOfPlayer | None
    other: TurnOfPlayer | None

    @property
    def differs(self) -> bool:
        """Whether the players crossed out different numbers, or one took a penalty."""
        if self.own is None or self.other is None:
            return True
        return self.own[:2] != self.other[:2]


def turns_of_player(game: Game, player: int) -> Iterator[TurnOfPlayer]:
    """Yield a player's decisions, turn by turn."""
    turn: TurnOfPlayer | None = None
    for index, event in enumerate(game.events):
        if not isinstance(event, Decision):
            if turn is not None:
                yield turn
            turn = TurnOfPlayer()
            continue
        assert turn is not None  # noqa: S101 - a game begins with a roll
        before, after = game.states[index], game.states[index + 1]
        if after.sheets[player].penalties > before.sheets[player].penalties:
            turn = turn._replace(has_penalty=True)
        if event.player == player:
            marks = (event.move,) if isinstance(event.move, Mark) else ()
            turn = turn._replace(marks=turn.marks + marks, events=(*turn.events, index))
    if turn is not None:
        yield turn


def compare(own: Game, other: Game, player: int) -> list[ComparedTurn]:
    """Return the turns of two games with the same dice."""
    pairs = zip_longest(turns_of_player(own, player), turns_of_player(other, player))
    return [ComparedTurn(number, *pair) for number, pair in enumerate(pairs, start=1)]


def total_cost(game: Game, player: int, review: Review) -> float:
    """Return the win probability that a player's decisions lost in a game."""
    return sum(turn.cost(review) for turn in turns_of_player(game, player))
