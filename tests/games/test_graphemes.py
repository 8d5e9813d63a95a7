"""Texts are cut between what readers take for characters."""

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
def test_a_name_keeps_or_loses_a_character_as_a_whole(character: str) -> None:
    for before in range(MAX_NAME - len(character) - 2, MAX_NAME + 1):
        name = sanitize_name("x" * before + character + "yz")
        whole = "x" * before + (character if before + len(character) <= MAX_NAME else "")
        assert name in (whole, whole + "y", whole + "yz")
        check_names([name])


@pytest.mark.parametrize("kinds", [("flag", "flag"), ("family", "skin tone"), ("jamo", "jamo")])
def test_characters_beside_each_other_are_parted(kinds: tuple[str, str]) -> None:
    one, other = (CHARACTERS[kind] for kind in kinds)
    text = one + other
    for limit in range(len(one), len(text)):
        assert truncate_at_grapheme(text, limit) == one


def test_a_single_character_that_is_too_long_is_cut() -> None:
    assert truncate_at_grapheme("e" + "\u0301" * 99, 40) == "e" + "\u0301" * 39


@given(st.text(), st.integers(0, 50))
def test_the_result_is_a_beginning_no_longer_than_the_limit(text: str, limit: int) -> None:
    beginning = truncate_at_grapheme(text, limit)
    assert text.startswith(beginning)
    assert len(beginning) <= limit
    assert truncate_at_grapheme(beginning, limit) == beginning
    if len(text) <= limit:
        assert beginning == text
