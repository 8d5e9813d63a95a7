"""Which version a page is of: two ids in index.html that its parts must agree with.

Where no service worker keeps a version whole, a browser may have some parts of it in its
cache and fetch others anew. So index.html names an id of the page's own parts, which
boot.js names as well, and an id of the program, which Python works out at the start. What
is put into one file is checked against both. `python3 -m qwixx renew` writes them.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

PAGE = "index.html"
BOOT = "static/js/boot.js"
SCRIPT = "qwixx/ui/app.py"
"""The page's script: PyScript runs it, and it lies nowhere where Python could read it."""

_BUILD = re.compile(r'((?:<html [^>]*data-build=|const BUILD = )")([0-9a-f]*)')
_PROGRAM = re.compile(r'(<html [^>]*data-program=")([0-9a-f]*)')
_MARK = slice(8, 16)
"""Where a .pyc holds what `pack.pyc` says of its source (PEP 552)."""


def source_mark(source: bytes) -> bytes:
    """Return what tells a module from another version of it, in 8 bytes."""
    return hashlib.sha256(source).digest()[:8]


def program_id(files: Mapping[str, bytes]) -> str:
    """Return the id of a program: the same whether it is compiled or not.

    Args:
        files: what is in its files, by path; those that are no modules do not count.
    """
    marks = {
        name.removesuffix("c"): (data[_MARK] if name.endswith("c") else source_mark(data)).hex()
        for name, data in files.items()
        if name.endswith((".py", ".pyc")) and name != SCRIPT
    }
    return _digest(marks)


def page_id(files: Mapping[str, bytes]) -> str:
    """Return the id of the page's own parts, whatever ids they hold.

    Args:
        files: what is in them, by path.
    """
    return _digest(
        {
            name: hashlib.sha256(
                with_ids(data.decode(), "", "").encode() if name in (PAGE, BOOT) else data
            ).hexdigest()
            for name, data in files.items()
        }
    )


def with_ids(text: str, build: str, program: str) -> str:
    """Return index.html or boot.js with other ids."""
    text = _BUILD.sub(rf"\g<1>{build}", text, count=1)
    return _PROGRAM.sub(rf"\g<1>{program}", text, count=1)


def ids(page: str) -> tuple[str, str]:
    """Return the ids in index.html: of the page, of the program.

    Raises:
        ValueError: it has none.
    """
    build, program = _BUILD.search(page), _PROGRAM.search(page)
    if build is None or program is None:
        msg = f"{PAGE} names no version"
        raise ValueError(msg)
    return build[2], program[2]


def read_modules(folder: Path) -> dict[str, bytes]:
    """Return the modules in a folder and below it, by path from where the folder lies."""
    return {
        path.relative_to(folder.parent).as_posix(): path.read_bytes()
        for path in folder.rglob("*.py*")
        if path.suffix in (".py", ".pyc") and path.parent.name != "__pycache__"
    }


def _digest(marks: Mapping[str, str]) -> str:
    return hashlib.sha256(json.dumps(marks, sort_keys=True).encode()).hexdigest()[:16]
