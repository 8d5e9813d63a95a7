"""How a bot thinks through a turn: what the others may do, and what that makes of its choices.

A position is judged where a turn begins. In between, nobody sees what the others decide in
the white step; one guesses how likely each of their choices is by what it is worth to them,
and averages one's own chances over that: of the others over the plans of the active player
(the best color choice for each white one), of the active player over the others' answers,
and of the others once more over the plans, now that it is known what these are worth so.
"""

from __future__ import annotations

from math import exp, inf, log
from typing import TYPE_CHECKING

from qwixx.bots.planning.choices import (
    WIN_VALUE,
    Choice,
    PlannerPosition,
    Scenario,
    best,
    with_option_at,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from qwixx.bots.planning.planner import Planner


POSITIONS_PER_SLICE = 20
"""How many positions are enough for a part of a decision; it may be eight more."""
MAX_SCENARIOS = 9
"""How much of what all others may do together is thought of: the likeliest."""


class WhiteStepAnalysis:
    """What is thought of a white step, step by step; all who decide in it share it.

    Args:
        planner: who thinks.
        position: what is to be decided on.

    Attributes:
        position: the same.
        answers: what each of the others may do, () for the active player.
        choices: what the active player may do.
        scenarios: what the others may do together.
        plans: for each scenario the best that the active player may do then, for each of
            their white choices.
    """

    def __init__(self, planner: Planner, position: PlannerPosition) -> None:
        """Begin with nothing."""
        self.position = position
        self.answers: list[list[Choice]] = [[] for _ in position.rows]
        self.choices: list[Choice] = []
        self.scenarios = [Scenario(1.0, (None,) * len(position.rows))]
        self.plans: list[list[Choice]] = []
        self._answered = self._finished = False
        self._steps = self._think(planner)

    def go_on(self, *, whole: bool = False, enough: float = inf) -> bool:
        """Think on; tell whether there was anything to think of.

        Args:
            whole: whether to the end, or until what the others may do is known.
            enough: stop when so many positions have been judged.
        """
        if self._finished if whole else self._answered:
            return False
        judged = 0
        for step in self._steps:
            judged += step
            if judged >= enough or (self._answered and not whole):
                break
        return True

    def _think(self, planner: Planner) -> Iterator[int]:
        """Yield how many positions each step judged."""
        position, (unanswered,) = self.position, self.scenarios
        alone: list[Choice] = []
        for choices in planner.active_plans(position, unanswered.picks):
            alone.append(best(choices))
            yield len(choices)
        weighed = zip(planner.weigh(alone), alone, strict=True)
        weights, likely = zip(*[pair for pair in weighed if pair[0]], strict=True)
        worths: list[list[list[float]]] = [[] for _ in position.rows]
        for player in range(len(position.rows)):
            if player == position.active:
                continue
            for cross in planner.white_options(position, player):
                values = planner.passive_values(position, player, cross, likely)
                worths[player].append(values)
                value = _average(values, weights)
                self.answers[player].append(
                    Choice(value, cross, None, cross.skips if cross else 0)
                )
                yield len(values)
            weights_of_answers = planner.weigh(self.answers[player])
            self.scenarios = _combine(
                self.scenarios, player, self.answers[player], weights_of_answers
            )
        self._answered = planner.guess is None
        yield 0
        for scenario in self.scenarios:
            if any(scenario.picks):
                plans = []
                for choices in planner.adjusted_plans(position, scenario.picks, alone):
                    plans.append(best(choices))
                    yield len(choices)
                self.plans.append(plans)
            else:
                self.plans.append(alone)
        chances = [scenario.weight for scenario in self.scenarios]
        for plan, *plans in zip(alone, *self.plans, strict=True):
            value = _average([choice.value for choice in plans], chances)
            self.choices.append(plan._replace(value=value))
        if planner.guess is not None:
            self._reconsider(planner.weigh(self.choices), worths)
        self._answered = self._finished = True

    def _reconsider(
        self, weights: Sequence[float], worths: Sequence[Sequence[list[float]]]
    ) -> None:
        """Weigh the others' answers again: they know that the active player thinks of them.

        Args:
            weights: how likely each white choice of the active player is.
            worths: what each answer of each player is worth then.
        """
        for player, answers in enumerate(self.answers):
            self.answers[player] = [
                answer._replace(value=_average(values, weights))
                for answer, values in zip(answers, worths[player], strict=True)
            ]


def _average(values: Sequence[float], weights: Sequence[float]) -> float:
    """Return the logit of the average chance of logits; one alone stays what it is."""
    if len(values) == 1:
        return values[0]
    win = lose = 0.0
    for value, weight in zip(values, weights, strict=True):
        if value >= WIN_VALUE:
            win += weight
        elif value <= -WIN_VALUE:
            lose += weight
        else:
            win += weight / (1 + exp(-value))
            lose += weight / (1 + exp(value))
    if not lose:
        return WIN_VALUE
    return log(win / lose) if win else -WIN_VALUE


def _combine(
    scenarios: Sequence[Scenario],
    player: int,
    choices: Sequence[Choice],
    weights: Sequence[float],
) -> list[Scenario]:
    """Join what one more player may do with what others may; keep the likeliest."""
    joined = [
        Scenario(scenario.weight * weight, with_option_at(scenario.picks, player, choice.cross))
        for scenario in scenarios
        for choice, weight in zip(choices, weights, strict=True)
        if weight
    ]
    joined.sort(key=lambda scenario: -scenario.weight)
    del joined[MAX_SCENARIOS:]
    total = sum(scenario.weight for scenario in joined)
    return [Scenario(weight / total, picks) for weight, picks in joined]
