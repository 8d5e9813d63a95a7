"""The blocks that this device knows, as one saved text."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from qwixx.games.written.safe_json import loads
from qwixx.rules.variants import known_variant

if TYPE_CHECKING:
    from collections.abc import Iterable

    from qwixx.rules.layout import Variant

MAX_BLOCKS = 8
"""Maximum number of blocks; each is one more choice wherever a sheet is chosen."""
_MAX_NAME = 64
"""Maximum length of a name, also of one from a newer version."""


def with_block(names: tuple[str, ...], variant: Variant) -> tuple[str, ...]:
    """Return the names of the known blocks, this variant first if it is a block."""
    if not variant.block_code:
        return names
    return tuple(dict.fromkeys((variant.name, *names)))[:MAX_BLOCKS]


def write_blocks(names: tuple[str, ...]) -> str:
    """Return the names of blocks as a text; "" for none."""
    return json.dumps({"version": 1, "blocks": list(names)}) if names else ""


def parse_blocks(text: str) -> tuple[str, ...]:
    """Return the names of the blocks in a saved text, with those that a newer version wrote.

    Raises:
        ValueError: the text is not a list of names.
    """
    fields = loads(text) if text else {"blocks": []}
    names = fields.get("blocks") if isinstance(fields, dict) else None
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        msg = "not a list of blocks"
        raise ValueError(msg)
    return tuple(dict.fromkeys(name for name in names if len(name) <= _MAX_NAME))[:MAX_BLOCKS]


def parse_blocks_or_empty(text: str) -> tuple[str, ...]:
    """Return the names in a saved text; none if it cannot be read."""
    try:
        return parse_blocks(text)
    except ValueError:
        return ()


def readable_blocks(names: Iterable[str]) -> list[Variant]:
    """Return the blocks of these names that this version knows."""
    blocks = (known_variant(name) for name in names)
    return [block for block in blocks if block is not None]
