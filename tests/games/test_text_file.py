"""Test the decoding of text files from any operating system."""

from __future__ import annotations

import pytest

from qwixx.games.written.text_file import decode_to_unix_text

TEXT = "variant longo\nplayers 3\n# Zoë, עברית, 🎲\n\nroll 4,1:3,6,2,6\n"


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"], ids=["Unix", "Windows", "old Mac"])
@pytest.mark.parametrize(
    ("byte_order_mark", "encoding"),
    [("", "utf-8"), ("\ufeff", "utf-8"), ("\ufeff", "utf-16-le"), ("\ufeff", "utf-16-be")],
)
def test_text_is_same_from_every_system(
    byte_order_mark: str, encoding: str, line_end: str
) -> None:
    data = (byte_order_mark + TEXT).replace("\n", line_end).encode(encoding)
    assert decode_to_unix_text(data) == TEXT


def test_other_characters_are_unchanged() -> None:
    assert (
        decode_to_unix_text(b"")
        == decode_to_unix_text(b"\xef\xbb\xbf")
        == decode_to_unix_text(b"\xff\xfe")
        == ""
    )
    assert decode_to_unix_text(b"a\r\nb\r") == "a\nb"  # "\r" after an unterminated last line
    assert decode_to_unix_text("a\u00a0b\u2028\x0b\ufeffc\n\r\r\n\n".encode()) == (
        "a\u00a0b\u2028\x0b\ufeffc\n\n\n\n"
    )


@pytest.mark.parametrize("data", [b"\xe9t\xe9", b"\xff\xfe\x00", b"PK\x03\x04\xff\x80"])
def test_invalid_bytes_are_refused_or_replaced(data: bytes) -> None:
    with pytest.raises(UnicodeDecodeError):
        decode_to_unix_text(data)
    assert "\ufffd" in decode_to_unix_text(data, "replace")
