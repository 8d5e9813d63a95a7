"""The variant as choices of a schema: its number, and for a block the letters of its code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.rules.base32 import LETTERS
from qwixx.rules.variants import entries_by_code_number, entry_in_codes, find_variant
from qwixx.rules.variants.families import Family

if TYPE_CHECKING:
    from collections.abc import Iterator

    from qwixx.games.written.mixed_radix import ChoiceSchema
    from qwixx.rules.layout import Variant


def variant_schema() -> ChoiceSchema[Variant | None]:
    """Yield the options of a variant's values, and return the variant; None if it is unknown.

    Raises:
        ValueError: a block has a code that is not valid.
    """
    entry = yield entries_by_code_number()
    if not isinstance(entry, Family):
        return entry  # type: ignore[no-any-return] # one of the options
    code = ""
    for _ in range(entry.length):
        code += yield LETTERS
    return find_variant(f"{entry.name}:{code}")


def variant_values(variant: Variant) -> Iterator[object]:
    """Yield the values of a variant in the order of `variant_schema`.

    Raises:
        ValueError: codes cannot hold the variant.
    """
    entry, code = entry_in_codes(variant)
    yield from (entry, *code)
