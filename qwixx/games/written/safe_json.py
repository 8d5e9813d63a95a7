"""A JSON parser for untrusted text, with limits on length and nesting depth.

In the browser, deeply nested JSON overflows the stack before Python can raise `RecursionError`,
and the page cannot recover. Therefore, the depth is checked before parsing.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_DEPTH = 8
"""Maximum nesting depth; a save has three levels."""
MAX_CHARACTERS = 1_000_000
"""Default maximum length in characters; a save has a few thousand."""

# In JSON, a backslash occurs only in strings, so escapes can be skipped everywhere.
_SIGNS = re.compile(r'\\.|["\[\]{}]', re.DOTALL)


def check_limits(text: str, max_characters: int = MAX_CHARACTERS) -> None:
    """Check the length and the nesting depth of a JSON text.

    Raises:
        ValueError: the text is too long, or nested too deeply.
    """
    if len(text) > max_characters:
        msg = f"longer than {max_characters} characters"
        raise ValueError(msg)
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return  # too few brackets to exceed the depth limit
    level, quoted = 0, False
    for match in _SIGNS.finditer(text):
        sign = match[0]
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
    max_characters: int = MAX_CHARACTERS,
) -> Any:  # noqa: ANN401 - JSON
    """Parse untrusted JSON text.

    Args:
        text: the text.
        pairs_hook: `object_pairs_hook` of `json.loads`.
        max_characters: maximum length of the text.

    Raises:
        ValueError: the text is not JSON, too long, or nested too deeply.
    """
    check_limits(text, max_characters)
    return json.loads(text, object_pairs_hook=pairs_hook)
