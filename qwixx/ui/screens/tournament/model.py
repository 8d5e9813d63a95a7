"""The model of the round robin: its bots and their results."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, ClassVar, NamedTuple, TypeAlias

from qwixx.rules.variants import CLASSIC, find_variant
from qwixx.ui.model.effects import StopTournament
from qwixx.ui.model.values import dataclass
from qwixx.ui.screens.bot_games import BotScreen

if TYPE_CHECKING:
    from collections.abc import Mapping

    from qwixx.bots.contests import PairTally
    from qwixx.rules.layout import Variant
    from qwixx.ui.model import ModelOf
    from qwixx.ui.model.messages import BotFailed

GAME_COUNTS = (20, 100, 500)
"""Allowed numbers of games for each pair."""
MAX_ENTRANTS = 40
TWICE, TOO_MANY = "twice", "too-many"
"""Problems of adding a bot, besides `qwixx.ui.model.own_bots.PROBLEMS`."""


class Entrant(NamedTuple):
    """A bot of a round robin.

    Args:
        bot: its id: that of its text, or the name of one of our bots.
        name: its name; "" for one of our bots.
        text: the text of its program; "" for one of our bots.
    """

    bot: str
    name: str
    text: str


class Problem(NamedTuple):
    """A bot that cannot be added.

    Args:
        reason: one of `qwixx.ui.model.own_bots.PROBLEMS`, `TWICE`, or `TOO_MANY`.
        name: name of the file or of the bot; "" for none.
    """

    reason: str
    name: str


Results: TypeAlias = "tuple[Mapping[tuple[str, str], PairTally], Mapping[str, BotFailed]]"
"""The results and the failures in a variant."""


@dataclass(frozen=True, slots=True)
class TournamentScreen(BotScreen):
    """A round robin.

    Args:
        seed: its seed; see `qwixx.bots.tournaments.pair_seed`.
        variant: name of the variant.
        games: number of games for each pair.
        entrants: the bots, in the order in which they were added.
        tallies: the results of this variant, by pair of ids.
        failures: the failures of bots that are out in this variant, by id.
        others: results and failures in the other variants, by variant.
        is_running: whether games are being played.
        problem: why the last bots could not be added; None if they could.
        reason: why the sandboxes failed, one of `SANDBOX_REASONS`; "" if they did not.
    """

    folder: ClassVar[str] = "tournament"
    is_of_link: ClassVar[bool] = False
    stop_effect: ClassVar[StopTournament] = StopTournament()

    seed: int
    variant: str = CLASSIC.name
    games: int = 20
    entrants: tuple[Entrant, ...] = ()
    tallies: Mapping[tuple[str, str], PairTally] = {}
    failures: Mapping[str, BotFailed] = {}
    others: Mapping[str, Results] = {}
    is_running: bool = False
    problem: Problem | None = None
    reason: str = ""

    @property
    def shown_variant(self) -> Variant:
        """The variant that is played."""
        return find_variant(self.variant)

    @property
    def feedback(self) -> object:
        """The response to the last action."""
        return self.problem or self.reason

    @property
    def playing(self) -> list[str]:
        """The ids of the bots that have not failed."""
        return [one.bot for one in self.entrants if one.bot not in self.failures]

    @property
    def seeds(self) -> int:
        """The number of dice seeds for each pair; each is played once per seating."""
        return self.games // 2

    @property
    def played(self) -> dict[tuple[str, str], int]:
        """The number of seeds that each pair has played."""
        pairs = combinations(self.playing, 2)
        return {pair: self.tallies[pair].seeds if pair in self.tallies else 0 for pair in pairs}

    @property
    def progress(self) -> tuple[int, int]:
        """The number of games so far, and of all games."""
        seeds = [min(seeds, self.seeds) for seeds in self.played.values()]
        return 2 * sum(seeds), self.games * len(seeds)


TournamentModel: TypeAlias = "ModelOf[TournamentScreen]"
"""The model as this screen sees it."""
