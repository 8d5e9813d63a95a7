"""The board: a game, who plays it, and what is shown of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from qwixx.games.events import Decision
from qwixx.rules.moves import PASS, InvalidMoveError, Mark
from qwixx.rules.state import Phase

if TYPE_CHECKING:
    from collections.abc import Collection

    from qwixx.coach import Advice, Review
    from qwixx.games.game import Game
    from qwixx.rules.moves import Reason
    from qwixx.rules.state import State
    from qwixx.ui.model.messages import CellTapped
    from qwixx.ui.model.setup import Seat, Setup

ROLL, NEXT = "roll", "next"
"""Steps of a lesson that are neither a cell nor a pass: to roll, and to read on."""


@dataclass(frozen=True, slots=True)
class Board:
    """A board: a game, and what is shown of it. Each game has one of its own.

    Args:
        game: the game.
        setup: what it was made from.
        slot: where the game is saved; empty if it is not.
        daily: the day whose dice these are, as "2026-11-20"; empty if it is no daily game.
        counts_for_daily: whether the game counts for that day.
        first_was_drawn: whether the first player was drawn by lot.
        shown: index of the player whose sheet is large.
        focus: code of the cell that the tab key reaches.
        planned_mark: the mark for the color step that the active player chose early.
        tentative_tap: the cell that a person at a shared device has tapped, until it counts.
        is_covered: whether the large sheet is covered while the device is handed over.
        refused_tap: the last tap, if it was on a cell that may not be crossed.
        shows_scores: whether the status tells the scores.
        fast_forward: whether bots act without being shown, until a person is to act.
        always_fast_forward: whether they do so for the rest of the game.
        weights_requested: whether weights were requested for a bot that needs them.
        remote_seats: the seats that are held at other devices.
        decided: those of them that have decided in the open step, as the host told a guest, whose
            game does not hold these decisions.
        without_weights: whether weights could not be loaded, so that bots play a simpler way.
        after_weights: the action that waits for weights, or for thoughts; "" if none does.
        hint: the coach's advice on the legal moves; empty if nobody asked.
        has_no_hint: whether a hint was asked for where there is nothing to decide.
        review: the coach's review of the finished game.
        review_progress: how far the coach is with it, from 0 to 1; None if it has not begun.
        lesson_step: the step that a lesson asks for, and the only one that counts; "" without one.
    """

    game: Game
    setup: Setup
    slot: str = ""
    daily: str = ""
    counts_for_daily: bool = False
    first_was_drawn: bool = False
    shown: int = 0
    focus: str = ""
    planned_mark: Mark | None = None
    tentative_tap: CellTapped | None = None
    is_covered: bool = False
    refused_tap: CellTapped | None = None
    shows_scores: bool = False
    fast_forward: bool = False
    always_fast_forward: bool = False
    weights_requested: bool = False
    remote_seats: tuple[int, ...] = ()
    decided: tuple[int, ...] = ()
    without_weights: bool = False
    after_weights: str = ""
    hint: tuple[Advice, ...] = ()
    has_no_hint: bool = False
    review: Review | None = None
    review_progress: float | None = None
    lesson_step: str = ""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who plays."""
        return self.setup.seats

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people at this device."""
        return tuple(seat for seat in self.setup.people if seat not in self.remote_seats)

    @property
    def actor(self) -> int | None:
        """The person whose decision comes next; None if a bot is to act, or nobody."""
        return actor(self.game.state, self.people)

    @property
    def bot(self) -> int | None:
        """The bot that this device lets act next; None if a person is to act, or nobody here."""
        if self.tentative_tap is not None or self.actor is not None:
            return None
        acting = (seat for seat in to_act(self.game.state) if seat not in self.remote_seats)
        return next(acting, None)

    @property
    def thinking(self) -> tuple[int, ...]:
        """The seats that are waited for, wherever they are."""
        return tuple(seat for seat in to_act(self.game.state) if seat not in self.decided)

    @property
    def touchable_player(self) -> int | None:
        """The person whose touch counts now: who can still move a cross before all others."""
        if self.is_covered:
            return None
        return self.actor if self.tentative_tap is None else self.tentative_tap.player

    @property
    def bot_is_next(self) -> bool:
        """Whether a timer runs because a bot is to act."""
        return self.bot is not None

    @property
    def is_beginning(self) -> bool:
        """Whether it is to be said who was drawn by lot: in the first turn."""
        state = self.game.state
        return self.first_was_drawn and state.turn == 0 and state.phase is not Phase.OVER

    @property
    def can_undo(self) -> bool:
        """Whether there is a step of a person to take back."""
        if self.is_covered or self.lesson_step:
            return False
        if self.tentative_tap is not None:
            return True
        if self.remote_seats:  # there all that was decided by one person is taken back by itself
            is_finished = self.game.state.phase is Phase.OVER
            decisions = (event for event in self.game.events if isinstance(event, Decision))
            return not is_finished and any(event.player in self.people for event in decisions)
        earlier = self.game.states[self._rolled if self.counts_for_daily else 0 : -1]
        return any(actor(state, self.people) is not None for state in reversed(earlier))

    @property
    def _rolled(self) -> int:
        """Index of the state after the last roll: what counts is not rolled again."""
        events = self.game.events
        rolls = (n for n in range(len(events), 0, -1) if not isinstance(events[n - 1], Decision))
        return next(rolls, 0)

    @property
    def focused(self) -> str:
        """The code of the cell that the tab key reaches: the last one, or a legal one."""
        variant = self.game.variant
        if self.focus:
            mark = Mark.from_code(self.focus)
            if mark.number in variant.rows[mark.row].bits:
                return self.focus
        legal = self.game.state.legal_moves(self.shown)
        first = next((move for move in legal if isinstance(move, Mark)), variant.marks[0][0])
        return first.code

    def pending(self, player: int) -> Mark | None:
        """Return what a person has crossed in a step that is not over; None for the others.

        What was tapped early, for the color step, is pending as well. Nobody sees it but who
        looks at the large sheet.
        """
        if player != self.shown or player not in self.people:
            return None
        if self.tentative_tap is not None:
            return (
                Mark.from_code(self.tentative_tap.code)
                if self.tentative_tap.player == player
                else None
            )
        state = self.game.state
        if state.phase is not Phase.WHITE or state.decisions[player] is None:
            return None
        decided = state.decisions[player]
        planned = self.planned_mark if player == state.active else None
        return decided if isinstance(decided, Mark) else planned


def to_act(state: State) -> tuple[int, ...]:
    """Return the seats that are to do something: decide, or roll."""
    return (state.active,) if state.phase is Phase.ROLL else tuple(state.to_act)


def actor(state: State, people: Collection[int]) -> int | None:
    """Return the person whose touch is awaited; None if a bot is to act, or nobody here.

    White decisions are asked for one person after another, from the active player
    onwards; bots decide when all persons have.

    Args:
        state: the state of the game.
        people: the seats of people at this device.
    """
    acting = to_act(state)
    order = range(state.active, state.active + state.players)
    players = (turn % state.players for turn in order)
    return next((player for player in players if player in acting and player in people), None)


def refusal(game: Game | None, tap: CellTapped) -> Reason | None:
    """Return why the rules forbid what was tapped; None if they do not, or it is no cell."""
    if game is None or not 0 <= tap.player < game.state.players:
        return None
    try:
        return game.state.refusal(tap.player, Mark.from_code(tap.code))
    except InvalidMoveError:
        return None


def undecided(state: State, player: int) -> State:
    """Return a state of the white step as it was before that player decided."""
    if not state.decisions:
        return state
    decisions = (*state.decisions[:player], None, *state.decisions[player + 1 :])
    return replace(state, decisions=decisions)


def last_marks(game: Game) -> tuple[tuple[Mark, ...], ...]:
    """Return for each player what they crossed in the last turn of which anything is known.

    White decisions are not known before all are in: until then it is the turn before.
    """
    events = list(game.events)
    if game.state.phase is Phase.WHITE:
        while isinstance(events.pop(), Decision):
            pass  # the last one popped is this turn's roll
    marks: list[tuple[Mark, ...]] = [()] * game.state.players
    while events and isinstance(event := events.pop(), Decision):
        if isinstance(event.move, Mark):
            marks[event.player] = (event.move, *marks[event.player])
    return tuple(marks)


def plans(state: State, player: int) -> tuple[Mark, ...]:
    """Return what the active player could cross in the color step after passing now.

    Nothing for anybody else, and in any other phase. Others may still close a row, and
    with it make a plan void.
    """
    if state.phase is not Phase.WHITE or player != state.active or player not in state.to_act:
        return ()
    state = state.view(player)
    while state.phase is Phase.WHITE:
        state = state.play(state.to_act[0], PASS)
    return tuple(move for move in state.legal_moves(player) if isinstance(move, Mark))
