"""What says which version the page is: the ids in index.html and boot.js, the list in sw.js."""

from __future__ import annotations

import hashlib
import json
import re
from typing import TYPE_CHECKING

from qwixx.site import ROOT, game_files, own_parts, program_files, runtime_files
from qwixx.versions import BOOT, PAGE, page_id, program_id, with_ids

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

WORKER = "sw.js"
_LIST = re.compile(r"^const PARTS = .*?;$", re.DOTALL | re.MULTILINE)


def renewed(root: Path = ROOT) -> dict[str, str]:
    """Return the texts that say which version the files are, as they should be, by path."""
    build, program = page_id(own_parts(root)), program_id(program_files(root))
    texts = {
        name: with_ids(root.joinpath(name).read_text(encoding="utf-8"), build, program)
        for name in (PAGE, BOOT)
    }
    return {**texts, WORKER: renewed_worker(root, texts)}


def renewed_worker(root: Path = ROOT, others: Mapping[str, str] | None = None) -> str:
    """Return the text of sw.js with a list of the files as they are now.

    Args:
        root: where they are.
        others: texts that count in the place of some of them, by path.
    """
    game = hashes(root, game_files(root))
    for name, text in (others or {}).items():
        game[name] = hashlib.sha256(text.encode()).hexdigest()
    worker = root.joinpath(WORKER).read_text(encoding="utf-8")
    return with_list(worker, {"runtime": hashes(root, runtime_files(root)), "game": game})


def renew(root: Path = ROOT) -> None:
    """Bring index.html, boot.js and sw.js up to date with the files as they are."""
    for name, text in renewed(root).items():
        root.joinpath(name).write_text(text, encoding="utf-8", newline="\n")


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
