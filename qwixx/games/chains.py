"""Hash chains: a source of dice that no device can choose or foresee.

Each device makes a chain of links, `s(k) = H("link", table, s(k + 1))`, from a random last link,
and publishes its anchor, `s(0)`. For each roll, each device gives the next link of its chain. The
dice are a hash of all these links. The anchor fixes each link in advance, so nobody can choose a
link; nobody can compute a link from earlier ones, so nobody can foresee the dice.

A chain exists in memory only. A page that is loaded again makes a new one, so no link is ever
given twice. There is no transport here, and no host: a `Call` says which links a roll needs, and a
`MadeRoll` holds them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from qwixx.rules.dice import draw_first_player, seeded_roll

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from qwixx.rules.dice import Roll
    from qwixx.rules.state import State

CHAIN_LENGTH = 1000
"""Number of links of a chain that can be given; a link's number is 1 to this."""
SPARE_LINKS = 20
"""Number of links that are left when a device makes its next chain."""
DRAW = -1
"""The turn of the roll that draws the first player."""
MAX_CHAINS = 5
"""Maximum number of chains in a roll: one for each seat."""

_SEED_BITS = 53
"""Length of a seed in bits; see `MAX_SEED`."""


def tagged_hash(tag: str, *values: object) -> str:
    """Return the SHA-256 of a tag and values, as 64 hexadecimal digits."""
    text = json.dumps(["qwixx", tag, *values], separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def previous_link(table: str, link: str, steps: int = 1) -> str:
    """Return the link that comes `steps` before a link of a chain.

    Args:
        table: id of the chain's table, 32 hexadecimal digits.
        link: the link, 32 hexadecimal digits.
        steps: the number of steps.
    """
    for _ in range(steps):
        link = tagged_hash("link", table, link)[:32]
    return link


@dataclass(frozen=True, slots=True, repr=False)
class Chain:
    """A device's chain at a table. Immutable, and never saved.

    Args:
        links: all links, from the anchor, which has number 0, to the last one.
    """

    links: tuple[str, ...]

    @property
    def anchor(self) -> str:
        """The public name of the chain: its first link, which fixes all others."""
        return self.links[0]

    def __repr__(self) -> str:
        return f"<Chain {self.anchor}>"  # without its secret links


def make_chain(table: str, secret: str, length: int = CHAIN_LENGTH) -> Chain:
    """Return a chain with a random last link.

    Args:
        table: id of the table, 32 hexadecimal digits.
        secret: the last link, 32 hexadecimal digits; random, and used only once.
        length: number of links that can be given.
    """
    links = [secret]
    for _ in range(length):
        links.append(previous_link(table, links[-1]))
    return Chain(tuple(reversed(links)))


def derive_chain(table: str, entropy: str, *counts: int) -> Chain:
    """Return a chain whose last link is derived from a device's entropy.

    Args:
        table: id of the table, 32 hexadecimal digits.
        entropy: secret random digits of the device; "" if it has none.
        counts: numbers that differ for each chain made from the same entropy.

    Raises:
        ValueError: there is no entropy.
    """
    if not entropy:
        msg = "no entropy for a chain"
        raise ValueError(msg)
    return make_chain(table, tagged_hash("chain", entropy, *counts)[:32])


class Call(NamedTuple):
    """A call for the links of a roll.

    Args:
        game: number of the game at its table, from 0.
        turn: the turn; `DRAW` for the draw of the first player.
        chains: the chains whose links enter the roll: (anchor, number of the link) pairs.
    """

    game: int
    turn: int
    chains: tuple[tuple[str, int], ...]

    @property
    def is_possible(self) -> bool:
        """Whether the call has 1 to `MAX_CHAINS` different chains, each with an existing link."""
        anchors = {anchor for anchor, _number in self.chains}
        return (
            0 < len(self.chains) <= MAX_CHAINS
            and len(anchors) == len(self.chains)
            and all(0 < number <= CHAIN_LENGTH for _anchor, number in self.chains)
        )

    def link_number(self, anchor: str) -> int | None:
        """Return the number of a chain's link in this roll; None for another chain."""
        return dict(self.chains).get(anchor)


class MadeRoll(NamedTuple):
    """A roll: a call with all its links.

    Args:
        game: see `Call`.
        turn: see `Call`.
        chains: see `Call`.
        links: the links, in the order of the chains.
    """

    game: int
    turn: int
    chains: tuple[tuple[str, int], ...]
    links: tuple[str, ...]

    @property
    def call(self) -> Call:
        """The call that this roll answers."""
        return Call(self.game, self.turn, self.chains)


class KnownLink(NamedTuple):
    """The last link of a chain that is known."""

    number: int
    link: str


def last_known_link(made: Iterable[MadeRoll], anchor: str) -> KnownLink:
    """Return the last link of a chain in some rolls; the anchor itself if there is none."""
    known = KnownLink(0, anchor)
    for roll in made:
        number = roll.call.link_number(anchor)
        if number is not None and number > known.number:
            known = KnownLink(number, roll.links[[*dict(roll.chains)].index(anchor)])
    return known


def is_next_link(table: str, known: KnownLink, number: int, link: str) -> bool:
    """Return whether a link belongs to a chain, and comes after the last known link."""
    steps = number - known.number
    if not (steps > 0 and number <= CHAIN_LENGTH):
        return False
    return previous_link(table, link, steps) == known.link


def fits_earlier_rolls(table: str, roll: MadeRoll, earlier: Sequence[MadeRoll]) -> bool:
    """Return whether each link of a roll is a later link of its chain than all earlier ones.

    Args:
        table: id of the table.
        roll: the roll.
        earlier: rolls of the same table that are known to be valid.
    """
    return (
        roll.call.is_possible
        and len(roll.links) == len(roll.chains)
        and all(
            is_next_link(table, last_known_link(earlier, anchor), number, link)
            for (anchor, number), link in zip(roll.chains, roll.links, strict=True)
        )
    )


def roll_seed(table: str, roll: MadeRoll) -> int:
    """Return the seed of a roll, 0 to `MAX_SEED`."""
    mixed = tagged_hash("roll", table, roll.game, roll.turn, roll.chains, roll.links)
    return int(mixed, 16) >> (4 * len(mixed) - _SEED_BITS)


def first_player_of(table: str, roll: MadeRoll, players: int) -> int:
    """Return the first player, whom the roll of the turn `DRAW` draws."""
    return draw_first_player(roll_seed(table, roll), players)


def find_roll(made: Iterable[MadeRoll], turn: int) -> MadeRoll | None:
    """Return the roll of a turn, or None."""
    return next((roll for roll in made if roll.turn == turn), None)


@dataclass(frozen=True, slots=True)
class Chained:
    """A source of dice (`dice_source.DiceSource`): the rolls that a table's devices have made.

    Args:
        table: id of the table, 32 hexadecimal digits.
        made: the rolls of a game.
        seed: see `DiceSource.seed`.
    """

    table: str
    made: tuple[MadeRoll, ...] = ()
    seed: int = 0

    def roll(self, state: State) -> Roll | None:
        """Return the dice of a state's turn; None if the devices have not made its roll yet."""
        made = find_roll(self.made, state.turn)
        if made is None:
            return None
        seed = roll_seed(self.table, made)
        return seeded_roll(seed, state.turn, state.variant, state.closed)
