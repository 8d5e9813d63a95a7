"""A coach: what to do now and why, what a game turned on, and who is likely to win.

All of it is data; the sentences are the page's. Chances come from the network of the
strongest bot, so its weights have to be there (`qwixx.bots.weights`). Reasons
(`qwixx.reasons`) come from the position and the rules alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from qwixx.bots.minds import network_planner
from qwixx.bots.planner import Choice, Position, best
from qwixx.bots.planner import chance as _chance
from qwixx.dice import Roll
from qwixx.reasons import Kind, Reason, reasons
from qwixx.state import Phase

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from qwixx.bots.planner import Planner, Rows
    from qwixx.moves import Mark, Move
    from qwixx.record import Game
    from qwixx.state import State

__all__ = [
    "Account",
    "Advice",
    "Decided",
    "Kind",
    "Moment",
    "Reason",
    "Review",
    "chances",
    "hint",
    "reasons",
    "review",
    "review_steps",
    "think",
]

_Result = TypeVar("_Result")


TELLING = 0.0005
"""What is worth telling of a chance to win; less than that reads as nothing."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A move that is legal now, judged.

    Args:
        move: the move.
        chance: the chance to win after it, 0 to 1, a shared win counted in part.
        cost: how much less than after the best one.
        then: in the white step of the active player, what to cross in the color step.
        reasons: for the best one what speaks for it, as against the second; () otherwise.
    """

    move: Move
    chance: float
    cost: float
    then: Mark | None
    reasons: tuple[Reason, ...]


def think(state: State, player: int) -> bool:
    """Think of a hint for a while; tell whether there was anything to think of.

    Who may not be busy for long calls this until it returns False, and then `hint`, which
    has little left to do.

    Raises:
        MissingWeightsError: the weights for this game are not there.
    """
    return player in state.to_act and _planner(state).prepare(state.view(player), player)


def hint(state: State, player: int) -> tuple[Advice, ...]:
    """Judge all that a player may do now, the best first; () for who is not to act.

    Raises:
        MissingWeightsError: the weights for this game are not there.
    """
    state = state.view(player)
    if player not in state.to_act:
        return ()
    tops = _best_by_move(_planner(state).choices(state, player))
    order = {
        move: (-choice.value, choice.waste, index)
        for index, (move, choice) in enumerate(tops.items())
    }
    ranking = sorted(tops.values(), key=lambda choice: order[choice.move])
    top = _chance(ranking[0].value)
    return tuple(
        Advice(
            choice.move,
            _chance(choice.value),
            top - _chance(choice.value),
            choice.then.mark if choice.then else None,
            () if rank else _why(state, player, ranking),
        )
        for rank, choice in enumerate(ranking)
    )


def _why(state: State, player: int, ranking: Sequence[Choice]) -> tuple[Reason, ...]:
    """Return what speaks for the best choice, as against the second."""
    top, *rest = ranking
    then = top.then.mark if top.then else None
    if not rest:
        return reasons(state, player, top.move, None, then)
    other = rest[0]
    found = reasons(state, player, top.move, other.move, then)
    if _chance(top.value) - _chance(other.value) >= TELLING:
        return found
    fixed = [reason for reason in found if reason.kind in (Kind.PENALTY, Kind.ENDS)]
    return (Reason(Kind.EVEN, other.move), *fixed)


def chances(state: State) -> tuple[float, ...]:
    """Return each player's chance to win; together they are 1.

    In the middle of a turn: if everybody goes on as well as the coach knows.

    Raises:
        MissingWeightsError: the weights for this game are not there.
    """
    return _finish(_chance_steps(state))


def _chance_steps(state: State) -> Generator[None, None, tuple[float, ...]]:
    """Do what `chances` does, in small steps."""
    outcome = state.outcome()
    if outcome is not None:
        share = 1 / len(outcome.winners)
        return tuple(share * (player in outcome.winners) for player in range(state.players))
    planner, position = _planner(state), Position.read(state)
    rows, penalties, active = position.rows, position.penalties, position.active
    if state.phase is Phase.ROLL:
        return _chances(planner, rows, penalties, position, active)
    following = (active + 1) % state.players
    if state.phase is Phase.WHITE:
        while planner.prepare(state, active):
            yield
        found = planner.outcomes(position)
    else:
        crossed = position.crossed
        color = best(planner.color_choices(rows, penalties, position, crossed=crossed)).cross
        after = planner.after_color(rows, penalties, active, color, crossed=crossed)
        found = [(1.0, *after)]
    average = [0.0] * state.players
    for weight, rows, penalties in found:
        expected = _chances(planner, rows, penalties, position, following)
        average = [one + weight * more for one, more in zip(average, expected, strict=True)]
        yield
    total = sum(average)
    return tuple(chance / total for chance in average)


def _finish(steps: Generator[object, None, _Result]) -> _Result:
    """Take all steps at once, and return what comes of them."""
    while True:
        try:
            next(steps)
        except StopIteration as done:
            result: _Result = done.value
            return result


def _at(done: float, steps: Generator[None, None, _Result]) -> Generator[float, None, _Result]:
    """Give how much is done for each of some steps, and return what comes of them."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: _Result = end.value
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
    """

    event: int
    turn: int
    player: int
    move: Move
    better: Move
    then: Mark | None
    chance: float
    cost: float


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


def review(game: Game) -> Review:
    """Judge a game that is over.

    Raises:
        MissingWeightsError: the weights for this game are not there.
        ValueError: the game goes on.
    """
    return _finish(review_steps(game))


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
            rolled = yield from _at(index / len(events), _chance_steps(after))
            for player in players:
                luck[player] += rolled[player] - moments[-1].chances[player]
        else:
            decided = _judge(state, event.player, event.move, index)
            if decided is not None:
                decisions.append(decided)
                skill[event.player] -= decided.cost
                for player, share in _shares(rolled, event.player):
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


def _shares(now: Sequence[float], player: int) -> list[tuple[int, float]]:
    """Return which part of what a player loses each of the others gets, as their chances are."""
    others = [seat for seat in range(len(now)) if seat != player]
    whole = sum(now[seat] for seat in others)
    return [(seat, now[seat] / whole if whole else 1 / len(others)) for seat in others]


def _judge(state: State, player: int, move: Move, event: int) -> Decided | None:
    """Judge a decision; None if there was no choice."""
    view = state.view(player)
    tops = _best_by_move(_planner(state).choices(view, player))
    if len(tops) == 1:
        return None
    top = best(list(tops.values()))
    cost = _chance(top.value) - _chance(tops[move].value)
    plan = top if cost > 0 else tops[move]
    then = plan.then.mark if plan.then else None
    return Decided(
        event, state.turn, player, move, plan.move, then, _chance(tops[move].value), cost
    )


def _planner(state: State) -> Planner:
    return network_planner(state.variant, state.players)


def _best_by_move(choices: Sequence[Choice]) -> dict[Move, Choice]:
    """Return the best choice for each move."""
    tops: dict[Move, Choice] = {}
    for choice in choices:
        if choice.move not in tops or choice.value > tops[choice.move].value:
            tops[choice.move] = choice
    return tops


def _chances(
    planner: Planner, rows: Rows, penalties: tuple[int, ...], position: Position, active: int
) -> tuple[float, ...]:
    """Return each player's chance where a turn begins or the game has ended."""
    if planner.is_over(rows, penalties):
        values = [planner.final(rows, penalties, player) for player in range(len(rows))]
    else:
        values = [
            planner.judge.worth(rows, penalties, position.lucky, player, active)
            for player in range(len(rows))
        ]
    raw = [_chance(value) for value in values]
    return tuple(chance / sum(raw) for chance in raw)
