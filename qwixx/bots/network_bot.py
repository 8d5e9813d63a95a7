"""Bots for the levels: they value positions, and the weaker ones make errors.

If there are weights for the game, a network values positions; otherwise, `planning.general`
estimates points.
"""

from __future__ import annotations

from math import cos, log, pi, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from qwixx.bots.planning.choices import Choice
    from qwixx.bots.planning.general import PointsChoice
    from qwixx.bots.planning.turn_analysis import DidWork
    from qwixx.bots.weight_files import WeightFile
    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Move
    from qwixx.rules.state import State

_MAX_DEVIATIONS = 2.5
"""Maximum size of an error, in standard deviations."""
MAX_CHANCE_LOST = 0.12
"""Maximum win probability that one error may cost."""
_POINTS_PER_LOGIT = 5.0
"""Scale of errors where points are estimated instead of win probabilities."""
_MAX_POINTS_LOST = 6.0
"""Maximum estimated points that one error may cost."""


class NetworkBot:
    """A bot that values positions with a network and makes random errors at the weaker levels.

    In games without weights, it estimates points instead; see `qwixx.bots.planning.general`.

    Args:
        error: standard deviation of the noise added to the value of each choice, in logits. At
            0.1, about one time in four, the bot prefers a move that wins 50% of games to one that
            wins 52.5%. `plausible_choices` limits the cost of an error.
        pass_bonus: increase in the value of a pass, in logits; ignored if `error` is 0.
        files: the available weight files.
    """

    def __init__(
        self, error: float = 0.0, pass_bonus: float = 0.0, files: Sequence[WeightFile] = ()
    ) -> None:
        """Store the settings of the level."""
        self._error = error
        self._pass_bonus = pass_bonus
        self._files = files

    def plays(self, variant: Variant, players: int) -> bool:  # noqa: ARG002 - any game
        """Return True: the bot plays every game."""
        return True

    def needs_weights(self, variant: Variant, players: int) -> bool:
        """Return whether there are weights for the game, which the bot then needs."""
        return any(file.is_for_game(variant, players) for file in self._files)

    def continue_preparation(self, state: State, player: int) -> DidWork:
        """Do a slice of the work for a decision; return False if no work was left to do.

        Callers that must not block call this method until it returns False, then `choose_move`,
        which has little left to do.

        Raises:
            MissingWeightsError: the weights for this game are not available.
            ValueError: the weight file is damaged.
        """
        if not self.needs_weights(state.variant, state.players):
            return False
        from qwixx.bots.planning.factory import network_planner  # noqa: PLC0415 - as below

        return network_planner(state.variant, state.players).continue_preparation(state, player)

    def choose_move(self, state: State, player: int, rng: random.Random) -> Move:
        """Return a legal move; see `qwixx.bots.Bot`.

        Raises:
            MissingWeightsError: the weights for this game are not available.
            ValueError: the weight file is damaged.
        """
        # Imported on first use so that the page starts sooner.
        if not self.needs_weights(state.variant, state.players):
            return self._choose_by_points(state, player, rng)
        from qwixx.bots.planning.choices import best_choice  # noqa: PLC0415
        from qwixx.bots.planning.factory import network_planner  # noqa: PLC0415

        planner = network_planner(state.variant, state.players)
        choices = planner.choices(state, player)
        if self._error:
            choices = [
                choice._replace(value=choice.value + self._value_error(choice, rng))
                for choice in plausible_choices(choices, planner.row_states.first_locked)
            ]
        return best_choice(choices).move

    def _choose_by_points(self, state: State, player: int, rng: random.Random) -> Move:
        """Return a move of high estimated points, for a game without weights."""
        from qwixx.bots.planning.general import points_choices  # noqa: PLC0415 - as above
        from qwixx.rules.moves import PASS  # noqa: PLC0415 - as above

        choices = points_choices(state, player)
        top = max(choices, key=lambda choice: choice.value)
        if not self._error:
            return top.move

        def value_with_error(choice: PointsChoice) -> float:
            error = self._error * _clipped_normal_sample(rng)
            error += self._pass_bonus * (choice.move is PASS)
            return choice.value + _POINTS_PER_LOGIT * error

        plausible = [each for each in choices if each.value >= top.value - _MAX_POINTS_LOST]
        return max(plausible, key=value_with_error).move

    def _value_error(self, choice: Choice, rng: random.Random) -> float:
        return self._error * _clipped_normal_sample(rng) + self._pass_bonus * (
            choice.option is None
        )


def plausible_choices(choices: Sequence[Choice], first_locked: int) -> list[Choice]:
    """Return the best choice and the choices that a person could mistake for it.

    Each of the other choices costs at most `MAX_CHANCE_LOST` and at most half of the win
    probability, incurs no penalty, and has at least the `_obviousness_rank` of the best choice. If
    the best choice is a lock, which nobody would overlook, it is the only choice returned.

    Args:
        choices: all choices.
        first_locked: see `RowStateTable.first_locked`.
    """
    from qwixx.bots.planning.choices import best_choice, win_probability  # noqa: PLC0415 - as above

    top = best_choice(choices)
    least = max(win_probability(top.value) - MAX_CHANCE_LOST, win_probability(top.value) / 2)
    if top.option and top.option.row_state >= first_locked:
        return [top]
    return [
        choice
        for choice in choices
        if choice is top
        or (
            win_probability(choice.value) >= least > 0
            and (choice.option or choice.color_option or not choice.skipped)
            and _obviousness_rank(choice) >= _obviousness_rank(top)
        )
    ]


def _obviousness_rank(choice: Choice) -> int:
    """Return 2 for a mark that skips nothing, 1 for a pass that plans such a mark, else 0."""
    if choice.option:
        return 0 if choice.option.skips else 2
    return int(choice.color_option is not None and not choice.color_option.skips)


def _clipped_normal_sample(rng: random.Random) -> float:
    """Return a sample from the standard normal distribution, clipped to ±`_MAX_DEVIATIONS`."""
    sample = sqrt(-2 * log(1 - rng.random())) * cos(2 * pi * rng.random())
    return max(-_MAX_DEVIATIONS, min(_MAX_DEVIATIONS, sample))
