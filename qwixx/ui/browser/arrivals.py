"""Install fetched catalogs and weights before their messages are sent.

So messages carry no files, and `update` stays pure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.model.messages import CatalogLoaded, WeightsLoaded
from qwixx.ui.texts import languages

if TYPE_CHECKING:
    from collections.abc import Callable


def catalog_came(code: str, data: bytes) -> CatalogLoaded:
    """Install the catalog of a language; None stands for a failed fetch."""
    return CatalogLoaded(code, _installed(languages.install, code, data))


def weights_came(name: str, data: bytes) -> WeightsLoaded:
    """Install a file of weights; None stands for a failed fetch."""
    from qwixx.bots import weights  # noqa: PLC0415 - loads when first needed

    return WeightsLoaded(name, _installed(weights.install, name, data))


def _installed(install: Callable[[str, bytes], None], name: str, data: bytes) -> bool:
    try:
        install(name, data)
    except ValueError:
        return False
    return True
