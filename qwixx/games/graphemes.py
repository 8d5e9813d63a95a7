"""Cut texts between grapheme clusters, which readers see as single characters.

This module implements a small part of Unicode text segmentation (UAX 29) without its tables:
combining marks, emoji sequences, flags, Hangul syllables, and Indic conjuncts stay whole. When in
doubt, it does not separate code points.
"""

from __future__ import annotations

import re
from unicodedata import category, combining

_JOINER = "\u200d"
_VIRAMA = 9
"""Combining class of the signs that join two Indic consonants."""
_FLAG_LETTER = re.compile("[\U0001f1e6-\U0001f1ff]")
# Extending code points outside category M: joiners, skin tones, tags, and Thai, Lao, and Japanese
# signs.
_MARK = re.compile(
    "[\u200c\u200d\u0e33\u0eb3\uff9e\uff9f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]"
)
_HANGUL_START = re.compile("[\u1100-\u115f\ua960-\ua97c]")
_HANGUL = re.compile("[\u1100-\u11ff\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7fb]")


def truncate_at_grapheme(text: str, limit: int) -> str:
    """Return the longest prefix within a limit that does not split a character.

    Args:
        text: the text.
        limit: maximum number of code points. A longer first character is cut.
    """
    end = min(limit, len(text))
    while end and end < len(text) and _is_joined(text, end):
        end -= 1
    return text[:end] or text[:limit]


def _is_joined(text: str, at: int) -> bool:
    """Return whether the code points before and at an index belong to one character."""
    before, after = text[at - 1], text[at]
    if category(after)[0] == "M" or _MARK.match(after) or before == _JOINER:
        return True
    if combining(before) == _VIRAMA and category(after) == "Lo":
        return True
    if _FLAG_LETTER.match(after):
        letters = 0
        while letters < at and _FLAG_LETTER.match(text[at - letters - 1]):
            letters += 1
        return letters % 2 == 1
    if _HANGUL.match(before) and _HANGUL.match(after):
        starts = _HANGUL_START.match(after) or "\uac00" <= after <= "\ud7a3"
        return not starts or bool(_HANGUL_START.match(before))
    return False
