"""The weights of the networks: a file for each variant and number of players.

A file is read when a game first needs it. Where there is no file system, as in a
browser, whoever gets it installs it:

    name = missing(variant, players)            # "" if it is there
    if name:
        install(name, bytes_of(f"qwixx/bots/weights/{name}"))

Each file is made by `qwixx.research.training`; the JSON file beside it says how.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from qwixx.bots.thinking.network import Network

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant


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
        "9f804dd4945aa6ea95cdd37a9b701bd3a3ebe5de9c20538d584c133b94d6ba60",
    ),
    WeightFile(
        "classic-3-5.bin",
        "classic",
        range(3, 6),
        "1673a7a7beb8808631e68751391af55545c66ec919365c819a14e9f3d75510ce",
    ),
    WeightFile(
        "longo-2.bin",
        "longo",
        range(2, 3),
        "fdd54abc37d5d0bf5ea49a0d1f32d029dc681936c751c211772c4c6218bf5e0c",
    ),
    WeightFile(
        "longo-3-5.bin",
        "longo",
        range(3, 6),
        "e76c0a2cf178c95eb10a661b96dbd45adb1d6db59fa29adb928b182d0b03dcfe",
    ),
)

_installed: dict[str, Network] = {}


class MissingWeightsError(LookupError):
    """A network is asked for whose weights are not there."""


def find_file(variant: Variant | str, players: int) -> WeightFile:
    """Return the file for a game.

    Raises:
        MissingWeightsError: there is none.
    """
    for file in FILES:
        if file.variant == variant.name and players in file.players:
            return file
    msg = f"no weights for {variant.name} with {players} players"
    raise MissingWeightsError(msg)


def find_network(variant: Variant | str, players: int) -> Network:
    """Return the network for a game.

    Raises:
        MissingWeightsError: there is none, or its file is not here and was not installed.
        ValueError: the file is damaged.
    """
    name = find_file(variant, players).name
    return _installed.get(name) or _in_folder(name, __path__[0])


def missing(variant: Variant | str, players: int) -> str:
    """Return the name of the file that a game needs if it cannot be read here, else ""."""
    try:
        find_network(variant, players)
    except MissingWeightsError:
        return find_file(variant, players).name
    return ""


def install(name: str, data: bytes) -> None:
    """Have a file at hand from now on: for whoever has got it from elsewhere.

    Raises:
        ValueError: it is not the file of that name.
    """
    _installed[name] = _read(name, data)


@cache
def _in_folder(name: str, folder: str) -> Network:
    """Return the network of a file in this package, which may be in a zip.

    `importlib.resources` reads from a zip as well, but takes long to import in the page.
    """
    try:
        data = __loader__.get_data(f"{folder}/{name}")  # type: ignore[name-defined]
    except OSError as error:
        msg = f"the weights {name} were not installed"
        raise MissingWeightsError(msg) from error
    return _read(name, data)


def _read(name: str, data: bytes) -> Network:
    digests = {file.name: file.digest for file in FILES}
    if sha256(data).hexdigest() != digests.get(name):
        msg = f"not the weights {name}"
        raise ValueError(msg)
    return Network(data)
