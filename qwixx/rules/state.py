"""The state of a game: legal moves and transitions.

A state is immutable; `State.apply_roll` and `State.play` return the next state. The caller rolls
the dice.

    ROLL --apply_roll--> WHITE --everyone plays--> COLOR --active plays--> ROLL, next turn
                           |                          |
                           +---------> OVER <---------+

If a bonus leaves a player a choice, phase BONUS lies between a step and what follows it.
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
    BONUS = "bonus"
    """Players choose among the boxes of a bonus. Source: rules, "Bonus B"."""
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
        penalty_due: in phase COLOR, or in phase BONUS after a white step, whether the active
            player passed in the white step, in which case another pass costs a penalty; otherwise
            False.
        is_color_bonus: in phase BONUS, whether it follows the color step; otherwise False.
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
    is_color_bonus: bool = False

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.sheets)

    @property
    def to_act(self) -> tuple[int, ...]:
        """Players who must decide now, in ascending order.

        In phase WHITE, all players who have not decided yet; in phase COLOR, the active player; in
        phase BONUS, all players with an open choice; otherwise ().

        Source: rules, "White step", "Color step", "Bonus B".
        """
        if self.phase is Phase.WHITE:
            return tuple([i for i, decision in enumerate(self.decisions) if decision is None])
        if self.phase is Phase.BONUS:
            return tuple([i for i, sheet in enumerate(self.sheets) if sheet.pending])
        return (self.active,) if self.phase is Phase.COLOR else ()

    def legal_moves(self, player: int) -> tuple[Move, ...]:
        """Return the player's legal moves; () if the player has no decision to make now.

        Marks are sorted by row, then from left to right, second crosses last. `PASS` is always the
        last move, except in phase BONUS, where it is illegal.

        Source: rules, "White step", "Color step", "Longo: lucky numbers", "Bonus B".
        """
        if self._turn_refusal(player) is not None:
            return ()
        marks, legal = self.variant.tables.marks, self._legal_boxes(player)
        moves: list[Move] = []
        while legal:
            moves.append(marks[(legal & -legal).bit_length() - 1])
            legal &= legal - 1
        if self.phase is not Phase.BONUS:
            moves.append(PASS)
        return tuple(moves)

    def refusal(self, player: int, move: Move) -> Reason | None:
        """Return the reason why a move is illegal for a player now, or None if it is legal.

        Source: rules, "White step", "Color step", "Longo: lucky numbers", "Bonus B".

        Raises:
            InvalidMoveError: `move` is neither a `Mark` nor `PASS`.
        """
        if not isinstance(move, (Mark, Pass)):
            msg = f"not a move: {short_repr(move)} (a Mark or PASS; parse_move reads text)"
            raise InvalidMoveError(msg)
        reason = self._turn_refusal(player)
        if reason is not None:
            return reason
        if isinstance(move, Pass):
            return Reason.NOT_BONUS if self.phase is Phase.BONUS else None
        bit = self.variant.bit(move)
        if bit & self._legal_boxes(player):
            return None
        is_closed = bit & self.variant.tables.in_closed_rows[self.closed] != 0
        refusal = self.sheets[player].refusal(move, is_closed=is_closed)
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
        dice = (*roll.white, *[die for die in roll.colored if die is not None])
        out = tuple([die is None for die in roll.colored])
        if out != self.closed or max(dice) > self.variant.die_sides:
            msg = f"the dice {roll.code!r} do not match position {self.code!r}"
            raise ValueError(msg)
        return self._white(roll, (None,) * len(self.sheets))

    def play(self, player: int, move: Move) -> State:
        """Return the state after a player's decision.

        White-step decisions are collected and take effect together when the last one arrives, so
        their order does not matter.

        Raises:
            InvalidMoveError: `move` is neither a `Mark` nor `PASS`.
            IllegalMoveError: the rules forbid the move; see its `reason`.

        Source: rules, "White step", "Color step", "Penalty", "Locking", "End", "Bonus B".
        """
        reason = self.refusal(player, move)
        if reason is not None:
            # The message must not reveal decisions that are hidden from the player.
            position = self if reason is Reason.NO_SUCH_PLAYER else self.view(player)
            raise IllegalMoveError(reason, player, move, position.code)
        if self.phase is Phase.BONUS:
            return self._choose_bonus(player, move)
        if self.phase is Phase.COLOR:
            return self._end_color(move)
        decisions = (*self.decisions[:player], move, *self.decisions[player + 1 :])
        return (
            self._white(self.roll, decisions) if None in decisions else self._end_white(decisions)
        )

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
        "crossed" or "passed" for the active player's white step; in phase bonus the same, or
        "color" after the color step; otherwise "-".
        `qwixx.games.written.position.parse_position` parses this notation.
        """
        if self.phase is Phase.WHITE:
            decided = ",".join("?" if move is None else move.code for move in self.decisions)
        elif self.phase is Phase.BONUS and self.is_color_bonus:
            decided = "color"
        elif self.phase in (Phase.COLOR, Phase.BONUS):
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
        if self.phase is Phase.BONUS:
            return None if self.sheets[player].pending else Reason.NO_BONUS
        return Reason.GAME_OVER if self.phase is Phase.OVER else Reason.NOT_ROLLED

    def _legal_boxes(self, player: int) -> int:
        """Return the bits of the legal boxes, for a player who must decide now."""
        sheet, roll = self.sheets[player], self.roll
        if self.phase is Phase.BONUS:
            return sheet.choices(self.closed)
        if roll is None:
            return 0
        offered = (
            sheet.color_offer(roll)
            if self.phase is Phase.COLOR
            else sheet.white_offer(self.closed, roll.white_sum)
        )
        return offered & sheet.free & ~self.variant.tables.in_closed_rows[self.closed]

    def _roll_refusal(self, player: int, row: int, bit: int) -> Reason:
        """Return the reason why the dice do not allow a mark that the sheet allows."""
        sheet = self.sheets[player]
        if self.phase is Phase.BONUS:
            return Reason.NOT_BONUS
        if self.phase is Phase.COLOR:
            return Reason.NOT_COLOR_SUM
        if self.roll and self.roll.white_sum in sheet.lucky:
            if row in sheet.rows_with_fewest_crosses(self.closed):
                return Reason.NOT_LEFTMOST
            if sheet.next_bit(row) == bit:
                return Reason.NOT_FEWEST
        return Reason.NOT_WHITE_SUM

    def _white(self, roll: Roll | None, decisions: tuple[Move | None, ...]) -> State:
        """Return the state in the white step, with the decisions made so far."""
        return State(
            self.variant,
            self.turn,
            self.active,
            Phase.WHITE,
            roll,
            self.sheets,
            self.closed,
            decisions,
        )

    def _end_white(self, decisions: Sequence[Move | None]) -> State:
        """Return the state after the white step, with all decisions applied together."""
        white_sum = self.roll.white_sum if self.roll else None
        sheets = tuple(
            [
                sheet.cross(move, self.closed, white_sum=white_sum)
                if isinstance(move, Mark)
                else sheet
                for sheet, move in zip(self.sheets, decisions, strict=True)
            ]
        )
        return self._after_white(sheets, penalty_due=decisions[self.active] is PASS)

    def _after_white(self, sheets: tuple[Sheet, ...], *, penalty_due: bool) -> State:
        """Return the state after the white step, or with the choices of its bonuses."""
        if any(sheet.pending for sheet in sheets):
            return replace(
                self, phase=Phase.BONUS, sheets=sheets, decisions=(), penalty_due=penalty_due
            )
        closed = closed_rows(sheets)
        sheets = sheets_after_closing(sheets, closed)
        if ends_game(sheets, closed):
            return self._end_game(sheets, closed)
        return State(
            self.variant,
            self.turn,
            self.active,
            Phase.COLOR,
            self.roll.without(closed) if self.roll else None,
            sheets,
            closed,
            penalty_due=penalty_due,
        )

    def _end_color(self, move: Move) -> State:
        """Return the state after the color step."""
        sheet = self.sheets[self.active]
        if isinstance(move, Mark):
            sheet = sheet.cross(move, self.closed)
        elif self.penalty_due:
            sheet = sheet.with_penalty()
        return self._after_color(
            (*self.sheets[: self.active], sheet, *self.sheets[self.active + 1 :])
        )

    def _after_color(self, sheets: tuple[Sheet, ...]) -> State:
        """Return the state after the color step: the next turn, a choice, or the game's end."""
        if any(sheet.pending for sheet in sheets):
            return replace(
                self, phase=Phase.BONUS, sheets=sheets, penalty_due=False, is_color_bonus=True
            )
        closed = closed_rows(sheets)
        sheets = sheets_after_closing(sheets, closed)
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

    def _choose_bonus(self, player: int, move: Move) -> State:
        """Return the state after a player's choice; the step ends with the last open choice."""
        sheet = self.sheets[player]
        if isinstance(move, Mark):
            sheet = sheet.cross(move, self.closed)
        sheets = (*self.sheets[:player], sheet, *self.sheets[player + 1 :])
        if self.is_color_bonus:
            return self._after_color(sheets)
        return self._after_white(sheets, penalty_due=self.penalty_due)

    def _end_game(self, sheets: tuple[Sheet, ...], closed: tuple[bool, ...]) -> State:
        return State(self.variant, self.turn, self.active, Phase.OVER, None, sheets, closed)


def new_game(
    variant: Variant | str = CLASSIC,
    players: int = 2,
    *,
    first: int = 0,
    lucky: Sequence[Sequence[int]] | None = None,
    cards: Sequence[str] | None = None,
) -> State:
    """Return the state at the start of a game.

    Args:
        variant: the variant, or the name of a registered one.
        players: number of players.
        first: index of the player who begins.
        lucky: one pair of lucky numbers per player, as on their cards (two cards may be the
            same); None deals the variant's own pairs in order.
        cards: the letter of each player's printed card (two players may have the same one); None
            deals the variant's cards in order.

    Raises:
        ValueError: the variant is unknown or does not support the number of players, `first` is
            not a player's index, the lucky numbers are not valid (the variant has none, there is
            not one pair per player, or a pair is not two different white sums), or the cards are
            not (the variant has none, there is not one per player, or there is no such card).

    Source: rules, "Dice and sheet", "First player", "Longo: lucky pairs", "Connected".
    """
    variant = find_variant(variant)
    low, high = min(variant.players), max(variant.players)
    if not is_int_in_range(players, low, high):
        msg = f"{variant.name} needs {low} to {high} players, got {short_repr(players)}"
        raise ValueError(msg)
    if not is_int_in_range(first, 0, players - 1):
        msg = f"first must be 0 to {players - 1}, got {short_repr(first)}"
        raise ValueError(msg)
    pairs = _given_or_default_lucky(variant, players, lucky)
    letters = given_or_default_cards(variant, players, cards)
    sheets = tuple(
        Sheet(variant, lucky=pair, card=card) for pair, card in zip(pairs, letters, strict=True)
    )
    return State(variant, 0, first, Phase.ROLL, None, sheets, closed_rows(sheets))


def closed_rows(sheets: Sequence[Sheet]) -> tuple[bool, ...]:
    """Return, for each row, whether a player has locked it. Source: rules, "Locking"."""
    tables, crosses = sheets[0].variant.tables, 0
    for sheet in sheets:
        crosses |= sheet.crosses
    return tables.closed[crosses & tables.locks]


def sheets_after_closing(sheets: tuple[Sheet, ...], closed: Sequence[bool]) -> tuple[Sheet, ...]:
    """Return the sheets after a step, with what its closed rows change on every sheet.

    Source: rules, "Bonus A: color bar".
    """
    for closes in sheets[0].variant.tables.closes:
        sheets = tuple([closes(sheet, closed) for sheet in sheets])
    return sheets


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


def given_or_default_cards(
    variant: Variant, players: int, given: Sequence[str] | None
) -> tuple[str, ...]:
    """Return the letter of each player's printed card; see `new_game`.

    Source: rules, "Connected".

    Raises:
        ValueError: the given cards are not valid.
    """
    if not variant.cards:
        if given is not None:
            msg = f"{variant.name} has no cards to choose"
            raise ValueError(msg)
        return ("",) * players
    cards = variant.cards[:players] if given is None else given
    if not isinstance(cards, (tuple, list)) or len(cards) != players:
        msg = f"cards must be one letter per player ({players}), got {short_repr(cards)}"
        raise ValueError(msg)
    return tuple(map(variant.check_card, cards))
