"""The variants, one file each, and their registry."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from types import ModuleType

    from qwixx.rules.variants.families import Family

CODE_ROOM = 64
"""Number of variants and families that every kind of code can represent."""
__all__ = [
    "BIG_POINTS",
    "BONUS_A",
    "BONUS_B",
    "CLASSIC",
    "CODE_ROOM",
    "CONNECTED_A",
    "CONNECTED_B",
    "DOUBLE_A",
    "FAMILY_NUMBERS",
    "LONGO",
    "MIXX_A",
    "MIXX_B",
    "VARIANTS",
    "X_CHANGE",
    "entries_by_code_number",
    "entry_in_codes",
    "find_variant",
    "known_variant",
    "register",
    "variants_by_code_number",
]

FAMILY_NUMBERS = {"block": 50, "own": 51}
"""Numbers of the families of blocks in codes, by name; never changed or reused."""
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
    if variant.number in FAMILY_NUMBERS.values():
        msg = f"{variant.name}, number {variant.number}: taken by a family of blocks"
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

    Names of blocks contain their code: "block:R7K2M9".

    Raises:
        ValueError: the name is unknown; the message lists the known names. A `BlockCodeError` if
            the name of a block has a code that is not valid.

    Source: rules, "A block of your own".
    """
    if isinstance(name, Variant):
        return name
    try:
        return VARIANTS[name] if name in VARIANTS else _families().find_block(name)
    except (KeyError, TypeError, AttributeError):
        msg = f"unknown variant {short_repr(name)}; known: {', '.join(VARIANTS)}"
        raise ValueError(msg) from None


def known_variant(name: object) -> Variant | None:
    """Return a variant by the exact name that notation and saves hold; None if it is unknown."""
    try:
        variant = find_variant(name)  # type: ignore[arg-type] # any value is handled
    except ValueError:
        return None
    return variant if variant.name == name else None


def _families() -> ModuleType:
    """Import the families on first use: most games need none."""
    return import_module("qwixx.rules.variants.families")


def variants_by_code_number() -> tuple[Variant | None, ...]:
    """Return the registered variants, indexed by number; None for unused numbers."""
    variants: list[Variant | None] = [None] * CODE_ROOM
    for variant in VARIANTS.values():
        if variant.number is not None:
            variants[variant.number] = variant
    return tuple(variants)


def entries_by_code_number() -> tuple[Variant | Family | None, ...]:
    """Return the registered variants and the families, by number; None for unused numbers."""
    entries: list[Variant | Family | None] = [*variants_by_code_number()]
    for family in _families().FAMILIES.values():
        entries[family.number] = family
    return tuple(entries)


def entry_in_codes(variant: Variant) -> tuple[Variant | Family, str]:
    """Return the entry of a variant in codes: the variant itself, or its family and its code.

    Raises:
        ValueError: the variant is neither registered nor a block, so codes cannot hold it.
    """
    family = _families().FAMILIES.get(variant.name.partition(":")[0])
    if family is not None and variant.block_code:
        return family, variant.block_code
    if variant.number is None or variants_by_code_number()[variant.number] != variant:
        msg = f"codes cannot hold {variant.name}: it is not registered"
        raise ValueError(msg)
    return variant, ""
