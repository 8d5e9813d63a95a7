"""The networks' weight files, by variant and number of players.

They are listed apart from `qwixx.bots.weights`, which reads them, so that the page knows which
games a level can play before it imports that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from qwixx.bots.digests import DIGESTS
from qwixx.rules.variants import find_variant

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant


class WeightFile(NamedTuple):
    """A network's weight file.

    Args:
        name: name of the file in `qwixx/bots/weights`.
        variant: name of the variant.
        players: supported numbers of players.
        digest: SHA-256 of the file, in hexadecimal.
    """

    name: str
    variant: str
    players: range
    digest: str

    def is_for_game(self, variant: Variant, players: int) -> bool:
        """Return whether the file is for games of this variant and number of players."""
        return self.variant == variant.name and players in self.players


class MissingWeightsError(LookupError):
    """The weights of a network are not available."""


FILES = (
    WeightFile("classic-2.bin", "classic", range(2, 3), DIGESTS["classic-2.bin"]),
    WeightFile("classic-3-5.bin", "classic", range(3, 6), DIGESTS["classic-3-5.bin"]),
    WeightFile("longo-2.bin", "longo", range(2, 3), DIGESTS["longo-2.bin"]),
    WeightFile("longo-3-5.bin", "longo", range(3, 6), DIGESTS["longo-3-5.bin"]),
)
"""The weight files. They determine which games the levels can play and
the coach can analyze."""


def has_weights(variant: Variant | str, players: int) -> bool:
    """Return whether there are weights for a game; the coach needs them to analyze it.

    Raises:
        ValueError: the variant is unknown.
    """
    variant = find_variant(variant)
    return any(file.is_for_game(variant, players) for file in FILES)


def find_file(variant: Variant | str, players: int) -> WeightFile:
    """Return the weight file for a game.

    Raises:
        MissingWeightsError: there are no weights for the game.
        ValueError: the variant is unknown.
    """
    variant = find_variant(variant)
    for file in FILES:
        if file.is_for_game(variant, players):
            return file
    msg = f"no weights for {variant.name} with {players} players"
    raise MissingWeightsError(msg)
