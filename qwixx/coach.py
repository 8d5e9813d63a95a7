"""A coach: what to do now and why, what a game turned on, and who is likely to win.

All of it is data; the sentences are the page's. Chances come from the network of the
strongest bot, so its weights have to be there (`qwixx.bots.weights`). Reasons come from
the position and the rules alone: each is a fact that can be checked.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from math import exp
from typing import TYPE_CHECKING

from qwixx.bots.minds import network_planner
from qwixx.bots.planner import CERTAIN, Choice, Position, best
from qwixx.dice import Roll
from qwixx.moves import Mark, Move
from qwixx.odds import Chance, sum_chance
from qwixx.state import Phase, is_over

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from qwixx.bots.planner import Planner, Rows
    from qwixx.record import Game
    from qwixx.sheet import Sheet
    from qwixx.state import State

__all__ = [
    "Account",
    "Advice",
    "Decided",
    "Kind",
    "Moment",
    "Reason",
    "Review",
    "chances",
    "hint",
    "reasons",
    "review",
    "review_steps",
]


class Kind(Enum):
    """What a reason says of a move. What is in capitals stands in the `Reason`.

    The row is that of the move, unless MARK says otherwise.
    """

    GAIN = "gain"
    """It brings POINTS, as the row's COUNT-th cross (with the lock, if it locks)."""
    SKIPS = "skips"
    """It loses COUNT free numbers, NUMBERS, for good; none when COUNT is 0."""
    LUCKY = "lucky"
    """A lucky number allows it: it is the leftmost free number of the row."""
    LOCKS = "locks"
    """It locks the row and closes it for everybody."""
    LOCK_NEEDS = "lock needs"
    """After it the row needs COUNT more crosses before it can be locked."""
    LOCK_READY = "lock ready"
    """After it the row can be locked by one of NUMBERS."""
    NEXT = "next"
    """After it the row's leftmost free number is NUMBERS[0], a white sum by CHANCE."""
    ENDS = "ends"
    """It ends the game; as the sheets stand then, the lead over the best is POINTS."""
    SAVES_PENALTY = "saves penalty"
    """Without it this turn would cost POINTS, unless another number is crossed."""
    PENALTY = "penalty"
    """It costs a penalty, POINTS (a negative number): the COUNT-th one of the sheet."""
    FREE = "free"
    """To pass costs this player nothing now."""
    WAITS = "waits"
    """MARK can still be crossed in the color step."""
    LEAST = "least"
    """Of what could be crossed instead, MARK skips least: COUNT numbers."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One true fact about a move.

    Args:
        kind: which fact; it says what of the rest is used.
        count: a number of crosses, numbers or boxes.
        points: what it brings.
        numbers: the numbers meant.
        mark: the cell meant.
        chance: how likely.
    """

    kind: Kind
    count: int = 0
    points: int = 0
    numbers: tuple[int, ...] = ()
    mark: Mark | None = None
    chance: Chance | None = None


@dataclass(frozen=True, slots=True)
class Advice:
    """A move that is legal now, judged.

    Args:
        move: the move.
        chance: the chance to win after it, 0 to 1, a shared win counted in part.
        cost: how much less than after the best one.
        then: in the white step of the active player, what to cross in the color step.
        reasons: what can be said of it.
    """

    move: Move
    chance: float
    cost: float
    then: Mark | None
    reasons: tuple[Reason, ...]


def hint(state: State, player: int) -> tuple[Advice, ...]:
    """Judge all that a player may do now, the best first; () for who is not to act.

    Raises:
        MissingWeightsError: the weights for this game are not there.
    """
    state = state.view(player)
    if player not in state.to_act:
        return ()
    tops = _best_by_move(_planner(state).choices(state, player))
    top = max(choice.value for choice in tops.values())
    advice = [
        Advice(
            move,
            _chance(choice.value),
            _chance(top) - _chance(choice.value),
            choice.then.mark if choice.then else None,
            reasons(state, player, move, choice.then.mark if choice.then else None),
        )
        for move, choice in tops.items()
    ]
    order = {move: (-choice.value, index) for index, (move, choice) in enumerate(tops.items())}
    return tuple(sorted(advice, key=lambda one: order[one.move]))


def reasons(state: State, player: int, move: Move, then: Mark | None = None) -> tuple[Reason, ...]:
    """Return what can be said of a legal move.

    Args:
        state: the position.
        player: index of the player, who is to act.
        move: the move.
        then: what the active player would cross in the color step after it.
    """
    if isinstance(move, Mark):
        return _mark_reasons(state, player, move)
    return _pass_reasons(state, player, then)


def chances(state: State) -> tuple[float, ...]:
    """Return each player's chance to win; together they are 1.

    In the middle of a turn: if everybody goes on as well as the coach knows.

    Raises:
        MissingWeightsError: the weights for this game are not there.
    """
    outcome = state.outcome()
    if outcome is not None:
        share = 1 / len(outcome.winners)
        return tuple(share * (player in outcome.winners) for player in range(state.players))
    planner, position = _planner(state), Position.read(state)
    rows, penalties, active = position.rows, position.penalties, position.active
    if state.phase is Phase.ROLL:
        return _chances(planner, rows, penalties, position, active)
    crossed = position.crossed
    if state.phase is Phase.WHITE:
        picks = list(planner.predict(position)[1])
        picks[active] = best(planner.answered_choices(position)).cross
        crossed = picks[active] is not None
        rows, closed = planner.after_white(rows, picks)
        if closed >= state.variant.rows_to_end:
            return _chances(planner, rows, penalties, position, active)
    color = best(planner.color_choices(rows, penalties, position, crossed=crossed)).cross
    rows, penalties = planner.after_color(rows, penalties, active, color, crossed=crossed)
    return _chances(planner, rows, penalties, position, (active + 1) % state.players)


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision of a finished game, judged.

    Args:
        event: its index in `Game.events`; `Game.states[event]` is the position.
        turn: index of the turn.
        player: index of the player.
        move: what was done.
        better: the best that could have been done; the same, if that was it.
        chance: the chance to win after the move.
        cost: how much less than after the best one.
    """

    event: int
    turn: int
    player: int
    move: Move
    better: Move
    chance: float
    cost: float


@dataclass(frozen=True, slots=True)
class Account:
    """What became of a player's chance to win: `start + luck + skill + others == result`.

    Args:
        start: the chance before the first roll.
        luck: what the dice of all turns gave, good or bad.
        skill: what the player's own decisions cost: 0 or less.
        others: what the others' decisions gave, and what the coach misjudged.
        result: 1 for a win, 0 for a defeat, a part for a shared win.
    """

    start: float
    luck: float
    skill: float
    others: float
    result: float


@dataclass(frozen=True, slots=True)
class Moment:
    """The beginning of a turn, or the end of the game.

    Args:
        event: how many events came before: `Game.states[event]` is the position.
        chances: each player's chance to win.
    """

    event: int
    chances: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Review:
    """What a game turned on.

    Args:
        moments: the beginning of each turn, and the end.
        decisions: all that was decided where there was a choice, in order.
        accounts: of each player.
    """

    moments: tuple[Moment, ...]
    decisions: tuple[Decided, ...]
    accounts: tuple[Account, ...]

    def costliest(self, player: int, count: int = 3) -> tuple[Decided, ...]:
        """Return a player's costliest decisions, the worst first; none that cost nothing."""
        costly = [one for one in self.decisions if one.player == player and one.cost > 0]
        return tuple(sorted(costly, key=lambda one: -one.cost)[:count])


def review(game: Game) -> Review:
    """Judge a game that is over.

    Raises:
        MissingWeightsError: the weights for this game are not there.
        ValueError: the game goes on.
    """
    steps = review_steps(game)
    while True:
        try:
            next(steps)
        except StopIteration as done:
            result: Review = done.value
            return result


def review_steps(game: Game) -> Generator[float, None, Review]:
    """Judge a game that is over, in small steps; gives how much is done, from 0 to 1.

    A page does one step at a time, so that it never stands still.

    Raises:
        MissingWeightsError: the weights for this game are not there.
        ValueError: the game goes on.
    """
    states, events = game.states, game.events
    if states[-1].phase is not Phase.OVER:
        msg = "only a game that is over can be reviewed"
        raise ValueError(msg)
    players = range(game.state.players)
    moments = [Moment(0, chances(states[0]))]
    decisions: list[Decided] = []
    luck = [0.0 for _ in players]
    others = [0.0 for _ in players]
    rolled = moments[0].chances
    for index, event in enumerate(events):
        state, after = states[index], states[index + 1]
        if isinstance(event, Roll):
            while _planner(after).prepare(after, after.active):
                yield index / len(events)
            rolled = chances(after)
            for player in players:
                luck[player] += rolled[player] - moments[-1].chances[player]
        else:
            decided = _judge(state, event.player, event.move, index)
            if decided is not None:
                decisions.append(decided)
                others[event.player] += decided.cost
        if after.phase in (Phase.ROLL, Phase.OVER):
            moments.append(Moment(index + 1, chances(after)))
            for player in players:
                others[player] += moments[-1].chances[player] - rolled[player]
        yield (index + 1) / len(events)
    accounts = tuple(
        Account(
            moments[0].chances[player],
            luck[player],
            -sum(one.cost for one in decisions if one.player == player),
            others[player],
            moments[-1].chances[player],
        )
        for player in players
    )
    return Review(tuple(moments), tuple(decisions), accounts)


def _judge(state: State, player: int, move: Move, event: int) -> Decided | None:
    """Judge a decision; None if there was no choice."""
    view = state.view(player)
    tops = _best_by_move(_planner(state).choices(view, player))
    if len(tops) == 1:
        return None
    top = best(list(tops.values()))
    cost = _chance(top.value) - _chance(tops[move].value)
    better = top.move if cost > 0 else move
    return Decided(event, state.turn, player, move, better, _chance(tops[move].value), cost)


def _planner(state: State) -> Planner:
    return network_planner(state.variant, state.players)


def _best_by_move(choices: Sequence[Choice]) -> dict[Move, Choice]:
    """Return the best choice for each move."""
    tops: dict[Move, Choice] = {}
    for choice in choices:
        if choice.move not in tops or choice.value > tops[choice.move].value:
            tops[choice.move] = choice
    return tops


def _chance(value: float) -> float:
    """Return the chance to win that a value stands for."""
    if abs(value) >= CERTAIN:
        return float(value > 0)
    return 1 / (1 + exp(-value))


def _chances(
    planner: Planner, rows: Rows, penalties: tuple[int, ...], position: Position, active: int
) -> tuple[float, ...]:
    """Return each player's chance where a turn begins or the game has ended."""
    if planner.is_over(rows, penalties):
        values = [planner.final(rows, penalties, player) for player in range(len(rows))]
    else:
        values = [
            planner.judge.worth(rows, penalties, position.lucky, player, active)
            for player in range(len(rows))
        ]
    raw = [_chance(value) for value in values]
    return tuple(chance / sum(raw) for chance in raw)


def _mark_reasons(state: State, player: int, mark: Mark) -> tuple[Reason, ...]:
    sheet, spec = state.sheets[player], state.variant.rows[mark.row]
    after = sheet.cross(mark)
    gain = after.points - sheet.points
    found = [Reason(Kind.GAIN, count=after.count(mark.row), points=gain)]
    bit = spec.bits[mark.number]
    skipped = tuple(
        number for number, other in spec.bits.items() if sheet.rows[mark.row] < other < bit
    )
    found.append(Reason(Kind.SKIPS, count=len(skipped), numbers=skipped))
    white = state.phase is Phase.WHITE
    if white and state.roll and mark.number != state.roll.white_sum:
        found.append(Reason(Kind.LUCKY))
    if after.locked(mark.row):
        found.append(Reason(Kind.LOCKS))
    else:
        found += _outlook(state, after, mark)
    sheets = (*state.sheets[:player], after, *state.sheets[player + 1 :])
    closed = [
        out or (row == mark.row and after.locked(row)) for row, out in enumerate(state.closed)
    ]
    if is_over(sheets, closed):
        found.append(Reason(Kind.ENDS, points=_lead(sheets, player)))
    if player == state.active and (white or state.penalty_due):
        found.append(Reason(Kind.SAVES_PENALTY, points=-state.variant.penalty_points))
    return tuple(found)


def _outlook(state: State, after: Sheet, mark: Mark) -> list[Reason]:
    """Say what a row that stays open offers next."""
    spec = state.variant.rows[mark.row]
    ends = tuple(number for number, bit in spec.bits.items() if bit & spec.locking_bits)
    needs = spec.lock_needs - after.count(mark.row)
    following = spec.bits[mark.number].bit_length()
    number = spec.numbers[following]
    found = []
    if needs <= 0:
        found.append(Reason(Kind.LOCK_READY, numbers=ends))
    elif needs <= len(spec.numbers) - spec.lock_cells - following:
        found.append(Reason(Kind.LOCK_NEEDS, count=needs, numbers=ends))
    if after.may_cross(Mark(mark.row, number)):
        chance = sum_chance(state.variant, number)
        found.append(Reason(Kind.NEXT, numbers=(number,), chance=chance))
    return found


def _pass_reasons(state: State, player: int, then: Mark | None) -> tuple[Reason, ...]:
    sheet = state.sheets[player]
    found = []
    if player != state.active or (state.phase is Phase.COLOR and not state.penalty_due):
        found.append(Reason(Kind.FREE))
    elif then is not None:
        found.append(Reason(Kind.WAITS, mark=then))
    elif state.phase is Phase.COLOR:
        fined = sheet.with_penalty()
        fine = -state.variant.penalty_points
        found.append(Reason(Kind.PENALTY, count=fined.penalties, points=fine))
        sheets = (*state.sheets[:player], fined, *state.sheets[player + 1 :])
        if is_over(sheets, state.closed):
            found.append(Reason(Kind.ENDS, points=_lead(sheets, player)))
    marks = [move for move in state.legal_moves(player) if isinstance(move, Mark)]
    if marks:
        least = min(marks, key=sheet.skips)
        found.append(Reason(Kind.LEAST, count=sheet.skips(least), mark=least))
    return tuple(found)


def _lead(sheets: Sequence[Sheet], player: int) -> int:
    """Return by how many points a player leads the best of the others."""
    others = [sheet.points for seat, sheet in enumerate(sheets) if seat != player]
    return sheets[player].points - max(others)
