"""The variants of the game: a file for each, registered in one line."""

from __future__ import annotations

from qwixx.rules.layout import Variant
from qwixx.rules.moves import is_int_in_range, short_repr
from qwixx.rules.variants.classic import CLASSIC
from qwixx.rules.variants.longo import LONGO

CODE_ROOM = 64
"""The number of variants that every code has room for: no variant's number reaches it."""
__all__ = [
    "CLASSIC",
    "CODE_ROOM",
    "LONGO",
    "VARIANTS",
    "code_number",
    "find_variant",
    "register",
    "variants_by_number",
]

VARIANTS: dict[str, Variant] = {}
"""All registered variants by name, in the order in which they are offered."""


def register(variant: Variant) -> Variant:
    """Add a variant to those that are offered, and that links, codes and saves can hold.

    Raises:
        ValueError: it has no number for which codes have room, or its name or number belongs
            to another one.
    """
    if not is_int_in_range(variant.number, 0, CODE_ROOM - 1):
        msg = f"{variant.name}: codes have room for 0 to {CODE_ROOM - 1}, not {variant.number}"
        raise ValueError(msg)
    for other in VARIANTS.values():
        if variant.name == other.name or variant.number == other.number:
            msg = f"{variant.name}, number {variant.number}: {other.name} has this already"
            raise ValueError(msg)
    VARIANTS[variant.name] = variant
    return variant


for _variant in (CLASSIC, LONGO):
    register(_variant)


def find_variant(name: Variant | str) -> Variant:
    """Return the variant of that name; a variant is returned as it is.

    Raises:
        ValueError: there is none; the message names the known ones.
    """
    if isinstance(name, Variant):
        return name
    try:
        return VARIANTS[name]
    except (KeyError, TypeError):
        msg = f"unknown variant {short_repr(name)}; known: {', '.join(VARIANTS)}"
        raise ValueError(msg) from None


def code_number(variant: Variant) -> int:
    """Return the number that stands for a variant in codes.

    Raises:
        ValueError: the variant is not registered, so that no code of it could be read back.
    """
    if variant.number is None or variants_by_number()[variant.number] != variant:
        msg = f"no code can hold {variant.name}: it is not registered"
        raise ValueError(msg)
    return variant.number


def variants_by_number() -> tuple[Variant | None, ...]:
    """Return the variants by their numbers; None for each number that is free."""
    variants: list[Variant | None] = [None] * CODE_ROOM
    for variant in VARIANTS.values():
        if variant.number is not None:
            variants[variant.number] = variant
    return tuple(variants)
