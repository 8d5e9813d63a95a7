"""The state of a game: legal moves and transitions.

A state is immutable; `State.apply_roll` and `State.play` return the next state. The caller rolls
the dice.

    ROLL --apply_roll--> WHITE --everyone plays--> COLOR --active plays--> ROLL, next turn
                           |                          |
                           +---------> OVER <---------+
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

from qwixx.rules.dice import Roll
from qwixx.rules.moves import (
    PASS,
    IllegalMoveError,
    InvalidMoveError,
    Mark,
    Move,
    Pass,
    Reason,
    is_int_in_range,
    short_repr,
)
from qwixx.rules.sheet import Sheet
from qwixx.rules.variants import CLASSIC, find_variant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.rules.layout import Variant


class Phase(Enum):
    """The next step of a game. Source: rules, "A turn"."""

    ROLL = "roll"
    """The active player rolls the dice."""
    WHITE = "white"
    """All players decide whether to use the sum of the white dice."""
    COLOR = "color"
    """The active player decides whether to use the sum of a white die and a colored die."""
    OVER = "over"
    """The game has ended."""


class Termination(Enum):
    """The cause of a game's end. Source: rules, "End"."""

    ROWS_CLOSED = "rows closed"
    PENALTIES = "penalties"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a finished game. Source: rules, "End", "Score".

    Args:
        termination: cause of the end.
        scores: points, by player.
        winners: players with the most points; several players can share a win.
    """

    termination: Termination
    scores: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True, repr=False)
class State:
    """The state of a game, immutable and hashable. Source: rules, "A turn".

    Create a state with `new_game`, from another state, or from notation with
    `qwixx.games.written.position.parse_position`; the constructor does not check its arguments.

    Args:
        variant: the variant.
        turn: index of the turn, from 0.
        active: index of the active player.
        phase: the next step.
        roll: the dice, without those of closed rows; None before the roll and after the game.
        sheets: sheets, by player. White-step decisions appear on them only after everyone has
            decided.
        closed: for each row, whether a player has locked it.
        decisions: in phase WHITE, one entry per player: the move, or None for a player who has not
            decided yet; otherwise ().
        penalty_due: in phase COLOR, whether the active player passed in the white step, in which
            case another pass costs a penalty; otherwise False.
    """

    variant: Variant
    turn: int
    active: int
    phase: Phase
    roll: Roll | None
    sheets: tuple[Sheet, ...]
    closed: tuple[bool, ...]
    decisions: tuple[Move | None, ...] = ()
    penalty_due: bool = False

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.sheets)

    @property
    def to_act(self) -> tuple[int, ...]:
        """Players who must decide now, in ascending order.

        In phase WHITE, all players who have not decided yet; in phase COLOR, the active player;
        otherwise (). Source: rules, "White step", "Color step".
        """
        if self.phase is Phase.WHITE:
            return tuple(i for i, decision in enumerate(self.decisions) if decision is None)
        return (self.active,) if self.phase is Phase.COLOR else ()

    def legal_moves(self, player: int) -> tuple[Move, ...]:
        """Return the player's legal moves; () if the player has no decision to make now.

        Marks are sorted by row, then from left to right; `PASS` is always the last move.

        Source: rules, "White step", "Color step", "Longo: lucky numbers".
        """
        if self._turn_refusal(player) is not None:
            return ()
        moves: list[Move] = []
        for row, marks in enumerate(self.variant.marks):
            legal = self._legal_bits(player, row)
            while legal:
                moves.append(marks[(legal & -legal).bit_length() - 1])
                legal &= legal - 1
        moves.append(PASS)
        return tuple(moves)

    def refusal(self, player: int, move: Move) -> Reason | None:
        """Return the reason why a move is illegal for a player now, or None if it is legal.

        Source: rules, "White step", "Color step", "Longo: lucky numbers".

        Raises:
            InvalidMoveError: `move` is neither a `Mark` nor `PASS`.
        """
        if not isinstance(move, (Mark, Pass)):
            msg = f"not a move: {short_repr(move)} (a Mark or PASS; parse_move reads text)"
            raise InvalidMoveError(msg)
        reason = self._turn_refusal(player)
        if reason is not None or isinstance(move, Pass):
            return reason
        bit = self.variant.rows[move.row].bits.get(move.number, 0)
        if bit & self._legal_bits(player, move.row):
            return None
        refusal = self.sheets[player].refusal(move, is_closed=self.closed[move.row])
        return refusal or self._roll_refusal(player, move.row, bit)

    def apply_roll(self, roll: Roll) -> State:
        """Return the state after a roll: phase ROLL becomes WHITE.

        Source: rules, "A turn", "Locking".

        Raises:
            ValueError: `roll` is not a `Roll`, the phase is not ROLL, or the dice do not match the
                position: the wrong number of dice, a value above the number of sides, a die for a
                closed row, or no die for an open row.
        """
        if not isinstance(roll, Roll):
            msg = f"not a roll: {short_repr(roll)}"
            raise ValueError(msg)  # noqa: TRY004 - a ValueError, as in `play`
        if self.phase is not Phase.ROLL:
            msg = f"cannot roll in phase {self.phase.value!r}, in position {self.code!r}"
            raise ValueError(msg)
        dice = (*roll.white, *(die for die in roll.colored if die is not None))
        out = tuple(die is None for die in roll.colored)
        if out != self.closed or max(dice) > self.variant.die_sides:
            msg = f"the dice {roll.code!r} do not match position {self.code!r}"
            raise ValueError(msg)
        undecided = (None,) * len(self.sheets)
        return replace(self, phase=Phase.WHITE, roll=roll, decisions=undecided)

    def play(self, player: int, move: Move) -> State:
        """Return the state after a player's decision.

        White-step decisions are collected and take effect together when the last one arrives, so
        their order does not matter.

        Raises:
            InvalidMoveError: `move` is neither a `Mark` nor `PASS`.
            IllegalMoveError: the rules forbid the move; see its `reason`.

        Source: rules, "White step", "Color step", "Penalty", "Locking", "End".
        """
        reason = self.refusal(player, move)
        if reason is not None:
            # The message must not reveal decisions that are hidden from the player.
            position = self if reason is Reason.NO_SUCH_PLAYER else self.view(player)
            raise IllegalMoveError(reason, player, move, position.code)
        if self.phase is Phase.COLOR:
            return self._end_turn(move)
        decisions = (*self.decisions[:player], move, *self.decisions[player + 1 :])
        if None in decisions:
            return replace(self, decisions=decisions)
        return self._end_white(decisions)

    def outcome(self) -> Outcome | None:
        """Return the result of the game, or None before its end.

        Source: rules, "End", "Score".
        """
        if self.phase is not Phase.OVER:
            return None
        scores = self.scores()
        best = max(scores)
        return Outcome(
            Termination.ROWS_CLOSED
            if sum(self.closed) >= self.variant.rows_to_end
            else Termination.PENALTIES,
            scores,
            tuple(player for player, score in enumerate(scores) if score == best),
        )

    def scores(self) -> tuple[int, ...]:
        """Return the current points, by player. Source: rules, "Score"."""
        return tuple(sheet.points for sheet in self.sheets)

    def view(self, player: int) -> State:
        """Return the state as seen by a player: the others' pending white decisions are hidden.

        Source: rules, "White step".

        Raises:
            ValueError: there is no such player.
        """
        if not is_int_in_range(player, 0, len(self.sheets) - 1):
            msg = f"player must be 0 to {len(self.sheets) - 1}, got {short_repr(player)}"
            raise ValueError(msg)
        if self.phase is not Phase.WHITE:
            return self
        known = tuple(
            decision if seat == player else None for seat, decision in enumerate(self.decisions)
        )
        return replace(self, decisions=known)

    @property
    def code(self) -> str:
        """The position in notation: one line of text, like FEN for chess.

        Fields, separated by spaces: variant, turn, active player, phase, dice, decisions of this
        turn, and one sheet per player. Example:
        "classic 3 1 white 4,1:3,6,-,6 ?,r5 r2/y/g/b12/0 r/y/g12,11,10,9,8,2/b/1".
        Decisions: in phase white, one move per player ("?" for none yet); in phase color,
        "crossed" or "passed" for the active player's white step; otherwise "-".
        `qwixx.games.written.position.parse_position` parses this notation.
        """
        if self.phase is Phase.WHITE:
            decided = ",".join("?" if move is None else move.code for move in self.decisions)
        elif self.phase is Phase.COLOR:
            decided = "passed" if self.penalty_due else "crossed"
        else:
            decided = "-"
        return " ".join(
            (
                self.variant.name,
                str(self.turn),
                str(self.active),
                self.phase.value,
                self.roll.code if self.roll else "-",
                decided,
                *(sheet.code for sheet in self.sheets),
            )
        )

    def __str__(self) -> str:
        return self.code

    def __repr__(self) -> str:
        return f"<State {self.code}>"

    def _turn_refusal(self, player: int) -> Reason | None:
        """Return the reason why a player may not decide now, or None if the player must decide."""
        if not is_int_in_range(player, 0, len(self.sheets) - 1):
            return Reason.NO_SUCH_PLAYER
        if self.phase is Phase.WHITE:
            return None if self.decisions[player] is None else Reason.ALREADY_DECIDED
        if self.phase is Phase.COLOR:
            return None if player == self.active else Reason.NOT_YOUR_TURN
        return Reason.GAME_OVER if self.phase is Phase.OVER else Reason.NOT_ROLLED

    def _legal_bits(self, player: int, row: int) -> int:
        """Return a bitmask of the legal numbers in a row, for a player who must decide now."""
        roll = self.roll
        die = roll.colored[row] if roll else None
        if roll is None or die is None:  # a closed row has no die
            return 0
        sheet = self.sheets[player]
        bits = self.variant.rows[row].bits
        if self.phase is Phase.COLOR:
            offered = bits.get(die + roll.white[0], 0) | bits.get(die + roll.white[1], 0)
        else:
            offered = bits.get(roll.white_sum, 0)
            if roll.white_sum in sheet.lucky:
                offered |= sheet.lucky_bit(row, self.closed)
        return offered & sheet.crossable_bits(row)

    def _roll_refusal(self, player: int, row: int, bit: int) -> Reason:
        """Return the reason why the dice do not allow a mark that the sheet allows."""
        sheet = self.sheets[player]
        if self.phase is Phase.COLOR:
            return Reason.NOT_COLOR_SUM
        if self.roll and self.roll.white_sum in sheet.lucky:
            if row in sheet.rows_with_fewest_crosses(self.closed):
                return Reason.NOT_LEFTMOST
            if sheet.leftmost_free_bit(row) == bit:
                return Reason.NOT_FEWEST
        return Reason.NOT_WHITE_SUM

    def _end_white(self, decisions: Sequence[Move | None]) -> State:
        """Return the state after the white step, with all decisions applied together."""
        sheets = tuple(
            sheet.cross(move) if isinstance(move, Mark) else sheet
            for sheet, move in zip(self.sheets, decisions, strict=True)
        )
        closed = closed_rows(sheets)
        if ends_game(sheets, closed):
            return self._end_game(sheets, closed)
        return replace(
            self,
            phase=Phase.COLOR,
            roll=self.roll.without(closed) if self.roll else None,
            sheets=sheets,
            closed=closed,
            decisions=(),
            penalty_due=decisions[self.active] is PASS,
        )

    def _end_turn(self, move: Move) -> State:
        """Return the state after the color step: the next turn, or the end of the game."""
        sheet = self.sheets[self.active]
        if isinstance(move, Mark):
            sheet = sheet.cross(move)
        elif self.penalty_due:
            sheet = sheet.with_penalty()
        sheets = (*self.sheets[: self.active], sheet, *self.sheets[self.active + 1 :])
        closed = closed_rows(sheets)
        if ends_game(sheets, closed):
            return self._end_game(sheets, closed)
        return State(
            self.variant,
            turn=self.turn + 1,
            active=(self.active + 1) % len(sheets),
            phase=Phase.ROLL,
            roll=None,
            sheets=sheets,
            closed=closed,
        )

    def _end_game(self, sheets: tuple[Sheet, ...], closed: tuple[bool, ...]) -> State:
        return State(self.variant, self.turn, self.active, Phase.OVER, None, sheets, closed)


def new_game(
    variant: Variant | str = CLASSIC,
    players: int = 2,
    *,
    first: int = 0,
    lucky: Sequence[Sequence[int]] | None = None,
) -> State:
    """Return the state at the start of a game.

    Args:
        variant: the variant, or the name of a registered one.
        players: number of players.
        first: index of the player who begins.
        lucky: one pair of lucky numbers per player, as on their cards (two cards may be the
            same); None deals the variant's own pairs in order.

    Raises:
        ValueError: the variant is unknown or does not support the number of players, `first` is
            not a player's index, or the lucky numbers are not valid: the variant has none, there
            is not one pair per player, or a pair is not two different white sums.

    Source: rules, "Dice and sheet", "First player", "Longo: lucky pairs".
    """
    variant = find_variant(variant)
    low, high = min(variant.players), max(variant.players)
    if not is_int_in_range(players, low, high):
        msg = f"{variant.name} needs {low} to {high} players, got {short_repr(players)}"
        raise ValueError(msg)
    if not is_int_in_range(first, 0, players - 1):
        msg = f"first must be 0 to {players - 1}, got {short_repr(first)}"
        raise ValueError(msg)
    sheets = tuple(
        Sheet(variant, lucky=pair) for pair in _given_or_default_lucky(variant, players, lucky)
    )
    return State(variant, 0, first, Phase.ROLL, None, sheets, closed_rows(sheets))


def closed_rows(sheets: Sequence[Sheet]) -> tuple[bool, ...]:
    """Return, for each row, whether a player has locked it. Source: rules, "Locking"."""
    specs = sheets[0].variant.rows
    crosses = zip(*[sheet.rows for sheet in sheets], strict=True)
    # the lock's bit is the highest, so a row with the lock is at least `lock_bit`
    return tuple([max(row) >= spec.lock_bit for row, spec in zip(crosses, specs, strict=True)])


def ends_game(sheets: Sequence[Sheet], closed: Sequence[bool]) -> bool:
    """Return whether the sheets and the closed rows end the game. Source: rules, "End"."""
    variant = sheets[0].variant
    penalties = max([sheet.penalties for sheet in sheets])
    return sum(closed) >= variant.rows_to_end or penalties >= variant.penalty_boxes


def _given_or_default_lucky(
    variant: Variant, players: int, given: Sequence[Sequence[int]] | None
) -> list[tuple[int, ...]]:
    """Return each player's lucky numbers, in ascending order; see `new_game`.

    Raises:
        ValueError: the given pairs are not valid.
    """
    if not variant.lucky_pairs:
        if given is not None:
            msg = f"{variant.name} has no lucky numbers"
            raise ValueError(msg)
        return [()] * players
    pairs = variant.lucky_pairs[:players] if given is None else given
    if not isinstance(pairs, (tuple, list)) or len(pairs) != players:
        msg = f"lucky must be one pair per player ({players}), got {short_repr(pairs)}"
        raise ValueError(msg)
    return [variant.parse_lucky_pair(pair) for pair in pairs]
