"""Install fetched catalogs and weights before their messages are sent.

This way, messages carry no files, and `update` stays pure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.model.messages import CatalogLoaded, WeightsLoaded
from qwixx.ui.texts import languages

if TYPE_CHECKING:
    from collections.abc import Callable


def try_install_catalog(code: str, data: bytes) -> CatalogLoaded:
    """Install a language's catalog, and return the message that reports the result.

    Args:
        code: code of the language.
        data: contents of its catalog; b"" if the fetch failed.
    """
    return CatalogLoaded(code, _try_install(languages.install_catalog, code, data))


def try_install_weights(name: str, data: bytes) -> WeightsLoaded:
    """Install a weight file, and return the message that reports the result.

    Args:
        name: name of the weights.
        data: contents of the file; b"" if the fetch failed.
    """
    from qwixx.bots import weights  # noqa: PLC0415 - loads when first needed

    return WeightsLoaded(name, _try_install(weights.install_weights, name, data))


def _try_install(install: Callable[[str, bytes], None], name: str, data: bytes) -> bool:
    try:
        install(name, data)
    except ValueError:
        return False
    return True
