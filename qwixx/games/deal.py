"""Same dice without a connection: the six characters that make every phone roll the same.

They tell rules, seats and dice. All that is read out or typed at a table is written in the
letters of this module, of which no two look alike.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from qwixx.rules.dice import draw_first
from qwixx.rules.moves import quote
from qwixx.rules.variants import VARIANTS

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant

LENGTH = 6
"""How many characters a code has."""
SEEDS = 1 << 20
"""How many games there are of each kind."""
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The digits of what is typed: those of Crockford's base 32."""
_ALIKE = str.maketrans("ILO", "110")


class DealError(ValueError):
    """What does not belong to a game with the same dice: a code, a seat, a step.

    Args:
        msg: what is wrong, for developers.
        why: the same as one word, for who has a sentence for it.
    """

    def __init__(self, msg: str, why: str = "slip") -> None:
        """Tell what is wrong."""
        super().__init__(msg)
        self.why = why


def typed_letters(text: object) -> str:
    """Return what was typed as letters: small ones, spaces, hyphens, O for 0, other digits.

    Raises:
        DealError: something in it is no letter.
    """
    typed = text if isinstance(text, str) and len(text) <= 80 else "?"
    digits = (str(int(letter)) if letter.isdecimal() else letter for letter in typed.upper())
    letters = "".join("".join(digits).translate(_ALIKE).replace("-", " ").split())
    if {*letters} <= {*LETTERS}:
        return letters
    msg = f"no letters and digits of a code: {quote(text)}"
    raise DealError(msg)


def write_letters(number: int, length: int) -> str:
    """Write a number in so many letters."""
    return "".join(LETTERS[number >> 5 * place & 31] for place in reversed(range(length)))


def read_letters(letters: str) -> int:
    """Read a number back."""
    number = 0
    for letter in letters:
        number = number << 5 | LETTERS.index(letter)
    return number


@dataclass(frozen=True, slots=True)
class Deal:
    """What all phones at a table have in common.

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

    def turns_of(self, seat: int, turns: int) -> int:
        """Return in how many of the first turns a player is the active one."""
        return sum(self.active(turn) == seat for turn in range(turns))

    @property
    def next(self) -> Deal:
        """The game after this one at the same table: every phone comes to the same."""
        return replace(self, seed=(self.seed * 1664525 + 1013904223) % SEEDS)

    @property
    def number(self) -> int:
        """What the code holds: 3 bits for the variant, 2 for the players, 20 for the seed."""
        number = [*VARIANTS].index(self.variant.name)
        return (number << 2 | self.players - 2) << 20 | self.seed

    @property
    def code(self) -> str:
        """The six characters; the last one tells if another was mistyped."""
        letters = write_letters(self.number, LENGTH - 1)
        return letters + LETTERS[_check(letters)]

    @classmethod
    def from_code(cls, text: object) -> Deal:
        """Read a code back, however it was typed.

        Raises:
            DealError: it is none, or mistyped.
        """
        letters = typed_letters(text)
        if len(letters) != LENGTH:
            msg = f"six letters and digits, not {quote(text)}"
            raise DealError(msg, "length")
        number = read_letters(letters[:-1])
        variant, players = number >> 22, (number >> 20 & 3) + 2
        variants = [*VARIANTS.values()]
        fits = variant < len(variants) and players in variants[variant].players
        if not fits or LETTERS[_check(letters)] != letters[-1]:
            msg = f"mistyped, or of a newer version: {quote(text)}"
            raise DealError(msg)
        return cls(variants[variant], players, number & SEEDS - 1)


def _check(letters: str) -> int:
    """Return five bits that tell whether any one letter is another.

    The factors are odd, so no letter has the same share as another in its place; and they
    differ, so that most neighbors that changed places are noticed, too.
    """
    values = map(LETTERS.index, letters[: LENGTH - 1])
    shares = (value * factor for value, factor in zip(values, (3, 5, 9, 17, 7), strict=True))
    return (sum(shares) + 19) % 32
