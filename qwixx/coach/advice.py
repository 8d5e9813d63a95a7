"""Hints and win probabilities."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan, nan
from typing import TYPE_CHECKING, TypeVar

from qwixx.bots import BOTS, has_weights, opponent
from qwixx.bots.planning.choices import (
    Choice,
    PlannerPosition,
    TurnOutcome,
    best_choice,
    win_probability,
)
from qwixx.bots.planning.factory import network_planner
from qwixx.coach.reasoning import PLANS, Kind, Reason, reasons
from qwixx.rules.dice import bot_rng
from qwixx.rules.moves import PASS, Mark
from qwixx.rules.state import Phase

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from qwixx.bots.planning.planner import Planner
    from qwixx.bots.planning.turn_analysis import DidWork
    from qwixx.rules.moves import Move
    from qwixx.rules.state import State

T = TypeVar("T")


TELLING = 0.02
"""Smallest difference in win probability worth mentioning.

Win probabilities are estimates with an error of about this size; `qwixx.research.calibration`
measures it.
"""


@dataclass(frozen=True, slots=True)
class Advice:
    """A legal move and its win probability.

    Args:
        move: the move.
        chance: win probability after the move, 0 to 1, with a shared win counted as a fraction;
            NaN in a game without weights (see `has_win_probability`).
        cost: win probability lost compared with the best move.
        then: in the white step of the active player, the mark planned for the color step, or None.
        reasons: for the best move, the reasons for and against it compared with the second-best
            move; () for any other move.
    """

    move: Move
    chance: float
    cost: float
    then: Mark | None
    reasons: tuple[Reason, ...]

    @property
    def has_win_probability(self) -> bool:
        """Whether the win probability is known."""
        return not isnan(self.chance)


def think(state: State, player: int) -> DidWork:
    """Do a slice of the work for a hint; return whether there was work left to do.

    Callers that must not block call this function until it returns False; then `hint` has little
    left to do.

    Raises:
        MissingWeightsError: the weights for this game are not available.
        ValueError: the weight file is damaged.
    """
    if player not in state.to_act or not has_weights(state.variant, state.players):
        return False
    return network_planner_for(state).continue_preparation(state.view(player), player)


def hint(state: State, player: int) -> tuple[Advice, ...]:
    """Return advice on each legal move, best first; () if the player has no decision to make.

    In a game without weights, the result contains only the move of the strongest bot.

    Raises:
        MissingWeightsError: the weights for this game are not available.
        ValueError: the weight file is damaged.
    """
    state = state.view(player)
    if player not in state.to_act:
        return ()
    if not has_weights(state.variant, state.players):
        name = opponent("hard", state.variant, state.players)
        move = BOTS[name].choose_move(state, player, bot_rng(0, 0))
        return (Advice(move, nan, 0.0, None, _reasons_without_weights(state, player, move)),)
    best_choices = best_by_move(network_planner_for(state).choices(state, player))
    order = {
        move: (-choice.value, choice.skipped, index)
        for index, (move, choice) in enumerate(best_choices.items())
    }
    ranking = sorted(best_choices.values(), key=lambda choice: order[choice.move])
    top = win_probability(ranking[0].value)
    return tuple(
        Advice(
            choice.move,
            win_probability(choice.value),
            top - win_probability(choice.value),
            planned_mark(choice),
            () if rank else _reasons_for_best(state, player, ranking),
        )
        for rank, choice in enumerate(ranking)
    )


def _reasons_for_best(state: State, player: int, ranking: Sequence[Choice]) -> tuple[Reason, ...]:
    """Return the reasons for the best choice, compared with the second-best choice."""
    top, *rest = ranking
    if not rest:
        return reasons(state, player, top.move, None, planned_mark(top))
    other = rest[0]
    found = reasons(state, player, top.move, other.move, planned_mark(top), planned_mark(other))
    if win_probability(top.value) - win_probability(other.value) >= TELLING:
        return found
    plan = [reason for reason in found if reason.kind in PLANS]
    fixed = [reason for reason in found if reason.kind in {Kind.PENALTY, Kind.ENDS}]
    return (*plan, Reason(Kind.EVEN, other.move), *fixed)


def _reasons_without_weights(state: State, player: int, move: Move) -> tuple[Reason, ...]:
    """Return the reasons for a mark over a pass, or for a pass over a mark.

    A pass is compared with the mark that skips the fewest numbers; the choice of a bonus, which
    cannot be declined, with another choice.
    """
    marks = [each for each in state.legal_moves(player) if isinstance(each, Mark)]
    if isinstance(move, Mark):
        others = [each for each in marks if each != move]
        other = PASS if state.phase is not Phase.BONUS else next(iter(others), None)
        return reasons(state, player, move, other)
    return reasons(state, player, move, min(marks, key=state.sheets[player].skips, default=None))


def chances(state: State) -> tuple[float, ...]:
    """Return the players' win probabilities, which add up to 1.

    They are the chances if everyone plays like the strongest bot from now on, whoever played
    before: the network has learned from positions of strong and of weak players. Their agreement
    with played games is measured at the start of a turn, by kind of player, for all variants and
    numbers of players that have weights (`qwixx.research.calibration`; the figures are in
    `qwixx/bots/README.md`). During a turn, the active player is assumed to make the choice that
    the coach rates best; these values are not measured.

    Raises:
        MissingWeightsError: the weights for this game are not available.
        ValueError: the weight file is damaged.
    """
    return run_to_end(chances_in_slices(state))


def chances_in_slices(state: State) -> Generator[None, None, tuple[float, ...]]:
    """Compute `chances` in slices; the generator returns the result."""
    outcome = state.outcome()
    if outcome is not None:
        share = 1 / len(outcome.winners)
        return tuple(share * (player in outcome.winners) for player in range(state.players))
    planner, position = network_planner_for(state), PlannerPosition.from_state(state)
    rows, penalties, active = position.rows, position.penalties, position.active
    if state.phase is Phase.ROLL:
        return planner.win_probabilities(rows, penalties, position.lucky, active)
    next_active = (active + 1) % state.players
    if state.phase is Phase.WHITE:
        while planner.continue_preparation(state, active):
            yield
        outcomes = planner.turn_outcomes_of_best_choice(position)
    else:
        crossed = position.crossed_white
        color = best_choice(
            planner.color_choices(rows, penalties, position, crossed=crossed)
        ).option
        after = planner.states_after_color(rows, penalties, active, color, crossed=crossed)
        outcomes = [TurnOutcome(1.0, *after)]
    average = [0.0] * state.players
    for probability, rows, penalties in outcomes:
        expected = planner.win_probabilities(rows, penalties, position.lucky, next_active)
        average = [one + probability * more for one, more in zip(average, expected, strict=True)]
        yield
    total = sum(average)
    return tuple(chance / total for chance in average)


def run_to_end(steps: Generator[object, None, T]) -> T:
    """Run a generator to its end and return its result."""
    while True:
        try:
            next(steps)
        except StopIteration as done:
            result: T = done.value
            return result


def network_planner_for(state: State) -> Planner:
    """Return the strongest bot's planner for a state's variant and number of players."""
    return network_planner(state.variant, state.players)


def planned_mark(choice: Choice) -> Mark | None:
    """Return the mark that a choice plans for the color step, or None."""
    return choice.color_option.mark if choice.color_option else None


def best_by_move(choices: Sequence[Choice]) -> dict[Move, Choice]:
    """Return, for each move, the choice with the highest value."""
    best_choices: dict[Move, Choice] = {}
    for choice in choices:
        known = best_choices.get(choice.move)
        if known is None or choice.value > known.value:
            best_choices[choice.move] = choice
    return best_choices
