"""The join code of a same-dice game: a few characters that make every phone roll the same dice.

The code holds the variant, the number of players, and the seed. For a block, it contains the
block's code: with a block by code, it has twelve characters; with a block by hand, it is so long
that people send it as a link or a QR code. All codes that people type or read aloud use
Crockford's base 32, which has no look-alike letters.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import cycle
from typing import TYPE_CHECKING, NamedTuple

from qwixx.rules.base32 import LETTERS, decode_base32, encode_base32, normalize_letters
from qwixx.rules.dice import draw_first_player
from qwixx.rules.moves import is_int_in_range, short_repr
from qwixx.rules.state import new_game
from qwixx.rules.variants import (
    CODE_ROOM,
    entry_in_codes,
    find_variant,
    known_variant,
    variants_by_code_number,
)
from qwixx.rules.variants.families import FAMILIES

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant
    from qwixx.rules.sheet import Sheet

SEED_COUNT = 1 << 20
"""Number of seeds, and thus of different games per variant and number of players."""


class _Form(NamedTuple):
    """A form of the join code.

    Args:
        length: number of characters, including the check character.
        variants: number of variants that fit, lowest numbers first.
        players: numbers of players that fit.
        family: name of the family whose blocks fit; "" if variants do.
    """

    length: int
    variants: int
    players: range
    family: str = ""

    def variant(self, number: int) -> Variant | None:
        """Return the variant of a number in a code of this form, or None."""
        if self.family:
            letters = encode_base32(number, FAMILIES[self.family].length)
            return known_variant(f"{self.family}:{letters}")
        return variants_by_code_number()[number] if number < CODE_ROOM else None


_FORMS = (
    _Form(6, 8, range(2, 6)),
    _Form(7, 2 * CODE_ROOM, range(1, 9)),
    # five characters more than a block's code hold eight numbers of players and the seed
    *(_Form(each.length + 6, 0, range(1, 9), each.name) for each in FAMILIES.values()),
)
"""Forms of the code; a game uses the shortest form that it fits into."""
_LONGEST_TYPED = 12
"""Maximum length of a code that people type."""
LENGTH = _FORMS[0].length
"""Number of characters in most codes."""


class SameDiceError(ValueError):
    """A code, seat, or action is not valid in a same-dice game.

    Args:
        msg: message for developers.
        reason: machine-readable reason, such as "slip" for a typing error.
    """

    def __init__(self, msg: str, reason: str = "slip") -> None:
        """Store the reason."""
        super().__init__(msg)
        self.reason = reason


def normalize_typed(text: object) -> str:
    """Normalize a code that a person typed.

    Converts to uppercase, drops spaces and hyphens, maps O to 0 and I and L to 1, and converts
    digits of other scripts.

    Raises:
        SameDiceError: the text contains other characters, or is too long.
    """
    typed = text if isinstance(text, str) and len(text) <= 80 else "?"
    letters = normalize_letters(typed)
    if {*letters} <= {*LETTERS}:
        return letters
    msg = f"invalid characters in a code: {short_repr(text)}"
    raise SameDiceError(msg)


@dataclass(frozen=True, slots=True)
class SharedSetup:
    """The setup that all phones of a same-dice game share.

    Args:
        variant: the variant, or its name.
        players: number of players.
        seed: seed of the dice, below `SEED_COUNT`.

    Raises:
        ValueError: the name of the variant is unknown.
    """

    variant: Variant
    players: int
    seed: int

    def __post_init__(self) -> None:
        """Look up a variant given by name."""
        object.__setattr__(self, "variant", find_variant(self.variant))

    @property
    def first_seat(self) -> int:
        """Seat of the player who begins, drawn from the seed. Source: rules, "First player"."""
        return draw_first_player(self.seed, self.players)

    def active_player(self, turn: int) -> int:
        """Return the active player of a turn. Source: rules, "A turn"."""
        return (self.first_seat + turn) % self.players

    def active_turn_count(self, seat: int, turns: int) -> int:
        """Return the number of turns among the first `turns` in which `seat` is active."""
        return sum(self.active_player(turn) == seat for turn in range(turns))

    def blank_sheet(self, seat: int) -> Sheet:
        """Return a player's blank sheet, with the lucky numbers or the card that `new_game` deals.

        Raises:
            SameDiceError: there is no such seat.
        """
        if not is_int_in_range(seat, 0, self.players - 1):
            msg = f"no seat {short_repr(seat)} among {self.players}"
            raise SameDiceError(msg)
        return new_game(self.variant, self.players).sheets[seat]

    @property
    def next_setup(self) -> SharedSetup:
        """The setup of the next game at the same table, the same on every phone."""
        return replace(self, seed=(self.seed * 1664525 + 1013904223) % SEED_COUNT)

    @property
    def _shortest_code_form(self) -> _Form:
        entry, block_code = entry_in_codes(self.variant)
        for form in _FORMS:
            fits = form.family == entry.name if block_code else (entry.number or 0) < form.variants
            if fits and self.players in form.players:
                return form
        msg = f"no code fits {self.players} players"
        raise ValueError(msg)

    @property
    def packed_number(self) -> int:
        """Variant, number of players, and seed as one number.

        Raises:
            ValueError: the variant is not registered, or no code fits the number of players.
        """
        form, (entry, block_code) = self._shortest_code_form, entry_in_codes(self.variant)
        kind = decode_base32(block_code) if block_code else entry.number or 0
        index = form.players.index(self.players)
        return (kind * len(form.players) + index) * SEED_COUNT + self.seed

    @property
    def code(self) -> str:
        """The join code. The last character is a check character.

        Raises:
            ValueError: the variant is not registered, or no code fits the number of players.
        """
        letters = encode_base32(self.packed_number, self._shortest_code_form.length - 1)
        return letters + LETTERS[_check_digit(letters)]

    @property
    def is_typed(self) -> bool:
        """Whether people can type the code; otherwise, they send it as a link or a QR code."""
        return len(self.code) <= _LONGEST_TYPED

    @property
    def short_code(self) -> str:
        """The code, or, if nobody types it, its end, by which people tell tables apart."""
        return self.code if self.is_typed else self.code[-LENGTH:]

    @classmethod
    def from_code(cls, text: object) -> SharedSetup:
        """Parse a join code that a person typed.

        Raises:
            SameDiceError: the text is not a join code; `reason` is "length" or "slip".
        """
        letters = normalize_typed(text)
        form = next((form for form in _FORMS if form.length == len(letters)), None)
        if form is None:
            msg = (
                f"a join code has {LENGTH} letters and digits, one more, or {LENGTH} more, not"
                f" {short_repr(text)}"
            )
            raise SameDiceError(msg, "length")
        kind, seed = divmod(decode_base32(letters[:-1]), SEED_COUNT)
        number, index = divmod(kind, len(form.players))
        players = form.players[index]
        variant = form.variant(number)
        if variant is not None and players in variant.players:
            setup = cls(variant, players, seed)
            if setup.code == letters:
                return setup
        msg = f"mistyped, or from a newer version: {short_repr(text)}"
        raise SameDiceError(msg)


_FACTORS = (3, 5, 9, 17, 7, 13)
"""Weights of the letters in the checksum, over and over."""


def _check_digit(letters: str) -> int:
    """Return the value of the check character, five bits.

    Odd factors detect every single wrong letter; different factors detect most swaps of
    neighbors.
    """
    values = map(LETTERS.index, letters)
    products = (value * factor for value, factor in zip(values, cycle(_FACTORS), strict=False))
    return (sum(products) + 19) % 32
