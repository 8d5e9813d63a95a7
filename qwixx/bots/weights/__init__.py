"""The weights of the networks: a file for each variant and number of players.

A file is read when a game first needs it. Where there is no file system, as in a
browser, somebody else reads it and hands it in:

    name = missing(variant, players)            # "" if it is there
    if name:
        provide(name, bytes_of(f"qwixx/bots/weights/{name}"))

Each file is made by `qwixx.training`; the JSON file beside it says how.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from qwixx.bots.network import Network

if TYPE_CHECKING:
    from qwixx.variants import Variant


class WeightFile(NamedTuple):
    """A file of weights.

    Attributes:
        name: of the file in this folder.
        variant: the name of the variant that it is for.
        players: for how many players.
        digest: the SHA-256 of the file, as hexadecimal digits.
    """

    name: str
    variant: str
    players: range
    digest: str


FILES = (
    WeightFile(
        "classic-2.bin",
        "classic",
        range(2, 3),
        "d3da13d48c82ec1e1670552dbfa655e3279d3c5851deb57e61c2371abf825351",
    ),
    WeightFile(
        "classic-3-5.bin",
        "classic",
        range(3, 6),
        "09a143519ad5e9825acd65bffc6956f33e60b963f4abcc37344214cf3c049644",
    ),
    WeightFile(
        "longo-2-5.bin",
        "longo",
        range(2, 6),
        "9c13b8f2cb42f0c2d0e9a824d787d4e249ed296706997a1d7cf0f7b310a2e230",
    ),
)

_networks: dict[str, Network] = {}


class MissingWeightsError(LookupError):
    """A network is asked for whose weights are not there."""


def find_file(variant: Variant, players: int) -> WeightFile:
    """Return the file for a game.

    Raises:
        MissingWeightsError: there is none.
    """
    for file in FILES:
        if file.variant == variant.name and players in file.players:
            return file
    msg = f"no weights for {variant.name} with {players} players"
    raise MissingWeightsError(msg)


def find_network(variant: Variant, players: int) -> Network:
    """Return the network for a game.

    Raises:
        MissingWeightsError: there is none, or its file is not here and was not provided.
        ValueError: the file is damaged.
    """
    file = find_file(variant, players)
    if file.name not in _networks:
        provide(file.name, _read(file.name))
    return _networks[file.name]


def missing(variant: Variant, players: int) -> str:
    """Return the name of the file that a game needs if it cannot be read here, else ""."""
    try:
        find_network(variant, players)
    except MissingWeightsError:
        return find_file(variant, players).name
    return ""


def provide(name: str, data: bytes) -> None:
    """Hand in a file.

    Raises:
        ValueError: it is not the file of that name.
    """
    digests = {file.name: file.digest for file in FILES}
    if sha256(data).hexdigest() != digests.get(name):
        msg = f"not the weights {name}"
        raise ValueError(msg)
    _networks[name] = Network(data)


def _read(name: str) -> bytes:
    try:
        with open(f"{__path__[0]}/{name}", "rb") as file:  # noqa: PTH123 - the page has no pathlib
            return file.read()
    except FileNotFoundError:
        msg = f"the weights {name} were not provided"
        raise MissingWeightsError(msg) from None
