"""How a bot thinks through a turn: what it may do, and what each choice is worth.

A position is judged where a turn begins. In between, the active player weighs white and
color choices together; the others answer the best of these plans, and the active player
weighs again what is left of it. What others decide is predicted, by one's own judgement,
never seen.

Positions are held as row states (`qwixx.bots.rows`), which is much quicker than sheets.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

from qwixx.bots.rows import row_states
from qwixx.moves import PASS
from qwixx.state import Phase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from qwixx.moves import Mark, Move
    from qwixx.state import State
    from qwixx.variants import Variant

Rows: TypeAlias = tuple[tuple[int, ...], ...]
"""The row states of each player."""

CERTAIN = 1000.0
"""What a won game is worth; minus that, a lost one."""

SLICE = 20
"""How many positions are enough for a part of a decision; it may be ten more."""


class Judge(Protocol):
    """Says what a position is worth."""

    def worth(
        self,
        rows: Rows,
        penalties: Sequence[int],
        lucky: Sequence[Sequence[int]],
        me: int,
        active: int,
    ) -> float:
        """Return what a position is worth to a player, the more the better.

        Between `-CERTAIN` and `CERTAIN`; 0 is as good as a draw.

        Args:
            rows: the row states of each player.
            penalties: how many penalty boxes each has crossed.
            lucky: the lucky numbers of each.
            me: index of the player.
            active: index of the player whose turn begins.
        """


class Cross(NamedTuple):
    """A number that may be crossed.

    Attributes:
        mark: the move.
        row: index of the row.
        state: the row's state after it.
    """

    mark: Mark
    row: int
    state: int


class Choice(NamedTuple):
    """What a player may do.

    Attributes:
        value: what it is worth to them.
        cross: what they cross now, None to pass.
        then: in the white step of the active player, what they cross in the color step;
            None otherwise, or to cross nothing.
    """

    value: float
    cross: Cross | None
    then: Cross | None = None

    @property
    def move(self) -> Move:
        """The move to make now."""
        return PASS if self.cross is None else self.cross.mark


@dataclass(frozen=True, slots=True)
class Position:
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

    rows: Rows
    penalties: tuple[int, ...]
    lucky: tuple[tuple[int, ...], ...]
    active: int
    white: tuple[int, ...] = ()
    colored: tuple[int | None, ...] = ()
    crossed: bool = False

    @classmethod
    def read(cls, state: State) -> Position:
        """Return what counts of a state."""
        states = row_states(state.variant)
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


class Planner:
    """Thinks through turns.

    Args:
        variant: the rules.
        judge: who says what positions are worth.
    """

    def __init__(self, variant: Variant, judge: Judge) -> None:
        """Keep both, and the tables of the variant."""
        self.variant = variant
        self.judge = judge
        self.states = row_states(variant)
        self._cells = [row.bits for row in variant.rows]
        self._thought: Thought | None = None

    def choices(self, state: State, player: int) -> list[Choice]:
        """Return all that a player who is to act may do, in no particular order.

        For the active player in the white step that is each pair of choices, so that a
        move stands there several times.
        """
        position = Position.read(state)
        if state.phase is Phase.COLOR:
            return self.color_choices(
                position.rows, position.penalties, position, crossed=position.crossed
            )
        if player == position.active:
            return self.answered_choices(position)
        return self.passive_choices(position, player, self.predict(position)[0])

    def prepare(self, state: State, player: int) -> bool:
        """Think of a decision for a while; tell whether there was anything to think of.

        Who may not be busy for long calls this until it returns False, and decides then.
        Only the last position is remembered: one at a time.
        """
        if state.phase is not Phase.WHITE:
            return False
        whole = player == state.active
        return self._think(Position.read(state), whole=whole, enough=SLICE)[1]

    def predict(self, position: Position) -> tuple[Choice, list[Cross | None]]:
        """Return the active player's plan when others pass, and the answers to it."""
        thought, _ = self._think(position, whole=False)
        return thought.plan, thought.picks

    def answered_choices(self, position: Position) -> list[Choice]:
        """Return what the active player may do in both steps, given what others will cross."""
        return self._think(position, whole=True)[0].choices

    def _think(
        self, position: Position, *, whole: bool, enough: float = inf
    ) -> tuple[Thought, bool]:
        """Think on of a position, or begin if another was the last; see `Thought.go_on`."""
        thought, self._thought = self._thought, None  # one that breaks off is not kept
        if thought is None or thought.position != position:
            thought = Thought(self, position)
        worked = thought.go_on(whole=whole, enough=enough)
        self._thought = thought
        return thought, worked

    def active_choices(
        self, position: Position, picks: Sequence[Cross | None]
    ) -> Iterator[list[Choice]]:
        """Yield, for each number that the active player may cross first, all they may do.

        Args:
            position: what is to be decided on.
            picks: what the others cross in the white step.
        """
        me = position.active
        for cross in self.white_options(position, me):
            all_picks = list(picks)
            all_picks[me] = cross
            rows, closed = self.after_white(position.rows, all_picks)
            if closed >= self.variant.rows_to_end:
                yield [Choice(self.final(rows, position.penalties, me), cross)]
            else:
                crossed = cross is not None
                then = self.color_choices(rows, position.penalties, position, crossed=crossed)
                yield [Choice(value, cross, color) for value, color, _ in then]

    def passive_choices(self, position: Position, player: int, plan: Choice) -> list[Choice]:
        """Return what another player may do in the white step, given the active one's plan."""
        options = self.white_options(position, player)
        picks: list[Cross | None] = [None] * len(position.rows)
        picks[position.active] = plan.cross
        choices = []
        for cross in reversed(options):
            picks[player] = cross
            rows, closed = self.after_white(position.rows, picks)
            if closed >= self.variant.rows_to_end:
                value = self.final(rows, position.penalties, player)
            else:
                after = self.after_color(
                    rows,
                    position.penalties,
                    position.active,
                    plan.then,
                    crossed=plan.cross is not None,
                )
                value = self.value(*after, position, player)
            choices.append(Choice(value, cross))
        return choices

    def color_choices(
        self, rows: Rows, penalties: tuple[int, ...], position: Position, *, crossed: bool
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
        for cross in (None, *self.color_options(rows[me], position)):
            after = self.after_color(rows, penalties, me, cross, crossed=crossed)
            choices.append(Choice(self.value(*after, position, me), cross))
        return choices

    def white_options(self, position: Position, player: int) -> list[Cross | None]:
        """Return what a player may cross for the white sum; None, to pass, is the last."""
        total = sum(position.white)
        own = position.rows[player]
        after = self.states.next
        marks = self.variant.marks
        options: list[Cross | None] = []
        for row, state in enumerate(own):
            cell = self._cells[row][total].bit_length() - 1
            if after[state][cell] >= 0:
                options.append(Cross(marks[row][cell], row, after[state][cell]))
        if total in position.lucky[player]:
            options += self._lucky_options(own, total)
        options.append(None)
        return options

    def color_options(self, own: Sequence[int], position: Position) -> list[Cross]:
        """Return what the active player may cross in the color step."""
        options = []
        for row, die in enumerate(position.colored):
            after = self.states.next[own[row]]
            if die is None or own[row] >= self.states.locked:
                continue
            for white in dict.fromkeys(position.white):
                cell = self._cells[row][white + die].bit_length() - 1
                if after[cell] >= 0:
                    options.append(Cross(self.variant.marks[row][cell], row, after[cell]))
        return options

    def after_white(self, rows: Rows, picks: Sequence[Cross | None]) -> tuple[Rows, int]:
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
        rows: Rows,
        penalties: tuple[int, ...],
        active: int,
        cross: Cross | None,
        *,
        crossed: bool,
    ) -> tuple[Rows, tuple[int, ...]]:
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
        return rows, penalties if crossed else _add_one(penalties, active)

    def value(
        self, rows: Rows, penalties: tuple[int, ...], position: Position, player: int
    ) -> float:
        """Return what a position after the color step is worth to a player."""
        if self.is_over(rows, penalties):
            return self.final(rows, penalties, player)
        following = (position.active + 1) % len(rows)
        return self.judge.worth(rows, penalties, position.lucky, player, following)

    def is_over(self, rows: Rows, penalties: Sequence[int]) -> bool:
        """Tell whether the game has ended."""
        return (
            max(penalties) >= self.variant.penalty_boxes
            or self._closed(rows) >= self.variant.rows_to_end
        )

    def points(self, own: Sequence[int], penalties: int) -> int:
        """Return what a sheet scores."""
        score = self.states.score
        return sum([score[state] for state in own]) - penalties * self.variant.penalty_points

    def final(self, rows: Rows, penalties: Sequence[int], player: int) -> float:
        """Return what a finished game is worth to a player."""
        scores = [self.points(*sheet) for sheet in zip(rows, penalties, strict=True)]
        if scores[player] < max(scores):
            return -CERTAIN
        share = 1 / scores.count(scores[player])
        return CERTAIN if share == 1 else log(share / (1 - share))

    def _cross(self, rows: Rows, player: int, cross: Cross) -> Rows:
        own = list(rows[player])
        own[cross.row] = cross.state
        after = (*rows[:player], tuple(own), *rows[player + 1 :])
        return self._shut(after)[0] if cross.state >= self.states.locked else after

    def _shut(self, rows: Rows) -> tuple[Rows, int]:
        """Close the rows that somebody has locked; return how many are closed."""
        states = self.states
        closed = [max(column) >= states.locked for column in zip(*rows, strict=True)]
        shut = states.shut
        after = tuple(
            tuple([shut[state] if out else state for state, out in zip(own, closed, strict=True)])
            for own in rows
        )
        return after, sum(closed)

    def _closed(self, rows: Rows) -> int:
        """Return how many rows are closed: all players see the same ones."""
        locked = self.states.locked
        return sum([state >= locked for state in rows[0]])

    def _lucky_options(self, own: Sequence[int], total: int) -> list[Cross]:
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
                options.append(Cross(self.variant.marks[row][cell], row, after))
        return options


class Thought:
    """What is thought of a white step, step by step; all who decide in it share it.

    Args:
        planner: who thinks.
        position: what is to be decided on.

    Attributes:
        position: the same.
        plan: the best that the active player may do while the others pass.
        picks: what each of the others crosses then; None for the active player.
        choices: what the active player may do in both steps, given those picks; while the
            thought is not whole, what there was of it so far.
    """

    def __init__(self, planner: Planner, position: Position) -> None:
        """Begin with nothing."""
        self.position = position
        self.plan = Choice(-inf, None)
        self.picks: list[Cross | None] = [None] * len(position.rows)
        self.choices: list[Choice] = []
        self._answered = self._finished = False
        self._steps = self._think(planner)

    def go_on(self, *, whole: bool = False, enough: float = inf) -> bool:
        """Think on; tell whether there was anything to think of.

        Args:
            whole: whether to the end, or until what the others pick is known.
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
        position, picks = self.position, list(self.picks)
        for choices in planner.active_choices(position, picks):
            self.choices += choices
            yield len(choices)
        self.plan = best(self.choices)
        for player in range(len(picks)):
            if player != position.active:
                choices = planner.passive_choices(position, player, self.plan)
                picks[player] = best(choices).cross
                yield len(choices)
        self.picks = picks
        self._answered = True
        yield 0
        if any(picks):
            answered = []
            for choices in planner.active_choices(position, picks):
                answered += choices
                yield len(choices)
            self.choices = answered
        self._finished = True


def best(choices: Sequence[Choice]) -> Choice:
    """Return the first choice of those with the highest value."""
    top = Choice(-inf, None)
    for choice in choices:
        if choice.value > top.value:
            top = choice
    return top


def _add_one(numbers: tuple[int, ...], index: int) -> tuple[int, ...]:
    return (*numbers[:index], numbers[index] + 1, *numbers[index + 1 :])
