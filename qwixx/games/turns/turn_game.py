"""A game by turns on one person's device: the next step, and the link to send.

The device saves the secret of its hash chain, and P's device the decision to which it has
committed. Nothing is undone once its link was shown, so the device must save each new `TurnGame`
before it shows the link.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.games.chains import Chain, make_chain
from qwixx.games.turns.record import (
    MAX_TURNS,
    P,
    Q,
    Record,
    Stage,
    commitment_to,
    game_before_turn,
    is_split_turn,
    opening_of,
    turn_seed,
    with_roll,
)
from qwixx.games.turns.record_link import (
    parse_record_link,
    shortened_name,
    with_step,
    write_record_link,
)
from qwixx.rules.moves import PASS
from qwixx.rules.state import Phase

if TYPE_CHECKING:
    from qwixx.games.game import Game
    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Move


class Step(Enum):
    """The next step of a person."""

    AWAIT = "await"
    """The other person's link is awaited."""
    REPLY = "reply"
    """There is nothing to decide: a link is due."""
    DECIDE = "decide"
    """White step, and the color step if this person is active and the turn is not split."""
    DECIDE_COLOR = "decide color"
    """The color step of a split turn."""
    NONE = "none"
    """The game is over, and the other person knows it."""


@lru_cache(maxsize=32)
def chain_of(table: str, secret: str) -> Chain:
    """Return the chain with a secret."""
    return make_chain(table, secret, MAX_TURNS)


@dataclass(frozen=True, slots=True, repr=False)
class TurnGame:
    """A game by turns, as one person's device knows it.

    Args:
        record: the record. It is this device's alone until its link is sent.
        seat: the person's seat, `P` or `Q`.
        secret: the last link of the person's chain, 32 hexadecimal digits.
        decision: P's decision of the turn while it is secret; ().
        slot: the id under which the finished game is archived.
        since: the day of the last step, such as "2026-11-20"; "" if unknown.
    """

    record: Record
    seat: int
    secret: str
    decision: tuple[Move, ...] = ()
    slot: str = ""
    since: str = ""

    def __repr__(self) -> str:
        return f"<TurnGame {self.record.table} {self.record.place}>"  # without its secrets

    @property
    def link(self) -> str:
        """The text of the link to send; "" while the other's link is still to be answered."""
        return write_record_link(self.record) if self.record.stage.sender == self.seat else ""

    @property
    def open_moves(self) -> tuple[Move, ...]:
        """This person's decisions of the turn that the other's decision still keeps open."""
        is_answered = self.record.stage in (Stage.ANSWERED, Stage.WHITE)
        return self.record.moves[-1] if self.seat == Q and is_answered else self.decision

    @property
    def position(self) -> Game | None:
        """The game as this person sees it: with an own secret decision, and the dice it gives.

        None before the dice of the first turn are known. While the other's white decision is
        awaited, the own one is pending in the white step.
        """
        record = self.record
        if self.seat == Q or record.stage is Stage.INVITED:
            return record.game
        if record.stage in (Stage.JOINED, Stage.COLORED):
            return self._with_next_roll(record.game)
        game = record.game
        if game is None or record.stage not in (Stage.ASKED, Stage.ANSWERED, Stage.WHITE):
            return game
        white, *color = self.decision
        game = game.play(P, white)
        if record.stage is not Stage.ANSWERED:
            return game
        if game.state.phase is Phase.COLOR:
            colors = (*color, *record.moves[-1][1:])
            if not colors:
                msg = "no color decision"
                raise ValueError(msg)
            game = game.play(game.state.active, colors[0])
        return self._with_next_roll(game) if game.state.phase is Phase.ROLL else game

    def _with_next_roll(self, game: Game | None) -> Game:
        """Return P's game with the roll of the turn after the record's."""
        record, turn = self.record, self.record.turn + 1
        own = self._own_link(turn)
        game = game_before_turn(record, own, record.links[Q]) if game is None else game
        return with_roll(game, turn_seed(record.table, turn, own, record.links[Q]))

    def _own_link(self, number: int) -> str:
        return chain_of(self.record.table, self.secret).links[number]

    @property
    def step(self) -> Step:
        """The next step of this person."""
        record, position = self.record, self.position
        if record.stage is Stage.INVITED:
            return Step.AWAIT if self.seat == P else Step.REPLY
        if record.is_finished:
            return Step.NONE
        if record.stage.sender == self.seat:
            return Step.AWAIT
        assert position is not None  # noqa: S101 - both people take part
        state = position.state
        if state.phase is Phase.WHITE:
            return Step.DECIDE
        is_own_color = state.phase is Phase.COLOR and state.active == self.seat
        return Step.DECIDE_COLOR if is_own_color else Step.REPLY

    @property
    def is_awaited(self) -> bool:
        """Whether this person's next step is awaited."""
        return self.step not in (Step.AWAIT, Step.NONE)

    def is_complete(self, moves: tuple[Move, ...]) -> bool:
        """Return whether decisions are all that the next step needs."""
        return self.next_state_to_decide(moves) is None

    def next_state_to_decide(self, moves: tuple[Move, ...]) -> Game | None:
        """Return the game in which this person decides next; None if nothing is left to decide.

        Where the color decision comes before the other's white decision is known, the other
        passes in that game: this changes nothing for the color decision.

        Args:
            moves: the decisions of the step so far.
        """
        position, step = self.position, self.step
        if position is None or step not in (Step.DECIDE, Step.DECIDE_COLOR):
            return None
        if not moves:
            return position
        if step is Step.DECIDE_COLOR or len(moves) > 1 or is_split_turn(position.state):
            return None
        if position.state.active != self.seat:
            return None
        game = position.play(self.seat, moves[0]).play(1 - self.seat, PASS)
        return game if game.state.phase is Phase.COLOR else None

    def has_choice(self) -> bool:
        """Return whether the next step has more than one possible decision."""
        moves: tuple[Move, ...] = ()
        while (game := self.next_state_to_decide(moves)) is not None:
            legal = game.state.legal_moves(self.seat)
            if len(legal) > 1:
                return True
            moves = (*moves, legal[0])
        return False

    def reply(self, moves: tuple[Move, ...] = (), since: str = "") -> TurnGame:
        """Return the game after this person's next step, whose link can be sent once it is saved.

        Args:
            moves: the decisions that the step needs; () if it needs none.
            since: the day.

        Raises:
            ValueError: the other person is awaited, or the decisions are not possible.
        """
        if not self.is_awaited or not self.is_complete(moves):
            msg = f"not a step now: {[move.code for move in moves]}"
            raise ValueError(msg)
        record = self._next_record_of_q(moves) if self.seat == Q else self._next_record_of_p(moves)
        is_secret = record.stage is Stage.ASKED
        return replace(self, record=record, decision=moves if is_secret else (), since=since)

    def _next_record_of_q(self, moves: tuple[Move, ...]) -> Record:
        record, stage = self.record, self.record.stage
        if stage is Stage.INVITED:
            return with_step(record, Stage.JOINED, links=(record.links[P], self._own_link(1)))
        links = (record.links[P], self._own_link(record.turn + 1))
        commitment, turn = record.commitment, (*record.moves[: record.turn - 1],)
        position = self.position
        assert position is not None  # noqa: S101 - both people take part
        if stage is Stage.ASKED and is_split_turn(position.state):
            step = with_step(record, Stage.WHITE, moves=(*turn, moves))
            return replace(step, commitment=commitment)
        if stage is Stage.ASKED:
            step = with_step(record, Stage.ANSWERED, moves=(*turn, moves), links=links)
            return replace(step, commitment=commitment)
        all_moves = (*turn, (*record.moves[-1], *moves))
        ends = bool(moves) and position.play(Q, moves[0]).state.phase is Phase.OVER
        if ends:
            return with_step(record, Stage.COLORED_LAST, moves=all_moves)
        step = with_step(record, Stage.COLORED, moves=all_moves, links=links)
        return replace(step, opening=record.opening)

    def _next_record_of_p(self, moves: tuple[Move, ...]) -> Record:
        record, stage, turn = self.record, self.record.stage, self.record.turn
        earlier = record.moves[: max(0, turn - 1)]
        of_turn = record.moves[-1] if record.moves else ()
        opening = opening_of(record.table, turn, self._own_link(turn + 1))
        if stage is Stage.WHITE:
            all_moves = (*earlier, (*of_turn, *self.decision, *moves))
            return with_step(record, Stage.OPENED, moves=all_moves, opening=opening)
        position = self.position
        assert position is not None  # noqa: S101 - both people take part
        if stage is Stage.ANSWERED:
            all_moves = (*earlier, (*of_turn, *self.decision))
            if position.state.phase is Phase.OVER:
                return with_step(record, Stage.CLOSED, moves=all_moves, opening=opening)
        else:
            all_moves = record.moves
        after_next = opening_of(record.table, turn + 1, self._own_link(turn + 2))
        return with_step(
            record,
            Stage.ASKED,
            turn=turn + 1,
            moves=(*all_moves, ()),
            links=(self._own_link(turn + 1), record.links[Q]),
            commitment=commitment_to(record.table, turn + 1, moves, after_next),
        )


def invite(table: str, variant: Variant, name: str, secret: str, slot: str = "") -> TurnGame:
    """Return a new game of P, whose link is the invitation.

    Args:
        table: its id, 32 hexadecimal digits.
        variant: the variant; see `can_play_by_turns`.
        name: P's name, or "".
        secret: the last link of P's chain, 32 random hexadecimal digits.
        slot: see `TurnGame`.

    Raises:
        ValueError: the variant cannot be played by turns.
    """
    anchor = chain_of(table, secret).anchor
    record = Record(table, variant, (shortened_name(name), ""), (anchor, ""))
    return TurnGame(parse_record_link(write_record_link(record)), P, secret, slot=slot)


def accept(invitation: Record, name: str, secret: str, slot: str = "") -> TurnGame:
    """Return Q's game after it has accepted an invitation; see `invite`.

    Raises:
        ValueError: the record is not an invitation.
    """
    if invitation.stage is not Stage.INVITED:
        msg = "not an invitation"
        raise ValueError(msg)
    names = (invitation.names[P], shortened_name(name))
    game = TurnGame(replace(invitation, names=names), Q, secret, slot=slot)
    return game.reply()
