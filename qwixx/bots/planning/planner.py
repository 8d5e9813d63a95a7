"""The choices of a player in a turn, with the value of each choice.

Positions contain row states (see `row_states`) instead of sheets, to speed up the search.
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
    TurnOutcome,
    best_choice,
    incremented_at,
    win_probabilities_of_all,
    win_probability,
    with_option_at,
)
from qwixx.bots.planning.row_states import row_state_table
from qwixx.bots.planning.turn_analysis import POSITIONS_PER_SLICE, WhiteStepAnalysis
from qwixx.rules.state import Phase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from qwixx.bots.planning.choices import ClosedRowCount
    from qwixx.bots.planning.turn_analysis import DidWork
    from qwixx.rules.layout import Variant
    from qwixx.rules.state import State


class Planner:
    """Searches the choices of one turn.

    Args:
        variant: the variant.
        evaluator: values positions at the start of a turn.
        opponent_model: assumption about the others' choices, for evaluators whose values are
            logits; None if everyone is assumed to make the best choice.
    """

    def __init__(
        self,
        variant: Variant,
        evaluator: Evaluator,
        opponent_model: OpponentModel | None = None,
    ) -> None:
        """Look up the tables of the variant."""
        self.variant = variant
        self.evaluator = evaluator
        self.opponent_model = opponent_model
        self.row_states = row_state_table(variant)
        self._cells = [row.bits for row in variant.rows]
        self._analysis: WhiteStepAnalysis | None = None

    def choices(self, state: State, player: int) -> list[Choice]:
        """Return the choices of a player who must decide: each move once, with a pass last."""
        position = PlannerPosition.from_state(state)
        if state.phase is Phase.COLOR:
            return self.color_choices(
                position.rows, position.penalties, position, crossed=position.crossed_white
            )
        if player == position.active:
            return [*self._resume_analysis(position, whole=True)[0].choices]
        return [*self._resume_analysis(position, whole=False)[0].replies[player]]

    def continue_preparation(self, state: State, player: int) -> DidWork:
        """Do a slice of the work for a decision; return False if no work was left to do.

        Callers that must not block call this method until it returns False, then `choices`. Only
        the analysis of the latest position is cached.
        """
        if state.phase is not Phase.WHITE:
            return False
        whole = player == state.active
        return self._resume_analysis(
            PlannerPosition.from_state(state), whole=whole, max_positions=POSITIONS_PER_SLICE
        )[1]

    def turn_outcomes_of_best_choice(self, position: PlannerPosition) -> list[TurnOutcome]:
        """Return the possible outcomes of a turn after the roll, one per scenario.

        The active player is assumed to make the best choice.
        """
        analysis, _ = self._resume_analysis(position, whole=True)
        index = analysis.choices.index(best_choice(analysis.choices))
        outcomes = []
        for scenario, plans in zip(analysis.scenarios, analysis.plans, strict=True):
            white, color = plans[index].option, plans[index].color_option
            rows, closed = self.states_after_white(
                position.rows, with_option_at(scenario.chosen, position.active, white)
            )
            penalties = position.penalties
            if closed < self.variant.rows_to_end:
                rows, penalties = self.states_after_color(
                    rows, penalties, position.active, color, crossed=white is not None
                )
            outcomes.append(TurnOutcome(scenario.weight, rows, penalties))
        return outcomes

    def _resume_analysis(
        self, position: PlannerPosition, *, whole: bool, max_positions: float = inf
    ) -> tuple[WhiteStepAnalysis, DidWork]:
        """Start or resume the analysis of a position; see `WhiteStepAnalysis.resume`."""
        analysis, self._analysis = self._analysis, None  # an interrupted analysis is not reused
        if analysis is None or analysis.position != position:
            analysis = WhiteStepAnalysis(self, position)
        worked = analysis.resume(whole=whole, max_positions=max_positions)
        self._analysis = analysis
        return analysis, worked

    def active_plans_by_white_option(
        self, position: PlannerPosition, chosen: Sequence[MarkOption | None]
    ) -> Iterator[list[Choice]]:
        """Yield, for each white option of the active player, the plans that begin with it.

        Args:
            position: the position after the roll.
            chosen: the others' options in the white step, by player.
        """
        active = position.active
        for white in self.white_options(position, active):
            rows, closed = self.states_after_white(
                position.rows, with_option_at(chosen, active, white)
            )
            skipped = white.skips if white else 0
            if closed >= self.variant.rows_to_end:
                value = self.final_value(rows, position.penalties, active)
                yield [Choice(value, white, None, skipped)]
            else:
                crossed = white is not None
                colors = self.color_choices(rows, position.penalties, position, crossed=crossed)
                yield [
                    Choice(value, white, color, skipped + more) for value, color, _, more in colors
                ]

    def adjusted_active_plans(
        self,
        position: PlannerPosition,
        chosen: Sequence[MarkOption | None],
        plans_if_others_pass: Sequence[Choice],
    ) -> Iterator[list[Choice]]:
        """Yield each white option's best plan, or all its plans if they must be valued again.

        The others' options rarely change which plan is best. All plans are valued again only if
        another player locks a row, or if the best plan wins or loses the game.

        Args:
            position: the position after the roll.
            chosen: the others' options in the white step, by player.
            plans_if_others_pass: the best plan for each white option if the others pass.
        """
        active, first_locked = position.active, self.row_states.first_locked
        if any(option and option.row_state >= first_locked for option in chosen):
            yield from self.active_plans_by_white_option(position, chosen)
            return
        for plan in plans_if_others_pass:
            rows, closed = self.states_after_white(
                position.rows, with_option_at(chosen, active, plan.option)
            )
            crossed = plan.option is not None
            if closed >= self.variant.rows_to_end:
                yield [plan._replace(value=self.final_value(rows, position.penalties, active))]
            elif abs(plan.value) >= WIN_VALUE:
                colors = self.color_choices(rows, position.penalties, position, crossed=crossed)
                yield [
                    plan._replace(value=value, color_option=color) for value, color, *_ in colors
                ]
            else:
                after = self.states_after_color(
                    rows, position.penalties, active, plan.color_option, crossed=crossed
                )
                yield [plan._replace(value=self.value_after_color(*after, position, active))]

    def reply_values(
        self,
        position: PlannerPosition,
        player: int,
        option: MarkOption | None,
        plans: Sequence[Choice],
    ) -> list[float]:
        """Return the values of a passive player's white option, one per plan.

        Args:
            position: the position after the roll.
            player: index of the passive player.
            option: the option; None for a pass.
            plans: plans of the active player. All other players are assumed to pass.
        """
        passes: list[MarkOption | None] = [None] * len(position.rows)
        chosen = with_option_at(passes, player, option)
        values = []
        for plan in plans:
            rows, closed = self.states_after_white(
                position.rows, with_option_at(chosen, position.active, plan.option)
            )
            if closed >= self.variant.rows_to_end:
                values.append(self.final_value(rows, position.penalties, player))
            else:
                after = self.states_after_color(
                    rows,
                    position.penalties,
                    position.active,
                    plan.color_option,
                    crossed=plan.option is not None,
                )
                values.append(self.value_after_color(*after, position, player))
        return values

    def choice_probabilities(self, choices: Sequence[Choice]) -> list[float]:
        """Return the probability that a player makes each of these choices."""
        top = best_choice(choices)
        if self.opponent_model is None:
            return [float(choice is top) for choice in choices]
        temperature, uniform_share = self.opponent_model
        powers = [exp((choice.value - top.value) / temperature) for choice in choices]
        total, even = sum(powers), uniform_share / len(choices)
        return [(1 - uniform_share) * power / total + even for power in powers]

    def color_choices(
        self,
        rows: RowStateGrid,
        penalties: tuple[int, ...],
        position: PlannerPosition,
        *,
        crossed: bool,
    ) -> list[Choice]:
        """Return the choices of the active player in the color step.

        Args:
            rows: row states after the white step.
            penalties: penalties, by player.
            position: the position after the roll, for its dice, lucky numbers, and active player.
            crossed: whether the active player crossed out a number in the white step.
        """
        active = position.active
        choices = []
        for option in (*self.color_options(rows[active], position), None):
            after = self.states_after_color(rows, penalties, active, option, crossed=crossed)
            skipped = option.skips if option else PENALTY_WASTE * (not crossed)
            choices.append(
                Choice(self.value_after_color(*after, position, active), option, None, skipped)
            )
        return choices

    def white_options(self, position: PlannerPosition, player: int) -> list[MarkOption | None]:
        """Return a player's options for the white sum, with None (a pass) last."""
        total = sum(position.white_dice)
        own = position.rows[player]
        after = self.row_states.transitions
        options: list[MarkOption | None] = []
        for row, state in enumerate(own):
            cell = self._cells[row][total].bit_length() - 1
            if after[state][cell] >= 0:
                options.append(self._make_option(state, row, cell))
        if total in position.lucky[player]:
            options += self._lucky_options(own, total)
        options.append(None)
        return options

    def color_options(self, own: Sequence[int], position: PlannerPosition) -> list[MarkOption]:
        """Return the active player's options in the color step, without a pass.

        Args:
            own: row states of the active player after the white step.
            position: the position after the roll.
        """
        options = []
        for row, die in enumerate(position.colored_dice):
            after = self.row_states.transitions[own[row]]
            if die is None or own[row] >= self.row_states.first_locked:
                continue
            for white in dict.fromkeys(position.white_dice):
                cell = self._cells[row][white + die].bit_length() - 1
                if after[cell] >= 0:
                    options.append(self._make_option(own[row], row, cell))
        return options

    def states_after_white(
        self, rows: RowStateGrid, chosen: Sequence[MarkOption | None]
    ) -> tuple[RowStateGrid, ClosedRowCount]:
        """Return the row states after the white step, and the number of closed rows.

        Args:
            rows: row states before the white step.
            chosen: each player's white option, by player; None for a pass.
        """
        after = list(rows)
        locking = False
        for player, option in enumerate(chosen):
            if option is not None:
                own = list(rows[player])
                own[option.row] = option.row_state
                after[player] = tuple(own)
                locking |= option.row_state >= self.row_states.first_locked
        if locking:
            return self._with_locked_rows_closed(tuple(after))
        return tuple(after), self._closed_count(rows)

    def states_after_color(
        self,
        rows: RowStateGrid,
        penalties: tuple[int, ...],
        active: int,
        option: MarkOption | None,
        *,
        crossed: bool,
    ) -> tuple[RowStateGrid, tuple[int, ...]]:
        """Return the row states and the penalties after the color step.

        Args:
            rows: row states after the white step.
            penalties: penalties, by player.
            active: index of the active player.
            option: the active player's option, which counts only if its row is still open.
            crossed: whether the active player crossed out a number in the white step.
        """
        if option is not None and rows[active][option.row] < self.row_states.first_locked:
            return self._with_cross(rows, active, option), penalties
        return rows, penalties if crossed else incremented_at(penalties, active)

    def value_after_color(
        self,
        rows: RowStateGrid,
        penalties: tuple[int, ...],
        position: PlannerPosition,
        player: int,
    ) -> float:
        """Return the value, for a player, of a position after the color step.

        Args:
            rows: row states after the color step.
            penalties: penalties after the color step, by player.
            position: the position after the roll.
            player: index of the player.
        """
        if self.is_game_finished(rows, penalties):
            return self.final_value(rows, penalties, player)
        next_active = (position.active + 1) % len(rows)
        return self.evaluator.evaluate(rows, penalties, position.lucky, player, next_active)

    def win_probabilities(
        self,
        rows: RowStateGrid,
        penalties: tuple[int, ...],
        lucky: Sequence[Sequence[int]],
        active: int,
    ) -> tuple[float, ...]:
        """Return each player's win probability at the start of a turn or after the game.

        The evaluator's values must be logits. The probabilities add up to 1.

        Args:
            rows: row states, by player and row.
            penalties: penalties, by player.
            lucky: lucky numbers, by player.
            active: index of the player whose turn begins.
        """
        players = range(len(rows))
        if self.is_game_finished(rows, penalties):
            values = [self.final_value(rows, penalties, player) for player in players]
            return tuple(win_probability(value) for value in values)
        return win_probabilities_of_all(
            [self.evaluator.evaluate(rows, penalties, lucky, player, active) for player in players]
        )

    def is_game_finished(self, rows: RowStateGrid, penalties: Sequence[int]) -> bool:
        """Return whether the game has ended.

        Args:
            rows: row states of all players.
            penalties: penalties, by player.
        """
        return (
            max(penalties) >= self.variant.penalty_boxes
            or self._closed_count(rows) >= self.variant.rows_to_end
        )

    def sheet_points(self, own: Sequence[int], penalties: int) -> int:
        """Return the points of a sheet.

        Args:
            own: row states of the sheet.
            penalties: number of penalties.
        """
        score = self.row_states.score
        return sum([score[state] for state in own]) - penalties * self.variant.penalty_points

    def final_value(self, rows: RowStateGrid, penalties: Sequence[int], player: int) -> float:
        """Return the value of a finished game for a player.

        The value of a shared win is the logit of the player's share.
        """
        scores = [self.sheet_points(*sheet) for sheet in zip(rows, penalties, strict=True)]
        if scores[player] < max(scores):
            return -WIN_VALUE
        share = 1 / scores.count(scores[player])
        return WIN_VALUE if share == 1 else log(share / (1 - share))

    def _with_cross(self, rows: RowStateGrid, player: int, option: MarkOption) -> RowStateGrid:
        own = list(rows[player])
        own[option.row] = option.row_state
        after = (*rows[:player], tuple(own), *rows[player + 1 :])
        return (
            self._with_locked_rows_closed(after)[0]
            if option.row_state >= self.row_states.first_locked
            else after
        )

    def _with_locked_rows_closed(self, rows: RowStateGrid) -> tuple[RowStateGrid, ClosedRowCount]:
        """Close locked rows for everyone; return the row states and the number of closed rows."""
        states = self.row_states
        closed = [max(column) >= states.first_locked for column in zip(*rows, strict=True)]
        closed_by_others = states.closed_by_others
        after = tuple(
            tuple(
                [
                    closed_by_others[state] if out else state
                    for state, out in zip(own, closed, strict=True)
                ]
            )
            for own in rows
        )
        return after, sum(closed)

    def _closed_count(self, rows: RowStateGrid) -> int:
        """Return the number of closed rows, which is the same for all players."""
        locked = self.row_states.first_locked
        return sum([state >= locked for state in rows[0]])

    def _lucky_options(self, own: Sequence[int], total: int) -> list[MarkOption]:
        """Return the additional options that a lucky sum allows."""
        states = self.row_states
        opened = [
            (states.count[state], row)
            for row, state in enumerate(own)
            if state < states.first_locked
        ]
        least = min(opened)[0]
        options = []
        for count, row in opened:
            cell = states.first_free[own[row]]
            after = states.transitions[own[row]][cell]
            if count == least and after >= 0 and cell != self._cells[row][total].bit_length() - 1:
                options.append(self._make_option(own[row], row, cell))
        return options

    def _make_option(self, state: int, row: int, cell: int) -> MarkOption:
        """Return the option for a cell that may be crossed out."""
        states = self.row_states
        after = states.transitions[state][cell]
        skips = 0 if after >= states.first_locked else cell - states.first_free[state]
        return MarkOption(self.variant.marks[row][cell], row, after, skips)
