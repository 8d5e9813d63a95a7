"""Dice: rolls, their notation, and random sources.

Only `random.Random.random()` is used: for a given seed, Python guarantees that its values are the
same in every version, but makes no such promise for `randint` or `choice`.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from qwixx.rules.moves import is_int_in_range, short_repr
from qwixx.rules.variants import find_variant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.rules.layout import Variant

MAX_SEED = 2**53 - 1
"""The largest seed: the largest integer that every JSON parser reads exactly."""

_BOT_STREAM_OFFSET = 1 << 15
"""Index of the bots' first random stream; larger than the number of turns in any game."""
_DIE = "[1-9][0-9]?"
_ROLL_CODE = re.compile(f"({_DIE}),({_DIE}):((?:{_DIE}|-)(?:,(?:{_DIE}|-))*)")


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll of the dice. Source: rules, "A turn".

    Args:
        white: the two white dice, 1 to 99 each.
        colored: the colored dice, by row, 1 to 99 each; None for a die that is out of the game.

    Raises:
        ValueError: `white` is not a pair, `colored` is not a nonempty tuple, or a value is not
            valid for a die.
    """

    white: tuple[int, int]
    colored: tuple[int | None, ...]

    def __post_init__(self) -> None:
        """Check the values."""
        tuples = isinstance(self.white, tuple) and isinstance(self.colored, tuple)
        if not (
            tuples
            and len(self.white) == 2
            and all(is_int_in_range(die, 1, 99) for die in self.white)
            and len(self.colored) > 0
            and all(die is None or is_int_in_range(die, 1, 99) for die in self.colored)
        ):
            msg = "a roll needs a pair of white dice and a tuple of colored ones, each 1 to 99"
            raise ValueError(msg)

    @property
    def white_sum(self) -> int:
        """The sum of the two white dice. Source: rules, "White step"."""
        return self.white[0] + self.white[1]

    def without(self, closed: Sequence[bool]) -> Roll:
        """Return the roll without the dice of closed rows. Source: rules, "Locking"."""
        if not any(closed):
            return self
        colored = zip(self.colored, closed, strict=True)
        return Roll(self.white, tuple(None if out else die for die, out in colored))

    @property
    def code(self) -> str:
        """The text form: white dice, a colon, and colored dice, as in "4,1:3,6,-,6"."""
        colored = ",".join("-" if die is None else str(die) for die in self.colored)
        return f"{self.white[0]},{self.white[1]}:{colored}"

    @classmethod
    def from_code(cls, code: str) -> Roll:
        """Parse the text form of a roll; see `Roll.code`.

        Raises:
            ValueError: the text is not a roll.
        """
        match = _ROLL_CODE.fullmatch(code) if isinstance(code, str) else None
        if match is None:
            msg = (
                f"not a roll: {short_repr(code)} (white dice, a colon, colored dice: 4,1:3,6,-,6)"
            )
            raise ValueError(msg)
        colored = (None if die == "-" else int(die) for die in match[3].split(","))
        return cls((int(match[1]), int(match[2])), tuple(colored))


def roll_dice(rng: random.Random, variant: Variant | str, closed: Sequence[bool]) -> Roll:
    """Roll all dice that are in the game. Source: rules, "A turn".

    Args:
        rng: the random source; `random()` is called once per die, even for dice that are out of
            the game, so that a closed row does not change the other dice.
        variant: the variant, or the name of a registered one.
        closed: for each row, whether it is closed and its die is out of the game.

    Raises:
        ValueError: the variant is unknown.
    """
    variant = find_variant(variant)
    white = (_roll_die(rng, variant), _roll_die(rng, variant))
    colored = tuple(_roll_die(rng, variant) for _ in variant.rows)
    return Roll(white, colored).without(closed)


def seeded_roll(seed: int, turn: int, variant: Variant | str, closed: Sequence[bool]) -> Roll:
    """Return the roll of a turn, which the game's seed determines; see `roll_dice`."""
    return roll_dice(_derived_rng(seed, turn + 1), variant, closed)


def draw_first_player(seed: int, players: int) -> int:
    """Draw the first player of the game with the given seed. Source: rules, "First player"."""
    return int(_derived_rng(seed, 0).random() * players)


def next_seed(seed: int) -> int:
    """Return the next game's seed, derived from the seed of the current game."""
    return int(random.Random(seed).random() * MAX_SEED)  # noqa: S311 - dice, not secrets


def bot_rng(seed: int, event: int) -> random.Random:
    """Return the random source for a bot's decision in a game.

    The source is the same after undo and redo, and independent of the dice.

    Args:
        seed: seed of the game.
        event: index of the decision in `Game.events`.
    """
    return _derived_rng(seed, _BOT_STREAM_OFFSET + event)


def check_seed(seed: object) -> int:
    """Return `seed` if it is valid.

    Raises:
        ValueError: the seed is not an integer from 0 to `MAX_SEED`.
    """
    if isinstance(seed, int) and is_int_in_range(seed, 0, MAX_SEED):
        return seed
    msg = f"a seed must be a whole number from 0 to {MAX_SEED}"
    raise ValueError(msg)


def _roll_die(rng: random.Random, variant: Variant) -> int:
    return 1 + int(rng.random() * variant.die_sides)


def _derived_rng(seed: int, index: int) -> random.Random:
    """Return the random source for a seed and an index; each index has its own sequence.

    Index 0 is for drawing the first player, 1 + turn for the dice of a turn, and
    `_BOT_STREAM_OFFSET` + event for a bot's decision at that index of the event log.
    """
    return random.Random((seed << 16) + index)  # noqa: S311 - dice, not secrets
