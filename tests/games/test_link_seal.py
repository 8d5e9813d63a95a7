"""Test the common form of links: cut, changed, appended, and newer texts."""

from __future__ import annotations

import pytest

from qwixx.games.written.link_seal import (
    MAX_BODY,
    SealedLinkError,
    SealedLinkReason,
    open_link,
    seal_link,
)
from qwixx.games.written.mixed_radix import ALPHABET

BODY = "abc-_XYZ019"


def reason_of(text: str, version: str = "1") -> SealedLinkReason:
    with pytest.raises(SealedLinkError) as caught:
        open_link(version, text)
    return caught.value.reason


@pytest.mark.parametrize("body", ["", "a", BODY, "x" * 64, "y" * MAX_BODY])
def test_round_trip_with_anything_appended(body: str) -> None:
    link = seal_link("1", body)
    assert {*link} <= {*ALPHABET}
    assert open_link("1", link) == open_link("1", link + "&utm=x") == body


def test_too_long_contents_have_no_link() -> None:
    with pytest.raises(ValueError, match="holds"):
        seal_link("1", "y" * (MAX_BODY + 1))


def test_each_cut_is_incomplete_and_each_change_is_damage() -> None:
    link = seal_link("1", BODY)
    for length in range(len(link)):
        assert reason_of(link[:length]) is SealedLinkReason.INCOMPLETE
    for place in range(3, len(link)):
        for letter in (ALPHABET.replace(link[place], "")[place], "é"):
            changed = link[:place] + letter + link[place + 1 :]
            assert reason_of(changed) is SealedLinkReason.DAMAGED


def test_another_version_and_other_texts_are_told_apart() -> None:
    assert reason_of(seal_link("2", BODY)) is SealedLinkReason.NEWER
    for text in ("x", "²AB", "1AA", "1AC", "1é", "A" * 100_000):
        expected = SealedLinkReason.INCOMPLETE if text == "1AC" else SealedLinkReason.DAMAGED
        assert reason_of(text) is expected
