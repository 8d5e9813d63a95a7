"""Test bot links: round trips, lengths, and bad links."""

from __future__ import annotations

import base64
import zlib

import pytest

from qwixx.bots.user_bots.examples import EXAMPLES
from qwixx.games.written import bot_link
from qwixx.games.written.bot_link import MAX_LINK, MAX_TEXT, decode_bot, encode_bot
from qwixx.games.written.link_seal import SealedLinkError, SealedLinkReason, seal_link
from qwixx.ui.address import fragment_if_known

FROZEN = {"1": "1c83NTYRHiFtmUTFp8UFMugEAzhwC", "2": "2Abc83NTYRHiFtmUTFp8UFMugEAr9u"}
"""A link of each version, whose forms never change."""


@pytest.mark.parametrize("name", ["", "Emma", "Ωmega ★"])
@pytest.mark.parametrize("text", [*EXAMPLES.values(), "", "# żółw 🐢\n\n", "\r\n\tx"])
def test_round_trip(text: str, name: str) -> None:
    link = encode_bot(text, name)
    assert decode_bot(link) == (name, text)
    assert fragment_if_known(f"bot={link}&utm_source=x") == f"bot={link}"


@pytest.mark.parametrize("version", FROZEN)
def test_the_form_is_frozen(version: str) -> None:
    assert decode_bot(FROZEN[version]) == ("Emma", EXAMPLES["first"])


def test_old_links_stay_readable_and_are_written_anew() -> None:
    assert encode_bot(EXAMPLES["first"], "Emma") == FROZEN["2"]


def test_links_are_short() -> None:
    lengths = {name: len(encode_bot(text)) for name, text in EXAMPLES.items()}
    assert lengths["first"] < 110
    assert max(lengths.values()) < 330
    text = "".join(EXAMPLES.values())
    assert len(text.splitlines()) >= 45
    assert len(encode_bot(text)) <= 700


def test_names_are_sanitized() -> None:
    assert decode_bot(encode_bot("x", "  \u202ea\nb ")).name == "ab"


def reason_of(link: str) -> SealedLinkReason:
    with pytest.raises(SealedLinkError) as caught:
        decode_bot(link)
    return caught.value.reason


def test_every_cut_is_noticed() -> None:
    link = encode_bot(EXAMPLES["careful"])
    for length in range(len(link)):
        assert reason_of(link[:length]) is SealedLinkReason.INCOMPLETE
    assert decode_bot(link + "_and_more") == decode_bot(link)
    changed = link[:20] + ("A" if link[20] != "A" else "B") + link[21:]
    assert reason_of(changed) is SealedLinkReason.DAMAGED
    for text in ("1", "1é", "1!!!!", "x", "²", "2é", "2AA"):
        assert reason_of(text) is SealedLinkReason.DAMAGED


def test_every_cut_of_an_old_link_is_noticed() -> None:
    link = FROZEN["1"]
    for length in range(1, len(link)):
        assert reason_of(link[:length]) is SealedLinkReason.DAMAGED
    assert reason_of(link[:9] + "A" + link[10:]) is SealedLinkReason.DAMAGED


def test_newer_versions_are_named() -> None:
    assert reason_of("3abc") is SealedLinkReason.NEWER


def link_of_bytes(content: bytes) -> str:
    """Return a link of any content, with a correct length and check."""
    packer = zlib.compressobj(9, wbits=-15, zdict=bot_link._DICTIONARY)  # noqa: SLF001
    packed = packer.compress(content) + packer.flush()
    return seal_link("2", base64.urlsafe_b64encode(packed).decode().rstrip("="))


def test_too_much_is_refused_without_unpacking_it() -> None:
    for content in (b"\n" + b"x" * (MAX_TEXT + 1), b"\xff" * 2_000_000, b"\n" * 2_000_000):
        link = link_of_bytes(content)
        assert len(link) <= MAX_LINK
        assert reason_of(link) is SealedLinkReason.TOO_LONG
    assert reason_of("1" * (MAX_LINK + 1)) is SealedLinkReason.TOO_LONG
    assert reason_of(seal_link("2", "AAAA")) is SealedLinkReason.DAMAGED
    assert reason_of(link_of_bytes(b"\n\xff")) is SealedLinkReason.DAMAGED


def test_long_bots_have_no_link() -> None:
    words = "".join(
        f"x{number * 7919 % 10007} = {number * 104729 % 65537}\n" for number in range(999)
    )
    for text in ("#" * (MAX_TEXT + 1), words):
        with pytest.raises(SealedLinkError) as caught:
            encode_bot(text)
        assert caught.value.reason is SealedLinkReason.TOO_LONG
