"""Weights of the networks: one file per variant and range of players.

A file is read when a game first needs it. In a browser, where files of this package cannot be
read, fetch the file and install it:

    name = missing_file(variant, players)  # "" if the weights are available
    if name:
        install_weights(name, bytes_of(f"qwixx/bots/weights/{name}"))

The files are listed in `qwixx.bots.weight_files`. `qwixx.research.training` writes each file; the
JSON file beside it records how the network was trained.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING

from qwixx.bots.planning.network import Network
from qwixx.bots.weight_files import FILES, MissingWeightsError, WeightFile, find_file

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant

__all__ = [
    "FILES",
    "MissingWeightsError",
    "WeightFile",
    "find_file",
    "find_network",
    "install_weights",
    "missing_file",
]

_installed: dict[str, Network] = {}


def find_network(variant: Variant | str, players: int) -> Network:
    """Return the network for a game.

    Raises:
        MissingWeightsError: there are no weights for the game, or their file is neither in
            this package nor installed.
        ValueError: the variant is unknown, or the file is damaged.
    """
    name = find_file(variant, players).name
    return _installed.get(name) or _read_from_folder(name, __path__[0])


def missing_file(variant: Variant | str, players: int) -> str:
    """Return the name of the weight file to fetch for a game.

    Return "" if the weights are available, or if there are none for the game.

    Raises:
        ValueError: the variant is unknown, or the weight file in this package is damaged.
    """
    try:
        name = find_file(variant, players).name
    except MissingWeightsError:
        return ""
    try:
        find_network(variant, players)
    except MissingWeightsError:
        return name
    return ""


def install_weights(name: str, data: bytes) -> None:
    """Install a weight file that the caller has fetched.

    Args:
        name: name of the file, from `missing_file`.
        data: contents of the file.

    Raises:
        ValueError: the name is unknown, or the data does not match the file's digest.
    """
    _installed[name] = _decode_checked(name, data)


@cache
def _read_from_folder(name: str, folder: str) -> Network:
    """Return the network in a file of this package, even if the package is in a ZIP file.

    Avoids `importlib.resources`, which is slow to import in the page.
    """
    try:
        data = __loader__.get_data(f"{folder}/{name}")  # type: ignore[name-defined]
    except OSError as error:
        msg = f"the weights {name} were not installed"
        raise MissingWeightsError(msg) from error
    return _decode_checked(name, data)


def _decode_checked(name: str, data: bytes) -> Network:
    digests = {file.name: file.digest for file in FILES}
    if sha256(data).hexdigest() != digests.get(name):
        msg = f"not the weight file {name}"
        raise ValueError(msg)
    return Network(data)
