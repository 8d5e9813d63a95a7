"""Same dice without a connection: everybody at a table plays on a page of their own.

Six characters tell rules, seats and dice, so each page rolls the same. What no page can know is
told by a touch, as it is called out at a real table: somebody else has locked a row, or has taken
the last penalty.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from qwixx.rules.dice import draw_first, seeded_roll
from qwixx.rules.moves import Color, IllegalMoveError, Mark, Reason, is_whole, quote
from qwixx.rules.sheet import Sheet
from qwixx.rules.variants import VARIANTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.rules.dice import Roll
    from qwixx.rules.layout import Variant

LENGTH = 6
"""How many characters a code has."""
SEEDS = 1 << 21
"""How many games there are of each kind."""
_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_ALIKE = str.maketrans("ILO", "110")


class DealError(ValueError):
    """A text that is no code of a game with the same dice."""


@dataclass(frozen=True, slots=True)
class Deal:
    """What all pages at a table have in common.

    Args:
        variant: the rules.
        players: how many play.
        seed: where the dice come from, below `SEEDS`.
    """

    variant: Variant
    players: int
    seed: int

    @property
    def first(self) -> int:
        """Index of the player who begins, drawn by lot. Source: rules, "First player"."""
        return draw_first(self.seed, self.players)

    def active(self, turn: int) -> int:
        """Return whose turn it is. Source: rules, "A turn"."""
        return (self.first + turn) % self.players

    @property
    def code(self) -> str:
        """The six characters: digits and capital letters, none of which look alike.

        They hold 3 bits for the variant, 2 for the players, 21 for the seed, and 4 of check.
        """
        number = [*VARIANTS].index(self.variant.name)
        bits = ((number << 2 | self.players - 2) << 21 | self.seed) << 4
        bits |= _check(bits)
        return "".join(_LETTERS[bits >> 5 * place & 31] for place in reversed(range(LENGTH)))

    @classmethod
    def from_code(cls, text: str) -> Deal:
        """Read a code back, however it was typed: small letters, spaces, O for 0.

        Raises:
            DealError: it is none, or mistyped.
        """
        typed = "".join(text.upper().translate(_ALIKE).split()) if isinstance(text, str) else ""
        if len(typed) != LENGTH or not {*typed} <= {*_LETTERS}:
            msg = f"six letters and digits, not {quote(text)}"
            raise DealError(msg)
        bits = 0
        for letter in typed:
            bits = bits << 5 | _LETTERS.index(letter)
        number, players, seed = bits >> 27, (bits >> 25 & 3) + 2, bits >> 4 & SEEDS - 1
        variants = [*VARIANTS.values()]
        fits = number < len(variants) and players in variants[number].players
        if not fits or _check(bits & ~15) != bits & 15:
            msg = f"mistyped, or of a newer version: {quote(text)}"
            raise DealError(msg)
        return cls(variants[number], players, seed)


def _check(bits: int) -> int:
    """Return four bits that tell whether others were mistyped."""
    return bits * 2654435761 >> 24 & 15


@dataclass(frozen=True, slots=True)
class Rolled:
    """The dice of the next turn are rolled; who was active and crossed nothing has a penalty."""


@dataclass(frozen=True, slots=True)
class Crossed:
    """A number is crossed on the page's own sheet."""

    mark: Mark


@dataclass(frozen=True, slots=True)
class Called:
    """Somebody else calls out that they lock a row."""

    row: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over; `elsewhere` if by somebody else's last penalty."""

    elsewhere: bool = False


Step: TypeAlias = Rolled | Crossed | Called | Ended


@dataclass(frozen=True, slots=True)
class Seat:
    """A game with the same dice, as one page knows it. It never changes.

    Args:
        deal: what all pages have in common.
        seat: index of the page's own player.
        sheet: that player's sheet.
        turn: index of the turn; -1 before the first roll.
        closed: for each row, whether it was locked when the turn began.
        called: for each row, whether it is locked now: after the turn also for the dice.
        white: whether the white sum has been crossed in this turn.
        color: whether a colored sum has.
        over: whether the game is over.
    """

    deal: Deal
    seat: int
    sheet: Sheet
    turn: int = -1
    closed: tuple[bool, ...] = (False,) * len(Color)
    called: tuple[bool, ...] = (False,) * len(Color)
    white: bool = False
    color: bool = False
    over: bool = False

    @property
    def is_active(self) -> bool:
        """Whether it is this player's turn."""
        return self.turn >= 0 and self.deal.active(self.turn) == self.seat

    @property
    def roll(self) -> Roll | None:
        """The dice of the turn, the same on every page; None before the first roll."""
        if self.turn < 0:
            return None
        return seeded_roll(self.deal.seed, self.turn, self.deal.variant, self.closed)

    @property
    def owes_penalty(self) -> bool:
        """Whether a penalty is due when the turn ends. Source: rules, "Penalty"."""
        return self.is_active and not (self.white or self.color)

    @property
    def ends_here(self) -> bool:
        """Whether the turn is the last one, by what is known here. Source: rules, "End"."""
        return self.must_end or self._last_penalty

    @property
    def must_end(self) -> bool:
        """Whether rows or penalties end the game in this very step. Source: rules, "End"."""
        variant = self.deal.variant
        closed = sum(self.called) >= variant.rows_to_end
        return closed or self.sheet.penalties >= variant.penalty_boxes

    def legal(self) -> tuple[Mark, ...]:
        """Return what may be crossed now, by row and then from left to right.

        Source: rules, "White step", "Color step", "Longo: lucky numbers".
        """
        marks = (mark for row in self.deal.variant.marks for mark in row)
        return tuple(mark for mark in marks if self.refusal(mark) is None)

    def refusal(self, mark: Mark) -> Reason | None:
        """Say why a number may not be crossed now; None if it may.

        Source: rules, "Left to right", "White step", "Color step", "Locking".
        """
        spec, crosses = self.deal.variant.rows[mark.row], self.sheet.rows[mark.row]
        bit = spec.bits.get(mark.number, 0)
        if self.over:
            return Reason.GAME_OVER
        if self.roll is None:
            return Reason.NOT_ROLLED
        if not bit:
            return Reason.NOT_ON_SHEET
        if crosses & bit:
            return Reason.ALREADY_CROSSED
        if self.closed[mark.row]:
            return Reason.ROW_CLOSED
        if crosses > bit:
            return Reason.LEFT_OF_LAST
        if not self.sheet.may_cross(mark):
            return Reason.TOO_FEW_CROSSES
        if self._by_white(mark) or self._by_color(mark):
            return None
        if self.white and not self.is_active:
            return Reason.ALREADY_DECIDED
        return Reason.NOT_COLOR_SUM if self.white else Reason.NOT_WHITE_SUM

    def after(self, step: Step) -> Seat:
        """Return what follows from a step.

        Raises:
            IllegalMoveError: a number that may not be crossed.
            DealError: any other step that does not fit.
        """
        if isinstance(step, Crossed):
            return self._crossed(step.mark)
        if self.over or not self._fits(step):
            msg = f"not now: {step}"
            raise DealError(msg)
        if isinstance(step, Called):
            called = (shut or row == step.row for row, shut in enumerate(self.called))
            return replace(self, called=tuple(called))
        sheet = self.sheet.with_penalty() if self.owes_penalty else self.sheet
        if isinstance(step, Ended):
            # Who was active might still have used the colored dice: but for that it is over.
            return replace(self, sheet=self.sheet if step.elsewhere else self._at_end(), over=True)
        moved = replace(self, sheet=sheet, turn=self.turn + 1, closed=self.called)
        return replace(moved, white=False, color=False)

    def _fits(self, step: Rolled | Called | Ended) -> bool:
        if isinstance(step, Called):
            return is_whole(step.row, 0, len(Color) - 1) and not self.called[step.row]
        if isinstance(step, Ended):
            return step.elsewhere or self.ends_here
        return not self.ends_here

    @property
    def _last_penalty(self) -> bool:
        """Whether the penalty that is due is the last one, so that the turn ends the game."""
        boxes = self.deal.variant.penalty_boxes
        return self.owes_penalty and self.sheet.penalties + 1 == boxes

    def _at_end(self) -> Sheet:
        """Return the sheet as the game ends: a penalty counts unless rows ended it before."""
        return (
            self.sheet.with_penalty() if self._last_penalty and not self.must_end else self.sheet
        )

    def _by_white(self, mark: Mark) -> bool:
        """Tell whether the white dice make a number, and nothing was crossed before."""
        roll = self.roll
        if roll is None or self.white or self.color:
            return False
        if mark.number == roll.white_sum:
            return True
        lucky = roll.white_sum in self.sheet.lucky
        bit = self.deal.variant.rows[mark.row].bits[mark.number]
        return lucky and bit == self.sheet.lucky_bits(mark.row, self.closed)

    def _by_color(self, mark: Mark) -> bool:
        """Tell whether the active player's colored die makes a number with a white one."""
        if self.roll is None or not self.is_active or self.color or self.must_end:
            return False
        die = self.roll.colored[mark.row]
        if die is None or self.called[mark.row]:
            return False
        return mark.number in {die + white for white in self.roll.white}

    def _crossed(self, mark: Mark) -> Seat:
        reason = self.refusal(mark)
        if reason is not None:
            raise IllegalMoveError(reason, self.seat, mark, self.sheet.code)
        by_white = self._by_white(mark)
        sheet = self.sheet.cross(mark)
        called = tuple(shut or sheet.locked(row) for row, shut in enumerate(self.called))
        white, color = self.white or by_white, self.color or not by_white
        return replace(self, sheet=sheet, called=called, white=white, color=color)


def sit(deal: Deal, seat: int, lucky: Sequence[int] | None = None) -> Seat:
    """Sit down at a seat.

    Args:
        deal: what all pages have in common.
        seat: index of the player.
        lucky: the numbers on the card in hand; None deals as `new_game` does.

    Raises:
        DealError: there is no such seat, or the numbers are none.
    """
    if not is_whole(seat, 0, deal.players - 1):
        msg = f"no seat {quote(seat)} among {deal.players}"
        raise DealError(msg)
    pairs = deal.variant.lucky_pairs
    if not pairs:
        return Seat(deal, seat, Sheet(deal.variant))
    try:
        pair = deal.variant.check_lucky(pairs[seat] if lucky is None else lucky)
    except ValueError as error:
        raise DealError(str(error)) from error
    return Seat(deal, seat, Sheet(deal.variant, lucky=pair))
