"""Decoding of text files from other systems."""

from __future__ import annotations

_UTF_8_MARK = b"\xef\xbb\xbf"
_UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")


def decode_to_unix_text(data: bytes, errors: str = "strict") -> str:
    r"""Return the text of a file, without a byte order mark and with "\n" at line ends.

    Args:
        data: UTF-8, or UTF-16 with a byte order mark, as written by Notepad and PowerShell; with
            line ends of any system.
        errors: as for `bytes.decode`.

    Raises:
        UnicodeDecodeError: the data is neither, and `errors` is "strict".
    """
    if data.startswith(_UTF_16_MARKS):
        text = data.decode("utf-16", errors)
    else:
        text = data.removeprefix(_UTF_8_MARK).decode("utf-8", errors)
    unix = text.replace("\r\n", "\n")
    if unix != text:
        unix = unix.removesuffix("\r")  # `sed` adds one even to a last line without a line end
    return unix.replace("\r", "\n")
