"""The variants of the game, a file for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.rules.moves import quote
from qwixx.rules.variants.classic import CLASSIC
from qwixx.rules.variants.longo import LONGO

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant

__all__ = ["CLASSIC", "LONGO", "VARIANTS", "find_variant"]

VARIANTS = {variant.name: variant for variant in (CLASSIC, LONGO)}
"""All variants by name, in the order in which they are offered, and in which links count them: a
new one comes last."""


def find_variant(name: str) -> Variant:
    """Return the variant of that name.

    Raises:
        ValueError: there is none; the message names the known ones.
    """
    try:
        return VARIANTS[name]
    except (KeyError, TypeError):
        msg = f"unknown variant {quote(name)}; known: {', '.join(VARIANTS)}"
        raise ValueError(msg) from None
