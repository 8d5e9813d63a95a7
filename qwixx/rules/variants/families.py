"""Families: variants that are not registered, because each follows from the code in its name."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from qwixx.rules.base32 import LETTERS, normalize_letters
from qwixx.rules.variants import FAMILY_NUMBERS, block, own

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.rules.layout import Variant


class Family(NamedTuple):
    """A family of blocks. Source: rules, "A block of your own".

    Args:
        name: the part of a variant's name in front of the colon.
        length: number of letters in a code.
        make: returns the block of a code of that many letters in base 32.
    """

    name: str
    length: int
    make: Callable[[str], Variant]

    @property
    def number(self) -> int:
        """Number in codes. Source: rules, "A block of your own"."""
        return FAMILY_NUMBERS[self.name]

    @property
    def is_typed(self) -> bool:
        """Whether its codes are short enough to type. Source: rules, "A block of your own"."""
        return self.length <= _TYPED


_TYPED = 10
"""Maximum length of a code that people type."""
FAMILIES = {
    block.NAME: Family(block.NAME, block.LENGTH, block.block_of_code),
    own.NAME: Family(own.NAME, own.LENGTH, own.block_of_code),
}
"""The families, by name."""


class BlockCodeError(ValueError):
    """The name of a block has a code that is cut off, mistyped, or from a newer version."""


def find_block(name: str) -> Variant:
    """Return a block by name, such as "block:R7K2M9"; letters may be typed carelessly.

    Raises:
        KeyError: no family has such names.
        BlockCodeError: the code is not valid.
    """
    prefix, colon, code = name.partition(":")
    family = FAMILIES[prefix if colon else ""]
    # no valid code is longer, even with spaces and hyphens between its letters
    letters = normalize_letters(code) if len(code) <= 2 * family.length else ""
    if len(letters) != family.length or not {*letters} <= {*LETTERS}:
        msg = (
            f"a code of {prefix} has {family.length} letters and digits; it may be cut off,"
            " mistyped, or from a newer version"
        )
        raise BlockCodeError(msg)
    return _block(prefix, letters)


@lru_cache(maxsize=32)
def _block(prefix: str, letters: str) -> Variant:
    """Return a block; only the latest are cached, because the names can come from other people."""
    try:
        return FAMILIES[prefix].make(letters)
    except ValueError as error:
        raise BlockCodeError(str(error)) from error
