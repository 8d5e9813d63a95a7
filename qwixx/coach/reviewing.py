"""What a game turned on: what each decision cost, and what was luck."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from qwixx.bots.planning.choices import best
from qwixx.bots.planning.choices import win_probability as _chance
from qwixx.coach.advice import (
    TELLING,
    best_by_move,
    chance_steps,
    chances,
    planner_for,
    run_to_end,
)
from qwixx.rules.dice import Roll
from qwixx.rules.state import Phase

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from qwixx.coach.advice import T
    from qwixx.games.game import Game
    from qwixx.rules.moves import Mark, Move
    from qwixx.rules.state import State


def _with_progress(done: float, steps: Generator[None, None, T]) -> Generator[float, None, T]:
    """Give how much is done for each of some steps, and return what comes of them."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: T = end.value
            return result
        yield done


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision of a finished game, judged.

    Args:
        event: its index in `Game.events`; `Game.states[event]` is the position.
        turn: index of the turn.
        player: index of the player.
        move: what was done.
        better: the best that could have been done; the same, if that was it.
        then: in the white step of the active player, what to cross after that in the color step.
        chance: the chance to win after the move.
        cost: how much less than after the best one.
        gain: how much more than after the second best one; 0 or less if it was not the best.
    """

    event: int
    turn: int
    player: int
    move: Move
    better: Move
    then: Mark | None
    chance: float
    cost: float
    gain: float


@dataclass(frozen=True, slots=True)
class Account:
    """What became of a player's chance to win: all parts together are the result.

    The parts of all players together are nothing: with two players they mirror.

    Args:
        start: the chance before the first roll.
        luck: what the dice of all turns gave, good or bad.
        skill: what the player's own decisions cost: 0 or less.
        others: what the others' decisions gave: 0 or more. What a decision costs, the
            others share as their chances were.
        misjudged: the rest: where the coach had judged wrongly, as when it did not foresee
            what somebody crossed.
        result: 1 for a win, 0 for a defeat, a part for a shared win.
    """

    start: float
    luck: float
    skill: float
    others: float
    misjudged: float
    result: float


@dataclass(frozen=True, slots=True)
class Moment:
    """The beginning of a turn, or the end of the game.

    Args:
        event: how many events came before: `Game.states[event]` is the position.
        chances: each player's chance to win.
    """

    event: int
    chances: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Review:
    """What a game turned on.

    Args:
        moments: the beginning of each turn, and the end.
        decisions: all that was decided where there was a choice, in order.
        accounts: of each player.
    """

    moments: tuple[Moment, ...]
    decisions: tuple[Decided, ...]
    accounts: tuple[Account, ...]

    def costliest(self, player: int, count: int = 3) -> tuple[Decided, ...]:
        """Return a player's costliest decisions that are worth telling, the worst first."""
        costly = [one for one in self.decisions if one.player == player and one.cost >= TELLING]
        return tuple(sorted(costly, key=lambda one: -one.cost)[:count])

    def worst(self, players: Sequence[int]) -> Decided | None:
        """Return the costliest decision of some players; None if none is worth telling."""
        costly = [one for player in players for one in self.costliest(player, 1)]
        return max(costly, key=lambda one: one.cost, default=None)

    def best(self, players: Sequence[int]) -> Decided | None:
        """Return the decision of some players that won most over the second best choice."""
        good = [one for one in self.decisions if one.player in players and one.gain >= TELLING]
        return max(good, key=lambda one: one.gain, default=None)


def review(game: Game) -> Review:
    """Judge a game that is over.

    Raises:
        MissingWeightsError: the weights for this game are not there.
        ValueError: the game goes on.
    """
    return run_to_end(review_steps(game))


def review_steps(game: Game) -> Generator[float, None, Review]:
    """Judge a game that is over, in small steps; gives how much is done, from 0 to 1.

    A page does one step at a time, so that it never stands still.

    Raises:
        MissingWeightsError: the weights for this game are not there.
        ValueError: the game goes on.
    """
    states, events = game.states, game.events
    if states[-1].phase is not Phase.OVER:
        msg = "only a game that is over can be reviewed"
        raise ValueError(msg)
    players = range(game.state.players)
    moments = [Moment(0, chances(states[0]))]
    decisions: list[Decided] = []
    luck = [0.0 for _ in players]
    skill = [0.0 for _ in players]
    others = [0.0 for _ in players]
    rolled = moments[0].chances
    for index, event in enumerate(events):
        state, after = states[index], states[index + 1]
        if isinstance(event, Roll):
            rolled = yield from _with_progress(index / len(events), chance_steps(after))
            for player in players:
                luck[player] += rolled[player] - moments[-1].chances[player]
        else:
            decided = _judge(state, event.player, event.move, index)
            if decided is not None:
                decisions.append(decided)
                skill[event.player] -= decided.cost
                for player, share in _split_loss(rolled, event.player):
                    others[player] += share * decided.cost
        if after.phase in (Phase.ROLL, Phase.OVER):
            moments.append(Moment(index + 1, chances(after)))
        yield (index + 1) / len(events)
    accounts = []
    for player in players:
        start, result = moments[0].chances[player], moments[-1].chances[player]
        known = luck[player] + skill[player] + others[player]
        rest = result - start - known
        accounts.append(Account(start, luck[player], skill[player], others[player], rest, result))
    return Review(tuple(moments), tuple(decisions), tuple(accounts))


def _split_loss(now: Sequence[float], player: int) -> list[tuple[int, float]]:
    """Return which part of what a player loses each of the others gets, as their chances are."""
    others = [seat for seat in range(len(now)) if seat != player]
    whole = sum(now[seat] for seat in others)
    return [(seat, now[seat] / whole if whole else 1 / len(others)) for seat in others]


def _judge(state: State, player: int, move: Move, event: int) -> Decided | None:
    """Judge a decision; None if there was no choice."""
    view = state.view(player)
    tops = best_by_move(planner_for(state).choices(view, player))
    if len(tops) == 1:
        return None
    top = best(list(tops.values()))
    chance = _chance(tops[move].value)
    cost = _chance(top.value) - chance
    gain = chance - max(_chance(other.value) for key, other in tops.items() if key != move)
    plan = top if cost > 0 else tops[move]
    then = plan.then.mark if plan.then else None
    return Decided(event, state.turn, player, move, plan.move, then, chance, cost, gain)
