"""The weights of the networks: a file for each variant and number of players.

A file is read when a game first needs it. Where there is no file system, as in a
browser, whoever gets it installs it:

    name = missing(variant, players)            # "" if it is there
    if name:
        install(name, bytes_of(f"qwixx/bots/weights/{name}"))

The table of the files is in `qwixx.bots`: a page knows which games a level plays
before it loads any of this. Each file is made by `qwixx.research.training`; the JSON file beside
it says how.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING

from qwixx.bots import FILES, find_file
from qwixx.bots.levels import MissingWeightsError, WeightFile
from qwixx.bots.planning.network import Network

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant

__all__ = [
    "FILES",
    "MissingWeightsError",
    "WeightFile",
    "find_file",
    "find_network",
    "install",
    "missing",
]

_installed: dict[str, Network] = {}


def find_network(variant: Variant | str, players: int) -> Network:
    """Return the network for a game.

    Raises:
        MissingWeightsError: there is none, or its file is not here and was not installed.
        ValueError: the file is damaged.
    """
    name = find_file(variant, players).name
    return _installed.get(name) or _in_folder(name, __path__[0])


def missing(variant: Variant | str, players: int) -> str:
    """Return the name of the file that a game needs if it cannot be read here, else "".

    For a game without weights it is "", too: there is nothing to fetch.
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
