"""Bots that judge positions with a network, in levels for people."""

from __future__ import annotations

from math import cos, log, pi, sqrt
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from qwixx.bots.planning.choices import Choice
    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Move
    from qwixx.rules.state import State

_MAX_DEVIATIONS = 2.5
"""How many standard deviations an error has at most."""
MAX_CHANCE_LOST = 0.12
"""How much of the chance to win one error may cost."""


class WeightFile(NamedTuple):
    """A file of weights.

    Attributes:
        name: the file's name in `qwixx/bots/weights`.
        variant: the name of the variant that it is for.
        players: the numbers of players that it is for.
        digest: the SHA-256 of the file, as hexadecimal digits.
    """

    name: str
    variant: str
    players: range
    digest: str

    def fits(self, variant: Variant, players: int) -> bool:
        """Return whether it is for such games."""
        return self.variant == variant.name and players in self.players


class MissingWeightsError(LookupError):
    """A network is asked for whose weights are not there."""


class NetworkBot:
    """A bot that plays as well as its network knows, or errs as people do.

    Args:
        error: how wrong it judges, as the standard deviation of the logit of the chance
            to win: 0.1 makes it choose between two moves that are worth 50 and 52.5
            percent nearly by chance. See `plausible_choices` for what it never does.
        shy: how much better, likewise, it likes to wait than to cross something.
        files: the weights that there are.
    """

    def __init__(
        self, error: float = 0.0, shy: float = 0.0, files: Sequence[WeightFile] = ()
    ) -> None:
        """Set the level."""
        self._error = error
        self._shy = shy
        self._files = files

    def plays(self, variant: Variant, players: int) -> bool:
        """Return whether there are weights for such games."""
        return any(file.fits(variant, players) for file in self._files)

    def prepare(self, state: State, player: int) -> bool:
        """Think of a decision for a while; tell whether there was anything to think of.

        A page that is to answer at any time calls this until it returns False, and then
        `choose_move`, which has little left to do.

        Raises:
            MissingWeightsError: the weights for this game are not there.
        """
        from qwixx.bots.planning.factory import network_planner  # noqa: PLC0415 - as below

        return network_planner(state.variant, state.players).prepare(state, player)

    def choose_move(self, state: State, player: int, rng: random.Random) -> Move:
        """Return a legal move; see `qwixx.bots.Bot`.

        Raises:
            MissingWeightsError: the weights for this game are not there.
        """
        # A page starts sooner if it loads this only when it is needed.
        from qwixx.bots.planning.choices import best  # noqa: PLC0415
        from qwixx.bots.planning.factory import network_planner  # noqa: PLC0415

        planner = network_planner(state.variant, state.players)
        choices = planner.choices(state, player)
        if self._error:
            choices = [
                choice._replace(value=choice.value + self._misjudgement(choice, rng))
                for choice in plausible_choices(choices, planner.states.locked)
            ]
        return best(choices).move

    def _misjudgement(self, choice: Choice, rng: random.Random) -> float:
        return self._error * _normal(rng) + self._shy * (choice.cross is None)


def plausible_choices(choices: Sequence[Choice], locked: int) -> list[Choice]:
    """Return the best choice, and those that a person may well take for it.

    They cost at most `MAX_CHANCE_LOST`, and half of the chance that is left; none is a penalty.
    What is plain is seen by everybody: a lock that is best is always crossed, and where a
    cross that skips nothing is best, only another such one is taken for it.

    Args:
        choices: all there are.
        locked: the first row state in which the row is locked by the player.
    """
    from qwixx.bots.planning.choices import best, win_probability  # noqa: PLC0415 - as above

    top = best(choices)
    least = max(win_probability(top.value) - MAX_CHANCE_LOST, win_probability(top.value) / 2)
    if top.cross and top.cross.state >= locked:
        return [top]
    return [
        choice
        for choice in choices
        if choice is top
        or (
            win_probability(choice.value) >= least > 0
            and (choice.cross or choice.then or not choice.waste)
            and _obviousness(choice) >= _obviousness(top)
        )
    ]


def _obviousness(choice: Choice) -> int:
    """Return 2 for a cross that skips nothing, 1 if it follows in the color step, else 0."""
    if choice.cross:
        return 0 if choice.cross.skips else 2
    return int(choice.then is not None and not choice.then.skips)


def _normal(rng: random.Random) -> float:
    """Return a number of a normal distribution, none of them far out."""
    size = sqrt(-2 * log(1 - rng.random())) * cos(2 * pi * rng.random())
    return max(-_MAX_DEVIATIONS, min(_MAX_DEVIATIONS, size))
