"""What the page has fetched for itself is installed here, and the message tells whether it was.

That is so before `update` hears of it: no message carries a file, and `update` changes nothing
but the model.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.model.messages import CatalogLoaded, WeightsLoaded
from qwixx.ui.texts import languages

if TYPE_CHECKING:
    from collections.abc import Callable


def catalog_came(code: str, data: bytes) -> CatalogLoaded:
    """Install the catalogue of a language; nothing stands for one that could not be had."""
    return CatalogLoaded(code, _installed(languages.install, code, data))


def weights_came(name: str, data: bytes) -> WeightsLoaded:
    """Install a file of weights; nothing stands for one that could not be had."""
    from qwixx.bots import weights  # noqa: PLC0415 - loads when first needed

    return WeightsLoaded(name, _installed(weights.install, name, data))


def _installed(install: Callable[[str, bytes], None], name: str, data: bytes) -> bool:
    try:
        install(name, data)
    except ValueError:
        return False
    return True
