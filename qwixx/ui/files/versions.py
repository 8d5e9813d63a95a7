"""Ids of the page's version: index.html names them, and the page's parts must match them.

One id is for the page's own parts; boot.js and sw.js name it as well. The other is for the
program; Python compares it with the id of its modules at startup. Without a service worker, a
browser may mix cached and new files, which the ids reveal. A single file is checked against the
first id.
`python3 -m qwixx renew` writes both.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

PAGE = "index.html"
BOOT = "static/js/boot.js"

_BUILD = re.compile(r'((?:<html [^>]*data-build=|const BUILD = )")([0-9a-f]*)')
_PROGRAM = re.compile(r'(<html [^>]*data-program=")([0-9a-f]*)')


def program_id(sources: Mapping[str, str]) -> str:
    """Return the id of a program.

    Args:
        sources: sources of its modules, by path.
    """
    return _digest(
        {name: hashlib.sha256(text.encode()).hexdigest() for name, text in sources.items()}
    )


def page_id(files: Mapping[str, bytes]) -> str:
    """Return the id of the page's own parts; ids in these parts do not count.

    Args:
        files: contents by path.
    """
    return _digest(
        {
            name: hashlib.sha256(
                with_ids(data.decode(), "", "").encode() if name in (PAGE, BOOT) else data
            ).hexdigest()
            for name, data in files.items()
        }
    )


def with_ids(text: str, new_page_id: str, new_program_id: str) -> str:
    """Return the text of index.html, boot.js, or sw.js with its ids replaced."""
    text = _BUILD.sub(rf"\g<1>{new_page_id}", text, count=1)
    return _PROGRAM.sub(rf"\g<1>{new_program_id}", text, count=1)


def read_ids(page: str) -> tuple[str, str]:
    """Return the ids in index.html: the page's and the program's.

    Raises:
        ValueError: an id is missing.
    """
    build, program = _BUILD.search(page), _PROGRAM.search(page)
    if build is None or program is None:
        msg = f"{PAGE} names no version"
        raise ValueError(msg)
    return build[2], program[2]


def _digest(marks: Mapping[str, str]) -> str:
    return hashlib.sha256(json.dumps(marks, sort_keys=True).encode()).hexdigest()[:16]
