"""JSON from outside, read only where it is neither long nor deep.

In the browser there is no way back from a text that is nested ten thousand times: its stack
overflows before Python can raise `RecursionError`. So the depth is measured before anything
is read.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_DEPTH = 8
"""How deep a text may be; a saved game has three levels."""
MAX_CHARACTERS = 1_000_000
"""How long a text may be; a saved game has a few thousand characters."""

# As far as a text is JSON, a backslash stands in a string only.
_SIGNS = re.compile(r'\\.|["\[\]{}]', re.DOTALL)


def check_limits(text: str, most: int = MAX_CHARACTERS) -> None:
    """Return whether a text may be read.

    Raises:
        ValueError: it is too long, or nested too deeply.
    """
    if len(text) > most:
        msg = f"longer than {most} characters"
        raise ValueError(msg)
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return  # it cannot be deeper
    level, quoted = 0, False
    for found in _SIGNS.finditer(text):
        sign = found[0]
        if sign == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif sign in "[{":
            level += 1
            if level > MAX_DEPTH:
                msg = f"nested more than {MAX_DEPTH} levels deep"
                raise ValueError(msg)
        elif sign in "]}":
            level -= 1


def loads(
    text: str,
    pairs_hook: Callable[[list[tuple[str, Any]]], object] | None = None,
    *,
    most: int = MAX_CHARACTERS,
) -> Any:  # noqa: ANN401 - JSON
    """Return what a JSON text says.

    Args:
        text: the text, whatever it holds.
        pairs_hook: what makes an object out of its fields, as `json.loads` has it.
        most: how many characters it may have.

    Raises:
        ValueError: it is not JSON, too long, or nested too deeply.
    """
    check_limits(text, most)
    return json.loads(text, object_pairs_hook=pairs_hook)
