"""The variants, one file each, and their registry."""

from __future__ import annotations

from qwixx.rules.layout import Variant
from qwixx.rules.moves import is_int_in_range, short_repr
from qwixx.rules.variants.big_points import BIG_POINTS
from qwixx.rules.variants.bonus_a import BONUS_A
from qwixx.rules.variants.bonus_b import BONUS_B
from qwixx.rules.variants.classic import CLASSIC
from qwixx.rules.variants.connected_a import CONNECTED_A
from qwixx.rules.variants.connected_b import CONNECTED_B
from qwixx.rules.variants.double_a import DOUBLE_A
from qwixx.rules.variants.longo import LONGO
from qwixx.rules.variants.mixx_a import MIXX_A
from qwixx.rules.variants.mixx_b import MIXX_B
from qwixx.rules.variants.x_change import X_CHANGE

CODE_ROOM = 64
"""Number of variants that every kind of code can represent."""
__all__ = [
    "BIG_POINTS",
    "BONUS_A",
    "BONUS_B",
    "CLASSIC",
    "CODE_ROOM",
    "CONNECTED_A",
    "CONNECTED_B",
    "DOUBLE_A",
    "LONGO",
    "MIXX_A",
    "MIXX_B",
    "VARIANTS",
    "X_CHANGE",
    "find_variant",
    "number_in_codes",
    "register",
    "variants_by_code_number",
]

VARIANTS: dict[str, Variant] = {}
"""Registered variants by name, in the order in which players see them."""


def register(variant: Variant) -> Variant:
    """Register a variant, so that players can choose it and links, codes, and saves can hold it.

    Raises:
        ValueError: the variant's number is not from 0 to `CODE_ROOM` - 1, or its name or number
            is already taken.
    """
    if not is_int_in_range(variant.number, 0, CODE_ROOM - 1):
        msg = f"{variant.name}: number must be 0 to {CODE_ROOM - 1}, got {variant.number}"
        raise ValueError(msg)
    for other in VARIANTS.values():
        if variant.name == other.name or variant.number == other.number:
            msg = f"{variant.name}, number {variant.number}: taken by {other.name}"
            raise ValueError(msg)
    VARIANTS[variant.name] = variant
    return variant


for _variant in (
    CLASSIC,
    LONGO,
    MIXX_A,
    MIXX_B,
    BIG_POINTS,
    BONUS_A,
    BONUS_B,
    CONNECTED_A,
    CONNECTED_B,
    X_CHANGE,
    DOUBLE_A,
):
    register(_variant)


def find_variant(name: Variant | str) -> Variant:
    """Return a variant by name; a `Variant` is returned unchanged.

    Raises:
        ValueError: the name is unknown; the message lists the known names.
    """
    if isinstance(name, Variant):
        return name
    try:
        return VARIANTS[name]
    except (KeyError, TypeError):
        msg = f"unknown variant {short_repr(name)}; known: {', '.join(VARIANTS)}"
        raise ValueError(msg) from None


def number_in_codes(variant: Variant) -> int:
    """Return the number that stands for a variant in codes.

    Raises:
        ValueError: the variant is not registered, so codes cannot hold it.
    """
    if variant.number is None or variants_by_code_number()[variant.number] != variant:
        msg = f"codes cannot hold {variant.name}: it is not registered"
        raise ValueError(msg)
    return variant.number


def variants_by_code_number() -> tuple[Variant | None, ...]:
    """Return the registered variants, indexed by number; None for unused numbers."""
    variants: list[Variant | None] = [None] * CODE_ROOM
    for variant in VARIANTS.values():
        if variant.number is not None:
            variants[variant.number] = variant
    return tuple(variants)
