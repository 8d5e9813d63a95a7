"""Reviews of finished games: the cost of each decision, and each player's luck."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from qwixx.bots.planning.choices import best_choice, win_probability
from qwixx.coach.advice import (
    TELLING,
    best_by_move,
    chances,
    chances_in_slices,
    network_planner_for,
    planned_mark,
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
    """Run a generator and return its result; yield `done` (0 to 1) after each step."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: T = end.value
            return result
        yield done


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision in a finished game, with its win probabilities.

    Args:
        event: index of the decision in `Game.events`; `Game.states[event]` is the state before it.
        turn: index of the turn.
        player: index of the player.
        move: the player's move.
        better: the best move; `move` itself if no other move was better.
        then: in the white step of the active player, the mark to plan for the color step after
            `better`, or None.
        chance: win probability after the move.
        cost: win probability lost compared with the best move.
        gain: win probability gained over the best other move; 0 or less if `move` was not best.
        move_then: like `then`, but after `move`.
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
    move_then: Mark | None = None


@dataclass(frozen=True, slots=True)
class Account:
    """Breakdown of a player's win probability: the parts add up to `result`.

    Summed over all players, the parts other than `start` add up to 0.

    Args:
        start: win probability before the first roll.
        luck: win probability gained from the dice of all turns; negative for bad luck.
        skill: change in win probability from the player's own decisions; 0 or less.
        others: win probability gained from the others' decisions; 0 or more. The cost of a
            decision is split among its player's opponents in proportion to their win
            probabilities.
        misjudged: the remainder, due to evaluation errors, such as unexpected replies.
        result: 1 for a win, 0 for a loss, or a fraction for a shared win.
    """

    start: float
    luck: float
    skill: float
    others: float
    misjudged: float
    result: float


@dataclass(frozen=True, slots=True)
class Moment:
    """Win probabilities at the start of a turn, or at the end of the game.

    Args:
        event: number of events before the moment; `Game.states[event]` is the state.
        chances: win probabilities, by player.
    """

    event: int
    chances: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Review:
    """A review of a finished game.

    Args:
        moments: win probabilities at the start of each turn and at the end.
        decisions: all decisions with more than one legal move, in order.
        accounts: breakdown of the win probability, by player.
    """

    moments: tuple[Moment, ...]
    decisions: tuple[Decided, ...]
    accounts: tuple[Account, ...]

    def costliest_decisions(self, player: int, count: int = 3) -> tuple[Decided, ...]:
        """Return up to `count` of a player's costliest decisions worth mentioning, worst first."""
        costly = [one for one in self.decisions if one.player == player and one.cost >= TELLING]
        return tuple(sorted(costly, key=lambda one: -one.cost)[:count])

    def worst_decision(self, players: Sequence[int]) -> Decided | None:
        """Return the given players' costliest decision worth mentioning, or None."""
        costly = [one for player in players for one in self.costliest_decisions(player, 1)]
        return max(costly, key=lambda one: one.cost, default=None)

    def best_decision(self, players: Sequence[int]) -> Decided | None:
        """Return the given players' decision with the highest `gain` worth mentioning, or None."""
        good = [one for one in self.decisions if one.player in players and one.gain >= TELLING]
        return max(good, key=lambda one: one.gain, default=None)


def review(game: Game) -> Review:
    """Review a finished game.

    Raises:
        MissingWeightsError: the weights for this game are not available.
        ValueError: the game is not finished, or the weight file is damaged.
    """
    return run_to_end(review_steps(game))


def review_steps(game: Game) -> Generator[float, None, Review]:
    """Review a finished game in slices, so that the caller stays responsive.

    Yields:
        progress, from 0 to 1.

    Raises:
        MissingWeightsError: the weights for this game are not available.
        ValueError: the game is not finished, or the weight file is damaged.
    """
    states, events = game.states, game.events
    if states[-1].phase is not Phase.OVER:
        msg = "only a finished game can be reviewed"
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
            rolled = yield from _with_progress(index / len(events), chances_in_slices(after))
            for player in players:
                luck[player] += rolled[player] - moments[-1].chances[player]
        else:
            decided = _rate_decision(state, event.player, event.move, index)
            if decided is not None:
                decisions.append(decided)
                skill[event.player] -= decided.cost
                for player, share in _others_shares_of_loss(rolled, event.player).items():
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


def _others_shares_of_loss(chances_before: Sequence[float], loser: int) -> dict[int, float]:
    """Return each other player's share of a loss, proportional to their win probability."""
    others = [player for player in range(len(chances_before)) if player != loser]
    total = sum(chances_before[player] for player in others)
    return {
        player: chances_before[player] / total if total else 1 / len(others) for player in others
    }


def _rate_decision(state: State, player: int, move: Move, event: int) -> Decided | None:
    """Return a decision with its win probabilities, or None if only one move was legal."""
    view = state.view(player)
    best_choices = best_by_move(network_planner_for(state).choices(view, player))
    if len(best_choices) == 1:
        return None
    top = best_choice(list(best_choices.values()))
    chance = win_probability(best_choices[move].value)
    cost = win_probability(top.value) - chance
    gain = chance - max(
        win_probability(other.value) for key, other in best_choices.items() if key != move
    )
    plan = top if cost > 0 else best_choices[move]
    return Decided(
        event,
        state.turn,
        player,
        move,
        plan.move,
        planned_mark(plan),
        chance,
        cost,
        gain,
        planned_mark(best_choices[move]),
    )
