"""The record of a game by turns: its steps, dice, and commitments.

P invites, Q accepts. The last link of each hash chain gives all earlier ones, and so all dice.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from qwixx.games.chains import tagged_hash
from qwixx.games.dice_source import Untold
from qwixx.games.events import Decision
from qwixx.games.game import Game
from qwixx.rules.dice import draw_first_player, seeded_roll
from qwixx.rules.moves import Mark
from qwixx.rules.state import Phase, closed_rows, new_game

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Move
    from qwixx.rules.state import State

P, Q = SEATS = range(2)
"""The seats: P invited the other, Q."""
MAX_TURNS = 250
"""Limit on the number of turns: each one costs a cross or a penalty, so no game reaches it."""


class Stage(Enum):
    """The last step of a record."""

    INVITED = "invited"
    """P has invited Q: table, variant, name, anchor."""
    JOINED = "joined"
    """Q has accepted, with its link for turn 1."""
    ASKED = "asked"
    """P has given its link for the turn and committed to its decision; its last one is open."""
    ANSWERED = "answered"
    """Q has decided, and given its link for the next turn."""
    WHITE = "white"
    """In a split turn, Q has decided the white step."""
    OPENED = "opened"
    """In a split turn, P has opened its white decision, and decided the color step if active."""
    COLORED = "colored"
    """In a split turn, Q has decided the color step if active, and given its next link."""
    COLORED_LAST = "colored, last"
    """In a split turn, Q's color decision has ended the game."""
    CLOSED = "closed"
    """P has opened its last decision, which ended the game."""

    @property
    def sender(self) -> int:
        """The seat that takes the step."""
        return P if self in _STEPS_OF_P else Q


_STEPS_OF_P = (Stage.INVITED, Stage.ASKED, Stage.OPENED, Stage.CLOSED)
STEPS_OF_SPLIT_TURN = (Stage.WHITE, Stage.OPENED, Stage.COLORED, Stage.COLORED_LAST)
"""Steps of split turns only."""
_NEXT_LINK_OF_Q = (Stage.JOINED, Stage.ANSWERED, Stage.COLORED, Stage.CLOSED)
"""Steps after which Q has given its link for the next turn."""
STEPS_WITH_OPENING = (Stage.OPENED, Stage.CLOSED)
"""Steps that open P's commitment without its next link, which would give the next dice."""
STAGES = (*Stage,)


@dataclass(frozen=True, slots=True)
class Record:
    """A game by turns, as far as its links have told it.

    Args:
        table: id of the game, 32 hexadecimal digits.
        variant: the variant.
        names: names of P and Q; "" for none.
        links: the last link of each chain, of P and of Q; "" for Q before it has joined.
        stage: the last step.
        turn: the turn of that step, from 1; 0 before the first one.
        moves: for each turn, its told decisions in the order of the steps.
        commitment: P's commitment of the turn; "" if this record lacks it.
        opening: the value that opens it, if it was given apart from P's next link; else "".
        game: the told events; None before Q has joined. Where P's decision of a turn is still
            secret, its last event is Q's white decision.
    """

    table: str
    variant: Variant
    names: tuple[str, str]
    links: tuple[str, str]
    stage: Stage = Stage.INVITED
    turn: int = 0
    moves: tuple[tuple[Move, ...], ...] = ()
    commitment: str = ""
    opening: str = ""
    game: Game | None = None

    @property
    def place(self) -> tuple[int, int]:
        """The number of the turn and of the step, by which records are ordered."""
        return self.turn, STAGES.index(self.stage)

    @property
    def is_finished(self) -> bool:
        """Whether the game is over and both know its end."""
        return self.game is not None and self.game.state.phase is Phase.OVER

    @property
    def known_moves(self) -> tuple[Move, ...]:
        """All decisions that the links have told, in order."""
        return tuple(move for turn in self.moves for move in turn)

    def link_number(self, seat: int) -> int:
        """Return the number of a seat's last link in its chain; 0 for the anchor."""
        return self.turn + (seat == Q and self.stage in _NEXT_LINK_OF_Q)


def can_play_by_turns(variant: Variant) -> bool:
    """Return whether a variant can be played by turns.

    A choice within a step, as on the sheet of bonus B, would cost more links.
    """
    return not variant.has_choices


def turn_seed(table: str, turn: int, link_of_p: str, link_of_q: str) -> int:
    """Return the seed of a turn's dice: the first 53 bits of a hash of both links."""
    mixed = tagged_hash("turn", table, turn, link_of_p, link_of_q)
    return int(mixed, 16) >> (4 * len(mixed) - 53)


def commitment_to(table: str, turn: int, moves: tuple[Move, ...], opening: str) -> str:
    """Return P's commitment to its decision of a turn."""
    return tagged_hash("decision", table, turn, [move.code for move in moves], opening)[:32]


def opening_of(table: str, turn: int, next_link_of_p: str) -> str:
    """Return the value that opens a commitment; it follows from P's link for the next turn."""
    return tagged_hash("nonce", table, turn, next_link_of_p)[:32]


def is_split_turn(state: State) -> bool:
    """Return whether a legal white move of the passive player would close a row.

    The active player's color decision then depends on it, so the turn takes four links.
    """
    passive = 1 - state.active
    active_sheet, sheet = state.sheets[state.active], state.sheets[passive]
    white_sum = state.roll.white_sum if state.roll else None
    return any(
        closed_rows((active_sheet, sheet.cross(move, state.closed, white_sum=white_sum)))
        != state.closed
        for move in state.legal_moves(passive)
        if isinstance(move, Mark)
    )


def game_before_turn(record: Record, link_of_p: str, link_of_q: str) -> Game:
    """Return the game of a new record before its first roll."""
    first = draw_first_player(turn_seed(record.table, 1, link_of_p, link_of_q), len(SEATS))
    names = [name or str(seat + 1) for seat, name in enumerate(record.names)]
    return Game.at(new_game(record.variant, len(SEATS), first=first), names, Untold())


def with_roll(game: Game, seed: int) -> Game:
    """Return the game after the roll of its turn."""
    state = game.state
    return game.apply_or_redo(seeded_roll(seed, state.turn, state.variant, state.closed))


def moves_of_turn(game: Game, turn: int, seat: int) -> tuple[Move, ...]:
    """Return a player's decisions in a turn, which is counted from 1."""
    return tuple(
        event.move
        for state, event in zip(game.states, game.events, strict=False)
        if state.turn == turn - 1 and isinstance(event, Decision) and event.player == seat
    )
