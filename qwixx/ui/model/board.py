"""The board: a game, its seats, and its presentation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.events import Decision
from qwixx.rules.moves import PASS, InvalidMoveError, Mark
from qwixx.rules.state import Phase
from qwixx.ui.model.hand import Covered, Held, Hinted, NoHint, Refused, Tentative, Weights
from qwixx.ui.model.policy import NEXT, Policy, Undo
from qwixx.ui.model.values import dataclass, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from qwixx.coach import Advice, Review
    from qwixx.games.game import Game
    from qwixx.rules.moves import Move, Reason
    from qwixx.rules.sheet import Sheet
    from qwixx.rules.state import State
    from qwixx.ui.model.hand import Hand, Note
    from qwixx.ui.model.messages import CellTapped
    from qwixx.ui.model.setup import Seat, Setup

BACK = "back"
"""The cause of a position that was reached without a step of the game."""


@dataclass(frozen=True, slots=True)
class Board:
    """A game with its presentation.

    Args:
        game: the game.
        setup: the setup of the game.
        slot: slot under which the game is saved; "" if it is not saved.
        policy: what the way to play allows and expects.
        shown: seat of the large sheet.
        focus: code of the cell in the tab order; "" for the first legal one.
        planned_mark: the color-step mark that the active player chose early, or None.
        hand: a tentative tap, a covered sheet, a held result, a shown hint, or None.
        note: a refused tap, the scores, the lack of a hint, or None.
        cause: the event of `model.timeline` that led to the position, and whose motion is shown;
            "" for none, `BACK` for undo, redo, and loading, after which nothing moves.
        fast_forward: whether bots act without animation until a person is to act.
        always_fast_forward: whether bots act without animation for the rest of the game.
        weights: the state of the weights for the game's bots.
        decided: seats at other devices that have decided in the open step, if the game lacks
            their decisions.
        asked: key of the question to a player's own bot; "" if there is none.
        without_own_bot: whether a substitute plays for a player's own bot.
        waits: "hint" or "review" if it waits for weights or for a turn analysis; "" for neither.
        review: review of the finished game, or None.
        review_progress: the reviewed fraction, from 0 to 1; None before the review starts.
    """

    game: Game
    setup: Setup
    slot: str = ""
    policy: Policy = Policy()
    shown: int = 0
    focus: str = ""
    planned_mark: Mark | None = None
    hand: Hand = None
    note: Note = None
    cause: str = ""
    fast_forward: bool = False
    always_fast_forward: bool = False
    weights: Weights = Weights.AS_LOADED
    decided: tuple[int, ...] = ()
    asked: str = ""
    without_own_bot: bool = False
    waits: str = ""
    review: Review | None = None
    review_progress: float | None = None

    @property
    def tentative_tap(self) -> CellTapped | None:
        """A tap by a person at a shared device that does not count yet, or None."""
        return self.hand.tap if isinstance(self.hand, Tentative) else None

    @property
    def is_covered(self) -> bool:
        """Whether the large sheet is covered while the device is handed over."""
        return isinstance(self.hand, Covered)

    @property
    def is_held(self) -> bool:
        """Whether the last cross of the game is shown for a moment before the result."""
        return isinstance(self.hand, Held)

    @property
    def hint(self) -> tuple[Advice, ...]:
        """Advice on the legal moves, best first; () if no hint is shown."""
        return self.hand.advice if isinstance(self.hand, Hinted) else ()

    @property
    def refused_tap(self) -> CellTapped | None:
        """The last tap if it was illegal, else None."""
        return self.note.tap if isinstance(self.note, Refused) else None

    @property
    def has_hint_slip(self) -> bool:
        """Whether a hint, or the reason why there is none, is shown."""
        return isinstance(self.hand, Hinted) or isinstance(self.note, NoHint)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the setup."""
        return self.setup.seats

    @property
    def local_people(self) -> tuple[int, ...]:
        """The seats of people at this device."""
        people, elsewhere = self.setup.person_seats, self.policy.elsewhere
        return tuple(seat for seat in people if seat not in elsewhere) if elsewhere else people

    @property
    def person_to_act(self) -> int | None:
        """The person to act next; None if no person at this device is to act."""
        return find_person_to_act(self.game.state, self.local_people)

    @property
    def next_local_bot(self) -> int | None:
        """The seat of the bot that this device plays next, or None."""
        if self.tentative_tap is not None or self.person_to_act is not None:
            return None
        acting = (
            seat
            for seat in find_seats_to_act(self.game.state)
            if seat not in self.policy.elsewhere
        )
        return next(acting, None)

    @property
    def seats_to_act(self) -> tuple[int, ...]:
        """The seats that are to act, at any device."""
        return tuple(
            seat for seat in find_seats_to_act(self.game.state) if seat not in self.decided
        )

    @property
    def large_seat(self) -> int:
        """The seat of the large sheet, which changes once the handover cover is lifted."""
        return self.hand.seat if isinstance(self.hand, Covered) else self.shown

    @property
    def touchable_player(self) -> int | None:
        """The player whose taps count: the one who tapped tentatively, or else the person to act.

        None if there is no such player or the sheet is covered.
        """
        if self.is_covered:
            return None
        return self.person_to_act if self.tentative_tap is None else self.tentative_tap.player

    @property
    def is_local_bot_next(self) -> bool:
        """Whether a bot on this device is to act, so a timer runs."""
        return self.next_local_bot is not None

    @property
    def shows_result(self) -> bool:
        """Whether the result is shown: in a finished game, after the last cross was shown.

        There is none while a step is expected.
        """
        is_finished = self.game.state.phase is Phase.OVER
        return is_finished and not self.is_held and not self.policy.expects

    @property
    def shows_drawn_starter(self) -> bool:
        """Whether to show, before the first roll, which player was drawn to begin."""
        return self.policy.draws and not self.game.events

    @property
    def announces_drawn_starter(self) -> bool:
        """Whether to announce which player was drawn to begin.

        The first announcement may follow the first roll: there is none while a bot is to roll.
        """
        return self.policy.draws and len(self.game.events) <= 1

    @property
    def main_action(self) -> str:
        """Action of the large button; "" while bots are fast-forwarded."""
        phase = self.game.state.phase
        if self.policy.expects == NEXT:
            return "next"
        if self.is_held:
            return "wait"
        if phase is Phase.OVER:
            return "rematch"
        if self.tentative_tap is not None:
            return "done"
        if self.is_local_bot_next:
            return "" if self.fast_forward else "skip"
        if self.policy.elsewhere and self.person_to_act is None:
            return "wait"
        roll = "roll" if self.policy.can_roll else "wait"
        return {Phase.ROLL: roll, Phase.BONUS: "choose"}.get(phase, "pass")

    @property
    def is_set_back(self) -> bool:
        """Whether the last change was an undo, a redo, or a load, after which nothing moves."""
        return self.cause == BACK

    @property
    def can_undo(self) -> bool:
        """Whether there is a person's step to undo."""
        if self.is_covered or self.policy.undo is Undo.NONE:
            return False
        return self.tentative_tap is not None or _CAN_UNDO[self.policy.undo](self)

    @property
    def tab_stop_code(self) -> str:
        """Code of the cell in the tab order: the last focused, first legal, or first cell."""
        variant = self.game.variant
        if self.focus:
            mark = Mark.from_code(self.focus)
            if variant.bit(mark):
                return self.focus
        legal = legal_marks(self.game.state, self.shown)
        return next(iter(legal), variant.marks[0][0]).code

    def pending_mark(self, player: int) -> Mark | None:
        """Return a player's tentative, decided, or planned mark in the open step, or None.

        Only the large sheet shows such a mark.
        """
        if player != self.shown or player not in self.local_people:
            return None
        if self.tentative_tap is not None:
            return (
                Mark.from_code(self.tentative_tap.code)
                if self.tentative_tap.player == player
                else None
            )
        state = self.game.state
        if state.phase is Phase.BONUS and not state.is_color_bonus and player == state.active:
            return self.planned_mark
        if state.phase is not Phase.WHITE or state.decisions[player] is None:
            return None
        decided = state.decisions[player]
        planned = self.planned_mark if player == state.active else None
        return decided if isinstance(decided, Mark) else planned

    @property
    def shown_plan(self) -> Mark | None:
        """The planned mark, tentative or not, that the large sheet shows; None if there is none.

        Its player passes in the white step.
        """
        mark, state = self.pending_mark(self.shown), self.game.state
        if mark is None or state.phase is not Phase.WHITE:
            return None
        if self.tentative_tap is None:
            is_white = isinstance(state.decisions[self.shown], Mark)
        else:
            is_white = state.refusal(self.shown, mark) is None
        return None if is_white else mark


def _has_person_step_since(board: Board, index: int) -> bool:
    """Return whether a person at this device was to act after the first `index` events."""
    earlier = reversed(board.game.states[index:-1])
    return any(find_person_to_act(state, board.local_people) is not None for state in earlier)


def _index_after_last_roll(game: Game) -> int:
    """Return the number of events up to the last roll, or 0."""
    events = game.events
    rolls = (n for n in range(len(events), 0, -1) if not isinstance(events[n - 1], Decision))
    return next(rolls, 0)


def _has_own_decision(board: Board) -> bool:
    """Return whether a person at this device has decided in the unfinished game."""
    return board.game.state.phase is not Phase.OVER and any(
        isinstance(event, Decision) and event.player in board.local_people
        for event in board.game.events
    )


_CAN_UNDO: dict[Undo, Callable[[Board], bool]] = {
    Undo.FREE: lambda board: _has_person_step_since(board, 0),
    Undo.THIS_TURN: lambda board: _has_person_step_since(
        board, _index_after_last_roll(board.game)
    ),
    Undo.OWN_OPEN: _has_own_decision,
}
"""Functions that return whether there is a step to undo; with `Undo.NONE`, there is none."""


def find_seats_to_act(state: State) -> tuple[int, ...]:
    """Return the seats that are to decide or roll."""
    return (state.active,) if state.phase is Phase.ROLL else tuple(state.to_act)


def find_person_to_act(state: State, people: Collection[int]) -> int | None:
    """Return the person to act next; None if no person at this device is to act.

    People decide the white step one after another, from the active player onward; bots decide
    after them.

    Args:
        state: the state of the game.
        people: the seats of people at this device.
    """
    acting = find_seats_to_act(state)
    order = range(state.active, state.active + state.players)
    players = (turn % state.players for turn in order)
    return next((player for player in players if player in acting and player in people), None)


def tap_refusal(game: Game | None, tap: CellTapped) -> Reason | None:
    """Return why the rules forbid a tapped cell; None if the cell is legal or does not exist."""
    if game is None or not 0 <= tap.player < game.state.players:
        return None
    try:
        return game.state.refusal(tap.player, Mark.from_code(tap.code))
    except InvalidMoveError:
        return None


def without_decision(state: State, player: int) -> State:
    """Return the state of a white step without a player's decision."""
    if not state.decisions:
        return state
    decisions = (*state.decisions[:player], None, *state.decisions[player + 1 :])
    return replace(state, decisions=decisions)


def decisions_of_last_turn(game: Game) -> tuple[tuple[Move, ...], ...]:
    """Return each player's decisions since the last roll; in the white step, in the turn before.

    White-step decisions are secret until all players have decided.
    """
    events = list(game.events)
    if game.state.phase is Phase.WHITE:
        while isinstance(events.pop(), Decision):
            pass  # the last event popped is this turn's roll
    moves: list[tuple[Move, ...]] = [()] * game.state.players
    while events and isinstance(event := events.pop(), Decision):
        moves[event.player] = (event.move, *moves[event.player])
    return tuple(moves)


def marks_of_last_turn(game: Game) -> tuple[tuple[Mark, ...], ...]:
    """Return each player's marks among `decisions_of_last_turn`."""
    return tuple(
        tuple(move for move in moves if isinstance(move, Mark))
        for moves in decisions_of_last_turn(game)
    )


def new_marks(before: Sheet, after: Sheet) -> tuple[Mark, ...]:
    """Return the marks on a sheet that were not on it before, by row, from left to right."""
    new = after.crosses & ~before.crosses
    marks = after.variant.tables.marks if new else ()
    return tuple(mark for at, mark in enumerate(marks) if new >> at & 1)


def crosses_of_last_turn(game: Game) -> tuple[tuple[Mark, ...], ...]:
    """Return each player's marks of the last turn, as `marks_of_last_turn`, and what followed."""
    if not game.variant.makes_crosses:
        return marks_of_last_turn(game)
    states = list(game.states)
    if states[-1].phase is Phase.WHITE:
        while states and states[-1].phase is Phase.WHITE:
            states.pop()  # decisions of this step are secret; the last state is before the roll
    now = states[-1] if states else game.state
    while len(states) > 1 and states[-1].phase is not Phase.WHITE:
        states.pop()
    before = states[-1] if states else now
    if before.phase is not Phase.WHITE:
        return ((),) * now.players
    pairs = zip(before.sheets, now.sheets, strict=True)
    return tuple(new_marks(was, sheet) for was, sheet in pairs)


def legal_marks(state: State, player: int) -> tuple[Mark, ...]:
    """Return a player's legal moves except passing."""
    return tuple(move for move in state.legal_moves(player) if isinstance(move, Mark))


def planned_mark_of_code(state: State, code: str) -> Mark | None:
    """Return a saved planned mark; None unless the active player can have planned it.

    Args:
        state: the state, in which the mark may have become illegal.
        code: the untrusted code of the mark.
    """
    try:
        mark = Mark.from_code(code)
    except InvalidMoveError:
        return None
    if state.penalty_due:
        return mark if state.variant.bit(mark) else None
    if state.phase is not Phase.WHITE or state.decisions[state.active] is not PASS:
        return None
    undecided = without_decision(state, state.active)
    return mark if mark in plannable_marks(undecided, state.active) else None


def plannable_marks(state: State, player: int) -> tuple[Mark, ...]:
    """Return the marks that the active player could plan for the color step by passing now.

    There are none for other players or in other phases. If another player closes the row
    of a planned mark, the plan is canceled.
    """
    if state.phase is not Phase.WHITE or player != state.active or player not in state.to_act:
        return ()
    state = state.view(player)
    while state.phase is Phase.WHITE:
        state = state.play(state.to_act[0], PASS)
    return legal_marks(state, player)
