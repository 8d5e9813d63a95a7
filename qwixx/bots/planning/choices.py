"""Value types of the planner: options, choices, opponent models, scenarios, and positions."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

from qwixx.bots.planning.row_states import row_state_table
from qwixx.rules.moves import PASS
from qwixx.rules.state import Phase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.rules.moves import Mark, Move
    from qwixx.rules.state import State


RowStateGrid: TypeAlias = tuple[tuple[int, ...], ...]
"""Row states, by player and row."""
ClosedRowCount: TypeAlias = int
"""Number of closed rows."""
WIN_VALUE = 1000.0
"""Value of a won game; the value of a lost game is its negative."""
HALVINGS = 30
"""Number of halvings of the range in which the shift of all values is sought."""
PENALTY_WASTE = 4
"""Among choices of equal value, a penalty counts as this many skipped numbers."""


class Evaluator(Protocol):
    """Values positions at the start of a turn."""

    def evaluate(
        self,
        rows: RowStateGrid,
        penalties: Sequence[int],
        lucky: Sequence[Sequence[int]],
        player: int,
        active: int,
    ) -> float:
        """Return the value of a position for a player; higher is better.

        The value ranges from `-WIN_VALUE` to `WIN_VALUE`; if it is a logit, 0 means an even
        chance of winning.

        Args:
            rows: row states, by player and row.
            penalties: penalties, by player.
            lucky: lucky numbers, by player.
            player: index of the player.
            active: index of the player whose turn begins.
        """


class MarkOption(NamedTuple):
    """A legal mark in a step.

    Args:
        mark: the move.
        row: index of the row.
        row_state: the row's state after the mark.
        skips: number of free numbers that the mark skips; 0 for a lock.
    """

    mark: Mark
    row: int
    row_state: int
    skips: int = 0


class Choice(NamedTuple):
    """A player's choice; for the active player in the white step, a plan for both steps.

    Args:
        value: value of the choice for the player.
        option: the mark in this step; None for a pass.
        color_option: for the active player in the white step, the mark planned for the color step
            if its row stays open; None for a pass and in all other cases.
        skipped: number of skipped numbers, in both steps of a plan; a penalty counts as
            `PENALTY_WASTE`.
    """

    value: float
    option: MarkOption | None
    color_option: MarkOption | None = None
    skipped: int = 0

    @property
    def move(self) -> Move:
        """The move in this step."""
        return PASS if self.option is None else self.option.mark


class OpponentModel(NamedTuple):
    """A model of others' choices: a softmax over values, mixed with a uniform distribution.

    Args:
        temperature: temperature of the softmax, in logits.
        uniform_share: weight of the uniform distribution, greater than 0 and at most 1.
    """

    temperature: float
    uniform_share: float


class Scenario(NamedTuple):
    """A combination of the passive players' choices in a white step.

    Args:
        weight: probability; the weights of the analyzed scenarios add up to 1.
        chosen: options, by player; None for a pass and for the active player.
    """

    weight: float
    chosen: tuple[MarkOption | None, ...]


class TurnOutcome(NamedTuple):
    """A possible outcome of a turn.

    Args:
        probability: probability of the outcome.
        rows: row states, by player and row.
        penalties: penalties, by player.
    """

    probability: float
    rows: RowStateGrid
    penalties: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlannerPosition:
    """The parts of a state that matter for a decision.

    Args:
        rows: row states, by player and row.
        penalties: penalties, by player.
        lucky: lucky numbers, by player.
        active: index of the active player.
        white_dice: the white dice, sorted; () before the roll.
        colored_dice: the colored dice, by row; None for a die that is out of the game; ()
            before the roll.
        crossed_white: in the color step, whether the active player crossed out a number in the
            white step.
    """

    rows: RowStateGrid
    penalties: tuple[int, ...]
    lucky: tuple[tuple[int, ...], ...]
    active: int
    white_dice: tuple[int, ...] = ()
    colored_dice: tuple[int | None, ...] = ()
    crossed_white: bool = False

    @classmethod
    def from_state(cls, state: State) -> PlannerPosition:
        """Return the planner's position for a state."""
        states = row_state_table(state.variant)
        rows = tuple(
            tuple(
                states.row_state(sheet, row, closed=closed)
                for row, closed in enumerate(state.closed)
            )
            for sheet in state.sheets
        )
        return cls(
            rows,
            tuple(sheet.penalties for sheet in state.sheets),
            tuple(sheet.lucky for sheet in state.sheets),
            state.active,
            tuple(sorted(state.roll.white)) if state.roll else (),
            state.roll.colored if state.roll else (),
            state.phase is Phase.COLOR and not state.penalty_due,
        )


def best_choice(choices: Sequence[Choice]) -> Choice:
    """Return the choice with the highest value.

    Ties go to the choice that skips the fewest numbers, then to the first one. Therefore, in a
    game that is won or lost anyway, a mark that skips nothing is preferred to a pass or any other
    mark.
    """
    return max(choices, key=_rank_key)


def _rank_key(choice: Choice) -> tuple[float, int]:
    return choice.value, -choice.skipped


def win_probability(value: float) -> float:
    """Convert a value in logits to a win probability."""
    if abs(value) >= WIN_VALUE:
        return float(value > 0)
    return 1 / (1 + exp(-value))


def win_probabilities_of_all(values: Sequence[float]) -> tuple[float, ...]:
    """Convert the players' values in logits to win probabilities that add up to 1.

    The values are estimated one by one, so their probabilities hardly ever add up to 1. All
    values are shifted by the same number: this agrees better with played games than dividing the
    probabilities by their sum, which would make a game of a player at 99% uncertain.
    """
    # At these ends, the sum is certainly below and above 1.
    low, high = -max(values) - log(len(values)), -min(values)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        total = sum(win_probability(value + middle) for value in values)
        low, high = (low, middle) if total > 1 else (middle, high)
    chances = [win_probability(value + low) for value in values]
    return tuple(chance / sum(chances) for chance in chances)


def with_option_at(
    chosen: Sequence[MarkOption | None], player: int, option: MarkOption | None
) -> tuple[MarkOption | None, ...]:
    """Return the chosen options with one player's option replaced."""
    return (*chosen[:player], option, *chosen[player + 1 :])


def incremented_at(numbers: tuple[int, ...], index: int) -> tuple[int, ...]:
    """Return the numbers with the one at `index` increased by 1."""
    return (*numbers[:index], numbers[index] + 1, *numbers[index + 1 :])
