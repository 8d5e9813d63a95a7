"""Files of results: one JSON object per line, appended as a run proceeds."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from qwixx.games.written.text_file import decode_to_unix_text

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def read_lines(path: Path) -> tuple[list[str], str]:
    """Return the lines of a file, and its incomplete last line or ""; a missing file is empty.

    A run that was killed may leave an incomplete line.
    """
    data = path.read_bytes() if path.exists() else b""
    # Damaged characters make their lines invalid.
    lines = decode_to_unix_text(data, errors="replace").split("\n")
    last = lines.pop()  # "" if the file ends with a complete line
    if last and _is_json(last):  # an editor has removed the final line ending
        lines.append(last)
        last = ""
    return lines, last


def write_lines(path: Path, lines: Sequence[str]) -> None:
    """Write all lines of a file in UTF-8, unless it holds exactly these."""
    data = "".join(f"{line}\n" for line in lines).encode()
    if not path.exists() or path.read_bytes() != data:
        path.write_bytes(data)


def append_line(path: Path, entry: object) -> None:
    """Append an object to a file."""
    with path.open("a", encoding="utf-8", newline="\n") as file:
        file.write(json.dumps(entry) + "\n")


def incomplete_line_warning(path: Path) -> str:
    """Return the warning that an incomplete last line was removed."""
    return f"{path}: the last line is incomplete and was removed; its games are played again"


def _is_json(line: str) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True
