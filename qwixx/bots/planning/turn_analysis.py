"""Analysis of one white step, in time slices.

The evaluator only values positions at the start of a turn. Within a white step, the others'
decisions are hidden, so the value of a choice is an expectation over an opponent model, computed
in three passes:

1. the passive players' replies, against the active player's plans (the best color choice for each
   white choice);
2. the active player's plans, against the replies;
3. the replies again, against the probabilities of the plans from pass 2.
"""

from __future__ import annotations

from math import exp, inf, log
from typing import TYPE_CHECKING, Protocol, TypeAlias

from qwixx.bots.planning.choices import (
    WIN_VALUE,
    Choice,
    PlannerPosition,
    Scenario,
    best_choice,
    with_option_at,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from qwixx.bots.planning.choices import MarkOption, OpponentModel


DidWork: TypeAlias = bool
"""Whether there was work left to do: False if everything was done before the call."""
POSITIONS_PER_SLICE = 20
"""Number of positions to value in one slice of a decision; a slice may value up to eight more."""
MAX_SCENARIOS = 9
"""Maximum number of scenarios; only the likeliest are analyzed."""


class PlanSource(Protocol):
    """The part of a `Planner` that an analysis asks for the plans of one position."""

    @property
    def opponent_model(self) -> OpponentModel | None:
        """The assumption about the others' choices, or None."""

    def active_plans_by_white_option(
        self, position: PlannerPosition, chosen: Sequence[MarkOption | None]
    ) -> Iterator[list[Choice]]:
        """Yield the active player's plans, by white option."""

    def adjusted_active_plans(
        self,
        position: PlannerPosition,
        chosen: Sequence[MarkOption | None],
        plans_if_others_pass: Sequence[Choice],
    ) -> Iterator[list[Choice]]:
        """Yield the active player's best plans against the choices of the others."""

    def white_options(self, position: PlannerPosition, player: int) -> list[MarkOption | None]:
        """Return a player's options in the white step."""

    def reply_values(
        self,
        position: PlannerPosition,
        player: int,
        option: MarkOption | None,
        plans: Sequence[Choice],
    ) -> list[float]:
        """Return the values of a passive player's option, one per plan."""

    def choice_probabilities(self, choices: Sequence[Choice]) -> list[float]:
        """Return the probability that a player makes each of these choices."""


class WhiteStepAnalysis:
    """An incremental analysis of a white step, shared by all players who decide in it.

    Args:
        planner: lists and values the plans.
        position: the position after the roll.

    Attributes:
        position: the position after the roll.
        replies: choices of the passive players, by player; [] for the active player.
        choices: choices of the active player.
        scenarios: combinations of the passive players' choices.
        plans: for each scenario, the best plan for each white option of the active player.
    """

    def __init__(self, planner: PlanSource, position: PlannerPosition) -> None:
        """Prepare the analysis without running it."""
        self.position = position
        self.replies: list[list[Choice]] = [[] for _ in position.rows]
        self.choices: list[Choice] = []
        self.scenarios = [Scenario(1.0, (None,) * len(position.rows))]
        self.plans: list[list[Choice]] = []
        self._has_replies = self._is_finished = False
        self._steps = self._analyze_in_steps(planner)

    def resume(self, *, whole: bool = False, max_positions: float = inf) -> DidWork:
        """Resume the analysis; return False if no work was left to do.

        Args:
            whole: whether to finish the analysis; otherwise it stops once the replies are known.
            max_positions: number of positions after which to pause.
        """
        if self._is_finished if whole else self._has_replies:
            return False
        valued = 0
        for count in self._steps:
            valued += count
            if valued >= max_positions or (self._has_replies and not whole):
                break
        return True

    def _analyze_in_steps(self, planner: PlanSource) -> Iterator[int]:
        """Run the analysis; yield the number of positions valued in each step."""
        position, (all_pass,) = self.position, self.scenarios
        first_plans: list[Choice] = []
        for choices in planner.active_plans_by_white_option(position, all_pass.chosen):
            first_plans.append(best_choice(choices))
            yield len(choices)
        pairs = zip(planner.choice_probabilities(first_plans), first_plans, strict=True)
        weights, likely = zip(*[pair for pair in pairs if pair[0]], strict=True)
        reply_values: list[list[list[float]]] = [[] for _ in position.rows]
        for player in range(len(position.rows)):
            if player == position.active:
                continue
            for option in planner.white_options(position, player):
                values = planner.reply_values(position, player, option, likely)
                reply_values[player].append(values)
                value = _average_logit(values, weights)
                self.replies[player].append(
                    Choice(value, option, None, option.skips if option else 0)
                )
                yield len(values)
            reply_weights = planner.choice_probabilities(self.replies[player])
            self.scenarios = _likeliest_with_choices(
                self.scenarios, player, self.replies[player], reply_weights
            )
        self._has_replies = planner.opponent_model is None
        yield 0
        for scenario in self.scenarios:
            if any(scenario.chosen):
                plans = []
                for choices in planner.adjusted_active_plans(
                    position, scenario.chosen, first_plans
                ):
                    plans.append(best_choice(choices))
                    yield len(choices)
                self.plans.append(plans)
            else:
                self.plans.append(first_plans)
        probabilities = [scenario.weight for scenario in self.scenarios]
        for plan, *plans in zip(first_plans, *self.plans, strict=True):
            value = _average_logit([choice.value for choice in plans], probabilities)
            self.choices.append(plan._replace(value=value))
        if planner.opponent_model is not None:
            self._revalue_replies(planner.choice_probabilities(self.choices), reply_values)
        self._has_replies = self._is_finished = True

    def _revalue_replies(
        self, weights: Sequence[float], reply_values: Sequence[Sequence[list[float]]]
    ) -> None:
        """Value the replies again, with the probabilities from pass 2.

        Args:
            weights: probabilities of the active player's white options.
            reply_values: values against each white option, by player and reply.
        """
        for player, replies in enumerate(self.replies):
            self.replies[player] = [
                reply._replace(value=_average_logit(values, weights))
                for reply, values in zip(replies, reply_values[player], strict=True)
            ]


def _average_logit(values: Sequence[float], weights: Sequence[float]) -> float:
    """Return the logit of the average win probability; a single value is returned unchanged."""
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


def _likeliest_with_choices(
    scenarios: Sequence[Scenario],
    player: int,
    choices: Sequence[Choice],
    weights: Sequence[float],
) -> list[Scenario]:
    """Return the likeliest scenarios with one more player's choices; their weights add up to 1."""
    combined = [
        Scenario(scenario.weight * weight, with_option_at(scenario.chosen, player, choice.option))
        for scenario in scenarios
        for choice, weight in zip(choices, weights, strict=True)
        if weight
    ]
    combined.sort(key=lambda scenario: -scenario.weight)
    del combined[MAX_SCENARIOS:]
    total = sum(scenario.weight for scenario in combined)
    return [Scenario(weight / total, chosen) for weight, chosen in combined]
