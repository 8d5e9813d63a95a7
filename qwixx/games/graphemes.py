"""Where a text can be cut: never inside what readers take for one character.

A small part of Unicode's text segmentation (UAX 29), without its tables: combining marks, emoji
sequences, flags, Hangul syllables and Indic conjuncts stay whole. In doubt nothing is cut.
"""

from __future__ import annotations

import re
from unicodedata import category, combining

_JOINER = "\u200d"
_VIRAMA = 9
"""The combining class of signs that join two Indic consonants."""
_FLAG_LETTER = re.compile("[\U0001f1e6-\U0001f1ff]")
# Letters by category, marks by their use: skin tones, tags, and signs of Thai, Lao and Japanese.
_MARK = re.compile(
    "[\u200c\u200d\u0e33\u0eb3\uff9e\uff9f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]"
)
_HANGUL_START = re.compile("[\u1100-\u115f\ua960-\ua97c]")
_HANGUL = re.compile("[\u1100-\u11ff\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7fb]")


def cut(text: str, limit: int) -> str:
    """Return the longest beginning of a text that has whole characters only.

    Args:
        text: the text.
        limit: the most code points in the result. A first character of more is cut.
    """
    end = min(limit, len(text))
    while end and end < len(text) and _joined(text, end):
        end -= 1
    return text[:end] or text[:limit]


def _joined(text: str, at: int) -> bool:
    """Return whether the code points before and at an index belong together."""
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
