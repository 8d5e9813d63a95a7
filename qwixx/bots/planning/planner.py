"""What a player may do in a turn, and what each choice is worth.

Positions are held as row states (`row_state_table`), which is much quicker than sheets.
"""

from __future__ import annotations

from math import exp, inf, log
from typing import TYPE_CHECKING

from qwixx.bots.planning.choices import (
    PENALTY_WASTE,
    WIN_VALUE,
    Choice,
    Evaluator,
    MarkOption,
    OpponentModel,
    PlannerPosition,
    RowStateGrid,
    best,
    incremented_at,
    with_option_at,
)
from qwixx.bots.planning.row_states import row_state_table
from qwixx.bots.planning.turn_analysis import POSITIONS_PER_SLICE, WhiteStepAnalysis
from qwixx.rules.state import Phase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from qwixx.rules.layout import Variant
    from qwixx.rules.state import State


class Planner:
    """Thinks through turns.

    Args:
        variant: the rules.
        judge: who says what positions are worth.
        guess: how the others are guessed to choose, if worth is a logit; None if all are
            taken to do what is best for them.
    """

    def __init__(
        self, variant: Variant, judge: Evaluator, guess: OpponentModel | None = None
    ) -> None:
        """Keep all that, and the tables of the variant."""
        self.variant = variant
        self.judge = judge
        self.guess = guess
        self.states = row_state_table(variant)
        self._cells = [row.bits for row in variant.rows]
        self._thought: WhiteStepAnalysis | None = None

    def choices(self, state: State, player: int) -> list[Choice]:
        """Return all that a player who is to act may do: each move once, to pass the last."""
        position = PlannerPosition.read(state)
        if state.phase is Phase.COLOR:
            return self.color_choices(
                position.rows, position.penalties, position, crossed=position.crossed
            )
        if player == position.active:
            return [*self._think(position, whole=True)[0].choices]
        return [*self._think(position, whole=False)[0].answers[player]]

    def prepare(self, state: State, player: int) -> bool:
        """Think of a decision for a while; tell whether there was anything to think of.

        Who may not be busy for long calls this until it returns False, and decides then.
        Only the last position is remembered: one at a time.
        """
        if state.phase is not Phase.WHITE:
            return False
        whole = player == state.active
        return self._think(PlannerPosition.read(state), whole=whole, enough=POSITIONS_PER_SLICE)[1]

    def outcomes(
        self, position: PlannerPosition
    ) -> list[tuple[float, RowStateGrid, tuple[int, ...]]]:
        """Return what may come of a turn whose dice are rolled.

        For each scenario how likely it is, and the row states and penalties at the end of
        the turn, if the active player does what is best.
        """
        thought, _ = self._think(position, whole=True)
        index = thought.choices.index(best(thought.choices))
        found = []
        for scenario, plans in zip(thought.scenarios, thought.plans, strict=True):
            cross, then = plans[index].cross, plans[index].then
            rows, closed = self.after_white(
                position.rows, with_option_at(scenario.picks, position.active, cross)
            )
            penalties = position.penalties
            if closed < self.variant.rows_to_end:
                rows, penalties = self.after_color(
                    rows, penalties, position.active, then, crossed=cross is not None
                )
            found.append((scenario.weight, rows, penalties))
        return found

    def _think(
        self, position: PlannerPosition, *, whole: bool, enough: float = inf
    ) -> tuple[WhiteStepAnalysis, bool]:
        """Resume the analysis of a position, or start it; see `WhiteStepAnalysis.resume`."""
        thought, self._thought = self._thought, None  # one that breaks off is not kept
        if thought is None or thought.position != position:
            thought = WhiteStepAnalysis(self, position)
        worked = thought.go_on(whole=whole, enough=enough)
        self._thought = thought
        return thought, worked

    def active_plans(
        self, position: PlannerPosition, picks: Sequence[MarkOption | None]
    ) -> Iterator[list[Choice]]:
        """Yield, for each white choice of the active player, all they may do in both steps.

        Args:
            position: what is to be decided on.
            picks: what the others cross in the white step.
        """
        me = position.active
        for cross in self.white_options(position, me):
            rows, closed = self.after_white(position.rows, with_option_at(picks, me, cross))
            waste = cross.skips if cross else 0
            if closed >= self.variant.rows_to_end:
                value = self.final(rows, position.penalties, me)
                yield [Choice(value, cross, None, waste)]
            else:
                crossed = cross is not None
                then = self.color_choices(rows, position.penalties, position, crossed=crossed)
                yield [Choice(value, cross, color, waste + more) for value, color, _, more in then]

    def adjusted_plans(
        self,
        position: PlannerPosition,
        picks: Sequence[MarkOption | None],
        plans: Sequence[Choice],
    ) -> Iterator[list[Choice]]:
        """Yield what `active_plans` does, in less time, given the best plans while others pass.

        What others cross hardly changes which plan is best, unless it locks a row or the
        plan ends the game: only then are all weighed again.
        """
        me = position.active
        if any(cross and cross.state >= self.states.locked for cross in picks):
            yield from self.active_plans(position, picks)
            return
        for plan in plans:
            rows, closed = self.after_white(position.rows, with_option_at(picks, me, plan.cross))
            crossed = plan.cross is not None
            if closed >= self.variant.rows_to_end:
                yield [plan._replace(value=self.final(rows, position.penalties, me))]
            elif abs(plan.value) >= WIN_VALUE:
                then = self.color_choices(rows, position.penalties, position, crossed=crossed)
                yield [plan._replace(value=value, then=color) for value, color, *_ in then]
            else:
                after = self.after_color(rows, position.penalties, me, plan.then, crossed=crossed)
                yield [plan._replace(value=self.value(*after, position, me))]

    def passive_values(
        self,
        position: PlannerPosition,
        player: int,
        cross: MarkOption | None,
        plans: Sequence[Choice],
    ) -> list[float]:
        """Return what a white choice of another player is worth, for each plan of the active one.

        The rest are taken to pass.
        """
        nobody: list[MarkOption | None] = [None] * len(position.rows)
        picks = with_option_at(nobody, player, cross)
        values = []
        for plan in plans:
            rows, closed = self.after_white(
                position.rows, with_option_at(picks, position.active, plan.cross)
            )
            if closed >= self.variant.rows_to_end:
                values.append(self.final(rows, position.penalties, player))
            else:
                after = self.after_color(
                    rows,
                    position.penalties,
                    position.active,
                    plan.then,
                    crossed=plan.cross is not None,
                )
                values.append(self.value(*after, position, player))
        return values

    def weigh(self, choices: Sequence[Choice]) -> list[float]:
        """Return how likely somebody is to make each of these choices."""
        top = best(choices)
        if self.guess is None:
            return [float(choice is top) for choice in choices]
        temperature, spread = self.guess
        powers = [exp((choice.value - top.value) / temperature) for choice in choices]
        total, even = sum(powers), spread / len(choices)
        return [(1 - spread) * power / total + even for power in powers]

    def color_choices(
        self,
        rows: RowStateGrid,
        penalties: tuple[int, ...],
        position: PlannerPosition,
        *,
        crossed: bool,
    ) -> list[Choice]:
        """Return what the active player may do in the color step.

        Args:
            rows: the row states after the white step.
            penalties: how many penalty boxes each has crossed.
            position: whose turn it is, and the dice.
            crossed: whether something was crossed in the white step.
        """
        me = position.active
        choices = []
        for cross in (*self.color_options(rows[me], position), None):
            after = self.after_color(rows, penalties, me, cross, crossed=crossed)
            waste = cross.skips if cross else PENALTY_WASTE * (not crossed)
            choices.append(Choice(self.value(*after, position, me), cross, None, waste))
        return choices

    def white_options(self, position: PlannerPosition, player: int) -> list[MarkOption | None]:
        """Return what a player may cross for the white sum; None, to pass, is the last."""
        total = sum(position.white)
        own = position.rows[player]
        after = self.states.next
        options: list[MarkOption | None] = []
        for row, state in enumerate(own):
            cell = self._cells[row][total].bit_length() - 1
            if after[state][cell] >= 0:
                options.append(self._cross_out(state, row, cell))
        if total in position.lucky[player]:
            options += self._lucky_options(own, total)
        options.append(None)
        return options

    def color_options(self, own: Sequence[int], position: PlannerPosition) -> list[MarkOption]:
        """Return what the active player may cross in the color step."""
        options = []
        for row, die in enumerate(position.colored):
            after = self.states.next[own[row]]
            if die is None or own[row] >= self.states.locked:
                continue
            for white in dict.fromkeys(position.white):
                cell = self._cells[row][white + die].bit_length() - 1
                if after[cell] >= 0:
                    options.append(self._cross_out(own[row], row, cell))
        return options

    def after_white(
        self, rows: RowStateGrid, picks: Sequence[MarkOption | None]
    ) -> tuple[RowStateGrid, int]:
        """Return the row states after the white step, and how many rows are closed then."""
        after = list(rows)
        locking = False
        for player, cross in enumerate(picks):
            if cross is not None:
                own = list(rows[player])
                own[cross.row] = cross.state
                after[player] = tuple(own)
                locking |= cross.state >= self.states.locked
        if locking:
            return self._shut(tuple(after))
        return tuple(after), self._closed(rows)

    def after_color(
        self,
        rows: RowStateGrid,
        penalties: tuple[int, ...],
        active: int,
        cross: MarkOption | None,
        *,
        crossed: bool,
    ) -> tuple[RowStateGrid, tuple[int, ...]]:
        """Return the row states and the penalties after the color step.

        Args:
            rows: the row states after the white step.
            penalties: how many penalty boxes each has crossed.
            active: index of the active player.
            cross: what they cross, if its row is still open.
            crossed: whether they crossed something in the white step.
        """
        if cross is not None and rows[active][cross.row] < self.states.locked:
            return self._cross(rows, active, cross), penalties
        return rows, penalties if crossed else incremented_at(penalties, active)

    def value(
        self,
        rows: RowStateGrid,
        penalties: tuple[int, ...],
        position: PlannerPosition,
        player: int,
    ) -> float:
        """Return what a position after the color step is worth to a player."""
        if self.is_over(rows, penalties):
            return self.final(rows, penalties, player)
        following = (position.active + 1) % len(rows)
        return self.judge.worth(rows, penalties, position.lucky, player, following)

    def is_over(self, rows: RowStateGrid, penalties: Sequence[int]) -> bool:
        """Tell whether the game has ended."""
        return (
            max(penalties) >= self.variant.penalty_boxes
            or self._closed(rows) >= self.variant.rows_to_end
        )

    def points(self, own: Sequence[int], penalties: int) -> int:
        """Return what a sheet scores."""
        score = self.states.score
        return sum([score[state] for state in own]) - penalties * self.variant.penalty_points

    def final(self, rows: RowStateGrid, penalties: Sequence[int], player: int) -> float:
        """Return what a finished game is worth to a player."""
        scores = [self.points(*sheet) for sheet in zip(rows, penalties, strict=True)]
        if scores[player] < max(scores):
            return -WIN_VALUE
        share = 1 / scores.count(scores[player])
        return WIN_VALUE if share == 1 else log(share / (1 - share))

    def _cross(self, rows: RowStateGrid, player: int, cross: MarkOption) -> RowStateGrid:
        own = list(rows[player])
        own[cross.row] = cross.state
        after = (*rows[:player], tuple(own), *rows[player + 1 :])
        return self._shut(after)[0] if cross.state >= self.states.locked else after

    def _shut(self, rows: RowStateGrid) -> tuple[RowStateGrid, int]:
        """Close the rows that somebody has locked; return how many are closed."""
        states = self.states
        closed = [max(column) >= states.locked for column in zip(*rows, strict=True)]
        shut = states.shut
        after = tuple(
            tuple([shut[state] if out else state for state, out in zip(own, closed, strict=True)])
            for own in rows
        )
        return after, sum(closed)

    def _closed(self, rows: RowStateGrid) -> int:
        """Return how many rows are closed: all players see the same ones."""
        locked = self.states.locked
        return sum([state >= locked for state in rows[0]])

    def _lucky_options(self, own: Sequence[int], total: int) -> list[MarkOption]:
        """Return what a lucky sum offers instead of its number."""
        states = self.states
        opened = [
            (states.count[state], row) for row, state in enumerate(own) if state < states.locked
        ]
        least = min(opened)[0]
        options = []
        for count, row in opened:
            cell = states.first_free[own[row]]
            after = states.next[own[row]][cell]
            if count == least and after >= 0 and cell != self._cells[row][total].bit_length() - 1:
                options.append(self._cross_out(own[row], row, cell))
        return options

    def _cross_out(self, state: int, row: int, cell: int) -> MarkOption:
        """Return the cross of a cell that may be crossed."""
        states = self.states
        after = states.next[state][cell]
        skips = 0 if after >= states.locked else cell - states.first_free[state]
        return MarkOption(self.variant.marks[row][cell], row, after, skips)
