"""Decoding of text files from other systems."""

from __future__ import annotations

_UTF_8_MARK = b"\xef\xbb\xbf"
_UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")


def decode_to_unix_text(data: bytes, errors: str = "strict") -> str:
    r"""Return the text of a file, without a byte order mark and with "\n" as the line ending.

    Args:
        data: UTF-8, or UTF-16 with a byte order mark, as written by Notepad and PowerShell; with
            the line endings of any system.
        errors: as for `bytes.decode`.

    Raises:
        UnicodeDecodeError: the data has neither encoding, and `errors` is "strict".
    """
    if data.startswith(_UTF_16_MARKS):
        text = data.decode("utf-16", errors)
    else:
        text = data.removeprefix(_UTF_8_MARK).decode("utf-8", errors)
    unix = text.replace("\r\n", "\n")
    if unix != text:
        unix = unix.removesuffix("\r")  # `sed` adds "\r" even to an unterminated last line
    return unix.replace("\r", "\n")
