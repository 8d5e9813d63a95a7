"""The list in sw.js: which files are kept for offline use, and what is in them."""

from __future__ import annotations

import hashlib
import json
import re
from typing import TYPE_CHECKING

from qwixx.site import ROOT, game_files, runtime_files

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

WORKER = "sw.js"
_LIST = re.compile(r"^const PARTS = .*?;$", re.DOTALL | re.MULTILINE)


def renewed_worker(root: Path = ROOT) -> str:
    """Return the text of sw.js with a list of the files as they are now."""
    return with_list(
        root.joinpath(WORKER).read_text(encoding="utf-8"),
        {"runtime": hashes(root, runtime_files(root)), "game": hashes(root, game_files(root))},
    )


def with_list(worker: str, parts: Mapping[str, Mapping[str, str]]) -> str:
    """Return the text of a service worker with another list.

    Args:
        worker: the text.
        parts: the hashes of files by path, in parts that change apart from each other. The
            name of each in the list says what is in it.
    """
    named = {}
    for part, files in parts.items():
        digest = hashlib.sha256(json.dumps(files, sort_keys=True).encode()).hexdigest()
        named[f"{part} {digest[:16]}"] = dict(files)
    written = f"const PARTS = {json.dumps(named, indent=1)};"
    text, count = _LIST.subn(lambda _match: written, worker)
    if count != 1:
        msg = f"{WORKER} has {count} lists, not one"
        raise ValueError(msg)
    return text


def hashes(root: Path, names: Iterable[str]) -> dict[str, str]:
    """Return the SHA-256 of files, as hexadecimal digits, by path."""
    return {name: hashlib.sha256(root.joinpath(name).read_bytes()).hexdigest() for name in names}
