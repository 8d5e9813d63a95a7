"""Same dice without a connection: the few characters that make every phone roll the same.

They tell rules, seats and dice. All that is read out or typed at a table is written in the
letters of this module, of which no two look alike.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from qwixx.rules.dice import draw_first_player
from qwixx.rules.moves import is_int_in_range, short_repr
from qwixx.rules.sheet import Sheet
from qwixx.rules.variants import CODE_ROOM, code_number, find_variant, variants_by_number

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant

SEED_COUNT = 1 << 20
"""The number of games of each kind."""
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The digits of what is typed: those of Crockford's base 32."""
_ALIKE = str.maketrans("ILO", "110")


class _Form(NamedTuple):
    """A form of code.

    Attributes:
        length: the number of characters, with the one that checks the others.
        variants: the number of variants it has room for: those with the lowest numbers.
        players: the numbers of players it has room for.
    """

    length: int
    variants: int
    players: range


_FORMS = (_Form(6, 8, range(2, 6)), _Form(7, 2 * CODE_ROOM, range(1, 9)))
"""The forms of a code: each game has the shortest that has room for it."""
LENGTH = _FORMS[0].length
"""The number of characters of most codes."""


class SameDiceError(ValueError):
    """What does not belong to a game with the same dice: a code, a seat, a step.

    Args:
        msg: what is wrong, for developers.
        why: the same as one word, for who has a sentence for it.
    """

    def __init__(self, msg: str, why: str = "slip") -> None:
        """Tell what is wrong."""
        super().__init__(msg)
        self.why = why


def normalize_typed(text: object) -> str:
    """Return what was typed as letters: small ones, spaces, hyphens, O for 0, other digits.

    Raises:
        SameDiceError: something in it is no letter.
    """
    typed = text if isinstance(text, str) and len(text) <= 80 else "?"
    digits = (str(int(letter)) if letter.isdecimal() else letter for letter in typed.upper())
    letters = "".join("".join(digits).translate(_ALIKE).replace("-", " ").split())
    if {*letters} <= {*LETTERS}:
        return letters
    msg = f"no letters and digits of a code: {short_repr(text)}"
    raise SameDiceError(msg)


def encode_base32(number: int, length: int) -> str:
    """Write a number in so many letters."""
    return "".join(LETTERS[number >> 5 * place & 31] for place in reversed(range(length)))


def decode_base32(letters: str) -> int:
    """Read a number back."""
    number = 0
    for letter in letters:
        number = number << 5 | LETTERS.index(letter)
    return number


@dataclass(frozen=True, slots=True)
class SharedSetup:
    """What all phones at a table have in common.

    Args:
        variant: the rules; a name is accepted, too.
        players: the number of players.
        seed: the source of the dice, below `SEED_COUNT`.
    """

    variant: Variant
    players: int
    seed: int

    def __post_init__(self) -> None:
        """Find a variant that is given by name."""
        object.__setattr__(self, "variant", find_variant(self.variant))

    @property
    def first(self) -> int:
        """Index of the player who begins, drawn by lot. Source: rules, "First player"."""
        return draw_first_player(self.seed, self.players)

    def active(self, turn: int) -> int:
        """Return whose turn it is. Source: rules, "A turn"."""
        return (self.first + turn) % self.players

    def turns_of(self, seat: int, turns: int) -> int:
        """Return in how many of the first turns a player is the active one."""
        return sum(self.active(turn) == seat for turn in range(turns))

    def blank_sheet(self, seat: int) -> Sheet:
        """Return a player's sheet before the first turn, with the lucky numbers of `new_game`.

        Raises:
            SameDiceError: there is no such seat.
        """
        if not is_int_in_range(seat, 0, self.players - 1):
            msg = f"no seat {short_repr(seat)} among {self.players}"
            raise SameDiceError(msg)
        pairs = self.variant.lucky_pairs
        return Sheet(self.variant, lucky=pairs[seat] if pairs else ())

    @property
    def next(self) -> SharedSetup:
        """The game after this one at the same table: every phone comes to the same."""
        return replace(self, seed=(self.seed * 1664525 + 1013904223) % SEED_COUNT)

    @property
    def _form(self) -> _Form:
        number = code_number(self.variant)
        for form in _FORMS:
            if number < form.variants and self.players in form.players:
                return form
        msg = f"no code has room for {self.players} players"
        raise ValueError(msg)

    @property
    def number(self) -> int:
        """The content of the code as a number: the variant, the players, the seed."""
        players = self._form.players
        kind = code_number(self.variant) * len(players) + players.index(self.players)
        return kind * SEED_COUNT + self.seed

    @property
    def code(self) -> str:
        """The characters of the code; the last one tells if another was mistyped.

        Raises:
            ValueError: the variant is not registered.
        """
        letters = encode_base32(self.number, self._form.length - 1)
        return letters + LETTERS[_check(letters)]

    @classmethod
    def from_code(cls, text: object) -> SharedSetup:
        """Read a code back, however it was typed.

        Raises:
            SameDiceError: it is none, or mistyped.
        """
        letters = normalize_typed(text)
        form = next((form for form in _FORMS if form.length == len(letters)), None)
        if form is None:
            msg = f"{LENGTH} letters and digits, or one more, not {short_repr(text)}"
            raise SameDiceError(msg, "length")
        kind, seed = divmod(decode_base32(letters[:-1]), SEED_COUNT)
        number, index = divmod(kind, len(form.players))
        players = form.players[index]
        variant = variants_by_number()[number] if number < CODE_ROOM else None
        if variant is not None and players in variant.players:
            deal = cls(variant, players, seed)
            if deal.code == letters:
                return deal
        msg = f"mistyped, or of a newer version: {short_repr(text)}"
        raise SameDiceError(msg)


_FACTORS = (3, 5, 9, 17, 7, 13)
"""The weight of each letter in the check, for the longest code."""


def _check(letters: str) -> int:
    """Return five bits that tell whether any one letter is another.

    The factors are odd, so no letter has the same share as another in its place; and they
    differ, so that most neighbors that changed places are noticed, too.
    """
    values = map(LETTERS.index, letters)
    shares = (value * factor for value, factor in zip(values, _FACTORS, strict=False))
    return (sum(shares) + 19) % 32
