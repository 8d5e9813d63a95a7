"""Dice: a roll, its text form, and how it comes from a random source or a seed.

Only `random.Random.random` is drawn on: its values are the same for one seed in every
version of Python, which is not promised for `randint` or `choice`.
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
"""The largest seed: up to here every reader of JSON keeps whole numbers exact."""

_BOT_STREAM_OFFSET = 1 << 15
"""The first of a game's random sources that is for bots: no game has so many turns."""
_DIE = "[1-9][0-9]?"
_ROLL_CODE = re.compile(f"({_DIE}),({_DIE}):((?:{_DIE}|-)(?:,(?:{_DIE}|-))*)")


@dataclass(frozen=True, slots=True)
class Roll:
    """What the dice show. Source: rules, "A turn".

    Args:
        white: the two white dice, 1 to 99 each.
        colored: the colored dice in the order of the rows, likewise; None for a die that
            is out of the game.

    Raises:
        ValueError: these are not dice at all.
    """

    white: tuple[int, int]
    colored: tuple[int | None, ...]

    def __post_init__(self) -> None:
        """Refuse what no dice can show."""
        tuples = isinstance(self.white, tuple) and isinstance(self.colored, tuple)
        if not (
            tuples
            and len(self.white) == 2
            and all(is_int_in_range(die, 1, 99) for die in self.white)
            and len(self.colored) > 0
            and all(die is None or is_int_in_range(die, 1, 99) for die in self.colored)
        ):
            msg = "a roll is a pair of white dice and a tuple of colored ones, each 1 to 99"
            raise ValueError(msg)

    @property
    def white_sum(self) -> int:
        """The sum of the two white dice. Source: rules, "White step"."""
        return self.white[0] + self.white[1]

    def without(self, closed: Sequence[bool]) -> Roll:
        """Return the roll with the dice of closed rows taken out. Source: rules, "Locking"."""
        if not any(closed):
            return self
        colored = zip(self.colored, closed, strict=True)
        return Roll(self.white, tuple(None if out else die for die, out in colored))

    @property
    def code(self) -> str:
        """The text form: white dice, a colon, colored dice, as in "4,1:3,6,-,6"."""
        colored = ",".join("-" if die is None else str(die) for die in self.colored)
        return f"{self.white[0]},{self.white[1]}:{colored}"

    @classmethod
    def from_code(cls, code: str) -> Roll:
        """Read `code` back.

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
    """Roll all dice that are still in the game. Source: rules, "A turn".

    Args:
        rng: the random source; `random()` is called once for each die in the box, so a
            closed row changes nothing for the others.
        variant: the rules, or the name of a registered variant.
        closed: for each row, whether it is closed and its die out.
    """
    variant = find_variant(variant)
    white = (_roll_die(rng, variant), _roll_die(rng, variant))
    colored = tuple(_roll_die(rng, variant) for _ in variant.rows)
    return Roll(white, colored).without(closed)


def seeded_roll(seed: int, turn: int, variant: Variant | str, closed: Sequence[bool]) -> Roll:
    """Return the dice of that turn in the game with that seed: always the same ones."""
    return roll_dice(_derived_rng(seed, turn + 1), variant, closed)


def draw_first_player(seed: int, players: int) -> int:
    """Draw by lot who begins the game with that seed. Source: rules, "First player"."""
    return int(_derived_rng(seed, 0).random() * players)


def next_seed(seed: int) -> int:
    """Return the seed of the game after the one with that seed."""
    return int(random.Random(seed).random() * MAX_SEED)  # noqa: S311 - dice, not secrets


def bot_rng(seed: int, event: int) -> random.Random:
    """Return what a bot may draw on for that event of the game with that seed.

    It is the same after undo and redo, and has nothing to do with any dice.
    """
    return _derived_rng(seed, _BOT_STREAM_OFFSET + event)


def check_seed(seed: object) -> int:
    """Return `seed` if it can be one.

    Raises:
        ValueError: it is not a whole number from 0 to `MAX_SEED`.
    """
    if isinstance(seed, int) and is_int_in_range(seed, 0, MAX_SEED):
        return seed
    msg = f"a seed is a whole number from 0 to {MAX_SEED}"
    raise ValueError(msg)


def _roll_die(rng: random.Random, variant: Variant) -> int:
    return 1 + int(rng.random() * variant.die_sides)


def _derived_rng(seed: int, index: int) -> random.Random:
    """Return an independent random source.

    Index 0 draws the first player, 1 + turn rolls the dice of a turn, and
    `_BOT_STREAM_OFFSET` + event is for the bot that decides on that event.
    """
    return random.Random((seed << 16) + index)  # noqa: S311 - dice, not secrets
