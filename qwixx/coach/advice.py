"""What to do now and why, and who is likely to win."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan, nan
from typing import TYPE_CHECKING, TypeVar

from qwixx.bots import BOTS, LEVELS, has_weights, opponent
from qwixx.bots.planning.choices import Choice, PlannerPosition, best
from qwixx.bots.planning.choices import win_probability as _chance
from qwixx.bots.planning.factory import network_planner
from qwixx.coach.reasoning import Kind, Reason, reasons
from qwixx.rules.dice import bot_rng
from qwixx.rules.moves import PASS, Mark
from qwixx.rules.state import Phase

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from qwixx.bots.planning.choices import RowStateGrid
    from qwixx.bots.planning.planner import Planner
    from qwixx.rules.moves import Move
    from qwixx.rules.state import State

T = TypeVar("T")


TELLING = 0.0005
"""What is worth telling of a chance to win; less than that reads as nothing."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A move that is legal now, judged.

    Args:
        move: the move.
        chance: the chance to win after it, 0 to 1, a shared win counted in part; not a
            number (`is_judged`) in a game without weights.
        cost: how much less than after the best one.
        then: in the white step of the active player, what to cross in the color step.
        reasons: for the best one what speaks for it, as against the second; () otherwise.
    """

    move: Move
    chance: float
    cost: float
    then: Mark | None
    reasons: tuple[Reason, ...]

    @property
    def is_judged(self) -> bool:
        """Whether the chance is known."""
        return not isnan(self.chance)


def think(state: State, player: int) -> bool:
    """Think of a hint for a while; tell whether there was anything to think of.

    Who may not be busy for long calls this until it returns False, and then `hint`, which
    has little left to do.

    Raises:
        MissingWeightsError: the weights for this game are not there.
    """
    if player not in state.to_act or not has_weights(state.variant, state.players):
        return False
    return planner_for(state).prepare(state.view(player), player)


def hint(state: State, player: int) -> tuple[Advice, ...]:
    """Judge all that a player may do now, the best first; () for a player who is not to act.

    In a game without weights it is the one move of the strongest bot that plays it.

    Raises:
        MissingWeightsError: the weights for this game could not be read.
    """
    state = state.view(player)
    if player not in state.to_act:
        return ()
    name = opponent("hard", state.variant, state.players)
    if name not in LEVELS:
        move = BOTS[name].choose_move(state, player, bot_rng(0, 0))
        return (Advice(move, nan, 0.0, None, _reasons_without_weights(state, player, move)),)
    tops = best_by_move(planner_for(state).choices(state, player))
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
            () if rank else _reasons_for_best(state, player, ranking),
        )
        for rank, choice in enumerate(ranking)
    )


def _reasons_for_best(state: State, player: int, ranking: Sequence[Choice]) -> tuple[Reason, ...]:
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


def _reasons_without_weights(state: State, player: int, move: Move) -> tuple[Reason, ...]:
    """Return what speaks for a move as against passing, or for passing as against a cross."""
    marks = [each for each in state.legal_moves(player) if isinstance(each, Mark)]
    if isinstance(move, Mark):
        return reasons(state, player, move, PASS)
    return reasons(state, player, move, min(marks, key=state.sheets[player].skips, default=None))


def chances(state: State) -> tuple[float, ...]:
    """Return each player's chance to win; together they are 1.

    In the middle of a turn: if everybody goes on as well as the coach knows.

    Raises:
        MissingWeightsError: the weights for this game are not there.
    """
    return run_to_end(chance_steps(state))


def chance_steps(state: State) -> Generator[None, None, tuple[float, ...]]:
    """Do what `chances` does, in small steps."""
    outcome = state.outcome()
    if outcome is not None:
        share = 1 / len(outcome.winners)
        return tuple(share * (player in outcome.winners) for player in range(state.players))
    planner, position = planner_for(state), PlannerPosition.read(state)
    rows, penalties, active = position.rows, position.penalties, position.active
    if state.phase is Phase.ROLL:
        return _chances_between_turns(planner, rows, penalties, position, active)
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
        expected = _chances_between_turns(planner, rows, penalties, position, following)
        average = [one + weight * more for one, more in zip(average, expected, strict=True)]
        yield
    total = sum(average)
    return tuple(chance / total for chance in average)


def run_to_end(steps: Generator[object, None, T]) -> T:
    """Take all steps at once, and return what comes of them."""
    while True:
        try:
            next(steps)
        except StopIteration as done:
            result: T = done.value
            return result


def planner_for(state: State) -> Planner:
    """Return the strongest bot's planner for such games."""
    return network_planner(state.variant, state.players)


def best_by_move(choices: Sequence[Choice]) -> dict[Move, Choice]:
    """Return the best choice for each move."""
    tops: dict[Move, Choice] = {}
    for choice in choices:
        if choice.move not in tops or choice.value > tops[choice.move].value:
            tops[choice.move] = choice
    return tops


def _chances_between_turns(
    planner: Planner,
    rows: RowStateGrid,
    penalties: tuple[int, ...],
    position: PlannerPosition,
    active: int,
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
