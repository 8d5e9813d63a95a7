"""Moves, their notation, and the errors for illegal and malformed moves."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import TypeAlias


class Color(IntEnum):
    """The color of a row and of its die; the integer is the index of the row."""

    RED = 0
    YELLOW = 1
    GREEN = 2
    BLUE = 3

    @property
    def letter(self) -> str:
        """The color's letter in notation: r, y, g, or b."""
        return _LETTERS[self.value]


_LETTERS = "rygb"
ROW_LETTERS: tuple[str, ...] = (*_LETTERS, "ry", "gb")
"""The letters of each row in notation: the four colors, then the rows between two of them."""
MARK_PATTERN = r"(?:ry|gb|[rygb])[1-9][0-9]?\+?"
"""Regular expression of a mark's text form, without groups."""
_MARK_CODE = re.compile(r"(ry|gb|[rygb])([1-9][0-9]?)(\+?)")


def is_int_in_range(value: object, low: int, high: int) -> bool:
    """Return whether `value` is an int (not a bool) with `low <= value <= high`."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def short_repr(value: object) -> str:
    """Return `repr(value)`, cut to 40 characters, for error messages."""
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}…"


def N_(text: str) -> str:  # noqa: N802 - the usual name of this marker
    """Return a text unchanged, marked for translation; `gettext` translates it for display."""
    return text


class InvalidMoveError(ValueError):
    """The value is not a move on any sheet."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A move that crosses out one number.

    Args:
        row: index of the row: 0 to 3 in the order of `Color`, 4 and 5 for the bonus rows between
            red and yellow and between green and blue.
        number: number printed in the box, 1 to 99.
        second: whether it is the second cross on a number that can be crossed out twice.

    Raises:
        InvalidMoveError: no sheet can have such a cell.
    """

    row: int
    number: int
    second: bool = False

    def __post_init__(self) -> None:
        """Check the values."""
        fits = is_int_in_range(self.row, 0, len(ROW_LETTERS) - 1) and is_int_in_range(
            self.number, 1, 99
        )
        if not fits or type(self.second) is not bool:
            msg = (
                f"no such cell: row must be 0 to {len(ROW_LETTERS) - 1} and number 1 to 99, got"
                f" row {short_repr(self.row)}, number {short_repr(self.number)}"
            )
            raise InvalidMoveError(msg)

    @property
    def code(self) -> str:
        """The text form: the row's letters and the number, as in "r7", "ry7", or "r7+"."""
        return f"{ROW_LETTERS[self.row]}{self.number}{'+' * self.second}"

    @classmethod
    def from_code(cls, code: str) -> Mark:
        """Parse the text form of a mark; see `Mark.code`.

        Raises:
            InvalidMoveError: the text does not name a cell.
        """
        match = _MARK_CODE.fullmatch(code) if isinstance(code, str) else None
        if match is None:
            msg = f"not a cell: {short_repr(code)} (one of the letters r y g b, then a number: r7)"
            raise InvalidMoveError(msg)
        return cls(ROW_LETTERS.index(match[1]), int(match[2]), bool(match[3]))

    def __str__(self) -> str:
        return self.code


class Pass(Enum):
    """The type of `PASS`, its only member."""

    PASS = "-"  # noqa: S105 - not a password

    @property
    def code(self) -> str:
        """The text form: "-"."""
        return self.value

    def __str__(self) -> str:
        return self.code


PASS = Pass.PASS
"""The move that crosses out nothing."""

Move: TypeAlias = Mark | Pass
"""A decision: a mark, or `PASS`."""


def parse_move(code: str) -> Move:
    """Parse the notation of a move: a mark such as "r7", or "-".

    Raises:
        InvalidMoveError: the text is not a move.
    """
    return PASS if code == PASS.code else Mark.from_code(code)


class Reason(Enum):
    """Reason why a move is illegal; the value is English text for developers.

    Members are listed in the order in which they are checked; if several apply, the first one is
    reported. Not to be confused with `qwixx.coach.Reason`, a reason for or against a move.

    Source: rules, "Left to right", "White step", "Color step", "Locking", "Longo: lucky numbers".
    Source: rules, "Big Points: bonus rows", "Double A", "Bonus B".
    """

    NO_SUCH_PLAYER = "no such player"
    GAME_OVER = "the game is over"
    NOT_ROLLED = "the dice have not been rolled"
    ALREADY_DECIDED = "has already decided on the white sum"
    NOT_YOUR_TURN = "only the active player uses a colored die"
    NOT_ON_SHEET = "that row has no such number"
    ALREADY_CROSSED = "already crossed"
    ROW_CLOSED = "the row is closed"
    LEFT_OF_LAST = "left of the last cross in its row"
    TOO_FEW_CROSSES = "too few crosses in the row to lock it"
    NO_NEIGHBOR = "neither neighbor of the bonus box is crossed"
    NOT_LAST_CROSS = "only the last cross of a row can be followed by a second one on its number"
    NOT_LEFTMOST = "not the white sum, and a lucky number crosses the leftmost free one"
    NOT_FEWEST = "not the white sum, and a lucky number goes to a row with the fewest crosses"
    NOT_WHITE_SUM = "not the sum of the white dice"
    NOT_COLOR_SUM = "not the sum of a white die and the die of that color"
    NO_BONUS = "has no bonus to choose"
    NOT_BONUS = "not one of the boxes that the bonus offers"


class IllegalMoveError(ValueError):
    """The rules forbid this move for this player in this position. The state is unchanged.

    Attributes:
        reason: the rule that forbids the move.
        player: index of the player.
        move: the illegal move.
        position: notation of the position (`State.code`).
    """

    def __init__(self, reason: Reason, player: int, move: Move, position: str) -> None:
        """Store the parts of the message."""
        super().__init__(reason, player, move, position)
        self.reason = reason
        self.player = player
        self.move = move
        self.position = position

    def __str__(self) -> str:
        return (
            f"illegal move {self.move.code!r} of player {self.player}: "
            f"{self.reason.value}, in position {self.position!r}"
        )
