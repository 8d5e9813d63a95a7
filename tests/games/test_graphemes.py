"""Test the truncation of texts between user-perceived characters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx.games.graphemes import truncate_at_grapheme
from qwixx.games.names import MAX_NAME, check_names, sanitize_name

CHARACTERS = {
    "flag": "🇩🇪",
    "flag with tags": "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "family": "👨‍👩‍👧‍👦",
    "skin tone": "👍🏽",
    "keycap": "1\ufe0f\u20e3",
    "heart": "❤\ufe0f",
    "combining marks": "e\u0301\u0323",
    "jamo": "\u1112\u1161\u11ab",
    "syllable with a final": "\uac00\u11a8",
    "conjunct": "क्ष",
    "conjunct with a vowel": "स्त्री",
    "bengali": "ক্ত",
    "thai": "น้ำ",
    "points": "שָׁ",
    "harakat": "مُّ",
    "halfwidth kana": "ｶﾞ",
}


@pytest.mark.parametrize("character", CHARACTERS.values(), ids=CHARACTERS)
def test_name_is_truncated_between_characters(character: str) -> None:
    for prefix_length in range(MAX_NAME - len(character) - 2, MAX_NAME + 1):
        name = sanitize_name("x" * prefix_length + character + "yz")
        expected = "x" * prefix_length + (
            character if prefix_length + len(character) <= MAX_NAME else ""
        )
        assert name in (expected, expected + "y", expected + "yz")
        check_names([name])


@pytest.mark.parametrize("kinds", [("flag", "flag"), ("family", "skin tone"), ("jamo", "jamo")])
def test_text_is_truncated_between_adjacent_characters(kinds: tuple[str, str]) -> None:
    first, second = (CHARACTERS[kind] for kind in kinds)
    text = first + second
    for limit in range(len(first), len(text)):
        assert truncate_at_grapheme(text, limit) == first


def test_overlong_character_is_truncated() -> None:
    assert truncate_at_grapheme("e" + "\u0301" * 99, 40) == "e" + "\u0301" * 39


@given(st.text(), st.integers(0, 50))
def test_result_is_prefix_within_limit(text: str, limit: int) -> None:
    prefix = truncate_at_grapheme(text, limit)
    assert text.startswith(prefix)
    assert len(prefix) <= limit
    assert truncate_at_grapheme(prefix, limit) == prefix
    if len(text) <= limit:
        assert prefix == text
