"""What is made of the page's files: `python3 -m qwixx renew`.

These are the list of modules in pyscript.toml, the prerendered pages, the script bundles, the ids
in index.html and boot.js that say which version they are, and the list in sw.js.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from typing import TYPE_CHECKING

from qwixx.publish.files import (
    BINARY,
    CONFIG,
    ROOT,
    WORKER,
    fetched_files,
    prerendered_path,
    program_of,
    program_parts,
    published_files,
    read,
    read_text,
    runtime_files,
    single_file_parts,
    write,
)
from qwixx.publish.first_visit import first_visit_script
from qwixx.publish.script_bundles import encode_bundle, read_files, write_stale_bundles
from qwixx.ui.files.single_file import PROGRAM
from qwixx.ui.files.versions import BOOT, PAGE, page_id, with_ids
from qwixx.ui.texts.languages import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

_MODULES = re.compile(r"(?<=^modules = \[\n).*(?=^\]$)", re.DOTALL | re.MULTILINE)
_NOT_LISTED = ("publish/", "research/", "__main__.py")
"""What of `qwixx` the page does not load."""
_MODULE = re.compile(r"(?:[A-Za-z_]\w*/)*[A-Za-z_]\w*\.py")
"""What Python can import: not an editor's `.#game.py`, nor `game copy.py`."""
_LIST = re.compile(r"^const PARTS = .*?;$", re.DOTALL | re.MULTILINE)


def up_to_date_texts(root: Path = ROOT) -> dict[str, str]:
    """Return the texts that say which version the files are, as they should be, by path."""
    texts = {PROGRAM: encode_bundle(read_files(root, program_parts(root)))}
    parts = single_file_parts(root) | {name: text.encode() for name, text in texts.items()}
    build, program = page_id(parts), program_of(root)
    for name in (PAGE, BOOT):
        texts[name] = with_ids(read_text(root, name), build, program)
    return {**texts, WORKER: up_to_date_worker(root, texts)}


def up_to_date_worker(root: Path = ROOT, others: Mapping[str, str] | None = None) -> str:
    """Return the text of sw.js with a list of the files as they are now.

    Args:
        root: where they are.
        others: texts that count in the place of some of them, by path.
    """
    texts = others or {}
    fetched = {
        name: texts[name].encode() if name in texts else read(root, name)
        for name in fetched_files(root)
    }
    game = {name: hashlib.sha256(data).hexdigest() for name, data in fetched.items()}
    worker = read_text(root, WORKER)
    return with_list(worker, {"runtime": hashes(root, runtime_files(root)), "game": game})


def up_to_date_config(root: Path = ROOT) -> str:
    """Return the text of pyscript.toml with a list of the page's modules as they are now.

    Raises:
        ValueError: one of them is a link or not a plain file.
    """
    package = root / "qwixx"
    paths = (path.relative_to(package).as_posix() for path in package.rglob("*.py"))
    names = sorted(
        f"qwixx/{path}"
        for path in paths
        if _MODULE.fullmatch(path) and not path.startswith(_NOT_LISTED)
    )
    for name in names:
        read(root, name)
    listed = "".join(f'  "{name}",\n' for name in names)
    return _MODULES.sub(lambda _match: listed, read_text(root, CONFIG))


def renew(root: Path = ROOT) -> list[str]:
    """Bring all that is made of the page's files up to date, and return the paths of what was not.

    Each comes after what it is made of: the list in sw.js is of all the others. Line ends come
    first: the list is of text as `read` returns it, and a host gives out what lies here.
    """
    pages = {prerendered_path(code): first_visit_script(code) for code in LANGUAGES}
    written = _write_changed(root, {CONFIG: up_to_date_config(root), **pages})
    written += _write_changed(
        root, {name: read_text(root, name) for name in _existing_texts(root)}
    )
    return [*dict.fromkeys([*written, *write_stale_bundles(root), *renew_ids(root)])]


def renew_ids(root: Path) -> list[str]:
    """Bring the ids and the list in sw.js up to date, and return the paths of what was not."""
    return _write_changed(root, up_to_date_texts(root))


def _existing_texts(root: Path) -> list[str]:
    """Return the published texts that lie here: the script bundles may not be made yet."""
    names = (name for name in published_files(root) if not name.endswith(BINARY))
    return [name for name in names if os.path.lexists(root / name)]


def _write_changed(root: Path, texts: Mapping[str, str]) -> list[str]:
    """Write what is other than what lies there, and return its paths."""
    changed = []
    for name, text in texts.items():
        file = root / name
        if not file.exists() or file.read_bytes() != text.encode():
            write(file, text)
            changed.append(name)
    return changed


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
    return {name: hashlib.sha256(read(root, name)).hexdigest() for name in names}
