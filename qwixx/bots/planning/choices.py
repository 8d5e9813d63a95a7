"""What is chosen among, and by what: crosses, choices, guesses, positions."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

from qwixx.bots.planning.row_states import row_state_table
from qwixx.rules.moves import PASS
from qwixx.rules.state import Phase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.rules.moves import Mark, Move
    from qwixx.rules.state import State


RowStateGrid: TypeAlias = tuple[tuple[int, ...], ...]
"""The row states of each player."""
WIN_VALUE = 1000.0
"""What a won game is worth; minus that, a lost one."""
PENALTY_WASTE = 4
"""Among equals a penalty is as bad as to skip so many numbers."""


class Evaluator(Protocol):
    """Says what a position is worth."""

    def worth(
        self,
        rows: RowStateGrid,
        penalties: Sequence[int],
        lucky: Sequence[Sequence[int]],
        me: int,
        active: int,
    ) -> float:
        """Return what a position is worth to a player, the more the better.

        Between `-WIN_VALUE` and `WIN_VALUE`; 0 is as good as a draw.

        Args:
            rows: the row states of each player.
            penalties: how many penalty boxes each has crossed.
            lucky: the lucky numbers of each.
            me: index of the player.
            active: index of the player whose turn begins.
        """


class MarkOption(NamedTuple):
    """A number that may be crossed.

    Attributes:
        mark: the move.
        row: index of the row.
        state: the row's state after it.
        skips: how many free numbers of the row are lost by it; none by a lock.
    """

    mark: Mark
    row: int
    state: int
    skips: int = 0


class Choice(NamedTuple):
    """What a player may do.

    Attributes:
        value: what it is worth to them.
        cross: what they cross now, None to pass.
        then: in the white step of the active player, what they cross in the color step
            while nobody else closes its row; None otherwise, or to cross nothing.
        waste: how many numbers they skip in both steps; a penalty counts as some.
    """

    value: float
    cross: MarkOption | None
    then: MarkOption | None = None
    waste: int = 0

    @property
    def move(self) -> Move:
        """The move to make now."""
        return PASS if self.cross is None else self.cross.mark


class OpponentModel(NamedTuple):
    """How others are guessed to choose.

    Args:
        temperature: how far, as a logit, a choice that is e times likelier is above another.
        spread: the part of all that is shared evenly: nobody sees through others. Not 0.
    """

    temperature: float
    spread: float


class Scenario(NamedTuple):
    """What may come of a white step.

    Attributes:
        weight: how likely it is; those that are thought of add up to 1.
        picks: what each player crosses; None to pass, and for the active player.
    """

    weight: float
    picks: tuple[MarkOption | None, ...]


@dataclass(frozen=True, slots=True)
class PlannerPosition:
    """What counts of a state that is to be decided on.

    Args:
        rows: the row states of each player.
        penalties: how many penalty boxes each has crossed.
        lucky: the lucky numbers of each.
        active: index of the active player.
        white: the white dice, the lower first.
        colored: the colored dice, None if out.
        crossed: whether the active player has crossed in the white step.
    """

    rows: RowStateGrid
    penalties: tuple[int, ...]
    lucky: tuple[tuple[int, ...], ...]
    active: int
    white: tuple[int, ...] = ()
    colored: tuple[int | None, ...] = ()
    crossed: bool = False

    @classmethod
    def read(cls, state: State) -> PlannerPosition:
        """Return what counts of a state."""
        states = row_state_table(state.variant)
        rows = tuple(
            tuple(states.read(sheet, row, closed=shut) for row, shut in enumerate(state.closed))
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


def best(choices: Sequence[Choice]) -> Choice:
    """Return the choice with the highest value.

    Of equals that which wastes least, and of those the first. So when all is won or lost,
    whatever one does, a cross that skips nothing comes before to pass and before skipping.
    """
    return max(choices, key=_rank)


def _rank(choice: Choice) -> tuple[float, int]:
    return choice.value, -choice.waste


def win_probability(value: float) -> float:
    """Return the chance to win that a value stands for, if that is a logit."""
    if abs(value) >= WIN_VALUE:
        return float(value > 0)
    return 1 / (1 + exp(-value))


def with_option_at(
    picks: Sequence[MarkOption | None], index: int, cross: MarkOption | None
) -> tuple[MarkOption | None, ...]:
    """Return what everybody picks if one of them picks something else."""
    return (*picks[:index], cross, *picks[index + 1 :])


def incremented_at(numbers: tuple[int, ...], index: int) -> tuple[int, ...]:
    """Return numbers with one of them greater by 1."""
    return (*numbers[:index], numbers[index] + 1, *numbers[index + 1 :])
